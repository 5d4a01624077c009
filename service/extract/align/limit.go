package align

import (
	"slices"
	"strconv"
	"strings"

	"assay/service/content"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
	"assay/service/extract/records"
)

// Limit applies what a list's description says to the list that was found. What
// cannot be told, as for want of a field to tell it by, is left.
func (e *Engine) Limit(w *fields.Field, list []fields.Answer) []fields.Answer {
	f := &w.Filter
	if f.None() || len(list) == 0 {
		return list
	}
	if f.Ads {
		list = unlessAll(list, func(a *fields.Answer) bool { return isAd(e, a) })
	}
	if f.InStock {
		list = slices.DeleteFunc(slices.Clone(list), func(a fields.Answer) bool { return outOfStock(e, &a) })
	}
	for _, phrase := range f.Drop {
		list = unlessAll(list, func(a *fields.Answer) bool { return holdsPhrase(recordText(e, a), phrase) })
	}
	for _, phrase := range f.Keep {
		list = slices.DeleteFunc(slices.Clone(list), func(a fields.Answer) bool { return !holdsPhrase(recordText(e, &a), phrase) })
	}
	for i := range f.Words {
		list = saying(e, w, list, &f.Words[i])
	}
	for i := range f.Bounds {
		list = bounded(e, w, list, &f.Bounds[i])
	}
	take := f.Take
	if f.Order != nil {
		sorted, ok := sorted(e, w, list)
		if !ok && take == 0 {
			return list
		}
		if list = sorted; take == 0 && f.Order.Only {
			take = 1
		}
	}
	switch {
	case take > 0 && take < len(list):
		list = list[:take]
	case take < 0 && -take < len(list):
		list = list[len(list)+take:]
	}
	return list
}

// isAd reports whether a record is marked as an advertisement, in words of its own
// or by its class.
func isAd(e *Engine, a *fields.Answer) bool {
	return e.AdMark(records.Span{From: a.From, To: a.To}) != content.None
}

// outOfStock reports whether a record says that it is not to be had.
func outOfStock(e *Engine, a *fields.Answer) bool {
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
	return recordText(e, a)
}

// sorted puts a list into the order its description asks for; those without a
// value come last. It reports whether there is a field to sort by.
func sorted(e *Engine, w *fields.Field, list []fields.Answer) ([]fields.Answer, bool) {
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
		if k.number, k.known = e.NumberOf(member, v); !k.known && member.Shape == lexicon.Date && v.JSON != "" {
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

// unlessAll drops what is told of, unless that is everything.
func unlessAll(list []fields.Answer, is func(*fields.Answer) bool) []fields.Answer {
	kept := slices.DeleteFunc(slices.Clone(list), func(a fields.Answer) bool { return is(&a) })
	if len(kept) == 0 {
		return list
	}
	return kept
}

// recordText returns the text of a record: its region of the page if that is
// known, else its values.
func recordText(e *Engine, a *fields.Answer) string {
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

// holdsPhrase reports whether a text has a phrase, whole words, in any case.
func holdsPhrase(text, phrase string) bool {
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
