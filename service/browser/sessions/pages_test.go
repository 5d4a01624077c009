package sessions_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/service/browser/sessions"
	"assay/service/browser/sessiontest"
	"assay/service/egress"
	"assay/service/servicetest"
	"assay/wire"
)

// turncoat is a resolver whose names are at the first address when they are first asked
// for, and at the second from then on.
type turncoat struct {
	mu    sync.Mutex
	names map[string][2]string
	asked map[string]int
}

func (r *turncoat) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	addresses, ok := r.names[host]
	if !ok {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	turn := min(r.asked[host], 1)
	r.asked[host]++
	return []netip.Addr{netip.MustParseAddr(addresses[turn])}, nil
}

// pagesTry returns how pages of a session try to reach an address: what each way comes
// to is "reached" or "refused".
func pagesTry(client *sessiontest.Client, page string) (fetches, connects func(address string) any) {
	fetches = func(address string) any {
		return client.Evaluate(page, fmt.Sprintf(`fetch(%q,{mode:"no-cors",cache:"no-store"}).then(() => "reached", () => "refused")`, address))
	}
	connects = func(address string) any {
		return client.Evaluate(page, fmt.Sprintf(`new Promise((done) => { const s = new WebSocket(%q); s.onopen = () => done("reached"); s.onerror = () => done("refused"); })`, address))
	}
	return fetches, connects
}

// TestPagesCannotReachTheService tries addresses and names that lead to the service
// itself, to sessions, and to where machines tell their secrets.
func TestPagesCannotReachTheService(t *testing.T) {
	t.Parallel()
	listen := func() net.Listener {
		server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Access-Control-Allow-Origin", "*")
			fmt.Fprint(w, "<title>here</title>")
		}))
		server.Config.SetKeepAlivesEnabled(false) // each request is a connection, and a look at the name
		server.Start()
		t.Cleanup(server.Close)
		return server.Listener
	}
	neighbour, service := listen(), listen() // another program, and the service's interface
	_, open, _ := net.SplitHostPort(neighbour.Addr().String())
	resolver := &turncoat{asked: map[string]int{}, names: map[string][2]string{
		"steady.test": {"127.0.0.1", "127.0.0.1"},
		"turn.test":   {"127.0.0.1", "169.254.169.254"},
		"mapped.test": {"127.0.0.1", "::ffff:169.254.169.254"},
		"any.test":    {"127.0.0.1", "0.0.0.0"},
		"late.test":   {"169.254.169.254", "127.0.0.1"},
	}}
	b := sessiontest.New(t, func(c *sessions.Config) {
		c.Egress = egress.NewDialer(egress.Config{AllowPrivate: true, Resolver: resolver})
		t.Cleanup(c.Egress.Protect(service.Addr()))
	})
	session, other := b.Begin(t, sessiontest.Usual()), b.Begin(t, sessiontest.Usual())
	client := sessiontest.Connect(t, session)
	page, _ := client.Page()
	client.Must(page, "Page.navigate", `{"url":"http://`+neighbour.Addr().String()+`/"}`, nil)
	servicetest.Eventually(t, "the page is there", func() bool { return client.Evaluate(page, "document.title") == "here" })
	fetches, connects := pagesTry(client, page)

	// An address counts when it is dialled: what a name was before, or is after, does not.
	for _, test := range []struct{ name, first, later string }{
		{"steady.test", "reached", "reached"}, // what is tried here is noticed where it is allowed
		{"turn.test", "reached", "refused"},
		{"mapped.test", "reached", "refused"},
		{"any.test", "reached", "refused"},
		{"late.test", "refused", "reached"},
		{"unknown.test", "refused", "refused"},
	} {
		first := fetches("http://" + test.name + ":" + open + "/")
		later := fetches("http://" + test.name + ":" + open + "/")
		if first != test.first || later != test.later {
			t.Errorf("%s is %v and then %v, want %s and %s", test.name, first, later, test.first, test.later)
		}
	}
	resolver.names["steady6.test"] = [2]string{"::1", "::ffff:127.0.0.1"}
	for _, base := range []string{"http://" + service.Addr().String(), wire.PlainURL(other.Wire().BaseURL), wire.PlainURL(session.Wire().BaseURL)} {
		at, err := url.Parse(base)
		if err != nil {
			t.Fatal(err)
		}
		for _, host := range []string{"127.0.0.1", "localhost", "a.localhost", "[::1]", "0.0.0.0", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[64:ff9b::7f00:1]",
			"2130706433", "0x7f.1", "127.1", "127.8.8.8", "steady.test", "steady6.test"} {
			if got := fetches("http://" + host + ":" + at.Port() + at.Path + "/json/version"); got != "refused" {
				t.Errorf("a page asks %s for port %s: %v", host, at.Port(), got)
			}
		}
	}
	for _, address := range []string{wire.PlainURL(other.Wire().CDPURL), wire.PlainURL(session.Wire().CDPURL), "ws://" + service.Addr().String() + "/", "ws://steady.test:" + fmt.Sprint(service.Addr().(*net.TCPAddr).Port) + "/"} {
		if got := connects(address); got != "refused" {
			t.Errorf("a page connects to %s: %v", address, got)
		}
	}
	for _, address := range []string{"http://169.254.169.254/", "http://metadata.google.internal/", "http://[fd00:ec2::254]/"} {
		if got := fetches(address); got != "refused" {
			t.Errorf("a page asks %s: %v", address, got)
		}
	}
}

