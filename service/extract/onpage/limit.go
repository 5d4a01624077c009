package onpage

import (
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

// AdMark returns what marks a record as an advertisement, or None.
func (e *Engine) AdMark(sp records.Span) content.ID {
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

// NumberOf reads the number of a value, whatever its type.
func (e *Engine) NumberOf(w *fields.Field, v *fields.Value) (float64, bool) {
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
		n, ok := e.NumberOf(w, &found[i])
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
