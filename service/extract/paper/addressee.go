package paper

import (
	"slices"
	"strings"
)

// unlabelledParty is how far a block is trusted to be whom a paper is for because
// of where it stands alone.
const unlabelledParty = 0.8

// salutations begin the name of a person that a paper is sent to, or stand above it.
var salutations = set("mr mrs ms miss mx dr prof herr herrn frau firma familie m mme mlle monsieur madame sr sra srta senor senora don dona sig signor signora spett dhr mevr mw mevrouw heer")

// addressee returns the block at the head of a document that has no label and is
// whom it is sent to: with a salutation, under the line of the sender that shows in
// the window of an envelope, or the second of two addresses.
func addressee(s *Sheet) (block, bool) {
	if s.gap != wideGap || len(s.rows) == 0 {
		return block{}, false // tills know no names
	}
	addresses := 0
	window := false
	for i := range s.rows {
		r := &s.rows[i]
		if r.page != s.rows[0].page || r.proportion > headPart {
			break
		}
		if isSenderLine(s, r) {
			window = true
			continue
		}
		for k := 0; k < len(r.words); k = r.segment(k) {
			if goesOn(s, i, k) {
				continue
			}
			b, greeted := blockFrom(s, i, k).fromGreeting()
			if !b.isParty() || looksLikeStreet(b.lines[0]) || isLabelled(s, i, k) && !greeted {
				continue
			}
			if a, _ := addressOf(b, 1); a == "" || len(b.lines) < 3 {
				continue
			}
			if addresses++; greeted || window || addresses == 2 && !isTitledAbove(s, i, k) {
				return b, true
			}
		}
	}
	return block{}, false
}

// goesOn reports whether a segment is a line of the block that began above it.
func goesOn(s *Sheet, i, k int) bool {
	r := &s.rows[i]
	from, to := r.words[k].x, r.words[r.segment(k)-1].to
	for n := i - 1; n >= max(0, i-3); n-- {
		above := &s.rows[n]
		if above.page != r.page || r.y-above.bottom > 1.2*r.height || isSenderLine(s, above) {
			return false
		}
		for w := 0; w < len(above.words); w = above.segment(w) {
			if overlap(above.words[w:above.segment(w)], from, to) > 0 {
				return true
			}
		}
	}
	return false
}

// isTitledAbove reports whether a label stands right above a segment.
func isTitledAbove(s *Sheet, i, k int) bool {
	x := s.rows[i].words[k].x
	for n := i - 1; n >= max(0, i-2); n-- {
		above := &s.rows[n]
		if above.page != s.rows[i].page || s.rows[i].y-above.bottom > 3*above.height {
			return false
		}
		for w := 0; w < len(above.words); w = above.segment(w) {
			if abs(above.words[w].x-x) < 2*above.height {
				_, labelled := labelAt(s, n, w)
				return labelled || strings.HasSuffix(above.words[above.segment(w)-1].text, ":")
			}
		}
	}
	return false
}

// isSenderLine reports whether a row is an address with the name before it, all in
// one line.
func isSenderLine(s *Sheet, r *row) bool {
	apart := 0
	for i := range r.words {
		if i > 0 && r.words[i].leading && r.words[i].x-r.words[i-1].to < 3*r.height {
			apart++
		}
	}
	line := text(r.words)
	apart += strings.Count(line, ", ") + strings.Count(line, " - ") + strings.Count(line, " – ")
	return apart >= 2 && looksLikeStreet(line) && isName(text(r.words[:r.segment(0)])) && !strings.Contains(line, ":")
}

// fromGreeting returns a block from the line with a salutation on, if it has one,
// without what is nothing else.
func (b block) fromGreeting() (block, bool) {
	for i, line := range b.lines {
		words := tokens(line)
		if len(words) == 0 || !salutations[words[0]] || hasDigit(line) {
			continue
		}
		switch {
		case isGreeting(words) && i+1 < len(b.lines):
			i++
		case i == 1 && endsAsFirm(b.lines[0]):
			i = 0 // a person at a firm
		}
		return block{b.lines[i:], b.nodes[i:]}, true
	}
	return b, false
}

// isGreeting reports whether words are salutations and nothing else.
func isGreeting(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !salutations[w] })
}
