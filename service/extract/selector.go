package extract

import (
	"strconv"
	"strings"

	"assay/service/content"
)

// selectors makes CSS selectors that each pick one element and no other.
type selectors struct {
	doc   *content.Document
	nth   []int32 // per element, its place among siblings of its name, from 1
	alone []bool  // per element, whether no sibling has its name
	ids   map[string]int
	made  map[content.ID]string
}

func newSelectors(d *content.Document) *selectors {
	s := &selectors{
		doc: d, nth: make([]int32, len(d.Nodes)), alone: make([]bool, len(d.Nodes)),
		ids: map[string]int{}, made: map[content.ID]string{},
	}
	type place struct {
		parent content.ID
		tag    string
	}
	last := map[place]content.ID{}
	for i := range d.Nodes {
		n := &d.Nodes[i]
		if n.Kind != content.Element {
			continue
		}
		if v, ok := d.Attr(content.ID(i), "id"); ok {
			s.ids[v]++
		}
		p := place{n.Parent, d.Tag(content.ID(i))}
		if before, ok := last[p]; ok {
			s.nth[i], s.alone[before] = s.nth[before]+1, false
		} else {
			s.nth[i], s.alone[i] = 1, true
		}
		last[p] = content.ID(i)
	}
	return s
}

// of starts at the nearest ancestor with an id of its own and counts children
// from there.
func (s *selectors) of(id content.ID) string {
	d := s.doc
	for d.Nodes[id].Kind == content.Text && d.Nodes[id].Parent != content.None {
		id = d.Nodes[id].Parent
	}
	if made, ok := s.made[id]; ok {
		return made
	}
	var steps []string
	for at := id; at != content.None; at = d.Nodes[at].Parent {
		if v, ok := d.Attr(at, "id"); ok && isPlainIdent(v) && s.ids[v] == 1 {
			steps = append(steps, "#"+v)
			break
		}
		step := escapeTag(d.Tag(at))
		if !s.alone[at] {
			step += ":nth-of-type(" + strconv.Itoa(int(s.nth[at])) + ")"
		}
		steps = append(steps, step)
	}
	for i, j := 0, len(steps)-1; i < j; i, j = i+1, j-1 {
		steps[i], steps[j] = steps[j], steps[i]
	}
	s.made[id] = strings.Join(steps, " > ")
	return s.made[id]
}

// isPlainIdent reports whether a name needs no escaping in a selector.
func isPlainIdent(s string) bool {
	if s == "" || len(s) > 60 {
		return false
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
		if !letter && (i == 0 || (c < '0' || c > '9') && c != '-') {
			return false
		}
	}
	return true
}

func escapeTag(tag string) string {
	if isPlainIdent(tag) {
		return tag
	}
	var b strings.Builder
	for i, r := range tag {
		letter := r >= 'a' && r <= 'z' || r == '_' || r >= 0x80 || r == '-' && i > 0 || r >= '0' && r <= '9' && i > 0
		if !letter {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
