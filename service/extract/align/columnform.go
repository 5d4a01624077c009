package align

import (
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/find"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/read"
	"assay/service/extract/records"
	"assay/service/extract/tree"
)

// example is the part of a column by which its form is told.
type example struct {
	*onpage.Part
	node   *content.Node
	record records.Span // that it is of
	share  float64      // of the record's text that it has
}

// exampleOf returns the first part of a column, or for a price the first that is one:
// some things are free, or sold out.
func exampleOf(e *Engine, w *fields.Field, col *onpage.Column, sample []records.Span) example {
	r := 0
	for r < len(col.Parts)-1 && col.Parts[r].ID == content.None {
		r++
	}
	if w.Shape == lexicon.Price {
		r = max(r, slices.IndexFunc(col.Parts, func(p onpage.Part) bool {
			if p.ID == content.None || e.PartLen(&p) > onpage.MaxPattern {
				return false
			}
			_, ok := read.MarkedPrice(e.PartText(&p), e.Index.Locale)
			return ok
		}))
	}
	x := example{Part: &col.Parts[r], record: sample[r]}
	if x.ID != content.None {
		x.node = &e.Tree.Nodes[x.ID]
		x.share = float64(e.Tree.Len(x.ID)) / recordSize(e, x.record)
	}
	return x
}

// recordSize is how much text a record has, and never 0.
func recordSize(e *Engine, sp records.Span) float64 {
	return float64(e.Tree.SpanLen(sp.From, sp.To)) + 1
}

// columnForm says how much the form and place of a column alone speak for it.
func columnForm(e *Engine, w *fields.Field, col *onpage.Column, sample []records.Span) float64 {
	x := exampleOf(e, w, col, sample)
	if x.ID != content.None && w.Measure != "" && areMeasured(e, w, col) {
		return e.Weights.ColumnForm
	}
	if x.ID == content.None || col.Key != evidence.NoKey {
		return 0
	}
	if w.Concept.String() == "rank" && areOrdinals(e, col) {
		return e.Weights.ColumnForm + 0.2
	}
	if sure := columnPattern(e, w, col); sure > 0 && (!w.Special || w.Concept == 0) {
		return e.Weights.ColumnForm * sure
	}
	if isHowMany(w) {
		if areCounts(e, col) {
			return e.Weights.ColumnForm
		}
		return 0
	}
	if w.Concept.String() == "reviewcount" && areBracketed(e, col) {
		return e.Weights.ColumnForm
	}
	if x.IsText() {
		return textForm(e, w, x.Part)
	}
	switch w.Shape {
	case lexicon.Date:
		return dateForm(e, w, col, &x)
	case lexicon.Price:
		return priceForm(e, w, &x)
	case lexicon.Rating:
		return ratingForm(e, &x)
	case lexicon.URL:
		return linkForm(e, w, &x)
	case lexicon.Image:
		if e.Tree.Tag(x.ID) == "img" {
			return e.Weights.ColumnForm
		}
		return 0
	case lexicon.Phone, lexicon.Email:
		return contactForm(e, &x)
	case lexicon.Prose:
		if areStacks(e, col) || areDates(e, col) || isEmphasis(e.Tree.Tag(x.ID)) {
			return 0
		}
		return proseForm(e, col, &x)
	case lexicon.Person:
		return personForm(e, w, &x)
	case lexicon.Org:
		if e.Tree.Region(x.ID)&tree.InHeading == 0 && isPictured(e, x.ID, x.record) {
			return e.Weights.ColumnForm * 0.9
		}
	}
	return wordsForm(e, w, col, sample, &x)
}

// areMeasured reports whether the parts of a column are amounts in the unit that a field's
// name says, and nothing else.
func areMeasured(e *Engine, w *fields.Field, col *onpage.Column) bool {
	for _, p := range col.Present() {
		if !onpage.InUnits(w, e.PartText(p)) {
			return false
		}
	}
	return true
}

func dateForm(e *Engine, w *fields.Field, col *onpage.Column, x *example) float64 {
	switch {
	case isNamedDate(w), w.Special && !areDates(e, col):
		return 0
	case x.node.Role == content.Time:
		return e.Weights.ColumnForm + 0.2
	case e.Tree.Len(x.ID) > 60:
		return e.Weights.ColumnForm * 0.5
	}
	return e.Weights.ColumnForm
}

