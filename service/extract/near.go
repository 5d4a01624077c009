package extract

import (
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
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
	e := f.e
	t := e.t
	if e.x.H1 == content.None || f.w.bound != 0 || len(f.w.name) > 2 {
		return
	}
	heading := e.h1()
	if parts := strings.Split(heading, ", "); len(parts) > 1 {
		last := parts[len(parts)-1]
		switch {
		case !lexicon.IsValue(lexicon.Lookup("country"), last):
		case f.w.concept.String() == "country":
			f.add(evidence.Heading, e.x.H1, last, f.e.w.HeadingPart)
		case f.w.concept.String() == "city":
			f.add(evidence.Heading, e.x.H1, parts[0], f.e.w.HeadingPart)
		}
	}
	if f.w.concept.String() == "year" {
		if rest, ok := strings.CutPrefix(e.x.Title, heading+" ("); ok {
			if year, _, ok := strings.Cut(rest, ")"); ok && isYear(year) {
				f.add(evidence.Typed, e.titleNode(), year, f.e.w.HeadingPart)
			}
		}
	}
	for i := range t.Lines {
		line := &t.Lines[i]
		if line.From < t.To(e.x.H1) || line.To-line.From > maxPattern {
			continue
		}
		if line.From > t.To(e.x.H1)+closeHeading {
			return
		}
		if t.Region(line.First)&(tree.Aside|tree.InNav|tree.InComments|tree.InForm) != 0 {
			continue
		}
		text := t.LineText(i)
		for from, to := range textPieces(text) {
			if piece := text[from:to]; e.isNamed(f.w, piece) {
				f.add(evidence.Typed, t.LineNode(i), piece, f.e.w.NearValue)
			} else if measured := measureIn(f.w, piece); measured != "" {
				f.add(evidence.Typed, t.LineNode(i), measured, f.e.w.NearValue)
			}
		}
	}
}

// isNamed reports whether a text tells by its words or form alone that it is a value
// of the field.
func (e *engine) isNamed(w *want, text string) bool {
	switch w.concept.String() {
	case "year":
		return isYear(text)
	case "version":
		return isVersion(text)
	case "jobtitle":
		return false // too common in running text
	}
	return w.typ == 0 && lexicon.IsValue(w.concept, text)
}

func isYear(s string) bool {
	return len(s) == 4 && read.IsBareNumber(s) && (s[0] == '1' && s[1] >= '5' || strings.HasPrefix(s, "20"))
}

// A standfirst, in bytes.
const (
	minStandfirst = 25
	maxStandfirst = 300
)

// standfirst takes the paragraph or heading that follows the page's heading within the
// same box: what an article says in short before it begins.
func (f *finder) standfirst() {
	e := f.e
	t := e.t
	if e.x.H1 == content.None {
		return
	}
	box := e.x.H1
	for t.Len(box) <= t.Len(e.x.H1)+1 && t.Nodes[box].Parent != content.None {
		box = t.Nodes[box].Parent
	}
	if r := t.Nodes[box].Role; r == content.Main || !t.HasGrandparent(box) {
		return
	}
	for id := t.Nodes[e.x.H1].End; id < t.Nodes[box].End; id++ {
		n := &t.Nodes[id]
		if n.Kind != content.Element || n.Hidden || e.t.Tag(id) != "p" && n.Role != content.Heading {
			continue
		}
		if size := t.Len(id); size >= minStandfirst && size <= maxStandfirst && t.LinkLen(id)*3 < size && t.Region(id)&tree.InChrome == 0 {
			f.add(evidence.Typed, id, t.Text(id), f.e.w.Standfirst)
		}
		return
	}
}

// lead takes the first paragraph of the main text as a summary.
func (f *finder) lead() {
	switch strings.ToLower(f.w.field.Name) {
	case "summary", "intro", "introduction", "lead", "lede", "abstract", "overview", "teaser", "excerpt", "zusammenfassung", "einleitung", "résumé", "resume", "resumen":
	default:
		return
	}
	e := f.e
	t := e.t
	_, node := e.mainText()
	if node == content.None || e.x.H1 == content.None {
		return
	}
	for id := max(node, e.x.H1); id < t.Nodes[node].End; id++ {
		if n := &t.Nodes[id]; t.Tag(id) == "p" && !n.Hidden && t.Len(id) >= minLead && t.Region(id)&tree.Aside == 0 {
			f.add(evidence.Typed, id, e.noted(id), f.e.w.LeadText)
			return
		}
	}
}
