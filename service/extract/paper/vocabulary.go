package paper

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Role is what a value on a business document is for. The zero Role is none.
type Role uint16

// Form is what the values of a role look like.
type Form uint8

// The forms of values.
const (
	AnyText Form = iota
	Date
	Amount
	Rate
	Code
	Number
	Party
	Place
	Word
	Clock
)

var formNames = map[string]Form{
	"text": AnyText, "date": Date, "amount": Amount, "rate": Rate, "code": Code,
	"number": Number, "party": Party, "place": Place, "word": Word, "clock": Clock,
}

//go:embed vocabulary.txt
var vocabularyText string

// vocabulary is the words of documents and the roles they name.
type vocabulary struct {
	names   []string
	forms   []Form
	byName  map[string]Role
	phrases map[string][]Role // a phrase may name a value and a column
	words   map[string]bool
	longest int // tokens of the longest phrase
}

var vocab = sync.OnceValue(func() *vocabulary { return parse(vocabularyText) })

// parse reads the vocabulary, which is part of the program and checked by tests.
func parse(text string) *vocabulary {
	v := &vocabulary{
		names: []string{""}, forms: []Form{AnyText}, byName: map[string]Role{},
		phrases: make(map[string][]Role, 3000), words: make(map[string]bool, 1500),
	}
	for line := range strings.Lines(text) {
		head, phrases, ok := strings.Cut(strings.TrimSpace(line), " : ")
		if !ok || strings.HasPrefix(head, "#") {
			continue
		}
		name, form, _ := strings.Cut(head, " ")
		role := Role(len(v.names))
		v.names, v.forms = append(v.names, name), append(v.forms, formNames[form])
		v.byName[name] = role
		for phrase := range strings.SplitSeq(phrases, "|") {
			v.add(tokens(phrase), role)
		}
	}
	return v
}

func (v *vocabulary) add(words []string, role Role) {
	if len(words) == 0 {
		return
	}
	v.longest = max(v.longest, len(words))
	for _, w := range words {
		v.words[w] = true
	}
	v.phrases[strings.Join(words, " ")] = append(v.phrases[strings.Join(words, " ")], role)
	if joined := strings.Join(words, ""); len(words) > 1 && len(joined) >= 7 { // blanks get lost in reading
		v.phrases[joined] = append(v.phrases[joined], role)
		v.words[joined] = true
	}
}

// Named returns the role of that name in the vocabulary, or none.
func Named(name string) Role { return vocab().byName[name] }

// String returns the role's name.
func (r Role) String() string { return vocab().names[r] }

// Form returns what the role's values look like.
func (r Role) Form() Form { return vocab().forms[r] }

// inColumn reports whether a role is that of a column of line items.
func (r Role) inColumn() bool { return r >= Named("description") }

// pick returns the role of a phrase: that of a column, or that of a value that
// stands alone.
func (v *vocabulary) pick(phrase string, column bool) Role {
	roles := v.phrases[phrase]
	for _, r := range roles {
		if r.inColumn() == column {
			return r
		}
	}
	if column && len(roles) > 0 {
		return roles[0]
	}
	return 0
}

// tokens takes a text apart into words without accents, case and marks. The
// letters of an abbreviation with points are one word.
func tokens(text string) []string {
	var out []string
	for field := range strings.FieldsSeq(text) {
		out = append(out, tokensOf(field)...)
	}
	return out
}

// tokensOf is tokens for one printed word.
func tokensOf(word string) []string {
	parts := strings.FieldsFunc(fold(word), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(parts) < 2 {
		return parts
	}
	for _, p := range parts {
		if len(p) != 1 {
			return parts
		}
	}
	return []string{strings.Join(parts, "")}
}

var ligatures = strings.NewReplacer("ß", "ss", "œ", "oe", "º", "", "°", "")

// fold brings a text to lower case without accents.
func fold(s string) string {
	plain := true
	for i := 0; i < len(s) && plain; i++ {
		plain = s[i] < 0x80
	}
	if plain {
		return strings.ToLower(s)
	}
	s = ligatures.Replace(strings.ToLower(norm.NFD.String(s)))
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, s)
}

// qualifiers are words of a field's name that only say what the document is.
var qualifiers = map[string]bool{
	"invoice": true, "receipt": true, "bill": true, "document": true, "the": true, "of": true, "s": true, "on": true,
	"statement": true, "facture": true, "rechnung": true, "factura": true, "fattura": true, "value": true, "a": true,
	"de": true, "la": true, "del": true, "der": true, "this": true, "final": true, "as": true, "full": true, "name": true,
}

// numberWords end the names of codes.
var numberWords = set("number no nr id code nummer numero num")

// fillers are words without a meaning of their own.
var fillers = set("the of s on a an de la del der this as in for is")

// RoleOf returns the role that a field's name and the words of its description
// name, given the name of what the field is part of; none if they say anything
// the vocabulary does not know. For a field of a record of a list, column is true.
// party is the role of whom the value is of, if the names say so.
func RoleOf(name, hint, parent string, column bool) (role, party Role) {
	v := vocab()
	if p := v.pick(strings.Join(tokens(splitName(parent)), " "), false); p != 0 && p.Form() == Party && !column {
		role, _ = RoleOf(name, hint, "", false)
		return role.of(p, tokens(splitName(name)))
	}
	if role = roleOf(v, name, hint, parent, column); role != 0 || column {
		return role, 0
	}
	words := tokens(splitName(name))
	for n := len(words) - 1; n > 0; n-- {
		p := v.pick(strings.Join(words[:n], " "), false)
		if rest := v.pick(strings.Join(words[n:], " "), false); p != 0 && p.Form() == Party && rest != 0 {
			return rest.of(p, words[n:])
		}
	}
	return 0, 0
}

