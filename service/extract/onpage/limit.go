package onpage

import (
	"slices"
	"strconv"
	"strings"

	"assay/service/content"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
	"assay/service/extract/records"
	"assay/service/extract/tree"
)

// InPlace reports whether a node is where the field's description says that its
// values are.
func (e *Engine) InPlace(w *fields.Field, id content.ID) bool {
	if w.Filter.Place|w.Filter.NotPlace == 0 {
		return true
	}
	if id == content.None {
		return false
	}
	r := e.Tree.Region(id)
	if w.Filter.Place&tree.InRelated != 0 && e.AmongOthers(id) {
		r |= tree.InRelated
	}
	return r&w.Filter.NotPlace == 0 && (w.Filter.Place == 0 || r&w.Filter.Place != 0)
}

// UnlessAll drops what is told of, unless that is everything.
func UnlessAll(list []fields.Answer, is func(*fields.Answer) bool) []fields.Answer {
	kept := slices.DeleteFunc(slices.Clone(list), func(a fields.Answer) bool { return is(&a) })
	if len(kept) == 0 {
		return list
	}
	return kept
}

// RecordText returns the text of a record: its region of the page if that is
// known, else its values.
func (e *Engine) RecordText(a *fields.Answer) string {
	if a.To > a.From {
		return e.Tree.SpanText(a.From, a.To)
	}
	if a.Children == nil {
		return a.Leaf.Text
	}
	var b strings.Builder
	for i := range a.Children {
		b.WriteString(a.Children[i].Leaf.Text)
		b.WriteByte('\n')
	}
	return b.String()
}

// HoldsPhrase reports whether a text has a phrase, whole words, in any case.
func HoldsPhrase(text, phrase string) bool {
	text = strings.ToLower(text)
	for at := 0; ; {
		i := strings.Index(text[at:], phrase)
		if i < 0 {
			return false
		}
		i += at
		end := i + len(phrase)
		if (i == 0 || !isAlnum(text[i-1])) && (end == len(text) || !isAlnum(text[end])) {
			return true
		}
		at = i + 1
	}
}

func isAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// IsAd reports whether a record is marked as an advertisement, in words of its own
// or by its class.
func (e *Engine) IsAd(a *fields.Answer) bool {
	return adMark(e, records.Span{From: a.From, To: a.To}) != content.None
}

// adMark returns what marks a record as an advertisement, or None.
func adMark(e *Engine, sp records.Span) content.ID {
	for id := sp.From; id < sp.To && id < sp.From+200; id++ {
		n := &e.Tree.Nodes[id]
		if n.Kind != content.Element {
			continue
		}
		if size := e.Tree.Len(id); size > 1 && size < 24 {
			switch strings.ToLower(strings.Trim(e.Tree.Text(id), " ·•[]()")) {
			case "ad", "ads", "advertisement", "sponsored", "promoted", "anzeige", "sponsorisé", "annonce", "patrocinado", "gesponsert", "advertorial", "paid":
				return id
			}
		}
		for _, name := range [...]string{"class", "id", "data-ad", "aria-label"} {
			v := e.Tree.Value(id, name)
			if v == "" || len(v) > 200 {
				continue
			}
			for _, w := range lexicon.Words(v) {
				switch w {
				case "ad", "ads", "advert", "advertisement", "sponsored", "promoted":
					return id
				}
			}
		}
	}
	return content.None
}

// OutOfStock reports whether a record says that it is not to be had.
func (e *Engine) OutOfStock(a *fields.Answer) bool {
	for i := range a.Children {
		c := &a.Children[i]
		if c.Field != nil && c.Field.Concept.String() == "availability" && c.Leaf.JSON != "" {
			if c.Leaf.JSON == "true" || c.Leaf.JSON == "false" {
				return c.Leaf.JSON == "false"
			}
			if stocked, ok := read.Boolean(c.Leaf.Text); ok {
				return !stocked
			}
		}
	}
	for line := range strings.SplitSeq(recordLines(e, a), "\n") {
		if len(line) < 80 {
			if stocked, ok := read.Boolean(line); ok && !stocked && len(line) > 3 {
				return true
			}
		}
	}
	return false
}

// recordLines is RecordText with its lines kept apart.
func recordLines(e *Engine, a *fields.Answer) string {
	if a.To > a.From {
		return e.Tree.Raw(e.Tree.From(a.From), e.Tree.From(a.From)+int32(e.Tree.SpanLen(a.From, a.To)))
	}
	return e.RecordText(a)
}

