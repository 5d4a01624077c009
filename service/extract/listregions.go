package extract

import (
	"strings"
	"unicode/utf8"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/records"
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
	if s.Key == evidence.NoKey || sim < closeName && !sharesTelling(l.w.name, e.x.Phrase(s.Key)) || t.Region(s.Heading)&(tree.InNav|tree.InRelated) != 0 {
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

// sets takes alike elements whose own names fit the list's.
func (l *lister) sets() {
	e := l.e
	for _, set := range e.sets {
		if len(set.Spans) > 2000 || !l.s.holds(set.Spans[0].From) {
			continue
		}
		name := 0.0
		for _, k := range set.Keys {
			name = max(name, e.similarity(l.w, k))
		}
		if name < e.w.MinSimilarity {
			continue
		}
		if set.Size/len(set.Spans) > 1500 || l.areLists(set) {
			continue
		}
		var texts []string
		var nodes []content.ID
		places := 0.0
		for i, sp := range set.Spans {
			if !l.s.holds(sp.From) {
				continue
			}
			p := e.place(l.w, sp.From, scope{whole: false, from: l.s.from, to: l.s.to})
			if p < 0.5 && places > 0 && places/float64(len(texts)) > 0.8 {
				continue // the same class in another part of the page
			}
			id := l.wholeItem(set.Spans, i)
			texts, nodes = append(texts, l.memberValue(id)), append(nodes, id)
			places += p
		}
		if len(texts) < 2 {
			continue
		}
		l.add(evidence.Name, (e.w.Kind[evidence.Name]+0.13)*name*places/float64(len(texts)), texts, nodes)
	}
}

// areLists reports whether the members of a set are lists themselves.
func (l *lister) areLists(set *records.Set) bool {
	n := 0
	for _, sp := range set.Spans {
		items := 0
		for k := sp.From + 1; k < sp.To && items < 2; k++ {
			if node := &l.e.t.Nodes[k]; node.Kind == content.Element && node.Role == content.Item && l.e.t.Len(k) > 0 {
				items++
			}
		}
		if items > 1 {
			n++
		}
	}
	return n*2 >= len(set.Spans)
}

// wholeItem returns the list item a record is the only part of its set in, or
// the record itself.
func (l *lister) wholeItem(spans []records.Span, i int) content.ID {
	t := l.e.t
	at := spans[i].From
	for up := 0; up < 3; up++ {
		at = t.Nodes[at].Parent
		if at == content.None {
			break
		}
		if t.Nodes[at].Role == content.Item || t.Nodes[at].Role == content.Row {
			if i > 0 && spans[i-1].From > at || i+1 < len(spans) && spans[i+1].From < t.Nodes[at].End {
				break
			}
			return at
		}
	}
	return spans[i].From
}

func (l *lister) memberValue(id content.ID) string {
	if l.w.typ == query.URL || l.w.shape == lexicon.URL || l.w.shape == lexicon.Image {
		if v := l.e.valuesOf(l.one, id); len(v) > 0 {
			return v[0]
		}
		return ""
	}
	text := l.e.t.Text(id)
	if l.w.shape == lexicon.Person {
		if names := l.e.personText(id); names != "" && !strings.Contains(names, ",") {
			return names
		}
	}
	if !utf8.ValidString(text) {
		return strings.ToValidUTF8(text, "")
	}
	return text
}
