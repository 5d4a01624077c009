package extract

import (
	"slices"
	"strings"
	"unicode"

	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
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

// qualifiedRatings takes ratings near which the page says whose they are, or of what:
// "4.4 out of 5" under "Consumer reviews", "91%" in a box of the class critic.
func (f *finder) qualifiedRatings() {
	if n := len(f.w.name); n < 2 || !isRating(&f.w.name[n-1]) {
		return
	}
	e := f.e
	words := slices.DeleteFunc(slices.Clone(f.w.name), func(t lexicon.Term) bool { return t.Want < 1 || isRating(&t) || e.isAbout(t.Word) })
	if len(words) == 0 {
		return
	}
	strength := qualifiedRating
	for i := range e.t.Lines {
		line := &e.t.Lines[i]
		if line.To-line.From > maxPattern || !f.s.holds(line.First) || e.t.Region(line.First)&(tree.InNav|tree.InComments|tree.InRelated) != 0 {
			continue
		}
		score := scoreAtHead(e.t.LineText(i))
		if score == "" {
			continue
		}
		node := e.t.LineNode(i)
		if !slices.ContainsFunc(words, func(t lexicon.Term) bool { return f.saysOf(&t, node, "") || f.isCalled(&t, node) }) {
			continue
		}
		f.add(evidence.Typed, node, score, strength)
		strength *= 0.9
	}
}

func isRating(t *lexicon.Term) bool {
	return t.Concept.String() == "rating" || t.Concept.String() == "score"
}

// qualifiedRating is how far a rating is believed to be the one that a field qualifies.
const qualifiedRating = 0.6

// scoreAtHead returns the score that a line begins with: "4.4 out of 5", "7/10", "91%".
func scoreAtHead(s string) string {
	words := strings.Fields(s)
	switch {
	case len(words) == 0:
	case len(words) > 3 && words[1] == "out" && words[2] == "of" && read.IsBareNumber(words[0]):
		return strings.Join(words[:4], " ")
	case isScoreOutOf(words[0]), strings.HasSuffix(words[0], "%") && read.IsBareNumber(strings.TrimSuffix(words[0], "%")):
		return words[0]
	case len(words) > 1 && words[1] == "%" && read.IsBareNumber(words[0]):
		return words[0] + "%"
	}
	return ""
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
