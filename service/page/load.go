// Package page turns an address or HTML into content: what a visitor would see, as
// a tree, and a picture of it.
//
// Addresses are loaded in a browser, through a checked way out of their own; HTML
// is parsed without one unless it has to be rendered. Why a page could not be had
// is told apart by the record of that way out, so that no proxy's error page and
// none of the browser's own ever passes for the page.
package page

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/page"

	"assay/service/browser"
	"assay/service/content"
	"assay/service/egress"
)

// Request says what to load and how.
type Request struct {
	URL     *url.URL // http or https; with HTML it is the base address and may be nil
	HTML    string   // the page itself, if HasHTML
	HasHTML bool     // whether HTML is to be read instead of what is at URL

	WaitFor        time.Duration // a pause after the page has loaded
	ScrollToBottom bool          // scroll down until the page stops growing
	Screenshot     bool          // take a picture of the viewport
	Stealth        bool          // the full browser without traces of automation, not the light one
	Standard       bool          // render the HTML too, instead of only parsing it, unless that comes to the same
	Boxes          bool          // where things stand on the page is of interest: with Standard, render any HTML

	Proxy *egress.Upstream // nil: directly
}

// Page is a loaded page.
type Page struct {
	Document   *content.Document
	Status     int    // of the site's answer, 0 if there was none
	Unfinished bool   // it was read before it had loaded, or its connection broke off
	Screenshot []byte // PNG of Width × Height pixels, nil unless asked for
}

// The viewport of every page, in CSS pixels.
const (
	Width  = 1280
	Height = 800
)

// Config is what a Loader needs. Zero values mean the default in brackets.
type Config struct {
	Browsers browser.PoolConfig // where and how browsers run; its Egress and Prepare are the Loader's to set
	Egress   *egress.Dialer     // the way out [one that allows public addresses only]
	Timeout  time.Duration      // for one page, without its WaitFor [60 s]

	LoadLimit time.Duration // for the load event; then a page is taken as it is [20 s]
	Settle    time.Duration // how long a page may stay restless once it has loaded [3 s]

	MaxBytes    int64 // of a page's own document, as it comes in [64 MiB]
	MaxElements int   // of a rendered page [1,000,000]
}

// Loader loads pages. It is safe for concurrent use.
type Loader struct {
	config Config
	pool   *browser.Pool
}

// NewLoader returns a Loader; no browser is started before the first page that
// needs one, or Warm.
func NewLoader(config Config) *Loader {
	if config.Egress == nil {
		config.Egress = egress.NewDialer(egress.Config{})
	}
	config.Timeout = cmp.Or(config.Timeout, time.Minute)
	config.LoadLimit = cmp.Or(config.LoadLimit, 20*time.Second)
	config.Settle = cmp.Or(config.Settle, 3*time.Second)
	config.MaxBytes = cmp.Or(config.MaxBytes, 64<<20)
	config.MaxElements = cmp.Or(config.MaxElements, 1_000_000)
	config.Browsers.Egress = config.Egress
	config.Browsers.Prepare = prepare
	return &Loader{config: config, pool: browser.NewPool(config.Browsers)}
}

// Warm starts the light browser so that the first page does not wait for it. It
// fails with a Missing error where Chromium is not installed.
func (l *Loader) Warm(ctx context.Context) error {
	if err := l.pool.Warm(ctx, browser.Light); err != nil {
		return explain(ctx, Request{}, err)
	}
	return nil
}

// Shutdown waits for the pages being loaded, until ctx ends, and stops the browsers.
// Load fails afterwards.
func (l *Loader) Shutdown(ctx context.Context) error { return l.pool.Shutdown(ctx) }

// OnlyParsed reports whether a request needs no browser: HTML is given, and nothing is
// asked for that takes one.
func (r *Request) OnlyParsed() bool { return r.mayBeParsed() && !r.Standard }

// mayBeParsed reports whether a request needs no browser if its HTML is plain.
func (r *Request) mayBeParsed() bool {
	return r.HasHTML && r.WaitFor <= 0 && !r.ScrollToBottom && !r.Screenshot && !(r.Standard && r.Boxes)
}

// Browsers returns how many browsers run.
func (l *Loader) Browsers() int { return l.pool.Running() }

// Load loads a page. Given HTML is only parsed unless something is asked for that
// needs a browser. A page with a status of 400 or more is a page like any other.
//
// Loaded means: the load event, then no change of the DOM and no pending request
// for 150 ms, at most Settle; a page without a load event is taken as it is after
// LoadLimit. Then comes WaitFor, then scrolling, then the picture, then the tree.
//
// Errors are of type *Error, or context.Canceled if ctx was.
func (l *Loader) Load(ctx context.Context, request Request) (*Page, error) {
	if request.mayBeParsed() {
		document, err := Parse(request.HTML, request.URL)
		if err == nil && (!request.Standard || isPlain(document)) {
			return &Page{Document: document}, nil
		}
		if err != nil && !request.Standard {
			return nil, &Error{Kind: BadInput, Message: "The HTML could not be read.", Err: err}
		}
	}
	if err := l.check(request); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, l.config.Timeout+request.WaitFor)
	defer cancel()
	for attempt := 0; ; attempt++ {
		page, browserDied, err := l.load(ctx, request)
		if err == nil {
			return page, nil
		}
		if !browserDied || attempt > 0 || ctx.Err() != nil {
			return nil, explain(ctx, request, err)
		}
	}
}

