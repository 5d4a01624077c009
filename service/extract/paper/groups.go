package paper

import "strings"

// addGroups puts the names that stand over several columns before the names of
// those: "Population" over "2020" and "2024". What stands over the column without
// a name is its name.
func (t *tableReader) addGroups() {
	first := 0
	if t.bare {
		first = 1
	}
	groups := t.groupsAbove(first)
	names := t.at[first:]
	if len(groups) == 0 || len(groups) >= len(names) {
		return
	}
	shares := shareOut(groups, names)
	if offCentre(groups, names, shares) > mostOff*t.s.rows[t.head].height*float32(len(groups)) {
		return // some names of columns were taken for one
	}
	for g, n := range shares {
		for range n {
			t.table.Heads[first].Text = groups[g].text + " " + t.table.Heads[first].Text
			first++
		}
	}
}

// group is a name over the names of columns.
type group struct {
	stretch
	text string
}

// maxGroups bounds the names over those of the columns, of which there are at most
// maxGrouped.
const (
	maxGroups  = 6
	maxGrouped = 14
)

// mostOff is how far a group's name may be from the middle or the beginning of the
// names under it, in heights of those.
const mostOff = 2

// groupsAbove returns the names in the row above those of the columns. It names the
// column without a name by what stands over it.
func (t *tableReader) groupsAbove(first int) []group {
	if t.head == 0 || len(t.at)-first > maxGrouped {
		return nil
	}
	head, above := &t.s.rows[t.head], &t.s.rows[t.head-1]
	if above.page != head.page || head.y-above.bottom > 1.5*head.height {
		return nil
	}
	var groups []group
	for k := 0; k < len(above.words); k = above.segment(k) {
		words := above.words[k:above.segment(k)]
		name := text(words)
		switch {
		case hasDigit(name) || letters(name) < 2 || len(words) > maxHeadWords || strings.HasSuffix(name, ":"):
			return nil
		case t.bare && words[len(words)-1].to < t.at[first].from && t.table.Heads[0].Text == "":
			t.table.Heads[0].Text = name
		default:
			groups = append(groups, group{stretch{words[0].x, words[len(words)-1].to}, name})
		}
	}
	if len(groups) < 2 || len(groups) > maxGroups {
		return nil
	}
	return groups
}

// shareOut returns how many of the names each of the groups stands over: names that
// follow each other, with the group's name in their middle or over the first.
func shareOut(groups []group, names []stretch) []int {
	if len(groups) == 1 {
		return []int{len(names)}
	}
	var best []int
	least := float32(-1)
	for n := 1; n <= len(names)-len(groups)+1; n++ {
		rest := shareOut(groups[1:], names[n:])
		shares := append([]int{n}, rest...)
		if off := offCentre(groups, names, shares); least < 0 || off < least {
			best, least = shares, off
		}
	}
	return best
}

// offCentre is how far groups are from the middles or the beginnings of their names,
// all together.
func offCentre(groups []group, names []stretch, shares []int) float32 {
	var off float32
	from := 0
	for g, n := range shares {
		middle := abs(groups[g].from+groups[g].to-names[from].from-names[from+n-1].to) / 2
		off += min(middle, abs(groups[g].from-names[from].from))
		from += n
	}
	return off
}