func priceForm(e *Engine, w *fields.Field, x *example) float64 {
	switch concept := w.Concept.String(); {
	case concept == "oldprice" || concept == "discount":
		if !e.Struck(x.ID) {
			return 0 // without a word for it only what is struck through was the price
		}
		return e.Weights.ColumnForm
	case w.Special, concept != "price" && concept != "saleprice" && concept != "total" && w.Concept != 0:
		return 0
	}
	_, marked := read.MarkedPrice(e.Tree.Text(x.ID), e.Index.Locale)
	switch {
	case e.Struck(x.ID), marked && (e.Tree.Len(x.ID) > 60 || isMixedPrice(e, x.Part)):
		return e.Weights.ColumnForm * 0.4
	case marked:
		return e.Weights.ColumnForm + 0.1
	}
	return 0
}

// isMixedPrice reports whether a part of a record has its price in one of several elements,
// among other things.
func isMixedPrice(e *Engine, p *onpage.Part) bool {
	if !isDivided(e, p) {
		return false
	}
	price := e.CurrentPrice(p.ID)
	for id := p.ID + 1; id < e.Tree.Nodes[p.ID].End; id++ {
		if e.Tree.Nodes[id].Kind != content.Element || e.Tree.Len(id) == 0 || 2*e.Tree.Len(id) > len(price) {
			continue
		}
		if _, ok := read.MarkedPrice(e.Tree.Text(id), e.Index.Locale); ok {
			return true
		}
	}
	return false
}

func ratingForm(e *Engine, x *example) float64 {
	if hasScore(e, x.ID) {
		return e.Weights.ColumnForm + 0.1
	}
	text := e.Tree.Text(x.ID)
	if len(text) < 30 && (strings.ContainsAny(text, "★☆") || isScoreOutOf(text)) {
		return e.Weights.ColumnForm
	}
	if _, ok := read.Score(text, e.Index.Locale); ok && len(text) < onpage.MaxPattern && (strings.Contains(text, "star") || strings.Contains(text, "rating")) {
		return e.Weights.ColumnForm * 0.8
	}
	return 0
}

func linkForm(e *Engine, w *fields.Field, x *example) float64 {
	if x.node.Role != content.Link {
		return 0
	}
	if w.Other && e.TextSimilarity(w, e.Tree.Text(x.ID)) < e.Weights.MinSimilarity && !isInFolder(w, e.Tree.Value(x.ID, "href")) {
		return 0
	}
	if w.Concept.String() == "website" && !strings.Contains(e.Tree.Value(x.ID, "href"), "://") {
		return 0 // a page of this site
	}
	return e.Weights.ColumnForm + 0.25*min(1, x.share*2) + headingBonus(e, x.ID)
}

// isInFolder reports whether an address lies in a folder that is called what a field asks
// for: "/book/4711" for booking_url.
func isInFolder(w *fields.Field, href string) bool {
	path, _, _ := strings.Cut(href, "?")
	for folder := range strings.SplitSeq(path, "/") {
		folder = strings.ToLower(folder)
		if slices.ContainsFunc(w.Name, func(t lexicon.Term) bool {
			return t.Want >= 0.5 && len(folder) > 2 && (lexicon.Stem(folder) == t.Word || folder+"ing" == t.Word)
		}) {
			return true
		}
	}
	return false
}

func contactForm(e *Engine, x *example) float64 {
	switch {
	case e.Tree.Len(x.ID) >= 120:
		return 0
	case isDivided(e, x.Part):
		return e.Weights.ColumnForm * 0.8
	}
	return e.Weights.ColumnForm
}

// mixedText is the factor for what has hardly a line that was written to be read.
const mixedText = 0.5

