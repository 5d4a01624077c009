package paper

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/service/content"
)

// Offer is a value and words that may name it, by where both stand.
type Offer struct {
	Label string
	Value string
	Node  content.ID // where the value begins
	Place float64    // how surely the place of the words makes them its name, from 0 to 1
	Tick  Tick       // whether it is a box, and ticked
}

// Tick says whether a box of a form is ticked.
type Tick uint8

// The states of a box.
const (
	NoBox Tick = iota
	Ticked
	Empty
)

// How surely words name a value by where they stand.
const (
	afterColon   = 1.0  // "Name: value"
	inSmallPrint = 0.97 // in smaller letters over it
	acrossRow    = 0.93 // left of it in the row
	overLine     = 0.85 // over it
	withinLine   = 0.85 // before a number in its line
	furtherOff   = 0.6  // in its row or over it, with others between
)

// maxOffers bounds the offers of a document, maxNameWords the words of a name.
const (
	maxOffers    = 6000
	maxNameWords = 9
)

// Offers returns what stands beside, below or after words, in the order of the document.
func (s *Sheet) Offers() []Offer {
	if s.offers == nil {
		s.offers, s.overValues = []Offer{}, map[string]bool{}
		for i := range s.rows {
			if len(s.offers) < maxOffers {
				rowOffers(s, i)
			}
		}
		for i := 0; i < len(s.rows) && len(s.offers) < maxOffers; {
			i = prose(s, i)
		}
		for _, o := range s.offers {
			if o.Place == afterColon && o.Tick == NoBox { // a name in small letters that elsewhere is a value
				delete(s.overValues, o.Value)
			}
		}
	}
	return s.offers
}

func offer(s *Sheet, label []word, value []word, place float64) {
	for k := range value {
		if tickOf(value[k].text) != NoBox || isColon(&value[k]) && k+1 < len(value) {
			return // it has names of its own
		}
	}
	if place == inSmallPrint && !s.scanned && isSmaller(s, label, value) {
		_, name := boxNumber(label)
		s.overValues[name], s.overValues[text(label)] = true, true
	}
	offerText(s, label, strings.Trim(text(value), " :;"), value[0].node, place)
	offerSpan(s, label, value, place)
	offerParts(s, label, value, place)
	offerCounts(s, label, value, place)
}

// isSmaller reports whether a name is in smaller letters than the value under it.
func isSmaller(s *Sheet, name, value []word) bool {
	return s.doc.Boxes[name[0].node].Height < smallLetters*s.doc.Boxes[value[0].node].Height
}

// IsName reports whether a text is the name of a box of a form, and hence the value of none.
func (s *Sheet) IsName(text string) bool {
	s.Offers()
	return s.overValues[text]
}

// offerCounts adds what a value counts: "27 pupils", "6 days, of which 2 unpaid".
func offerCounts(s *Sheet, label []word, value []word, place float64) {
	_, name := boxNumber(label)
	for k := range value {
		n := strings.Trim(value[k].text, "(,.;")
		if n == "" || digits(n) != len(n) || len(n) > 6 {
			continue
		}
		to := k + 1
		for to < len(value) && to < k+4 && letters(value[to].text) > 1 && !hasDigit(value[to].text) {
			if to++; strings.ContainsAny(value[to-1].text, ",.;):") {
				break
			}
		}
		if to == k+1 || isCurrencyWord(value[k+1].text) {
			continue
		}
		if first, _ := utf8.DecodeRuneInString(value[k+1].text); k == 0 && len(n) < 3 && place < afterColon && unicode.IsUpper(first) {
			continue // the number of a box
		}
		what := strings.Trim(text(value[k+1:to]), " ,.;:()")
		if letters(what) > 2 {
			s.offers = append(s.offers,
				Offer{Label: what, Value: n, Node: value[k].node, Place: place * withinLine},
				Offer{Label: name + " " + what, Value: n, Node: value[k].node, Place: place * withinLine})
		}
	}
}

func offerText(s *Sheet, label []word, value string, node content.ID, place float64) {
	number, name := boxNumber(label)
	if letters(name) < 2 || value == "" || !hasLetter(value) && !hasDigit(value) {
		return
	}
	s.offers = append(s.offers, Offer{Label: name, Value: value, Node: node, Place: place})
	if number != "" {
		s.offers = append(s.offers, Offer{Label: "box " + number, Value: value, Node: node, Place: place})
	}
}

// boxNumber parts the number of a box of a form from its name.
func boxNumber(label []word) (number, name string) {
	if len(label) > 1 && isBoxNumber(label[0].text) && !label[1].leading {
		number, label = strings.Trim(label[0].text, ".)"), label[1:]
	}
	if told := undetailed(label); len(told) > 0 && letters(text(told)) > 1 {
		label = told
	}
	return number, strings.Trim(text(label), " .:;,#·*…_-–")
}

