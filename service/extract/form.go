package extract

import (
	"slices"
	"sort"
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
	"assay/service/extract/tree"
)

// byForm adds the values that need no name: their form and place tell what they
// are. Only fields of a known concept are answered so.
func (f *finder) byForm() {
	e := f.e
	if f.isTitle && !f.w.ofOther {
		f.title()
	}
	switch name := f.w.concept.String(); name {
	case "date", "published", "year":
		if f.s.whole {
			f.issues()
		}
		if name != "year" {
			f.dates()
		}
	case "price", "saleprice", "oldprice":
		if f.w.isOnly("price", "saleprice", "oldprice") {
			f.prices()
		}
	case "phone":
		f.marked(e.x.Phones, e.w.Phone)
	case "email":
		f.marked(e.x.Emails, e.w.Email)
	case "street":
		f.postal(name)
		f.addresses()
	case "city", "postcode":
		f.postal(name)
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
	case "brand":
		if f.s.whole {
			f.brands()
		}
	case "organization", "site", "publisher", "seller":
		if f.s.whole && f.w.isOnly("organization", "site", "publisher", "seller", "name", "title") { // a store_locator is no store
			f.organization(name == "organization" || name == "site")
		}
	case "author", "username":
		f.bylines()
		f.members()
	case "totaltime", "duration":
		if len(f.qualifiers()) == 0 {
			f.durations()
		}
	case "availability":
		f.stock()
		f.buttons()
	case "url":
		f.canonical()
	case "website":
		f.hosts()
	case "image":
		if f.s.whole && f.w.isOnly("image") {
			f.leadImage()
		}
	case "code":
		f.code()
	case "category":
		if f.s.whole && f.w.isOnly("category") {
			f.section()
		}
	case "model":
		if f.s.whole {
			f.model()
		}
	case "jobtitle":
		if f.s.whole && lexicon.IsValue(f.w.concept, e.h1()) {
			f.add(evidence.Heading, e.x.H1, e.headingText(e.x.H1), e.w.H1)
		}
	case "rating":
		f.ratings()
		f.certificates()
	case "caption":
		f.captions(false)
	case "photographer":
		f.captions(true)
	case "subtitle":
		if f.s.whole {
			f.standfirst()
		}
	case "description":
		if f.s.whole {
			f.lead()
		}
	}
	f.credits()
	f.profiles()
	f.counted()
	if f.s.whole {
		f.nearby()
		f.ofKind()
	}
	switch f.w.shape {
	case lexicon.URL:
		f.linksNamed()
	case lexicon.Boolean:
		f.listed()
	}
}