// ways lead a page to an address that it may not go to, or take it in.
func ways(t *testing.T, d *sessiontest.Client, at, address string) map[string]func() {
	frame := `<iframe src="` + address + `"></iframe><object data="` + address + `"></object><embed src="` + address + `">`
	redirect := httptest.NewServer(http.RedirectHandler(address, http.StatusFound))
	t.Cleanup(redirect.Close)
	quoted := strconv.Quote(address)
	run := func(script string) func() {
		// A document that is left while it answers may never do so.
		return func() { d.Evaluate(at, "void setTimeout(() => {"+script+"})") }
	}
	return map[string]func(){
		"a redirect":  func() { d.Call(at, "Page.navigate", `{"url":"`+redirect.URL+`"}`) },
		"a data page": func() { d.Must(at, "Page.navigate", `{"url":"data:text/html,`+url.PathEscape(frame)+`"}`, nil) },
		"written content": func() {
			var tree struct {
				FrameTree struct{ Frame struct{ ID string } }
			}
			d.Must(at, "Page.getFrameTree", `{}`, &tree)
			params, err := json.Marshal(map[string]string{"frameId": tree.FrameTree.Frame.ID, "html": frame})
			if err != nil {
				t.Fatal(err)
			}
			d.Must(at, "Page.setDocumentContent", string(params), nil)
		},
		"a script":          run(`open(` + quoted + `); location.href = ` + quoted),
		"a blob":            run(`location.href = URL.createObjectURL(new Blob([` + strconv.Quote(frame) + `], {type: "text/html"}))`),
		"a blob in a frame": run(`const f = document.createElement("iframe"); f.src = URL.createObjectURL(new Blob([` + strconv.Quote(frame) + `], {type: "text/html"})); document.body.append(f)`),
		"javascript:":       run(`const f = document.createElement("iframe"); document.body.append(f); f.src = "javascript:location.href=" + JSON.stringify(` + quoted + `)`),
		"a refresh":         run(`document.body.innerHTML = '<meta http-equiv="refresh" content="0;url=` + address + `">'`),
		"a form":            run(`document.body.innerHTML = '<form action="` + address + `"></form>'; document.forms[0].submit()`),
		"a source":          run(`open("view-source:" + ` + quoted + `); location.href = "view-source:" + ` + quoted),
		"a file system":     run(`document.body.innerHTML = '<iframe src="filesystem:` + address + `"></iframe>'; open("filesystem:" + ` + quoted + `); location.href = "filesystem:" + ` + quoted),
		"a worker":          run(`new Worker(` + quoted + `)`),
		"a new document's script": func() {
			params, err := json.Marshal(map[string]string{"source": `open(` + quoted + `); location.href = ` + quoted})
			if err != nil {
				t.Fatal(err)
			}
			d.Must(at, "Page.addScriptToEvaluateOnNewDocument", string(params), nil)
			d.Must(at, "Page.reload", `{}`, nil)
		},
	}
}

