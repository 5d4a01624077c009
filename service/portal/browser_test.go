package portal_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"assay/service/account"
)

// window is a real browser at a portal.
type window struct {
	*site
	ctx context.Context
}

func (s *site) window(width int64) *window {
	s.t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.Flag("disable-background-networking", true))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	ctx, cancel := context.WithTimeout(s.t.Context(), 5*time.Minute)
	s.t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, options...)
	s.t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	s.t.Cleanup(cancel)
	w := &window{s, ctx}
	w.do(chromedp.EmulateViewport(width, 800))
	return w
}

func (w *window) do(steps ...chromedp.Action[chromedp.Void]) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.ctx, time.Minute)
	defer cancel()
	// The first steps start the browser, which lives as long as their context.
	if chromedp.FromContext(w.ctx).Browser == nil {
		ctx = w.ctx
	}
	if err := chromedp.Do(ctx, steps...); err != nil {
		page, _ := chromedp.Run(w.ctx, chromedp.Evaluate[string](`location.pathname + "\n" + document.body.innerText`))
		w.t.Fatalf("%v at %s", err, page)
	}
}

func evaluate[T any](w *window, script string) T {
	w.t.Helper()
	value, err := chromedp.Run(w.ctx, chromedp.Evaluate[T](script))
	if err != nil {
		w.t.Fatalf("%s: %v", script, err)
	}
	return value
}

func (w *window) open(path string) {
	w.t.Helper()
	w.do(chromedp.Navigate(w.url + path))
}

func (w *window) signIn() {
	w.t.Helper()
	w.open("/portal/open/" + w.links.Token(w.clock.Now().Add(time.Minute)))
	w.at("/portal")
}

// at waits for a page, by its path.
func (w *window) at(path string) {
	w.t.Helper()
	w.do(chromedp.WaitReady(chromedp.CSS("main h1")))
	if got := evaluate[string](w, "location.pathname"); got != path {
		w.t.Fatalf("at %s, want %s", got, path)
	}
}

// says fails the test unless the page has a text.
func (w *window) says(text string) {
	w.t.Helper()
	if got := evaluate[string](w, "document.body.innerText"); !strings.Contains(got, text) {
		w.t.Errorf("the page does not say %q:\n%s", text, got)
	}
}

// tabTo presses Tab until an element has the focus, and looks at every stop whether
// one can see where it is.
func (w *window) tabTo(selector string) {
	w.t.Helper()
	for range 40 {
		w.do(chromedp.KeyEvent(kb.Tab))
		if hidden := evaluate[string](w, `(() => {
			const e = document.activeElement, box = e.getBoundingClientRect(), style = getComputedStyle(e)
			const seen = e.matches(':focus-visible, [type=date]') && // a date has parts that are focused
				 style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2
			return e === document.body || seen && box.width > 0 && box.right <= innerWidth + 1 ? '' : e.outerHTML.slice(0, 200)
		})()`); hidden != "" {
			w.t.Errorf("the focus is not seen on %s", hidden)
		}
		if evaluate[bool](w, fmt.Sprintf("document.activeElement.matches(%q)", selector)) {
			return
		}
	}
	w.t.Fatalf("Tab does not come to %s", selector)
}

// follow does something that leads to another page, and waits for it.
func (w *window) follow(step chromedp.Action[chromedp.Void]) {
	w.t.Helper()
	evaluate[bool](w, "document.documentElement.dataset.left = 'no', true")
	w.do(step, chromedp.WaitReady(chromedp.CSS("html:not([data-left])")), chromedp.WaitReady(chromedp.CSS("main h1")))
	// Its scripts run when all of it is there.
	if _, err := chromedp.Run(w.ctx, chromedp.Poll[bool]("document.readyState === 'complete'")); err != nil {
		w.t.Fatal(err)
	}
}

