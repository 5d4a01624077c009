package evidence

import (
	"iter"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/service/content"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
	"assay/service/extract/tree"
)

// Limits of the pieces of a line.
const (
	maxPieceLine = 600 // bytes of a line that is taken to pieces
	maxPiece     = 40  // bytes of a piece
	maxCounted   = 100 // bytes of a piece that begins with a number and its noun

	maxAbbreviation = 4 // letters of a word whose full stop may not end a sentence
)

// pieces reads the pieces of a line on their own: what stands between separators,
// and each run of text. A number with a noun ("312 points"), and words with a number
// ("Feels like 4°"), are a value and its name.
func pieces(x *Index, i int, text string) {
	t := x.Tree
	line := &t.Lines[i]
	numbered(x, i, 0, text)
	if line.To-line.From > maxPieceLine {
		return
	}
	whole := strings.TrimSpace(text)
	for id := line.First; int(id) < len(t.Nodes) && t.From(id) < line.To; id++ {
		if t.Nodes[id].Kind != content.Text {
			continue
		}
		from, to := max(t.From(id), line.From), min(t.To(id), line.To)
		if to-from < 3 {
			continue
		}
		run := t.Raw(from, to)
		at := from - line.From
		for {
			cut, size := NextSeparator(run)
			for from, to := range Sentences(run[:cut]) {
				piece := strings.TrimSpace(run[from:to])
				if len(piece) <= 2 || len(piece) > maxCounted {
					continue
				}
				start := int(at) + from + strings.Index(run[from:], piece)
				for k, part := range amountsBetweenCommas(piece) {
					numbered(x, i, start+k, part)
				}
				if len(piece) < len(whole) {
					numbered(x, i, start, piece)
					if len(piece) <= maxPiece && !isOrdered(piece[strings.LastIndexByte(piece, ' ')+1:]) { // "By Ann in", and a link
						introduced(x, i, start, piece)
					}
				}
			}
			if cut == len(run) {
				break
			}
			run = run[cut+size:]
			at += int32(cut + size)
		}
	}
}

// amountsBetweenCommas yields the parts of a text between commas that hold an amount and
// words, and where each begins, if there are several: "310 kcal, 18 g protein".
func amountsBetweenCommas(s string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		if strings.Count(s, ", ") == 0 {
			return
		}
		var starts []int
		from := 0
		for part := range strings.SplitSeq(s, ", ") {
			if strings.ContainsFunc(part, unicode.IsLetter) && strings.ContainsFunc(part, unicode.IsDigit) {
				starts = append(starts, from)
			}
			from += len(part) + len(", ")
		}
		if len(starts) < 2 {
			return
		}
		for _, from := range starts {
			part, _, _ := strings.Cut(s[from:], ", ")
			if !yield(from, part) {
				return
			}
		}
	}
}

// Sentences yields where the sentences of a text begin and end: after a full stop, before
// a capital letter, unless the stop is of a word so short that it may be an abbreviation.
func Sentences(s string) iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		from := 0
		for k := 1; k+2 < len(s); k++ {
			if s[k] == '.' && s[k+1] == ' ' && s[k+2] >= 'A' && s[k+2] <= 'Z' && !mayAbbreviate(s[:k]) {
				if !yield(from, k) {
					return
				}
				from = k + 2
			}
		}
		yield(from, len(s))
	}
}

// mayAbbreviate reports whether the last word of a text may be cut short by a full stop.
func mayAbbreviate(s string) bool {
	word := s[strings.LastIndexByte(s, ' ')+1:]
	return len(word) <= maxAbbreviation && !strings.ContainsFunc(word, unicode.IsDigit)
}

// NextSeparator returns where the next separator of a text's pieces stands and how
// long it is; the end if there is none. A stroke or a guillemet separates only between
// blanks: 4/5 is one piece.
func NextSeparator(s string) (at, size int) {
	for k, r := range s {
		switch r {
		case '·', '|', '•', '‧', '∙', '▪', '\n':
			return k, utf8.RuneLen(r)
		case '—': // "4.35 avg rating — 9,993 ratings"
			if strings.HasSuffix(s[:k], " ") {
				return k, utf8.RuneLen(r)
			}
		case '/', '»':
			if size = utf8.RuneLen(r); k > 0 && s[k-1] == ' ' && k+size < len(s) && s[k+size] == ' ' {
				return k, size
			}
		}
	}
	return len(s), 0
}