// of returns the role that one has for a party, and whom it is of.
func (r Role) of(party Role, words []string) (Role, Role) {
	switch {
	case len(words) == 1 && (words[0] == "name" || words[0] == "nombre" || words[0] == "nom" || words[0] == "nome" || words[0] == "naam"):
		return party, 0
	case r.String() == "address" && party.String() == "customer":
		return Named("customeraddress"), 0
	case r.String() == "address" && party.String() == "shipto":
		return Named("shipaddress"), 0
	case r.Form() == Party:
		return party, 0
	case r.String() == "address":
		return r, 0
	}
	return r, party
}

func roleOf(v *vocabulary, name, hint, parent string, column bool) Role {
	n, h, p := tokens(splitName(name)), tokens(hint), tokens(splitName(parent))
	whole := func(parts ...[]string) Role {
		var all []string
		for _, part := range parts {
			all = append(all, part...)
		}
		for _, leftOut := range [...]map[string]bool{nil, fillers, qualifiers} {
			var kept []string
			for _, w := range all {
				if !leftOut[w] {
					kept = append(kept, w)
				}
			}
			if r := v.pick(strings.Join(kept, " "), column); r != 0 {
				return r
			}
		}
		return 0
	}
	var role Role
	if len(p) > 0 && !column {
		role = whole(p, n)
	}
	if r := v.pick(strings.Join(n, " "), column); r != 0 && (role == 0 || len(p) > 0 && whole(p) == 0) {
		role = r
	}
	if role == 0 {
		role = whole(n)
	}
	if last := len(n) - 1; role == 0 && !column && last > 0 && numberWords[n[last]] {
		if r := v.pick(strings.Join(n[:last], " "), false); r != 0 && r.Form() == Code {
			role = r
		}
	}
	if len(h) == 0 {
		return role
	}
	said := v.within(h, column)
	switch {
	case said != 0 && (role == 0 && allKnown(v, n) || role != 0 && said.Form().like(role.Form())):
		return said
	case role == 0:
		return whole(h, n)
	}
	return role
}

// like reports whether values of two forms may be taken for each other.
func (f Form) like(g Form) bool {
	number := func(f Form) bool { return f == Amount || f == Number || f == Rate }
	return f == g || number(f) && number(g)
}

func allKnown(v *vocabulary, words []string) bool {
	for _, w := range words {
		if !v.words[w] {
			return false
		}
	}
	return true
}

// within returns the role of the longest phrase in a description.
func (v *vocabulary) within(words []string, column bool) Role {
	for n := min(v.longest, len(words)); n > 0; n-- {
		for i := 0; i+n <= len(words); i++ {
			if n == 1 && (len(words[i]) < 3 || qualifiers[words[i]] || len(words) > 2 && words[i] == "amount") {
				continue
			}
			if r := v.pick(strings.Join(words[i:i+n], " "), column); r != 0 {
				return r
			}
		}
	}
	return 0
}

// splitName parts the words of a name: invoiceDate, invoice_date.
func splitName(name string) string {
	var b strings.Builder
	var last rune
	for _, r := range name {
		if unicode.IsUpper(r) && unicode.IsLower(last) || r == '_' || r == '-' {
			b.WriteByte(' ')
		}
		if r != '_' && r != '-' {
			b.WriteRune(r)
		}
		last = r
	}
	return b.String()
}

// HeaderRole returns the role of a column by its header, or none.
func HeaderRole(text string) Role {
	v := vocab()
	words := tokens(text)
	for i, w := range words {
		words[i] = v.correct(w)
	}
	for n := min(len(words), v.longest); n > 0; n-- {
		found := Role(0)
		for i := 0; i+n <= len(words); i++ {
			switch r := v.pick(strings.Join(words[i:i+n], " "), true); {
			case r.inColumn():
				return r
			case found == 0:
				found = r
			}
		}
		if found != 0 {
			return found
		}
	}
	return 0
}

// correct returns the word of the vocabulary that a word read from a picture is,
// but for a letter or two, or the word itself.
func (v *vocabulary) correct(w string) string {
	if len(w) < 5 || v.words[w] {
		return w
	}
	most := 1
	if len(w) >= 8 {
		most = 2
	}
	best, found := w, most+1
	for known := range v.words {
		if len(known) < 5 || len(known) > len(w)+most || len(w) > len(known)+most {
			continue
		}
		if d := distance(w, known, most); d < found || d == found && d <= most && known < best {
			best, found = known, d
		}
	}
	return best
}

// distance is how many letters must be changed, added or left out to make one
// word of another; more than most is given as most+1.
func distance(a, b string, most int) int {
	var rows [2][32]int
	if len(a) > 30 || len(b) > 30 {
		return most + 1
	}
	for j := range len(b) + 1 {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		now, before := &rows[i%2], &rows[(i+1)%2]
		now[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			now[j] = min(before[j]+1, now[j-1]+1, before[j-1]+cost)
			least = min(least, now[j])
		}
		if least > most {
			return most + 1
		}
	}
	return min(rows[len(a)%2][len(b)], most+1)
}
