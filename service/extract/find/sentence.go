package find

import (
	"iter"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/read"
	"assay/service/extract/tree"
)

// Bounds of the sentences that are looked through for values.
const (
	maxSentences = 1500
	minSaid      = 10  // bytes of a sentence
	maxSaid      = 300 // bytes
)

// sentence is a sentence of the page that holds a number, or says by whom something was done.
type sentence struct {
	node   content.ID
	text   string
	words  []string // as they stand, without the marks around them
	at     []int    // where each begins in text
	senses []lexicon.Term
}

// sentences returns the sentences of the page's own text that may tell a value.
func sentences(e *Engine) []sentence {
	if e.saidKnown {
		return e.saidAll
	}
	e.saidKnown = true
	t := e.Tree
	for i := range t.Lines {
		line := &t.Lines[i]
		if line.To-line.From < minSaid || t.Region(line.First)&(tree.InNav|tree.InRelated|tree.InComments|tree.InForm) != 0 {
			continue
		}
		text := t.LineText(i)
		for from, to := range evidence.Sentences(text) {
			if s := text[from:to]; len(s) >= minSaid && len(s) <= maxSaid && (strings.ContainsFunc(s, unicode.IsDigit) || strings.Contains(s, " by ")) {
				e.saidAll = append(e.saidAll, newSentence(t.LineNode(i), s))
			}
		}
		if len(e.saidAll) >= maxSentences {
			break
		}
	}
	return e.saidAll
}

func newSentence(node content.ID, text string) sentence {
	s := sentence{node: node, text: text}
	start := -1
	for k, r := range text + " " {
		switch {
		case !unicode.IsSpace(r):
			if start < 0 {
				start = k
			}
		case start >= 0:
			word := strings.Trim(text[start:k], `.,;:!?()[]"“”„’'…–—`)
			if word != "" {
				s.words, s.at = append(s.words, word), append(s.at, start+strings.Index(text[start:], word))
			}
			start = -1
		}
	}
	s.senses = lexicon.Senses(s.words)
	return s
}

// said takes what sentences tell of a field that nothing else answers: "our Standard
// Variable Rate is 7.99%", "a 20% service charge is added", "edited by Maud Ferris and
// published by …".
func (f *finder) said() {
	w := f.w
	if f.isTitle || !w.Query.IsLeaf() || w.Query.List {
		return
	}
	for i := range f.found {
		if f.found[i].Score >= f.Engine.Weights.Threshold {
			return
		}
	}
	switch {
	case w.Type == 0 && (w.Shape == lexicon.Person || w.Shape == lexicon.Org):
		f.saidBy()
		return
	case w.Type == query.Boolean:
		f.statements()
		return
	}
	telling := tellingTerms(w)
	if len(telling) == 0 {
		return
	}
	if asksForCode(w) || !takesAmounts(w) {
		return
	}
	all := sentences(f.Engine)
	for i := range all {
		s := &all[i]
		if !f.s.Holds(s.node) {
			continue
		}
		for from, to := range s.find(telling, w.Name) {
			if amount := s.amountBeside(w, from, to, f.Engine.Index.Locale); amount != "" {
				f.add(evidence.Typed, s.node, amount, f.Engine.Weights.Said*f.Engine.Place(w, s.node, f.s))
				break
			}
		}
	}
}

// tellingTerms returns the terms of a name that a sentence must say: not those that any
// amount answers, as price and date, or that say which end of a range it is.
func tellingTerms(w *fields.Field) []*lexicon.Term {
	var out []*lexicon.Term
	for i := range w.Name {
		t := &w.Name[i]
		if t.Want < 0.5 || fields.EndOfRange(t.Word) != 0 {
			continue
		}
		switch t.Concept.String() {
		case "price", "date", "time", "duration", "year", "rating", "published", "modified":
			continue
		}
		out = append(out, t)
	}
	return out
}

func takesAmounts(w *fields.Field) bool {
	switch w.Type {
	case query.Integer, query.Number, query.Price, query.Percent:
		return true
	case 0:
		switch w.Shape {
		case lexicon.AnyShape, lexicon.Text, lexicon.Price, lexicon.Clock, lexicon.Number, lexicon.Integer:
			return true
		}
	}
	return false
}

