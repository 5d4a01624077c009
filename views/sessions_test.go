package views

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"assay/ui/dialog"
	"assay/views/sessions"
	"assay/wire"
)

// browsers is the part of a staged service that runs sessions.
type browsers struct {
	t      *testing.T
	stage  *stage
	live   *httptest.Server // the host of all sessions
	mu     sync.Mutex
	list   []wire.SessionInfo
	silent []string // nodes that do not tell theirs
	asked  []wire.SessionRequest
	lists  int // how often it was asked for the list
	refuse string
	viewed chan string   // the paths of live views that were opened
	left   chan struct{} // told when one was closed
	end    chan string   // ends a live view with a reason
}

const secret = "SeCrEt"

// addBrowsers gives a stage sessions; without listing, only launching is there.
func addBrowsers(t *testing.T, s *stage, listing bool) *browsers {
	b := &browsers{t: t, stage: s, viewed: make(chan string, 100), left: make(chan struct{}, 100), end: make(chan string)}
	b.live = httptest.NewServer(http.HandlerFunc(b.stream))
	t.Cleanup(b.live.Close)
	s.mux.HandleFunc("POST /v1/managed/sessions", b.create)
	if listing {
		s.mux.HandleFunc("GET /v1/managed/sessions", func(w http.ResponseWriter, _ *http.Request) {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.lists++
			_ = json.NewEncoder(w).Encode(map[string]any{"sessions": append([]wire.SessionInfo{}, b.list...), "missing_nodes": b.silent})
		})
		s.mux.HandleFunc("DELETE /v1/managed/sessions/{id}", func(w http.ResponseWriter, r *http.Request) {
			b.change(r.PathValue("id"), func(s *wire.SessionInfo) {
				reason := "closed_by_request"
				s.State, s.EndReason, s.SecondsToTeardown, s.LastActivityAt = wire.StateEnded, &reason, nil, time.Now()
			})
			w.WriteHeader(http.StatusNoContent)
		})
	}
	return b
}

func (b *browsers) create(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	var request wire.SessionRequest
	if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
		b.t.Error(err)
	}
	b.asked = append(b.asked, request)
	if b.refuse != "" {
		w.WriteHeader(http.StatusUnprocessableEntity)
		fmt.Fprintf(w, `{"error_info":"There is no proxy in that country.","code":"invalid","field":%q}`, b.refuse)
		return
	}
	info := b.add(request.UAPreset, request.BrowserProfile, request.ShutdownMode, request.InactivityTimeout)
	w.WriteHeader(http.StatusCreated)
	_ = json.NewEncoder(w).Encode(info.Session)
}

// add adds an idle session; the lock is held.
func (b *browsers) add(preset, profile, shutdown string, inactivity int) wire.SessionInfo {
	id := fmt.Sprintf("%04d0000-0000-4000-8000-0000000000%02d", len(b.list)+1, len(b.list)+1)
	left := float64(inactivity)
	host := strings.TrimPrefix(b.live.URL, "http://")
	info := wire.SessionInfo{
		Session: wire.Session{ID: id, CDPURL: "wss://" + host + "/" + secret + "/devtools/browser/" + id, BaseURL: "https://" + host + "/" + secret},
		State:   wire.StateIdle, CreatedAt: time.Now(), LastActivityAt: time.Now(), SecondsToTeardown: &left,
		UAPreset: preset, BrowserProfile: profile, ShutdownMode: shutdown, InactivityTimeout: inactivity,
		Pages: []wire.SessionPage{{Index: 0, URL: "about:blank"}},
	}
	b.list = append(b.list, info)
	return info
}

func (b *browsers) change(id string, change func(*wire.SessionInfo)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i := range b.list {
		if b.list[i].ID == id {
			change(&b.list[i])
		}
	}
}

func (b *browsers) timesListed() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.lists
}

