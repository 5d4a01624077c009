package extract

import (
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
	"assay/service/extract/records"
	"assay/service/extract/tree"
)

// columnScore says how well a column answers a field.
func (e *engine) columnScore(w *want, col *column, sample []records.Span) float64 {
	name := 0.0
	for _, k := range col.keys {
		name = max(name, e.similarity(w, k))
	}
	if name < e.w.MinSimilarity || w.shape == lexicon.URL && e.ofSomebody(w, col) {
		name = 0
	}
	if col.have*5 < len(sample)*2 && !w.mayLack() && (name < sparseName || col.key != evidence.NoKey || w.shape == lexicon.Boolean) {
		return 0
	}
	form := e.columnForm(w, col, sample)
	if name == 0 && (form == 0 || w.shape == lexicon.Date && e.isDated(col)) {
		return 0
	}
	fits, n := 0.0, 0
	var seen [4]string
	distinct := 0
	for i := range col.parts {
		p := &col.parts[i]
		if p.id == content.None {
			continue
		}
		if e.isTooLong(w, p) {
			n++
			continue
		}
		best := 0.0
		for _, text := range e.partValues(w, p) {
			if encoded, fit := e.read(w, text); fit > best && encoded != `""` {
				best = fit
				if n < len(seen) {
					seen[n] = encoded
				}
			}
		}
		if n < len(seen) {
			fresh := seen[n] != ""
			for k := 0; k < n; k++ {
				fresh = fresh && seen[k] != seen[n]
			}
			if fresh {
				distinct++
			}
		}
		fits += best
		n++
	}
	if n == 0 || fits == 0 {
		return 0
	}
	fit := fits / float64(n)
	coverage := math.Sqrt(float64(col.have) / float64(len(sample)))
	score := max(name*e.w.ColumnName, form)
	if w.shape == lexicon.Prose {
		score *= e.undivided(col)
		if col.wholeOf(sample) {
			score *= e.w.RootText
		}
	}
	if w.typ == 0 && (isWords(w.shape) || w.shape == lexicon.Date || w.shape == lexicon.Clock) && e.isDivided(col.first()) {
		score *= dividedWords
	}
	if w.shape == lexicon.Date && e.aboutMember(col) {
		score *= 0.3
	}
	if name > 0 && form > 0 {
		score = min(1, score+0.15*min(name, form))
	}
	if m := min(n, len(seen)); m > 2 && distinct > 1 && distinct < m && (w.shape == lexicon.URL || w.concept.String() == "title" || w.concept.String() == "name") {
		score *= 0.6 + 0.4*float64(distinct)/float64(m) // what tells things apart differs from one to the next
	}
	if (w.shape == lexicon.URL || w.concept.String() == "title" || w.concept.String() == "name") && (e.areButtons(col) || e.areBylines(col)) {
		score *= 0.5
	}
	if w.isNaming() && e.areOfMany(col) {
		score *= 0.5
	}
	if n > 2 && distinct == 1 && w.shape == lexicon.Rating {
		score *= sameRating
	}
	if (n > 2 || n == 2 && w.isNaming()) && distinct == 1 && (w.shape == lexicon.Prose || w.shape == lexicon.URL || w.shape == lexicon.Person || w.concept.String() == "title" || w.concept.String() == "name") {
		score *= 0.3 // the same in every record: a button, not a value
	}
	return score * fit * coverage
}

// isDated reports whether a column is called a date: of which kind, its name would say.
func (e *engine) isDated(col *column) bool {
	return slices.ContainsFunc(col.keys, func(k evidence.Key) bool {
		return k != evidence.NoKey && e.x.Keys[k].Dated()
	})
}

