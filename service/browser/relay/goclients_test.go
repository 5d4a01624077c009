package relay_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/remote"
	"github.com/go-rod/rod"

	"assay/service/browser"
	"assay/service/browser/sessiontest"
	"assay/service/servicetest"
	"assay/wire"
)

func TestChromedp(t *testing.T) {
	t.Parallel()
	address := sessiontest.Site(t)
	session := sessiontest.Common(t)
	for name, test := range map[string]struct {
		address string
		options []remote.Option
	}{
		"as it is":    {address: session.Wire().CDPURL},
		"NoModifyURL": {session.Wire().CDPURL, []remote.Option{remote.NoModifyURL}},
		"discovery":   {address: session.Wire().BaseURL},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), sessiontest.Patience)
			defer cancel()
			ctx, cancel = remote.NewAllocator(ctx, wire.PlainURL(test.address), test.options...)
			defer cancel()
			ctx, cancel = chromedp.NewContext(ctx)
			defer cancel()
			err := chromedp.Do(ctx,
				chromedp.Navigate(address+"/form"),
				chromedp.SendKeys(chromedp.ID("name"), "Ada"),
				chromedp.Click(chromedp.ID("go")),
			)
			if err != nil {
				t.Fatal(err)
			}
			if said, err := chromedp.Run(ctx, chromedp.Text(chromedp.ID("said"))); err != nil || said != "Ada" {
				t.Errorf("said %q, %v", said, err)
			}
			if picture, err := chromedp.Run(ctx, chromedp.CaptureScreenshot()); err != nil || len(picture) < 1000 {
				t.Errorf("a picture of %d bytes, %v", len(picture), err)
			}
			if name != "as it is" {
				return
			}
			text, err := chromedp.Run(ctx, chromedp.Evaluate[string](`"y".repeat(8 << 20)`))
			if err != nil || len(text) != 8<<20 {
				t.Errorf("%d bytes came, %v", len(text), err)
			}
		})
	}
	if info := session.Info(); !info.Alive() {
		t.Errorf("afterwards it is %v", info.State)
	}
}

func TestRod(t *testing.T) {
	t.Parallel()
	address := sessiontest.Site(t)
	session := sessiontest.Common(t)
	client := rod.New().ControlURL(wire.PlainURL(session.Wire().CDPURL)).Context(t.Context())
	if err := client.Connect(); err != nil {
		t.Fatal(err)
	}
	page := client.MustPage(address + "/form").Timeout(sessiontest.Patience)
	page.MustElement("#name").MustInput("Ada")
	page.MustElement("#go").MustClick()
	if said := page.MustElement("#said").MustText(); said != "Ada" {
		t.Errorf("said %q", said)
	}
	if n := page.MustEval(`() => "y".repeat(8 << 20)`).Str(); len(n) != 8<<20 || strings.Trim(n, "y") != "" {
		t.Errorf("%d bytes came", len(n))
	}
	page.MustClose()
}

// TestOpenedWindows: a window that a page opens runs, and so does the page, though no
// client has asked to be attached to new windows.
func TestOpenedWindows(t *testing.T) {
	t.Parallel()
	address := sessiontest.Site(t)
	b := sessiontest.Shared(t)
	session := b.Begin(t, sessiontest.Usual())
	client := sessiontest.Connect(t, session)
	page, _ := client.Page()
	client.Must(page, "Page.navigate", `{"url":"`+address+`/"}`, nil)
	client.Evaluate(page, `void open("`+address+`/form")`)
	if got := client.Evaluate(page, `new Promise((done) => setTimeout(() => done("goes on"), 20))`); got != "goes on" {
		t.Errorf("the page %v", got)
	}
	servicetest.Eventually(t, "the window has its title", func() bool {
		var targets struct{ TargetInfos []struct{ Title string } }
		client.Must("", "Target.getTargets", `{}`, &targets)
		return slices.ContainsFunc(targets.TargetInfos, func(info struct{ Title string }) bool { return info.Title == "Form" })
	})
}

// TestOwnUserAgent: what a client says of itself counts, and goes on to count on other
// sites, though the session has a user agent of its own.
func TestOwnUserAgent(t *testing.T) {
	t.Parallel()
	address := sessiontest.Site(t)
	b := sessiontest.Shared(t)
	request := sessiontest.Usual()
	request.Persona = browser.Windows
	session := b.Begin(t, request)
	client := sessiontest.Connect(t, session)
	page := client.Document(address)
	client.Must(page, "Emulation.setUserAgentOverride", `{"userAgent":"Mine/1.0","platform":"Mine"}`, nil)
	for _, at := range []string{address, strings.Replace(address, "127.0.0.1", "localhost", 1)} {
		client.Must(page, "Page.navigate", `{"url":"`+at+`/form"}`, nil)
		servicetest.Eventually(t, "the page is there", func() bool { return client.Evaluate(page, "location.origin + document.title") == at+"Form" })
		if got := client.Evaluate(page, "navigator.userAgent + ' ' + navigator.platform"); got != "Mine/1.0 Mine" {
			t.Errorf("%s sees %v", at, got)
		}
	}
}