// stream is the live view: a red page with two pages beside it.
func (b *browsers) stream(w http.ResponseWriter, r *http.Request) {
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		b.t.Error(err)
		return
	}
	defer conn.CloseNow()
	ctx := conn.CloseRead(r.Context())
	b.viewed <- r.URL.String()
	defer func() { b.left <- struct{}{} }()
	red := image.NewRGBA(image.Rect(0, 0, 320, 180))
	draw.Draw(red, red.Bounds(), image.NewUniform(color.RGBA{255, 0, 0, 255}), image.Point{}, draw.Src)
	var picture bytes.Buffer
	if err := jpeg.Encode(&picture, red, nil); err != nil {
		b.t.Error(err)
	}
	_ = conn.Write(ctx, websocket.MessageText, []byte(`{"type":"page","index":0,"title":"A red page\u001b[2J","url":"https://red.example/path","width":320,"height":180,"pages":[{"index":0,"title":"","url":""},{"index":3,"title":"","url":""}]}`))
	_ = conn.Write(ctx, websocket.MessageBinary, picture.Bytes())
	select {
	case <-ctx.Done():
	case reason := <-b.end:
		_ = conn.Write(ctx, websocket.MessageText, []byte(`{"type":"ended","reason":"`+reason+`"}`))
		_ = conn.Close(websocket.StatusNormalClosure, "")
	}
}

// awaitView waits until a live view was opened and returns its path.
func awaitView(d *player, b *browsers) string {
	d.t.Helper()
	path := ""
	d.await("no live view was opened", func() bool {
		select {
		case path = <-b.viewed:
		default:
		}
		return path != ""
	})
	return path
}

func awaitLeave(d *player, b *browsers) {
	d.t.Helper()
	d.await("the live view was not closed", func() bool {
		select {
		case <-b.left:
			return true
		default:
			return false
		}
	})
}

// answer gets past the guard of a dialog.
func (d *player) answer(key string) {
	d.later(dialog.Guard)
	d.keys(key)
}

func TestSessionIsLaunchedWithTwoKeys(t *testing.T) {
	s := newStage(t)
	b := addBrowsers(t, s, true)
	d := open(t, s, 120, 36)
	d.until("3,410 of 10,000")
	d.keys("4")
	d.until("No browser is running.", "linux · light · on disconnect · 300 s · no proxy")
	d.keys("R")
	d.until("is ready", "1 alive", "idle", "0001…01", "about:blank", "1 session ")
	d.until("wss://127.0.0.1:", "ws://127.0.0.1:", "••••••")
	d.refuse(secret)
	want := wire.SessionRequest{UAPreset: "linux", BrowserProfile: "light", InactivityTimeout: 300, ShutdownMode: "on_disconnect"}
	if len(b.asked) != 1 || b.asked[0] != want {
		t.Errorf("asked for %+v", b.asked)
	}
	d.measure()
}

func TestOptionsAreKeptForTheNextSession(t *testing.T) {
	s := newStage(t)
	b := addBrowsers(t, s, true)
	folder := stateDir(t)
	same := func(o *Options) { o.StateDir = folder }
	d := open(t, s, 120, 36, same)
	d.keys("4")
	d.until("No browser is running.")
	d.keys("a")
	d.until("New session", "on inactivity timeout")
	d.keys("right", "right", "tab", "right", "tab", "right", "tab", "backspace", "backspace", "backspace")
	d.typed("90")
	d.keys("tab", "right", "right", "tab")
	d.typed("http://proxy.example:8080")
	d.keys("tab")
	d.typed("walter")
	d.keys("tab")
	d.typed("hunter2")
	d.refuse("hunter2")
	d.keys("enter")
	d.until("is ready", "windows", "stealth")
	got := b.asked[0]
	if got.Proxy == nil || *got.Proxy != *wire.CustomProxy("http://proxy.example:8080", "walter", "hunter2") {
		t.Errorf("asked for the proxy %+v", got.Proxy)
	}
	if got.Proxy = nil; got != (wire.SessionRequest{UAPreset: "windows", BrowserProfile: "stealth", InactivityTimeout: 90, ShutdownMode: "on_inactivity_timeout"}) {
		t.Errorf("asked for %+v", got)
	}
	keep(t, d)

	d = open(t, s, 120, 36, same)
	d.keys("4")
	d.until("1 alive")
	d.keys("R")
	d.until("is ready", "2 alive")
	if again := b.asked[1]; again.UAPreset != "windows" || again.InactivityTimeout != 90 || again.Proxy == nil || again.Proxy.Username != "walter" {
		t.Errorf("the same again was %+v", again)
	}
	keep(t, d)
	refuseInFiles(t, folder, "hunter2", secret)
}

