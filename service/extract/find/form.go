package find

import (
	"slices"
	"strings"
	"unicode"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/read"
	"assay/service/extract/tree"
)

// byForm adds the values that need no name: their form and place tell what they
// are.
func byForm(f *finder) {
	concept := f.w.Concept.String()
	byFormOf(f, concept)
	if f.s.Whole {
		byPlaceOf(f, concept)
	}
	if letters := sideLetters[strings.TrimSuffix(strings.ToLower(f.w.Query.Name), "_"+f.w.Measure)]; letters != "" {
		f.side(letters)
	}
	f.credits()
	f.counted()
	if f.s.Whole {
		f.nearby()
	}
	switch f.w.Shape {
	case lexicon.URL:
		f.linksNamed()
	case lexicon.Boolean:
		f.listed()
	}
}

// byFormOf adds the values of a known concept that are told by their form in any part
// of a page.
func byFormOf(f *finder, concept string) {
	if f.isTitle && !f.w.OfOther {
		f.title()
	}
	switch concept {
	case "date", "published":
		f.dates()
	case "price", "saleprice", "oldprice":
		if f.w.IsOnly("price", "saleprice", "oldprice") {
			f.prices()
		}
	case "rating":
		if f.w.IsOnly("rating") {
			f.ratings()
		}
	case "phone":
		f.marked(f.Engine.Index.Phones, f.Engine.Weights.Phone)
	case "email":
		f.marked(f.Engine.Index.Emails, f.Engine.Weights.Email)
	case "street":
		f.postal(concept)
		f.addresses()
	case "city", "postcode":
		f.postal(concept)
	case "region":
		if f.isAlone(concept) {
			f.postal(concept)
		}
	case "currency":
		f.currencies()
	case "latitude":
		f.withinLines(latitude)
	case "longitude":
		f.withinLines(longitude)
	case "discount":
		if f.isAlone(concept) {
			f.withinLines(f.reduction)
		}
	case "version":
		if f.isAlone(concept) {
			f.withinLines(version)
		}
	case "address", "location":
		f.addresses()
	case "hours":
		if f.w.IsOnly("hours") { // those of Monday, of the kitchen, have a name
			f.hours()
		}
	case "content", "comment", "post":
		if len(qualifiers(f)) == 0 {
			f.mainText()
		}
	case "author", "username":
		f.bylines()
	case "totaltime", "duration":
		if len(qualifiers(f)) == 0 {
			f.durations()
		}
	case "time", "endtime":
		f.clocks()
	case "availability":
		f.stock()
		f.buttons()
	case "caption":
		f.captions(false)
	case "photographer":
		f.captions(true)
	}
}

// byPlaceOf adds the values of a known concept that are told by where they stand on the
// page as a whole.
func byPlaceOf(f *finder, concept string) {
	switch concept {
	case "brand":
		f.brands()
	case "organization", "site", "publisher", "seller":
		if f.w.IsOnly("organization", "site", "publisher", "seller", "name", "title") { // a store_locator is no store
			f.organization(concept == "organization" || concept == "site")
		}
	case "url":
		if f.w.IsOnly("url") {
			f.canonical()
		}
	case "image":
		if f.w.IsOnly("image") {
			f.leadImage()
		}
	case "subtitle":
		f.standfirst()
	case "description":
		f.lead()
	}
}

// dates takes unnamed dates, the nearer to the heading the better.
func (f *finder) dates() {
	e := f.Engine
	dates := meant(f, e.Index.Dates)
	for i := range dates {
		m := &dates[i]
		if !f.s.Holds(m.Node) {
			continue
		}
		strength := e.Weights.FirstDate * e.Place(f.w, m.Node, f.s)
		if f.s.Whole && e.Index.H1 != content.None {
			distance := m.From - e.Tree.To(e.Index.H1)
			switch {
			case distance >= 0 && distance < 400:
				strength *= 1.2
			case distance < 0 && distance > -300:
				strength *= 1.1
			}
		}
		if e.Tree.Nodes[m.Node].Role == content.Time {
			strength *= 1.15
		} else if line := e.Tree.Len(m.Node); line > 160 {
			strength *= 0.5 // a date within running text
		}
		f.add(evidence.Typed, m.Node, m.Text, strength)
	}
}

// clocks takes the times of day that stand after dates: "3 March 2025, 18:30 – 20:00".
func (f *finder) clocks() {
	t := f.Engine.Tree
	for _, m := range meant(f, f.Engine.Index.Dates) {
		if !f.s.Holds(m.Node) || m.To == 0 || t.Nodes[m.Node].Role == content.Link {
			continue
		}
		line := t.Lines[min(t.LineAt(m.From), len(t.Lines)-1)]
		rest := t.Raw(m.From, max(m.To, min(line.To, m.To+maxAfterDate)))
		clocks := read.Clocks(rest)
		if len(clocks) == 0 || strings.Index(rest, clocks[0]) > int(m.To-m.From)+len(", at ") {
			continue
		}
		f.add(evidence.Typed, m.Node, strings.Join(clocks, " – "), f.Engine.Weights.FirstDate*f.Engine.Place(f.w, m.Node, f.s))
	}
}