// rowOffers adds the offers whose names stand in a row.
func rowOffers(s *Sheet, i int) {
	r := &s.rows[i]
	heads, listed := namesBelow(s, i), isListed(s, i)
	named := false
	for k := 0; k < len(r.words); {
		end := r.segment(k)
		boxes(s, i, k, end)
		bracketed(s, r, k, end)
		if first, last, to := daysAt(s, r, k); to > 0 {
			offerEnds(s, nil, first, last, r.words[k].node, overLine)
		}
		at := colons(s, i, k, end)
		if at == k { // without a colon
			numbered(s, i, k, end)
			if end-k <= maxNameWords && mayName(s, r.words[k:end]) && !(listed && named) {
				beside := !heads && beside(s, i, k, end)
				if !listed {
					under(s, i, k, end, beside)
				}
				named = true
			}
		}
		k = end
	}
}

// bracketed adds the names that say in brackets what somebody is: "A. Lee (chair), B. Roy (clerk)".
func bracketed(s *Sheet, r *row, k, end int) {
	for at := k + 1; at < end; at++ {
		role, closed := strings.CutSuffix(strings.Trim(r.words[at].text, ",.;"), ")")
		role, opened := strings.CutPrefix(role, "(")
		if !opened || !closed || role == "" || strings.ContainsFunc(role, func(r rune) bool { return !unicode.IsLower(r) }) {
			continue
		}
		from := at
		for from > k && isNamePart(r.words[from-1].text) && !(from < at && endsPhrase(r.words[from-1].text) && letters(r.words[from-1].text) > 2) {
			from--
		}
		if from < at-1 && at-from <= maxStated+1 {
			s.offers = append(s.offers, Offer{Label: role, Value: strings.Trim(text(r.words[from:at]), " ,;"), Node: r.words[from].node, Place: withinLine})
		}
	}
}

// isNamePart reports whether a word is of somebody's name: in capitals, or a particle.
func isNamePart(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(first) || particles[s]
}

// mayName reports whether words can be the name of something.
func mayName(s *Sheet, words []word) bool {
	_, name := boxNumber(words)
	return letters(name) > 1 && 2*digits(name) < letters(name) && !strings.ContainsAny(name, "@€$£☐☑☒")
}

// isColon reports whether a word ends a name.
func isColon(w *word) bool {
	return strings.HasSuffix(w.text, ":")
}

// colons adds what a segment states with colons, which may be several things, and
// returns where what is left of it begins: at its start if it has none.
func colons(s *Sheet, i, k, end int) int {
	r := &s.rows[i]
	from := k // of the name, or of the value before it
	var name []word
	for at := k; at < end; at++ {
		if !isColon(&r.words[at]) || at+1 < end && hasDigit(r.words[at].text) && letters(r.words[at].text) == 0 {
			continue
		}
		begin := from
		if name != nil {
			begin = nameStart(s, r, from+1, at)
			stateColon(s, i, name, from, begin)
		} else if at-from >= maxNameWords {
			begin = nameStart(s, r, from, at)
		}
		name, from = r.words[begin:at+1], at+1
	}
	if name == nil {
		return k
	}
	if from < end {
		stateColon(s, i, name, from, end)
		return end
	}
	// its value stands further on in the row, or below
	first := from - len(name)
	if from < len(r.words) {
		to := r.segment(from)
		if !endsInColon(s, r, from, to) {
			offer(s, name, r.words[from:valueEnd(s, r, from, to)], afterColon)
			if to < len(r.words) && !endsInColon(s, r, to, r.segment(to)) {
				offer(s, name, r.words[to:r.segment(to)], furtherOff)
			}
			return end
		}
	}
	under(s, i, first, from, false)
	return end
}

func endsInColon(s *Sheet, r *row, from, to int) bool {
	for k := from; k < to; k++ {
		if isColon(&r.words[k]) && !(hasDigit(r.words[k].text) && letters(r.words[k].text) == 0) {
			return true
		}
	}
	return false
}

// stateColon adds what stands after a name and its colon.
func stateColon(s *Sheet, i int, name []word, from, to int) {
	r := &s.rows[i]
	for from < to && isMark(r.words[from].text) {
		from++
	}
	if from == to {
		return
	}
	offer(s, name, r.words[from:valueEnd(s, r, from, to)], afterColon)
	for first := from; first < to; { // what it lists: "fees, admission (€ 18)"
		end := first + 1
		for end < to && !endsPhrase(r.words[end-1].text) {
			end++
		}
		if first > from {
			numberIn(s, r, first, end)
		}
		first = end
	}
}

