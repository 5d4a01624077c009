package extract

import (
	"math"
	"slices"
	"sort"
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
	"assay/service/extract/records"
)

// columnScore says how well a column answers a field.
func (e *engine) columnScore(w *want, col *column, sample []records.Span) float64 {
	name := e.columnName(w, col)
	if col.have*5 < len(sample)*2 && !w.mayLack() && (name < sparseName || col.key != evidence.NoKey || w.shape == lexicon.Boolean) {
		return 0
	}
	form := e.columnForm(w, col, sample)
	if name == 0 && (form == 0 || w.shape == lexicon.Date && e.isDated(col)) {
		return 0
	}
	r := e.readColumn(w, col)
	if r.fits == 0 || r.isSame() && w.shape == lexicon.Image { // an icon
		return 0
	}
	score := max(name*e.w.ColumnName, form) * e.unity(w, col, sample)
	if name > 0 && form > 0 {
		score = min(1, score+0.15*min(name, form))
	}
	score *= e.telling(w, col, &r)
	fit := r.fits / float64(r.n)
	coverage := math.Sqrt(float64(col.have) / float64(len(sample)))
	return score * fit * coverage
}

// columnName says how well the names of a column fit a field's.
func (e *engine) columnName(w *want, col *column) float64 {
	name := 0.0
	for _, k := range col.keys {
		name = max(name, e.similarity(w, k))
	}
	if name < e.w.MinSimilarity || w.shape == lexicon.URL && e.ofSomebody(w, col) {
		name = 0
	}
	return name
}

// columnReading is what the parts of a column read as for a field.
type columnReading struct {
	n        int     // parts
	fits     float64 // how well they fit, in all
	distinct int     // different values
}

// isSame reports whether all records say the same.
func (r *columnReading) isSame() bool { return r.n > 2 && r.distinct == 1 }