// numbered pairs a number with the noun after it, or with the words before it.
func numbered(x *Index, i, offset int, text string) {
	if startsWithDigit(text) && len(text) <= maxCounted { // "11 reviews with an average of 4.2"
		for _, sep := range [...]string{" with ", " from ", " based ", ", "} {
			if head, _, ok := strings.Cut(text, sep); ok && strings.Count(head, " ") == 1 {
				text = head
			}
		}
	}
	if len(text) > maxPiece {
		return
	}
	if inner, ok := strings.CutPrefix(text, "("); ok && strings.HasSuffix(inner, ")") { // "4.8 (312 reviews)"
		text = strings.TrimSuffix(inner, ")")
		offset++
	}
	node := nodeAt(x, i, offset, x.Tree.LineNode(i))
	if startsWithAmount(text) || strings.HasPrefix(text, "-") && startsWithDigit(text[1:]) {
		if from, to, ok := read.Clock(text); beginsWithDay(x, text) || ok && from == 0 && to < len(text) {
			return // "14:10 Screen 2"
		}
		if number, _, _ := strings.Cut(text, " "); !x.boxes[number] {
			counted(x, node, text)
		}
		return
	}
	cut := strings.IndexFunc(text, isNumberStart)
	if cut < 3 {
		return
	}
	label := strings.TrimRight(text[:cut], " :-–—")
	if len(label) == cut || strings.Count(label, " ") > 2 || strings.ContainsFunc(label, notOfLabel) || isOrdered(strings.ToLower(label)) || endsInVerb(label) {
		return
	}
	if lexicon.Introduces(label).Shape() == lexicon.Prose {
		return // BIO 214 is a course
	}
	value := text[cut:]
	if strings.Count(value, " ") > 3 {
		return
	}
	if value := strings.TrimRight(value, "."); strings.HasSuffix(strings.ToLower(label), " on") && strings.ContainsFunc(value, unicode.IsLetter) { // "Based on 312 reviews"
		counted(x, node, value)
	}
	if _, _, _, ok := read.FindDate(text, x.Locale, epoch); ok && !strings.HasSuffix(text, "%") { // "May 2024", "Joined 4/26/2010"
		return
	}
	pair(x, label, node, value, true)
}

// boxesOf returns the numbers of a form's boxes: those that texts of a document begin with and that
// follow each other.
func boxesOf(t *tree.Tree) map[string]bool {
	if t.Source == content.HTML {
		return nil
	}
	boxes := map[string]bool{}
	for id := range t.Nodes {
		if t.Nodes[id].Kind != content.Text {
			continue
		}
		number, name, ok := strings.Cut(t.Chars(content.ID(id)), " ")
		if ok && len(number) <= 2 && strings.Trim(number, "0123456789") == "" && len(name) > 2 && unicode.IsUpper(rune(name[0])) {
			boxes[number] = true
		}
	}
	out := map[string]bool{}
	for number := range boxes {
		if n, err := strconv.Atoi(number); err == nil && (boxes[strconv.Itoa(n+1)] || boxes[strconv.Itoa(n-1)]) {
			out[number] = true
		}
	}
	if len(out) < leastBoxes {
		return nil
	}
	return out
}

// leastBoxes is how many numbers there are at least that follow each other if they are those of boxes.
const leastBoxes = 4

// endsInVerb reports whether what stands before a number begins a sentence, and names
// nothing: "The department has 42 staff".
func endsInVerb(label string) bool {
	switch strings.ToLower(label[strings.LastIndexByte(label, ' ')+1:]) {
	case "has", "have", "had", "is", "are", "was", "were", "hat", "haben", "ist", "sind", "war", "a", "ont", "est", "sont", "tiene", "tienen", "es", "son", "ha", "hanno", "sono", "heeft", "hebben":
		return strings.Contains(label, " ")
	}
	return false
}

