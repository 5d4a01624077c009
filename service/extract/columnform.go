package extract

import (
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

// example is the part of a column by which its form is told.
type example struct {
	*part
	node   *content.Node
	record records.Span // that it is of
	share  float64      // of the record's text that it has
}

// exampleOf returns the first part of a column, or for a price the first that is one:
// some things are free, or sold out.
func (e *engine) exampleOf(w *want, col *column, sample []records.Span) example {
	r := 0
	for r < len(col.parts)-1 && col.parts[r].id == content.None {
		r++
	}
	if w.shape == lexicon.Price {
		r = max(r, slices.IndexFunc(col.parts, func(p part) bool {
			if p.id == content.None || e.partLen(&p) > maxPattern {
				return false
			}
			_, ok := read.MarkedPrice(e.partText(&p), e.x.Locale)
			return ok
		}))
	}
	x := example{part: &col.parts[r], record: sample[r]}
	if x.id != content.None {
		x.node = &e.t.Nodes[x.id]
		x.share = float64(e.t.Len(x.id)) / e.recordSize(x.record)
	}
	return x
}

// recordSize is how much text a record has, and never 0.
func (e *engine) recordSize(sp records.Span) float64 {
	return float64(e.t.SpanLen(sp.From, sp.To)) + 1
}

// columnForm says how much the form and place of a column alone speak for it.
func (e *engine) columnForm(w *want, col *column, sample []records.Span) float64 {
	x := e.exampleOf(w, col, sample)
	if x.id == content.None || col.key != evidence.NoKey {
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
	if w.concept.String() == "reviewcount" && e.areBracketed(col) {
		return e.w.ColumnForm
	}
	if x.isText() {
		return e.textForm(w, x.part)
	}
	switch w.shape {
	case lexicon.Date:
		return e.dateForm(w, col, &x)
	case lexicon.Price:
		return e.priceForm(w, &x)
	case lexicon.Rating:
		return e.ratingForm(&x)
	case lexicon.URL:
		return e.linkForm(w, &x)
	case lexicon.Image:
		if e.t.Tag(x.id) == "img" {
			return e.w.ColumnForm
		}
		return 0
	case lexicon.Phone, lexicon.Email:
		return e.contactForm(&x)
	case lexicon.Prose:
		if e.areStacks(col) || e.areDates(col) {
			return 0
		}
		return e.proseForm(col, &x)
	case lexicon.Person:
		return e.personForm(w, &x)
	case lexicon.Org:
		if e.t.Region(x.id)&tree.InHeading == 0 && e.isPictured(x.id, x.record) {
			return e.w.ColumnForm * 0.9
		}
	}
	return e.wordsForm(w, col, sample, &x)
}

func (e *engine) dateForm(w *want, col *column, x *example) float64 {
	switch {
	case w.isNamedDate(), w.special && !e.areDates(col):
		return 0
	case x.node.Role == content.Time:
		return e.w.ColumnForm + 0.2
	case e.t.Len(x.id) > 60:
		return e.w.ColumnForm * 0.5
	}
	return e.w.ColumnForm
}

func (e *engine) priceForm(w *want, x *example) float64 {
	switch concept := w.concept.String(); {
	case concept == "oldprice" || concept == "discount":
		if !e.struck(x.id) {
			return 0 // without a word for it only what is struck through was the price
		}
		return e.w.ColumnForm
	case w.special, concept != "price" && concept != "saleprice" && concept != "total" && w.concept != 0:
		return 0
	}
	_, marked := read.MarkedPrice(e.t.Text(x.id), e.x.Locale)
	switch {
	case e.struck(x.id), marked && (e.t.Len(x.id) > 60 || e.isMixedPrice(x.part)):
		return e.w.ColumnForm * 0.4
	case marked:
		return e.w.ColumnForm + 0.1
	}
	return 0
}

// isMixedPrice reports whether a part of a record has its price in one of several elements,
// among other things.
func (e *engine) isMixedPrice(p *part) bool {
	if !e.isDivided(p) {
		return false
	}
	price := e.currentPrice(p.id)
	for id := p.id + 1; id < e.t.Nodes[p.id].End; id++ {
		if e.t.Nodes[id].Kind != content.Element || e.t.Len(id) == 0 || 2*e.t.Len(id) > len(price) {
			continue
		}
		if _, ok := read.MarkedPrice(e.t.Text(id), e.x.Locale); ok {
			return true
		}
	}
	return false
}

func (e *engine) ratingForm(x *example) float64 {
	if e.hasScore(x.id) {
		return e.w.ColumnForm + 0.1
	}
	text := e.t.Text(x.id)
	if len(text) < 30 && (strings.ContainsAny(text, "★☆") || isScoreOutOf(text)) {
		return e.w.ColumnForm
	}
	if _, ok := read.Score(text, e.x.Locale); ok && len(text) < maxPattern && (strings.Contains(text, "star") || strings.Contains(text, "rating")) {
		return e.w.ColumnForm * 0.8
	}
	return 0
}

func (e *engine) linkForm(w *want, x *example) float64 {
	if x.node.Role != content.Link {
		return 0
	}
	if w.other && e.textSimilarity(w, e.t.Text(x.id)) < e.w.MinSimilarity && !isInFolder(w, e.t.Value(x.id, "href")) {
		return 0
	}
	if w.concept.String() == "website" && !strings.Contains(e.t.Value(x.id, "href"), "://") {
		return 0 // a page of this site
	}
	return e.w.ColumnForm + 0.25*min(1, x.share*2) + e.headingBonus(x.id)
}

// isInFolder reports whether an address lies in a folder that is called what a field asks
// for: "/book/4711" for booking_url.
func isInFolder(w *want, href string) bool {
	path, _, _ := strings.Cut(href, "?")
	for folder := range strings.SplitSeq(path, "/") {
		folder = strings.ToLower(folder)
		if slices.ContainsFunc(w.name, func(t lexicon.Term) bool {
			return t.Want >= 0.5 && len(folder) > 2 && (lexicon.Stem(folder) == t.Word || folder+"ing" == t.Word)
		}) {
			return true
		}
	}
	return false
}

func (e *engine) contactForm(x *example) float64 {
	switch {
	case e.t.Len(x.id) >= 120:
		return 0
	case e.isDivided(x.part):
		return e.w.ColumnForm * 0.8
	}
	return e.w.ColumnForm
}

// mixedText is the factor for what has hardly a line that was written to be read.
const mixedText = 0.5

func (e *engine) proseForm(col *column, x *example) float64 {
	links := float64(e.t.LinkLen(x.id)) / float64(e.t.Len(x.id)+1)
	v := e.w.ColumnForm * (0.4 + x.share) * (1 - links) * (mixedText + (1-mixedText)*e.writtenShare(col))
	if x.id == x.record.From && x.share > 0.9 {
		v *= 0.75
	}
	if e.t.Region(x.id)&tree.InHeading != 0 {
		v *= 0.3
	}
	return v
}

func (e *engine) personForm(w *want, x *example) float64 {
	t := e.t
	if x.node.Role == content.Link && t.Len(x.id) < 50 && e.leadsToPerson(x.id) {
		return e.w.ColumnForm + 0.05
	}
	late := t.From(x.record.From) + int32(e.recordSize(x.record)/3) + 40
	if size := t.Len(x.id); size <= 1 || size >= 40 || x.share >= 0.5 || t.From(x.id) >= late {
		return 0
	}
	switch t.Tag(x.id) {
	case "cite", "b", "strong", "h3", "h4", "h5", "h6", "a":
		if w.beside && x.node.Role == content.Heading {
			return 0 // the name of the record
		}
		text := t.Text(x.id)
		words := strings.Fields(text)
		if _, fit := e.readPerson(text); fit > 0.9 && !isPhraseOfWords(words) && (w.writes() || areCapitalized(words)) {
			return e.w.ColumnForm * 0.7
		}
	}
	return 0
}

// writes reports whether a person is one of those who write under a name of one word as
// well: who is named beside a talk or a film has two.
func (w *want) writes() bool {
	switch w.concept.String() {
	case "author", "username", "reviewer":
		return true
	}
	return false
}

// wordsForm is columnForm for what may be any words, by what they mean.
func (e *engine) wordsForm(w *want, col *column, sample []records.Span, x *example) float64 {
	concept := w.concept.String()
	if w.typ == 0 && (w.shape == lexicon.Text || w.concept == 0) && w.endsInName() {
		concept = "name"
	}
	switch concept {
	case "title", "name", "site":
		form := e.nameForm(col, sample, x)
		if _, ok := read.Email(e.t.Text(x.id)); ok || e.t.Len(x.id) > 200 {
			form *= 0.3
		}
		return form
	case "subtitle":
		if e.t.Tag(x.id) == "p" && e.t.Len(x.id) <= maxPattern {
			return e.w.ColumnForm * 0.8
		}
	case "brand":
		if e.beginsName(x.id, x.record) {
			return e.w.ColumnForm * 0.8
		}
	case "question":
		if tag := e.t.Tag(x.id); x.node.Role == content.Term || x.node.Role == content.Heading || tag == "summary" || tag == "button" {
			return e.w.ColumnForm + 0.1
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
	for _, p := range col.present() {
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

// columnPattern says how surely the texts of a column look like what a field asks
// for, whatever they are called.
func (e *engine) columnPattern(w *want, col *column) float64 {
	sum, n := 0.0, 0
	for _, p := range col.present() {
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
		if w.isNamedDate() {
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

// isNamedDate reports whether a date is one that pages name: since when the author is a
// member, until when one may apply. A date without a name is when something was written
// or begins.
func (w *want) isNamedDate() bool { return w.ofOther || w.concept.String() == "deadline" }

// isScoreOutOf reports whether a text is a rating and nothing else: "4/5", "4.5 / 10".
func isScoreOutOf(s string) bool {
	value, of, ok := strings.Cut(s, "/")
	of = strings.TrimSpace(of)
	return ok && (of == "5" || of == "10") && read.IsBareNumber(strings.TrimSpace(value))
}

// nameForm is columnForm for what the records are called.
func (e *engine) nameForm(col *column, sample []records.Span, x *example) float64 {
	t, form := e.t, e.w.ColumnForm
	tag := t.Tag(x.id)
	switch {
	case x.node.Role == content.Heading:
		if e.isUnder(x.id, x.record) {
			return (form + 0.15) * e.w.PartHeading
		}
		return form + 0.15
	case x.node.Role == content.Link && t.Region(x.id)&tree.InHeading != 0 && t.Len(x.id) > 2 && !e.isUnder(x.id, x.record):
		return form + 0.1 // the rest of the heading tells something else
	case x.node.Role == content.Link && t.Len(x.id) > 2:
		return form*0.6 + 0.2*min(1, x.share*2) + e.headingBonus(x.id)
	case tag == "b" || tag == "strong":
		return form * 0.6
	case x.node.Role == content.Term || x.node.Role == content.HeaderCell:
		return form * 0.8
	case x.share > 0.98 && t.Len(x.id) < 120 && !e.isDivided(x.part):
		return form * 0.5
	case e.leads(col, sample):
		return form * e.w.FirstWords
	case tag == "img":
		if alt := t.Value(x.id, "alt"); len(alt) > 2 && len(alt) <= maxPattern {
			return form * 0.5
		}
		return 0
	}
	if inner := t.Tag(e.onlyPart(x.id)); inner == "b" || inner == "strong" { // a cell around a bold text
		return form * 0.6
	}
	return 0
}

// leads reports whether the parts of a column are the first plain words of their
// records: what a thing is called where no heading, link or bold text says it. The
// cells of a table have headers.
func (e *engine) leads(col *column, sample []records.Span) bool {
	n := 0
	for r, p := range col.present() {
		if p.isText() {
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

// maxNameText is how long, in bytes, the text of a link or heading may be that names a
// record.
const maxNameText = 200

// beginsName reports whether an element is the first part of the link or heading that
// names a record, and not all of it.
func (e *engine) beginsName(id content.ID, sp records.Span) bool {
	t := e.t
	for at := t.Nodes[id].Parent; at > sp.From; at = t.Nodes[at].Parent {
		if t.From(at) != t.From(id) {
			return false
		}
		if role := t.Nodes[at].Role; role == content.Link || role == content.Heading {
			return t.Len(id)+2 < t.Len(at) && t.Len(at) <= maxNameText
		}
	}
	return false
}

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
