package find

import (
	"strings"
	"unicode"

	"assay/query"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
	"assay/service/extract/tree"
)

// IsCount reports whether a text is a number and nothing else, maybe in thousands:
// "14,208", "1.2k".
func IsCount(s string) bool {
	s = strings.TrimSpace(s)
	digits := 0
	for i, r := range s {
		switch {
		case unicode.IsDigit(r):
			digits++
		case strings.ContainsRune("., +", r):
		case i > 0 && i == len(s)-1 && strings.ContainsRune("kKmM", r):
		default:
			return false
		}
	}
	return digits > 0
}

// Limits of counts in the page's own words.
const (
	maxCounting = 200 // bytes of a line that counts
	maxBetween  = 3   // words between a number and what it counts
)

// counted takes numbers that stand before what a field asks how many there are of:
// "128 Data Engineer jobs" for total_jobs, "has 34 councillors" for num_councillors.
func (f *finder) counted() {
	e := f.Engine
	noun := countedNoun(f.w)
	if noun == "" {
		return
	}
	for i := range e.Tree.Lines {
		line := &e.Tree.Lines[i]
		if line.To-line.From > maxCounting || !f.s.Holds(line.First) || e.Tree.Region(line.First)&(tree.InFooter|tree.InRelated) != 0 {
			continue
		}
		text := e.Tree.LineText(i)
		if number := numberOf(text, noun); number != "" {
			f.add(evidence.Typed, e.Tree.LineNode(i), number, f.Engine.Weights.Counted)
		}
		if e.Tree.Region(line.First)&tree.InNav != 0 {
			continue
		}
		if number := numberBefore(text, noun); number != "" {
			f.add(evidence.Typed, e.Tree.LineNode(i), number, f.Engine.Weights.Counted*e.Place(f.w, line.First, f.s))
		}
	}
}

// countedNoun returns the stem of what a field asks how many there are of, or "".
func countedNoun(w *fields.Field) string {
	if w.Type != query.Integer && w.Type != query.Number || w.Paging && w.Concept.String() != "totalresults" {
		return ""
	}
	words := lexicon.Words(w.Query.Name)
	if len(words) < 2 {
		return ""
	}
	switch last := words[len(words)-1]; last {
	case "count", "total":
		return lexicon.Stem(words[len(words)-2])
	default:
		switch words[0] {
		case "total", "num", "number", "count", "no", "n", "anzahl", "nombre", "numero", "open", "active", "current":
			return lexicon.Stem(last)
		}
	}
	return ""
}

// numberOf returns the number in a line that is a noun, by its stem, and how many there
// are, as the tabs of a page have it: "Issues 58", "Reviews (12)".
func numberOf(line, noun string) string {
	word, number, _ := strings.Cut(strings.TrimSpace(line), " ")
	number = strings.Trim(number, "()")
	if lexicon.Stem(strings.ToLower(word)) != noun || !IsCount(number) {
		return ""
	}
	return number
}

// numberBefore returns the number in a line that a noun, by its stem, stands right
// after or a few words after.
func numberBefore(line, noun string) string {
	number, between := "", 0
	for word := range strings.FieldsSeq(line) {
		word = strings.Trim(word, ",.:;()[]")
		switch {
		case read.IsBareNumber(word):
			number, between = word, 0
		case number == "":
		case lexicon.Stem(strings.ToLower(word)) == noun:
			return number
		default:
			if between++; between > maxBetween {
				number = ""
			}
		}
	}
	return ""
}
