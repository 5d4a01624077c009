package sessions_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"assay/service/browser"
	"assay/service/browser/sessions"
	"assay/service/certs"
	"assay/service/egress"
	"assay/service/portal/liveview"
	"assay/wire"
)

// TestMain lets the test binary be a service that has sessions and is killed.
func TestMain(m *testing.M) {
	if dir := os.Getenv("ASSAY_TEST_SERVICE"); dir != "" {
		serveUntilKilled(dir)
		return
	}
	flag.Parse()
	flag.Set("test.parallel", "6") // they wait for browsers and clients more than they work
	code := m.Run()
	if sharedBench != nil {
		sharedBench.Shutdown(context.Background())
		os.RemoveAll(filepath.Dir(sharedBench.dir))
	}
	os.RemoveAll(clientsDir)
	os.Exit(code)
}

// sharedBench is the manager of the tests that need none of their own, and commonSession
// its session of those that need none either.
var (
	sharedBench *bench
	sharedOnce  sync.Once

	commonSession *sessions.Session
	commonOnce    sync.Once
)

// shared returns a manager that other tests use at the same time: it has their sessions
// and browsers too. It starts no browser ahead.
func shared(t testing.TB) *bench {
	t.Helper()
	sharedOnce.Do(func() {
		dir, err := os.MkdirTemp("/tmp", "s")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		manager, ca := newManager(t, dir)
		sharedBench = &bench{manager, filepath.Join(dir, "browsers"), ca}
	})
	if sharedBench == nil {
		t.Fatal("there is no shared manager")
	}
	return sharedBench
}

// common returns a session of the shared manager that other tests use at the same time:
// each opens pages of its own.
func common(t testing.TB) *sessions.Session {
	t.Helper()
	b := shared(t)
	commonOnce.Do(func() {
		request := usual()
		request.Timeout = time.Hour
		session, err := b.Create(context.Background(), request)
		if err != nil {
			t.Fatal(err)
		}
		commonSession = session
	})
	if commonSession == nil {
		t.Fatal("there is no common session")
	}
	return commonSession
}

// bench is a manager under test.
type bench struct {
	*sessions.Manager
	dir string // of its browsers
	ca  string
}

// newBench returns a manager of the test's own, which starts no browser ahead.
func newBench(t testing.TB, change ...func(*sessions.Config)) *bench {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "s")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	// A browser may run as another user than the tests.
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	manager, ca := newManager(t, dir, change...)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := manager.Shutdown(ctx); err != nil {
			t.Error(err)
		}
	})
	return &bench{manager, filepath.Join(dir, "browsers"), ca}
}

func newManager(t testing.TB, dir string, change ...func(*sessions.Config)) (*sessions.Manager, string) {
	authority, err := certs.OpenAuthority(dir)
	if err != nil {
		t.Fatal(err)
	}
	config := sessions.Config{
		Dir:    filepath.Join(dir, "browsers"),
		Egress: egress.NewDialer(egress.Config{AllowPrivate: true}),
		Log:    slog.New(slog.DiscardHandler),
		TLS:    authority.Config(func(string) bool { return false }),
		Plain:  true,
		Max:    30,

		NoSpares: true, // each would cost its test a browser that nobody uses
		LiveView: liveview.Serve,
	}
	for _, change := range change {
		change(&config)
	}
	return sessions.New(config), authority.File()
}

// keepSpares has a manager start browsers ahead of their sessions.
func keepSpares(c *sessions.Config) { c.NoSpares = false }

// usual is a session that outlives its clients.
func usual() sessions.Request {
	return sessions.Request{Persona: browser.Linux, Timeout: time.Minute}
}

func (b *bench) create(t testing.TB, request sessions.Request) *sessions.Session {
	t.Helper()
	session, err := b.Create(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Delete(context.Background(), session.ID) }) // others need the room
	return session
}

// patience is how long tests wait for what comes at once where nothing else goes on.
const patience = time.Minute

