package tagger

import (
	"cmp"
	"slices"
)

// Tagging is a way to read a prompt.
type Tagging struct {
	States []State
	Odds   float32 // logarithm of how likely it is against the likeliest: 0 or less
}

// way is a way to come to a state of a token.
type way struct {
	score float32
	from  State // of the token before
	rank  int   // which of the ways to there it goes on
}

// Taggings returns the likeliest ways to read a prompt, at most a number of them, the likeliest
// first: the Viterbi algorithm for several paths (Seshadri and Sundberg 1994).
func (p *Pass) Taggings(most int) []Tagging {
	n := len(p.Out)
	if n == 0 {
		return nil
	}
	after := func(a, s State) float32 { return p.model.After[int(a)*States+int(s)] }
	best := func(ways []way) []way {
		slices.SortStableFunc(ways, func(a, b way) int { return cmp.Compare(b.score, a.score) })
		return ways[:min(most, len(ways))]
	}
	ways := make([][States][]way, n)
	for i := range n {
		for s := range State(States) {
			var to []way
			for from := range State(States) {
				switch {
				case !Follows(from, s):
				case i > 0:
					for rank, w := range ways[i-1][from] {
						to = append(to, way{w.score + after(from, s) + p.Out[i][s], from, rank})
					}
				case from == Outside:
					to = append(to, way{score: after(from, s) + p.Out[i][s]})
				}
			}
			ways[i][s] = best(to)
		}
	}
	var ends []way
	for s := range State(States) {
		if mayEnd(s) {
			for rank, w := range ways[n-1][s] {
				ends = append(ends, way{w.score, s, rank})
			}
		}
	}
	var out []Tagging
	for _, end := range best(ends) {
		t := Tagging{make([]State, n), end.score - ends[0].score}
		s, rank := end.from, end.rank
		for i := n - 1; i >= 0; i-- {
			t.States[i] = s
			w := ways[i][s][rank]
			s, rank = w.from, w.rank
		}
		out = append(out, t)
	}
	return out
}