// counted pairs each number of a text that begins with one with the noun after it: of
// "4.8 from 312 reviews" and "4.8/5 (312 reviews)" that is how many reviews.
func counted(x *Index, node content.ID, text string) {
	for text != "" {
		cut := strings.IndexFunc(text, unicode.IsLetter)
		if cut < 1 {
			return
		}
		if w := magnitude(text[cut:]); cut+w < len(text) {
			cut += w // 88.1k views
		}
		value, noun, rest := text[:cut], text[cut:], ""
		if from := strings.LastIndexAny(strings.TrimSpace(value), "("); from >= 0 {
			value = value[from+1:]
		}
		if next := strings.IndexFunc(noun, unicode.IsDigit); next >= 0 && !isOutOf(strings.TrimSpace(noun[:next])) {
			noun, rest = noun[:next], noun[next:]
		}
		value, noun = strings.TrimSpace(value), strings.TrimRight(noun, " ().,;:/")
		if unit, of, ok := strings.Cut(noun, " "); ok && read.IsUnit(unit) { // "18 g protein"
			value, noun = value+" "+unit, strings.TrimPrefix(strings.TrimLeft(of, " "), "of ")
		} else if read.IsUnit(noun) {
			value += " " + noun // "0.3 miles"
		}
		if lexicon.Introduces(noun).Shape() == lexicon.Duration {
			value += " " + noun // "5 min read"
		}
		if amounts(value) < 2 && !isYearOf(value, noun) { // "£125 £94 Save 25%"
			pair(x, noun, node, value, true)
			switch {
			case isContribution(noun):
				pair(x, noun+" count", node, value, true)
			case read.NamesReviews(noun):
				pair(x, "review count", node, value, true)
			}
		}
		text = rest
	}
}

// ones gives what is counted once the name that it has where there are more of it: "1 like"
// is as many likes.
func (x *Index) ones() {
	many := map[string]Key{}
	for i := range x.Facts {
		if f := &x.Facts[i]; f.Kind == Label && f.Near {
			many[f.Name] = f.Key
		}
	}
	for i := range x.Facts {
		f := &x.Facts[i]
		if f.Kind != Label || !f.Near || f.Values[0] != "1" {
			continue
		}
		for _, name := range [...]string{f.Name + "s", strings.TrimSuffix(f.Name, "y") + "ies"} {
			if key, ok := many[name]; ok {
				f.Name, f.Key = name, key
			}
		}
	}
}

// isYearOf reports whether a number before a noun says of which year that is: "2011 endowment".
func isYearOf(value, noun string) bool {
	return len(value) == 4 && (value[:2] == "19" || value[:2] == "20") && read.IsBareNumber(value) && noun != "" && !strings.HasSuffix(noun, "s") && !strings.Contains(noun, " ")
}

// amounts counts the signs of currencies in a text.
func amounts(s string) int {
	n := 0
	for _, r := range s {
		if unicode.Is(unicode.Sc, r) {
			n++
		}
	}
	return n
}

// isOutOf reports whether a word between two numbers makes them one: 4.6 out of 5.
func isOutOf(word string) bool {
	switch strings.ToLower(word) {
	case "out of", "of", "von", "sur", "de", "su", "van", "av", "na", "z":
		return true
	}
	return false
}

// startsWithAmount reports whether a text begins with a number or with the sign of its
// currency: "£381 pw".
func startsWithAmount(s string) bool {
	sign, size := utf8.DecodeRuneInString(s)
	return startsWithDigit(s) || unicode.Is(unicode.Sc, sign) && startsWithDigit(strings.TrimLeft(s[size:], " "))
}

// isContribution reports whether a noun is something that people write or give: asked for
// under its own name it is that, and not how many there are.
func isContribution(noun string) bool {
	switch c := lexicon.Introduces(noun); c.Shape() {
	case lexicon.Prose, lexicon.Rating:
		return c != 0
	}
	return false
}

// magnitude returns how long what a text begins with is that multiplies the number
// before it, and does not begin its noun: "k", "Tsd.", "million".
func magnitude(text string) int {
	word, rest := text, ""
	if end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) }); end >= 0 {
		word, rest = text[:end], text[end:]
	}
	if rest != "" && !strings.ContainsRune(" +.\u00a0", firstRune(rest)) || !read.IsMultiplier(word) {
		return 0
	}
	if strings.HasPrefix(rest, ".") {
		return len(word) + 1
	}
	return len(word)
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

func isNumberStart(r rune) bool { return unicode.IsDigit(r) || unicode.Is(unicode.Sc, r) }

func notOfLabel(r rune) bool {
	return !unicode.IsLetter(r) && r != ' ' && r != '\'' && r != '-' && r != '.' && r != '/'
}

// isOrdered reports whether a word is followed by a number that only counts its
// places.
func isOrdered(label string) bool {
	switch label {
	case "page", "seite", "página", "pagina", "pagine", "step", "schritt", "étape", "paso", "passo", "stap", "part", "teil", "partie", "parte", "chapter", "kapitel", "chapitre", "capítulo", "figure", "fig", "table", "tabelle", "no", "nr", "nº", "top", "section", "abschnitt", "question", "frage", "note", "slide", "image", "photo", "item", "in", "on", "at", "by", "for", "to", "from", "since", "of", "the", "and", "am", "um", "im", "le", "en", "version":
		return true
	}
	return false
}