// TestKeyboardAlone signs in, makes a key, revokes it, asks the playground and signs
// out without a pointer, on a phone's screen and on a desktop's.
func TestKeyboardAlone(t *testing.T) {
	t.Parallel()
	for name, width := range map[string]int64{"360": 360, "1280": 1280} {
		t.Run(name, func(t *testing.T) {
			s := start(t, "")
			w := s.window(width)
			w.open("/portal")
			w.at("/portal/sign-in")
			if !evaluate[bool](w, "document.activeElement.id === 'password'") {
				t.Error("the password is not asked for at once")
			}
			w.follow(chromedp.KeyEvent(password + kb.Enter))
			w.at("/portal")

			w.tabTo(`nav a[href="/portal/keys"]`)
			w.follow(chromedp.KeyEvent(kb.Enter))
			w.at("/portal/keys")
			w.tabTo("#name")
			w.follow(chromedp.KeyEvent("night check" + kb.Enter))
			w.at("/portal/keys/created")
			plain := evaluate[string](w, "document.getElementById('key').textContent")
			if _, err := s.account.Authenticate(t.Context(), plain); err != nil {
				t.Errorf("the key shown is %q: %v", plain, err)
			}
			w.follow(chromedp.Reload())
			w.at("/portal/keys")
			if keys, err := s.account.Keys(t.Context()); err != nil || len(keys) != 1 {
				t.Errorf("after a reload there are %d keys, %v", len(keys), err)
			}

			w.tabTo(".action a")
			w.follow(chromedp.KeyEvent(kb.Enter))
			w.tabTo("#per_minute")
			w.do(chromedp.KeyEvent("90"))
			w.tabTo("button.primary")
			w.follow(chromedp.KeyEvent(kb.Enter))
			w.at("/portal/keys")
			w.says("90 calls a minute")

			w.tabTo("a.danger")
			w.follow(chromedp.KeyEvent(kb.Enter))
			w.tabTo("button.danger")
			w.follow(chromedp.KeyEvent(kb.Enter))
			w.at("/portal/keys")
			w.says("Revoked assay_")
			if _, err := s.account.Authenticate(t.Context(), plain); err == nil {
				t.Error("the key is still good")
			}

			w.tabTo(`nav a[href="/portal/playground"]`)
			w.follow(chromedp.KeyEvent(kb.Enter))
			w.tabTo("#query")
			w.do(chromedp.KeyEvent("{ heading }"))
			w.tabTo("#source-url")
			w.do(chromedp.KeyEvent(kb.ArrowRight))
			w.tabTo("#html")
			w.do(chromedp.KeyEvent("<h1>Lamps</h1>"))
			w.tabTo("form.play button")
			w.follow(chromedp.KeyEvent(kb.Enter))
			w.says(`"heading": "Lamps"`)

			w.tabTo(".out button")
			w.follow(chromedp.KeyEvent(kb.Enter))
			w.at("/portal/sign-in")
		})
	}
}

// TestWithoutJavaScript does the same things with a pointer and no scripts.
func TestWithoutJavaScript(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	w := s.window(1280)
	if _, err := chromedp.Call(w.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
		t.Fatal(err)
	}
	w.open("/portal/keys")
	w.at("/portal/sign-in")
	w.follow(chromedp.SendKeys(chromedp.ID("password"), password+kb.Enter))
	w.at("/portal/keys")
	w.do(chromedp.SendKeys(chromedp.ID("name"), "shop"))
	w.follow(chromedp.Click(chromedp.CSS("form.new button")))
	w.at("/portal/keys/created")
	if evaluate[bool](w, "document.querySelector('[data-copy]').checkVisibility()") {
		t.Error("there is a button to copy, which does nothing")
	}
	w.open("/portal/playground")
	w.do(
		chromedp.Click(chromedp.ID("ask-prompt")), chromedp.SendKeys(chromedp.ID("prompt"), "all products with name and price"),
		chromedp.Click(chromedp.ID("source-html")),
		chromedp.SendKeys(chromedp.ID("html"), `<ul><li><b class=name>Alder</b> <i class=price>64.50</i></li><li><b class=name>Birch</b> <i class=price>39.00</i></li></ul>`),
		chromedp.Click(chromedp.CSS("input[name=screenshot]")),
	)
	w.follow(chromedp.Click(chromedp.CSS("form.play button")))
	w.says(`"Birch"`)
	w.says("The query that was made of the prompt")
	w.says("999 calls left")
	if width := evaluate[int](w, "document.querySelector('section img').naturalWidth"); width != 1280 {
		t.Errorf("the screenshot is %d pixels wide", width)
	}
}

// allowClipboard lets pages write to and tests read from the clipboard.
func (w *window) allowClipboard() {
	w.t.Helper()
	w.open("/portal/sign-in") // the permission needs a page
	for _, permission := range []string{"clipboard-read", "clipboard-write"} {
		_, err := chromedp.CallBrowser(w.ctx, browser.SetPermission, browser.SetPermissionParams{
			Permission: &browser.PermissionDescriptor{Name: permission}, Setting: browser.PermissionSettingGranted, Origin: w.url,
		})
		if err != nil {
			w.t.Fatal(err)
		}
	}
}

