package extract

import (
	"slices"
	"strings"
	"unicode"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
	"assay/service/extract/tree"
)

// byForm adds the values that need no name: their form and place tell what they
// are.
func (f *finder) byForm() {
	concept := f.w.concept.String()
	f.byFormOf(concept)
	if f.s.whole {
		f.byPlaceOf(concept)
	}
	f.credits()
	f.counted()
	if f.s.whole {
		f.nearby()
	}
	switch f.w.shape {
	case lexicon.URL:
		f.linksNamed()
	case lexicon.Boolean:
		f.listed()
	}
}

// byFormOf adds the values of a known concept that are told by their form in any part
// of a page.
func (f *finder) byFormOf(concept string) {
	if f.isTitle && !f.w.ofOther {
		f.title()
	}
	switch concept {
	case "date", "published":
		f.dates()
	case "price", "saleprice", "oldprice":
		if f.w.isOnly("price", "saleprice", "oldprice") {
			f.prices()
		}
	case "phone":
		f.marked(f.e.x.Phones, f.e.w.Phone)
	case "email":
		f.marked(f.e.x.Emails, f.e.w.Email)
	case "street":
		f.postal(concept)
		f.addresses()
	case "city", "postcode":
		f.postal(concept)
	case "address", "location":
		f.addresses()
	case "hours":
		if f.w.isOnly("hours") { // those of Monday, of the kitchen, have a name
			f.hours()
		}
	case "content", "comment", "post":
		if len(f.qualifiers()) == 0 {
			f.mainText()
		}
	case "author", "username":
		f.bylines()
	case "totaltime", "duration":
		if len(f.qualifiers()) == 0 {
			f.durations()
		}
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
func (f *finder) byPlaceOf(concept string) {
	switch concept {
	case "brand":
		f.brands()
	case "organization", "site", "publisher", "seller":
		if f.w.isOnly("organization", "site", "publisher", "seller", "name", "title") { // a store_locator is no store
			f.organization(concept == "organization" || concept == "site")
		}
	case "url":
		if f.w.isOnly("url") {
			f.canonical()
		}
	case "image":
		if f.w.isOnly("image") {
			f.leadImage()
		}
	case "subtitle":
		f.standfirst()
	case "description":
		f.lead()
	}
}

// isOnly reports whether the field's name tells nothing beyond the concepts: no
// other word narrows it.
func (w *want) isOnly(concepts ...string) bool {
	for _, t := range w.name {
		if t.Concept == 0 {
			if t.Want > 0.5 {
				return false
			}
			continue
		}
		known := false
		for _, c := range concepts {
			known = known || t.Concept.String() == c
		}
		if !known && t.Want > 0.5 {
			return false
		}
	}
	return true
}

// dates takes unnamed dates, the nearer to the heading the better.
func (f *finder) dates() {
	e := f.e
	dates := f.meant(e.x.Dates)
	for i := range dates {
		m := &dates[i]
		if !f.s.holds(m.Node) {
			continue
		}
		strength := e.w.FirstDate * e.place(f.w, m.Node, f.s)
		if f.s.whole && e.x.H1 != content.None {
			distance := m.From - e.t.To(e.x.H1)
			switch {
			case distance >= 0 && distance < 400:
				strength *= 1.2
			case distance < 0 && distance > -300:
				strength *= 1.1
			}
		}
		if e.t.Nodes[m.Node].Role == content.Time {
			strength *= 1.15
		} else if line := e.t.Len(m.Node); line > 160 {
			strength *= 0.5 // a date within running text
		}
		f.add(evidence.Typed, m.Node, m.Text, strength)
	}
}

// prices takes unnamed prices: for what a thing did cost only those struck through.
func (f *finder) prices() {
	e := f.e
	if f.w.concept.String() == "oldprice" {
		f.struckPrices()
		return
	}
	for i := range e.x.Prices {
		m := &e.x.Prices[i]
		if !f.s.holds(m.Node) {
			continue
		}
		strength := e.w.FirstPrice * e.place(f.w, m.Node, f.s)
		if f.s.whole && e.x.H1 != content.None {
			if distance := m.From - e.t.To(e.x.H1); distance >= 0 && distance < 1500 {
				strength *= 1.15
			}
		}
		f.add(evidence.Typed, m.Node, m.Text, strength)
	}
}

// struckPrices takes what is struck through: it is surer than any word for it.
func (f *finder) struckPrices() {
	e := f.e
	for id := f.s.from; id < f.s.to; id++ {
		switch n := &e.t.Nodes[id]; e.t.Tag(id) {
		case "del", "s", "strike":
			if !n.Hidden && e.t.Len(id) > 0 && e.t.Len(id) <= maxStruck {
				f.add(evidence.Typed, id, e.t.Text(id), wasStruck*e.place(f.w, id, f.s))
			}
		}
	}
}

// maxStruck is how long, in bytes, a price that is struck through is with its words.
const maxStruck = 40

// wasStruck is how far a price that is struck through is believed to be the former one.
const wasStruck = 0.9

func (e *engine) struck(id content.ID) bool {
	for up := 0; id != content.None && up < 4; id, up = e.t.Nodes[id].Parent, up+1 {
		switch e.t.Tag(id) {
		case "del", "s", "strike":
			return true
		}
	}
	return false
}

func (f *finder) marked(marks []evidence.Mark, strength float64) {
	marks = f.meant(marks)
	for i := range marks {
		if m := &marks[i]; f.s.holds(m.Node) {
			s := strength
			if f.e.t.Nodes[m.Node].Role == content.Link {
				s *= 1.15
			}
			if f.w.shape == lexicon.Phone && countDigits(m.Text) < wholePhone {
				s *= localPhone
			}
			f.add(evidence.Typed, m.Node, m.Text, s*f.e.place(f.w, m.Node, f.s))
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
	e := f.e
	if !f.s.whole {
		f.add(evidence.Typed, f.s.from, e.t.Prose(f.s.from), e.w.MainText*0.6)
		return
	}
	if text, node := e.mainText(); text != "" {
		f.add(evidence.Typed, node, text, e.w.MainText*1.2)
	}
}

// leadImage takes the picture of the page's subject: the one described by the words
// of the heading, else the first that is large or follows it.
func (f *finder) leadImage() {
	e := f.e
	heading := lexicon.Words(e.h1())
	for _, id := range e.x.Images {
		if e.t.Nodes[id].Hidden || e.t.Region(id)&(tree.Aside|tree.InComments) != 0 {
			continue
		}
		strength := 0.0
		hits := 0
		for _, word := range lexicon.Words(e.t.Value(id, "alt")) {
			if slices.Contains(heading, word) {
				hits++
			}
		}
		switch {
		case len(heading) > 0 && hits*2 >= len(heading):
			strength = 0.7
		case e.t.Region(id)&tree.InMain != 0 && e.t.Region(id)&tree.InLink == 0:
			strength = 0.45
		}
		f.add(evidence.Typed, id, imageSource(e.t.Document, id), strength)
	}
}

// canonical takes the page's own address, or the only link of a page that does
// not give it.
func (f *finder) canonical() {
	e := f.e
	for i := range e.t.Nodes {
		if id := content.ID(i); e.t.Tag(id) == "link" && strings.EqualFold(e.t.Value(id, "rel"), "canonical") {
			f.add(evidence.Meta, id, e.t.Value(id, "href"), e.w.Canonical)
			return
		}
	}
	if len(e.x.Links) == 1 { // there is no other it could be
		id := e.x.Links[0]
		f.add(evidence.Typed, id, e.t.Value(id, "href"), e.w.LinkText)
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
	e := f.e
	for _, id := range e.x.Links {
		if !f.s.holds(id) || e.t.Len(id) == 0 || e.t.Len(id) > 50 {
			continue
		}
		s := e.textSimilarity(f.w, e.t.Text(id))
		if s < e.w.MinSimilarity {
			s = pathName * e.textSimilarity(f.w, lastStep(e.t.Value(id, "href")))
		}
		if sameLetters(linkName(f.w.field.Name), e.t.Text(id)) {
			s = 1
		}
		if e.t.Region(id)&(tree.InNav|tree.InFooter|tree.InHeader) != 0 && sameLetters(linkName(f.w.field.Name)+"s", e.t.Text(id)) {
			continue // the site's videos are not the page's video
		}
		if s >= e.w.MinSimilarity {
			f.add(evidence.Typed, id, e.t.Value(id, "href"), e.w.LinkText*s*max(e.place(f.w, id, f.s), s*s*s-0.2))
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
	e := f.e
	for i := range e.t.Lines {
		line := &e.t.Lines[i]
		if line.To-line.From > 70 || !f.s.holds(line.First) || e.isConcealed(line.First) {
			continue
		}
		text := e.t.LineText(i)
		if _, ok := read.Boolean(text); ok && len(text) > 3 {
			f.add(evidence.Typed, e.t.LineNode(i), text, e.w.Stock*e.stockPlace(line.First))
		}
	}
}

// isConcealed reports whether a text is in an element whose class hides it until a
// script shows it.
func (e *engine) isConcealed(id content.ID) bool {
	for up := 0; id != content.None && up < 4; id, up = e.t.Nodes[id].Parent, up+1 {
		for name := range strings.FieldsSeq(e.t.Value(id, "class")) {
			if name == "hidden" || name == "hide" || name == "is-hidden" || name == "d-none" {
				return !strings.Contains(e.t.Value(id, "class"), ":") // but on small screens
			}
		}
	}
	return false
}

// buttons takes what is written on buttons that are not text: form fields and
// pictures.
func (f *finder) buttons() {
	e := f.e
	for i := range e.t.Nodes {
		id := content.ID(i)
		n := &e.t.Nodes[i]
		if n.Hidden || !f.s.holds(id) {
			continue
		}
		label := ""
		switch e.t.Tag(id) {
		case "input":
			if kind := strings.ToLower(e.t.Value(id, "type")); kind == "submit" || kind == "button" || kind == "image" {
				label = e.t.Value(id, "value")
			}
		case "img", "button":
			if label = e.t.Value(id, "alt"); label == "" {
				label = e.t.Value(id, "aria-label")
			}
		}
		if len(label) < 4 || len(label) > 40 {
			continue
		}
		if _, ok := read.Boolean(label); ok {
			f.add(evidence.Name, id, label, e.w.Stock*e.stockPlace(id))
		}
	}
}

// stockPlace is the factor for the place of a word of stock: forms are where one
// buys.
func (e *engine) stockPlace(id content.ID) float64 {
	if e.t.Region(id)&(tree.InRelated|tree.InComments|tree.InNav|tree.InFooter|tree.InHeader) != 0 {
		return e.w.Related
	}
	return 1
}
