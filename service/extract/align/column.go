package align

import (
	"math"
	"path"
	"slices"
	"sort"
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/read"
	"assay/service/extract/records"
)

// columnScore says how well a column answers a field.
func columnScore(e *Engine, w *fields.Field, col *onpage.Column, sample []records.Span) float64 {
	if !w.IsNaming() && col.All(func(p *onpage.Part) bool { return p.Key == evidence.NoKey && strings.HasSuffix(e.PartText(p), ":") }) {
		return 0 // labels
	}
	name := columnName(e, w, col)
	if w.Shape != lexicon.Prose && areRecords(e, col, sample) {
		name = 0 // a "room-card" is called so for all that it holds
	}
	if col.Have*5 < len(sample)*2 && !MayLack(w) && (name < sparseName || col.Key != evidence.NoKey || w.Shape == lexicon.Boolean) {
		return 0
	}
	form := columnForm(e, w, col, sample)
	if name == 0 && (form == 0 || w.Shape == lexicon.Date && isDated(e, col)) {
		return 0
	}
	r := readColumn(e, w, col)
	if r.fits == 0 || r.isSame() && w.Shape == lexicon.Image { // an icon
		return 0
	}
	score := max(name*e.Weights.ColumnName, form) * unity(e, w, col, sample)
	if name > 0 && form > 0 {
		score = min(1, score+0.15*min(name, form))
	}
	score *= telling(e, w, col, &r)
	fit := r.fits / float64(r.n)
	coverage := math.Sqrt(float64(col.Have) / float64(len(sample)))
	return score * fit * coverage
}

// areRecords reports whether the parts of a column are the records as a whole, of several
// things each.
func areRecords(e *Engine, col *onpage.Column, sample []records.Span) bool {
	for r, p := range col.Present() {
		if p.IsText() || p.Key != evidence.NoKey || p.ID != sample[r].From || !isDivided(e, p) {
			return false
		}
	}
	return true
}

// columnName says how well the names of a column fit a field's.
func columnName(e *Engine, w *fields.Field, col *onpage.Column) float64 {
	name := 0.0
	for _, k := range col.Keys {
		name = max(name, e.Similarity(w, k))
	}
	if w.Shape == lexicon.URL {
		if ofSomebody(e, w, col) {
			name = 0
		}
		name = max(name, linksSay(e, w, col))
	}
	if name < e.Weights.MinSimilarity {
		name = 0
	}
	return name
}

// linksSay says how well a field's name fits what is written on the links of a column, the
// same on each, or what kind of file all of them lead to: "Manual", "….mp3".
func linksSay(e *Engine, w *fields.Field, col *onpage.Column) float64 {
	said, kind := "", ""
	for _, p := range col.Present() {
		if p.IsText() || e.Tree.Nodes[p.ID].Role != content.Link {
			return 0
		}
		text, ending := e.Tree.Text(p.ID), strings.ToLower(path.Ext(e.Tree.Value(p.ID, "href")))
		if said == "" {
			said, kind = text, ending
		}
		if text != said {
			said = "-"
		}
		if ending != kind {
			kind = ""
		}
	}
	if len(kind) > 2 && slices.Contains(lexicon.Words(w.Query.Name), kind[1:]) {
		return 1
	}
	if col.Have < 2 || len(said) > maxSaid {
		return 0
	}
	return e.TextSimilarity(w, said)
}

// maxSaid is how long, in bytes, a text on links is that tells what they lead to.
const maxSaid = 30

// columnReading is what the parts of a column read as for a field.
type columnReading struct {
	n        int     // parts
	fits     float64 // how well they fit, in all
	distinct int     // different values
}

// isSame reports whether all records say the same.
func (r *columnReading) isSame() bool { return r.n > 2 && r.distinct == 1 }

// readColumn reads the parts of a column.
func readColumn(e *Engine, w *fields.Field, col *onpage.Column) columnReading {
	var r columnReading
	seen := make([]string, 0, onpage.SampleSize)
	for _, p := range col.Present() {
		encoded, fit := "", 0.0
		if !isTooLong(e, w, p) {
			encoded, fit = bestReading(e, w, p)
		}
		if encoded != "" && !slices.Contains(seen, encoded) {
			seen = append(seen, encoded)
		}
		r.fits += fit
		r.n++
	}
	r.distinct = len(seen)
	return r
}