// nameStart returns where a name begins that ends at a word with a colon, after the value
// of another.
func nameStart(s *Sheet, r *row, from, colon int) int {
	if from > colon {
		return colon
	}
	for k := colon; k >= from; k-- { // another run of letters, or a known name
		if l, ok := knownName(s, r, k); ok && l == colon+1 && (k == from || r.words[k-1].node != r.words[k].node) {
			return k
		}
	}
	for k := colon; k > from; k-- {
		if r.words[k].node != r.words[k-1].node {
			return k
		}
	}
	for k := colon; k >= from; k-- {
		first, _ := utf8.DecodeRuneInString(r.words[k].text)
		if unicode.IsUpper(first) {
			return k
		}
		if hasDigit(r.words[k].text) {
			return k + 1
		}
	}
	return colon
}

// knownName returns where a phrase of the vocabulary ends that begins at a word of a row.
func knownName(s *Sheet, r *row, k int) (int, bool) {
	for i := range s.labels {
		l := &s.labels[i]
		if &s.rows[l.row] == r && l.from == k {
			return l.to, true
		}
	}
	return 0, false
}

// valueEnd returns where a value ends that begins at a word: before a dash or a sentence
// that goes on with something else.
func valueEnd(s *Sheet, r *row, from, to int) int {
	for k := from + 1; k < to; k++ {
		w, before := &r.words[k], r.words[k-1].text
		first, _ := utf8.DecodeRuneInString(w.text)
		switch {
		case (w.text == "–" || w.text == "—" || w.text == "-") && to-from > 6:
			return k
		case strings.HasSuffix(before, ";"), w.node != r.words[k-1].node && w.x-r.words[k-1].to > phraseGap*r.height:
			return k
		case strings.HasSuffix(before, ".") && unicode.IsUpper(first) && (hasDigit(before) || utf8.RuneCountInString(before) > 5):
			return k
		}
		if end, ok := knownName(s, r, k); ok && end < to && unicode.IsUpper(first) && hasDigit(r.words[end].text) && hasDigit(text(r.words[from:k])) {
			return k
		}
	}
	return to
}

// beside adds what stands to the right of a name in its row, and reports whether there is
// something.
func beside(s *Sheet, i, k, end int) bool {
	r := &s.rows[i]
	at := end
	for at < len(r.words) && isMark(r.words[at].text) {
		at++
	}
	if at == len(r.words) {
		return false
	}
	if isNote(s, i, at) {
		at = r.segment(at)
	}
	to := r.segment(at)
	if endsInColon(s, r, at, to) {
		return false
	}
	value := r.words[at:to]
	if number, _ := boxNumber(r.words[k:end]); number != "" {
		if other, _ := boxNumber(value); other != "" && mayName(s, value) {
			return false
		}
	}
	place := acrossRow
	numeric := hasDigit(text(value))
	pair := inPairs(s, i, k) || areOwnRow(s, r.words[k].node, r.words[at].node)
	switch {
	case pair:
	case !numeric && (k > 0 || to < len(r.words)):
		place = furtherOff
	case k > 0:
		place = overLine
	}
	offer(s, r.words[k:end], value, place)
	for last := to; last < len(r.words); last = r.segment(last) {
		if r.segment(last) == len(r.words) && numeric {
			offer(s, r.words[k:end], r.words[last:], furtherOff)
		}
	}
	return k == 0 && numeric || pair
}

// under adds what stands below a name, in its box or in line with it.
func under(s *Sheet, i, k, end int, beside bool) {
	r := &s.rows[i]
	from := r.words[k].x
	to := r.words[end-1].to
	box := float32(1 << 20) // where the box of the next name in the row begins
	if end < len(r.words) {
		box = r.words[end].x - 0.3*r.height
	}
	height := s.doc.Boxes[r.words[k].node].Height
	for n := i + 1; n < min(len(s.rows), i+4); n++ {
		below := &s.rows[n]
		if below.page != r.page || below.y-r.bottom > 2.2*max(r.height, below.height) {
			return
		}
		for w := 0; w < len(below.words); w = below.segment(w) {
			stop := below.segment(w)
			value := below.words[w:stop]
			x, right := value[0].x, value[len(value)-1].to
			if x > box || right < from {
				continue
			}
			aligned := abs(x-from) < 1.2*r.height || abs(right-to) < 1.2*r.height || abs(x+right-from-to) < 2*r.height
			if !aligned && (x < from-r.height || right > box) {
				continue
			}
			small := height < smallLetters*s.doc.Boxes[value[0].node].Height
			place := overLine
			switch {
			case beside:
				place = 0.5 * furtherOff
			case small || namesBelow(s, i):
				place = inSmallPrint
			case !aligned:
				place = furtherOff
			case isUpper(r.words[k:end]) && !isUpper(value):
			case endsInColon(s, below, w, stop):
				return
			case r.words[end-1].text[len(r.words[end-1].text)-1] == ':':
				place = acrossRow
			default:
				place = 0.75
			}
			offer(s, r.words[k:end], below.words[w:valueEnd(s, below, w, stop)], place)
			return
		}
	}
}

