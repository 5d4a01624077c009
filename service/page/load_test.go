package page_test

import (
	"bytes"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"image/png"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"assay/service/browser"
	"assay/service/content"
	"assay/service/egress"
	"assay/service/page"
)

// names are the made-up answers of the tests' resolver.
type names map[string]string

func (n names) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	if address, ok := n[host]; ok {
		return []netip.Addr{netip.MustParseAddr(address)}, nil
	}
	return nil, fmt.Errorf("no such host %q", host)
}

var resolver = names{
	"shop.test":    "127.0.0.1",
	"other.test":   "127.0.0.1",
	"inside.test":  "169.254.169.254",
	"private.test": "10.1.2.3",
}

// loader is shared by the tests: a browser is dear. What it writes is in runtimeDir.
var (
	loader     *page.Loader
	runtimeDir string
)

func TestMain(m *testing.M) {
	code := func() int {
		dir, err := os.MkdirTemp("/tmp", "page")
		if err != nil {
			panic(err)
		}
		defer os.RemoveAll(dir)
		os.Chmod(dir, 0o755)
		runtimeDir = dir
		loader = newLoader(dir, time.Minute)
		code := m.Run()
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		if err := loader.Shutdown(ctx); err != nil {
			fmt.Fprintln(os.Stderr, "shutdown:", err)
			return 1
		}
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			fmt.Fprintln(os.Stderr, "left behind:", left)
			return 1
		}
		return code
	}()
	os.Exit(code)
}

func newLoader(dir string, timeout time.Duration) *page.Loader {
	return page.NewLoader(page.Config{
		Browsers: browser.PoolConfig{Dir: dir, Logger: slog.New(slog.NewTextHandler(os.Stderr, nil))},
		Egress:   egress.NewDialer(egress.Config{AllowPrivate: true, Resolver: resolver, RootCAs: testCA()}),
		Timeout:  timeout,
	})
}

// testCA trusts the certificate that every httptest server has.
func testCA() *x509.CertPool {
	server := httptest.NewTLSServer(nil)
	defer server.Close()
	pool := x509.NewCertPool()
	pool.AddCert(server.Certificate())
	return pool
}

// serve starts a site that answers with one HTML page.
func serve(t *testing.T, html string) *url.URL {
	t.Helper()
	return serveFunc(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, html)
	})
}

func serveFunc(t *testing.T, handler http.HandlerFunc) *url.URL {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return parse(t, server.URL+"/")
}

