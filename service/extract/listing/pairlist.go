package listing

import (
	"slices"
	"sort"
	"strings"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/align"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/find"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/tree"
)

// Belief in pairs of a label and a value as the records of a list.
const (
	pairsScore      = 0.55
	namedPairsScore = 0.65 // of a list that asks for labels and values
)

// bestPairs answers a list whose records are a name and a value from what the page
// gives in pairs: the rows of a table of two columns, terms and their definitions,
// labels and what stands beside them.
func bestPairs(e *Engine, w *fields.Field, s onpage.Scope) *find.Reading {
	name, definition := pairFields(w)
	named := name != nil && definition != nil
	base := namedPairsScore
	if !named {
		if name, definition = plainPair(w); name == nil {
			return nil
		}
		base = pairsScore
	}
	var best *find.Reading
	for _, r := range pairRuns(e, w, s, named) {
		if len(r.facts) < 2 {
			continue
		}
		called := setName(e, w, namesOf(e, r.list), []evidence.Key{e.Index.HeadingOver(r.facts[0].Node)})
		if !named && (called < align.SurelyNamed || slices.ContainsFunc(r.facts, func(f *evidence.Fact) bool { return e.Similarity(w, f.Key) >= align.SurelyNamed })) {
			continue // not the list, or the line over it as one of its pairs
		}
		if !named && name.Shape == lexicon.Person && !tellOfPeople(e, r.facts) {
			continue
		}
		score := base*e.Place(w, r.list, s) + e.Weights.SetName*called + 0.02*float64(min(len(r.facts), 10))
		if best == nil || score > best.Score {
			best = &find.Reading{Score: score, Answers: func() []fields.Answer { return pairRows(e, w, withBare(e, r), name, definition) }}
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
func pairRuns(e *Engine, w *fields.Field, s onpage.Scope, named bool) []pairRun {
	var runs []pairRun
	at := map[content.ID]int{}
	for _, i := range e.Labels {
		f := &e.Index.Facts[i]
		if f.Paging || f.Near && !(named && followsLabel(e, f)) || !s.Holds(f.Node) || !e.InPlace(w, f.Node) {
			continue
		}
		parent := listOf(e, f.Node)
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

// maxBareLabel is how many bytes a label without a value has at most.
const maxBareLabel = 80

// withBare returns the labels of a run and, if it is a list most of whose items are labels with
// values, the items that are a label without one.
func withBare(e *Engine, r pairRun) []*evidence.Fact {
	t := e.Tree
	if t.Nodes[r.list].Role != content.List {
		return r.facts
	}
	rest := r.facts
	var all []*evidence.Fact
	for item := r.list + 1; item < t.Nodes[r.list].End; item = t.Nodes[item].End {
		n := 0
		for n < len(rest) && rest[n].Node < t.Nodes[item].End {
			n++
		}
		if name := t.Text(item); n == 0 && t.Nodes[item].Role == content.Item && name != "" && len(name) <= maxBareLabel {
			all = append(all, &evidence.Fact{Name: name, Node: item, Values: []string{""}})
		}
		all, rest = append(all, rest[:n]...), rest[n:]
	}
	if all = append(all, rest...); len(all) >= 2*len(r.facts) {
		return r.facts
	}
	return all
}

// pairRows makes a record of each label with its value.
func pairRows(e *Engine, w *fields.Field, facts []*evidence.Fact, name, definition *fields.Field) []fields.Answer {
	out := make([]fields.Answer, len(facts))
	for k, f := range facts {
		a := fields.Answer{Children: make([]fields.Answer, len(w.Children)), From: f.Node, To: e.Tree.Nodes[f.Node].End}
		for i, c := range w.Children {
			a.Children[i].Field = c
			a.Children[i].Leaf.Node = content.None
			text := f.Values[0]
			if c == name {
				text = f.Name
			} else if c != definition {
				continue
			}
			plain := *c
			if c.Type == 0 {
				plain.Shape = lexicon.AnyShape
			}
			if encoded, fit := e.Read(&plain, text); fit > 0 {
				a.Children[i].Leaf = fields.Value{JSON: encoded, Text: text, Node: f.Node, Kind: evidence.Label, Score: e.Weights.Kind[evidence.Label] * fit}
			}
		}
		out[k] = a
	}
	return out
}

// followsLabel reports whether a labelled value stands right after an element that is its
// label, as in rows of two parts.
func followsLabel(e *Engine, f *evidence.Fact) bool {
	t := e.Tree
	row := t.Nodes[f.Node].Parent
	if row == content.None {
		return false
	}
	first := t.FirstChild(row)
	return first != content.None && first != f.Node && t.Text(first) == f.Name
}

// tellOfPeople reports whether most labels are names of people: an author does not say
// what stands beside "Ingredients".
func tellOfPeople(e *Engine, facts []*evidence.Fact) bool {
	people := 0
	for _, f := range facts {
		if _, fit := e.ReadPerson(f.Name); fit > 0.9 && align.AreCapitalized(strings.Fields(f.Name)) {
			people++
		}
	}
	return people*2 > len(facts)
}

// pairFields tells which field of a list asks for names and which for what they
// have; nil if the list asks for something else.
func pairFields(w *fields.Field) (name, definition *fields.Field) {
	if len(w.Children) != 2 {
		return nil, nil
	}
	for _, c := range w.Children {
		if !c.Query.IsLeaf() || c.Query.List {
			return nil, nil
		}
		words := lexicon.Words(c.Query.Name)
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
func plainPair(w *fields.Field) (name, definition *fields.Field) {
	if len(w.Children) != 2 {
		return nil, nil
	}
	for _, c := range w.Children {
		if !c.Query.IsLeaf() || c.Query.List || align.SideOf(c) != onpage.TextSide {
			return nil, nil
		}
	}
	name, definition = w.Children[0], w.Children[1]
	own := definition.Concept != 0 && definition.Concept == w.Concept && name.Concept != w.Concept // the actor of the cast
	if !isSaid(definition) && (own || isSaid(name)) {
		name, definition = definition, name
	}
	if name.Type != 0 {
		return nil, nil
	}
	return name, definition
}

// isSaid reports whether the values of a field are what is said of something: amounts,
// times, answers.
func isSaid(w *fields.Field) bool {
	return w.Type != 0 || fields.IsQuantity(w.Shape) || w.Shape == lexicon.Prose || w.Shape == lexicon.Hours || w.Shape == lexicon.Clock
}

// listOf returns the table or list that a labelled value is a row of, else what is
// around its row.
func listOf(e *Engine, id content.ID) content.ID {
	t := e.Tree
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
func namesOf(e *Engine, id content.ID) []evidence.Key {
	i := sort.Search(len(e.Index.Names), func(i int) bool { return e.Index.Names[i].Node >= id })
	if i < len(e.Index.Names) && e.Index.Names[i].Node == id {
		return e.Index.KeysOf(i)
	}
	return nil
}

// Limits of questions and answers that a page sets out.
const (
	questionScore = 0.7 // belief in a question and what follows it
	minQuestion   = 8   // bytes of a question
	maxQuestion   = 250
	maxReply      = 6000 // bytes of an answer
	fewQuestions  = 3    // of a page that does not say that it has any: fewer are turns of speech
)

// asksForQuestions reports whether a list asks for questions and their answers.
func asksForQuestions(w *fields.Field) bool {
	return asksForFAQ(w) || slices.ContainsFunc(w.Children, isQuestion) && w.Children[0].Query.IsLeaf() &&
		len(w.Children) == 2 && slices.ContainsFunc(w.Children, func(c *fields.Field) bool { return c.Concept.String() == "answer" })
}

// asksForFAQ reports whether a list asks for the questions that a page answers itself.
// Those of its readers may end in anything.
func asksForFAQ(w *fields.Field) bool {
	switch strings.Join(lexicon.Words(w.Query.Name), " ") {
	case "faq", "faqs", "faq items", "faq list", "faq entries", "faq questions", "frequently asked questions", "haufige fragen", "preguntas frecuentes", "domande frequenti", "questions frequentes", "veelgestelde vragen", "perguntas frequentes":
		return slices.ContainsFunc(w.Children, isQuestion)
	}
	return false
}

func isQuestion(w *fields.Field) bool {
	return w.Query.IsLeaf() && !w.Query.List && (w.Concept.String() == "question" || w.IsNaming())
}

// asked reports whether most records of a list ask something.
func asked(list []fields.Answer) bool {
	n := 0
	for i := range list {
		if slices.ContainsFunc(list[i].Children, func(c fields.Answer) bool { return isQuestion(c.Field) && isAsked(c.Leaf.Text) }) {
			n++
		}
	}
	return 2*n > len(list)
}

// isAsked reports whether a text is a question.
func isAsked(s string) bool {
	s = strings.TrimRight(s, " \"'”’)»*+−-▼▾⌄›")
	return slices.ContainsFunc([]string{"?", "？", "؟"}, func(mark string) bool { return strings.HasSuffix(s, mark) })
}

// questionList answers a list of questions and answers from lines that say which they
// are, else from the questions that a page has as headings, terms or the titles of folded
// texts, and what follows each.
func questionList(e *Engine, w *fields.Field) []fields.Answer {
	if marked := markedQuestions(e, w); marked != nil {
		return marked
	}
	t := e.Tree
	questions, named := questions(e, w)
	if len(questions) > 1 && !slices.ContainsFunc(questions, func(id content.ID) bool { return !unfolds(e, id) }) {
		named = true // what is made to be opened was made for questions
	}
	var out []fields.Answer
	for i, id := range questions {
		next := content.ID(len(t.Nodes))
		if i+1 < len(questions) {
			next = questions[i+1]
		}
		if a, ok := questionRecord(e, w, id, questionText(t.Text(id)), reply(e, id, next)); ok {
			out = append(out, a)
		}
	}
	if !named && len(out) < fewQuestions {
		return nil
	}
	return out
}

// questionRecord reads a question and its answer as a record of a list.
func questionRecord(e *Engine, w *fields.Field, node content.ID, question, reply string) (fields.Answer, bool) {
	a := fields.Answer{Children: make([]fields.Answer, len(w.Children))}
	for k, f := range w.Children {
		a.Children[k].Field = f
		a.Children[k].Leaf.Node = content.None
		if !f.Query.IsLeaf() || f.Query.List || f.Type != 0 && f.Type != query.String {
			continue
		}
		text := ""
		switch c := f.Concept.String(); {
		case isQuestion(f):
			text = question
		case c == "answer" || c == "content" || c == "description":
			text = reply
		}
		if text == "" {
			continue
		}
		if encoded, fit := e.Read(f, text); fit > 0 {
			a.Children[k].Leaf = fields.Value{JSON: encoded, Text: text, Node: node, Kind: evidence.Record, Score: questionScore}
		}
	}
	return a, slices.ContainsFunc(a.Children, func(c fields.Answer) bool { return c.Leaf.JSON != "" && !isQuestion(c.Field) })
}

// questionText takes off a question the sign that it can be opened.
func questionText(s string) string {
	return strings.TrimRight(s, " +−-▼▾⌄›*")
}

// closeQuestions takes the signs that they can be opened off the questions of a list.
func closeQuestions(e *Engine, list []fields.Answer) {
	for i := range list {
		for k := range list[i].Children {
			c := &list[i].Children[k]
			if text := questionText(c.Leaf.Text); isQuestion(c.Field) && text != c.Leaf.Text && isAsked(text) {
				if encoded, fit := e.Read(c.Field, text); fit > 0 {
					c.Leaf.JSON, c.Leaf.Text = encoded, text
				}
			}
		}
	}
}

// markedQuestions answers a list of questions and answers from lines that say which they
// are: "Q: Is there a charger?", "A: Yes."
func markedQuestions(e *Engine, w *fields.Field) []fields.Answer {
	t := e.Tree
	var out []fields.Answer
	for i := 0; i+1 < len(t.Lines); i++ {
		question, mark := marked(t.LineText(i), questionMarks[:])
		if mark == 0 || len(question) < minQuestion || len(question) > maxQuestion || !e.InPlace(w, t.Lines[i].First) {
			continue
		}
		reply, mark := marked(t.LineText(i+1), answerMarks[:])
		if mark == 0 {
			continue
		}
		reply = unsigned(e, i+1, reply)
		i++
		if a, ok := questionRecord(e, w, t.LineNode(i-1), question, reply); ok {
			out = append(out, a)
		}
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// What questions and answers begin with.
var (
	questionMarks = [...]string{"Q", "Question", "Frage", "F", "Pregunta", "P", "Domanda", "D", "Vraag", "V"}
	answerMarks   = [...]string{"A", "Answer", "Antwort", "Réponse", "R", "Respuesta", "Risposta", "Antwoord"}
)

// marked returns what comes after one of some marks with a colon or a full stop, and how
// long that was: 0 if a line begins with none.
func marked(line string, marks []string) (rest string, length int) {
	for _, mark := range marks {
		after, ok := strings.CutPrefix(line, mark)
		if ok && after != "" && (after[0] == ':' || after[0] == '.') {
			return strings.TrimSpace(after[1:]), len(mark) + 1
		}
	}
	return "", 0
}

// unsigned cuts off an answer who gave it and when, which stands small or slanted after
// it.
func unsigned(e *Engine, line int, reply string) string {
	t := e.Tree
	for _, d := range e.Index.Dates {
		if d.From < t.Lines[line].From || d.To > t.Lines[line].To {
			continue
		}
		for id, up := d.Node, 0; id != content.None && up < 3; id, up = t.Nodes[id].Parent, up+1 {
			switch t.Tag(id) {
			case "i", "em", "small", "cite", "time":
				if sign := t.Text(id); t.To(id) == t.Lines[line].To && len(sign) < len(reply) {
					return strings.TrimSpace(strings.TrimSuffix(reply, sign))
				}
			}
		}
	}
	return reply
}

// unfolds reports whether an element is made to be clicked.
func unfolds(e *Engine, id content.ID) bool {
	t := e.Tree
	for k := id; k < t.Nodes[id].End; k++ {
		_, expands := t.Attr(k, "aria-expanded")
		if n := &t.Nodes[k]; n.Kind == content.Element && (expands || n.Role == content.Button || t.Tag(k) == "summary") {
			return true
		}
	}
	return t.Tag(t.Nodes[id].Parent) == "summary"
}

// questions returns the elements that ask something and stand over more text: those
// of the parts of the page that are named as the list is, if there are such.
func questions(e *Engine, w *fields.Field) (out []content.ID, named bool) {
	t := e.Tree
	for _, p := range parts(e, w, onpage.Scope{Whole: true, From: 0, To: content.ID(len(t.Nodes)), Name: w}) {
		within := slices.DeleteFunc(allQuestions(e, w), func(id content.ID) bool { return !p.scope.Holds(id) })
		if len(within) > len(out) {
			out = within
		}
	}
	if len(out) > 0 {
		return out, true
	}
	return allQuestions(e, w), false
}

// allQuestions returns the elements of the page that ask something and stand over more
// Text.
func allQuestions(e *Engine, w *fields.Field) []content.ID {
	t := e.Tree
	var out []content.ID
	for i := range t.Nodes {
		id, n := content.ID(i), &t.Nodes[i]
		if n.Kind != content.Element || n.Hidden || t.Len(id) < minQuestion || t.Len(id) > maxQuestion || len(out) > 0 && id < t.Nodes[out[len(out)-1]].End {
			continue
		}
		if t.Region(id)&(tree.InNav|tree.InFooter|tree.InRelated|tree.InComments|tree.InForm) != 0 || !opensText(t, id) || !isAsked(t.Text(id)) || !e.InPlace(w, id) {
			continue
		}
		out = append(out, id)
	}
	return out
}

// opensText reports whether an element is made to stand over a text.
func opensText(t *tree.Tree, id content.ID) bool {
	switch n := &t.Nodes[id]; {
	case n.Role == content.Heading, n.Role == content.Term, n.Role == content.Button:
		return true
	case n.Role == content.Link:
		return strings.HasPrefix(t.Value(id, "href"), "#") || t.Value(id, "href") == ""
	}
	switch t.Tag(id) {
	case "summary":
		return true
	case "b", "strong":
		p := t.Nodes[id].Parent
		return p != content.None && t.IsBlock(p) && t.From(p) == t.From(id)
	}
	return false
}

// reply returns the text from a question to the next one, or to where its box ends if
// that is sooner, without what a later heading opens.
func reply(e *Engine, id, next content.ID) string {
	t := e.Tree
	box := t.BoxOf(id)
	end := min(next, t.Nodes[box].End)
	for k := t.Nodes[id].End; k < end; k++ {
		if n := &t.Nodes[k]; n.Kind == content.Element && n.Role == content.Heading && !n.Hidden {
			end = k
		}
	}
	text := strings.Trim(t.Raw(t.To(id), max(t.To(id), t.From(end))), " \n")
	if len(text) > maxReply {
		return ""
	}
	return text
}