func isUpper(words []word) bool {
	t := text(words)
	return hasLetter(t) && strings.ToUpper(t) == t
}

// boxMarks are the signs of boxes of forms, those that are ticked first.
const (
	tickedMarks = "☑☒✓✔✗✘🗹🗷"
	emptyMarks  = "☐□▢◻"
)

func tickOf(s string) Tick {
	r, _ := utf8.DecodeRuneInString(s)
	switch {
	case s == "[x]" || s == "[X]" || strings.ContainsRune(tickedMarks, r):
		return Ticked
	case s == "[]" || strings.ContainsRune(emptyMarks, r):
		return Empty
	}
	return NoBox
}

// boxes adds the boxes of a segment: what is ticked is the value of the name before or over
// them, and each option says yes or no of itself.
func boxes(s *Sheet, i, k, end int) {
	r := &s.rows[i]
	first := slices.IndexFunc(r.words[k:end], func(w word) bool { return tickOf(w.text) != NoBox })
	if first < 0 {
		return
	}
	first += k
	var ticked []word
	for at := first; at < end; {
		tick := tickOf(r.words[at].text)
		to := at + 1
		for to < end && tickOf(r.words[to].text) == NoBox && !(to > at+1 && isSentence(s, r, to)) {
			to++
		}
		option := r.words[at+1 : to]
		if len(option) > 0 && len(option) <= maxNameWords {
			name, tick := strings.Trim(text(option), " .,;:"), tick
			if rest := option[1:]; len(rest) > 0 && negations[fold(option[0].text)] { // not ticked is a yes
				name, tick = strings.Trim(text(rest), " .,;:"), Ticked+Empty-tick
			}
			s.offers = append(s.offers, Offer{Label: name, Value: name, Node: option[0].node, Place: afterColon, Tick: tick})
			if tick == Ticked && ticked == nil {
				ticked = option
			}
		}
		for at = to; at < end && tickOf(r.words[at].text) == NoBox; at++ {
		}
	}
	if ticked == nil {
		return
	}
	value := strings.Trim(text(ticked), " .,;:")
	give := func(name []word, place float64) {
		if mayName(s, name) {
			_, label := boxNumber(name)
			s.offers = append(s.offers, Offer{Label: label, Value: value, Node: ticked[0].node, Place: place, Tick: Ticked})
		}
	}
	switch {
	case first > k:
		give(r.words[max(k, first-maxNameWords):first], afterColon)
	case k > 0:
		back := k - 1
		for back > 0 && !r.words[back].leading {
			back--
		}
		give(r.words[back:k], acrossRow)
	}
	for n := i - 1; n >= max(0, i-2) && first == k; n-- {
		above := &s.rows[n]
		if above.page != r.page || r.y-above.bottom > 1.5*r.height {
			break
		}
		for w := 0; w < len(above.words); w = above.segment(w) {
			if abs(above.words[w].x-r.words[k].x) < r.height {
				give(above.words[w:above.segment(w)], overLine)
			}
		}
	}
}

// AsksTicked reports whether the description of a field asks which of several boxes is ticked.
func AsksTicked(hint string) bool {
	return slices.ContainsFunc(tokens(hint), func(w string) bool { return tickedWords[w] })
}

// isSentence reports whether a new statement begins at a word.
func isSentence(s *Sheet, r *row, k int) bool {
	return r.words[k].leading || r.isPhraseEnd(k)
}

var (
	particles   = set("de van der den von da di del dos la le")
	negations   = set("not non nicht kein keine ne niet geen nao sin")
	tickedWords = set("ticked checked crossed coche cochee angekreuzt aangevinkt aangekruist marcado marcada barrato barrata spuntato spuntata assinalado assinalada")
	yesWords    = set("yes ja oui si sim y")
	noWords     = set("no nee nein non nao n")
)

// Affirms says whether a word is a yes, 1, a no, -1, or neither.
func Affirms(s string) int {
	t := tokens(s)
	switch {
	case len(t) != 1:
	case yesWords[t[0]]:
		return 1
	case noWords[t[0]]:
		return -1
	}
	return 0
}