func parse(t *testing.T, address string) *url.URL {
	t.Helper()
	parsed, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

func load(t *testing.T, request page.Request) *page.Page {
	t.Helper()
	loaded, err := loader.Load(t.Context(), request)
	if err != nil {
		t.Fatalf("Load: %v (%v)", err, errors.Unwrap(err))
	}
	return loaded
}

// fails loads a page and returns the error, which must be of the wanted kind.
func fails(t *testing.T, request page.Request, want page.Kind) *page.Error {
	t.Helper()
	_, err := loader.Load(t.Context(), request)
	var failure *page.Error
	if !errors.As(err, &failure) {
		t.Fatalf("Load: %v, want a *page.Error of kind %v", err, want)
	}
	if failure.Kind != want {
		t.Fatalf("Load: kind %v (%v; %v), want %v", failure.Kind, failure, failure.Err, want)
	}
	return failure
}

// shown returns the text of a document that is not hidden, words joined by one space.
func shown(document *content.Document) string {
	var words []string
	for i := range document.Nodes {
		if !document.Nodes[i].Hidden {
			words = append(words, strings.Fields(document.Chars(content.ID(i)))...)
		}
	}
	return strings.Join(words, " ")
}

func find(t *testing.T, document *content.Document, tag string) content.ID {
	t.Helper()
	for i := range document.Nodes {
		if id := content.ID(i); document.Tag(id) == tag {
			return id
		}
	}
	t.Fatalf("no <%s> in %q", tag, shown(document))
	return content.None
}

func TestContent(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, html, want string
	}{
		{"made by a script", `<p id=p></p><script>p.textContent = 'made'</script>`, "made"},
		{"made after load", `<script>onload = () => setTimeout(() => document.body.append('later'), 100)</script>`, "later"},
		{"fetched", `<script>fetch('data:text/plain,fetched').then(r => r.text()).then(t => document.body.append(t))</script>`, "fetched"},
		{"hidden by style", `<style>.h{display:none}</style><p>a<p class=h>b<p style="visibility:hidden">c <b style="visibility:visible">d</b>`, "a d"},
		{"open shadow root with slots in their order", `<div id=h><i slot=two>2</i><b>1</b><u slot=gone>no</u></div><script>
			h.attachShadow({mode: 'open'}).innerHTML = '<p>shadow <slot></slot> <slot name=two></slot> <slot name=three>3</slot></p>'</script>`, "shadow 1 2 3"},
		{"changed in a shadow root after load", `<div id=h></div><script>
			const root = h.attachShadow({mode: 'open'}); root.innerHTML = '<p>first</p>';
			onload = () => setTimeout(() => { root.innerHTML = '<p>second</p>'; setTimeout(() => root.append('third'), 120) }, 100)</script>`, "second third"},
		{"frame in its place", `a<iframe srcdoc="<p>b"></iframe>c`, "a b c"},
		{"dialogs", `<script>alert('x'); document.body.append(String(confirm('y')) + prompt('z'))</script>`, "falsenull"},
		{"scripts and styles are no content", `<script>var x = 'no'</script><style>p{}</style><noscript>no</noscript><p>yes`, "yes"},
		{"popups", `<script>open('about:blank'); document.body.append('here')</script>`, "here"},
		{"contents without a box", `<div style="display:contents"><em>in</em></div>`, "in"},
		{"pseudo-elements", `<style>p::before{content:'no'}</style><ul><li>item</ul><p>yes`, "item yes"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			loaded := load(t, page.Request{URL: serve(t, "<!doctype html><body>"+test.html)})
			if got := shown(loaded.Document); got != test.want {
				t.Errorf("shown text %q, want %q", got, test.want)
			}
			if loaded.Screenshot != nil {
				t.Error("there is a screenshot nobody asked for")
			}
		})
	}
}

func TestLayout(t *testing.T) {
	target := serve(t, `<!doctype html><html lang=de><base href="/deep/"><body style="margin:0">
		<h1 style="font:700 40px/50px serif;color:#123456;margin:0">Big</h1><del>old <b>price</b></del>
		<script type="application/ld+json; charset=utf-8" id=d>{"a": 1}</script>
		<input value=before><script>document.querySelector('input').value = 'after'</script>`)
	document := load(t, page.Request{URL: target}).Document
	if !document.Layout || len(document.Boxes) != len(document.Nodes) || len(document.Styles) != len(document.Nodes) {
		t.Fatalf("layout %v with %d boxes and %d styles for %d nodes", document.Layout, len(document.Boxes), len(document.Styles), len(document.Nodes))
	}
	h1 := find(t, document, "h1")
	if got, want := document.Boxes[h1], (content.Box{Width: 1280, Height: 50}); got != want {
		t.Errorf("box of the heading %+v, want %+v", got, want)
	}
	if got, want := document.Styles[h1], (content.Style{Size: 40, Weight: 700, Color: 0x123456}); got != want {
		t.Errorf("style of the heading %+v, want %+v", got, want)
	}
	if !document.Styles[find(t, document, "b")].Strike {
		t.Error("what is inside <del> is not struck through")
	}
	if node := document.Nodes[h1]; node.Role != content.Heading || node.Level != 1 {
		t.Errorf("the heading has role %v, level %d", node.Role, node.Level)
	}
	if document.URL.String() != target.String() || document.Base.Path != "/deep/" || document.Lang != "de" {
		t.Errorf("URL %v, base %v, language %q", document.URL, document.Base, document.Lang)
	}
	if len(document.Data) != 2 || document.Data[0].Type != "application/ld+json" || document.Data[0].ID != "d" || document.Data[0].Text != `{"a": 1}` {
		t.Errorf("data %+v", document.Data)
	}
	if value, _ := document.Attr(find(t, document, "input"), "value"); value != "after" {
		t.Errorf("the field holds %q, want what was put in", value)
	}
}

