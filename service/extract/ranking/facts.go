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
	"assay/service/extract/tree"
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
	last := out[len(out)-1]
	for _, and := range listing.Conjunctions {
		if a, b, ok := strings.Cut(last, and); ok && a != "" && b != "" {
			out = append(out[:len(out)-1], a, b)
			break
		}
		if rest, ok := strings.CutPrefix(last, and[1:]); ok && len(out) > 1 {
			out[len(out)-1] = rest
			break
		}
	}
	for i := range out {
		out[i] = strings.TrimSpace(out[i])
	}
	return slices.DeleteFunc(out, func(s string) bool { return s == "" })
}

// Bounds of the things of structured data.
const (
	maxThingSets   = 60   // arrays of a page
	maxThingRows   = 3000 // things of one
	maxThingNested = 4    // things within things that are looked through for arrays
	maxThingPath   = 2    // the same for the values of a row
)

// things takes the arrays of things in structured data as tables.
func (l *lists) things() {
	sets := 0
	add := func(name string, things []*evidence.Thing) {
		if sets++; sets <= maxThingSets {
			l.array(name, things[:min(len(things), maxThingRows)])
		}
	}
	seen := map[*evidence.Thing]bool{}
	var within func(t *evidence.Thing, depth int)
	within = func(t *evidence.Thing, depth int) {
		if seen[t] {
			return
		}
		seen[t] = true
		for i := range t.Props {
			p := &t.Props[i]
			var things []*evidence.Thing
			for _, v := range p.Values {
				if v.Thing != nil && v.Thing != t {
					things = append(things, listing.Unwrap(v.Thing))
				}
			}
			name := p.Name
			if name == "itemListElement" || name == "mainEntity" || name == "@graph" {
				name = strings.Join(t.Types, " ")
			}
			if len(things) > 0 {
				add(name, things)
			}
			if depth == maxThingNested {
				continue
			}
			for _, v := range p.Values {
				if v.Thing != nil {
					within(v.Thing, depth+1)
				}
			}
		}
	}
	byType := map[string][]*evidence.Thing{}
	var types []string
	for _, t := range l.engine.Index.Things {
		if t.Up == nil && len(t.Types) > 0 {
			if byType[t.Types[0]] == nil {
				types = append(types, t.Types[0])
			}
			byType[t.Types[0]] = append(byType[t.Types[0]], t)
		}
		within(t, 0)
	}
	for _, typ := range types {
		if len(byType[typ]) > 1 {
			add(typ, byType[typ])
		}
	}
}

// array adds things as rows of a table, whose columns are their properties.
func (l *lists) array(name string, things []*evidence.Thing) {
	x := l.engine.Index
	s := &listed{fact: rank.SetIsThings, source: things[0].Kind, names: append([]string{name}, things[0].Types...), data: make([][]onpage.Part, len(things))}
	for _, name := range s.names {
		if k := x.Intern(name); k != evidence.NoKey {
			s.keys = append(s.keys, k)
		}
	}
	column := map[string]int{}
	var paths []string
	for row, t := range things {
		node := max(t.Node, 0)
		s.spans = append(s.spans, records.Span{From: node, To: node + 1})
		var visit func(t *evidence.Thing, path string, depth int)
		visit = func(t *evidence.Thing, path string, depth int) {
			for i := range t.Props {
				p := &t.Props[i]
				if len(p.Values) == 0 {
					continue
				}
				v := p.Values[0]
				if text, key := v.String(), x.Intern(path+p.Name); text != "" && key != evidence.NoKey {
					c, ok := column[path+p.Name]
					if !ok {
						if c = len(paths); c == maxSetColumns {
							continue
						}
						column[path+p.Name] = c
						paths = append(paths, path+p.Name)
					}
					for len(s.data[row]) <= c {
						s.data[row] = append(s.data[row], onpage.NoPart)
					}
					if s.data[row][c].ID == content.None {
						at := v.Node
						if at == content.None {
							at = node
						}
						s.data[row][c] = onpage.Part{ID: at, Key: key, Value: text}
					}
				}
				if v.Thing != nil && depth < maxThingPath {
					next := path + p.Name + " "
					if p.Name == "offers" || p.Name == "item" {
						next = path
					}
					visit(v.Thing, next, depth+1)
				}
			}
		}
		visit(t, "", 0)
	}
	for k := range s.data[0] {
		if p := &s.data[0][k]; p.ID != content.None && k < maxFormed*maxFormed {
			text := p.Value
			s.words = l.bag.Add(s.words, strings.ToValidUTF8(text[:min(len(text), maxFirstWords)], ""))
		}
	}
	if s.dataNames = paths; len(paths) > 0 {
		for _, text := range paths {
			s.headers = l.bag.Add(s.headers, text)
		}
		l.add(s)
	}
}

// datum returns the value of a thing under a name of its properties.
func (s *listed) datum(row, column int) onpage.Part {
	if values := s.data[row]; column < len(values) {
		return values[column]
	}
	return onpage.NoPart
}

// properties returns the columns of an array of things.
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

// pairs takes labels that stand in one list or table, with their values, as records.
func (l *lists) pairs() {
	x, t := l.engine.Index, l.engine.Tree
	sets := map[content.ID]*listed{}
	var order []content.ID
	name, value := x.Intern("name"), x.Intern("value")
	last := content.None
	for _, i := range l.engine.Labels {
		f := &x.Facts[i]
		if f.Paging || f.Node == last || len(f.Values) == 0 || f.Name == "" {
			continue
		}
		last = f.Node
		of := listOf(t, f.Node)
		if sets[of] == nil {
			sets[of] = &listed{fact: rank.SetIsPairs, source: evidence.Label, dataNames: []string{"name", "value"}}
			if over := x.HeadingOver(f.Node); over != evidence.NoKey {
				sets[of].names, sets[of].keys = []string{x.NameText(over)}, []evidence.Key{over}
			}
			order = append(order, of)
		}
		s := sets[of]
		s.data = append(s.data, []onpage.Part{{ID: f.Node, Key: name, Value: f.Name}, {ID: f.Node, Key: value, Value: f.Values[0]}})
		s.spans = append(s.spans, records.Span{From: f.Node, To: f.Node + 1})
	}
	for _, of := range order {
		if len(sets[of].data) > 1 {
			l.add(sets[of])
		}
	}
}

// maxToList is how many elements lie between a value and the list that it is in at most.
const maxToList = 5

// listOf returns the table or list that a labelled value is a row of, else what is around its row.
func listOf(t *tree.Tree, id content.ID) content.ID {
	for at, up := t.Nodes[id].Parent, 0; at != content.None && up < maxToList; at, up = t.Nodes[at].Parent, up+1 {
		switch t.Nodes[at].Role {
		case content.Table, content.Terms, content.List:
			return at
		}
	}
	at := t.Nodes[id].Parent
	if at != content.None && t.Nodes[at].Parent != content.None {
		return t.Nodes[at].Parent
	}
	return id
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
	for _, w := range [...]*fields.Field{a.Field, a.known} {
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