func proseForm(e *Engine, col *onpage.Column, x *example) float64 {
	links := float64(e.Tree.LinkLen(x.ID)) / float64(e.Tree.Len(x.ID)+1)
	v := e.Weights.ColumnForm * (0.4 + x.share) * (1 - links) * (mixedText + (1-mixedText)*writtenShare(e, col))
	if x.ID == x.record.From && x.share > 0.9 {
		v *= 0.75
	}
	if e.Tree.Region(x.ID)&tree.InHeading != 0 {
		v *= 0.3
	}
	return v
}

func personForm(e *Engine, w *fields.Field, x *example) float64 {
	t := e.Tree
	if x.node.Role == content.Link && t.Len(x.ID) < 50 && leadsToPerson(e, x.ID) {
		return e.Weights.ColumnForm + 0.05
	}
	late := t.From(x.record.From) + int32(recordSize(e, x.record)/3) + 40
	if size := t.Len(x.ID); size <= 1 || size >= 40 || x.share >= 0.5 || t.From(x.ID) >= late {
		return 0
	}
	switch t.Tag(x.ID) {
	case "cite", "b", "strong", "h3", "h4", "h5", "h6", "a":
		if w.Beside && x.node.Role == content.Heading {
			return 0 // the name of the record
		}
		text := t.Text(x.ID)
		words := strings.Fields(text)
		if _, fit := e.ReadPerson(text); fit > 0.9 && !isPhraseOfWords(words) && (writes(w) || AreCapitalized(words)) {
			return e.Weights.ColumnForm * 0.7
		}
	}
	return 0
}

// writes reports whether a person is one of those who write under a name of one word as
// well: who is named beside a talk or a film has two.
func writes(w *fields.Field) bool {
	switch w.Concept.String() {
	case "author", "username", "reviewer":
		return true
	}
	return false
}

// wordsForm is columnForm for what may be any words, by what they mean.
func wordsForm(e *Engine, w *fields.Field, col *onpage.Column, sample []records.Span, x *example) float64 {
	concept := w.Concept.String()
	if w.Own || w.Type == 0 && (w.Shape == lexicon.Text || w.Concept == 0) && w.EndsInName() {
		concept = "name"
	}
	switch concept {
	case "title", "name", "site":
		form := nameForm(e, col, sample, x)
		if _, ok := read.Email(e.Tree.Text(x.ID)); ok || e.Tree.Len(x.ID) > 200 {
			form *= 0.3
		}
		return form
	case "subtitle":
		if e.Tree.Tag(x.ID) == "p" && e.Tree.Len(x.ID) <= onpage.MaxPattern {
			return e.Weights.ColumnForm * 0.8
		}
	case "brand":
		if beginsName(e, x.ID, x.record) {
			return e.Weights.ColumnForm * 0.8
		}
	case "question":
		if tag := e.Tree.Tag(x.ID); x.node.Role == content.Term || x.node.Role == content.Heading || tag == "summary" || tag == "button" {
			return e.Weights.ColumnForm + 0.1
		}
	}
	return 0
}

// minProseLine is how long, in bytes, the longest line of a text is that was written to be
// read; lines that are all shorter are names, choices and buttons, one over the other.
const minProseLine = 40

// areStacks reports whether most parts of a column are several short lines and no text.
func areStacks(e *Engine, col *onpage.Column) bool {
	stacks, n := 0, 0
	for _, p := range col.Present() {
		n++
		longest, lines := int32(0), 0
		first, last := e.Tree.LinesOf(p.ID)
		for k := first; k < last; k++ {
			longest, lines = max(longest, e.Tree.Lines[k].To-e.Tree.Lines[k].From), lines+1
		}
		if lines > 1 && longest < minProseLine {
			stacks++
		}
	}
	return stacks*2 > n
}

// areOrdinals reports whether the parts of a column count the records.
func areOrdinals(e *Engine, col *onpage.Column) bool {
	last := 0
	for i := range col.Parts {
		p := &col.Parts[i]
		if p.ID == content.None || e.PartLen(p) > 4 {
			return false
		}
		n, err := strconv.Atoi(strings.Trim(e.PartText(p), "#. "))
		if err != nil || last > 0 && n <= last {
			return false
		}
		last = n
	}
	return last > 1 && last <= 10*len(col.Parts)
}

