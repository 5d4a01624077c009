package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/tree"
)

// ofKind takes names of the page's head and of its lines that say themselves that they are
// what a field asks for: "Fenwick Museum" for museum_name, "Department of Geology" for
// department.
func (f *finder) ofKind() {
	e, w := f.e, f.w
	if w.typ != 0 || f.isTitle || !isWords(w.shape) && w.shape != lexicon.Org || len(w.name) == 0 {
		return
	}
	if w.endsInName() && isBody(w.name[0].Word) {
		f.organization(true)
		f.agreeWithSite()
	}
	take := func(node content.ID, text string, strength float64) {
		if w.saysKind(text) && startsUpper(text[strings.LastIndexByte(text, ' ')+1:]) { // not "Popular airports"
			f.add(evidence.Typed, node, text, strength)
		}
	}
	if e.x.H1 != content.None {
		take(e.x.H1, e.h1(), e.w.KindInTitle)
	}
	for part := range titleParts(e.x.Title) {
		take(e.titleNode(), part, e.w.KindInTitle)
	}
	take(e.titleNode(), e.site, e.w.KindInTitle)
	if !w.endsInName() {
		return
	}
	for i := range e.t.Lines {
		line := &e.t.Lines[i]
		if line.To-line.From > maxKindLine || e.t.Region(line.First)&(tree.InRelated|tree.InComments) != 0 {
			continue
		}
		head, _, _ := strings.Cut(e.t.LineText(i), ",")
		for from, to := range textPieces(head) {
			take(e.t.LineNode(i), strings.TrimSpace(head[from:to]), e.w.KindInLine)
		}
	}
}

// maxKindLine is how long, in bytes, a line is whose beginning may be such a name.
const maxKindLine = 120

// isBody reports whether a word is a kind of firm or body that has a site of its own, so
// that the name of the site is the name of it.
func isBody(word string) bool {
	switch word {
	case "gym", "cinema", "museum", "bank", "council", "airport", "school", "hospital", "clinic", "practice", "church",
		"theatre", "theater", "college", "university", "charity", "agency", "dealer", "dealership", "studio", "salon",
		"library", "gallery", "institution", "institute", "brewery", "winery", "bakery", "pharmacy", "dentist", "hotel",
		"restaurant", "cafe", "pub", "bar", "inn", "club", "foundation", "association", "festival", "zoo", "park":
		return true
	}
	return false
}

// saysKind reports whether a text says itself that it is what a field asks for, and of
// which kind: "Priory Ward" for ward, "Temple Meads Station" for station_name, "University
// of Leeds" for university.
func (w *want) saysKind(text string) bool {
	if len(w.name) == 0 || len(text) > maxKind || strings.ContainsAny(text, ":?!") {
		return false
	}
	term := &w.name[0]
	if term.Want < 0.5 || len(w.name) > 1 && !w.endsInName() {
		return false
	}
	words := strings.Fields(text)
	if len(words) < 2 || !startsUpper(words[0]) {
		return false
	}
	if isKind(words[len(words)-1], term) {
		return true
	}
	for i, word := range words[:len(words)-1] { // Central Bank of Vestland
		if i+2 < len(words) && isKind(word, term) && startsUpper(word) && isOf(words[i+1]) && startsUpper(words[i+2]) {
			return true
		}
	}
	return false
}

// maxKind is how long, in bytes, a text is that says of which kind it is.
const maxKind = 50

func isKind(word string, term *lexicon.Term) bool {
	return lexicon.Stem(strings.ToLower(word)) == term.Word
}

func isOf(word string) bool {
	switch strings.ToLower(word) {
	case "of", "de", "di", "du", "des", "der", "for", "für", "pour", "van", "do", "da":
		return true
	}
	return false
}

func startsUpper(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}