// bestReading returns the value of a part of a record that fits a field best.
func bestReading(e *Engine, w *fields.Field, p *onpage.Part) (encoded string, fit float64) {
	for _, text := range e.PartValues(w, p) {
		if v, how := e.Read(w, text); how > fit && v != `""` {
			encoded, fit = v, how
		}
	}
	return encoded, fit
}

// unity is the factor for a column that is meant to hold one thing and may hold several.
func unity(e *Engine, w *fields.Field, col *onpage.Column, sample []records.Span) float64 {
	factor := 1.0
	if w.Shape == lexicon.Prose {
		factor *= undivided(e, col)
		if col.WholeOf(sample) {
			factor *= e.Weights.RootText
		}
	}
	if w.Type == 0 && (onpage.IsWords(w.Shape) || w.Shape == lexicon.Date || w.Shape == lexicon.Clock) && isDivided(e, col.First()) {
		factor *= e.Weights.Divided
	}
	if w.Shape == lexicon.Date && aboutMember(e, col) {
		factor *= 0.3
	}
	return factor
}

// telling is the factor for a column whose values do not tell the records apart though
// the field's should, or are no names.
func telling(e *Engine, w *fields.Field, col *onpage.Column, r *columnReading) float64 {
	factor := 1.0
	named := w.Concept.String() == "title" || w.Concept.String() == "name"
	if (named || w.Shape == lexicon.URL) && r.n > 2 && r.distinct > 1 && r.distinct < r.n {
		factor *= 0.6 + 0.4*float64(r.distinct)/float64(r.n) // what tells things apart differs from one to the next
	}
	if (named || w.Shape == lexicon.URL) && (areButtons(e, col) || areBylines(e, col) || w.Shape != lexicon.URL && areDates(e, col)) {
		factor *= 0.5
	}
	if w.Shape == lexicon.Person && areCounted(e, col) {
		factor *= 0.3
	}
	if r.isSame() && w.Shape == lexicon.Rating {
		factor *= e.Weights.SameRating
	}
	if (r.isSame() || r.n == 2 && r.distinct == 1 && w.IsNaming()) && (named || w.Shape == lexicon.Prose || w.Shape == lexicon.URL || w.Shape == lexicon.Person) {
		factor *= 0.3 // a button, not a value
	}
	return factor
}

// isDated reports whether a column is called a date: of which kind, its name would say.
func isDated(e *Engine, col *onpage.Column) bool {
	return slices.ContainsFunc(col.Keys, func(k evidence.Key) bool {
		return k != evidence.NoKey && e.Index.Phrase(k).Dated()
	})
}

// areDates reports whether the texts of a column are days, which few things are called.
func areDates(e *Engine, col *onpage.Column) bool {
	days := 0
	for _, p := range col.Present() {
		if p.Key != evidence.NoKey {
			continue
		}
		if e.PartLen(p) > onpage.MaxPattern {
			return false
		}
		text := e.PartText(p)
		if d, from, to, ok := read.FindDate(text, e.Index.Locale, e.Tree.Loaded); !ok || !d.HasDay || to-from < len(text) {
			return false
		}
		days++
	}
	return days > 0
}

// ofSomebody reports whether the names of a column say that it is about a person that
// the field does not ask for: class="author url" leads to the author, not to the record.
func ofSomebody(e *Engine, w *fields.Field, col *onpage.Column) bool {
	if w.Concept.String() != "url" {
		return false
	}
	return slices.ContainsFunc(col.Keys, func(k evidence.Key) bool {
		return k != evidence.NoKey && e.Index.Phrase(k).Concept().Shape() == lexicon.Person
	})
}

// sparseName is how well its name must fit what few of the records have.
const sparseName = 0.9

// MayLack reports whether a field is one that many records lack: few goods are reduced,
// few comments rated, few jobs tell what they pay.
func MayLack(w *fields.Field) bool {
	switch w.Concept.String() {
	case "oldprice", "discount", "salary":
		return true
	}
	return w.Shape == lexicon.Rating
}

// areButtons reports whether the links or parts of a column are dressed as
// buttons: they say what to do with a thing, not what it is called.
func areButtons(e *Engine, col *onpage.Column) bool {
	for _, p := range col.Present() {
		if !p.IsText() {
			return e.IsButton(p.ID)
		}
	}
	return false
}

// areBylines reports whether the parts of a column say by whom something is: "By Ann
// Lee" is not what it is called.
func areBylines(e *Engine, col *onpage.Column) bool {
	p := col.First()
	if p.ID == content.None {
		return false
	}
	by, ok := strings.CutPrefix(strings.ToLower(e.PartText(p)), "by ")
	return ok && strings.Count(by, " ") < 4
}

