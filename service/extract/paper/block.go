package paper

import (
	"strings"

	"assay/service/content"
)

// block is the lines that stand below each other in one place.
type block struct {
	lines []string
	nodes []content.ID
}

// maxBlock is how many lines a party's block has.
const maxBlock = 9

// blockFrom gathers the lines from a segment downwards that are in line with it
// and close to each other.
func blockFrom(s *Sheet, i, k int) block { return blockAt(s, i, k, s.rows[i].words[k].x) }

// blockAt is blockFrom with the place at which the other lines begin.
func blockAt(s *Sheet, i, k int, from float32) block {
	var b block
	r := &s.rows[i]
	end := r.segment(k)
	to := r.words[end-1].to
	center := (from + to) / 2
	b.add(r.words[k:end])
	last := r
	for n := i + 1; n < len(s.rows) && len(b.lines) < maxBlock; n++ {
		next := &s.rows[n]
		if next.page != r.page {
			break
		}
		at := -1
		for w := 0; w < len(next.words); w = next.segment(w) {
			words := next.words[w:next.segment(w)]
			x, right := words[0].x, words[len(words)-1].to
			middle := (x+right)/2 - center
			if abs(x-from) < 1.6*last.height || abs(middle) < 1.6*last.height || overlap(words, from, to) > 0.6*min(right-x, to-from) && x > from-1.6*last.height ||
				overlap(words, from, to) > 0.95*min(right-x, to-from) && right-x < 2.5*(to-from) && abs(middle) < 0.25*(right-x) {
				at = w
				break
			}
		}
		if at > 0 && strings.HasSuffix(next.words[at-1].text, ":") && next.words[at].leading {
			break // it has a label of its own
		}
		if at < 0 {
			if next.y-last.bottom > 1.5*last.height {
				break
			}
			continue
		}
		if next.y-last.bottom > 1.9*max(last.height, next.height) {
			break
		}
		words := next.words[at:next.segment(at)]
		b.add(words)
		to = max(to, words[len(words)-1].to)
		center = (words[0].x + words[len(words)-1].to) / 2
		last = next
	}
	return b
}

// add adds words, which may be several lines of a cell.
func (b *block) add(words []word) {
	for from := 0; from < len(words); {
		to := from + 1
		for to < len(words) && !words[to].begins {
			to++
		}
		b.lines, b.nodes = append(b.lines, text(words[from:to])), append(b.nodes, words[from].node)
		from = to
	}
}

func abs(x float32) float32 { return max(x, -x) }

// blockUnder returns the block that begins in the rows right under a label.
func blockUnder(s *Sheet, l *label) (block, bool) {
	r := &s.rows[l.row]
	from, to := r.words[l.from].x, r.words[l.to-1].to
	for n := l.row + 1; n < min(len(s.rows), l.row+4); n++ {
		under := &s.rows[n]
		if under.page != r.page || under.y-r.bottom > 4*r.height {
			break
		}
		for k := 0; k < len(under.words); k = under.segment(k) {
			words := under.words[k:under.segment(k)]
			if overlap(words, from, to) <= 0 || abs(words[0].x-from) > 3*r.height {
				continue
			}
			b := blockFrom(s, n, k)
			return b, b.isParty()
		}
	}
	return block{}, false
}
