package paper

import (
	"strings"
	"unicode"
)

// legalForms end the names of firms; businesses are words that names of shops end
// with or hold.
var (
	legalForms = set("co ltd limited llc inc incorporated gmbh plc corp corporation pty llp bv nv srl spa sarl sas sa sca scop eg kgaa gbr kg ag oy ab aps lda bhd sdn sl slu eurl sasu ohg ug ev pte pvt kft sro doo s/b")
	businesses = set("trading enterprise enterprises company restaurant restoran kedai store stores supermarket market mart shop cafe hotel bakery pharmacy hardware stationery supply supplies services solutions group industries motor electrical book books foods food bank energie energy stadtwerke consulting studio bureau boutique markt apotheke restaurante ristorante farmacia panaderia librairie boulangerie pharmacie garage perniagaan syarikat pasaraya holding holdings associates partners")
)

// cleanName cuts the numbers of registers and what introduces a name off it.
func cleanName(s string) string {
	for _, start := range [...]string{"own by:", "owned by:", "operated by:", "by:"} {
		if len(s) > len(start) && strings.EqualFold(s[:len(start)], start) {
			s = s[len(start):]
		}
	}
	words := strings.Fields(s)
	for i := range words { // a register's number follows the legal form
		if i > 0 && i+1 < len(words) && legalForms[strings.Trim(fold(words[i]), ".,()")] && startsNumber(words[i+1:]) {
			words = words[:i+1]
			break
		}
	}
	for len(words) > 1 { // in brackets, or bare
		last := words[len(words)-1]
		open := strings.LastIndex(strings.Join(words, " "), "(")
		joined := strings.Join(words, " ")
		if open > 0 && strings.HasSuffix(last, ")") && digits(joined[open:]) >= 4 {
			words = strings.Fields(joined[:open])
			continue
		}
		break
	}
	for i := range words { // what the paper is may follow
		if i > 0 && i+1 < len(words) && isFirmWord(words, i) && isDocumentKind(tokens(strings.Join(words[i+1:], " "))) {
			words = words[:i+1]
			break
		}
	}
	name := strings.Trim(strings.Join(words, " "), " ,;:|*-–_~='\"`")
	if last := name[strings.LastIndexByte(name, ' ')+1:]; !strings.Contains(strings.TrimSuffix(last, "."), ".") && !legalForms[strings.TrimSuffix(fold(last), ".")] {
		name = strings.TrimRight(name, ". ")
	}
	return strings.TrimLeft(name, ".")
}

// startsNumber reports whether words begin with a number, in brackets or bare,
// rather than with a place in brackets.
func startsNumber(words []string) bool {
	if !strings.HasPrefix(words[0], "(") {
		return digits(words[0]) > 3
	}
	inside, _, _ := strings.Cut(strings.Join(words, " "), ")")
	return hasDigit(inside)
}

// nameQuality says how much a line looks like the name of a firm.
func nameQuality(s string) float64 {
	words := strings.Fields(s)
	if len(words) > 9 {
		return 0
	}
	odd, long, capital := 0, 0, 0
	for _, w := range words {
		if letters(w) >= 3 {
			long++
		}
		if unicode.IsUpper(first(strings.TrimLeft(w, "(\"'&"))) {
			capital++
		}
		if letters(w)+digits(w) == 0 && w != "&" && w != "-" && w != "+" || letters(w) == 1 && len(w) == 1 && w != "&" {
			odd++
		}
	}
	if long == 0 || capital == 0 || odd*3 > len(words) || letters(s)*2 < len(s) {
		return 0
	}
	q := 0.58
	if len(words) == 1 && letters(s) < 4 {
		q -= 0.15
	}
	if 2*capital < len(words) {
		q -= 0.15
	}
	firm, business := false, false
	for i, w := range words {
		firm = firm || i > 0 && isFirmWord(words, i)
		business = business || businesses[formWord(w)]
	}
	switch {
	case firm:
		q += 0.3
	case business:
		q += 0.14
	}
	if digits(s) > 0 && !firm {
		q -= 0.2
	}
	if looksLikeStreet(s) {
		q -= 0.3
	}
	if strings.HasSuffix(s, ",") || strings.HasSuffix(s, ".") && !firm {
		q -= 0.2
	}
	return q
}

func endsAsFirm(s string) bool {
	words := strings.Fields(cleanName(s))
	return len(words) > 0 && isFirmWord(words, len(words)-1)
}

// isFirmWord reports whether a word of a name is of a firm's legal form. After
// another such word it may be misread by a letter.
func isFirmWord(words []string, i int) bool {
	form := formWord(words[i])
	if legalForms[form] {
		return true
	}
	if i == 0 || len(form) != 3 || !legalForms[formWord(words[i-1])] {
		return false
	}
	for known := range legalForms {
		if len(known) == 3 && distance(form, known, 1) <= 1 {
			return true
		}
	}
	return false
}

// formWord returns a word as legal forms are written in their list.
func formWord(word string) string {
	return strings.ReplaceAll(strings.Trim(fold(word), ".,()"), ".", "")
}

// isLegalForm reports whether a line is nothing but the legal form of a firm, with
// or without where it is registered: the end of the name above it.
func isLegalForm(s string) bool {
	for word := range strings.FieldsSeq(s) {
		bracketed := strings.HasPrefix(word, "(") && strings.HasSuffix(word, ")") && !hasDigit(word)
		if !bracketed && !legalForms[strings.ReplaceAll(strings.Trim(fold(word), ".,"), ".", "")] {
			return false
		}
	}
	return s != ""
}

// WithForm returns the name of a firm or person before what follows it after a comma, with the
// legal form if that is what follows: "Brown & Sons, Ltd. — 12 High Street".
func WithForm(s string) string {
	name, rest, ok := strings.Cut(s, ", ")
	if !ok {
		return s
	}
	form, _, _ := strings.Cut(rest, " ")
	if legalForms[formWord(form)] {
		return name + ", " + strings.TrimRight(form, ",;")
	}
	return name
}

// isRegisterNumber reports whether a line is the number of a firm or of its tax.
func isRegisterNumber(s string) bool {
	words := tokens(s)
	for _, w := range words {
		switch w {
		case "gst", "roc", "reg", "regno", "co", "vat", "ust", "siret", "siren", "abn", "tva", "tax":
			return digits(s) > 3
		}
	}
	return strings.HasPrefix(s, "(") && digits(s) > 4
}
