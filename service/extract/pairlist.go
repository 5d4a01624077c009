package extract

import (
	"slices"
	"sort"
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
)

// Belief in pairs of a label and a value as the records of a list.
const (
	pairsScore      = 0.55
	namedPairsScore = 0.65 // of a list that asks for labels and values
)

// bestPairs answers a list whose records are a name and a value from what the page
// gives in pairs: the rows of a table of two columns, terms and their definitions,
// labels and what stands beside them.
func (e *engine) bestPairs(w *want, s scope) *reading {
	name, definition := pairFields(w)
	named := name != nil && definition != nil
	base := namedPairsScore
	if !named {
		if name, definition = plainPair(w); name == nil {
			return nil
		}
		base = pairsScore
	}
	var best *reading
	for _, r := range e.pairRuns(w, s, named) {
		if len(r.facts) < 2 {
			continue
		}
		called := e.setName(w, e.namesOf(r.list), []evidence.Key{e.x.HeadingOver(r.facts[0].Node)})
		if !named && (called < surelyNamed || slices.ContainsFunc(r.facts, func(f *evidence.Fact) bool { return e.similarity(w, f.Key) >= surelyNamed })) {
			continue // not the list, or the line over it as one of its pairs
		}
		if !named && name.shape == lexicon.Person && !e.tellOfPeople(r.facts) {
			continue
		}
		score := base*e.place(w, r.list, s) + e.w.SetName*called + 0.02*float64(min(len(r.facts), 10))
		if best == nil || score > best.score {
			best = &reading{score, func() []answer { return e.pairRows(w, r.facts, name, definition) }}
		}
	}
	return best
}

// pairRun is labels of one list or table, with their values.
type pairRun struct {
	list  content.ID
	facts []*evidence.Fact
}

// pairRuns returns the labels of a scope by the list or table they are in.
func (e *engine) pairRuns(w *want, s scope, named bool) []pairRun {
	var runs []pairRun
	at := map[content.ID]int{}
	for _, i := range e.labels {
		f := &e.x.Facts[i]
		if f.Paging || f.Near && !(named && e.followsLabel(f)) || !s.holds(f.Node) || !e.inPlace(w, f.Node) {
			continue
		}
		parent := e.listOf(f.Node)
		k, known := at[parent]
		if !known {
			k = len(runs)
			at[parent] = k
			runs = append(runs, pairRun{list: parent})
		}
		if n := len(runs[k].facts); n == 0 || runs[k].facts[n-1].Node != f.Node {
			runs[k].facts = append(runs[k].facts, f)
		}
	}
	return runs
}

// pairRows makes a record of each label with its value.
func (e *engine) pairRows(w *want, facts []*evidence.Fact, name, definition *want) []answer {
	out := make([]answer, len(facts))
	for k, f := range facts {
		a := answer{child: make([]answer, len(w.children)), from: f.Node, to: e.t.Nodes[f.Node].End}
		for i, c := range w.children {
			a.child[i].w = c
			a.child[i].leaf.node = content.None
			text := f.Values[0]
			if c == name {
				text = f.Name
			} else if c != definition {
				continue
			}
			plain := *c
			if c.typ == 0 {
				plain.shape = lexicon.AnyShape
			}
			if encoded, fit := e.read(&plain, text); fit > 0 {
				a.child[i].leaf = value{json: encoded, text: text, node: f.Node, kind: evidence.Label, score: e.w.Kind[evidence.Label] * fit}
			}
		}
		out[k] = a
	}
	return out
}

// followsLabel reports whether a labelled value stands right after an element that is its
// label, as in rows of two parts.
func (e *engine) followsLabel(f *evidence.Fact) bool {
	t := e.t
	row := t.Nodes[f.Node].Parent
	if row == content.None {
		return false
	}
	first := t.FirstChild(row)
	return first != content.None && first != f.Node && t.Text(first) == f.Name
}

// tellOfPeople reports whether most labels are names of people: an author does not say
// what stands beside "Ingredients".
func (e *engine) tellOfPeople(facts []*evidence.Fact) bool {
	people := 0
	for _, f := range facts {
		if _, fit := e.readPerson(f.Name); fit > 0.9 && areCapitalized(strings.Fields(f.Name)) {
			people++
		}
	}
	return people*2 > len(facts)
}

// pairFields tells which field of a list asks for names and which for what they
// have; nil if the list asks for something else.
func pairFields(w *want) (name, definition *want) {
	if len(w.children) != 2 {
		return nil, nil
	}
	for _, c := range w.children {
		if !c.field.IsLeaf() || c.field.List {
			return nil, nil
		}
		words := lexicon.Words(c.field.Name)
		if len(words) == 0 {
			return nil, nil
		}
		switch words[len(words)-1] {
		case "name", "label", "key", "property", "attribute", "spec", "term", "fact", "nombre", "nom", "nome", "naam", "bezeichnung", "merkmal", "eigenschaft", "propiedad", "begriff", "kenmerk":
			if name != nil {
				return nil, nil
			}
			name = c
		case "value", "val", "definition", "wert", "valeur", "valor", "valore", "waarde":
			definition = c
		}
	}
	return name, definition
}

// plainPair returns the two fields of a list that asks for nothing but two texts, the
// first of which may be what the second is said of: a group of patients and its dose.
func plainPair(w *want) (name, definition *want) {
	if len(w.children) != 2 {
		return nil, nil
	}
	for _, c := range w.children {
		if !c.field.IsLeaf() || c.field.List || sideOf(c) != text {
			return nil, nil
		}
	}
	name, definition = w.children[0], w.children[1]
	own := definition.concept != 0 && definition.concept == w.concept && name.concept != w.concept // the actor of the cast
	if !definition.isSaid() && (own || name.isSaid()) {
		name, definition = definition, name
	}
	if name.typ != 0 {
		return nil, nil
	}
	return name, definition
}

// isSaid reports whether the values of a field are what is said of something: amounts,
// times, answers.
func (w *want) isSaid() bool {
	return w.typ != 0 || isQuantity(w.shape) || w.shape == lexicon.Prose || w.shape == lexicon.Hours || w.shape == lexicon.Clock
}

// listOf returns the table or list that a labelled value is a row of, else what is
// around its row.
func (e *engine) listOf(id content.ID) content.ID {
	t := e.t
	for at, up := t.Nodes[id].Parent, 0; at != content.None && up < 5; at, up = t.Nodes[at].Parent, up+1 {
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

// namesOf returns the names of an element.
func (e *engine) namesOf(id content.ID) []evidence.Key {
	i := sort.Search(len(e.x.Names), func(i int) bool { return e.x.Names[i].Node >= id })
	if i < len(e.x.Names) && e.x.Names[i].Node == id {
		return e.x.KeysOf(i)
	}
	return nil
}
