package portal_test

import (
	"context"
	"html"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"assay/service/browser"
	"assay/service/browser/sessions"
	"assay/service/certs"
	"assay/service/egress"
	"assay/service/portal/liveview"
	"assay/wire"
)

// withBrowsers lets a site run browser sessions, and sets its clock by theirs.
func withBrowsers(t *testing.T, s *site) {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "portal")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil { // a browser may run as another user than the tests
		t.Fatal(err)
	}
	authority, err := certs.OpenAuthority(dir)
	if err != nil {
		t.Fatal(err)
	}
	s.manager = sessions.New(sessions.Config{
		Dir:    filepath.Join(dir, "browsers"),
		Egress: egress.NewDialer(egress.Config{AllowPrivate: true}),
		Log:    slog.New(slog.DiscardHandler),
		TLS:    authority.Config(func(string) bool { return false }),
		Plain:  true,

		LiveView: liveview.Serve,
	})
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), 20*time.Second)
		defer cancel()
		if err := s.manager.Shutdown(ctx); err != nil {
			t.Error(err)
		}
	})
	s.clock.Pass(time.Since(s.clock.Now()))
	s.url = s.node(s.account).URL
}

// session begins a session of a new key.
func (s *site) session(name string) *sessions.Session {
	s.t.Helper()
	key, _, err := s.account.CreateKey(s.t.Context(), name)
	if err != nil {
		s.t.Fatal(err)
	}
	session, err := s.manager.Create(s.t.Context(), sessions.Request{KeyID: key.ID, Persona: browser.Linux, Timeout: time.Hour})
	if err != nil {
		s.t.Fatal(err)
	}
	return session
}

// TestSessions looks at the sessions of two keys, watches one and ends it.
func TestSessions(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	withBrowsers(t, s)
	v := s.visitor()
	v.signIn()
	v.get("/portal/sessions").want(t, http.StatusOK, "No browser session is alive.")

	one, other := s.session("nightly <b>check</b>"), s.session("shop")
	s.clock.Pass(3*time.Minute + time.Second)
	page := v.get("/portal/sessions")
	page.want(t, http.StatusOK, "nightly &lt;b&gt;check&lt;/b&gt;", ">shop<", ">3 minutes<", "light, linux", "idle", "no client", ">about:blank<", `data-label="Ends">in `)
	links := regexp.MustCompile(`href="([^"]+)" target="_blank" rel="noreferrer"`).FindAllStringSubmatch(page.body, -1)
	if len(links) != 2 {
		t.Fatalf("there are %d live views:\n%s", len(links), page.body)
	}
	// The newest is first. On this machine, plain HTTP needs no certificate.
	if got, want := html.UnescapeString(links[1][1]), wire.PlainURL(one.Wire().StreamURL(0))+"?readonly"; got != want {
		t.Errorf("the live view is at %s, want %s", got, want)
	}
	response, err := http.Get(html.UnescapeString(links[1][1]))
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Errorf("the live view answers %s", response.Status)
	}

	end := "/portal/sessions/" + one.ID + "/end"
	v.get(end).want(t, http.StatusOK, "End this session?", one.ID, "nightly &lt;b&gt;check&lt;/b&gt;")
	if info, err := s.manager.Get(one.ID); err != nil || !info.Alive() {
		t.Errorf("a look at the confirmation ended the session: %+v, %v", info, err)
	}
	r := v.submit(end, end)
	r.wantRedirect(t, "/portal/sessions?ended="+one.ID)
	if info, err := s.manager.Get(one.ID); err != nil || info.Alive() || *info.EndReason != sessions.EndDeleted {
		t.Errorf("the session that was ended: %+v, %v", info, err)
	}
	if info, err := s.manager.Get(other.ID); err != nil || !info.Alive() {
		t.Errorf("the other key's session: %+v, %v", info, err)
	}
	list := v.get(r.header.Get("Location"))
	list.want(t, http.StatusOK, "The session of nightly &lt;b&gt;check&lt;/b&gt; has ended.", ">shop<")
	if strings.Count(list.body, "End…") != 1 {
		t.Errorf("the session that has ended is listed:\n%s", list.body)
	}
	list.want(t, http.StatusOK, "Ended in the last minutes (1)", ">deleted<")
	v.get(end).wantRedirect(t, "/portal/sessions")
	v.submit("/portal/sessions", end).wantRedirect(t, "/portal/sessions?ended="+one.ID)
	v.get("/portal/sessions/none/end").want(t, http.StatusNotFound, "There is no such page")
	if log := s.log.String(); !strings.Contains(log, "portal: a session was ended") || strings.Contains(log, strings.Split(other.Wire().BaseURL, "/")[3]) {
		t.Errorf("the log does not tell of it, or holds a secret:\n%s", log)
	}
}

// TestSessionsInABrowser ends a session without scripts, and looks at its pages and its live
// view as TestLooks does at the others.
func TestSessionsInABrowser(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	withBrowsers(t, s)
	session := s.session(strings.Repeat("W", 100))
	w := s.window(360)
	scripts := func(allowed bool) {
		t.Helper()
		if _, err := chromedp.Call(w.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: !allowed}); err != nil {
			t.Fatal(err)
		}
	}
	scripts(false)
	look := func(page string) {
		t.Helper()
		scripts(true) // what looks may be one
		defer scripts(false)
		for _, scheme := range []string{"light", "dark"} {
			for _, width := range []int64{360, 1280} {
				w.look(page, scheme, width)
			}
		}
	}
	w.signIn()
	w.follow(chromedp.Click(chromedp.CSS(`nav a[href="/portal/sessions"]`)))
	w.says("less than a minute")
	look("sessions")
	view := evaluate[string](w, `document.querySelector(".watch a").href`)
	scripts(true)
	w.do(chromedp.Navigate(view), chromedp.WaitReady(chromedp.CSS("#notice:empty")))
	look("a live view")
	w.open("/portal/sessions")
	w.follow(chromedp.Click(chromedp.CSS("a.danger")))
	look("end a session")
	w.follow(chromedp.Click(chromedp.CSS("button.danger")))
	w.at("/portal/sessions")
	w.says("has ended")
	w.says("No browser session is alive.")
	look("a session has ended")
	if info, err := s.manager.Get(session.ID); err != nil || info.Alive() {
		t.Errorf("the session: %+v, %v", info, err)
	}
}