// Sorted puts a list into the order its description asks for; those without a
// value come last. It reports whether there is a field to sort by.
func (e *Engine) Sorted(w *fields.Field, list []fields.Answer) ([]fields.Answer, bool) {
	o := w.Filter.Order
	at := -1
	if !w.Query.IsLeaf() {
		if at = fields.FieldBy(w, o.By, o.Shapes...); at < 0 || unknown(list, at) {
			return list, false
		}
	}
	type key struct {
		number float64
		text   string
		known  bool
	}
	keys := make(map[*fields.Answer]key, len(list))
	order := make([]*fields.Answer, len(list))
	for i := range list {
		a := &list[i]
		v := &a.Leaf
		member := w
		if at >= 0 {
			v, member = &a.Children[at].Leaf, w.Children[at]
		}
		k := key{}
		if k.number, k.known = numberOf(e, member, v); !k.known && member.Shape == lexicon.Date && v.JSON != "" {
			k.text, k.known = dateOf(e, v), true
		}
		keys[a], order[i] = k, a
	}
	slices.SortStableFunc(order, func(a, b *fields.Answer) int {
		x, y := keys[a], keys[b]
		if x.known != y.known {
			if x.known {
				return -1
			}
			return 1
		}
		c := 0
		switch {
		case x.number < y.number:
			c = -1
		case x.number > y.number:
			c = 1
		default:
			c = strings.Compare(x.text, y.text)
		}
		if o.Descending {
			return -c
		}
		return c
	})
	out := make([]fields.Answer, len(order))
	for i, a := range order {
		out[i] = *a
	}
	return out, true
}

// numberOf reads the number of a value, whatever its type.
func numberOf(e *Engine, w *fields.Field, v *fields.Value) (float64, bool) {
	if v.JSON == "" {
		return 0, false
	}
	if n, err := strconv.ParseFloat(v.JSON, 64); err == nil {
		return n, true
	}
	switch w.Shape {
	case lexicon.Date:
		return 0, false
	case lexicon.Price:
		return read.Price(v.Text, e.Index.Locale)
	case lexicon.Rating:
		return read.Rating(v.Text, e.Index.Locale)
	}
	return read.Number(v.Text, e.Index.Locale)
}

func dateOf(e *Engine, v *fields.Value) string {
	d, _, _, ok := read.FindDate(v.Text, e.Index.Locale, e.Tree.Loaded)
	if !ok {
		return ""
	}
	return d.DateTime()
}

// yearOf reads the year of a date.
func yearOf(e *Engine, v *fields.Value) (float64, bool) {
	year, _, _ := strings.Cut(dateOf(e, v), "-")
	n, err := strconv.ParseFloat(year, 64)
	return n, err == nil
}

// Extremes keeps of a leaf's candidates the lowest or highest of those that are
// nearly as sure as the surest, if the description asks for it.
func (e *Engine) Extremes(w *fields.Field, found []fields.Value) []fields.Value {
	o := w.Filter.Order
	if o == nil || len(found) < 2 || w.Shape == lexicon.Date {
		return found
	}
	best, number := -1, 0.0
	for i := range found {
		if found[i].Score < found[0].Score*0.6 || found[i].Score < e.Weights.Threshold {
			break
		}
		if isOther(e, found[i].Node) && !isOther(e, found[0].Node) {
			continue // in an advertisement or among other things
		}
		n, ok := numberOf(e, w, &found[i])
		if ok && (best < 0 || o.Descending && n > number || !o.Descending && n < number) {
			best, number = i, n
		}
	}
	if best < 0 {
		return found
	}
	v := found[best]
	v.Score = found[0].Score
	return []fields.Value{v}
}

// isOther reports whether a node is of other things than the page's own.
func isOther(e *Engine, id content.ID) bool {
	return id != content.None && e.Tree.Region(id)&(tree.InRelated|tree.InChrome) != 0
}

// SetInPlace is the factor for a set of records that a description puts in a place.
func (e *Engine) SetInPlace(w *fields.Field, id content.ID) (factor float64, told bool) {
	if w.Filter.Place|w.Filter.NotPlace == 0 {
		return 1, false
	}
	if !e.InPlace(w, id) {
		return 0, true
	}
	return 1, w.Filter.Place != 0
}
