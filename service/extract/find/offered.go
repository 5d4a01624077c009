package find

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/paper"
	"assay/service/extract/words"
)

// Offered is what stands on a document by words that may name it, with what they mean.
type Offered struct {
	paper.Offer
	label int        // the same for offers by the same words
	parts []int      // labels that the words are made of: of a row and a column
	role  paper.Role // that the vocabulary of documents has for the words
	forms *words.FormsOf

	States bool // whether its value is words and a value that they name
}

// match is an offer that may answer a field.
type match struct {
	*Offered
	Logit  float64 // of how likely its words mean the field
	Rival  float64 // how far that is above that of other words
	Other  float64 // and above that of another field
	fits   float64 // how likely the field's values have its form
	Paired float64 // 1 if the field was given its words, of all fields and words; -1 if another was
	Nearer float64 // how much surer the place of another offer by the same words is
}

// leastLogit is the logarithm of the odds that words mean a field from which on they are
// weighed against others.
const leastLogit = -2.5

// sureLogit is that of the number of a box that is asked for.
const sureLogit = 3

// tickedLogit is that of a box that is ticked where a field is described as what is.
const tickedLogit = 2

// knownLogit is the least logit of words beside a value of the role that a field is known to
// have.
const knownLogit = 1

// mostAhead is the largest difference between two logits that tells anything.
const mostAhead = 2

// MatchOffers finds what on a document may answer the fields asked for. Words that mean one
// field more than the others are believed more to mean it.
func (e *Engine) MatchOffers() {
	e.Matches = map[*fields.Field][]match{}
	offers, labels, names := labelled(e)
	naming := make([]bool, len(labels)) // whether they name any field
	found := make([][]match, len(e.asked))
	scores := make([][]float64, len(e.asked)) // of labels, with the best of their values
	for i, w := range e.asked {
		logits := make([]float64, len(labels))
		scores[i] = make([]float64, len(labels))
		for k, n := range labels {
			logits[k], scores[i][k] = math.Inf(-1), math.Inf(-1)
			if words.IsNear(w.Meaning, n) {
				logits[k] = float64(words.Logit(w.Meaning, n))
				naming[k] = naming[k] || logits[k] > 0
			}
		}
		forms := w.Meaning.Forms().OfType(w.Type)
		asksTicked := w.Type == 0 && paper.AsksTicked(w.Query.Hint().Words)
		for _, o := range offers {
			m := match{Offered: o, Logit: logits[o.label]}
			if boxed := strings.HasPrefix(o.Label, "box "); boxed && o.Label == paper.Name(w.Query.Name) {
				m.Logit = sureLogit
			} else if boxed {
				continue
			}
			if o.Tick == paper.Ticked && asksTicked {
				m.Logit = max(m.Logit, tickedLogit)
			}
			if m.Logit < leastLogit {
				continue
			}
			if slices.ContainsFunc(o.parts, func(part int) bool { return m.Logit < logits[part] }) || isAnyRow(o, m.Logit, logits) || !(answers(e, w, o) || asksTicked && o.Tick == paper.Ticked) {
				continue
			}
			m.fits = float64(forms.Fits(formsOf(e, o)))
			scores[i][o.label] = max(scores[i][o.label], m.Logit+m.fits*formShare)
			found[i] = append(found[i], m)
		}
	}
	pairs := map[[2]int]bool{}
	taken := make([]bool, len(labels))
	for _, p := range words.Pair(len(e.asked), len(labels), func(i, k int) float32 { return float32(max(leastPaired, scores[i][k])) }) {
		pairs[[2]int{p.Asked, p.Label}], taken[p.Label] = true, true
	}
	for i, w := range e.asked {
		e.Matches[w] = slices.DeleteFunc(found[i], func(m match) bool {
			named, ok := names[m.Value]
			return m.Tick == paper.NoBox && ok && naming[named]
		})
		nearest := map[int]float64{}
		for _, m := range e.Matches[w] {
			nearest[m.label] = max(nearest[m.label], m.Place)
		}
		for k := range e.Matches[w] {
			m := &e.Matches[w][k]
			own := scores[i][m.label]
			rival, other := math.Inf(-1), math.Inf(-1)
			for label, s := range scores[i] {
				if label != m.label {
					rival = max(rival, s)
				}
			}
			for field := range scores {
				if field != i {
					other = max(other, scores[field][m.label])
				}
			}
			m.Rival, m.Other = ahead(own, rival), ahead(own, other)
			m.Nearer = nearest[m.label] - m.Place
			switch {
			case pairs[[2]int{i, m.label}]:
				m.Paired = 1
			case taken[m.label]:
				m.Paired = -1
			}
		}
	}
}

