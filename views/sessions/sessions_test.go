package sessions_test

import (
	"errors"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/muesli/termenv"

	"assay/themes"
	"assay/views/frame"
	"assay/views/sessions"
	"assay/views/viewtest"
	"assay/wire"
)

func open(t *testing.T, s *viewtest.Stage, folder string, width, height int) *viewtest.Player {
	t.Helper()
	env := viewtest.Env(t, s.URL, folder)
	return viewtest.Open(t, env, sessions.New(env), width, height-3)
}

// empty shows the tab of a service without sessions.
func empty(t *testing.T) (*viewtest.Browsers, *viewtest.Player) {
	t.Helper()
	s := viewtest.NewStage(t)
	b := viewtest.AddBrowsers(t, s, true)
	p := open(t, s, "", 120, 36)
	p.Until("No browser is running.")
	return b, p
}

func TestSessionIsLaunchedWithTwoKeys(t *testing.T) {
	t.Parallel()
	b, p := empty(t)
	p.Until("linux · light · on disconnect · 300 s · no proxy")
	p.Keys("R")
	p.Until("is ready", "1 alive", "idle", "0001…01", "about:blank")
	p.Until("wss://127.0.0.1:", "ws://127.0.0.1:", "••••••")
	p.Refuse(viewtest.Secret)
	want := wire.SessionRequest{UAPreset: "linux", BrowserProfile: "light", InactivityTimeout: 300, ShutdownMode: "on_disconnect"}
	if len(b.Asked) != 1 || b.Asked[0] != want {
		t.Errorf("asked for %+v", b.Asked)
	}
	p.Measure()
}

// Where there is no room for all, the age of a session goes before the name of its page.
func TestPagesAreNotCutForTheAge(t *testing.T) {
	t.Parallel()
	s := viewtest.NewStage(t)
	b := viewtest.AddBrowsers(t, s, true)
	id := b.Add("linux", "light", "on_disconnect", 300).ID
	b.Change(id, func(i *wire.SessionInfo) {
		i.Pages = []wire.SessionPage{{URL: "https://shop.example/", Title: "Your cart"}}
	})
	p := open(t, s, "", 80, 24)
	p.Until("PROFILE", "Your cart · shop.example")
	p.Refuse("  AGE")
	p.Measure()
}

func TestOptionsAreKeptForTheNextSession(t *testing.T) {
	t.Parallel()
	s := viewtest.NewStage(t)
	b := viewtest.AddBrowsers(t, s, true)
	folder := viewtest.Folder(t)
	p := open(t, s, folder, 120, 36)
	p.Until("No browser is running.")
	p.Keys("a")
	p.Until("New session", "on inactivity timeout")
	p.Keys("right", "right", "tab", "right", "tab", "right", "tab", "backspace", "backspace", "backspace")
	p.Type("90")
	p.Keys("tab", "right", "right", "tab")
	p.Type("http://proxy.example:8080")
	p.Keys("tab")
	p.Type("walter")
	p.Keys("tab")
	p.Type("hunter2")
	p.Refuse("hunter2")
	p.Keys("enter")
	p.Until("is ready", "windows", "stealth")
	got := b.Asked[0]
	if got.Proxy == nil || *got.Proxy != *wire.CustomProxy("http://proxy.example:8080", "walter", "hunter2") {
		t.Errorf("asked for the proxy %+v", got.Proxy)
	}
	if got.Proxy = nil; got != (wire.SessionRequest{UAPreset: "windows", BrowserProfile: "stealth", InactivityTimeout: 90, ShutdownMode: "on_inactivity_timeout"}) {
		t.Errorf("asked for %+v", got)
	}
	p.Keep()

	p = open(t, s, folder, 120, 36)
	p.Until("1 alive")
	p.Keys("R")
	p.Until("is ready", "2 alive")
	if again := b.Asked[1]; again.UAPreset != "windows" || again.InactivityTimeout != 90 || again.Proxy == nil || again.Proxy.Username != "walter" {
		t.Errorf("the same again was %+v", again)
	}
	p.Keep()
	refuseInFiles(t, folder, "hunter2", viewtest.Secret)
}

