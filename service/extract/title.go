package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/tree"
)

// agreeWithTitle lowers the candidates for the page's title that share no words
// with its title element: they head some box of the page. What data says under a
// title's name may be the firm, or a question that the page answers.
func (f *finder) agreeWithTitle() {
	title := lexicon.Words(f.e.x.Title)
	if len(title) == 0 {
		return
	}
	in := make(map[string]bool, len(title))
	for _, w := range title {
		in[w] = true
	}
	told := f.subjectTold()
	for i := range f.found {
		v := &f.found[i]
		structured := false
		switch v.kind {
		case evidence.Name, evidence.Heading, evidence.Label:
		case evidence.JSONLD, evidence.Microdata, evidence.RDFa, evidence.State:
			if told {
				continue
			}
			structured = true
		default:
			continue
		}
		hits, n := 0, 0
		for _, w := range lexicon.Words(v.text) {
			n++
			if in[w] {
				hits++
			}
		}
		if n == 0 {
			continue
		}
		if structured {
			if strings.EqualFold(v.text, f.e.site) {
				v.score *= 1 - f.e.w.Untitled
				continue
			}
			if hits*2 > n {
				continue // a longer or shorter form of the title
			}
		}
		lost := f.e.w.Untitled * (1 - float64(hits)/float64(n))
		if v.node == f.e.x.H1 {
			lost *= f.e.w.UntitledH1
		}
		v.score *= 1 - lost
		if v.kind != evidence.Heading && strings.EqualFold(v.text, f.e.site) {
			v.score *= 1 - f.e.w.Untitled
		}
	}
}

// maxSubjects is how many things of one type a page can be about: more are a list.
const maxSubjects = 2

// subjectTold reports whether structured data has one thing that the page is about:
// then its name is the page's title, however the title element puts it.
func (f *finder) subjectTold() bool {
	t := f.s.thing
	if t == nil || subjectRank(t) < 1 {
		return false
	}
	alike := 0
	for _, other := range f.e.x.Things {
		if len(other.Types) > 0 && other.Types[0] == t.Types[0] {
			alike++
		}
	}
	return alike <= maxSubjects
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

// markSubject marks among the fields of one thing the one that asks for its name by what
// it is, if none asks for its name or title outright: the player_name of a player with
// his height.
func markSubject(fields []*want) {
	for _, w := range fields {
		if w.isNaming() {
			return
		}
	}
	for _, w := range fields[:min(len(fields), maxBeforeName)] {
		if w.typ == 0 && w.field.IsLeaf() && !w.field.List && w.namesSubject() {
			w.subject = true
			return
		}
	}
}

// maxBeforeName is among how many fields the name of a thing comes: later ones ask for the
// names of its parts.
const maxBeforeName = 2

// namesSubject reports whether a field asks for the name of something that a page may be
// about: not of somebody or something that pages only tell of another, as a city.
func (w *want) namesSubject() bool {
	if !w.endsInName() || len(w.name) != 2 {
		return false
	}
	kind := w.name[0].Concept
	return kind == 0 || isOftenSubject(kind)
}

// namesHeading reports whether a field asks for the name of what the page is about, and
// the page's heading is that. What has a site of its own, as a cinema, has pages about
// other things there: it is the heading only if that reads like a name.
func (e *engine) namesHeading(w *want) bool {
	return w.subject && (!isBody(w.name[0].Word) || e.isNameHeading())
}

// isNameHeading reports whether the page's heading begins the page's title, with nothing
// after it there but a word for the sort of page, and is of words with capital letters
// that are no names of fields.
func (e *engine) isNameHeading() bool {
	heading := e.h1()
	words := strings.Fields(heading)
	if len(words) < 2 || lexicon.IsName(heading) {
		return false
	}
	for _, word := range words {
		if !startsUpper(word) && !isOf(word) && word != "the" && word != "and" && word != "&" {
			return false
		}
		if lexicon.Introduces(word) != 0 && !isBody(lexicon.Stem(strings.ToLower(word))) {
			return false
		}
	}
	for part := range titleParts(e.x.Title) {
		rest, ok := strings.CutPrefix(part, heading)
		return ok && (rest == "" || lexicon.IsName(rest))
	}
	return false
}

// wantsLess reports whether a field's description says that something which may stand with
// its value is no part of it: "without the format".
func (w *want) wantsLess() bool {
	first, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(w.field.Description)), " ")
	switch first {
	case "without", "ohne", "sans", "sin", "senza", "zonder", "sem":
		return true
	}
	return false
}

// isOftenSubject reports whether people of a kind have pages about them, beside those that
// only name them.
func isOftenSubject(kind lexicon.Concept) bool {
	name := kind.String()
	return name == "player" || name == "actor"
}

// isBody reports whether a word is a kind of firm or body that has a site of its own, so
// that the name of the site is the name of it.
func isBody(word string) bool {
	switch word {
	case "gym", "cinema", "museum", "bank", "council", "airport", "school", "hospital", "clinic", "practice", "church",
		"theatre", "theater", "college", "university", "charity", "agency", "dealer", "dealership", "studio", "salon",
		"library", "gallery", "institution", "institute", "brewery", "winery", "bakery", "pharmacy", "dentist", "hotel",
		"restaurant", "cafe", "pub", "bar", "inn", "club", "foundation", "association", "festival", "zoo", "park":
		return true
	}
	return false
}

func isOf(word string) bool {
	switch strings.ToLower(word) {
	case "of", "de", "di", "du", "des", "der", "for", "für", "pour", "van", "do", "da":
		return true
	}
	return false
}

func startsUpper(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}
