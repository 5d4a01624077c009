package extract

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/read"
)

// value is an answer for one leaf and what it rests on.
type value struct {
	json  string // encoded; "" for null
	text  string // what it was read from
	node  content.ID
	kind  evidence.Kind
	score float64
}

// maxDateText is how much of a text is searched for a date, in bytes.
const maxDateText = 400

// maxBooleanText is how long, in bytes, a text is that says yes or no.
const maxBooleanText = 200

// maxShort is how long, in bytes, a text is at most that may be anything but prose.
const maxShort = 5000

// oneLine collapses the blanks of a text.
func oneLine(s string) string {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c < ' ', c == ' ' && (i == 0 || i == len(s)-1 || s[i+1] == ' '), c == 0xC2, c == 0xE2, c == 0xE3:
			return joinWords(s)
		}
	}
	return s
}

// joinWords is the words of a text with one blank between them. The text may be a whole
// page's: it is not made a list of words first.
func joinWords(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for word := range strings.FieldsSeq(s) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(word)
	}
	return b.String()
}

// readAfresh does what read does, whether it was done before or not.
func (e *engine) readAfresh(w *want, text string) (encoded string, fit float64) {
	text = strings.TrimSpace(text)
	if text == "" || !utf8.ValidString(text) {
		if text = strings.TrimSpace(strings.ToValidUTF8(text, "")); text == "" {
			return "", 0
		}
	}
	switch w.typ {
	case query.Integer, query.Number, query.Price, query.Percent:
		return e.readNumber(w, text)
	case query.Boolean:
		return readBoolean(oneLine(text))
	case query.Date, query.DateTime:
		return e.readDate(w, oneLine(text))
	case query.Email:
		return found(read.Email(text))
	case query.Phone:
		return found(e.phone(oneLine(text)))
	case query.URL:
		return found(read.URL(text, e.t.Base))
	}
	return e.readText(w, text)
}

// readBoolean reads whether a text says yes or no.
func readBoolean(s string) (string, float64) {
	if len(s) > maxBooleanText {
		return "", 0
	}
	b, ok := read.Boolean(s)
	if !ok {
		return "", 0
	}
	return strconv.FormatBool(b), 1
}

// readDate reads a day, or a day and a time. The more of a text is about something else,
// and the less a date says, the less it fits.
func (e *engine) readDate(w *want, s string) (string, float64) {
	if len(s) > maxDateText {
		s = strings.ToValidUTF8(s[:maxDateText], "")
	}
	d, from, to, ok := read.FindDate(s, e.x.Locale, e.t.Loaded)
	if !ok || strings.HasPrefix(d.Date(), "1970-01-01") { // the zero of clocks
		return "", 0
	}
	fit := 0.5 + 0.5*float64(to-from)/float64(len(s))
	if from > 40 {
		fit *= 0.5
	}
	if !d.HasDay {
		fit *= 0.6
	}
	if d.Relative {
		fit *= 0.5
	}
	if w.typ == query.DateTime {
		return quote(d.DateTime()), fit
	}
	return quote(d.Date()), fit
}

func found(s string, ok bool) (string, float64) {
	if !ok {
		return "", 0
	}
	return quote(s), 1
}

// isDay reports whether a text is a day in numbers: no quantity, though it begins with
// a number.
func (e *engine) isDay(text string) bool {
	if len(text) < 8 || len(text) > 10 || strings.Count(text, "/") != 2 && strings.Count(text, "-") != 2 && strings.Count(text, ".") != 2 {
		return false
	}
	_, from, to, ok := read.FindDate(text, e.x.Locale, e.t.Loaded)
	return ok && to-from == len(text)
}

// isDate reports whether a short text is a date and nothing else: "4 March 2025".
func (e *engine) isDate(text string) bool {
	if len(text) > 30 || letters(text) < 3 {
		return false
	}
	_, from, to, ok := read.FindDate(text, e.x.Locale, e.t.Loaded)
	return ok && to-from == len(text)
}

func letters(s string) int {
	n := 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}
