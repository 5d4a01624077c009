package paper

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/service/content"
)

// head is what may name whom a document is from.
type head struct {
	name     string
	node     content.ID
	row, at  int
	strength float64
}

// leastHead is how surely a line must be a name for an address to be looked for
// below it.
const leastHead = 0.36

// headPart is the share of the first page in which its head is.
const headPart = 0.4

// heads returns the lines at the head of the document that may be the name of
// whom it is from, in the order of the document.
func heads(s *Sheet) []head {
	if len(s.rows) == 0 {
		return nil
	}
	other := otherParties(s)
	size := typicalHeight(s)
	var out []head
	passed, firms := 0, 0
	last := len(s.rows) // the row of the last name of a shop that is no firm's
	joined := content.None
	for i := range s.rows {
		r := &s.rows[i]
		if r.page != s.rows[0].page || r.proportion > headPart || len(out) >= 8 {
			break
		}
		for k := 0; k < len(r.words); k = r.segment(k) {
			end := r.segment(k)
			line := text(r.words[k:end])
			if other[r.words[k].node] || r.words[k].node == joined || !isName(cleanName(line)) || strings.Contains(cleanName(line), ":") || isLabelled(s, i, k) || r.inTable && passed > 2 {
				continue
			}
			q := nameQuality(line)
			if q <= 0 || isBoxName(s, i, k) {
				continue
			}
			name, used := line, 1
			if !endsAsFirm(line) && i+1 < len(s.rows) && !hasDigit(line) {
				next := &s.rows[i+1]
				below := text(next.words)
				n := len(strings.Fields(cleanName(below)))
				alike := n <= 3 && next.height < 1.5*r.height && r.height < 1.5*next.height && strings.ToUpper(below) == below == (strings.ToUpper(line) == line)
				if endsAsFirm(cleanName(below)) && (alike || isLegalForm(cleanName(below))) && letters(line) > 6 && next.y-r.bottom < 1.2*r.height {
					name, used, joined = line+" "+cleanName(below), 2, next.words[0].node
					q = max(q, nameQuality(name))
				}
			}
			if below := titleBelow(s, i, k, size); used == 1 && below != nil && !endsAsFirm(line) {
				name, used, joined = line+" "+text(below), 2, below[0].node
				q = max(q, nameQuality(name))
			}
			if i+used < len(s.rows) {
				q += likeHead(s, i+used, k, r)
			}
			if r.height > largeHead*size {
				q += 0.08
			}
			if cleaned := cleanName(name); cleaned != "" {
				strength := 0.88*min(1, q) - 0.02*float64(passed)
				if firms > 0 && !(i == last+1 && endsAsFirm(name)) {
					strength -= 0.3 // a firm further down is whom it is for, but under the name of a shop its owner
				}
				out = append(out, head{cleaned, r.words[k].node, i + used - 1, k, strength})
				if q >= 0.5 {
					passed++
				}
				if q >= 0.75 {
					firms++
					if last = i + used - 1; endsAsFirm(name) {
						last = len(s.rows)
					}
				}
			}
		}
	}
	return out
}

// Of names in large letters.
const (
	largeHead = 1.35 // of the height of most letters
	tightHead = 0.3  // between the lines of one, in its own height
	evenHead  = 0.1  // by which its lines differ in height at most
)

// titleBelow returns the words below a segment in large letters that go on with it: in the same
// letters, close below it and in line with it.
func titleBelow(s *Sheet, i, k int, size float32) []word {
	r := &s.rows[i]
	if i+1 == len(s.rows) || r.height < largeHead*size {
		return nil
	}
	next := &s.rows[i+1]
	if next.page != r.page || next.y-r.bottom > tightHead*r.height || abs(next.height-r.height) > evenHead*r.height {
		return nil
	}
	for w := 0; w < len(next.words); w = next.segment(w) {
		words := next.words[w:next.segment(w)]
		if abs(words[0].x-r.words[k].x) < 0.5*r.height && isUpper(words) == isUpper(r.words[k:r.segment(k)]) && isName(text(words)) && !hasDigit(text(words)) {
			return words
		}
	}
	return nil
}

// isBoxName reports whether a segment is the number and the name of a box of a form.
func isBoxName(s *Sheet, i, k int) bool {
	r := &s.rows[i]
	if end := r.segment(k); end == k+1 || !isBoxNumber(r.words[k].text) {
		return false
	}
	if first, _ := utf8.DecodeRuneInString(r.words[k].text); unicode.IsLower(first) {
		return true
	}
	_, over := boxPair(s, i, k)
	return over
}

// likeHead says how much the lines under a name speak for it: an address, a
// number of a register or of a tax, a telephone number.
func likeHead(s *Sheet, i, k int, r *row) float64 {
	for n := i; n < min(len(s.rows), i+3); n++ {
		next := &s.rows[n]
		if next.page != r.page || next.y-r.bottom > 5*r.height {
			break
		}
		x := r.words[k].x
		for w := 0; w < len(next.words); w = next.segment(w) {
			words := next.words[w:next.segment(w)]
			if abs(words[0].x-x) > 3*r.height && overlap(words, x, r.words[r.segment(k)-1].to) <= 0 {
				continue
			}
			line := text(words)
			if looksLikeStreet(line) || isRegisterNumber(line) {
				return 0.14
			}
		}
	}
	return 0
}

// isLabelled reports whether a segment begins with a label of something else than
// the party a document is from.
func isLabelled(s *Sheet, i, k int) bool {
	l, ok := labelAt(s, i, k)
	if !ok {
		return false
	}
	return l.colon || l.to == s.rows[i].segment(k) || hasDigit(text(s.rows[i].words[l.to:s.rows[i].segment(k)]))
}

func typicalHeight(s *Sheet) float32 {
	var total float32
	for i := range s.rows {
		total += s.rows[i].height
	}
	return total / float32(max(1, len(s.rows)))
}

// Heads returns the lines at the head of the document that may be the name of whom it is from.
func (s *Sheet) Heads() []Value {
	var out []Value
	for _, h := range heads(s) {
		out = append(out, Value{Text: h.name, Node: h.node, Strength: h.strength, Alone: true})
	}
	return out
}

// Titles returns what a document may be called: the line in the largest letters at
// its head, or its first.
func (s *Sheet) Titles() []Value {
	var out []Value
	tallest := float32(0)
	for i := range s.rows {
		r := &s.rows[i]
		if r.page != s.rows[0].page || r.proportion > headPart {
			break
		}
		line := text(r.words[:r.segment(0)])
		if letters(line) < 4 || len(line) > 150 || isLabelled(s, i, 0) || looksLikeStreet(line) || strings.Contains(line, "@") {
			continue
		}
		if r.height > 1.25*tallest {
			tallest = r.height
			out = []Value{{Text: line, Node: r.words[0].node, Strength: 0.55, Alone: true}}
		}
	}
	return out
}
