package extract

import (
	"slices"
	"strconv"
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
	"assay/service/extract/records"
	"assay/service/extract/tree"
)

// inPlace reports whether a node is where the field's description says that its
// values are.
func (e *engine) inPlace(w *want, id content.ID) bool {
	if w.filter.Place|w.filter.NotPlace == 0 {
		return true
	}
	if id == content.None {
		return false
	}
	r := e.t.Region(id)
	if w.filter.Place&tree.InRelated != 0 && e.amongOthers(id) {
		r |= tree.InRelated
	}
	return r&w.filter.NotPlace == 0 && (w.filter.Place == 0 || r&w.filter.Place != 0)
}

// limit applies what a list's description says to the list that was found. What
// cannot be told, as for want of a field to tell it by, is left.
func (e *engine) limit(w *want, list []answer) []answer {
	f := &w.filter
	if f.None() || len(list) == 0 {
		return list
	}
	if f.Ads {
		list = unlessAll(list, e.isAd)
	}
	if f.InStock {
		list = slices.DeleteFunc(slices.Clone(list), func(a answer) bool { return e.outOfStock(&a) })
	}
	for _, phrase := range f.Drop {
		list = unlessAll(list, func(a *answer) bool { return holdsPhrase(e.recordText(a), phrase) })
	}
	for _, phrase := range f.Keep {
		list = slices.DeleteFunc(slices.Clone(list), func(a answer) bool { return !holdsPhrase(e.recordText(&a), phrase) })
	}
	for i := range f.Words {
		list = e.saying(w, list, &f.Words[i])
	}
	for i := range f.Bounds {
		list = e.bounded(w, list, &f.Bounds[i])
	}
	take := f.Take
	if f.Order != nil {
		sorted, ok := e.sorted(w, list)
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

// unlessAll drops what is told of, unless that is everything.
func unlessAll(list []answer, is func(*answer) bool) []answer {
	kept := slices.DeleteFunc(slices.Clone(list), func(a answer) bool { return is(&a) })
	if len(kept) == 0 {
		return list
	}
	return kept
}

// recordText returns the text of a record: its region of the page if that is
// known, else its values.
func (e *engine) recordText(a *answer) string {
	if a.to > a.from {
		return e.t.SpanText(a.from, a.to)
	}
	if a.child == nil {
		return a.leaf.text
	}
	var b strings.Builder
	for i := range a.child {
		b.WriteString(a.child[i].leaf.text)
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

// isAd reports whether a record is marked as an advertisement, in words of its own
// or by its class.
func (e *engine) isAd(a *answer) bool {
	return e.adMark(records.Span{From: a.from, To: a.to}) != content.None
}

// adMark returns what marks a record as an advertisement, or None.
func (e *engine) adMark(sp records.Span) content.ID {
	for id := sp.From; id < sp.To && id < sp.From+200; id++ {
		n := &e.t.Nodes[id]
		if n.Kind != content.Element {
			continue
		}
		if size := e.t.Len(id); size > 1 && size < 24 {
			switch strings.ToLower(strings.Trim(e.t.Text(id), " ·•[]()")) {
			case "ad", "ads", "advertisement", "sponsored", "promoted", "anzeige", "sponsorisé", "annonce", "patrocinado", "gesponsert", "advertorial", "paid":
				return id
			}
		}
		for _, name := range [...]string{"class", "id", "data-ad", "aria-label"} {
			v := e.t.Value(id, name)
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

// outOfStock reports whether a record says that it is not to be had.
func (e *engine) outOfStock(a *answer) bool {
	for i := range a.child {
		c := &a.child[i]
		if c.w != nil && c.w.concept.String() == "availability" && c.leaf.json != "" {
			if c.leaf.json == "true" || c.leaf.json == "false" {
				return c.leaf.json == "false"
			}
			if stocked, ok := read.Boolean(c.leaf.text); ok {
				return !stocked
			}
		}
	}
	for line := range strings.SplitSeq(e.recordLines(a), "\n") {
		if len(line) < 80 {
			if stocked, ok := read.Boolean(line); ok && !stocked && len(line) > 3 {
				return true
			}
		}
	}
	return false
}

// recordLines is recordText with its lines kept apart.
func (e *engine) recordLines(a *answer) string {
	if a.to > a.from {
		return e.t.Raw(e.t.From(a.from), e.t.From(a.from)+int32(e.t.SpanLen(a.from, a.to)))
	}
	return e.recordText(a)
}

// sorted puts a list into the order its description asks for; those without a
// value come last. It reports whether there is a field to sort by.
func (e *engine) sorted(w *want, list []answer) ([]answer, bool) {
	o := w.filter.Order
	at := -1
	if !w.field.IsLeaf() {
		if at = fieldBy(w, o.By, o.Shapes...); at < 0 || unknown(list, at) {
			return list, false
		}
	}
	type key struct {
		number float64
		text   string
		known  bool
	}
	keys := make(map[*answer]key, len(list))
	order := make([]*answer, len(list))
	for i := range list {
		a := &list[i]
		v := &a.leaf
		member := w
		if at >= 0 {
			v, member = &a.child[at].leaf, w.children[at]
		}
		k := key{}
		if k.number, k.known = e.numberOf(member, v); !k.known && member.shape == lexicon.Date && v.json != "" {
			k.text, k.known = e.dateOf(v), true
		}
		keys[a], order[i] = k, a
	}
	slices.SortStableFunc(order, func(a, b *answer) int {
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
	out := make([]answer, len(order))
	for i, a := range order {
		out[i] = *a
	}
	return out, true
}

// numberOf reads the number of a value, whatever its type.
func (e *engine) numberOf(w *want, v *value) (float64, bool) {
	if v.json == "" {
		return 0, false
	}
	if n, err := strconv.ParseFloat(v.json, 64); err == nil {
		return n, true
	}
	switch w.shape {
	case lexicon.Date:
		return 0, false
	case lexicon.Price:
		return read.Price(v.text, e.x.Locale)
	case lexicon.Rating:
		return read.Rating(v.text, e.x.Locale)
	}
	return read.Number(v.text, e.x.Locale)
}

func (e *engine) dateOf(v *value) string {
	d, _, _, ok := read.FindDate(v.text, e.x.Locale, e.t.Loaded)
	if !ok {
		return ""
	}
	return d.DateTime()
}

// yearOf reads the year of a date.
func (e *engine) yearOf(v *value) (float64, bool) {
	year, _, _ := strings.Cut(e.dateOf(v), "-")
	n, err := strconv.ParseFloat(year, 64)
	return n, err == nil
}

// fieldBy finds the field of a list that a filter is about: the one of the name, or
// of one of the shapes. A filter that names nothing is about the only number.
func fieldBy(w *want, name lexicon.Phrase, shapes ...lexicon.Shape) int {
	best, at := 0.6, -1
	numbers := 0
	for i, c := range w.children {
		if !c.field.IsLeaf() || c.field.List {
			continue
		}
		score := 0.0
		switch {
		case name != nil:
			score = lexicon.Similarity(name, c.name)
		case len(shapes) > 0:
			if slices.Contains(shapes, c.shape) {
				score = 0.9
			}
		case c.shape == lexicon.Price || c.shape == lexicon.Number || c.shape == lexicon.Integer || c.shape == lexicon.Rating:
			numbers++
			score = 0.7
		}
		if score > best {
			best, at = score, i
		}
	}
	if name == nil && len(shapes) == 0 && numbers > 1 {
		return -1
	}
	return at
}

// placed takes all links of the place that the list's description tells: their
// addresses, or what is written on them.
func (l *lister) placed() {
	e := l.e
	if l.w.filter.Place == 0 || l.w.shape == lexicon.Prose || l.w.shape == lexicon.Image {
		return
	}
	var texts []string
	var nodes []content.ID
	for _, id := range e.x.Links {
		if !l.s.holds(id) || !e.inPlace(l.w, id) {
			continue
		}
		text := e.t.Text(id)
		if l.w.shape == lexicon.URL {
			text = e.t.Value(id, "href")
		}
		if text != "" {
			texts, nodes = append(texts, text), append(nodes, id)
		}
	}
	if len(texts) > 0 {
		l.add(evidence.Typed, e.w.ListThreshold+0.05, texts, nodes)
	}
}

// extremes keeps of a leaf's candidates the lowest or highest of those that are
// nearly as sure as the surest, if the description asks for it.
func (e *engine) extremes(w *want, found []value) []value {
	o := w.filter.Order
	if o == nil || len(found) < 2 || w.shape == lexicon.Date {
		return found
	}
	best, number := -1, 0.0
	for i := range found {
		if found[i].score < found[0].score*0.6 || found[i].score < e.w.Threshold {
			break
		}
		if e.isOther(found[i].node) && !e.isOther(found[0].node) {
			continue // in an advertisement or among other things
		}
		n, ok := e.numberOf(w, &found[i])
		if ok && (best < 0 || o.Descending && n > number || !o.Descending && n < number) {
			best, number = i, n
		}
	}
	if best < 0 {
		return found
	}
	v := found[best]
	v.score = found[0].score
	return []value{v}
}

// isOther reports whether a node is of other things than the page's own.
func (e *engine) isOther(id content.ID) bool {
	return id != content.None && e.t.Region(id)&(tree.InRelated|tree.InChrome) != 0
}

// setInPlace is the factor for a set of records that a description puts in a place.
func (e *engine) setInPlace(w *want, id content.ID) (factor float64, told bool) {
	if w.filter.Place|w.filter.NotPlace == 0 {
		return 1, false
	}
	if !e.inPlace(w, id) {
		return 0, true
	}
	return 1, w.filter.Place != 0
}