func (w *window) clipboard() string {
	w.t.Helper()
	text, err := chromedp.Run(w.ctx, chromedp.Evaluate[string]("navigator.clipboard.readText()", chromedp.EvalAwaitPromise))
	if err != nil {
		w.t.Fatal(err)
	}
	return text
}

// openAll opens all that is folded away; of snippets one language stays open.
func (w *window) openAll() {
	w.t.Helper()
	evaluate[bool](w, "document.querySelectorAll('details').forEach(d => d.open = true), true")
}

func TestCopyButton(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	w := s.window(1280)
	w.signIn()
	w.allowClipboard()
	w.open("/portal/keys")
	w.follow(chromedp.SendKeys(chromedp.ID("name"), "shop"+kb.Enter))
	plain := evaluate[string](w, "document.getElementById('key').textContent")
	w.do(chromedp.Click(chromedp.CSS("[data-copy]")), chromedp.WaitReady(chromedp.CSS("#copied:not(:empty)")))
	w.says("Copied to the clipboard.")
	if copied := w.clipboard(); copied != plain {
		t.Errorf("the clipboard has %q, want %q", copied, plain)
	}
}

// looks finds what keeps people from reading or operating a page: text with too little
// contrast (WCAG AA), fields without a label, a page wider than the screen, and the
// landmarks that are missing.
const looks = `(() => {
	const found = []
	const channels = c => { const m = c.match(/[\d.]+/g).map(Number); return m.length < 4 ? [...m, 1] : m }
	const over = (top, under) => [0, 1, 2].map(i => top[i] * top[3] + under[i] * (1 - top[3])).concat(1)
	const light = c => { const [r, g, b] = c.map(v => { v /= 255; return v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4 }); return .2126 * r + .7152 * g + .0722 * b }
	const back = e => { const own = channels(getComputedStyle(e).backgroundColor); return own[3] === 1 || !e.parentElement ? over(own, [255, 255, 255, 1]) : over(own, back(e.parentElement)) }
	for (const e of document.body.querySelectorAll('*')) {
		if (!e.checkVisibility() || ![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue
		const style = getComputedStyle(e), under = back(e), text = over(channels(style.color), under)
		const [a, b] = [light(text), light(under)].sort((a, b) => b - a)
		const ratio = (a + .05) / (b + .05), size = parseFloat(style.fontSize)
		if (ratio < (size >= 24 || size >= 18.66 && style.fontWeight >= 700 ? 3 : 4.5)) found.push(e.tagName + '.' + e.className + ' "' + e.textContent.trim().slice(0, 30) + '" has a contrast of ' + ratio.toFixed(2))
	}
	for (const e of document.querySelectorAll('input:not([type=hidden]), select, textarea')) if (!e.labels.length) found.push(e.name + ' has no label')
	for (const e of document.querySelectorAll('[aria-describedby]')) if (!document.getElementById(e.getAttribute('aria-describedby'))) found.push(e.id + ' is described by nothing')
	for (const [what, n] of Object.entries({ main: 1, h1: 1, 'body > header': 1, 'html[lang]': 1, 'head > title': 1 })) if (document.querySelectorAll(what).length !== n) found.push('not one ' + what)
	const ids = [...document.querySelectorAll('[id]')].map(e => e.id)
	for (const id of new Set(ids)) if (ids.filter(i => i === id).length > 1) found.push('twice the id ' + id)
	if (document.documentElement.scrollWidth > innerWidth) found.push('as wide as ' + document.documentElement.scrollWidth)
	return found
})()`