// check refuses what needs no browser to be refused.
func (l *Loader) check(request Request) error {
	if request.URL == nil {
		if request.HasHTML {
			return nil
		}
		return &Error{Kind: BadInput, Message: "There is neither a URL nor HTML to load."}
	}
	if request.URL.Scheme != "http" && request.URL.Scheme != "https" {
		return &Error{Kind: Forbidden, Message: "This service visits http and https addresses only."}
	}
	if request.URL.Hostname() == "" {
		return &Error{Kind: BadInput, Message: "The URL has no host."}
	}
	if request.HasHTML {
		return nil // it is only the HTML's base address
	}
	var failure *egress.Error
	if err := l.config.Egress.Check(request.URL); errors.As(err, &failure) {
		return dialError(request.URL.Host, failure)
	}
	return nil
}

// load loads a page in a tab of its own.
func (l *Loader) load(ctx context.Context, request Request) (page *Page, browserDied bool, err error) {
	profile := browser.Light
	if request.Stealth {
		profile = browser.Stealth
	}
	tab, err := l.pool.Tab(ctx, profile, request.Proxy)
	if err != nil {
		return nil, false, err
	}
	defer tab.Close()
	page, err = newVisit(ctx, tab, request, l.config).run()
	return page, err != nil && tab.BrowserDied(), err
}

// errEmpty stands for an answer with an error status and nothing in it, in whose
// place the browser shows a page of its own.
var errEmpty = errors.New("an empty page")

// run does all that a visit is for.
func (v *visit) run() (*Page, error) {
	if patterns := v.interceptions(); len(patterns) > 0 {
		if err := do(v.ctx, v.tab, fetch.Enable, fetch.EnableParams{Patterns: patterns}); err != nil {
			return nil, err
		}
	}
	err := v.navigate()
	if err == nil {
		err = v.settle()
	}
	if errors.Is(err, errEmpty) {
		return v.empty()
	}
	if err == nil {
		err = v.act()
	}
	if err != nil {
		return nil, err
	}
	return v.read()
}

// read takes the page as it stands, and a picture of it.
func (v *visit) read() (*Page, error) {
	if err := v.readable(); err != nil {
		return nil, err
	}
	var err error
	page := &Page{Status: v.status(), Unfinished: v.unfinished()}
	if v.request.Screenshot {
		if page.Screenshot, err = v.screenshot(); err != nil {
			return nil, err
		}
	}
	if page.Document, err = v.capture(); err != nil {
		return nil, err
	}
	page.Document = orJSON(page.Document)
	return page, nil
}

// navigate goes to the page and waits until the browser has its beginning.
func (v *visit) navigate() error {
	for attempt := 0; ; attempt++ {
		result, err := browser.Call(v.ctx, v.tab.Session, page.Navigate, page.NavigateParams{URL: v.address()})
		if err != nil {
			return err
		}
		if result.ErrorText == "" {
			return nil
		}
		v.mu.Lock()
		if v.main.url == "" {
			v.main.url = v.address()
		}
		v.main.failure = result.ErrorText
		answered := v.main.status != 0
		v.mu.Unlock()
		if result.ErrorText == "net::ERR_ABORTED" && !answered && !result.IsDownload && attempt < 2 {
			continue // a new tab's blank page can come late and get in the way
		}
		return v.failure()
	}
}

// act waits and scrolls as asked.
func (v *visit) act() error {
	v.mu.Lock()
	before := v.current
	v.mu.Unlock()
	if v.request.WaitFor > 0 {
		if err := v.pause(v.request.WaitFor); err != nil {
			return err
		}
	}
	if v.request.ScrollToBottom {
		if err := v.scroll(); err != nil {
			return err
		}
	}
	v.mu.Lock()
	moved := v.current != before || v.navigating()
	v.mu.Unlock()
	if moved {
		return v.settle()
	}
	return nil
}

// readable refuses what the browser shows but is no page.
func (v *visit) readable() error {
	v.mu.Lock()
	defer v.mu.Unlock()
	kind, _, _ := strings.Cut(v.main.mime, "/")
	switch {
	case v.main.mime == "application/pdf", kind == "image" && v.main.mime != "image/svg+xml":
		return &Error{Kind: BadInput, Message: fmt.Sprintf("%s is no page but a document (%s): query the file itself.", host(v.main.url), v.main.mime)}
	case kind == "audio", kind == "video", kind == "font":
		return &Error{Kind: BadInput, Message: fmt.Sprintf("%s is no page but a file (%s).", host(v.main.url), v.main.mime)}
	}
	return nil
}

// empty is the page of an answer with nothing in it.
func (v *visit) empty() (*Page, error) {
	v.mu.Lock()
	address := v.where(v.main.url)
	v.mu.Unlock()
	document, err := Parse("", address)
	if err != nil {
		return nil, err
	}
	page := &Page{Document: document, Status: v.status()}
	if v.request.Screenshot {
		if err := v.clear(); err != nil {
			return nil, err
		}
		if page.Screenshot, err = v.screenshot(); err != nil {
			return nil, err
		}
	}
	return page, nil
}

// status returns the status of the site's answer.
func (v *visit) status() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return int(v.main.status)
}

// unfinished reports whether there may be more of the page than has come. What a session
// shows is read as it stands.
func (v *visit) unfinished() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return !v.live && (!v.loaded || v.cut())
}

// clear replaces what the tab shows by nothing.
func (v *visit) clear() error {
	return do(v.ctx, v.tab, page.Navigate, page.NavigateParams{URL: "about:blank"})
}

// screenshot takes a picture of the viewport.
func (v *visit) screenshot() ([]byte, error) {
	picture, err := browser.Call(v.ctx, v.tab.Session, page.CaptureScreenshot,
		page.CaptureScreenshotParams{Format: page.CaptureScreenshotFormatPng})
	if err != nil {
		return nil, err
	}
	return picture.Data, nil
}