// leadsToPerson reports whether a link leads to the page of somebody.
func leadsToPerson(e *Engine, id content.ID) bool {
	href := strings.ToLower(e.Tree.Value(id, "href"))
	for _, mark := range [...]string{"user", "member", "profile", "author", "/u/", "people", "memberlist"} {
		if strings.Contains(href, mark) {
			return true
		}
	}
	return false
}

// isPictured reports whether a picture of a record is called just what one of its parts
// says, as the logo of a firm.
func isPictured(e *Engine, id content.ID, sp records.Span) bool {
	text := e.Tree.Text(id)
	if len(text) < 2 || len(text) > onpage.MaxPattern {
		return false
	}
	i := sort.Search(len(e.Index.Images), func(i int) bool { return e.Index.Images[i] >= sp.From })
	for ; i < len(e.Index.Images) && e.Index.Images[i] < sp.To; i++ {
		alt := strings.TrimSpace(e.Tree.Value(e.Index.Images[i], "alt"))
		if strings.EqualFold(alt, text) || strings.EqualFold(alt, text+" logo") {
			return true
		}
	}
	return false
}

// columnPattern says how surely the texts of a column look like what a field asks
// for, whatever they are called.
func columnPattern(e *Engine, w *fields.Field, col *onpage.Column) float64 {
	sum, n := 0.0, 0
	for _, p := range col.Present() {
		n++
		if e.PartLen(p) > onpage.MaxPattern || w.Shape != lexicon.Address && isDivided(e, p) {
			continue
		}
		best := 0.0
		for _, text := range e.PartValues(w, p) {
			best = max(best, Pattern(e, w, text))
		}
		sum += best
	}
	if n == 0 || sum*2 < float64(n) {
		return 0
	}
	return sum / float64(n)
}

