package extract

import (
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/tree"
)

// regions takes the items inside elements and under headings that bear the
// list's name.
func (l *lister) regions() {
	e := l.e
	type region struct {
		key      evidence.Key
		end      content.ID
		strength float64
		texts    []string
		nodes    []content.ID
	}
	var named []region
	for i := range e.x.Names {
		at := e.x.Names[i].Node
		if !l.s.holds(at) || e.t.Len(at) == 0 {
			continue
		}
		best, key := 0.0, evidence.NoKey
		for _, k := range e.x.KeysOf(i) {
			if sim := e.similarity(l.w, k); sim > best {
				best, key = sim, k
			}
		}
		if best < e.w.MinSimilarity {
			continue
		}
		texts, nodes := l.items(at+1, e.t.Nodes[at].End)
		if len(texts) == 0 {
			continue
		}
		strength := (e.w.Kind[evidence.Name] + 0.1) * best * e.place(l.w, at, l.s)
		if l.w.concept.String() == "tags" { // an article may bear its tags as classes
			strength *= min(1, 0.2+float64(textLen(texts))/float64(e.t.Len(at)))
		}
		merged := false
		for k := range named { // parts of one list, each in an element of the same name
			if r := &named[k]; r.key == key && at >= r.end {
				r.texts, r.nodes, r.end = append(r.texts, texts...), append(r.nodes, nodes...), e.t.Nodes[at].End
				merged = true
				break
			}
		}
		if !merged {
			named = append(named, region{key, e.t.Nodes[at].End, strength, texts, nodes})
		}
	}
	for _, r := range named {
		if len(r.texts) > 1 {
			l.add(evidence.Name, r.strength, r.texts, r.nodes)
		}
	}
	for i := range e.x.Sections {
		s := &e.x.Sections[i]
		if !l.s.holds(s.Heading) {
			continue
		}
		sim := e.similarity(l.w, s.Key)
		if sim < e.w.MinSimilarity {
			l.itemsUnder(s, sim)
			continue
		}
		texts, nodes := l.items(e.t.Nodes[s.Heading].End, min(s.End, l.s.to))
		l.add(evidence.Heading, (e.w.Kind[evidence.Heading]+0.15)*sim*e.place(l.w, s.Heading, l.s), texts, nodes)
	}
}

// itemsUnder takes the list that stands right under a heading which has a telling word
// of the list's name, and may have others: "Insurance we accept" over what insurances
// are asked for.
func (l *lister) itemsUnder(s *evidence.Section, sim float64) {
	e := l.e
	t := e.t
	if s.Key == evidence.NoKey || sim < closeName || t.Region(s.Heading)&(tree.InNav|tree.InRelated) != 0 {
		return
	}
	for id := t.Nodes[s.Heading].End; id < s.Next; id++ {
		n := &t.Nodes[id]
		if n.Kind != content.Element || n.Hidden || e.t.Tag(id) != "ul" && e.t.Tag(id) != "ol" {
			continue
		}
		if texts, nodes := l.items(id+1, n.End); len(texts) > 1 && t.From(id)-t.To(s.Heading) < closeList {
			l.add(evidence.Heading, l.e.w.SharedHeading*e.place(l.w, s.Heading, scope{}), texts, nodes)
		}
		return
	}
}

// closeName is how alike a heading and a list's name are that are close to the same.
const closeName = 0.4

// closeList is how far, in bytes, a list may be from its heading.
const closeList = 200