// isAnyRow reports whether a cell is of a row whose name tells nothing of a field: any other cell
// of its column would answer as well.
func isAnyRow(o *Offered, logit float64, logits []float64) bool {
	return len(o.parts) == 2 && math.IsInf(logits[o.parts[0]], -1) && logit < logits[o.parts[1]]+leastAdded
}

// leastAdded is how much the name of a row adds at least to the logit of its column's that is of a
// field.
const leastAdded = 0.5

// formShare is how much the form of a value says beside the words by it, when words are
// given to fields, and leastPaired the logit of words that are given to none.
const (
	formShare   = 0.5
	leastPaired = -5
)

// labelled returns what stands by words on a document, those words, and their numbers.
func labelled(e *Engine) (offers []*Offered, labels []*words.Name, names map[string]int) {
	names = map[string]int{}
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
		of := &Offered{Offer: o, label: number(o.Label), role: paper.LabelRole(o.Label)}
		for _, part := range parts {
			of.parts = append(of.parts, number(part))
		}
		offers = append(offers, of)
	}
	for _, o := range e.Sheet.Offers() {
		add(o)
	}
	stated := map[string]bool{}
	for _, o := range offers {
		stated[o.Label+" "+o.Value] = true
	}
	for _, o := range offers {
		o.States = stated[o.Value]
	}
	cellOffers(e, add)
	return offers, labels, names
}

// formsOf says which forms the value of an offer has.
func formsOf(e *Engine, o *Offered) *words.FormsOf {
	if o.forms == nil {
		o.forms = words.Default().FormsOf(o.Value)
	}
	return o.forms
}

// A cell of a table is named by its row and its column.
const (
	inTable       = 0.9
	maxTableCells = 1500 // of a document
	maxCell       = 60   // bytes of what stands in one, or names it
)