// members takes the links of a record that lead to the page of somebody.
func (f *finder) members() {
	if f.s.whole {
		return
	}
	e := f.e
	i := sort.Search(len(e.x.Links), func(i int) bool { return e.x.Links[i] >= f.s.from })
	for ; i < len(e.x.Links) && f.s.holds(e.x.Links[i]); i++ {
		if id := e.x.Links[i]; e.t.Len(id) > 1 && e.t.Len(id) < 50 && e.leadsToPerson(id) {
			f.add(evidence.Typed, id, e.t.Text(id), e.w.Byline)
			return
		}
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

func (e *engine) titleNode() content.ID {
	for i := range e.t.Nodes {
		if e.t.Tag(content.ID(i)) == "title" {
			return content.ID(i)
		}
	}
	return content.None
}

// namesPage reports whether a field asks for the name of what the page is about, by
// what it is: the fund_name of a page whose heading says that it is a fund, or stands
// in a box of that name.
func (e *engine) namesPage(w *want) bool {
	if !w.endsInName() || len(w.name) != 2 || w.typ != 0 || e.x.H1 == content.None {
		return false
	}
	kind := &w.name[0]
	if shape := kind.Concept.Shape(); kind.Want < 0.5 || kind.Concept != 0 && (shape == lexicon.Person || shape == lexicon.Org) {
		return false
	}
	for _, word := range lexicon.Words(e.h1()) {
		if lexicon.Stem(word) == kind.Word {
			return true
		}
	}
	for at, up := e.x.H1, 0; at != content.None && up < 3; at, up = e.t.Nodes[at].Parent, up+1 {
		for _, word := range lexicon.Words(e.t.Value(at, "class") + " " + e.t.Value(at, "id")) {
			if lexicon.Stem(word) == kind.Word {
				return true
			}
		}
	}
	return false
}

// title takes the page's heading, the title element, and the line of the page
// that the title element begins with.
func (f *finder) title() {
	e := f.e
	if !f.s.whole {
		if e.x.H1 != content.None && f.s.holds(e.x.H1) {
			f.add(evidence.Heading, e.x.H1, strings.TrimRight(e.firstRun(e.x.H1), "¶# "), e.w.H1)
			return
		}
		for i := range e.x.Sections {
			s := &e.x.Sections[i]
			if f.s.name != nil && e.similarity(f.s.name, s.Key) >= 0.6 {
				continue // the name of the part, not of what it describes
			}
			if f.s.holds(s.Heading) {
				f.add(evidence.Heading, s.Heading, e.t.Text(s.Heading), e.w.H1*0.9)
				return
			}
		}
		return
	}
	if e.x.H1 != content.None {
		strength := e.w.H1
		if e.t.LinkLen(e.x.H1) == e.t.Len(e.x.H1) && e.t.Len(e.x.H1)*2 < len(e.x.Title) {
			strength *= 0.75 // the site's name linked to its front page
		}
		f.add(evidence.Heading, e.x.H1, e.headingText(e.x.H1), strength)
	}
	if e.x.Title == "" {
		return
	}
	about, _ := splitTitle(e.x.Title, e.h1())
	f.add(evidence.Typed, e.titleNode(), about, e.w.TitleTag)
	lower := strings.ToLower(e.x.Title)
	best, at := 0, -1
	for i := range e.t.Lines {
		line := &e.t.Lines[i]
		size := int(line.To - line.From)
		if size < 4 || size <= best || size > len(lower)+8 || e.t.Region(line.First)&(tree.InNav|tree.InFooter|tree.InRelated) != 0 {
			continue
		}
		if text := strings.ToLower(e.t.LineText(i)); strings.HasPrefix(lower, text) {
			best, at = size, i
		}
	}
	if at >= 0 && best*8 > len(lower) {
		f.add(evidence.Heading, e.t.LineNode(at), e.t.LineText(at), e.w.TitleTag*1.1)
	}
	for i := range e.x.Sections { // the part of a heading before its subtitle
		id := e.x.Sections[i].Heading
		text := strings.TrimSpace(e.firstRun(id))
		if len(text) > 3 && len(text)+1 < e.t.Len(id) && len(text)*8 > len(lower) && strings.HasPrefix(lower, strings.ToLower(text)) && e.t.Region(id)&tree.Aside == 0 {
			f.add(evidence.Heading, id, text, e.w.TitleTag*1.1)
			return
		}
	}
}

// firstRun returns the first text of an element.
func (e *engine) firstRun(id content.ID) string {
	for k := id + 1; k < e.t.Nodes[id].End; k++ {
		if n := &e.t.Nodes[k]; n.Kind == content.Text && strings.TrimSpace(e.t.Chars(k)) != "" {
			return strings.Join(strings.Fields(e.t.Chars(k)), " ")
		}
	}
	return ""
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
			f.add(evidence.Typed, m.Node, m.Text, s*f.e.place(f.w, m.Node, f.s))
		}
	}
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

// code takes the first block of code.
func (f *finder) code() {
	for id := f.s.from; id < f.s.to; id++ {
		if n := &f.e.t.Nodes[id]; f.e.t.Tag(id) == "pre" && !n.Hidden && f.e.t.Len(id) > 0 {
			f.add(evidence.Name, id, f.e.t.Prose(id), f.e.w.Kind[evidence.Name])
			return
		}
	}
}

// canonical takes the page's own address, or the only link of a page that does
// not give it.
func (f *finder) canonical() {
	e := f.e
	if !f.s.whole || !f.w.isOnly("url") {
		return
	}
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
