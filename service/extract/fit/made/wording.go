package made

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// capital writes the first letter of a text as a capital.
func capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}

// longest is the most letters of a label.
const longest = 36

// wayToPrint chooses how the document calls an attribute: by one of the usual words of its language.
func (p *paper) wayToPrint(a *attribute) string {
	style := p.lang
	if len(a.ways[style]) == 0 {
		style = "en"
	}
	ways := a.ways[style]
	for range 6 {
		n := len(ways)
		if style == "en" { // the usual ones are first
			n = max(1, (n+1)/2)
			if p.chance(0.35) {
				n = 1
			}
		}
		if w := ways[p.IntN(n)].Name; len(w) <= longest {
			return w
		}
	}
	return a.Name
}

// label writes what the document calls an attribute in its own way to write labels.
func (p *paper) label(a *attribute) string {
	s := p.wayToPrint(a)
	switch p.labelCase {
	case titleCase:
		if p.lang == "en" {
			fields := strings.Fields(s)
			for i, w := range fields {
				if len(w) > 3 || i == 0 {
					fields[i] = capital(w)
				}
			}
			return strings.Join(fields, " ")
		}
	case upperCase:
		return strings.ToUpper(s)
	}
	return capital(s)
}

// How labels are written.
const (
	sentenceCase = iota
	titleCase
	upperCase
)

// asked is how a query calls something.
type asked struct{ name, about string }

// fieldName chooses how the query calls an attribute: rarely as the document prints it, and by no
// name that is taken.
func (p *paper) fieldName(a *attribute, printed string, taken map[string]bool) asked {
	same := p.chance(0.1)
	for range 20 {
		style := pick(p.dice, p.styles)
		ways := a.ways[style]
		if len(ways) == 0 {
			ways = a.ways["en"]
		}
		w := pick(p.dice, ways)
		if !same && strings.EqualFold(fold(w.Name), fold(printed)) {
			continue
		}
		if w.About == "" && p.chance(0.12) {
			w.About = p.about(a)
		}
		name := p.identifier(w.Name)
		if name == "" || taken[name] {
			continue
		}
		taken[name] = true
		return asked{name, strings.NewReplacer("(", "", ")", "", "\n", " ").Replace(w.About)}
	}
	name := p.identifier(a.Name)
	for taken[name] || name == "" {
		name += "_"
	}
	taken[name] = true
	return asked{name: name}
}

// about returns words that describe an attribute.
func (p *paper) about(a *attribute) string {
	style := pick(p.dice, []string{"q", "d", "en"})
	w := pick(p.dice, a.ways[style])
	if w.About != "" {
		return w.Name + " " + w.About
	}
	return w.Name
}

// identifier makes a name of a query out of words; "" if they make none.
func (p *paper) identifier(s string) string {
	parts := strings.Fields(fold(strings.NewReplacer("%", " percent ", "#", " number ", "_", " ", "nº", " numero ", "n°", " numero ").Replace(s)))
	if len(parts) == 0 || len(parts) > 10 || parts[0][0] >= '0' && parts[0][0] <= '9' {
		return ""
	}
	for i := range parts {
		parts[i] = strings.ToLower(parts[i])
		if p.camel && i > 0 {
			parts[i] = capital(parts[i])
		}
	}
	if p.camel {
		return strings.Join(parts, "")
	}
	return strings.Join(parts, "_")
}

// choosePerson chooses how whoever asks names things.
func (p *paper) choosePerson() {
	p.camel = p.chance(0.2)
	mostly := func(style string, n int) { p.styles = append(p.styles, slices.Repeat([]string{style}, n)...) }
	mostly("en", 6)
	switch p.among(45, 12, 15, 10, 5, 13) {
	case 1:
		mostly("ab", 8)
	case 2:
		mostly("q", 10)
	case 3:
		mostly("d", 8)
	case 4:
		mostly("o", 8)
	case 5:
		mostly("ab", 1)
		mostly("q", 2)
		mostly("d", 2)
		mostly("o", 1)
	}
	if p.lang != "en" && p.chance(0.5) {
		mostly(p.lang, 12)
	}
}

// field writes a field of a query.
func (q asked) field(kind string, list bool) string {
	parts := make([]string, 0, 2)
	if kind != "" {
		parts = append(parts, kind)
	}
	if q.about != "" {
		parts = append(parts, q.about)
	}
	s := q.name
	if len(parts) > 0 {
		s += "(" + strings.Join(parts, ", ") + ")"
	}
	if list {
		s += "[]"
	}
	return s
}
