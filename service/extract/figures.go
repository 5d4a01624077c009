package extract

import (
	"strings"
	"unicode"

	"assay/service/extract/evidence"
	"assay/service/extract/tree"
)

// outOf is how far "4,4/5" is believed to be a rating.
const outOf = 0.5

// ratings takes what begins as "4,4/5" does.
func (f *finder) ratings() {
	if !f.s.whole {
		return
	}
	f.figures(outOf, func(s string) string {
		head := s
		if at := strings.IndexAny(s, "( "); at > 0 {
			head = s[:at]
		}
		if isScoreOutOf(head) {
			return head
		}
		return ""
	})
}

// figures takes what a reader finds in the lines of the page's own part, the first
// the surest.
func (f *finder) figures(strength float64, find func(line string) string) {
	e := f.e
	for i := range e.t.Lines {
		line := &e.t.Lines[i]
		if line.To-line.From > maxPattern || !f.s.holds(line.First) || e.t.Region(line.First)&(tree.Aside|tree.InComments) != 0 {
			continue
		}
		text := e.t.LineText(i)
		if !strings.ContainsFunc(text, unicode.IsDigit) {
			continue
		}
		if found := find(text); found != "" {
			node := e.t.LineNode(i)
			f.add(evidence.Typed, node, found, strength*e.place(f.w, node, f.s))
			strength *= 0.9
		}
	}
}