// cellOffers adds the cells of tables by the names of their rows and columns.
func cellOffers(e *Engine, add func(o paper.Offer, parts ...string)) {
	n := 0
	for _, l := range e.Ledgers() {
		for _, row := range l.Rows {
			name := strings.TrimSpace(row[0].Text)
			if onpage.Letters(name) < 2 || len(name) >= maxCell {
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
func answers(e *Engine, w *fields.Field, o *Offered) bool {
	if o.Tick != paper.NoBox {
		return w.Shape == lexicon.Boolean || o.Tick == paper.Ticked && o.Label != o.Value && w.Type == 0
	}
	if w.Type == 0 && !fitsForm(w.Form, o.Value) {
		return false
	}
	_, fit := e.Read(w, o.Value)
	return fit > 0
}

// fitsForm reports whether a text can be of the form that a field's name asks for.
func fitsForm(form paper.Form, text string) bool {
	switch form {
	case paper.Party:
		return onpage.Letters(text) > 2 && strings.IndexAny(text, "0123456789€$£") != 0
	case paper.Date, paper.Amount, paper.Number, paper.Rate, paper.Code:
		return strings.ContainsAny(text, "0123456789")
	}
	return true
}

// StatedValue returns what of an offer's text is the value of a field: texts without what
// is said of them in brackets, names without what follows them, and times with their unit alone.
func StatedValue(w *fields.Field, text string) string {
	if w.Type != 0 {
		return text
	}
	if w.Form == paper.Party {
		text = paper.WithForm(text)
	}
	if open := strings.LastIndex(text, " ("); open > 1 && strings.HasSuffix(text, ")") {
		text = text[:open]
	}
	if w.Meaning == nil {
		return text
	}
	switch form := w.Meaning.Forms().Likeliest(); form {
	case "duration":
		return cmp.Or(paper.Lasting(text), text)
	case "text", "address", "place":
		return text
	}
	if head, rest, ok := strings.Cut(text, ", "); ok { // "Ann Lee, tel. 55 12"
		if first, _ := utf8.DecodeRuneInString(rest); unicode.IsLower(first) {
			return head
		}
	}
	return text
}

// mostVague is how many words and numbers more a text has at most that are counted.
const mostVague = 4

// Vagueness says how much else than a number that is asked for a text states.
func Vagueness(w *fields.Field, text string) float64 {
	if !IsNumeric(w.Type) {
		return 0
	}
	words, numbers := 0, 0
	for word := range strings.FieldsSeq(text) {
		switch {
		case strings.ContainsAny(word, "0123456789"):
			numbers++
		case onpage.Letters(word) > 3:
			words++
		}
	}
	return float64(min(mostVague, words+max(0, numbers-1)))
}

// offered adds what stands on a document beside, below or after words that mean the field.
func (f *finder) offered() {
	e, w := f.Engine, f.w
	if e.Matches == nil {
		e.MatchOffers()
	}
	known := e.Roles[w.Query] != 0 && e.MayMean[w.Query] == nil // and its labels as well
	onRole := len(f.found)
	for _, m := range e.Matches[w] {
		if !e.InPlace(w, m.Node) || isRole(f, m.role) && f.onRole[m.role] {
			continue
		}
		if known && (m.role != 0 && !isRole(f, m.role) || onRole > 0 && m.Logit < knownLogit) {
			continue
		}
		r := e.Reading(w, StatedValue(w, m.Value))
		if m.Tick != paper.NoBox && w.Shape == lexicon.Boolean {
			r = e.Ticked(m.Offered)
		}
		r.Fit = 1 // how likely it answers is in its signs
		f.addRead(evidence.Label, m.Node, r, e.Likelihood(w, &r, m.Label, signsOf(w, &m)))
	}
}

// atHead adds the lines at the head of a document that no words name, to a field without a type.
func atHead(f *finder) {
	if f.w.Type != 0 {
		return
	}
	add := func(values []paper.Value, title bool) {
		for i := range values {
			r := f.Engine.Reading(f.w, values[i].Text)
			r.Fit = min(r.Fit, 1)
			if r.Fit > 0 {
				f.addRead(evidence.Heading, values[i].Node, r, f.Engine.Likelihood(f.w, &r, "", onpage.SignsOfHead(f.w, &values[i], title))/r.Fit)
			}
		}
	}
	add(f.Engine.Sheet.Heads(), false)
	add(f.Engine.Sheet.Titles(), true)
}

// isLabelled reports whether something was found that answers the field, by words that the
// vocabulary of documents has for it.
func isLabelled(f *finder) bool {
	for _, on := range f.onRole {
		if on {
			return isSure(f)
		}
	}
	return false
}

// isSure reports whether something was found that answers the field.
func isSure(f *finder) bool {
	return slices.ContainsFunc(f.found, func(v fields.Value) bool { return v.Score > f.Engine.Weights.Threshold })
}

// isRole reports whether a name is one of a role that the field may have: what stands by it
// is read as that role.
func isRole(f *finder, role paper.Role) bool {
	if role == 0 {
		return false
	}
	if role == f.Engine.Roles[f.w.Query] {
		return true
	}
	return slices.ContainsFunc(f.Engine.MayMean[f.w.Query], func(m paper.Meaning) bool { return m.Role == role })
}

// Ticked reads a box as yes or no.
func (e *Engine) Ticked(o *Offered) onpage.TextReading {
	yes := o.Tick == paper.Ticked
	if o.Label != o.Value { // the option that is ticked answers
		switch paper.Affirms(o.Value) {
		case 1:
		case -1:
			yes = false
		default:
			return onpage.TextReading{}
		}
	}
	r := onpage.TextReading{Text: o.Value, Encoded: "false", Fit: 1}
	if yes {
		r.Encoded = "true"
	}
	r.ID = e.IdOf(r.Encoded)
	return r
}
