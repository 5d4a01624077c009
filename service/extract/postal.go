package extract

import (
	"strings"
	"unicode"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/paper"
	"assay/service/extract/tree"
)

// postal takes a part of a postal address from the lines that hold a postal code: the
// code itself, the town beside it or before it, the street before that.
func (f *finder) postal(part string) {
	e := f.e
	t := e.t
	if party := e.partyOf[f.w.field]; party != 0 && f.s.whole && f.postalOf(party, part) {
		return
	}
	first, last := 0, len(t.Lines)
	if !f.s.whole {
		first, last = t.LinesBetween(f.s.from, f.s.to)
	}
	for i := first; i < last; i++ {
		line := &t.Lines[i]
		if line.To-line.From > maxPostalLine || t.Region(line.First)&tree.InHeading != 0 {
			continue
		}
		parts := strings.Split(withoutAddressWord(t.LineText(i)), ", ")
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
				f.add(evidence.Typed, t.LineNode(i), text, e.w.Address*1.15*e.place(f.w, line.First, f.s))
			}
			break
		}
	}
}

// postalOf takes a part of the address of a party of a document, and reports whether
// the party is named on it.
func (f *finder) postalOf(party paper.Role, part string) bool {
	lines, nodes := f.e.sheet.PartyLines(party)
	var parts []string
	var town string // the last line that may be a code and a town
	node := content.None
	for i, line := range lines {
		own := len(parts)
		parts = append(parts, strings.Split(line, ", ")...)
		for k := own; k < len(parts); k++ {
			if a, ok := postalAt(parts, k); ok && a.part(part) != "" {
				f.add(evidence.Typed, nodes[i], a.part(part), f.e.w.Address*1.15)
				return true
			}
			if i > 0 && isTownLine(parts[k]) {
				town, node = townOf(parts[k]).part(part), nodes[i]
			}
		}
	}
	if town != "" {
		f.add(evidence.Typed, node, town, f.e.w.Address)
	}
	return len(lines) > 0
}

// part returns the street, the city or, by any other name, the postal code.
func (a postalAddress) part(name string) string {
	switch name {
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
	street, city, code string
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
	case n == 2 && isState(words[0]) && isDigits(words[1], 5, 5): // American
		return postalAddress{street: before(k - 2), city: before(k - 1), code: words[1]}.checked(), true
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
	if addressLike(a.street) < 0.7 {
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
	return isDigits(strings.TrimRight(words[n-1], "abcdefABCDEF"), 1, 4) && isTown(strings.Join(words[:n-1], " "))
}

// isTownLine reports whether a line is a postal code and its town: "24103 Kiel".
func isTownLine(s string) bool {
	words := strings.Fields(s)
	return len(words) >= 2 && len(words) <= 5 && isDigits(strings.TrimPrefix(words[0], "D-"), 4, 5) && isTown(strings.Join(words[1:], " "))
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

// isDigits reports whether a text is a number of least to most digits.
func isDigits(s string, least, most int) bool {
	return len(s) >= least && len(s) <= most && strings.Trim(s, "0123456789") == ""
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
