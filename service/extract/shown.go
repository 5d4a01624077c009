package extract

import (
	"strings"
	"time"
	"unicode"

	"assay/service/content"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
	"assay/service/extract/tree"
)

// asShown returns the words in which the page shows a value that structured data gives in
// a form for machines, if it shows it: "1h 54m" for PT1H54M, an address with its own
// commas. Fields with a type have a form of their own.
func (e *engine) asShown(w *want, text string) string {
	if w.typ != 0 || w.shape != lexicon.Address && (w.shape != lexicon.Duration || !strings.HasPrefix(text, "P")) {
		return text
	}
	if shown, known := e.shown[text]; known {
		return shown
	}
	if len(e.shown) >= maxShown {
		return text
	}
	shown := ""
	if w.shape == lexicon.Address {
		shown = e.shownAddress(text)
	} else if d, ok := read.Duration(text, 0, e.x.Locale); ok && d > 0 {
		shown = e.shownDuration(d)
	}
	if shown == "" {
		shown = text
	}
	if e.shown == nil {
		e.shown = map[string]string{}
	}
	e.shown[text] = shown
	return shown
}

// maxShown is how many values a page is searched for: those of a list of events may be
// thousands.
const maxShown = 16

// maxShownDuration is how long, in bytes, a text is that tells a length of time and
// nothing else.
const maxShownDuration = 24

// shownDuration returns the shortest text of the page's own that tells a length of time, or "".
func (e *engine) shownDuration(d time.Duration) string {
	t := e.t
	shortest := ""
	for i := range t.Nodes {
		id := content.ID(i)
		if n := &t.Nodes[i]; n.Kind != content.Element || n.Hidden || t.Len(id) < 2 || t.Len(id) > maxShownDuration || t.Region(id)&tree.Aside != 0 {
			continue
		}
		text := t.Text(id)
		if !unicode.IsDigit(rune(text[0])) {
			continue
		}
		if shown, ok := read.Duration(text, 0, e.x.Locale); ok && shown == d && (shortest == "" || len(text) < len(shortest)) {
			shortest = text
		}
	}
	return shortest
}

// shownAddress returns the line of the page that has the words of an address in their
// order, but maybe not the country's, or "".
func (e *engine) shownAddress(address string) string {
	words := lexicon.Words(address)
	if len(words) < 3 {
		return ""
	}
	for i := range e.t.Lines {
		if size := int(e.t.Lines[i].To - e.t.Lines[i].From); size*2 < len(address) || size > 2*len(address) {
			continue
		}
		text := e.t.LineText(i)
		if !strings.EqualFold(text[:min(len(text), len(words[0]))], words[0]) {
			continue
		}
		if line := lexicon.Words(text); len(commonWords(line, words)) >= max(len(line), len(words))-1 {
			return text
		}
	}
	return ""
}

// commonWords returns what two lists of words begin with alike.
func commonWords(a, b []string) []string {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return a[:n]
}
