package extract

import (
	"math"
	"slices"
	"strings"

	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/paper"
	"assay/service/extract/words"
)

// offered is what stands on a document by words that may name it, with what they mean.
type offered struct {
	paper.Offer
	label int        // the same for offers by the same words
	parts []int      // labels that the words are made of: of a row and a column
	role  paper.Role // that the vocabulary of documents has for the words
}

// match is an offer that may answer a field.
type match struct {
	*offered
	logit float64 // of how likely its words mean the field
	rival float64 // how far that is above that of other words
	other float64 // and above that of another field
}

// leastLogit is the logarithm of the odds that words mean a field from which on they are
// weighed against others.
const leastLogit = -2.5

// sureLogit is that of the number of a box that is asked for, and bothParts what the name of
// a row and that of a column must mean the field more than either does.
const (
	sureLogit = 3
	bothParts = 0.3
)

// knownLogit is the least logit of words that the vocabulary of documents does not have for
// a role that it knows by others.
const knownLogit = 1.5

// mostAhead is the largest difference between two logits that tells anything.
const mostAhead = 2

// matchOffers finds what on a document may answer the fields asked for. Words that mean one
// field more than the others are believed more to mean it.
func (e *engine) matchOffers() {
	e.matches = map[*want][]match{}
	var offers []*offered
	names := map[string]int{}
	var labels []*words.Name
	number := func(name string) int {
		label, ok := names[name]
		if !ok {
			label = len(labels)
			names[name] = label
			labels = append(labels, words.Default().New(name, ""))
		}
		return label
	}
	add := func(o paper.Offer, parts ...string) {
		of := &offered{Offer: o, label: number(o.Label), role: paper.LabelRole(o.Label)}
		for _, part := range parts {
			of.parts = append(of.parts, number(part))
		}
		offers = append(offers, of)
	}
	for _, o := range e.sheet.Offers() {
		add(o)
	}
	e.cellOffers(add)
	logits := make([]float64, len(labels)) // of one field
	naming := make([]bool, len(labels))    // whether they name any field
	best, second := make([]float64, len(labels)), make([]float64, len(labels))
	for i := range labels {
		best[i], second[i] = math.Inf(-1), math.Inf(-1)
	}
	for _, w := range e.asked {
		for i, n := range labels {
			logits[i] = math.Inf(-1)
			if words.IsNear(w.meaning, n) {
				logits[i] = float64(words.Logit(w.meaning, n))
				naming[i] = naming[i] || logits[i] > 0
			}
		}
		seen := map[int]bool{}
		for _, o := range offers {
			l := logits[o.label]
			if boxed := strings.HasPrefix(o.Label, "box "); boxed && o.Label == paper.Name(w.field.Name) {
				l = sureLogit
			} else if boxed {
				continue
			}
			if l < leastLogit || slices.ContainsFunc(o.parts, func(part int) bool { return l < logits[part]+bothParts }) || !e.answers(w, o) {
				continue
			}
			e.matches[w] = append(e.matches[w], match{offered: o, logit: l})
			if seen[o.label] {
				continue
			}
			seen[o.label] = true
			if l > best[o.label] {
				best[o.label], second[o.label] = l, best[o.label]
			} else if l > second[o.label] {
				second[o.label] = l
			}
		}
	}
	for w, ms := range e.matches {
		ms = slices.DeleteFunc(ms, func(m match) bool {
			named, ok := names[m.Value]
			return m.Tick == paper.NoBox && ok && naming[named]
		})
		first, next := math.Inf(-1), math.Inf(-1)
		of := -1
		for _, m := range ms {
			switch {
			case m.label == of:
			case m.logit > first:
				first, next, of = m.logit, first, m.label
			case m.logit > next:
				next = m.logit
			}
		}
		for i := range ms {
			m := &ms[i]
			rival, other := first, best[m.label]
			if m.label == of {
				rival = next
			}
			if m.logit == other {
				other = second[m.label]
			}
			m.rival, m.other = ahead(m.logit, rival), ahead(m.logit, other)
		}
		e.matches[w] = ms
	}
}

// A cell of a table is named by its row and its column.
const (
	inTable       = 0.9
	maxTableCells = 1500 // of a document
	maxCell       = 60   // bytes of what stands in one, or names it
)

