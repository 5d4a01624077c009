package words

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What a text looks like as a label: the features beside the vector of its words.
const (
	labelBias    = iota
	labelDigits  // share of digits among letters and digits
	labelBegins  // it begins with a digit
	labelHas     // it has a digit
	labelWords   // logarithm of the number of words
	labelLong    // more than four words
	labelColon   // it ends with a colon
	labelProper  // share of the words after the first with a capital letter
	labelLower   // it begins with a small letter
	labelPoint   // a comma, point or semicolon stands in it
	labelSign    // a sign of a currency, or a percent sign
	labelAddress // an at sign or a slash
	labelKnown   // it is a known way to name an attribute
	labelStrange // share of words that the model does not know
	labelTime    // two digits with a colon between them
	labelYear    // a word of four digits that may be a year
	labelGroups  // more than two runs of digits
	labelCode    // a word of letters and digits
	labelCapital // a word of capitals alone
	labelSingle  // it is one word
	labelShape
)

// LabelFeatures is how many features tell a label from a value.
const LabelFeatures = labelShape + Dim

// LabelFeatures sets f to what tells whether a text is a label.
func (m *Model) LabelFeatures(f *[LabelFeatures]float32, text string) {
	*f = [LabelFeatures]float32{}
	f[labelBias] = 1
	text = strings.TrimSpace(text)
	if strings.HasSuffix(text, ":") || strings.HasSuffix(text, "：") {
		f[labelColon] = 1
		text = strings.TrimRight(text, ":： ")
	}
	first, _ := utf8.DecodeRuneInString(text)
	if unicode.IsDigit(first) {
		f[labelBegins] = 1
	}
	if unicode.IsLower(first) {
		f[labelLower] = 1
	}
	digits, letters := 0, 0
	for _, r := range text {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r):
			letters++
		case unicode.Is(unicode.Sc, r) || r == '%':
			f[labelSign] = 1
		case r == '@' || r == '/':
			f[labelAddress] = 1
		}
	}
	if digits > 0 {
		f[labelHas] = 1
		f[labelDigits] = float32(digits) / float32(digits+letters)
	}
	if i := strings.IndexAny(text, ",.;"); i >= 0 && i < len(text)-1 {
		f[labelPoint] = 1
	}
	n, capital := 0, 0
	for w := range strings.FieldsSeq(text) {
		if r, _ := utf8.DecodeRuneInString(w); n > 0 && unicode.IsUpper(r) {
			capital++
		}
		n++
		digit, lower, upper := 0, 0, 0
		for _, r := range w {
			switch {
			case unicode.IsDigit(r):
				digit++
			case unicode.IsUpper(r):
				upper++
			case unicode.IsLetter(r):
				lower++
			}
		}
		switch {
		case digit == 4 && upper+lower == 0 && (strings.Contains(w, "19") || strings.Contains(w, "20")):
			f[labelYear] = 1
		case digit > 0 && upper+lower > 0:
			f[labelCode] = 1
		case upper > 1 && lower == 0:
			f[labelCapital] = 1
		}
	}
	if n == 1 {
		f[labelSingle] = 1
	}
	runs := 0
	for i := range len(text) {
		digit := text[i] >= '0' && text[i] <= '9'
		if digit && (i == 0 || text[i-1] < '0' || text[i-1] > '9') {
			runs++
		}
		if text[i] == ':' && i > 0 && i+1 < len(text) && text[i-1] >= '0' && text[i-1] <= '9' && text[i+1] >= '0' && text[i+1] <= '9' {
			f[labelTime] = 1
		}
	}
	if runs > 2 {
		f[labelGroups] = 1
	}
	f[labelWords] = float32(math.Log(float64(1 + n)))
	if n > 4 {
		f[labelLong] = 1
	}
	if n > 1 {
		f[labelProper] = float32(capital) / float32(n-1)
	}
	var room [maxWords]string
	name := AppendSplit(room[:0], text, Fold)
	var v Vector
	strange := 0
	for i, w := range name {
		if i == maxWords {
			break
		}
		if m.ID(w) < 0 {
			strange++
		}
		m.addWord(&v, w, 1)
	}
	if len(name) > 0 {
		f[labelStrange] = float32(strange) / float32(min(len(name), maxWords))
		var attrs [8]uint16
		if len(m.attributesOf(attrs[:0], name)) > 0 {
			f[labelKnown] = 1
		}
	}
	v.unit()
	copy(f[labelShape:], v[:])
}

// LabelOdds is the logarithm of the odds that a short text is a label and not a value: a
// logistic model of its features.
func (m *Model) LabelOdds(text string) float32 {
	var f [LabelFeatures]float32
	m.LabelFeatures(&f, text)
	s := float32(0)
	for i, x := range f {
		s += m.weights.Label[i] * x
	}
	return s
}