// ofSomebody reports whether the names of a column say that it is about a person that
// the field does not ask for: class="author url" leads to the author, not to the record.
func (e *engine) ofSomebody(w *want, col *column) bool {
	if w.concept.String() != "url" {
		return false
	}
	return slices.ContainsFunc(col.keys, func(k evidence.Key) bool {
		return k != evidence.NoKey && e.x.Keys[k].Concept().Shape() == lexicon.Person
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

// sameRating is the factor for a rating that is the same in all records: stars to rate
// with, most likely.
const sameRating = 0.6

// dividedWords is the factor for a few words that are several things.
const dividedWords = 0.6

// areButtons reports whether the links or parts of a column are dressed as
// buttons: they say what to do with a thing, not what it is called.
func (e *engine) areButtons(col *column) bool {
	for i := range col.parts {
		id := col.parts[i].id
		if id == content.None || col.parts[i].isText() {
			continue
		}
		return e.isButton(id)
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
	for i := range col.parts {
		p := &col.parts[i]
		if p.id == content.None {
			continue
		}
		by, ok := strings.CutPrefix(strings.ToLower(e.partText(p)), "by ")
		return ok && strings.Count(by, " ") < 4
	}
	return false
}

// minAlikeLinks is how many links of one look, side by side, are a list of their own.
const minAlikeLinks = 4

// areOfMany reports whether the parts of a column are links among others of their look in
// the same record: its tags, which do not say what it is called.
func (e *engine) areOfMany(col *column) bool {
	t := e.t
	p := col.first()
	if p.id == content.None || p.isText() || t.Nodes[p.id].Role != content.Link {
		return false
	}
	alike := 0
	for c := t.FirstChild(t.Nodes[p.id].Parent); c != content.None; c = t.Next(c) {
		if t.Nodes[c].Role == content.Link && t.Value(c, "class") == t.Value(p.id, "class") {
			alike++
		}
	}
	return alike >= minAlikeLinks
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
	for i := range col.parts {
		if col.parts[i].id != content.None {
			return col.parts[i].isText()
		}
	}
	return false
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
	for r := range col.parts {
		if p := &col.parts[r]; p.id != content.None {
			return p.id == sample[r].From && !p.isText()
		}
	}
	return false
}

// columnForm says how much the form and place of a column alone speak for it.
func (e *engine) columnForm(w *want, col *column, sample []records.Span) float64 {
	t := e.t
	r := 0
	for r < len(col.parts)-1 && col.parts[r].id == content.None {
		r++
	}
	if w.shape == lexicon.Price { // some are free, or sold out
		r = max(r, slices.IndexFunc(col.parts, func(p part) bool {
			if p.id == content.None || e.partLen(&p) > maxPattern {
				return false
			}
			_, ok := read.MarkedPrice(e.partText(&p), e.x.Locale)
			return ok
		}))
	}
	p := &col.parts[r]
	id := p.id
	if id == content.None || col.key != evidence.NoKey {
		return 0
	}
	if w.concept.String() == "rank" && e.areOrdinals(col) {
		return e.w.ColumnForm + 0.2
	}
	if sure := e.columnPattern(w, col); sure > 0 && (!w.special || w.concept == 0) {
		return e.w.ColumnForm * sure
	}
	if w.isHowMany() {
		if e.areCounts(col) {
			return e.w.ColumnForm
		}
		return 0
	}
	if p.isText() {
		return e.textForm(w, p)
	}
	n := &t.Nodes[id]
	sp := sample[r]
	whole := float64(t.SpanLen(sp.From, sp.To)) + 1
	share := float64(t.Len(id)) / whole
	form := e.w.ColumnForm
	switch w.shape {
	case lexicon.Date:
		if w.ofOther { // since when the author is a member
			return 0
		}
		if w.concept.String() == "deadline" {
			return 0 // a date that nothing names is when something was written or begins
		}
		if n.Role == content.Time {
			return form + 0.2
		}
		if t.Len(id) > 60 {
			return form * 0.5
		}
		return form
	case lexicon.Price:
		switch concept := w.concept.String(); {
		case concept == "oldprice" || concept == "discount":
			if !e.struck(id) {
				return 0 // without a word for it only what is struck through was the price
			}
			return form
		case w.special, concept != "price" && concept != "saleprice" && concept != "total" && w.concept != 0:
			return 0
		}
		_, marked := read.MarkedPrice(t.Text(id), e.x.Locale)
		switch {
		case e.struck(id), marked && t.Len(id) > 60:
			return form * 0.4
		case marked:
			return form + 0.1
		}
		return 0
	case lexicon.Rating:
		if e.hasScore(id) {
			return form + 0.1
		}
		text := t.Text(id)
		if len(text) < 30 && (strings.ContainsAny(text, "★☆") || isOutOf(text)) {
			return form
		}
		if _, ok := read.Score(text, e.x.Locale); ok && len(text) < maxPattern && (strings.Contains(text, "star") || strings.Contains(text, "rating")) {
			return form * 0.8
		}
		return 0
	case lexicon.URL:
		if n.Role != content.Link {
			return 0
		}
		if w.other && e.textSimilarity(w, t.Text(id)) < e.w.MinSimilarity {
			return 0
		}
		return form + 0.25*min(1, share*2) + e.headingBonus(id)
	case lexicon.Image:
		if t.Tag(id) == "img" {
			return form
		}
		return 0
	case lexicon.Phone, lexicon.Email:
		switch {
		case t.Len(id) >= 120:
			return 0
		case e.isDivided(p):
			return form * 0.8
		}
		return form
	case lexicon.Prose:
		if e.areStacks(col) {
			return 0
		}
		links := float64(t.LinkLen(id)) / float64(t.Len(id)+1)
		v := form * (0.4 + share) * (1 - links)
		if id == sp.From && share > 0.9 {
			v *= 0.75
		}
		if t.Region(id)&tree.InHeading != 0 {
			v *= 0.3
		}
		return v
	case lexicon.Person:
		if n.Role == content.Link && t.Len(id) < 50 {
			if e.leadsToPerson(id) {
				return form + 0.05
			}
		}
		if size := t.Len(id); size > 1 && size < 40 && share < 0.5 && t.From(id) < t.From(sp.From)+int32(whole/3)+40 {
			switch t.Tag(id) {
			case "cite", "b", "strong", "h3", "h4", "h5", "h6", "a":
				if w.beside && n.Role == content.Heading {
					break // the name of the record
				}
				if _, fit := e.readPerson(t.Text(id)); fit > 0.9 && !isPhraseOfWords(strings.Fields(t.Text(id))) {
					return form * 0.7
				}
			}
		}
		return 0
	}
	if w.shape == lexicon.Org && t.Region(id)&tree.InHeading == 0 && e.isPictured(id, sp) {
		return form * 0.9
	}
	concept := w.concept.String()
	if w.typ == 0 && (w.shape == lexicon.Text || w.concept == 0) && w.endsInName() {
		concept = "name"
	}
	switch concept {
	case "title", "name", "site":
		v := 0.0
		switch {
		case n.Role == content.Heading:
			v = form + 0.15
			if e.isUnder(id, sp) {
				v *= partHeading
			}
		case n.Role == content.Link && t.Region(id)&tree.InHeading != 0 && t.Len(id) > 2 && !e.isUnder(id, sp):
			v = form + 0.1 // the rest of the heading tells something else
		case n.Role == content.Link && t.Len(id) > 2:
			v = form*0.6 + 0.2*min(1, share*2) + e.headingBonus(id)
		case t.Tag(id) == "b" || t.Tag(id) == "strong":
			v = form * 0.6
		case n.Role == content.Term || n.Role == content.HeaderCell:
			v = form * 0.8
		case share > 0.98 && t.Len(id) < 120 && !e.isDivided(p):
			v = form * 0.5
		case e.leads(col, sample):
			v = form * firstWords
		case t.Tag(id) == "img":
			if alt := t.Value(id, "alt"); len(alt) > 2 && len(alt) <= maxPattern {
				v = form * 0.5
			}
		default: // a cell around a bold text
			if tag := t.Tag(e.onlyPart(id)); tag == "b" || tag == "strong" {
				v = form * 0.6
			}
		}
		if _, ok := read.Email(t.Text(id)); ok || t.Len(id) > 200 {
			v *= 0.3
		}
		return v
	case "subtitle":
		if t.Tag(id) == "p" && t.Len(id) <= maxPattern {
			return form * 0.8
		}
	case "brand":
		if e.beginsName(id, sp) {
			return form * 0.8
		}
	case "question":
		if n.Role == content.Term || n.Role == content.Heading || t.Tag(id) == "summary" || t.Tag(id) == "button" {
			return form + 0.1
		}
	}
	return 0
}

// minProseLine is how long, in bytes, the longest line of a text is that was written to be
// read; lines that are all shorter are names, choices and buttons, one over the other.
const minProseLine = 40

// areStacks reports whether most parts of a column are several short lines and no text.
func (e *engine) areStacks(col *column) bool {
	stacks, n := 0, 0
	for i := range col.parts {
		p := &col.parts[i]
		if p.id == content.None {
			continue
		}
		n++
		longest, lines := int32(0), 0
		first, last := e.t.LinesOf(p.id)
		for k := first; k < last; k++ {
			longest, lines = max(longest, e.t.Lines[k].To-e.t.Lines[k].From), lines+1
		}
		if lines > 1 && longest < minProseLine {
			stacks++
		}
	}
	return stacks*2 > n
}

// areOrdinals reports whether the parts of a column count the records.
func (e *engine) areOrdinals(col *column) bool {
	last := 0
	for i := range col.parts {
		p := &col.parts[i]
		if p.id == content.None || e.partLen(p) > 4 {
			return false
		}
		n, err := strconv.Atoi(strings.Trim(e.partText(p), "#. "))
		if err != nil || last > 0 && n <= last {
			return false
		}
		last = n
	}
	return last > 1 && last <= 10*len(col.parts)
}

// firstWords is the factor for the words that come first in a record as its name.
const firstWords = 0.7

// leads reports whether the parts of a column are the first plain words of their
// records: what a thing is called where no heading, link or bold text says it. The
// cells of a table have headers.
func (e *engine) leads(col *column, sample []records.Span) bool {
	n := 0
	for r := range col.parts {
		p := &col.parts[r]
		if p.id == content.None || p.isText() {
			continue
		}
		n++
		if e.t.Nodes[p.id].Role == content.Cell {
			return false
		}
		if size := e.partLen(p); size < 2 || size > maxPattern || !e.isPlainText(e.partText(p)) || e.isDivided(p) {
			return false
		}
		if !e.nothingSaidBefore(sample[r], p.id) {
			return false
		}
	}
	return n > 1 && n*5 >= len(sample)*4
}

// nothingSaidBefore reports whether no plain words stand in a record before an element.
func (e *engine) nothingSaidBefore(sp records.Span, id content.ID) bool {
	for k := sp.From; k < id; k++ {
		n := &e.t.Nodes[k]
		if n.Kind != content.Text || n.Hidden {
			continue
		}
		if text := strings.TrimSpace(e.t.Raw(e.t.From(k), e.t.To(k))); text != "" && e.isPlainText(text) {
			return false
		}
	}
	return true
}

// leadsToPerson reports whether a link leads to the page of somebody.
func (e *engine) leadsToPerson(id content.ID) bool {
	href := strings.ToLower(e.t.Value(id, "href"))
	for _, mark := range [...]string{"user", "member", "profile", "author", "/u/", "people", "memberlist"} {
		if strings.Contains(href, mark) {
			return true
		}
	}
	return false
}

// beginsName reports whether an element is the first part of the link or heading that
// names a record, and not all of it.
func (e *engine) beginsName(id content.ID, sp records.Span) bool {
	t := e.t
	for at := t.Nodes[id].Parent; at > sp.From; at = t.Nodes[at].Parent {
		if t.From(at) != t.From(id) {
			return false
		}
		if role := t.Nodes[at].Role; role == content.Link || role == content.Heading {
			return t.Len(id)+2 < t.Len(at) && t.Len(at) <= maxJoinName
		}
	}
	return false
}

// isPictured reports whether a picture of a record is called just what one of its parts
// says, as the logo of a firm.
func (e *engine) isPictured(id content.ID, sp records.Span) bool {
	text := e.t.Text(id)
	if len(text) < 2 || len(text) > maxPattern {
		return false
	}
	i := sort.Search(len(e.x.Images), func(i int) bool { return e.x.Images[i] >= sp.From })
	for ; i < len(e.x.Images) && e.x.Images[i] < sp.To; i++ {
		alt := strings.TrimSpace(e.t.Value(e.x.Images[i], "alt"))
		if strings.EqualFold(alt, text) || strings.EqualFold(alt, text+" logo") {
			return true
		}
	}
	return false
}

// partHeading is the factor for a heading of a part of a record.
const partHeading = 0.6

// isUnder reports whether a heading of a record, or a part of one, has a higher one
// before it in the record: it is that of a part.
func (e *engine) isUnder(id content.ID, sp records.Span) bool {
	at := id
	for at > sp.From && e.t.Nodes[at].Role != content.Heading {
		at = e.t.Nodes[at].Parent
	}
	for k := sp.From; k < at; k++ {
		if n := &e.t.Nodes[k]; n.Role == content.Heading && !n.Hidden && e.t.Len(k) > 0 && n.Level < e.t.Nodes[at].Level {
			return true
		}
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

// columnPattern says how surely the texts of a column look like what a field asks
// for, whatever they are called.
func (e *engine) columnPattern(w *want, col *column) float64 {
	sum, n := 0.0, 0
	for i := range col.parts {
		p := &col.parts[i]
		if p.id == content.None {
			continue
		}
		n++
		if e.partLen(p) > maxPattern || w.shape != lexicon.Address && e.isDivided(p) {
			continue
		}
		best := 0.0
		for _, text := range e.partValues(w, p) {
			best = max(best, e.pattern(w, text))
		}
		sum += best
	}
	if n == 0 || sum*2 < float64(n) {
		return 0
	}
	return sum / float64(n)
}

// textForm says how much the form of a piece of text alone speaks for it.
func (e *engine) textForm(w *want, p *part) float64 {
	text := e.partText(p)
	form := e.w.ColumnForm
	switch w.shape {
	case lexicon.Date:
		if w.ofOther {
			return 0
		}
		if _, from, to, ok := read.FindDate(text, e.x.Locale, e.t.Loaded); ok && (to-from)*2 > len(text) {
			return form
		}
	case lexicon.Price:
		if concept := w.concept.String(); concept == "price" || concept == "saleprice" || concept == "total" {
			if _, ok := read.MarkedPrice(text, e.x.Locale); ok && !e.struck(p.id) {
				return form
			}
		}
	case lexicon.Phone:
		if _, ok := read.Phone(text); ok {
			return form
		}
	case lexicon.Email:
		if _, ok := read.Email(text); ok {
			return form
		}
	}
	if concept := w.concept.String(); (concept == "title" || concept == "name") && e.t.Nodes[p.id].Role == content.Heading {
		return form
	}
	return 0
}

// isOutOf reports whether a text is a rating and nothing else: "4/5", "4.5 / 10".
func isOutOf(s string) bool {
	value, of, ok := strings.Cut(s, "/")
	of = strings.TrimSpace(of)
	return ok && (of == "5" || of == "10") && read.IsBareNumber(strings.TrimSpace(value))
}

// undivided is less than 1 for a column that holds more than text: a date, a
// heading or a name of its own.
func (e *engine) undivided(col *column) float64 {
	dates, headings, n := 0, 0, 0
	if len(col.parts) > 0 && col.isText() {
		return 1
	}
	for i := range col.parts {
		id := col.parts[i].id
		if id == content.None || col.parts[i].isText() {
			continue
		}
		n++
		end := e.t.Nodes[id].End
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
	for i := range col.parts {
		p := &col.parts[i]
		if p.id == content.None {
			continue
		}
		if e.isMembership(p) {
			return true
		}
		parts++
		if k := e.labelOf(p); k != evidence.NoKey && !e.x.Keys[k].Dated() {
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

// headingBonus favours links in, around or beside a record's heading.
func (e *engine) headingBonus(id content.ID) float64 {
	t := e.t
	if t.Region(id)&tree.InHeading != 0 {
		return 0.15
	}
	for k := id + 1; k < t.Nodes[id].End && k < id+20; k++ {
		if t.Nodes[k].Role == content.Heading {
			return 0.15
		}
	}
	return 0
}
