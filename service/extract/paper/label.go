package paper

import (
	"strings"
	"unicode/utf8"

	"assay/service/content"
)

// label is a phrase of the vocabulary that stands on the page as one.
type label struct {
	role     Role
	row      int
	from, to int     // its words
	colon    bool    // whether a colon ends it
	trust    float64 // how surely it is a label rather than a part of a sentence
	size     int     // tokens
}

// findLabels finds the phrases that name values.
func findLabels(s *Sheet) {
	for i := range s.rows {
		r := &s.rows[i]
		for k := 0; k < len(r.words); {
			l, ok := labelAt(s, i, k)
			if !ok {
				k++
				continue
			}
			s.labels = append(s.labels, l)
			k = l.to
		}
	}
}

// labelAt reads the longest label that begins with a word.
func labelAt(s *Sheet, i, k int) (label, bool) {
	v := vocab()
	r := &s.rows[i]
	var best label
	var phrase []string
	for to := k; to < len(r.words) && len(phrase) < v.longest; to++ {
		w := &r.words[to]
		if to > k && (w.leading || strings.HasSuffix(r.words[to-1].text, ":")) {
			break
		}
		if len(w.tokens) == 0 && to == k {
			break
		}
		if to == k && len(w.tokens) > 1 && isArticle(w.tokens[0]) {
			phrase = append(phrase, w.tokens[1:]...)
		} else {
			phrase = append(phrase, w.tokens...)
		}
		if role := v.pick(strings.Join(phrase, " "), false); role != 0 && len(w.tokens) > 0 {
			best = label{role: role, row: i, from: k, to: to + 1, size: len(phrase)}
		}
	}
	if best.role == 0 {
		return best, false
	}
	for best.to < len(r.words) && isMark(r.words[best.to].text) && !(r.words[best.to].leading && r.words[best.to].text != ":") {
		best.colon = best.colon || strings.Contains(r.words[best.to].text, ":")
		best.to++
	}
	for unit := best.to; unit < min(r.segment(best.from), best.to+2); unit++ { // Usage (kWh)
		if !strings.HasPrefix(r.words[best.to].text, "(") || hasDigit(r.words[unit].text) {
			break
		}
		if strings.HasSuffix(strings.TrimRight(r.words[unit].text, ":"), ")") {
			best.to = unit + 1
			break
		}
	}
	if end := r.segment(best.from); best.to == end-1 && isCurrencyWord(r.words[best.to].text) {
		best.to = end // Amount €
	}
	last := r.words[best.to-1].text
	best.colon = best.colon || strings.HasSuffix(last, ":") || strings.HasSuffix(last, "#")
	best.trust = 1
	before := best.from > 0 && !r.words[best.from].leading
	if before && hasLetter(r.words[best.from-1].text) && !hasDigit(r.words[best.from-1].text) && !strings.HasSuffix(r.words[best.from-1].text, ":") {
		best.trust *= 0.55
	}
	if !best.colon && best.to < len(r.words) && !r.words[best.to].leading {
		if next := r.words[best.to].text; hasLetter(next) && !hasDigit(next) && utf8.RuneCountInString(next) > 1 {
			best.trust *= 0.6
			if len(r.words) > 9 {
				best.trust *= 0.5
			}
		}
	}
	return best, true
}

// isArticle reports whether a token is an elided article: d'échéance.
func isArticle(t string) bool { return t == "d" || t == "l" }

// isMark reports whether a word is only marks between a label and its value.
func isMark(s string) bool {
	return strings.Trim(s, ":;#.-–—=°º*|>()") == ""
}

// Values returns what stands for a role, in the order of the document. Where its
// pages were read more than once, what the readings agree on is believed more.
func (s *Sheet) Values(role Role) []Value {
	return agree(s, role, s.values(role))
}