// readColumn reads the parts of a column.
func (e *engine) readColumn(w *want, col *column) columnReading {
	var r columnReading
	seen := make([]string, 0, sampleSize)
	for _, p := range col.present() {
		encoded, fit := "", 0.0
		if !e.isTooLong(w, p) {
			encoded, fit = e.bestReading(w, p)
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
func (e *engine) bestReading(w *want, p *part) (encoded string, fit float64) {
	for _, text := range e.partValues(w, p) {
		if v, how := e.read(w, text); how > fit && v != `""` {
			encoded, fit = v, how
		}
	}
	return encoded, fit
}

// unity is the factor for a column that is meant to hold one thing and may hold several.
func (e *engine) unity(w *want, col *column, sample []records.Span) float64 {
	factor := 1.0
	if w.shape == lexicon.Prose {
		factor *= e.undivided(col)
		if col.wholeOf(sample) {
			factor *= e.w.RootText
		}
	}
	if w.typ == 0 && (isWords(w.shape) || w.shape == lexicon.Date || w.shape == lexicon.Clock) && e.isDivided(col.first()) {
		factor *= e.w.Divided
	}
	if w.shape == lexicon.Date && e.aboutMember(col) {
		factor *= 0.3
	}
	return factor
}

// telling is the factor for a column whose values do not tell the records apart though
// the field's should, or are no names.
func (e *engine) telling(w *want, col *column, r *columnReading) float64 {
	factor := 1.0
	named := w.concept.String() == "title" || w.concept.String() == "name"
	if (named || w.shape == lexicon.URL) && r.n > 2 && r.distinct > 1 && r.distinct < r.n {
		factor *= 0.6 + 0.4*float64(r.distinct)/float64(r.n) // what tells things apart differs from one to the next
	}
	if (named || w.shape == lexicon.URL) && (e.areButtons(col) || e.areBylines(col) || w.shape != lexicon.URL && e.areDates(col)) {
		factor *= 0.5
	}
	if w.shape == lexicon.Person && e.areCounted(col) {
		factor *= 0.3
	}
	if r.isSame() && w.shape == lexicon.Rating {
		factor *= e.w.SameRating
	}
	if (r.isSame() || r.n == 2 && r.distinct == 1 && w.isNaming()) && (named || w.shape == lexicon.Prose || w.shape == lexicon.URL || w.shape == lexicon.Person) {
		factor *= 0.3 // a button, not a value
	}
	return factor
}

// isDated reports whether a column is called a date: of which kind, its name would say.
func (e *engine) isDated(col *column) bool {
	return slices.ContainsFunc(col.keys, func(k evidence.Key) bool {
		return k != evidence.NoKey && e.x.Phrase(k).Dated()
	})
}

// areDates reports whether the texts of a column are days, which few things are called.
func (e *engine) areDates(col *column) bool {
	days := 0
	for _, p := range col.present() {
		if p.key != evidence.NoKey {
			continue
		}
		if e.partLen(p) > maxPattern {
			return false
		}
		text := e.partText(p)
		if d, from, to, ok := read.FindDate(text, e.x.Locale, e.t.Loaded); !ok || !d.HasDay || to-from < len(text) {
			return false
		}
		days++
	}
	return days > 0
}

// ofSomebody reports whether the names of a column say that it is about a person that
// the field does not ask for: class="author url" leads to the author, not to the record.
func (e *engine) ofSomebody(w *want, col *column) bool {
	if w.concept.String() != "url" {
		return false
	}
	return slices.ContainsFunc(col.keys, func(k evidence.Key) bool {
		return k != evidence.NoKey && e.x.Phrase(k).Concept().Shape() == lexicon.Person
	})
}

// sparseName is how well its name must fit what few of the records have.
const sparseName = 0.9

// mayLack reports whether a field is one that many records lack: few goods are reduced,
// few comments rated, few jobs tell what they pay.
func (w *want) mayLack() bool {
	switch w.concept.String() {
	case "oldprice", "discount", "salary":
		return true
	}
	return w.shape == lexicon.Rating
}

// areButtons reports whether the links or parts of a column are dressed as
// buttons: they say what to do with a thing, not what it is called.
func (e *engine) areButtons(col *column) bool {
	for _, p := range col.present() {
		if !p.isText() {
			return e.isButton(p.id)
		}
	}
	return false
}

// isButton reports whether an element is a button, or dressed as one.
func (e *engine) isButton(id content.ID) bool {
	if e.t.Nodes[id].Role == content.Button {
		return true
	}
	class := strings.ToLower(e.t.Value(id, "class"))
	return strings.Contains(class, "btn") || strings.Contains(class, "button")
}

// areBylines reports whether the parts of a column say by whom something is: "By Ann
// Lee" is not what it is called.
func (e *engine) areBylines(col *column) bool {
	p := col.first()
	if p.id == content.None {
		return false
	}
	by, ok := strings.CutPrefix(strings.ToLower(e.partText(p)), "by ")
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

// isText reports whether the parts of a column are pieces of text.
func (col *column) isText() bool {
	return col.first().isText()
}

// isTooLong reports whether a part of a record has more text than a value of the
// field takes.
func (e *engine) isTooLong(w *want, p *part) bool {
	size := e.partLen(p)
	if w.shape == lexicon.Rating {
		return size > 2*maxRatingText && (p.isText() || !e.hasScore(p.id))
	}
	return size > 300 && isShort(w.shape)
}

// wholeOf reports whether a column is the records themselves.
func (col *column) wholeOf(sample []records.Span) bool {
	for r, p := range col.present() {
		return p.id == sample[r].From && !p.isText()
	}
	return false
}

// onlyPart returns the innermost element that has all of an element's text.
func (e *engine) onlyPart(id content.ID) content.ID {
	t := e.t
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
func (e *engine) undivided(col *column) float64 {
	dates, headings, n := 0, 0, 0
	if len(col.parts) > 0 && col.isText() {
		return 1
	}
	for _, p := range col.present() {
		if p.isText() {
			continue
		}
		n++
		id, end := p.id, e.t.Nodes[p.id].End
		for i := sort.Search(len(e.x.Dates), func(i int) bool { return e.x.Dates[i].Node >= id }); i < len(e.x.Dates) && e.x.Dates[i].Node < end; i++ {
			if m := &e.x.Dates[i]; e.t.Nodes[m.Node].Role == content.Time || e.t.Len(m.Node) < 80 {
				dates++
				break
			}
		}
		if i := sort.Search(len(e.x.Sections), func(i int) bool { return e.x.Sections[i].Heading >= id }); i < len(e.x.Sections) && e.x.Sections[i].Heading < end {
			headings++
		}
	}
	return 1 - 0.35*float64(dates)/float64(n) - 0.15*float64(headings)/float64(n)
}

// aboutMember reports whether a column's dates tell since when somebody has been
// a member rather than when something was written.
func (e *engine) aboutMember(col *column) bool {
	seen := map[evidence.Key]int{}
	most, parts := 0, 0
	for _, p := range col.present() {
		if e.isMembership(p) {
			return true
		}
		parts++
		if k := e.labelOf(p); k != evidence.NoKey && !e.x.Phrase(k).Dated() {
			seen[k]++
			most = max(most, seen[k])
		}
	}
	return most*2 > parts // what differs from record to record is a heading, not a label
}

// isMembership reports whether a part of a record says that somebody joined.
func (e *engine) isMembership(p *part) bool {
	text := e.t.Text(p.id)
	if p.isText() {
		text = e.t.Span(max(p.from-30, e.t.From(p.id)), p.to)
	} else if up := e.t.Nodes[p.id].Parent; up != content.None && e.t.Len(up) < 60 {
		text = e.t.Text(up)
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
func (e *engine) labelOf(p *part) evidence.Key {
	if p.isText() || p.key != evidence.NoKey {
		return p.key
	}
	i := sort.Search(len(e.labels), func(i int) bool { return e.x.Facts[e.labels[i]].Node >= p.id })
	if i < len(e.labels) && e.x.Facts[e.labels[i]].Node == p.id {
		return e.x.Facts[e.labels[i]].Key
	}
	return evidence.NoKey
}
