package ranking

import (
	"slices"
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/listing"
	"assay/service/extract/onpage"
	"assay/service/extract/rank"
	"assay/service/extract/records"
)

// Bounds of what facts and elements of one name list.
const (
	maxFactNames  = 600 // of a page
	maxFactValues = 300 // under a name
	maxNamedText  = 200 // bytes of an element that a name is given to
)

// factName is what facts have in common that are one list.
type factName struct {
	kind  evidence.Kind
	key   evidence.Key
	thing *evidence.Thing
}

// factValue is what a fact says, and where.
type factValue struct {
	node content.ID
	text string
}

// facts takes what labels, metas, structured data and elements of one name say as lists of plain
// values, and the pieces of what only one says: a list may have one record.
func (l *lists) facts() {
	x := l.engine.Index
	all := map[factName][]factValue{}
	var names []factName
	add := func(n factName, values ...factValue) {
		if n.key == evidence.NoKey {
			return
		}
		if all[n] == nil {
			if len(names) == maxFactNames {
				return
			}
			names = append(names, n)
		}
		for _, v := range values {
			if v.text != "" && len(all[n]) < maxFactValues && !slices.ContainsFunc(all[n], func(o factValue) bool { return o.text == v.text }) {
				all[n] = append(all[n], v)
			}
		}
	}
	for i := range x.Facts {
		f := &x.Facts[i]
		if f.Paging {
			continue
		}
		for _, text := range f.Values {
			add(factName{f.Kind, f.Key, f.Thing}, factValue{f.Node, strings.TrimSpace(text)})
		}
	}
	t := l.engine.Tree
	ends := map[evidence.Key]content.ID{}
	for i := range x.Names {
		id := x.Names[i].Node
		if size := t.Len(id); size == 0 || size > maxNamedText {
			continue
		}
		for _, k := range x.KeysOf(i) {
			if id < ends[k] {
				continue // within one of the same name
			}
			ends[k] = t.Nodes[id].End
			add(factName{evidence.Name, k, nil}, factValue{id, t.Text(id)})
		}
	}
	for _, n := range names {
		values := all[n]
		if len(values) == 0 {
			continue
		}
		l.fact(n, values, rank.SetIsFact)
		if len(values) > 1 {
			continue
		}
		if pieces := piecesOf(values[0].text); len(pieces) > 1 {
			var cut []factValue
			for _, text := range pieces {
				cut = append(cut, factValue{values[0].node, text})
			}
			l.fact(n, cut, rank.SetIsPieces)
		}
	}
}

// fact adds values under a name as a list.
func (l *lists) fact(n factName, values []factValue, is int) {
	s := &listed{fact: is, source: n.kind, names: []string{l.engine.Index.NameText(n.key)}, keys: []evidence.Key{n.key}}
	for _, v := range values {
		node := max(v.node, 0)
		s.series = append(s.series, onpage.Part{ID: node, Key: n.key, Value: v.text})
		s.spans = append(s.spans, records.Span{From: node, To: node + 1})
	}
	for _, v := range values[:min(len(values), maxFormed)] {
		s.words = l.bag.Add(s.words, strings.ToValidUTF8(v.text[:min(len(v.text), maxFirstWords)], ""))
	}
	l.add(s)
}

// piecesOf splits a text that is a list in one.
func piecesOf(text string) (out []string) {
	for _, mark := range [...]string{"\n", "; ", ", ", " | ", " / ", " · ", " • ", ","} {
		if strings.Contains(text, mark) {
			out = strings.Split(text, mark)
			break
		}
	}
	if out == nil {
		out = []string{text}
	}
	last := strings.TrimSpace(out[len(out)-1])
	if end, begin, ok := listing.CutAtConjunction(last); ok && end+len(out) > 1 {
		out = append(out[:len(out)-1], last[:end], last[begin:])
	}
	for i := range out {
		out[i] = strings.TrimSpace(out[i])
	}
	return slices.DeleteFunc(out, func(s string) bool { return s == "" })
}

// datum returns a value of a row of data.
func (s *listed) datum(row, column int) onpage.Part {
	if values := s.data[row]; column < len(values) {
		return values[column]
	}
	return onpage.NoPart
}