// values is Values of one reading.
func (s *Sheet) values(role Role) []Value {
	switch {
	case role == 0:
		return nil
	case role.String() == "currency":
		return append(labelled(s, role), currencies(s)...)
	case role.String() == "iban":
		return append(labelled(s, role), ibans(s)...)
	case role.String() == "cardlast4":
		return append(labelled(s, role), cardNumbers(s)...)
	case role.String() == "method":
		return append(labelled(s, role), methods(s)...)
	case role.String() == "rate":
		return append(labelled(s, role), taxRates(s)...)
	case role.String() == "period":
		return append(labelled(s, role), periods(s)...)
	}
	switch role.Form() {
	case Amount:
		return amounts(s, role)
	case Date:
		return dates(s, role)
	case Party:
		return parties(s, role)
	case Place:
		return places(s, role)
	case Clock:
		return append(labelled(s, role), clocks(s)...)
	}
	return labelled(s, role)
}

// labelled returns the values beside and below the labels of a role.
func labelled(s *Sheet, role Role) []Value {
	var out []Value
	for i := range s.labels {
		l := &s.labels[i]
		if l.role != role || l.trust < 0.3 {
			continue
		}
		if v, ok := right(s, l, role); ok {
			v.Strength *= l.trust
			v.Label = labelText(s, l)
			out = append(out, v)
			continue
		}
		if v, ok := below(s, l, role); ok {
			v.Strength *= l.trust
			v.Label = labelText(s, l)
			out = append(out, v)
		}
	}
	return out
}

// How far a value is believed that stands beside its label, further off in the
// row, or below it.
const (
	besideLabel = 0.95
	acrossGap   = 0.9
	belowLabel  = 0.88
)

// right reads the value to the right of a label.
func right(s *Sheet, l *label, role Role) (Value, bool) {
	r := &s.rows[l.row]
	k := l.to
	for k < len(r.words) && isMark(r.words[k].text) {
		k++
	}
	if k >= len(r.words) {
		return Value{}, false
	}
	if other, another := labelAt(s, l.row, k); another && !hasDigit(r.words[k].text) && !(l.colon && !other.colon && other.to == r.segment(k)) {
		return Value{}, false
	}
	if role.Form() == Code && isBox(s, l.row, k) {
		return Value{}, false
	}
	if role.Form() == AnyText && !l.colon && r.words[k].leading && namesColumns(s, r) {
		return Value{}, false
	}
	text, ok := valueAt(s, r, k, role, l)
	if !ok {
		return Value{}, false
	}
	strength := besideLabel
	if r.words[k].leading {
		strength = acrossGap
	}
	if l.size == 1 && !l.colon && role.Form() == Code {
		strength *= 0.9
	}
	return Value{Text: text, Node: r.words[k].node, Strength: strength}, true
}

// isBox reports whether a place has the number and the name of a box of a form.
func isBox(s *Sheet, i, k int) bool {
	r := &s.rows[i]
	if k+1 >= len(r.words) || !r.words[k].leading || r.words[k+1].leading || !isBoxNumber(r.words[k].text) {
		return false
	}
	_, named := labelAt(s, i, k+1)
	return named
}

// namesColumns reports whether the words of a row are names of columns.
func namesColumns(s *Sheet, r *row) bool {
	for _, w := range r.words {
		head := false
		for up, id := 0, w.node; up < 4 && id != content.None; up, id = up+1, s.doc.Nodes[id].Parent {
			head = head || s.doc.Nodes[id].Role == content.HeaderCell
		}
		if !head {
			return false
		}
	}
	return true
}

// below reads the value in the rows under a label that is in line with it.
func below(s *Sheet, l *label, role Role) (Value, bool) {
	r := &s.rows[l.row]
	if l.to < len(r.words) && !r.words[l.to].leading { // a sentence goes on, or its value was beside it
		return Value{}, false
	}
	if !r.begins(l.from) {
		return Value{}, false
	}
	from, to := r.words[l.from].x, r.words[l.to-1].to
	for n := 1; n <= 3 && l.row+n < len(s.rows); n++ {
		under := &s.rows[l.row+n]
		if under.page != r.page || under.y-r.bottom > 3.5*r.height {
			break
		}
		blocked := false
		for k := 0; k < len(under.words); {
			end := under.segment(k)
			words := under.words[k:end]
			if overlap(words, from-r.height, to+r.height) <= 0 {
				k = end
				continue
			}
			for at := k; at < end; at++ {
				if under.words[at].to < from-r.height || role.Form() == AnyText && at > k {
					continue
				}
				if under.words[at].x > to+r.height {
					break
				}
				if another, is := labelAt(s, l.row+n, at); is && another.trust == 1 && !hasDigit(under.words[at].text) {
					break
				}
				if text, ok := valueAt(s, under, at, role, l); ok {
					return Value{Text: text, Node: under.words[at].node, Strength: belowLabel - 0.05*float64(n-1)}, true
				}
			}
			blocked = true
			k = end
		}
		if blocked && n > 1 || blocked && role.Form() == AnyText {
			break
		}
	}
	return Value{}, false
}

