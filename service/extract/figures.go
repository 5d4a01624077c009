package extract

import (
	"strings"
	"unicode"

	"assay/service/extract/evidence"
	"assay/service/extract/read"
	"assay/service/extract/tree"
)

// Beliefs about figures that their form alone tells.
const (
	percentOff = 0.5 // "-25%" as a discount
	outOf      = 0.5 // "4,4/5" as a rating
)

// discounts takes shares of a hundred with a minus that stand alone.
func (f *finder) discounts() {
	f.figures(percentOff, func(s string) string {
		if isPercentOff(s) {
			return s
		}
		return ""
	})
}

// isPercentOff reports whether a text is a share of a hundred with a minus.
func isPercentOff(s string) bool {
	number, ok := strings.CutSuffix(s, "%")
	if !ok {
		return false
	}
	for _, minus := range [...]string{"-", "−", "–"} {
		if rest, ok := strings.CutPrefix(number, minus); ok {
			return read.IsBareNumber(strings.TrimSpace(rest))
		}
	}
	return false
}

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
		if isOutOf(head) {
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
