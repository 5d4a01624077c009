package find

import (
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/tree"
)

// Beliefs about what stands close to the page's heading without a name.
const (
	closeHeading = 500 // bytes after the heading that are close to it
	minLead      = 60  // bytes of a first paragraph
)

// nearby takes the short texts close to the page's heading that are values of the
// field by their words or form: a country, a certificate, a year, a version.
func (f *finder) nearby() {
	e := f.Engine
	t := e.Tree
	if e.Index.H1 == content.None || f.w.Bound != 0 || len(f.w.Name) > 2 {
		return
	}
	heading := e.H1()
	if parts := strings.Split(heading, ", "); len(parts) > 1 {
		last := parts[len(parts)-1]
		switch {
		case !lexicon.IsValue(lexicon.Lookup("country"), last):
		case f.w.Concept.String() == "country":
			f.add(evidence.Heading, e.Index.H1, last, f.Engine.Weights.HeadingPart)
		case f.w.Concept.String() == "city":
			f.add(evidence.Heading, e.Index.H1, parts[0], f.Engine.Weights.HeadingPart)
		}
	}
	if f.w.Concept.String() == "year" {
		if rest, ok := strings.CutPrefix(e.Index.Title, heading+" ("); ok {
			if year, _, ok := strings.Cut(rest, ")"); ok && onpage.IsYear(year) {
				f.add(evidence.Typed, e.TitleNode(), year, f.Engine.Weights.HeadingPart)
			}
		}
	}
	for i := range t.Lines {
		line := &t.Lines[i]
		if line.From < t.To(e.Index.H1) || line.To-line.From > onpage.MaxPattern {
			continue
		}
		if line.From > t.To(e.Index.H1)+closeHeading {
			return
		}
		if t.Region(line.First)&(tree.Aside|tree.InNav|tree.InComments|tree.InForm) != 0 {
			continue
		}
		text := t.LineText(i)
		for from, to := range onpage.TextPieces(text) {
			if piece := text[from:to]; isNamed(e, f.w, piece) {
				f.add(evidence.Typed, t.LineNode(i), piece, f.Engine.Weights.NearValue)
			} else if measured := onpage.MeasureIn(f.w, piece); measured != "" {
				f.add(evidence.Typed, t.LineNode(i), measured, f.Engine.Weights.NearValue)
			}
		}
	}
}

// isNamed reports whether a text tells by its words or form alone that it is a value
// of the field.
func isNamed(e *Engine, w *fields.Field, text string) bool {
	switch w.Concept.String() {
	case "year":
		return onpage.IsYear(text)
	case "version":
		return onpage.IsVersion(text)
	case "jobtitle":
		return false // too common in running text
	}
	return w.Type == 0 && lexicon.IsValue(w.Concept, text)
}

// A standfirst, in bytes.
const (
	minStandfirst = 25
	maxStandfirst = 300
)

// standfirst takes the paragraph or heading that follows the page's heading within the
// same box: what an article says in short before it begins.
func (f *finder) standfirst() {
	e := f.Engine
	t := e.Tree
	if e.Index.H1 == content.None {
		return
	}
	box := e.Index.H1
	for t.Len(box) <= t.Len(e.Index.H1)+1 && t.Nodes[box].Parent != content.None {
		box = t.Nodes[box].Parent
	}
	if r := t.Nodes[box].Role; r == content.Main || !t.HasGrandparent(box) {
		return
	}
	for id := t.Nodes[e.Index.H1].End; id < t.Nodes[box].End; id++ {
		n := &t.Nodes[id]
		if n.Kind != content.Element || n.Hidden || e.Tree.Tag(id) != "p" && n.Role != content.Heading {
			continue
		}
		if size := t.Len(id); size >= minStandfirst && size <= maxStandfirst && t.LinkLen(id)*3 < size && t.Region(id)&tree.InChrome == 0 {
			f.add(evidence.Typed, id, t.Text(id), f.Engine.Weights.Standfirst)
		}
		return
	}
}

// lead takes the first paragraph of the main text as a summary.
func (f *finder) lead() {
	switch strings.ToLower(f.w.Query.Name) {
	case "summary", "intro", "introduction", "lead", "lede", "abstract", "overview", "teaser", "excerpt", "zusammenfassung", "einleitung", "résumé", "resume", "resumen":
	default:
		return
	}
	e := f.Engine
	t := e.Tree
	_, node := e.MainText()
	if node == content.None || e.Index.H1 == content.None {
		return
	}
	for id := max(node, e.Index.H1); id < t.Nodes[node].End; id++ {
		if n := &t.Nodes[id]; t.Tag(id) == "p" && !n.Hidden && t.Len(id) >= minLead && t.Region(id)&tree.Aside == 0 {
			f.add(evidence.Typed, id, e.Noted(id), f.Engine.Weights.LeadText)
			return
		}
	}
}

// nearHeading is how far from the page's heading, in bytes of text, a brand
// stands that has no other name.
const nearHeading = 120