// findings returns what of a page, and by which look at it, holds the word secret.
func findings(d *sessiontest.Client, at, address string) []string {
	quoted := strconv.Quote(address)
	looks := map[string]string{
		"fetch": `fetch(` + quoted + `).then((r) => r.text(), () => "")`,
		"request": `new Promise((done) => { const x = new XMLHttpRequest(); x.onloadend = () => done(x.responseText);
			try { x.open("GET", ` + quoted + `); x.send(); } catch { done(""); } })`,
		"text": `new Promise((done) => setTimeout(() => done(document.documentElement.innerText + [...document.querySelectorAll("iframe")].map((f) => f.contentDocument?.body?.innerText).join()), 200))`,
	}
	var found []string
	for name, script := range looks {
		// Nothing is waited for in the page: a document that is left may never answer.
		evaluate := func(script string) string {
			params, _ := json.Marshal(map[string]any{"returnByValue": true, "expression": script})
			return string(d.Call(at, "Runtime.evaluate", string(params)).Result)
		}
		for end := time.Now().Add(5 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
			seen := evaluate("globalThis.looked")
			if strings.Contains(seen, `"looked `) {
				if strings.Contains(seen, theSecret) {
					found = append(found, name)
				}
				break
			}
			if strings.Contains(seen, "undefined") { // not yet begun in this document
				evaluate(`globalThis.looked = "begun"; void (` + script + `).then((text) => { globalThis.looked = "looked " + text; })`)
			}
		}
		evaluate("void delete globalThis.looked")
	}
	calls := map[string][2]string{
		"snapshot": {"Page.captureSnapshot", `{}`},
		"tree":     {"DOMSnapshot.captureSnapshot", `{"computedStyles":[]}`},
	}
	for name, call := range calls {
		// A snapshot's lines are broken wherever they are full.
		r := d.Call(at, call[0], call[1])
		if strings.Contains(strings.ReplaceAll(string(r.Result), `=\r\n`, ""), theSecret) {
			found = append(found, name)
		}
	}
	var targets struct{ TargetInfos []struct{ URL string } }
	d.Must("", "Target.getTargets", `{}`, &targets)
	for _, info := range targets.TargetInfos {
		if info.URL == address || strings.HasPrefix(info.URL, "file:") || strings.HasPrefix(info.URL, "view-source:") {
			found = append(found, "at "+info.URL)
			break
		}
	}
	slices.Sort(found)
	return found
}

// theSecret is what stands in the file that no session may read.
const theSecret = "secretword"

func TestPagesCannotReadFiles(t *testing.T) {
	t.Parallel()
	secret := filepath.Join(t.TempDir(), "secret.txt")
	if err := os.WriteFile(secret, []byte(theSecret), 0o644); err != nil {
		t.Fatal(err)
	}
	// The same, where pages may read it.
	allowed := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		if r.URL.Path == "/" {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "<body>Front</body>")
			return
		}
		fmt.Fprint(w, theSecret)
	}))
	defer allowed.Close()
	b := sessiontest.Shared(t)
	session := b.Begin(t, sessiontest.Usual())
	d := sessiontest.Connect(t, session)

	// Each look finds what may be read.
	seen := map[string]bool{}
	page := d.Document(allowed.URL)
	control := ways(t, d, page, allowed.URL+"/secret")
	control["written content"]()
	control["a script"]()
	all := []string{"fetch", "request", "text", "snapshot", "tree", "at " + allowed.URL + "/secret"}
	servicetest.Eventually(t, "each look finds what pages may read", func() bool {
		for _, look := range findings(d, page, allowed.URL+"/secret") {
			seen[look] = true
		}
		return !slices.ContainsFunc(all, func(look string) bool { return !seen[look] })
	})
	file := "file://" + secret
	t.Run("ways", func(t *testing.T) { // at once: each waits for what does not come
		for way := range ways(t, d, page, file) {
			t.Run(way, func(t *testing.T) {
				t.Parallel()
				d := sessiontest.Connect(t, session)
				at := d.Document(allowed.URL)
				ways(t, d, at, file)[way]()
				if found := findings(d, at, file); len(found) > 0 {
					t.Errorf("it leads to the file: %q", found)
				}
			})
		}
	})

	// Calls that read something for their client do not read files.
	page = d.Document(allowed.URL)
	var frames struct {
		FrameTree struct{ Frame struct{ ID string } }
	}
	d.Must(page, "Page.getFrameTree", `{}`, &frames)
	frame := frames.FrameTree.Frame.ID
	for _, call := range [][2]string{
		{"IO.read", `{"handle":"` + file + `"}`},
		{"IO.read", `{"handle":"` + secret + `"}`},
		{"IO.read", `{"handle":"blob:` + file + `"}`},
		{"IO.close", `{"handle":"` + file + `"}`},
		{"IO.resolveBlob", `{"objectId":"` + file + `"}`},
		{"Page.getResourceContent", `{"frameId":"` + frame + `","url":"` + file + `"}`},
		{"FileSystem.getDirectory", `{"bucketFileSystemLocator":{"storageKey":"file:///","pathComponents":["etc"]}}`},
		{"Storage.getStorageKeyForFrame", `{"frameId":"` + file + `"}`},
		{"Storage.getUsageAndQuota", `{"origin":"` + file + `"}`},
		{"Runtime.evaluate", `{"awaitPromise":true,"expression":"fetch('` + file + `').then((r) => r.text())"}`},
		{"Runtime.compileScript", `{"expression":"1","sourceURL":"` + file + `","persistScript":true}`},
		{"Network.getResponseBody", `{"requestId":"` + file + `"}`},
		{"CacheStorage.requestEntries", `{"cacheId":"` + file + `"}`},
	} {
		r := d.Call(page, call[0], call[1])
		if strings.Contains(string(r.Result), theSecret) || strings.Contains(string(r.Result), "passwd") {
			t.Errorf("%s %s reads the file: %s", call[0], call[1], r.Result)
		}
	}
}