// properties returns the columns of rows of data.
func (l *lists) properties(s *listed) []listedColumn {
	var out []listedColumn
	for k, path := range s.dataNames {
		c := listedColumn{Column: onpage.Column{Key: evidence.NoKey, Parts: make([]onpage.Part, len(s.sample))}, cell: k}
		if key := l.engine.Index.Intern(path); key != evidence.NoKey {
			c.Keys = []evidence.Key{key}
		}
		for r := range s.sample {
			if c.Parts[r] = s.datum(r, k); c.Parts[r].ID != content.None {
				c.Have++
			}
		}
		if c.Have > 0 {
			out = append(out, c)
		}
	}
	return out
}

// trail takes the page's breadcrumb trail.
func (l *lists) trail() {
	x := l.engine.Index
	s := &listed{fact: rank.SetIsTrail, names: []string{"breadcrumbs"}, keys: []evidence.Key{x.Intern("breadcrumbs")}, dataNames: []string{"label", "url"}}
	label, address := x.Intern("label"), x.Intern("url")
	for _, c := range listing.Trail(l.engine.Engine) {
		row := []onpage.Part{{ID: c.Node, Key: label, Value: c.Text}, onpage.NoPart}
		if c.Href != "" {
			row[1] = onpage.Part{ID: c.Node, Key: address, Value: c.Href}
		}
		s.data = append(s.data, row)
		s.spans = append(s.spans, records.Span{From: c.Node, To: c.Node + 1})
	}
	if len(s.data) > 0 {
		l.add(s)
	}
}

// sections takes the headings of one level within another as records, with the text under each.
func (l *lists) sections() {
	x, t := l.engine.Index, l.engine.Tree
	type within struct {
		end   content.ID // of the section that they are in
		level uint8
	}
	sets := map[within]*listed{}
	var order []within
	var open []*evidence.Section
	text := x.Intern("text")
	for i := range x.Sections {
		s := &x.Sections[i]
		for len(open) > 0 && open[len(open)-1].End <= s.Heading {
			open = open[:len(open)-1]
		}
		in := within{content.ID(len(t.Nodes)), s.Level}
		var names []string
		var keys []evidence.Key
		if len(open) > 0 {
			up := open[len(open)-1]
			in.end = up.End
			names, keys = []string{t.Text(up.Heading)}, []evidence.Key{up.Key}
		}
		open = append(open, s)
		if sets[in] == nil {
			sets[in] = &listed{fact: rank.SetIsSections, source: evidence.Heading, names: names, keys: keys, dataNames: []string{"heading", "text"}}
			order = append(order, in)
		}
		set := sets[in]
		row := []onpage.Part{{ID: s.Heading, Key: evidence.NoKey}, onpage.NoPart}
		if from := t.Nodes[s.Heading].End; from < s.End {
			if under := strings.TrimSpace(t.SpanText(from, s.End)); under != "" {
				row[1] = onpage.Part{ID: s.Heading, Key: text, Value: under}
			}
		}
		set.data = append(set.data, row)
		set.spans = append(set.spans, records.Span{From: s.Heading, To: s.End})
	}
	for _, in := range order {
		if len(sets[in].data) > 1 {
			l.add(sets[in])
		}
	}
}

// maxFound is how many values are offered as a list that would answer a field of its name.
const maxFound = 3

// found takes what would answer a field of a list's name as a list, whole and in pieces: the one who
// wrote it, or the two.
func (l *lists) found(a *askedList) (out []*listed) {
	if a.Children != nil {
		return nil
	}
	e := l.engine
	seen := map[string]bool{}
	add := func(v *fields.Value, texts []string) {
		key := strings.Join(texts, "\n")
		if seen[key] {
			return
		}
		seen[key] = true
		s := &listed{fact: rank.SetIsFound, source: v.Kind, score: float32(v.Score), names: []string{a.Query.Name}}
		node := max(v.Node, 0)
		for _, text := range texts {
			s.series = append(s.series, onpage.Part{ID: node, Key: 0, Value: text})
			s.spans = append(s.spans, records.Span{From: node, To: node + 1})
		}
		s.words = l.bag.Known(texts[0])
		out = append(out, s)
	}
	for _, w := range [...]*fields.Field{a.Field, a.again} {
		if w == nil || w.Shape != lexicon.Person && w.Shape != lexicon.Org {
			continue
		}
		one := *w
		one.Sims = nil
		for i, v := range e.Candidates(&one, e.Whole(nil)) {
			if i == maxFound {
				break
			}
			add(&v, []string{v.Text})
			if pieces := piecesOf(v.Text); len(pieces) > 1 {
				add(&v, pieces)
			}
		}
	}
	return out
}
