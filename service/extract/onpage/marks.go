package onpage

import (
	"slices"
	"sort"
	"strings"
	"unicode"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
	"assay/service/extract/records"
)

// MaxFormer is how long, in bytes, a former price is with its words.
const MaxFormer = 40

// maxPrices is how long, in bytes, a former price and the current one are together.
const maxPrices = 120

// IsFormer reports whether an element holds what something cost before: a text that is struck
// through, or beside another price one whose words or class say so, "Regular price: $189".
func (e *Engine) IsFormer(id content.ID) bool {
	t := e.Tree
	if t.IsStruck(id) {
		return true
	}
	if t.Nodes[id].Kind != content.Element || t.Len(id) == 0 || t.Len(id) > MaxFormer {
		return false
	}
	text := t.Text(id)
	at := strings.IndexFunc(text, func(r rune) bool { return unicode.IsDigit(r) || unicode.Is(unicode.Sc, r) })
	if at < 0 {
		return false
	}
	says := func(name string) bool { return lexicon.Introduces(name).String() == "oldprice" }
	if !says(strings.TrimRight(text[:at], " :")) && !slices.ContainsFunc(strings.Fields(t.Value(id, "class")), says) {
		return false
	}
	up := t.Nodes[id].Parent
	for up != content.None && t.Len(up) == t.Len(id) {
		up = t.Nodes[up].Parent
	}
	if up == content.None || t.Len(up) > maxPrices {
		return false
	}
	before, _ := read.MarkedPrice(text, e.Index.Locale)
	now, ok := read.MarkedPrice(strings.Replace(t.Text(up), text, "", 1), e.Index.Locale)
	return ok && now < before
}

// Struck reports whether a text is that of an earlier price.
func (e *Engine) Struck(id content.ID) bool { return e.struckAround(id) != content.None }

// struckAround returns the outermost element of some around a node that holds a former price, or None.
func (e *Engine) struckAround(id content.ID) content.ID {
	found := content.None
	for up := 0; id != content.None && up < 4; id, up = e.Tree.Nodes[id].Parent, up+1 {
		if e.IsFormer(id) {
			found = id
		}
	}
	return found
}

// FirstMark returns the index of the first mark that does not stand before a node.
func FirstMark(marks []evidence.Mark, from content.ID) int {
	return sort.Search(len(marks), func(i int) bool { return marks[i].Node >= from })
}

// AnyMark says how much one of the marks, which are in the order of the page, within a record says
// that it is of a thing.
func (e *Engine) AnyMark(marks []evidence.Mark, sp records.Span) float64 {
	i := FirstMark(marks, sp.From)
	if i < len(marks) && marks[i].Node < sp.To {
		return 0.8
	}
	return 0
}

// AnyID says the same of elements.
func AnyID(ids []content.ID, sp records.Span) float64 {
	i := sort.Search(len(ids), func(i int) bool { return ids[i] >= sp.From })
	if i < len(ids) && ids[i] < sp.To {
		return 0.5
	}
	return 0
}
