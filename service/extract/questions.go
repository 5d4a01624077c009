package extract

import (
	"slices"
	"strings"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/tree"
)

// Limits of questions and answers that a page sets out.
const (
	questionScore = 0.7 // belief in a question and what follows it
	minQuestion   = 8   // bytes of a question
	maxQuestion   = 250
	maxReply      = 6000 // bytes of an answer
	fewQuestions  = 3    // of a page that does not say that it has any: fewer are turns of speech
)

// asksForQuestions reports whether a list asks for questions and their answers.
func (w *want) asksForQuestions() bool {
	return w.asksForFAQ() || slices.ContainsFunc(w.children, (*want).isQuestion) && w.children[0].field.IsLeaf() &&
		len(w.children) == 2 && slices.ContainsFunc(w.children, func(c *want) bool { return c.concept.String() == "answer" })
}

// asksForFAQ reports whether a list asks for the questions that a page answers itself.
// Those of its readers may end in anything.
func (w *want) asksForFAQ() bool {
	switch strings.Join(lexicon.Words(w.field.Name), " ") {
	case "faq", "faqs", "faq items", "faq list", "faq entries", "faq questions", "frequently asked questions", "haufige fragen", "preguntas frecuentes", "domande frequenti", "questions frequentes", "veelgestelde vragen", "perguntas frequentes":
		return slices.ContainsFunc(w.children, (*want).isQuestion)
	}
	return false
}

func (w *want) isQuestion() bool {
	return w.field.IsLeaf() && !w.field.List && (w.concept.String() == "question" || w.isNaming())
}

// asked reports whether most records of a list ask something.
func asked(list []answer) bool {
	n := 0
	for i := range list {
		if slices.ContainsFunc(list[i].child, func(c answer) bool { return c.w.isQuestion() && isAsked(c.leaf.text) }) {
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
func (e *engine) questionList(w *want) []answer {
	if marked := e.markedQuestions(w); marked != nil {
		return marked
	}
	t := e.t
	questions, named := e.questions(w)
	if len(questions) > 1 && !slices.ContainsFunc(questions, func(id content.ID) bool { return !e.unfolds(id) }) {
		named = true // what is made to be opened was made for questions
	}
	var out []answer
	for i, id := range questions {
		next := content.ID(len(t.Nodes))
		if i+1 < len(questions) {
			next = questions[i+1]
		}
		if a, ok := e.questionRecord(w, id, questionText(t.Text(id)), e.reply(id, next)); ok {
			out = append(out, a)
		}
	}
	if !named && len(out) < fewQuestions {
		return nil
	}
	return out
}

// questionRecord reads a question and its answer as a record of a list.
func (e *engine) questionRecord(w *want, node content.ID, question, reply string) (answer, bool) {
	a := answer{child: make([]answer, len(w.children))}
	for k, f := range w.children {
		a.child[k].w = f
		a.child[k].leaf.node = content.None
		if !f.field.IsLeaf() || f.field.List || f.typ != 0 && f.typ != query.String {
			continue
		}
		text := ""
		switch c := f.concept.String(); {
		case f.isQuestion():
			text = question
		case c == "answer" || c == "content" || c == "description":
			text = reply
		}
		if text == "" {
			continue
		}
		if encoded, fit := e.read(f, text); fit > 0 {
			a.child[k].leaf = value{json: encoded, text: text, node: node, kind: evidence.Record, score: questionScore}
		}
	}
	return a, slices.ContainsFunc(a.child, func(c answer) bool { return c.leaf.json != "" && !c.w.isQuestion() })
}

// questionText takes off a question the sign that it can be opened.
func questionText(s string) string {
	return strings.TrimRight(s, " +−-▼▾⌄›*")
}

// closeQuestions takes the signs that they can be opened off the questions of a list.
func (e *engine) closeQuestions(list []answer) {
	for i := range list {
		for k := range list[i].child {
			c := &list[i].child[k]
			if text := questionText(c.leaf.text); c.w.isQuestion() && text != c.leaf.text && isAsked(text) {
				if encoded, fit := e.read(c.w, text); fit > 0 {
					c.leaf.json, c.leaf.text = encoded, text
				}
			}
		}
	}
}

// markedQuestions answers a list of questions and answers from lines that say which they
// are: "Q: Is there a charger?", "A: Yes."
func (e *engine) markedQuestions(w *want) []answer {
	t := e.t
	var out []answer
	for i := 0; i+1 < len(t.Lines); i++ {
		question, mark := marked(t.LineText(i), questionMarks[:])
		if mark == 0 || len(question) < minQuestion || len(question) > maxQuestion || !e.inPlace(w, t.Lines[i].First) {
			continue
		}
		reply, mark := marked(t.LineText(i+1), answerMarks[:])
		if mark == 0 {
			continue
		}
		reply = e.unsigned(i+1, reply)
		i++
		if a, ok := e.questionRecord(w, t.LineNode(i-1), question, reply); ok {
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
func (e *engine) unsigned(line int, reply string) string {
	t := e.t
	for _, d := range e.x.Dates {
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
func (e *engine) unfolds(id content.ID) bool {
	t := e.t
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
func (e *engine) questions(w *want) (out []content.ID, named bool) {
	t := e.t
	for _, p := range e.parts(w, scope{whole: true, from: 0, to: content.ID(len(t.Nodes)), name: w}) {
		within := slices.DeleteFunc(e.allQuestions(w), func(id content.ID) bool { return !p.scope.holds(id) })
		if len(within) > len(out) {
			out = within
		}
	}
	if len(out) > 0 {
		return out, true
	}
	return e.allQuestions(w), false
}

// allQuestions returns the elements of the page that ask something and stand over more
// text.
func (e *engine) allQuestions(w *want) []content.ID {
	t := e.t
	var out []content.ID
	for i := range t.Nodes {
		id, n := content.ID(i), &t.Nodes[i]
		if n.Kind != content.Element || n.Hidden || t.Len(id) < minQuestion || t.Len(id) > maxQuestion || len(out) > 0 && id < t.Nodes[out[len(out)-1]].End {
			continue
		}
		if t.Region(id)&(tree.InNav|tree.InFooter|tree.InRelated|tree.InComments|tree.InForm) != 0 || !opensText(t, id) || !isAsked(t.Text(id)) || !e.inPlace(w, id) {
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
func (e *engine) reply(id, next content.ID) string {
	t := e.t
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