// refuseInFiles fails if a file of the folder holds one of the texts, or can be
// read by others.
func refuseInFiles(t *testing.T, folder string, texts ...string) {
	t.Helper()
	files := 0
	err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) { // a journal of SQLite, which comes and goes
			return nil
		}
		files++
		if err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s can be read by others (%v)", path, err)
		}
		data, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		for _, text := range texts {
			if strings.Contains(string(data), text) {
				t.Errorf("%s holds %q", path, text)
			}
		}
		return err
	})
	if err != nil || files == 0 {
		t.Errorf("%d files were kept (%v)", files, err)
	}
}

func TestRefusedSessionPointsAtTheField(t *testing.T) {
	t.Parallel()
	s := viewtest.NewStage(t)
	b := viewtest.AddBrowsers(t, s, true)
	b.Refuse = "inactivity_timeout_seconds"
	p := open(t, s, "", 120, 36)
	p.Until("No browser is running.")
	p.Keys("R")
	p.Until("no session was launched", "New session", "There is no proxy in that country.")
	p.Keys("esc")
	p.Until("No browser is running.")
}

func TestSessionsAreFollowed(t *testing.T) {
	t.Parallel()
	s := viewtest.NewStage(t)
	b := viewtest.AddBrowsers(t, s, true)
	b.Add("linux", "light", "on_inactivity_timeout", 300)
	b.Add("macos", "stealth", "on_disconnect", 300)
	p := open(t, s, "", 120, 36)
	if told := viewtest.Told[frame.SessionsAlive](p); told.Count != 2 {
		t.Errorf("%d sessions are told of", told.Count)
	}
	p.Until("2 alive", "idle", "4m 5", "0002…02")
	first := b.List[0].ID
	b.Change(first, func(s *wire.SessionInfo) {
		s.State, s.SecondsToTeardown, s.Clients = wire.StateActive, nil, 2
		s.Pages = []wire.SessionPage{{Index: 0, Title: "Shop\x1b[31m", URL: "https://shop.example/x"}, {Index: 1, URL: "about:blank"}}
	})
	p.Until("active", "after 5m idle", "shop.example +1")
	p.Keys("j")
	p.Until("300 s after its last client leaves")
	p.Keys("x")
	p.Until("End session 0001…01?", "Clients are connected and will lose it.")
	p.Keys("enter") // typed ahead of the question
	p.Until("End session 0001…01?")
	p.Answer("enter")
	p.Until("session 0001…01 ended", "ended", "1 alive", "closed by request")
	p.Measure()
}

func TestPollingStopsUnseen(t *testing.T) {
	t.Parallel()
	b, p := empty(t)
	n := b.TimesListed()
	p.Await("the sessions were asked for once only", func() bool { return b.TimesListed() > n })
	p.Show(false)
	n = b.TimesListed()
	deadline := time.After(10 * sessions.PollEvery())
	p.Await("never", func() bool {
		select {
		case <-deadline:
			return true
		default:
			return false
		}
	})
	if got := b.TimesListed(); got > n+1 { // one may have been under way
		t.Errorf("the sessions were asked for %d times while unseen", got-n)
	}
}