// keep saves what the views remember, as quitting does.
func keep(t *testing.T, d *player) {
	t.Helper()
	d.keep()
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
		files++
		if info, err := entry.Info(); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s can be read by others (%v)", path, err)
		}
		data, err := os.ReadFile(path)
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
	s := newStage(t)
	b := addBrowsers(t, s, true)
	b.refuse = "inactivity_timeout_seconds"
	d := open(t, s, 120, 36)
	d.keys("4")
	d.until("No browser is running.")
	d.keys("R")
	d.until("no session was launched", "New session", "There is no proxy in that country.")
	d.keys("esc")
	d.until("No browser is running.")
}

func TestSessionsAreFollowed(t *testing.T) {
	s := newStage(t)
	b := addBrowsers(t, s, true)
	b.add("linux", "light", "on_inactivity_timeout", 300)
	b.add("macos", "stealth", "on_disconnect", 300)
	d := open(t, s, 120, 36)
	d.until("2 sessions") // told before the tab was looked at
	d.keys("4")
	d.until("2 alive", "idle", "4m 5", "0002…02")
	first := b.list[0].ID
	b.change(first, func(s *wire.SessionInfo) {
		s.State, s.SecondsToTeardown, s.Clients = wire.StateActive, nil, 2
		s.Pages = []wire.SessionPage{{Index: 0, Title: "Shop\x1b[31m", URL: "https://shop.example/x"}, {Index: 1, URL: "about:blank"}}
	})
	d.until("active", "after 5m idle", "shop.example +1")
	d.keys("j")
	d.until("300 s after its last client leaves")
	d.keys("x")
	d.until("End session 0001…01?", "Clients are connected and will lose it.")
	d.keys("enter") // typed ahead of the question
	d.until("End session 0001…01?")
	d.answer("enter")
	d.until("session 0001…01 ended", "ended", "1 alive", "closed by request")
	d.measure()
}

func TestPollingStopsUnseen(t *testing.T) {
	s := newStage(t)
	b := addBrowsers(t, s, true)
	d := open(t, s, 120, 36)
	d.keys("4")
	d.until("No browser is running.")
	n := b.timesListed()
	d.await("the sessions were asked for once only", func() bool { return b.timesListed() > n })
	d.keys("1")
	d.until("Calls this cycle")
	n = b.timesListed()
	deadline := time.After(2*time.Second + 500*time.Millisecond) // longer than a poll
	d.await("never", func() bool {
		select {
		case <-deadline:
			return true
		default:
			return false
		}
	})
	if got := b.timesListed(); got > n+1 { // one may have been under way
		t.Errorf("the sessions were asked for %d times while unseen", got-n)
	}
}