func TestFramesOfOtherSites(t *testing.T) {
	inner := serve(t, `<p>inner <a href="sub/page">link</a>`)
	inner.Host = "other.test:" + inner.Port()
	outer := serve(t, `<p>outer</p><iframe src="`+inner.String()+`"></iframe>`)
	outer.Host = "shop.test:" + outer.Port()
	document := load(t, page.Request{URL: outer}).Document
	if got := shown(document); got != "outer inner link" {
		t.Errorf("shown text %q", got)
	}
	if got, _ := document.Attr(find(t, document, "a"), "href"); got != inner.String()+"sub/page" {
		t.Errorf("the frame's link leads to %q, want it resolved in the frame", got)
	}
}

func TestFrameThatIsRefused(t *testing.T) {
	document := load(t, page.Request{URL: serve(t, `<p>outer</p><iframe src="http://169.254.169.254/"></iframe>`)}).Document
	if got := shown(document); got != "outer" {
		t.Errorf("shown text %q, want nothing of the browser's error page", got)
	}
}

func TestWaitFor(t *testing.T) {
	target := serve(t, `<body><script>setTimeout(() => document.body.append('late'), 1200)</script>`)
	if got := shown(load(t, page.Request{URL: target}).Document); got != "" {
		t.Errorf("without wait: %q", got)
	}
	if got := shown(load(t, page.Request{URL: target, WaitFor: 1500 * time.Millisecond}).Document); got != "late" {
		t.Errorf("with wait: %q", got)
	}
}

func TestScroll(t *testing.T) {
	tests := map[string]string{
		"window": `<body><div id=list></div><div id=end style="height:1px"></div>`,
		"inner element": `<body style="margin:0;overflow:hidden"><div style="height:100vh;overflow:auto">
			<div id=list></div><div id=end style="height:1px"></div></div>`,
	}
	for name, html := range tests {
		t.Run(name, func(t *testing.T) {
			target := serve(t, html+`<script>
				let n = 0;
				const more = () => { for (let i = 0; i < 10 && n < 50; i++) { const p = document.createElement('p');
					p.style.height = '200px'; p.textContent = 'item' + ++n; list.append(p) } };
				more();
				new IntersectionObserver(seen => { if (seen[0].isIntersecting) setTimeout(more, 50) }).observe(end)</script>`)
			if got := shown(load(t, page.Request{URL: target}).Document); strings.Contains(got, "item11") {
				t.Errorf("without scrolling: %q", got)
			}
			if got := shown(load(t, page.Request{URL: target, ScrollToBottom: true}).Document); !strings.HasSuffix(got, "item50") {
				t.Errorf("with scrolling: %q", got)
			}
		})
	}
}

func TestScreenshot(t *testing.T) {
	t.Parallel()
	for _, stealth := range []bool{false, true} {
		loaded := load(t, page.Request{URL: serve(t, `<body style="background:#f00"><p>x`), Screenshot: true, Stealth: stealth})
		picture, err := png.Decode(bytes.NewReader(loaded.Screenshot))
		if err != nil {
			t.Fatal(err)
		}
		if size := picture.Bounds().Size(); size.X != page.Width || size.Y != page.Height {
			t.Errorf("stealth %v: the picture is %v", stealth, size)
		}
		if r, g, b, _ := picture.At(1200, 700).RGBA(); r>>8 != 255 || g != 0 || b != 0 {
			t.Errorf("stealth %v: the background is %x %x %x", stealth, r, g, b)
		}
	}
}