func TestAddressesAndScriptsAreCopied(t *testing.T) {
	s := viewtest.NewStage(t)
	b := viewtest.AddBrowsers(t, s, true)
	info := b.Add("linux", "light", "on_disconnect", 300)
	for _, name := range []string{"DISPLAY", "WAYLAND_DISPLAY"} {
		t.Setenv(name, "") // no desktop to open a page on
	}
	p := open(t, s, "", 120, 36)
	p.Until("1 alive")
	copied := func(want string) {
		t.Helper()
		if got := viewtest.Told[frame.Copy](p).Text; !strings.Contains(got, want) {
			t.Errorf("copied %q, want %q", got, want)
		}
	}
	p.Keys("y")
	copied(info.CDPURL)
	plain := strings.Replace(info.CDPURL, "wss:", "ws:", 1)
	for pick, want := range map[string]string{"TLS": plain, "base_url": info.BaseURL, "live": info.BaseURL + "/stream/0"} {
		p.Keys("Y")
		p.Until("Copy of 0001…01", "base_url")
		p.Type(pick)
		p.Keys("enter")
		copied(want)
	}
	for _, tt := range []struct{ pick, want string }{
		{"javascript", "connectOverCDP("}, {"python", "connect_over_cdp("}, {"puppeteer", "browserWSEndpoint:"}, {"chromedp", "remote.NewAllocator("},
	} {
		p.Keys("W")
		p.Until("Script for 0001…01", "Playwright (Python)")
		p.Type(tt.pick)
		p.Keys("enter")
		copied(tt.want)
	}
	p.Keys("o")
	p.Until("there is no desktop here")
}

// Enter asks the page of a session in the Query tab.
func TestSessionPageIsAsked(t *testing.T) {
	t.Parallel()
	s := viewtest.NewStage(t)
	b := viewtest.AddBrowsers(t, s, true)
	info := b.Add("linux", "light", "on_inactivity_timeout", 300)
	p := open(t, s, "", 80, 24)
	p.Until("1 alive")
	p.Keys("enter")
	p.Until("cdp_url", "list") // the details, where there is no room for them
	p.Keys("enter")
	if visit := viewtest.Told[frame.Visit](p); visit.Tab != "Query" {
		t.Errorf("it goes to %+v", visit)
	}
	b.Change(info.ID, func(s *wire.SessionInfo) { s.State, s.SecondsToTeardown = wire.StateEnded, nil })
	p.Until("ended")
	p.Keys("enter")
	p.Until("the session has ended")
}

func TestPreview(t *testing.T) {
	t.Setenv("TERM", "xterm") // which draws pictures in blocks
	s := viewtest.NewStage(t)
	b := viewtest.AddBrowsers(t, s, true)
	b.Add("linux", "light", "on_disconnect", 300)
	b.Add("linux", "light", "on_disconnect", 300)
	for _, width := range []int{120, 80} {
		env := viewtest.Env(t, s.URL, "")
		env.Theme = themes.New(themes.Default(true), termenv.ANSI, themes.GlyphsFor(false))
		p := viewtest.Open(t, env, sessions.New(env), width, 33)
		viewed, left := await(p, b.Viewed), await(p, b.Left)
		p.Until("2 alive")
		p.Keys("v")
		if path := viewed(); path != "/"+viewtest.Secret+"/stream/0/frames?readonly=1" {
			t.Errorf("looked at %s", path)
		}
		p.Until("Page 0 of 2, live", "A red page", "https://red.example/path")
		drawn := strings.Join(p.View.View(), "\n")
		if !strings.Contains(drawn, "\x1b[101m") {
			t.Errorf("nothing is red:\n%s", p.Text())
		}
		if strings.Contains(drawn, "\x1b[2J") {
			t.Error("the page's title reached the terminal")
		}
		p.Measure()
		p.Keys("}")
		left()
		if path := viewed(); !strings.Contains(path, "/stream/3/") {
			t.Errorf("the next page is %s", path)
		}
		p.Until("Page 3", "live")
		p.Show(false) // unseen, it is fed no more
		left()
		p.Show(true)
		viewed()
		b.End <- "inactivity"
		left()
		p.Until("the session has ended: inactivity")
		p.Keys("v")
		p.Gone("the session has ended")
	}
}

// await returns a function that waits for what comes of a channel.
func await[T any](p *viewtest.Player, c <-chan T) func() T {
	return func() (got T) {
		p.T.Helper()
		p.Await("nothing came", func() bool {
			select {
			case got = <-c:
				return true
			default:
				return false
			}
		})
		return got
	}
}