func TestAddressesAndScriptsAreCopied(t *testing.T) {
	s := newStage(t)
	b := addBrowsers(t, s, true)
	info := b.add("linux", "light", "on_disconnect", 300)
	d := open(t, s, 120, 36)
	for _, name := range []string{"DISPLAY", "WAYLAND_DISPLAY", "TMUX"} {
		t.Setenv(name, "")
	}
	t.Setenv("TERM", "linux") // has no clipboard: what was to be copied is shown
	d.keys("4")
	d.until("1 alive")
	plain := strings.Replace(info.CDPURL, "wss:", "ws:", 1)
	d.keys("y")
	d.until("Copy it by hand", info.CDPURL)
	d.keys("esc")
	d.gone("Copy it by hand")
	for pick, want := range map[string]string{"TLS": plain, "base_url": info.BaseURL, "live": info.BaseURL + "/stream/0"} {
		d.keys("Y")
		d.until("Copy of 0001…01", "base_url")
		d.typed(pick)
		d.keys("enter")
		d.until("Copy it by hand", want)
		d.keys("esc")
		d.gone("Copy it by hand")
	}
	for _, tt := range []struct{ pick, want string }{
		{"javascript", "connectOverCDP("}, {"python", "connect_over_cdp("}, {"puppeteer", "browserWSEndpoint:"}, {"chromedp", "remote.NewAllocator("},
	} {
		d.keys("W")
		d.until("Script for 0001…01", "Playwright (Python)")
		d.typed(tt.pick)
		d.keys("enter")
		d.until("Copy it by hand", tt.want)
		d.keys("esc")
		d.gone("Copy it by hand")
	}
	d.keys("o")
	d.until("there is no desktop here")
}

func TestSessionPageIsAsked(t *testing.T) {
	for _, size := range []struct{ width, height int }{{120, 36}, {80, 24}} {
		s := newStage(t)
		b := addBrowsers(t, s, true)
		info := b.add("linux", "light", "on_inactivity_timeout", 300)
		asked := make(chan string, 1)
		s.mux.HandleFunc("POST /v1/managed/sessions/{id}/query-data", func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			asked <- r.PathValue("id") + " " + strings.TrimSpace(string(body))
			io.WriteString(w, `{"data":{"order":"A-1042"},"metadata":{"request_id":"r","screenshot":null,"generated_query":null}}`)
		})
		d := open(t, s, size.width, size.height)
		d.keys("4")
		d.until("1 alive")
		if d.keys("enter"); size.width < 100 {
			d.until("cdp_url", "list") // the details
			d.keys("enter")
		}
		d.until("session:" + info.ID)
		d.typed("{ order }")
		d.keys("ctrl+r")
		d.until("A-1042")
		if got, want := <-asked, info.ID+` {"query":"{ order }"}`; got != want {
			t.Errorf("at %dx%d %s was asked, want %s", size.width, size.height, got, want)
		}
		d.keys("alt+4")
		b.change(info.ID, func(s *wire.SessionInfo) { s.State, s.SecondsToTeardown = wire.StateEnded, nil })
		d.until("ended")
		d.keys("enter")
		d.until("the session has ended")
	}
}

func TestPreview(t *testing.T) {
	s := newStage(t)
	b := addBrowsers(t, s, true)
	b.add("linux", "light", "on_disconnect", 300)
	b.add("linux", "light", "on_disconnect", 300)
	for _, width := range []int{120, 80} {
		d := open(t, s, width, 36, colourful(t))
		d.keys("4")
		d.until("2 alive")
		d.keys("v")
		if path := awaitView(d, b); path != "/"+secret+"/stream/0/frames?readonly=1" {
			t.Errorf("looked at %s", path)
		}
		d.until("Page 0 of 2, live", "A red page", "https://red.example/path")
		if !strings.Contains(d.m.View(), "\x1b[101m") {
			t.Errorf("nothing is red:\n%s", d.text())
		}
		if strings.Contains(d.m.View(), "\x1b[2J") {
			t.Error("the page's title reached the terminal")
		}
		d.measure()
		d.keys("}")
		awaitLeave(d, b)
		if path := awaitView(d, b); !strings.Contains(path, "/stream/3/") {
			t.Errorf("the next page is %s", path)
		}
		d.until("Page 3", "live")
		d.keys("1") // unseen, it is fed no more
		awaitLeave(d, b)
		d.keys("4")
		awaitView(d, b)
		b.end <- "inactivity"
		awaitLeave(d, b)
		d.until("the session has ended: inactivity")
		d.keys("v")
		d.gone("the session has ended")
	}
}