// valueAt reads a value of a role's form that begins with a word of a row.
func valueAt(s *Sheet, r *row, k int, role Role, l *label) (value string, ok bool) {
	end := r.segment(k)
	switch role.Form() {
	case Date:
		value, _, ok = dateAt(s, r, k)
		return value, ok
	case Amount, Number, Rate:
		for k < end && (isMark(r.words[k].text) || isCurrencyWord(r.words[k].text)) {
			k++
		}
		if k == len(r.words) {
			return "", false
		}
		a, ok := amountAt(r, k, s.locale)
		if !ok {
			return "", false
		}
		if role.Form() != Amount && a.to < len(r.words) && !r.words[a.to].leading && a.to < k+2 {
			return text(r.words[k:a.to]), true
		}
		return a.text, true
	case Code:
		return codeAt(s, r, k, role, l)
	case Clock:
		return clockAt(r, k)
	case Word:
		w := strings.Trim(r.words[k].text, ".,;:()")
		return w, isCurrencyWord(w)
	}
	value = strings.Trim(text(r.words[k:end]), " :;-")
	return value, value != "" && (hasLetter(value) || hasDigit(value))
}

// codeAt reads a code: a word with digits, with the words beside it that belong
// to it.
func codeAt(s *Sheet, r *row, k int, role Role, l *label) (string, bool) {
	end := r.segment(k)
	if word := r.words[k].text; k+1 < end && strings.HasSuffix(word, ":") && !hasDigit(word) {
		k++ // the end of a longer label: "Meter serial: A17"
	}
	long := false
	switch role.String() {
	case "iban", "taxid", "account", "companyid", "bic", "sortcode", "contract", "meter":
		long = true
	}
	from, to := k, k+1
	for to < end && !hasDigit(text(r.words[from:to])) && utf8.RuneCountInString(r.words[to-1].text) <= 6 && !strings.HasSuffix(r.words[to-1].text, ":") {
		to++
	}
	for long && to < end && (isCodePart(r.words[to].text) || role.String() == "iban" && isBankCode(r.words[to].text)) {
		to++
	}
	if whole := end; !long && (r.words[k].leading || l.colon) && whole > to && whole-k <= 5 {
		for to < whole && isCodePart(r.words[to].text) {
			to++
		}
		if _, isDate, ok := dateAt(s, r, to-1); ok && isDate > 0 || to < whole {
			to = from + 1
			for to < end && !hasDigit(text(r.words[from:to])) {
				to++
			}
		}
		long = to == whole
	}
	code := strings.Trim(text(r.words[from:to]), " .,;:#()[]|'\"")
	if role.String() == "bic" && len(code) >= 8 && !strings.Contains(code, " ") {
		return code, true
	}
	if !hasDigit(code) || len(code) > 42 || len(code) < 2 && !l.colon && l.size < 2 {
		return "", false
	}
	if _, isDate, ok := dateAt(s, r, k); ok && isDate >= to {
		return "", false
	}
	if strings.ContainsAny(code, "€$£%") || strings.Count(code, " ") > 0 && !long && digits(code) < 2 {
		return "", false
	}
	return code, true
}

// isBankCode reports whether a word is the letters of a bank within an IBAN.
func isBankCode(s string) bool { return len(s) == 4 && letters(s) == 4 && strings.ToUpper(s) == s }

// isCodePart reports whether a word may be a group of a longer code.
func isCodePart(s string) bool {
	return hasDigit(s) && strings.ToUpper(s) == s && !strings.ContainsAny(s, ":/€$£") && len(s) <= 12
}