// maxAfterDate is how far after a date, in bytes, times of day may end.
const maxAfterDate = 24

// prices takes unnamed prices: for what a thing did cost only those struck through.
func (f *finder) prices() {
	e := f.Engine
	if f.w.Concept.String() == "oldprice" {
		f.struckPrices()
		return
	}
	for i := range e.Index.Prices {
		m := &e.Index.Prices[i]
		if !f.s.Holds(m.Node) {
			continue
		}
		strength := e.Weights.FirstPrice * e.Place(f.w, m.Node, f.s)
		if f.s.Whole && e.Index.H1 != content.None {
			if distance := m.From - e.Tree.To(e.Index.H1); distance >= 0 && distance < 1500 {
				strength *= 1.15
			}
		}
		text := m.Text
		if e.Tree.Text(m.Node) == text { // an element of its own, maybe with a former price
			text = e.CurrentPrice(m.Node)
		}
		f.add(evidence.Typed, m.Node, text, strength)
	}
}

// ratings takes scores with their scale from short lines: "4.6 out of 5 (212 reviews)".
func (f *finder) ratings() {
	t := f.Engine.Tree
	for i := range t.Lines {
		line := &t.Lines[i]
		if line.To-line.From > maxScoreLine || !f.s.Holds(line.First) {
			continue
		}
		if score, ok := read.ScoreOfReviews(t.LineText(i), f.Engine.Index.Locale); ok {
			node := t.LineNode(i)
			f.add(evidence.Typed, node, score, scoreInLine*f.Engine.Place(f.w, node, f.s))
		}
	}
}

const (
	maxScoreLine = 100  // bytes of a line with a score
	scoreInLine  = 0.75 // how far a score with its scale is believed to be the rating
)

// struckPrices takes what is struck through: it is surer than any word for it.
func (f *finder) struckPrices() {
	e := f.Engine
	for id := f.s.From; id < f.s.To; id++ {
		if !e.Tree.Nodes[id].Hidden && e.Tree.Len(id) > 0 && e.Tree.Len(id) <= onpage.MaxFormer && e.IsFormer(id) {
			f.add(evidence.Typed, id, e.Tree.Text(id), wasStruck*e.Place(f.w, id, f.s))
			id = e.Tree.Nodes[id].End - 1
		}
	}
}

// wasStruck is how far a price that is struck through is believed to be the former one.
const wasStruck = 0.9

func (f *finder) marked(marks []evidence.Mark, strength float64) {
	marks = meant(f, marks)
	for i := range marks {
		if m := &marks[i]; f.s.Holds(m.Node) {
			s := strength
			if f.Engine.Tree.Nodes[m.Node].Role == content.Link {
				s *= 1.15
			}
			if f.w.Shape == lexicon.Phone && countDigits(m.Text) < wholePhone {
				s *= localPhone
			}
			f.add(evidence.Typed, m.Node, m.Text, s*f.Engine.Place(f.w, m.Node, f.s))
		}
	}
}

const (
	wholePhone = 9    // digits of a telephone number with its area code, at least
	localPhone = 0.85 // factor for one without: it may be some other number
)

func countDigits(s string) int {
	n := 0
	for _, r := range s {
		if unicode.IsDigit(r) {
			n++
		}
	}
	return n
}

func (f *finder) mainText() {
	e := f.Engine
	if !f.s.Whole {
		f.add(evidence.Typed, f.s.From, e.Tree.Prose(f.s.From), e.Weights.MainText*0.6)
		return
	}
	if text, node := e.MainText(); text != "" {
		f.add(evidence.Typed, node, text, e.Weights.MainText*1.2)
	}
}

// leadImage takes the picture of the page's subject: the one described by the words
// of the heading, else the first that is large or follows it.
func (f *finder) leadImage() {
	e := f.Engine
	heading := lexicon.Words(e.H1())
	for _, id := range e.Index.Images {
		if e.Tree.Nodes[id].Hidden || e.Tree.Region(id)&(tree.Aside|tree.InComments) != 0 {
			continue
		}
		strength := 0.0
		hits := 0
		for _, word := range lexicon.Words(e.Tree.Value(id, "alt")) {
			if slices.Contains(heading, word) {
				hits++
			}
		}
		switch {
		case len(heading) > 0 && hits*2 >= len(heading):
			strength = 0.7
		case e.Tree.Region(id)&tree.InMain != 0 && e.Tree.Region(id)&tree.InLink == 0:
			strength = 0.45
		}
		f.add(evidence.Typed, id, onpage.ImageSource(e.Tree.Document, id), strength)
	}
}