// cellOffers adds the cells of tables by the names of their rows and columns.
func (e *engine) cellOffers(add func(o paper.Offer, parts ...string)) {
	n := 0
	for _, l := range e.ledgers() {
		for _, row := range l.Rows {
			name := strings.TrimSpace(row[0].Text)
			if letters(name) < 2 || len(name) >= maxCell {
				continue
			}
			for c := 1; c < len(row) && n < maxTableCells; c++ {
				value, head := strings.TrimSpace(row[c].Text), strings.TrimSpace(l.Heads[c].Text)
				if value != "" && head != "" && len(value) < maxCell && len(head) < maxCell && !strings.ContainsAny(name+value, "☐☑☒") {
					add(paper.Offer{Label: name + " " + head, Value: value, Node: row[c].Node, Place: inTable}, name, head)
					n++
				}
			}
		}
	}
}

// ahead is how far a logit is above that of a rival, within bounds.
func ahead(l, rival float64) float64 {
	return max(-mostAhead, min(mostAhead, l-max(rival, leastLogit)))
}

// answers reports whether an offer can be read as what a field asks for.
func (e *engine) answers(w *want, o *offered) bool {
	if o.Tick != paper.NoBox {
		return w.shape == lexicon.Boolean || o.Tick == paper.Ticked && o.Label != o.Value && w.typ == 0
	}
	if w.typ == 0 && !fitsForm(w.form, o.Value) {
		return false
	}
	_, fit := e.read(w, o.Value)
	return fit > 0
}

// fitsForm reports whether a text can be of the form that a field's name asks for.
func fitsForm(form paper.Form, text string) bool {
	switch form {
	case paper.Party:
		return letters(text) > 2 && strings.IndexAny(text, "0123456789€$£") != 0
	case paper.Date, paper.Amount, paper.Number, paper.Rate, paper.Code:
		return strings.ContainsAny(text, "0123456789")
	}
	return true
}

// statedValue returns what of an offer's text is the value of a field: texts without what
// is said of them in brackets, and names without what follows them.
func statedValue(w *want, text string) string {
	if w.form == paper.Party {
		text, _, _ = strings.Cut(text, ", ")
	}
	if open := strings.LastIndex(text, " ("); open > 1 && w.typ == 0 && strings.HasSuffix(text, ")") {
		return text[:open]
	}
	return text
}

// mostVague is how many words and numbers more a text has at most that are counted.
const mostVague = 4

// vagueness says how much else than a number that is asked for a text states.
func vagueness(w *want, text string) float64 {
	if !isNumeric(w.typ) {
		return 0
	}
	words, numbers := 0, 0
	for word := range strings.FieldsSeq(text) {
		switch {
		case strings.ContainsAny(word, "0123456789"):
			numbers++
		case letters(word) > 3:
			words++
		}
	}
	return float64(min(mostVague, words+max(0, numbers-1)))
}

// offered adds what stands on a document beside, below or after words that mean the field.
func (f *finder) offered() {
	e, w := f.e, f.w
	if e.matches == nil {
		e.matchOffers()
	}
	known := e.roles[w.field] != 0 && e.mayMean[w.field] == nil // and its labels as well
	for _, m := range e.matches[w] {
		if f.isRole(m.role) && f.onRole[m.role] {
			continue
		}
		if !e.inPlace(w, m.Node) || known && (m.role != 0 || m.logit < knownLogit) {
			continue
		}
		r := e.reading(w, statedValue(w, m.Value))
		if m.Tick != paper.NoBox && w.shape == lexicon.Boolean {
			r = f.ticked(m.offered)
		}
		r.fit = 1 // how likely it answers is in its signs
		f.addRead(evidence.Label, m.Node, r, likelihood(w.signsOf(&m)))
	}
}

// isSure reports whether something was found that answers the field.
func (f *finder) isSure() bool {
	return slices.ContainsFunc(f.found, func(v value) bool { return v.score > f.e.w.Threshold })
}

// isRole reports whether a name is one of a role that the field may have: what stands by it
// is read as that role.
func (f *finder) isRole(role paper.Role) bool {
	if role == 0 {
		return false
	}
	if role == f.e.roles[f.w.field] {
		return true
	}
	return slices.ContainsFunc(f.e.mayMean[f.w.field], func(m paper.Meaning) bool { return m.Role == role })
}

// ticked reads a box as yes or no.
func (f *finder) ticked(o *offered) textReading {
	yes := o.Tick == paper.Ticked
	if o.Label != o.Value { // the option that is ticked answers
		switch paper.Affirms(o.Value) {
		case 1:
		case -1:
			yes = false
		default:
			return textReading{}
		}
	}
	r := textReading{text: o.Value, encoded: "false", fit: 1}
	if yes {
		r.encoded = "true"
	}
	r.id = f.e.idOf(r.encoded)
	return r
}
