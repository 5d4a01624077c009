package layout

import (
	"cmp"
	"slices"
)

// rule is a ruling line: at a place across its direction, from one end to the other.
type rule struct {
	at, from, to float32
	thickness    float32
}

// Of ruling lines, in heights of the text.
const (
	sameRule  = 0.3  // lines so close are one, such as a double line
	brokenGap = 0.35 // within a line
	minRule   = 0.9  // the shortest that is kept
	touching  = 0.45 // between lines that meet
)

// rulesOf sorts lines into those that lie and those that stand, with what belongs to
// one line brought together. height is that of the text.
func rulesOf(lines []Box, height float32) (lying, standing []rule) {
	for _, l := range lines {
		if l.Width >= l.Height {
			lying = append(lying, rule{l.Y + l.Height/2, l.X, l.right(), l.Height})
		} else {
			standing = append(standing, rule{l.X + l.Width/2, l.Y, l.bottom(), l.Width})
		}
	}
	return joinRules(lying, height), joinRules(standing, height)
}

// joinRules brings together what belongs to one line.
func joinRules(rules []rule, height float32) []rule {
	slices.SortFunc(rules, func(a, b rule) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.from, b.from)) })
	var out []rule
	for first := 0; first < len(rules); {
		last := first + 1
		for last < len(rules) && rules[last].at-rules[first].at <= sameRule*height {
			last++
		}
		group := slices.Clone(rules[first:last])
		slices.SortFunc(group, func(a, b rule) int { return cmp.Compare(a.from, b.from) })
		joined := group[:1:1]
		for _, r := range group[1:] {
			if l := &joined[len(joined)-1]; r.from-l.to <= brokenGap*height {
				l.to, l.thickness = max(l.to, r.to), max(l.thickness, r.thickness)
				continue
			}
			joined = append(joined, r)
		}
		for _, r := range joined {
			if r.to-r.from >= minRule*height {
				out = append(out, r)
			}
		}
		first = last
	}
	return out
}

// covers reports whether rules at a place go along most of a stretch.
func covers(rules []rule, at, slack, from, to float32) bool {
	covered := float32(0)
	for _, r := range rules {
		if r.at >= at-slack && r.at <= at+slack {
			covered += max(0, min(r.to, to)-max(r.from, from))
		}
	}
	return covered > 0.6*(to-from)
}

// frame is lines that meet.
type frame struct {
	lying, standing []rule
	Box
}

// maxPairs bounds how many pairs of lines of a page are looked at.
const maxPairs = 4_000_000

// framesOf returns the lines that meet each other, as groups.
func framesOf(lying, standing []rule, height float32) []frame {
	if len(lying)*len(standing) > maxPairs {
		return nil
	}
	group := make([]int, len(lying)+len(standing))
	for i := range group {
		group[i] = i
	}
	root := func(i int) int {
		for group[i] != i {
			group[i] = group[group[i]]
			i = group[i]
		}
		return i
	}
	slack := touching * height
	for i, l := range lying {
		for k, s := range standing {
			if l.from-slack <= s.at && s.at <= l.to+slack && s.from-slack <= l.at && l.at <= s.to+slack {
				group[root(i)] = root(len(lying) + k)
			}
		}
	}
	byRoot := map[int]int{}
	var out []frame
	of := func(i int, box Box) *frame {
		at, ok := byRoot[root(i)]
		if !ok {
			at = len(out)
			byRoot[root(i)] = at
			out = append(out, frame{Box: box})
		}
		out[at].Box = out[at].Box.union(box)
		return &out[at]
	}
	for i, l := range lying {
		f := of(i, Box{l.from, l.at, l.to - l.from, 0})
		f.lying = append(f.lying, l)
	}
	for k, s := range standing {
		f := of(len(lying)+k, Box{s.at, s.from, 0, s.to - s.from})
		f.standing = append(f.standing, s)
	}
	return out
}

// places returns where lines are, each once, and the ends of the others across them
// where those go on beyond.
func places(rules, across []rule, slack float32) []float32 {
	var at []float32
	for _, r := range rules {
		at = append(at, r.at)
	}
	var low, high []float32
	for _, r := range across {
		low, high = append(low, r.from), append(high, r.to)
	}
	slices.Sort(at)
	slices.Sort(low)
	slices.Sort(high)
	out := at[:0]
	for _, x := range at {
		if len(out) == 0 || x-out[len(out)-1] > slack {
			out = append(out, x)
		}
	}
	out = slices.Clone(out)
	if len(across) > 1 {
		// Lines across that are the only ones to go on beyond do not open a table.
		if second := low[1]; len(out) == 0 || second < out[0]-3*slack {
			out = append([]float32{second}, out...)
		}
		if second := high[len(high)-2]; second > out[len(out)-1]+3*slack {
			out = append(out, second)
		}
	}
	return out
}
