package portal_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestDocs searches the docs and copies from them by keyboard alone, and looks at both
// pages.
func TestDocs(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	w := s.window(1280)
	w.allowClipboard()
	w.open("/docs")
	w.at("/docs")
	for _, page := range []string{"/docs", "/docs/query-language"} {
		w.open(page)
		w.openAll()
		for _, scheme := range []string{"light", "dark"} {
			for _, width := range []int64{360, 1280} {
				w.look(page, scheme, width)
			}
		}
	}

	w.open("/docs")
	parts := evaluate[[]string](w, visibleParts)
	if len(parts) < 10 {
		t.Fatalf("the page has the parts %v", parts)
	}
	search := func(text string) {
		t.Helper()
		w.do(chromedp.KeyEvent("/"))
		if !evaluate[bool](w, "document.activeElement.id === 'search'") {
			t.Error("/ does not lead to the search")
		}
		w.do(chromedp.KeyEvent(kb.Escape), chromedp.KeyEvent(text)) // the driver's key is typed all the same
	}
	search("key_quota invoice")
	if got := evaluate[[]string](w, visibleParts); strings.Join(got, " ") != "queryDocument" {
		t.Errorf("the search has %v", got)
	}
	w.says("1 of ")
	if got := evaluate[int](w, "[...document.querySelectorAll('.contents li')].filter(e => e.checkVisibility()).length"); got != 1 {
		t.Errorf("the contents have %d parts", got)
	}
	w.tabTo("#queryDocument-curl, [data-copy=queryDocument-curl]")
	w.do(chromedp.KeyEvent(kb.Enter), chromedp.WaitReady(chromedp.CSS("#copied:not(:empty)")))
	if got := w.clipboard(); !strings.HasPrefix(got, `curl "$ASSAY_BASE_URL/v1/query-document"`) {
		t.Errorf("the clipboard has %q", got)
	}
	search("")
	if got := evaluate[[]string](w, visibleParts); len(got) != len(parts) {
		t.Errorf("after Esc there are %v", got)
	}
	search("quantity(integer)")
	w.says("0 of ")
	w.tabTo("#elsewhere")
	w.follow(chromedp.KeyEvent(kb.Enter))
	w.at("/docs/query-language")
	if got := evaluate[[]string](w, visibleParts); strings.Join(got, " ") != "descriptions" {
		t.Errorf("the search of the language has %v", got)
	}
}

const visibleParts = `[...document.querySelectorAll('main article')].filter(e => e.checkVisibility()).map(e => e.dataset.part)`