// canonical takes the page's own address, or the only link of a page that does
// not give it.
func (f *finder) canonical() {
	e := f.Engine
	for i := range e.Tree.Nodes {
		if id := content.ID(i); e.Tree.Tag(id) == "link" && strings.EqualFold(e.Tree.Value(id, "rel"), "canonical") {
			f.add(evidence.Meta, id, e.Tree.Value(id, "href"), e.Weights.Canonical)
			return
		}
	}
	if len(e.Index.Links) == 1 { // there is no other it could be
		id := e.Index.Links[0]
		f.add(evidence.Typed, id, e.Tree.Value(id, "href"), e.Weights.LinkText)
	}
}

// linkName returns the name of an address without the words that say that it is one:
// what is written on the link.
func linkName(name string) string {
	words := lexicon.Words(name)
	for n := len(words); n > 1; n-- {
		switch words[n-1] {
		case "url", "link", "href", "page":
			words = words[:n-1]
			continue
		}
		break
	}
	return strings.Join(words, " ")
}

// linksNamed takes links whose text names the field.
func (f *finder) linksNamed() {
	e := f.Engine
	for _, id := range e.Index.Links {
		if !f.s.Holds(id) || e.Tree.Len(id) == 0 || e.Tree.Len(id) > 50 {
			continue
		}
		s := e.TextSimilarity(f.w, e.Tree.Text(id))
		if s < e.Weights.MinSimilarity {
			s = pathName * e.TextSimilarity(f.w, lastStep(e.Tree.Value(id, "href")))
		}
		if onpage.SameLetters(linkName(f.w.Query.Name), e.Tree.Text(id)) {
			s = 1
		}
		if e.Tree.Region(id)&(tree.InNav|tree.InFooter|tree.InHeader) != 0 && onpage.SameLetters(linkName(f.w.Query.Name)+"s", e.Tree.Text(id)) {
			continue // the site's videos are not the page's video
		}
		if s >= e.Weights.MinSimilarity {
			f.add(evidence.Typed, id, e.Tree.Value(id, "href"), e.Weights.LinkText*s*max(e.Place(f.w, id, f.s), s*s*s-0.2))
		}
	}
}

// pathName is how much the end of an address tells of where it leads.
const pathName = 0.8

// lastStep returns the last step of an address's path, without its ending.
func lastStep(href string) string {
	path, _, _ := strings.Cut(href, "?")
	path, _, _ = strings.Cut(path, "#")
	path = strings.TrimRight(path, "/")
	path = path[strings.LastIndexByte(path, '/')+1:]
	path, _, _ = strings.Cut(path, ".")
	if len(path) > 40 || strings.ContainsAny(path, ":@%0123456789") {
		return ""
	}
	return path
}

func isContact(s lexicon.Shape) bool {
	return s == lexicon.Phone || s == lexicon.Email || s == lexicon.Address || s == lexicon.Hours || s == lexicon.Org
}

// stock reads whether the page's product is to be had from words near its heading.
func (f *finder) stock() {
	e := f.Engine
	for i := range e.Tree.Lines {
		line := &e.Tree.Lines[i]
		if line.To-line.From > 70 || !f.s.Holds(line.First) || isConcealed(e, line.First) {
			continue
		}
		text := e.Tree.LineText(i)
		if _, ok := read.Boolean(text); ok && len(text) > 3 {
			f.add(evidence.Typed, e.Tree.LineNode(i), text, e.Weights.Stock*stockPlace(e, line.First))
		}
	}
}

// isConcealed reports whether a text is in an element whose class hides it until a
// script shows it.
func isConcealed(e *Engine, id content.ID) bool {
	for up := 0; id != content.None && up < 4; id, up = e.Tree.Nodes[id].Parent, up+1 {
		for name := range strings.FieldsSeq(e.Tree.Value(id, "class")) {
			if name == "hidden" || name == "hide" || name == "is-hidden" || name == "d-none" {
				return !strings.Contains(e.Tree.Value(id, "class"), ":") // but on small screens
			}
		}
	}
	return false
}

// buttons takes what is written on buttons that are not text: form fields and
// pictures.
func (f *finder) buttons() {
	e := f.Engine
	for i := range e.Tree.Nodes {
		id := content.ID(i)
		n := &e.Tree.Nodes[i]
		if n.Hidden || !f.s.Holds(id) {
			continue
		}
		label := ""
		switch e.Tree.Tag(id) {
		case "input":
			if kind := strings.ToLower(e.Tree.Value(id, "type")); kind == "submit" || kind == "button" || kind == "image" {
				label = e.Tree.Value(id, "value")
			}
		case "img", "button":
			if label = e.Tree.Value(id, "alt"); label == "" {
				label = e.Tree.Value(id, "aria-label")
			}
		}
		if len(label) < 4 || len(label) > 40 {
			continue
		}
		if _, ok := read.Boolean(label); ok {
			f.add(evidence.Name, id, label, e.Weights.Stock*stockPlace(e, id))
		}
	}
}

// stockPlace is the factor for the place of a word of stock: forms are where one
// buys.
func stockPlace(e *Engine, id content.ID) float64 {
	if e.Tree.Region(id)&(tree.InRelated|tree.InComments|tree.InNav|tree.InFooter|tree.InHeader) != 0 {
		return e.Weights.Related
	}
	return 1
}