// await waits until a session is as it should be, and returns it.
func (b *bench) await(t testing.TB, id string, what string, is func(wire.SessionInfo) bool) wire.SessionInfo {
	t.Helper()
	deadline := time.Now().Add(patience)
	for {
		info, err := b.Get(id)
		if err != nil {
			t.Fatal(err)
		}
		if is(info) {
			return info
		}
		if time.Now().After(deadline) {
			t.Fatalf("the session is not %s: %+v, reason %v, clients %d", what, info, info.EndReason, info.Clients)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func (b *bench) awaitEnd(t testing.TB, id, reason string) {
	t.Helper()
	info := b.await(t, id, "ended", func(i wire.SessionInfo) bool { return !i.Alive() })
	if *info.EndReason != reason {
		t.Errorf("it ended with %q, want %q", *info.EndReason, reason)
	}
}

func plain(address string) string { return wire.PlainURL(address) }

// devtools is a client that speaks the protocol and nothing else.
type devtools struct {
	t      testing.TB
	ws     *websocket.Conn
	lastID int
	events []reply
}

type reply struct {
	ID     int             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
	SessionID string `json:"sessionId"`
}

func connect(t testing.TB, address string) *devtools {
	t.Helper()
	ws, _, err := websocket.Dial(t.Context(), address, nil)
	if err != nil {
		t.Fatal(err)
	}
	ws.SetReadLimit(-1)
	t.Cleanup(func() { ws.CloseNow() })
	return &devtools{t: t, ws: ws}
}

func (d *devtools) send(text string) {
	d.t.Helper()
	if err := d.ws.Write(d.t.Context(), websocket.MessageText, []byte(text)); err != nil {
		d.t.Fatal(err)
	}
}

// next returns the next message.
func (d *devtools) next() (reply, error) {
	ctx, cancel := context.WithTimeout(d.t.Context(), time.Minute)
	defer cancel()
	_, text, err := d.ws.Read(ctx)
	var r reply
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	return r, err
}

// answer returns the answer with an id, keeping the events before it.
func (d *devtools) answer(id int) reply {
	d.t.Helper()
	for {
		r, err := d.next()
		if err != nil {
			d.t.Fatal(err)
		}
		if r.Method == "" && r.ID == id {
			return r
		}
		d.events = append(d.events, r)
	}
}

// call makes a call with params as JSON, in a session unless it is "".
func (d *devtools) call(session, method, params string) reply {
	d.t.Helper()
	d.lastID++
	in := ""
	if session != "" {
		in = `,"sessionId":"` + session + `"`
	}
	d.send(fmt.Sprintf(`{"id":%d,"method":%q,"params":%s%s}`, d.lastID, method, params, in))
	return d.answer(d.lastID)
}

// must is call of which the result is wanted.
func (d *devtools) must(session, method, params string, result any) {
	d.t.Helper()
	r := d.call(session, method, params)
	if r.Error != nil {
		d.t.Fatalf("%s %s: %s", method, params, r.Error.Message)
	}
	if result != nil {
		if err := json.Unmarshal(r.Result, result); err != nil {
			d.t.Fatal(err)
		}
	}
}

// page attaches to the session's first page.
func (d *devtools) page() (session, id string) {
	d.t.Helper()
	var targets struct {
		TargetInfos []struct{ TargetID, Type string }
	}
	d.must("", "Target.getTargets", `{}`, &targets)
	for _, info := range targets.TargetInfos {
		if info.Type == "page" {
			var attached struct{ SessionID string }
			d.must("", "Target.attachToTarget", `{"targetId":"`+info.TargetID+`","flatten":true}`, &attached)
			return attached.SessionID, info.TargetID
		}
	}
	d.t.Fatal("there is no page")
	return "", ""
}

// evaluate runs a script in a page and returns what it resolves to.
func (d *devtools) evaluate(session, script string) any {
	d.t.Helper()
	params, err := json.Marshal(map[string]any{"expression": script, "awaitPromise": true, "returnByValue": true})
	if err != nil {
		d.t.Fatal(err)
	}
	var result struct {
		Result           struct{ Value any }
		ExceptionDetails any
	}
	d.must(session, "Runtime.evaluate", string(params), &result)
	if result.ExceptionDetails != nil {
		d.t.Fatalf("the script threw: %v", result.ExceptionDetails)
	}
	return result.Result.Value
}

// site is a web site for clients to visit.
func site(t testing.TB) string {
	t.Helper()
	pages := map[string]string{
		"/":          `<title>Front</title><h1>Front</h1><a id="file" href="/file">file</a>`,
		"/form":      `<title>Form</title><input id="name"><button id="go">go</button><p id="said"></p><script>go.onclick = () => { said.textContent = document.getElementById('name').value; };</script>`,
		"/upload":    `<title>Upload</title><input type="file" id="chosen" multiple>`,
		"/frame":     `<title>Frame</title><iframe src="/inner"></iframe>`,
		"/inner":     `<h1>Inner</h1>`,
		"/agent":     agentPage,
		"/worker.js": agentWorker,
		"/canvas":    canvasPage,
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, ok := pages[r.URL.Path]
		switch {
		case r.URL.Path == "/file":
			w.Header().Set("Content-Disposition", `attachment; filename="report.txt"`)
			fmt.Fprint(w, "the report")
		case r.URL.Path == "/headers":
			w.Header().Set("Content-Type", "application/json")
			json.NewEncoder(w).Encode(map[string]string{
				"userAgent": r.UserAgent(), "brands": r.Header.Get("Sec-Ch-Ua"), "platform": r.Header.Get("Sec-Ch-Ua-Platform"),
				"language": r.Header.Get("Accept-Language"),
			})
		case !ok:
			http.NotFound(w, r)
		default:
			kind := "text/html; charset=utf-8"
			if strings.HasSuffix(r.URL.Path, ".js") {
				kind = "text/javascript"
			}
			w.Header().Set("Content-Type", kind)
			fmt.Fprint(w, text)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// eventually waits until something is so.
func eventually(t testing.TB, what string, is func() bool) {
	t.Helper()
	deadline := time.Now().Add(patience)
	for !is() {
		if time.Now().After(deadline) {
			t.Fatalf("it does not come to this: %s", what)
		}
		time.Sleep(10 * time.Millisecond)
	}
}