// look tells what looks finds in the page, in a width and with a scheme of colours; and what
// axe does, if ASSAY_AXE names its script, axe.min.js of the package axe-core. With
// ASSAY_SHOTS, a folder, it keeps a picture of the page there.
func (w *window) look(page, scheme string, width int64) {
	w.t.Helper()
	_, err := chromedp.Call(w.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"},
	}})
	if err != nil {
		w.t.Fatal(err)
	}
	w.do(chromedp.EmulateViewport(width, 800))
	where := fmt.Sprintf("%s, %s, %d pixels", page, scheme, width)
	for _, found := range evaluate[[]string](w, looks) {
		w.t.Errorf("%s: %s", where, found)
	}
	dark := evaluate[bool](w, "parseInt(getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0]) < 100")
	if dark != (scheme == "dark") {
		w.t.Errorf("%s: dark is %v", where, dark)
	}
	if script := os.Getenv("ASSAY_AXE"); script != "" {
		text, err := os.ReadFile(script)
		if err != nil {
			w.t.Fatal(err)
		}
		evaluate[bool](w, string(text)+"; true")
		found, err := chromedp.Run(w.ctx, chromedp.Evaluate[[]string](
			"axe.run().then(r => r.violations.flatMap(v => v.nodes.map(n => v.id + ': ' + n.target + ' ' + n.failureSummary)))", chromedp.EvalAwaitPromise))
		if err != nil {
			w.t.Fatal(err)
		}
		for _, violation := range found {
			w.t.Errorf("%s: axe: %s", where, violation)
		}
	}
	if dir := os.Getenv("ASSAY_SHOTS"); dir != "" {
		shot := chromedp.FullScreenshot(100)
		if evaluate[int](w, "document.documentElement.scrollHeight") > 5000 {
			shot = chromedp.CaptureScreenshot()
		}
		picture, err := chromedp.Run(w.ctx, shot)
		if err == nil {
			name := strings.Trim(regexp.MustCompile(`[^a-z0-9]+`).ReplaceAllString(strings.ToLower(page), "-"), "-")
			err = os.WriteFile(filepath.Join(dir, fmt.Sprintf("%.70s-%s-%d.png", name, scheme, width)), picture, 0o644)
		}
		if err != nil {
			w.t.Fatal(err)
		}
	}
}

// TestLooks looks at every page, as wide as a phone and a desktop, dark and light.
func TestLooks(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	long, _, err := s.account.CreateKey(t.Context(), strings.Repeat("W", 100))
	if err != nil {
		t.Fatal(err)
	}
	revoked, _, err := s.account.CreateKey(t.Context(), "old")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.account.RevokeKey(t.Context(), revoked.ID); err != nil {
		t.Fatal(err)
	}
	for i, work := range []account.Work{account.Web, account.Document, account.Web} {
		id := fmt.Sprintf("00000000-0000-4000-8000-%012d", i)
		if err := s.account.Reserve(t.Context(), account.Reservation{RequestID: id, KeyID: long.ID, Work: work, Calls: 300}); err != nil {
			t.Fatal(err)
		}
		step := []func(context.Context, string) error{s.account.Settle, s.account.Refund, func(context.Context, string) error { return nil }}[i]
		if err := step(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	w := s.window(1280)
	look := func(page string) {
		t.Helper()
		w.openAll()
		for _, scheme := range []string{"light", "dark"} {
			for _, width := range []int64{360, 1280} {
				w.look(page, scheme, width)
			}
		}
	}
	w.open("/portal/sign-in")
	look("signing in")
	w.follow(chromedp.SendKeys(chromedp.ID("password"), "not the password"+kb.Enter))
	look("a wrong password")
	w.signIn()
	look("usage")
	for _, path := range []string{"/portal/calls", "/portal/calls?from=x", "/portal/calls?outcome=running&kind=document", "/portal/keys", "/portal/keys?revoked=" + revoked.Prefix, "/portal/keys/" + long.ID, "/portal/keys/" + long.ID + "/revoke", "/portal/playground", "/portal/nothing"} {
		w.open(path)
		look(path)
	}
	w.open("/portal/keys")
	evaluate[bool](w, "document.getElementById('name').removeAttribute('required'), true")
	w.follow(chromedp.SendKeys(chromedp.ID("name"), kb.Enter))
	look("a bad name")
	w.follow(chromedp.SendKeys(chromedp.ID("name"), strings.Repeat("M", 100)+kb.Enter))
	look("a new key")
	w.open("/portal/playground")
	w.do(chromedp.SendKeys(chromedp.ID("query"), "{ a"), chromedp.SendKeys(chromedp.ID("url"), "http://"+strings.Repeat("x", 60)+".example/"))
	w.follow(chromedp.Click(chromedp.CSS("form.play button")))
	w.says("The query is not valid")
	look("a bad query")
	w.open("/portal/playground")
	w.do(chromedp.SendKeys(chromedp.ID("query"), "{ a(heading) }"), chromedp.Click(chromedp.ID("source-html")),
		chromedp.SendKeys(chromedp.ID("html"), "<h1>"+strings.Repeat("w", 300)+"</h1>"))
	w.follow(chromedp.Click(chromedp.CSS("form.play button")))
	w.says(`"a": `)
	look("an answer")
}
