package extract

import (
	"strings"
	"unicode"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
	"assay/service/extract/tree"
)

// addresses takes address elements, and lines that read as an address together
// with the lines of the same block that belong to it.
func (f *finder) addresses() {
	e := f.e
	t := e.t
	first, last := 0, len(t.Lines)
	if !f.s.whole {
		first, last = t.LinesBetween(f.s.from, f.s.to)
	}
	for i := first; i < last; i++ {
		line := &t.Lines[i]
		if line.To-line.From > 2000 || line.To-line.From < 8 {
			continue
		}
		text := t.LineText(i)
		q := 0.0
		if _, _, _, dated := read.FindDate(text, e.x.Locale, t.Loaded); len(text) <= 120 && !dated {
			q = addressLike(text)
		}
		switch {
		case q >= 0.7:
		case i+1 < last && isHouseLine(text) && isTownLine(t.LineText(i+1)):
			q = 0.9
		case e.opensAddress(i, last):
			q = 0.8
		default:
			if part := streetIn(text); part != "" {
				f.add(evidence.Typed, t.LineNode(i), part, e.w.Address*e.place(f.w, line.First, f.s))
				continue
			}
		}
		if q == 0 {
			continue
		}
		strength := e.w.Address * q * e.place(f.w, line.First, f.s)
		from, to := i, i+1
		for to < last && to < i+4 && addressPart(t.LineText(to)) && t.Lines[to].To-line.From < 180 && t.Region(t.Lines[to].First)&tree.InHeading == 0 {
			to++
		}
		if i > first && nameOfHouse(t.LineText(i-1)) {
			from--
		}
		if _, tail, ok := strings.Cut(text, ": "); ok && len(tail) > 10 && from == i {
			f.add(evidence.Typed, t.LineNode(i), tail+" "+t.Span(line.To, t.Lines[to-1].To), strength)
			continue
		}
		if to > i+1 || from < i {
			f.add(evidence.Typed, t.LineNode(i), read.Address(t.Raw(t.Lines[from].From, t.Lines[to-1].To)), strength*1.1)
			i = to - 1
			continue
		}
		f.add(evidence.Typed, t.LineNode(i), text, strength)
	}
	if !f.s.whole {
		return
	}
	for i := range t.Nodes {
		if id := content.ID(i); t.Tag(id) == "address" && t.Len(id) > 8 && t.Len(id) < 250 {
			f.add(evidence.Name, id, t.Prose(id), e.w.Address*e.place(f.w, id, f.s))
		}
	}
}

// opensAddress reports whether an address without a number begins with a line: a
// house, street or square, and under it, in the same element, the town and its like.
func (e *engine) opensAddress(i, last int) bool {
	t := e.t
	words := strings.Fields(strings.TrimRight(t.LineText(i), ", "))
	if i+2 >= last || !namesStreet(words) {
		return false
	}
	block := t.Nodes[t.Lines[i].First].Parent
	for k := i + 1; k <= i+2; k++ {
		if line := &t.Lines[k]; t.Nodes[line.First].Parent != block || !addressPart(t.LineText(k)) {
			return false
		}
	}
	return true
}

// namesStreet reports whether a few words are the name of a street or house: the kind of
// it comes last, or first in languages that put it there.
func namesStreet(words []string) bool {
	n := len(words)
	if n < 2 || n > 5 {
		return false
	}
	for _, w := range [...]string{words[n-1], words[0]} {
		if unicode.IsUpper([]rune(w)[0]) && isStreetWord(strings.ToLower(w)) {
			return true
		}
	}
	return false
}

// addressPart reports whether a line can go on with an address: a city, a postal
// code, a country.
func addressPart(s string) bool {
	if len(s) > 60 || len(s) < 2 || strings.ContainsAny(s, "@:?!$€£©|") {
		return false
	}
	if _, phone := read.Phone(s); phone {
		return false
	}
	words := strings.Fields(s)
	capital := 0
	for _, w := range words {
		if r := []rune(w)[0]; unicode.IsUpper(r) || unicode.IsDigit(r) {
			capital++
		}
	}
	return len(words) <= 7 && capital*4 >= len(words)*3 && (strings.ContainsAny(s, ",0123456789") || len(words) <= 3)
}

