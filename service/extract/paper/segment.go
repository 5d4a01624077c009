package paper

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// partLabels parts what stands in one line with a colon after each name, however
// close: "Server: Ann Table: 4".
func (r *row) partLabels() {
	named := -1 // the word that ended the last name
	for i := range r.words {
		if r.words[i].leading {
			named = -1
		}
		if !endsName(r.words[i].text) {
			continue
		}
		if from := r.nameStart(i); named >= 0 && from > named+1 || named >= 0 && from > named && !strings.HasSuffix(r.words[named].text, ":") {
			r.words[from].leading = true
		}
		named = i
	}
}

// endsName reports whether a word ends a name of what follows: "No:", "Table:12".
func endsName(s string) bool {
	name, value, ok := strings.Cut(s, ":")
	if !ok || letters(name) < 2 || strings.HasPrefix(value, "//") {
		return false
	}
	return value == "" || !strings.ContainsFunc(name, unicode.IsDigit) && hasDigit(value)
}

// nameStart returns where the name begins that a word ends: names of several words
// are told by the vocabulary.
func (r *row) nameStart(end int) int {
	v := vocab()
	for from := max(0, end-3); from < end; from++ {
		var phrase []string
		for _, w := range r.words[from : end+1] {
			phrase = append(phrase, w.tokens...)
		}
		if len(v.phrases[strings.Join(phrase, " ")]) > 0 {
			return from
		}
	}
	if first, _ := utf8.DecodeRuneInString(r.words[end].text); end > 0 && unicode.IsLower(first) && strings.Contains(r.words[end-1].text, ".") && !hasDigit(r.words[end-1].text) {
		return end - 1 // or by an abbreviation: "N.º mecanográfico:"
	}
	return end
}

// begins reports whether a word begins a segment, but for the number of a box of a
// form.
func (r *row) begins(k int) bool {
	return k == 0 || r.words[k].leading || isBoxNumber(r.words[k-1].text) && (k == 1 || r.words[k-1].leading)
}

// Name returns the words of a field's name as labels are compared with it.
func Name(name string) string { return strings.Join(tokens(splitName(name)), " ") }

// labelText returns the words of a label.
func labelText(s *Sheet, l *label) string {
	var words []string
	for _, w := range s.rows[l.row].words[l.from:l.to] {
		words = append(words, w.tokens...)
	}
	return strings.Join(words, " ")
}