func TestPicturesOnlyForAScreenshot(t *testing.T) {
	var pictures atomic.Int32
	target := serveFunc(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/p.png" {
			pictures.Add(1)
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<img src="/p.png" onerror="document.body.append('failed')" onload="document.body.append('loaded')">`)
	})
	if got := shown(load(t, page.Request{URL: target}).Document); got != "loaded" || pictures.Load() != 0 {
		t.Errorf("the page was told %q, %d pictures were fetched", got, pictures.Load())
	}
	load(t, page.Request{URL: target, Screenshot: true})
	if pictures.Load() == 0 {
		t.Error("with a screenshot no picture was fetched")
	}
}

func TestTraces(t *testing.T) {
	t.Parallel()
	script := `<body><script>(async () => {
		const hints = navigator.userAgentData ? (await navigator.userAgentData.getHighEntropyValues(['fullVersionList', 'platform'])) : {};
		document.body.append('seen: ' + JSON.stringify({webdriver: navigator.webdriver, agent: navigator.userAgent, brands: JSON.stringify(hints),
			languages: navigator.languages.length, plugins: navigator.plugins.length, chrome: !!window.chrome, focus: document.hasFocus(),
			names: Object.getOwnPropertyNames(window).filter(n => /assay|cdc_|^changed$/i.test(n)).join()}))})()</script>`
	var headers http.Header
	target := serveFunc(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			headers = r.Header.Clone()
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, script)
	})
	light := shown(load(t, page.Request{URL: target}).Document)
	if !strings.Contains(light, `"webdriver":true`) {
		t.Errorf("light hides that it is automated: %s", light)
	}
	stealth := shown(load(t, page.Request{URL: target, Stealth: true}).Document)
	for _, want := range []string{`"webdriver":false`, `"languages":2`, `"chrome":true`, `"focus":true`, `"plugins":5`, `Linux`, `"names":""`} {
		if !strings.Contains(stealth, want) {
			t.Errorf("stealth lacks %s: %s", want, stealth)
		}
	}
	if strings.Contains(stealth, "Headless") || strings.Contains(fmt.Sprint(headers), "Headless") {
		t.Errorf("stealth says Headless: %s\n%v", stealth, headers)
	}
	if headers.Get("Accept-Language") != "en-US,en;q=0.9" || !strings.Contains(headers.Get("Sec-Ch-Ua"), `"Chromium"`) {
		t.Errorf("stealth's headers: %v", headers)
	}
	for _, name := range []string{"Via", "X-Forwarded-For", "Proxy-Connection", "Forwarded"} {
		if headers.Get(name) != "" {
			t.Errorf("the way out adds %s: %q", name, headers.Get(name))
		}
	}
}

func TestCookiesDoNotOutliveAPage(t *testing.T) {
	target := serveFunc(t, func(w http.ResponseWriter, r *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "seen", Value: "yes", MaxAge: 3600})
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<p>%v %v</p><script>document.body.append(localStorage.seen || ' none'); localStorage.seen = 'stored'</script>`, len(r.Cookies()), "cookies")
	})
	for range 2 {
		if got := shown(load(t, page.Request{URL: target}).Document); got != "0 cookies none" {
			t.Errorf("a visit finds %q", got)
		}
	}
}

func TestHTML(t *testing.T) {
	t.Parallel()
	files := serveFunc(t, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "document.body.append('from %s by ' + location.href)", r.URL.Path)
	})
	html := `<body><p>given <a href="x">link</a></p><script src="code.js"></script>`
	base := files.JoinPath("dir", "page")

	parsed := load(t, page.Request{HTML: html, HasHTML: true, URL: base}).Document
	if parsed.Layout || shown(parsed) != "given link" || parsed.Base.String() != base.String() {
		t.Errorf("parsed: layout %v, text %q, base %v", parsed.Layout, shown(parsed), parsed.Base)
	}
	rendered := load(t, page.Request{HTML: html, HasHTML: true, URL: base, Standard: true}).Document
	if got, want := shown(rendered), "given link from /dir/code.js by "+base.String(); !rendered.Layout || got != want {
		t.Errorf("rendered: layout %v, text %q, want %q", rendered.Layout, got, want)
	}
	bare := load(t, page.Request{HTML: html + `<img srcset="a.png 1x">`, HasHTML: true, Standard: true}).Document
	if shown(bare) != "given link" || bare.URL != nil || bare.Base != nil {
		t.Errorf("without a URL: text %q, URL %v, base %v", shown(bare), bare.URL, bare.Base)
	}
	if source, _ := bare.Attr(find(t, bare, "img"), "src"); source != "a.png" {
		t.Errorf("without a URL the picture is at %q", source)
	}
	if picture := load(t, page.Request{HTML: "<p>x", HasHTML: true, Screenshot: true}).Screenshot; len(picture) == 0 {
		t.Error("no picture of the given HTML")
	}
}