// isShort reports whether values of a shape are short: what is much longer is not
// even read.
func isShort(s lexicon.Shape) bool {
	switch s {
	case lexicon.Date, lexicon.Person, lexicon.Price, lexicon.Number, lexicon.Integer, lexicon.Duration, lexicon.Phone, lexicon.Email, lexicon.Boolean, lexicon.Identifier:
		return true
	}
	return false
}

// isTooLong reports whether a part of a record has more text than a value of the
// field takes.
func isTooLong(e *Engine, w *fields.Field, p *onpage.Part) bool {
	size := e.PartLen(p)
	if w.Shape == lexicon.Rating {
		return size > 2*onpage.MaxRatingText && (p.IsText() || !hasScore(e, p.ID))
	}
	return size > 300 && isShort(w.Shape)
}

// OnlyPart returns the innermost element that has all of an element's text.
func (e *Engine) OnlyPart(id content.ID) content.ID {
	t := e.Tree
	for range 6 {
		inner := content.None
		for c := t.FirstChild(id); c != content.None; c = t.Next(c) {
			if t.Nodes[c].Kind == content.Element && t.Len(c) > 0 && t.Text(c) == t.Text(id) {
				inner = c
				break
			}
		}
		if inner == content.None {
			return id
		}
		id = inner
	}
	return id
}

// undivided is less than 1 for a column that holds more than text: a date, a
// heading or a name of its own.
func undivided(e *Engine, col *onpage.Column) float64 {
	dates, headings, n := 0, 0, 0
	if len(col.Parts) > 0 && col.IsText() {
		return 1
	}
	for _, p := range col.Present() {
		if p.IsText() {
			continue
		}
		n++
		id, end := p.ID, e.Tree.Nodes[p.ID].End
		for i := sort.Search(len(e.Index.Dates), func(i int) bool { return e.Index.Dates[i].Node >= id }); i < len(e.Index.Dates) && e.Index.Dates[i].Node < end; i++ {
			if m := &e.Index.Dates[i]; e.Tree.Nodes[m.Node].Role == content.Time || e.Tree.Len(m.Node) < 80 {
				dates++
				break
			}
		}
		if i := sort.Search(len(e.Index.Sections), func(i int) bool { return e.Index.Sections[i].Heading >= id }); i < len(e.Index.Sections) && e.Index.Sections[i].Heading < end {
			headings++
		}
	}
	return 1 - 0.35*float64(dates)/float64(n) - 0.15*float64(headings)/float64(n)
}

// aboutMember reports whether a column's dates tell since when somebody has been
// a member rather than when something was written.
func aboutMember(e *Engine, col *onpage.Column) bool {
	seen := map[evidence.Key]int{}
	most, parts := 0, 0
	for _, p := range col.Present() {
		if isMembership(e, p) {
			return true
		}
		parts++
		if k := labelOf(e, p); k != evidence.NoKey && !e.Index.Phrase(k).Dated() {
			seen[k]++
			most = max(most, seen[k])
		}
	}
	return most*2 > parts // what differs from record to record is a heading, not a label
}

// isMembership reports whether a part of a record says that somebody joined.
func isMembership(e *Engine, p *onpage.Part) bool {
	text := e.Tree.Text(p.ID)
	if p.IsText() {
		text = e.Tree.Span(max(p.From-30, e.Tree.From(p.ID)), p.To)
	} else if up := e.Tree.Nodes[p.ID].Parent; up != content.None && e.Tree.Len(up) < 60 {
		text = e.Tree.Text(up)
	}
	lower := strings.ToLower(text)
	for _, word := range [...]string{"join", "regist", "member since", "mitglied", "inscri", "beigetreten", "dabei seit", "lid sinds", "miembro"} {
		if at := strings.Index(lower, word); at >= 0 && at < 30 {
			return true
		}
	}
	return false
}

// labelOf returns the label of a part, or NoKey.
func labelOf(e *Engine, p *onpage.Part) evidence.Key {
	if p.IsText() || p.Key != evidence.NoKey {
		return p.Key
	}
	i := sort.Search(len(e.Labels), func(i int) bool { return e.Index.Facts[e.Labels[i]].Node >= p.ID })
	if i < len(e.Labels) && e.Index.Facts[e.Labels[i]].Node == p.ID {
		return e.Index.Facts[e.Labels[i]].Key
	}
	return evidence.NoKey
}