// colourful gives the dashboard the sixteen colours, whatever the test writes to.
func colourful(t *testing.T) func(*Options) {
	return func(*Options) {
		t.Setenv("NO_COLOR", "")
		t.Setenv("CLICOLOR_FORCE", "1")
		t.Setenv("TERM", "xterm")
	}
}

func TestPreviewWithoutColours(t *testing.T) {
	s := newStage(t)
	b := addBrowsers(t, s, true)
	b.add("linux", "light", "on_disconnect", 300)
	d := open(t, s, 120, 36)
	d.keys("4")
	d.until("1 alive")
	d.keys("v")
	d.until("NO_COLOR is set", "o opens the live view in the web browser")
	if len(b.viewed) > 0 {
		t.Error("a live view was opened that cannot be shown")
	}
}

func TestServiceThatListsNothing(t *testing.T) {
	s := newStage(t)
	addBrowsers(t, s, false)
	folder := stateDir(t)
	same := func(o *Options) { o.StateDir = folder }
	d := open(t, s, 120, 36, same)
	d.keys("4")
	d.until("No browser is running.")
	d.keys("R")
	d.until("is ready", "up to 1 alive", "unknown", "launched here", "up to 1 session", "not known: this service lists none")
	keep(t, d)
	if got := farewell(d); !strings.Contains(got, "launched here lives on") {
		t.Errorf("it says %q", got)
	}
	refuseInFiles(t, folder, secret)

	d = open(t, s, 120, 36, same)
	d.keys("4")
	d.until("0001…01", "not kept: it is a secret", "launched here")
	d.keys("y")
	d.until("its addresses are not known")
	d.keys("x")
	d.until("Forget session 0001…01?", "no way to end a session")
	d.answer("enter")
	d.until("No browser is running.")
	if got := farewell(d); got != "" {
		t.Errorf("it says %q", got)
	}
}

// TestIncompleteList: a list that lacks the sessions of some nodes says so, also if there is
// none in it.
func TestIncompleteList(t *testing.T) {
	s := newStage(t)
	b := addBrowsers(t, s, true)
	b.silent = []string{"https://one.example", "https://two.example"}
	d := open(t, s, 120, 36)
	d.keys("4")
	d.until("incomplete: no answer of 2 nodes", "No browser is running.")
	d.keys("R")
	d.until("1 alive", "incomplete: no answer of 2 nodes")
	b.mu.Lock()
	b.silent = nil
	b.mu.Unlock()
	d.keys("r")
	d.gone("incomplete")
}

func farewell(d *player) string {
	for _, v := range d.m.views {
		if s, ok := v.(*sessions.View); ok {
			return s.Farewell()
		}
	}
	d.t.Fatal("there is no Sessions tab")
	return ""
}

func TestFarewell(t *testing.T) {
	s := newStage(t)
	b := addBrowsers(t, s, true)
	d := open(t, s, 100, 30)
	d.keys("4")
	d.until("No browser is running.")
	if got := farewell(d); got != "" {
		t.Errorf("without sessions it says %q", got)
	}
	b.mu.Lock()
	b.add("linux", "light", "on_disconnect", 300)
	b.add("linux", "light", "on_disconnect", 300)
	b.mu.Unlock()
	d.keys("r")
	d.until("2 alive")
	if got := farewell(d); !strings.HasPrefix(got, "2 browser sessions live on") || !strings.Contains(got, "assay session list") {
		t.Errorf("with two sessions it says %q", got)
	}
}

func TestSessionsWithoutService(t *testing.T) {
	s := newStage(t)
	s.mux.HandleFunc("GET /v1/managed/sessions", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = io.WriteString(w, `{"error_info":"Nobody has this one."}`)
	})
	d := open(t, s, 80, 24)
	d.keys("4")
	d.until("The sessions could not be read.", "Nobody has this one.", "ASSAY_API_KEY", "tries again")
	d.measure()
}