// TestPlainHTML has pages that need not be rendered, for what comes out is what a browser
// makes of them, and pages that must be.
func TestPlainHTML(t *testing.T) {
	t.Parallel()
	base, err := url.Parse("https://shop.test/dir/page")
	if err != nil {
		t.Fatal(err)
	}
	request := func(html string, boxes bool) page.Request {
		return page.Request{HTML: html, HasHTML: true, URL: base, Standard: true, Boxes: boxes}
	}
	for _, html := range []string{
		"<p>x",
		"<!doctype html><html lang=de><head><meta charset=utf-8><title>T</title><base href=/x/></head><body><h1 class=a>A &amp; B</h1>\n<p>one<p>two <b>three</b> <a href=y>four</a><br>five",
		"<table class=t><caption>C<thead><tr><th>Name<th>Price<tbody>\n<tr class=r><td>Lamp <td id=p>$5<tr><td><td>\n</table><p></p>",
		"<ul><li>a<li>b<ul><li>c</ul></ul><dl><dt>d<dd>e</dl><blockquote>f<pre>\n g\n</pre></blockquote>",
		"<p><b>one<p>two</b><p><i>three</p><p>four</i><div>five<table>six<tr><td>seven</table>",
	} {
		parsed := load(t, request(html, false)).Document
		rendered := load(t, request(html, true)).Document
		if parsed.Layout || !rendered.Layout {
			t.Errorf("%s: parsed with layout %t, rendered with layout %t", html, parsed.Layout, rendered.Layout)
		}
		if got, want := tree(parsed), tree(rendered); got != want {
			t.Errorf("%s is parsed to\n%s\nand rendered to\n%s", html, got, want)
		}
	}
	for _, html := range []string{
		"<p>x<script>document.body.append('made')</script>", "<style>p { display: none }</style><p>x", "<p style='display: none'>x",
		"<details><p>x</details>", "<noscript>x</noscript>", "<p onclick='x()'>x", "<img srcset='a.png 1x'>", "<iframe srcdoc='<p>x'></iframe>",
		"<link rel=stylesheet href=x><p>x", "<svg><g></g></svg>", "<p hidden>x", "<x-y>x</x-y>", "<select><option>x</select>",
	} {
		if !load(t, request(html, false)).Document.Layout {
			t.Errorf("%s was not rendered", html)
		}
	}
}

// tree writes all that a document says, a node a line.
func tree(d *content.Document) string {
	var b strings.Builder
	for i, n := range d.Nodes {
		id := content.ID(i)
		fmt.Fprintf(&b, "%d %d %d %d %t", n.Parent, n.End, n.Role, n.Level, n.Hidden)
		if n.Kind == content.Text {
			fmt.Fprintf(&b, " %q\n", d.Chars(id))
			continue
		}
		b.WriteString(" " + d.Tag(id))
		for a := range d.Attrs(id) {
			fmt.Fprintf(&b, " %s=%q", a.Name, a.Value)
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "%q %v %v", d.Lang, d.URL, d.Base)
	return b.String()
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		handler http.HandlerFunc
		want    string // shown text
		status  int
	}{
		{"status 404", func(w http.ResponseWriter, r *http.Request) { http.Error(w, "not here", 404) }, "not here", 404},
		{"status 500 with nothing", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(500) }, "", 500},
		{"status 502 of the site", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.WriteHeader(502)
			fmt.Fprint(w, "<p>site's own")
		}, "site's own", 502},
		{"one that is cut short", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("Content-Length", "5000")
			fmt.Fprint(w, "<p>what has arrived")
		}, "what has arrived", 200},
		{"text", func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "plain text") }, "plain text", 200},
		{"JSON", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, `{"name":"x","n":[1,2]}`)
		}, "x 1 2", 200},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			began := time.Now()
			loaded := load(t, page.Request{URL: serveFunc(t, test.handler)})
			document := loaded.Document
			if loaded.Status != test.status {
				t.Errorf("status %d, want %d", loaded.Status, test.status)
			}
			if cut := test.name == "one that is cut short"; loaded.Unfinished != cut {
				t.Errorf("unfinished: %v, want %v", loaded.Unfinished, cut)
			}
			if took := time.Since(began); took > 10*time.Second {
				t.Errorf("it took %v, as if a load event could still come", took)
			}
			if got := shown(document); got != test.want {
				t.Errorf("shown text %q, want %q", got, test.want)
			}
			if isJSON := test.name == "JSON"; (document.Source == content.JSON) != isJSON {
				t.Errorf("source %v", document.Source)
			}
		})
	}
}