// brands takes the short link, picture or line right by the page's heading that
// says nothing but a name, most surely one that the heading or title begins with.
func (f *finder) brands() {
	e := f.Engine
	t := e.Tree
	if e.Index.H1 == content.None {
		return
	}
	heading, title := strings.ToLower(e.H1()), strings.ToLower(e.Index.Title)
	try := func(id content.ID, text, href string) {
		if len(text) < 2 || len(text) > 30 || strings.Count(text, " ") > 3 || strings.EqualFold(text, heading) || strings.EqualFold(text, e.site) {
			return
		}
		const elsewhere = tree.InFooter | tree.InRelated | tree.InComments | tree.InForm | tree.InChrome
		if t.Region(id)&elsewhere != 0 {
			return
		}
		distance := t.From(id) - t.To(e.Index.H1)
		if distance < 0 {
			distance = t.From(e.Index.H1) - t.To(id)
		}
		named := strings.Contains(href, "brand") || strings.Contains(href, "manufacturer") || strings.Contains(href, "marke") || strings.Contains(href, "marque") || strings.Contains(href, "marca")
		begins := startsWithName(heading, text) || startsWithName(title, text)
		nav := t.Region(id)&(tree.InNav|tree.InHeader|tree.InBreadcrumbs) != 0
		switch {
		case distance > 3000 || nav && !begins:
		case named && distance < 1500, begins && (named || distance < nearHeading):
			f.add(evidence.Typed, id, text, e.Weights.Brand*1.2)
		case begins:
			f.add(evidence.Typed, id, text, e.Weights.Brand)
		case distance < nearHeading && distance >= 0 && t.To(id) <= t.From(e.Index.H1) && t.Region(id)&tree.InHeading != 0:
			f.add(evidence.Typed, id, text, e.Weights.Brand)
		}
	}
	for _, id := range e.Index.Links {
		try(id, t.Text(id), strings.ToLower(t.Value(id, "href")))
	}
	for i := range e.Index.Sections {
		if id := e.Index.Sections[i].Heading; id != e.Index.H1 {
			try(id, t.Text(id), "")
		}
	}
	for _, id := range e.Index.Images {
		href := ""
		if p := t.Nodes[id].Parent; p != content.None {
			href = strings.ToLower(t.Value(p, "href"))
		}
		try(id, t.Value(id, "alt"), href+strings.ToLower(t.Value(id, "src")))
	}
	for k := e.Index.H1 + 1; k < t.Nodes[e.Index.H1].End; k++ { // the heading's own first part
		if n := &t.Nodes[k]; n.Kind == content.Element && t.Len(k) > 1 && t.Len(k) < 25 && t.From(k) == t.From(e.Index.H1) && t.Len(k)+3 < t.Len(e.Index.H1) {
			f.add(evidence.Typed, k, t.Text(k), e.Weights.Brand)
			break
		}
	}
}

// startsWithName reports whether a text, in lower case, begins with a name that
// is not the whole of it.
func startsWithName(text, name string) bool {
	rest, ok := strings.CutPrefix(text, strings.ToLower(name))
	return ok && rest != "" && (rest[0] == ' ' || rest[0] == ',' || rest[0] == '-')
}

// headingText returns what a heading says without an addition that ends it in an element of
// its own: "(2008)", "by Ann Lee", a smaller line. It is the whole heading if it has
// none, or if the page's title agrees on the addition.
func headingText(e *Engine, heading content.ID) string {
	head, _ := headingParts(e, heading)
	return head
}

// headingParts returns the text of a heading before an addition, and the element that is
// the addition, or None.
func headingParts(e *Engine, heading content.ID) (text string, addition content.ID) {
	t := e.Tree
	from := t.From(heading)
	for c := t.FirstChild(heading); c != content.None && t.Nodes[c].Kind == content.Element && isConcealed(e, c) && t.To(c)+1 < t.To(heading); c = t.Next(c) {
		from = t.To(c) // it would say that the thing is sold
	}
	whole := strings.TrimRight(t.Span(from, t.To(heading)), "¶# ")
	at, last := heading, content.None
	for {
		last = content.None
		for c := t.FirstChild(at); c != content.None; c = t.Next(c) {
			if t.Len(c) > 0 {
				last = c
			}
		}
		if last == content.None || t.Nodes[last].Kind != content.Element {
			return whole, content.None
		}
		if t.From(last) > t.From(at)+1 {
			break
		}
		at = last // an element within that has it all
	}
	if t.From(last) <= from {
		return whole, content.None
	}
	head, tail := t.Span(from, t.From(last)), t.Text(last)
	if len(head) < 2 || !isAddition(e, last, head, tail) {
		return whole, content.None
	}
	return head, last
}

// isAddition reports whether the last element of a heading only adds to what stands
// before it.
func isAddition(e *Engine, id content.ID, head, tail string) bool {
	if strings.HasPrefix(tail, "(") && strings.HasSuffix(tail, ")") {
		return true
	}
	if _, ok := afterBy(tail); ok {
		return true
	}
	switch e.Tree.Tag(id) {
	case "small", "em", "sub", "i":
		title := strings.ToLower(e.Index.Title)
		return strings.Contains(title, strings.ToLower(head)) && !strings.Contains(title, strings.ToLower(tail))
	}
	return false
}