// find yields where words of a sentence, one close to the other, say all of some terms,
// together with the other words of the name beside them.
func (s *sentence) find(terms []*lexicon.Term, name lexicon.Phrase) iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		for i := range s.senses {
			if !s.senses[i].Same(terms[0]) {
				continue
			}
			from, to, all := i, i+1, true
			for _, t := range terms[1:] {
				k, end := max(0, i-len(terms)-1), min(len(s.senses), i+len(terms)+2)
				for k < end && !s.senses[k].Same(t) {
					k++
				}
				if all = k < end; !all {
					break
				}
				from, to = min(from, k), max(to, k+1)
			}
			for from > 0 && s.isOf(from-1, name) {
				from--
			}
			for to < len(s.words) && s.isOf(to, name) {
				to++
			}
			if all && !yield(from, to) {
				return
			}
		}
	}
}

// isOf reports whether a word is one of a name's.
func (s *sentence) isOf(k int, name lexicon.Phrase) bool {
	for i := range name {
		if s.senses[k].Same(&name[i]) {
			return true
		}
	}
	return false
}

// amountBeside returns the amount right before the words of a sentence, or after them with
// nothing between but words that join the two.
func (s *sentence) amountBeside(w *fields.Field, from, to int, l read.Locale) string {
	if from > 0 && !s.parted(from-1) {
		if a := s.amountBefore(from); a != "" && fitsAmount(w, a, l) {
			return a
		}
	}
	for k := to; k < len(s.words) && k <= to+maxJoining; k++ {
		if a := s.amount(k); a != "" {
			if fitsAmount(w, a, l) {
				return a
			}
			return ""
		}
		if !joins(s.words[k]) && !read.IsCurrency(s.words[k]) || s.parted(k) {
			return ""
		}
	}
	return ""
}

// amountBefore returns the amount whose last word stands right before the k-th word.
func (s *sentence) amountBefore(k int) string {
	number := k - 1
	for number > 0 && (read.IsCurrency(s.words[number]) || isUnit(s.words[number]) || read.IsMultiplier(s.words[number])) {
		number--
	}
	return s.amount(number)
}

// parted reports whether a mark stands between a word and the next.
func (s *sentence) parted(k int) bool {
	return k+1 < len(s.words) && strings.ContainsAny(s.text[s.at[k]+len(s.words[k]):s.at[k+1]], ",.;!?()")
}

// maxJoining is how many words may stand between a name and the amount that it is.
const maxJoining = 4

func joins(word string) bool {
	switch strings.ToLower(word) {
	case "is", "are", "was", "were", "of", "at", "to", "a", "an", "the", "about", "around", "up", "currently", "from", "now", "for", "just", "only", "over",
		"than", "nearly", "almost", "by", "in", "since", "be", "costs", "ist", "sind", "bei", "von", "ab", "bis", "beträgt", "est", "de", "es", "di", "è", "dal", "van", "het":
		return true
	}
	return false
}

// amount returns the amount whose number is the k-th word: with its currency, its unit or
// the half of the day that stands beside it; "" if the word is no number.
func (s *sentence) amount(k int) string {
	if word := s.words[k]; !strings.ContainsFunc(word, unicode.IsDigit) || !startsAmount(word) {
		return ""
	}
	from, to := k, k+1
	for from > 0 && s.isGroup(from) { // "12 480"
		from--
	}
	for s.isGroup(to) {
		to++
	}
	if s.goesOn(to) && len(s.words[to]) > 1 && read.IsMultiplier(s.words[to]) { // "5 m" are metres
		to++
	}
	switch {
	case from > 0 && read.IsCurrency(s.words[from-1]) && s.goesOn(from) && (from == 1 || !startsAmount(s.words[from-2])):
		from--
	case s.goesOn(to) && (read.IsCurrency(s.words[to]) || isUnit(s.words[to])):
		to++
	}
	return s.text[s.at[from] : s.at[to-1]+len(s.words[to-1])]
}

// isGroup reports whether the k-th word is three digits of a number that a blank parts from
// those before them.
func (s *sentence) isGroup(k int) bool {
	return k > 0 && s.goesOn(k) && len(s.words[k]) == 3 && len(s.words[k-1]) <= 3 && read.IsBareNumber(s.words[k-1]+s.words[k]) && !strings.ContainsAny(s.words[k-1]+s.words[k], ".,")
}

// goesOn reports whether there is a k-th word, and no mark before it.
func (s *sentence) goesOn(k int) bool { return k < len(s.words) && !s.parted(k-1) }

