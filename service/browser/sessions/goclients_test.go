package sessions_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/remote"
	"github.com/go-rod/rod"
)

func TestChromedp(t *testing.T) {
	address := site(t)
	b := newBench(t)
	session := b.create(t, usual())
	for name, test := range map[string]struct {
		address string
		options []remote.Option
	}{
		"as it is":    {address: session.Wire().CDPURL},
		"NoModifyURL": {session.Wire().CDPURL, []remote.Option{remote.NoModifyURL}},
		"discovery":   {address: session.Wire().BaseURL},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			defer cancel()
			ctx, cancel = remote.NewAllocator(ctx, plain(test.address), test.options...)
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
			length, err := chromedp.Run(ctx, chromedp.Evaluate[string](`"y".repeat(20 << 20)`))
			if err != nil || len(length) != 20<<20 {
				t.Errorf("%d bytes came, %v", len(length), err)
			}
		})
	}
	if info, err := b.Get(session.ID); err != nil || !info.Alive() {
		t.Errorf("afterwards it is %v, %v", info.State, err)
	}
}

func TestRod(t *testing.T) {
	address := site(t)
	b := newBench(t)
	session := b.create(t, usual())
	client := rod.New().ControlURL(plain(session.Wire().CDPURL)).Context(t.Context())
	if err := client.Connect(); err != nil {
		t.Fatal(err)
	}
	page := client.MustPage(address + "/form").Timeout(20 * time.Second)
	page.MustElement("#name").MustInput("Ada")
	page.MustElement("#go").MustClick()
	if said := page.MustElement("#said").MustText(); said != "Ada" {
		t.Errorf("said %q", said)
	}
	if n := page.MustEval(`() => "y".repeat(20 << 20)`).Str(); len(n) != 20<<20 || strings.Trim(n, "y") != "" {
		t.Errorf("%d bytes came", len(n))
	}
	page.MustClose()
}