func TestWhatIsNoPage(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, header, value string
		status              int
	}{
		{"download", "Content-Disposition", "attachment; filename=x.html", 200},
		{"binary", "Content-Type", "application/octet-stream", 200},
		{"PDF", "Content-Type", "application/pdf", 200},
		{"picture", "Content-Type", "image/png", 200},
		{"no content", "X-Nothing", "1", 204},
	}
	for _, test := range tests {
		for _, stealth := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, stealth %v", test.name, stealth), func(t *testing.T) {
				target := serveFunc(t, func(w http.ResponseWriter, r *http.Request) {
					w.Header().Set(test.header, test.value)
					w.WriteHeader(test.status)
					if test.status == 200 {
						fmt.Fprint(w, "%PDF-1.4")
					}
				})
				fails(t, page.Request{URL: target, Stealth: stealth}, page.BadInput)
			})
		}
	}
}

func TestRedirects(t *testing.T) {
	t.Parallel()
	target := serveFunc(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		switch r.URL.Path {
		case "/":
			http.Redirect(w, r, "/second", http.StatusFound)
		case "/second":
			fmt.Fprint(w, `<p>go on</p><script>location = '/third'</script>`)
		case "/third":
			fmt.Fprint(w, `<meta http-equiv=refresh content="0; url=/last#part"><p>and on`)
		case "/last":
			fmt.Fprint(w, `<p>arrived`)
		}
	})
	document := load(t, page.Request{URL: target}).Document
	if got := shown(document); got != "arrived" || document.URL.Path != "/last" || document.URL.Fragment != "part" {
		t.Errorf("shown text %q at %v", got, document.URL)
	}
}

// A page that never stops loading itself, or loading on, is read as it is after a few
// times.
func TestRestlessPage(t *testing.T) {
	t.Parallel()
	var times atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<h1>Still here</h1>`)
		switch r.URL.Path {
		case "/script":
			fmt.Fprint(w, `<script>setTimeout(() => location.reload(), 50)</script>`)
		case "/interval":
			fmt.Fprint(w, `<script>setInterval(() => { location.href = location.href }, 50)</script>`)
		case "/refresh":
			fmt.Fprint(w, `<meta http-equiv="refresh" content="0">`)
		case "/on":
			fmt.Fprintf(w, `<script>setTimeout(() => { location.href = '/on?%d' }, 20)</script>`, times.Add(1))
		}
	}))
	defer server.Close()
	for _, path := range []string{"/script", "/interval", "/refresh", "/on"} {
		t.Run(path, func(t *testing.T) {
			target, err := url.Parse(server.URL + path)
			if err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			loaded, err := loader.Load(t.Context(), page.Request{URL: target})
			if err != nil {
				t.Fatal(err)
			}
			if took := time.Since(began); took > 10*time.Second {
				t.Errorf("it took %v", took)
			}
			if !strings.Contains(shown(loaded.Document), "Still here") {
				t.Error("the page's text is not there")
			}
		})
	}
}
