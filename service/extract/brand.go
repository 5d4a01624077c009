package extract

import (
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/tree"
)

// nearHeading is how far from the page's heading, in bytes of text, a brand
// stands that has no other name.
const nearHeading = 120

// brands takes the short link, picture or line right by the page's heading that
// says nothing but a name, most surely one that the heading or title begins with.
func (f *finder) brands() {
	e := f.e
	t := e.t
	if e.x.H1 == content.None {
		return
	}
	heading, title := strings.ToLower(e.h1()), strings.ToLower(e.x.Title)
	try := func(id content.ID, text, href string) {
		if len(text) < 2 || len(text) > 30 || strings.Count(text, " ") > 3 || strings.EqualFold(text, heading) || strings.EqualFold(text, e.site) {
			return
		}
		const elsewhere = tree.InFooter | tree.InRelated | tree.InComments | tree.InForm | tree.InChrome
		if t.Region(id)&elsewhere != 0 {
			return
		}
		distance := t.From(id) - t.To(e.x.H1)
		if distance < 0 {
			distance = t.From(e.x.H1) - t.To(id)
		}
		named := strings.Contains(href, "brand") || strings.Contains(href, "manufacturer") || strings.Contains(href, "marke") || strings.Contains(href, "marque") || strings.Contains(href, "marca")
		begins := startsWithName(heading, text) || startsWithName(title, text)
		nav := t.Region(id)&(tree.InNav|tree.InHeader|tree.InBreadcrumbs) != 0
		switch {
		case distance > 3000 || nav && !begins:
		case named && distance < 1500, begins && (named || distance < nearHeading):
			f.add(evidence.Typed, id, text, e.w.Brand*1.2)
		case begins:
			f.add(evidence.Typed, id, text, e.w.Brand)
		case distance < nearHeading && distance >= 0 && t.To(id) <= t.From(e.x.H1) && t.Region(id)&tree.InHeading != 0:
			f.add(evidence.Typed, id, text, e.w.Brand)
		}
	}
	for _, id := range e.x.Links {
		try(id, t.Text(id), strings.ToLower(t.Value(id, "href")))
	}
	for i := range e.x.Sections {
		if id := e.x.Sections[i].Heading; id != e.x.H1 {
			try(id, t.Text(id), "")
		}
	}
	for _, id := range e.x.Images {
		href := ""
		if p := t.Nodes[id].Parent; p != content.None {
			href = strings.ToLower(t.Value(p, "href"))
		}
		try(id, t.Value(id, "alt"), href+strings.ToLower(t.Value(id, "src")))
	}
	for k := e.x.H1 + 1; k < t.Nodes[e.x.H1].End; k++ { // the heading's own first part
		if n := &t.Nodes[k]; n.Kind == content.Element && t.Len(k) > 1 && t.Len(k) < 25 && t.From(k) == t.From(e.x.H1) && t.Len(k)+3 < t.Len(e.x.H1) {
			f.add(evidence.Typed, k, t.Text(k), e.w.Brand)
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
