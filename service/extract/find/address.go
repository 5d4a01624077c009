package find

import (
	"strings"
	"unicode"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/onpage"
	"assay/service/extract/paper"
	"assay/service/extract/read"
	"assay/service/extract/tree"
)

// addresses takes address elements, and lines that read as an address together
// with the lines of the same block that belong to it.
func (f *finder) addresses() {
	e := f.Engine
	t := e.Tree
	first, last := 0, len(t.Lines)
	if !f.s.Whole {
		first, last = t.LinesBetween(f.s.From, f.s.To)
	}
	for i := first; i < last; i++ {
		line := &t.Lines[i]
		if line.To-line.From > 2000 || line.To-line.From < 8 {
			continue
		}
		text := t.LineText(i)
		q := 0.0
		if _, _, _, dated := read.FindDate(text, e.Index.Locale, t.Loaded); len(text) <= 120 && !dated {
			q = onpage.AddressLike(text)
		}
		switch {
		case q >= 0.7:
		case i+1 < last && (isHouseLine(text) && isTownLine(t.LineText(i+1)) || isNumberedHouse(text) && endsInCode(t.LineText(i+1))):
			q = 0.9
		case opensAddress(e, i, last):
			q = 0.8
		default:
			if part := streetIn(text); part != "" {
				f.add(evidence.Typed, t.LineNode(i), part, e.Weights.Address*e.Place(f.w, line.First, f.s))
				continue
			}
		}
		if q == 0 {
			continue
		}
		strength := e.Weights.Address * q * e.Place(f.w, line.First, f.s)
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
	if !f.s.Whole {
		return
	}
	for i := range t.Nodes {
		if id := content.ID(i); t.Tag(id) == "address" && t.Len(id) > 8 && t.Len(id) < 250 {
			f.add(evidence.Name, id, t.Prose(id), e.Weights.Address*e.Place(f.w, id, f.s))
		}
	}
}

// opensAddress reports whether an address without a number begins with a line: a
// house, street or square, and under it, in the same element, the town and its like.
func opensAddress(e *Engine, i, last int) bool {
	t := e.Tree
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
		if unicode.IsUpper([]rune(w)[0]) && onpage.IsStreetWord(strings.ToLower(w)) {
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
		if w = strings.TrimRight(w, ".,"); strings.ContainsAny(w, ".,") && read.IsBareNumber(w) {
			return false // no postal code: "8.7"
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
		if k == 0 || !onpage.IsStreetWord(lower) || !unicode.IsUpper([]rune(text(k))[0]) {
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

// postal takes a part of a postal address from the lines that hold a postal code: the
// code itself, the town beside it or before it, the street before that.
func (f *finder) postal(part string) {
	e := f.Engine
	t := e.Tree
	if party := e.partyOf[f.w.Query]; party != 0 && f.s.Whole && postalOf(f, party, part) {
		return
	}
	first, last := 0, len(t.Lines)
	if !f.s.Whole {
		first, last = t.LinesBetween(f.s.From, f.s.To)
	}
	for i := first; i < last; i++ {
		line := &t.Lines[i]
		if line.To-line.From > maxPostalLine || t.Region(line.First)&tree.InHeading != 0 {
			continue
		}
		parts := strings.Split(onpage.WithoutAddressWord(t.LineText(i)), ", ")
		own := len(parts)
		for back := 1; back <= 2 && i-back >= first; back++ {
			if up := &t.Lines[i-back]; up.To-up.From > maxPostalLine || t.Region(up.First)&tree.InHeading != 0 {
				break
			}
			parts = append(strings.Split(t.LineText(i-back), ", "), parts...)
		}
		for k := len(parts) - own; k < len(parts); k++ {
			a, ok := postalAt(parts, k)
			if !ok {
				continue
			}
			if text := a.part(part); text != "" {
				f.add(evidence.Typed, t.LineNode(i), text, e.Weights.Address*1.15*e.Place(f.w, line.First, f.s))
			}
			break
		}
	}
}

// postalOf takes a part of the address of a party of a document, and reports whether
// the party is named on it.
func postalOf(f *finder, party paper.Role, part string) bool {
	lines, nodes := f.Engine.Sheet.PartyLines(party)
	var parts []string
	var town string // the last line that may be a code and a town
	node := content.None
	for i, line := range lines {
		own := len(parts)
		parts = append(parts, strings.Split(line, ", ")...)
		for k := own; k < len(parts); k++ {
			if a, ok := postalAt(parts, k); ok && a.part(part) != "" {
				f.add(evidence.Typed, nodes[i], a.part(part), f.Engine.Weights.Address*1.15)
				return true
			}
			if i > 0 && isTownLine(parts[k]) {
				town, node = townOf(parts[k]).part(part), nodes[i]
			}
		}
	}
	if town != "" {
		f.add(evidence.Typed, node, town, f.Engine.Weights.Address)
	}
	return len(lines) > 0
}

// part returns the street, the city, the state or, by any other name, the postal code.
func (a postalAddress) part(name string) string {
	switch name {
	case "region":
		return a.state
	case "city":
		return a.city
	case "street":
		return a.street
	}
	return a.code
}

// maxPostalLine is how long, in bytes, a line of an address is.
const maxPostalLine = 120

// postalAddress is what the parts of an address are.
type postalAddress struct {
	street, city, state, code string
}

// postalAt reads an address of which one part holds the postal code: "24103 Kiel",
// "Ludlow SY8 1NP", "WA 98405" after the town.
func postalAt(parts []string, k int) (postalAddress, bool) {
	words := strings.Fields(parts[k])
	n := len(words)
	before := func(i int) string {
		if i < 0 {
			return ""
		}
		return parts[i]
	}
	switch {
	case n == 0 || n > 6:
		return postalAddress{}, false
	case n >= 2 && isOutward(words[n-2]) && isInward(words[n-1]): // British
		a := postalAddress{code: words[n-2] + " " + words[n-1], city: strings.Join(words[:n-2], " "), street: before(k - 1)}
		if n == 2 {
			a.city, a.street = before(k-1), before(k-2)
		}
		return a.checked(), true
	case n == 2 && isState(words[0]) && onpage.IsDigits(words[1], 5, 5): // American
		return postalAddress{street: before(k - 2), city: before(k - 1), state: words[0], code: words[1]}.checked(), true
	case k > 0 && isTownLine(parts[k]):
		a := townOf(parts[k])
		a.street = before(k - 1)
		if !isHouseLine(a.street) {
			a = a.checked()
		}
		return a, a.street != "" // a year before a name is no code
	}
	return postalAddress{}, false
}

// checked drops what does not look like the part it is taken for.
func (a postalAddress) checked() postalAddress {
	if !isTown(a.city) {
		a.city = ""
	}
	if onpage.AddressLike(a.street) < 0.7 {
		a.street = ""
	}
	return a
}

// isHouseLine reports whether a line is a name and the number of a house, as streets
// are written over a postal code and its town: "Am Speicher 4".
func isHouseLine(s string) bool {
	words := strings.Fields(s)
	n := len(words)
	if n < 2 || n > 5 || len(s) > 40 || strings.ContainsAny(s, ":@?!|;()") {
		return false
	}
	return onpage.IsDigits(strings.TrimRight(words[n-1], "abcdefABCDEF"), 1, 4) && isTown(strings.Join(words[:n-1], " "))
}

// isNumberedHouse reports the same of a number and a name: "22 Quarry Rise".
func isNumberedHouse(s string) bool {
	number, name, ok := strings.Cut(s, " ")
	return ok && onpage.IsDigits(strings.TrimRight(number, "abcdefABCDEF"), 1, 5) && isTown(name)
}

// endsInCode reports whether a line is a town with a British or an American postal code after it.
func endsInCode(s string) bool {
	words := strings.Fields(s)
	n := len(words)
	if n < 3 || n > 6 || !isTown(strings.Join(words[:n-2], " ")) {
		return false
	}
	return isOutward(words[n-2]) && isInward(words[n-1]) || isState(words[n-2]) && onpage.IsDigits(words[n-1], 5, 5)
}

// isTownLine reports whether a line is a postal code and its town: "24103 Kiel".
func isTownLine(s string) bool {
	words := strings.Fields(s)
	return len(words) >= 2 && len(words) <= 5 && onpage.IsDigits(strings.TrimPrefix(words[0], "D-"), 4, 5) && isTown(strings.Join(words[1:], " "))
}

// townOf reads a postal code and its town, without the province in brackets: "41012
// Carpi (MO)". The letters of a Dutch code are part of it: "3533 HH Utrecht".
func townOf(line string) postalAddress {
	line, _, _ = strings.Cut(line, " (")
	words := strings.Fields(line)
	n := 1
	if len(words) > 2 && len(words[0]) == 4 && isState(words[1]) {
		n = 2
	}
	return postalAddress{code: strings.Join(words[:n], " "), city: strings.Join(words[n:], " ")}
}

// isTown reports whether a text may be the name of a town.
func isTown(s string) bool {
	words := strings.Fields(s)
	if len(words) == 0 || len(words) > 4 || len(s) > 40 || strings.ContainsFunc(s, unicode.IsDigit) || strings.ContainsAny(s, ":@?!|;") {
		return false
	}
	return unicode.IsUpper([]rune(words[0])[0])
}

func isState(s string) bool {
	return len(s) == 2 && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// isOutward reports whether a word is the first half of a British postal code: "SY8".
func isOutward(s string) bool {
	letters := strings.TrimLeft(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	n := len(s) - len(letters)
	return n >= 1 && n <= 2 && len(letters) >= 1 && len(letters) <= 2 && letters[0] >= '0' && letters[0] <= '9' && letters == strings.ToUpper(letters)
}

// isInward reports whether a word is the second half of a British postal code: "1NP".
func isInward(s string) bool {
	return len(s) == 3 && s[0] >= '0' && s[0] <= '9' && isState(s[1:])
}