// isUnit reports whether a word after a number says of what it is an amount.
func isUnit(word string) bool {
	switch strings.ToLower(word) {
	case "%", "percent", "am", "pm", "a.m", "p.m", "uhr":
		return true
	}
	return false
}

func startsAmount(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.IsDigit(r) || unicode.Is(unicode.Sc, r) || (r == '-' || r == '+' || r == '−') && len(word) > 1
}

// fitsAmount reports whether an amount has the form that a field asks for. What is asked
// for without a type is no bare number: sentences are full of them.
func fitsAmount(w *fields.Field, amount string, l read.Locale) bool {
	_, money := read.MarkedPrice(amount, l)
	percent := strings.Contains(amount, "%") || strings.Contains(strings.ToLower(amount), "percent")
	clock := strings.Contains(amount, ":") || len(read.Clocks(amount)) > 0
	switch {
	case w.Type == query.Percent:
		return percent
	case w.Type == query.Price, w.Shape == lexicon.Price, namesPrice(w):
		return money
	case w.Type == query.Integer:
		_, whole := read.Integer(amount, l)
		return whole && !percent && !money && !clock
	case w.Type == query.Number:
		return !clock
	case w.Shape == lexicon.Clock:
		return clock
	}
	return percent || money || clock
}

// namesPrice reports whether a name says that it is one of a price: booking_fee.
func namesPrice(w *fields.Field) bool {
	for i := range w.Name {
		if w.Name[i].Concept.Shape() == lexicon.Price {
			return true
		}
	}
	return false
}

// saidBy takes who a sentence says to have done what the field's words say: "is edited by
// Maud Ferris and published by Long Field Press".
func (f *finder) saidBy() {
	w := f.w
	all := sentences(f.Engine)
	for i := range all {
		s := &all[i]
		if !f.s.Holds(s.node) {
			continue
		}
		for k := 1; k+1 < len(s.words); k++ {
			if s.words[k] != "by" || !isDone(&s.senses[k-1], w) {
				continue
			}
			if name := s.nameAt(k + 1); name != "" {
				f.add(evidence.Typed, s.node, name, f.Engine.Weights.Said*f.Engine.Place(w, s.node, f.s))
			}
		}
	}
}

// isDone reports whether a word before "by" is what a field asks for the doer of.
func isDone(s *lexicon.Term, w *fields.Field) bool {
	for i := range w.Name {
		t := &w.Name[i]
		if s.Same(t) && (s.Group != 0 || s.Concept != 0) {
			return true
		}
	}
	return false
}

// nameAt returns the name that begins at the k-th word: words with capital letters, and
// those that join them.
func (s *sentence) nameAt(k int) string {
	end := k
	for n := k; n < len(s.words) && n < k+6; n++ {
		if onpage.StartsUpper(s.words[n]) {
			end = n + 1
		} else if n == k || s.words[n] != "of" && s.words[n] != "de" && s.words[n] != "van" && s.words[n] != "von" && s.words[n] != "&" {
			break
		}
		if s.parted(n) {
			break
		}
	}
	if end == k {
		return ""
	}
	return s.text[s.at[k] : s.at[end-1]+len(s.words[end-1])]
}

// asksForCode reports whether a field asks by its name for a code or number that tells one
// thing from others: promo_code, charity_number.
func asksForCode(w *fields.Field) bool {
	if w.Type != 0 {
		return false
	}
	words := lexicon.Words(w.Query.Name)
	return len(words) > 1 && isCodeWord(words[len(words)-1])
}

func isCodeWord(word string) bool {
	switch strings.ToLower(word) {
	case "code", "number", "no", "nr", "id", "num", "identifier", "#", "№", "numero", "número", "numéro", "nº", "n°", "nummer", "codice", "código":
		return true
	}
	return false
}

// statements takes the lines that say yes or no as a whole.
func (f *finder) statements() {
	t := f.Engine.Tree
	for i := range t.Lines {
		line := &t.Lines[i]
		if !f.s.Holds(line.First) || t.Region(line.First)&(tree.InNav|tree.InFooter|tree.InForm|tree.InRelated|tree.InComments) != 0 || t.LinkLen(t.LineNode(i)) > 0 {
			continue
		}
		text := t.LineText(i)
		if yes, ok := onpage.Statement(f.w, text); ok {
			f.found = append(f.found, fields.Value{JSON: strconv.FormatBool(yes), Text: text, Node: t.LineNode(i), Kind: evidence.Typed, Score: f.Engine.Weights.Presence})
			return
		}
	}
}
