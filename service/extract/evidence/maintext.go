package evidence

import (
	"strings"

	"assay/service/content"
	"assay/service/extract/tree"
)

// findMain finds the element that holds the page's main text: the one whose
// paragraphs weigh most, where text in links and outside the page's own subject
// weighs nothing. A paragraph counts in full for its parent and half for its
// grandparent.
func (x *Index) findMain() {
	t := x.Tree
	x.Apart = apart(t)
	x.HasMain = hasMain(x)
	score := make(map[content.ID]float64)
	var order []content.ID
	add := func(id content.ID, v float64) {
		if _, seen := score[id]; !seen {
			order = append(order, id)
		}
		score[id] += v
	}
	for i := range t.Lines {
		line := &t.Lines[i]
		if line.To-line.From < 60 {
			continue
		}
		id := t.LineNode(i)
		if !t.IsBlock(id) && t.Nodes[id].Parent != content.None {
			id = t.Nodes[id].Parent
		}
		if t.Region(id)&x.Apart != 0 {
			continue
		}
		plain := float64(t.Len(id) - 2*t.LinkLen(id))
		if plain <= 0 {
			continue
		}
		text := t.LineText(i)
		v := 1 + float64(strings.Count(text, ","))*0.3 + min(float64(line.To-line.From)/80, 12)
		if x.HasMain && t.Region(id)&tree.InMain == 0 {
			v *= 0.3
		}
		if p := t.Nodes[id].Parent; p != content.None {
			add(p, v)
			for gp, share := t.Nodes[p].Parent, 0.6; gp != content.None && share > 0.1; gp, share = t.Nodes[gp].Parent, share*0.55 {
				add(gp, v*share)
			}
		}
	}
	best := 0.0
	for _, id := range order {
		v := score[id] * (1 - float64(t.LinkLen(id))/float64(t.Len(id)+1))
		if v > best {
			best, x.Main = v, id
		}
	}
	widenMain(x)
}

// apart returns the regions that are not of a page's own text. What readers wrote
// is the page's own where there is hardly anything else, as in a forum.
func apart(t *tree.Tree) tree.Region {
	var comments, own int32
	for i := range t.Lines {
		line := &t.Lines[i]
		size := line.To - line.From
		switch r := t.Region(line.First); {
		case size < 30 || r&tree.Aside != 0:
		case r&tree.InComments != 0:
			comments += size
		default:
			own += size
		}
	}
	if own*5 < comments {
		return tree.Aside
	}
	return tree.Aside | tree.InComments
}

// hasMain reports whether the page marks its own part, and that part is a fair
// share of its text.
func hasMain(x *Index) bool {
	t := x.Tree
	var within, all int32
	for i := range t.Lines {
		line := &t.Lines[i]
		r := t.Region(line.First)
		if r&x.Apart != 0 {
			continue
		}
		all += line.To - line.From
		if r&tree.InMain != 0 {
			within += line.To - line.From
		}
	}
	return within >= 200 && within*4 > all
}

// widenMain climbs from the best element while it holds little of the page's
// good text: the main text of a page may be in many parts.
func widenMain(x *Index) {
	t := x.Tree
	if x.Main == content.None {
		return
	}
	total := make([]int32, len(t.Lines)+1) // good text before each line
	for i := range t.Lines {
		line := &t.Lines[i]
		total[i+1] = total[i]
		if x.HasMain && t.Region(line.First)&tree.InMain == 0 {
			continue
		}
		if size := line.To - line.From; size >= 30 && t.Region(line.First)&(x.Apart|tree.InLink) == 0 {
			total[i+1] += size
		}
	}
	good := func(id content.ID) float64 {
		first, last := t.LinesOf(id)
		return float64(total[last] - total[first])
	}
	all := good(0)
	for up := t.Nodes[x.Main].Parent; up != content.None && good(x.Main) < 0.7*all; up = t.Nodes[up].Parent {
		if t.Tag(up) == "html" {
			break
		}
		x.Main = up
	}
}
