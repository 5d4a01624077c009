package onpage

import (
	"strings"

	"assay/service/content"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
)

// maxBadge is how long, in bytes, a mark or a price after a name in the same element is.
const maxBadge = 20

// maxSign is how long, in bytes, a sign is at most that its title explains: "V", "18+".
const maxSign = 4

// nameIn returns the text of an element that holds a name, without the price or the mark after it that
// stands in an element of its own: "Fish soup £11.00", "Lena K. Verified".
func (e *Engine) nameIn(id content.ID) string {
	t := e.Tree
	text := e.Noted(id)
	for k := id + 1; k < t.Nodes[id].End; k++ {
		n := &t.Nodes[k]
		if n.Kind != content.Element || n.Hidden || t.To(k) != t.To(id) || t.From(k) <= t.From(id) || t.Len(k) == 0 || t.Len(k) > maxBadge {
			continue
		}
		if name, ok := strings.CutSuffix(text, t.Text(k)); ok && isBadge(e, k) && strings.TrimSpace(name) != "" {
			return strings.TrimSpace(name)
		}
	}
	return text
}

// isBadge reports whether an element is a price, or by its title, its class or its words a mark of the
// thing beside it.
func isBadge(e *Engine, id content.ID) bool {
	t := e.Tree
	switch t.Tag(id) {
	case "span", "small", "sup", "i", "em", "strong", "b", "div":
	default:
		return false // what a link or an abbreviation says is part of the name
	}
	if t.Value(id, "title") != "" && t.Len(id) <= maxSign {
		return true
	}
	if _, price := read.MarkedPrice(t.Text(id), e.Index.Locale); price {
		return true
	}
	for _, word := range lexicon.Words(t.Value(id, "class") + " " + t.Text(id)) {
		switch word {
		case "badge", "label", "tag", "pill", "flag", "verified", "new", "sale", "sponsored", "ad", "featured", "bestseller":
			return true
		}
	}
	return false
}