func TestPreviewWithoutColours(t *testing.T) {
	t.Parallel()
	s := viewtest.NewStage(t)
	b := viewtest.AddBrowsers(t, s, true)
	b.Add("linux", "light", "on_disconnect", 300)
	p := open(t, s, "", 120, 36)
	p.Until("1 alive")
	p.Keys("v")
	p.Until("NO_COLOR is set", "o opens the live view in the web browser")
	if len(b.Viewed) > 0 {
		t.Error("a live view was opened that cannot be shown")
	}
}

func TestServiceThatListsNothing(t *testing.T) {
	t.Parallel()
	s := viewtest.NewStage(t)
	viewtest.AddBrowsers(t, s, false)
	folder := viewtest.Folder(t)
	p := open(t, s, folder, 120, 36)
	p.Until("No browser is running.")
	p.Keys("R")
	p.Until("is ready", "up to 1 alive", "unknown", "launched here", "not known: this service lists none")
	p.Keep()
	if got := p.View.(*sessions.View).Farewell(); !strings.Contains(got, "launched here keeps running") {
		t.Errorf("it says %q", got)
	}
	refuseInFiles(t, folder, viewtest.Secret)

	p = open(t, s, folder, 120, 36)
	p.Until("0001…01", "not kept: it is a secret", "launched here")
	p.Keys("y")
	p.Until("its addresses are not known")
	p.Keys("x")
	p.Until("Forget session 0001…01?", "no way to end a session")
	p.Answer("enter")
	p.Until("No browser is running.")
	if got := p.View.(*sessions.View).Farewell(); got != "" {
		t.Errorf("it says %q", got)
	}
}

// TestIncompleteList: a list that lacks the sessions of some nodes says so, also if there is
// none in it.
func TestIncompleteList(t *testing.T) {
	t.Parallel()
	s := viewtest.NewStage(t)
	b := viewtest.AddBrowsers(t, s, true)
	b.Silent = []string{"https://one.example", "https://two.example"}
	p := open(t, s, "", 120, 36)
	p.Until("incomplete: no answer of 2 nodes", "No browser is running.")
	p.Keys("R")
	p.Until("1 alive", "incomplete: no answer of 2 nodes")
	b.Lock()
	b.Silent = nil
	b.Unlock()
	p.Keys("r")
	p.Gone("incomplete")
}

func TestFarewell(t *testing.T) {
	t.Parallel()
	s := viewtest.NewStage(t)
	b := viewtest.AddBrowsers(t, s, true)
	p := open(t, s, "", 100, 30)
	p.Until("No browser is running.")
	if got := p.View.(*sessions.View).Farewell(); got != "" {
		t.Errorf("without sessions it says %q", got)
	}
	b.Lock()
	b.Add("linux", "light", "on_disconnect", 300)
	b.Add("linux", "light", "on_disconnect", 300)
	b.Unlock()
	p.Keys("r")
	p.Until("2 alive")
	if got := p.View.(*sessions.View).Farewell(); !strings.HasPrefix(got, "2 browser sessions keep running") || !strings.Contains(got, "assay session list") {
		t.Errorf("with two sessions it says %q", got)
	}
}

func TestSessionsWithoutService(t *testing.T) {
	t.Parallel()
	s := viewtest.NewStage(t)
	s.Mux.HandleFunc("GET /v1/managed/sessions", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = io.WriteString(w, `{"error_info":"Nobody has this one."}`)
	})
	p := open(t, s, "", 80, 24)
	p.Until("The sessions could not be read.", "Nobody has this one.", "ASSAY_API_KEY", "tries again")
	p.Measure()
}

// What a launch at once would launch is told whole on the smallest screen.
func TestEmptyListOnASmallScreen(t *testing.T) {
	t.Parallel()
	s := viewtest.NewStage(t)
	viewtest.AddBrowsers(t, s, true)
	p := open(t, s, "", 60, 17) // of which a screen of 16 lines has 14
	p.Until("No browser is running.", "300 s · no proxy", "W a script that uses it.")
	p.Measure()
}