// nameOfHouse reports whether a line before a street is part of the address.
func nameOfHouse(s string) bool {
	if len(s) > 50 || strings.ContainsAny(s, ":@?!") {
		return false
	}
	for _, w := range [...]string{"House", "Building", "Centre", "Center", "Suite", "Unit", "Floor", "Court", "Park", "Tower", "Hall", "Plaza", "Estate", "Mill", "Works", "Studio", "Level", "Room"} {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}

// onlyAddress returns the address in a text without what pages write before one on its
// line: how far it is, or the name of a firm.
func onlyAddress(text string) string {
	text = withoutAddressWord(text)
	if head, rest, ok := strings.Cut(text, " · "); ok && isDistance(strings.TrimSpace(head)) && addressLike(rest) > 0 {
		text = rest
	}
	head, rest, ok := strings.Cut(text, ", ")
	if ok && !strings.Contains(head, "\n") && firmLike(head) && addressLike(head) == 0 && addressLike(rest) > 0 {
		return rest
	}
	return text
}

// withoutAddressWord returns an address without the word before it that says that it is one.
func withoutAddressWord(text string) string {
	if word, rest, ok := strings.Cut(text, " "); ok && len(rest) > 8 && lexicon.Introduces(word).String() == "address" {
		return strings.TrimLeft(rest, " :")
	}
	return text
}

// addressLike says how much a line reads as a postal address.
func addressLike(s string) float64 {
	digits, commas := 0, strings.Count(s, ",")
	for _, r := range s {
		if unicode.IsDigit(r) {
			digits++
		}
	}
	if digits == 0 || digits > 14 || strings.ContainsAny(s, "@?!$€£©") {
		return 0
	}
	words := strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(words) < 2 || len(words) > 22 {
		return 0
	}
	street, capital := false, 0
	for i, w := range words {
		lower := strings.ToLower(w)
		street = street || i > 0 && isStreetWord(lower) || i == 0 && len(lower) > 7 && isStreetWord(lower) && unicode.IsDigit([]rune(words[1])[0])
		if r := []rune(w); unicode.IsUpper(r[0]) || unicode.IsDigit(r[0]) {
			capital++
		}
	}
	q := 0.0
	if street {
		q = 0.9
	} else if commas > 0 && hasPostcode(words) {
		q = 0.6
	}
	if float64(capital) < 0.6*float64(len(words)) {
		q *= 0.4
	}
	if commas > 0 {
		q *= 1.1
	}
	return q
}

// hasPostcode reports whether words hold what looks like a postal code.
func hasPostcode(words []string) bool {
	for i, w := range words {
		digits, letters := 0, 0
		for _, r := range w {
			if unicode.IsDigit(r) {
				digits++
			} else {
				letters++
			}
		}
		if digits >= 4 && digits <= 6 && letters == 0 && i > 0 || digits > 0 && letters > 0 && len(w) <= 4 && i > 0 && w == strings.ToUpper(w) {
			return true
		}
	}
	return false
}

// isStreetWord reports whether a word, in lower case, is the kind of a street or
// building, or ends in one.
func isStreetWord(w string) bool {
	w = strings.TrimSuffix(w, ".")
	switch w {
	case "street", "st", "road", "rd", "avenue", "ave", "lane", "ln", "drive", "dr", "boulevard", "blvd", "way", "court", "ct", "place", "pl", "square", "sq", "terrace", "parkway", "pkwy", "highway", "hwy", "row", "close", "crescent", "quay", "house", "suite", "ste", "unit", "floor", "box", "strasse", "straße", "str", "platz", "weg", "allee", "rue", "avenida", "calle", "via", "piazza", "corso", "viale", "rua", "estate", "building", "park", "mews", "hill", "yard", "circle", "plaza", "broadway", "gardens", "grove", "parade", "esplanade":
		return true
	}
	for _, end := range [...]string{"straße", "strasse", "straat", "gade", "gatan", "vägen", "vej", "veien"} {
		if strings.HasSuffix(w, end) && len(w) > len(end)+1 {
			return true
		}
	}
	return strings.HasSuffix(w, "weg") && len(w) > 5
}

// streetIn finds an address inside running text: a house number, the name of a
// street within a few words, and the capitalised words and numbers that go on
// from there.
func streetIn(s string) string {
	type word struct{ from, to int }
	var words []word
	start := -1
	for i := 0; i <= len(s); i++ {
		blank := i == len(s) || s[i] == ' '
		switch {
		case blank && start >= 0:
			words = append(words, word{start, i})
			start = -1
		case !blank && start < 0:
			start = i
		}
	}
	text := func(k int) string { return s[words[k].from:words[k].to] }
	for k := range words {
		lower := strings.ToLower(strings.Trim(text(k), ".,;()"))
		if k == 0 || !isStreetWord(lower) || !unicode.IsUpper([]rune(text(k))[0]) {
			continue
		}
		from := -1
		for b := k - 1; b >= max(0, k-5); b-- {
			w := text(b)
			if isHouseNumber(w) && (b == k-1 || !strings.HasSuffix(w, ",")) {
				from = b
				break
			}
			if r := []rune(w); !unicode.IsUpper(r[0]) || strings.HasSuffix(w, ",") || strings.HasSuffix(w, ".") && len(w) > 3 {
				break
			}
		}
		if from < 0 {
			continue
		}
		for from > 0 && isHouseNumber(text(from-1)) { // "600 17th Street", "N112 W16700 Mequon Road"
			from--
		}
		to := k + 1
		for to < len(words) && to < k+12 && !endsAddress(text(to-1)) {
			r := []rune(text(to))
			if !unicode.IsUpper(r[0]) && !unicode.IsDigit(r[0]) && r[0] != '#' {
				break
			}
			to++
		}
		return strings.Trim(s[words[from].from:words[to-1].to], " .,;|")
	}
	return ""
}

// isHouseNumber reports whether a word begins as the number of a house does: with a
// digit, or with one letter before digits.
func isHouseNumber(w string) bool {
	if len(w) > 9 {
		return false
	}
	return unicode.IsDigit(rune(w[0])) || len(w) > 1 && w[0] >= 'A' && w[0] <= 'Z' && unicode.IsDigit(rune(w[1]))
}

// endsAddress reports whether a word closes a sentence rather than an abbreviation.
func endsAddress(w string) bool {
	return len(w) > 4 && strings.HasSuffix(w, ".") || strings.HasSuffix(w, ";") || strings.HasSuffix(w, ")")
}