// textForm says how much the form of a piece of text alone speaks for it.
func textForm(e *Engine, w *fields.Field, p *onpage.Part) float64 {
	text := e.PartText(p)
	form := e.Weights.ColumnForm
	switch w.Shape {
	case lexicon.Date:
		if isNamedDate(w) {
			return 0
		}
		if _, from, to, ok := read.FindDate(text, e.Index.Locale, e.Tree.Loaded); ok && (to-from)*2 > len(text) {
			return form
		}
	case lexicon.Price:
		if concept := w.Concept.String(); concept == "price" || concept == "saleprice" || concept == "total" {
			if _, ok := read.MarkedPrice(text, e.Index.Locale); ok && !e.Struck(p.ID) {
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
	if concept := w.Concept.String(); (concept == "title" || concept == "name") && e.Tree.Nodes[p.ID].Role == content.Heading {
		return form
	}
	return 0
}

// isNamedDate reports whether a date is one that pages name: since when the author is a
// member, until when one may apply. A date without a name is when something was written
// or begins.
func isNamedDate(w *fields.Field) bool { return w.OfOther || w.Concept.String() == "deadline" }

// isScoreOutOf reports whether a text is a rating and nothing else: "4/5", "4.5 / 10".
func isScoreOutOf(s string) bool {
	value, of, ok := strings.Cut(s, "/")
	of = strings.TrimSpace(of)
	return ok && (of == "5" || of == "10") && read.IsBareNumber(strings.TrimSpace(value))
}

// areBracketed reports whether the parts of a column are counts in brackets: as what is
// rated says how often, "(212)".
func areBracketed(e *Engine, col *onpage.Column) bool {
	return areCounts(e, col) && col.All(func(p *onpage.Part) bool { return strings.HasPrefix(strings.TrimSpace(e.PartText(p)), "(") })
}

// areCounted reports whether the parts of a column each say how many there are of
// something: "25 posts", "18 months".
func areCounted(e *Engine, col *onpage.Column) bool {
	return col.All(func(p *onpage.Part) bool {
		number, noun, ok := strings.Cut(strings.TrimSpace(e.PartText(p)), " ")
		return ok && find.IsCount(number) && !strings.ContainsFunc(noun, func(r rune) bool { return !unicode.IsLower(r) })
	})
}

// AreFormed reports whether most records have a text that by its form alone is what a
// field asks for, at whatever place: what stands before it is not in all of them.
func (e *Engine) AreFormed(f *fields.Field, sample []records.Span) bool {
	if f.Type != 0 || !f.Query.IsLeaf() || f.Query.List || SideOf(f) == onpage.AddressSide || f.Shape == lexicon.Clock || f.Special && f.Concept != 0 {
		return false
	}
	n := 0
	for _, sp := range sample {
		if e.Formed(f, sp).JSON != "" {
			n++
		}
	}
	return n*5 >= len(sample)*3
}

// Formed returns the first text of a record whose form alone tells that it is what a
// field asks for.
func (e *Engine) Formed(f *fields.Field, sp records.Span) fields.Value {
	v := fields.Value{Node: content.None}
	e.Walk(sp, func(p onpage.Part) bool {
		if p.Key != evidence.NoKey || e.PartLen(&p) > onpage.MaxPattern || e.PartLen(&p) == 0 || isDivided(e, &p) {
			return true
		}
		text := e.PartText(&p)
		sure := Pattern(e, f, text)
		if sure < MinFormed {
			return true
		}
		if encoded, fit := e.Read(f, text); fit > 0 && encoded != `""` {
			v = fields.Value{JSON: encoded, Text: text, Node: p.ID, Kind: evidence.Record, Score: min(0.99, e.Weights.ColumnForm*sure*fit)}
			return false
		}
		return true
	})
	return v
}

// formedIn returns what within a part of a record has the form that a field asks for, if
// the part as a whole does not: the number of a version before a mark beside it, a
// distance after the name of a place.
func formedIn(e *Engine, f *fields.Field, p *onpage.Part) fields.Value {
	none := fields.Value{Node: content.None}
	if f.Type != 0 || p.Key != evidence.NoKey || p.IsText() || e.PartLen(p) > onpage.MaxPattern || SideOf(f) == onpage.AddressSide || f.Shape == lexicon.Clock || Pattern(e, f, e.PartText(p)) > 0 {
		return none
	}
	return e.Formed(f, records.Span{From: p.ID, To: e.Tree.Nodes[p.ID].End})
}

// hasScore reports whether an element draws a rating.
func hasScore(e *Engine, id content.ID) bool { return e.ScoreText(id) != "" }

// isIcon reports whether the address of a picture is that of a drawing that pages are
// decorated with.
func isIcon(source string) bool {
	path, _, _ := strings.Cut(strings.ToLower(source), "?")
	return strings.HasSuffix(path, ".svg") || strings.HasSuffix(path, ".gif") || strings.Contains(path, "logo") || strings.Contains(path, "icon")
}

// isPhraseOfWords reports whether a text begins like a sentence and goes on like one:
// "Sized small", unlike "Ann Lee" and "Vincent van Gogh".
func isPhraseOfWords(words []string) bool {
	if first, _ := utf8.DecodeRuneInString(words[0]); !unicode.IsUpper(first) {
		return false
	}
	for _, word := range words[1:] {
		if r, _ := utf8.DecodeRuneInString(word); !unicode.IsLower(r) {
			continue
		}
		switch strings.Trim(word, ".,") {
		case "van", "von", "vom", "zu", "zum", "der", "den", "de", "da", "do", "dos", "das", "di", "del", "della", "du", "la", "le", "el", "al", "bin", "ibn", "ter", "ten", "af", "av", "y", "e", "and", "und", "et", "og", "och", "en", "with", "mit", "für", "for", "in", "at", "from", "aus":
		default:
			return true
		}
	}
	return false
}

// writtenShare returns the share of the texts of a column that is in lines written to be read,
// or 1 if none is: people write in short lines, too.
func writtenShare(e *Engine, col *onpage.Column) float64 {
	running, all := 0, 0
	for i := range col.Parts {
		p := &col.Parts[i]
		if p.ID == content.None || p.IsText() {
			continue
		}
		first, last := e.Tree.LinesOf(p.ID)
		for k := first; k < last; k++ {
			line := e.Tree.LineText(k)
			all += len(line)
			if onpage.IsSentence(line) {
				running += len(line)
			}
		}
	}
	if running == 0 {
		return 1
	}
	return float64(running) / float64(all)
}
