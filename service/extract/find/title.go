package find

import (
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/tree"
)

// siteName finds the name of the site: what the page's title adds to its heading.
func siteName(e *Engine) string {
	for i := range e.Index.Facts {
		f := &e.Index.Facts[i]
		if f.Kind == evidence.Meta && e.Index.Phrase(f.Key).Is("site") {
			return f.Values[0]
		}
	}
	if _, site := splitTitle(e.Index.Title, e.H1()); site != "" {
		return site
	}
	return ""
}

// agreeWithTitle lowers the candidates for the page's title that share no words
// with its title element: they head some box of the page. What data says under a
// title's name may be the firm, or a question that the page answers.
func agreeWithTitle(f *finder) {
	title := lexicon.Words(f.Engine.Index.Title)
	if len(title) == 0 {
		return
	}
	in := make(map[string]bool, len(title))
	for _, w := range title {
		in[w] = true
	}
	told := subjectTold(f)
	for i := range f.found {
		v := &f.found[i]
		structured := false
		switch v.Kind {
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
		for _, w := range lexicon.Words(v.Text) {
			n++
			if in[w] {
				hits++
			}
		}
		if n == 0 {
			continue
		}
		if structured {
			if strings.EqualFold(v.Text, f.Engine.site) {
				v.Score *= 1 - f.Engine.Weights.Untitled
				continue
			}
			if hits*2 > n {
				continue // a longer or shorter form of the title
			}
		}
		lost := f.Engine.Weights.Untitled * (1 - float64(hits)/float64(n))
		if v.Node == f.Engine.Index.H1 {
			lost *= f.Engine.Weights.UntitledH1
		}
		v.Score *= 1 - lost
		if v.Kind != evidence.Heading && strings.EqualFold(v.Text, f.Engine.site) {
			v.Score *= 1 - f.Engine.Weights.Untitled
		}
	}
}

// subjectTold reports whether structured data has one thing that the page is about:
// then its name is the page's title, however the title element puts it.
func subjectTold(f *finder) bool {
	t := f.s.Thing
	if t == nil || SubjectRank(t) < 1 {
		return false
	}
	alike := 0
	for _, other := range f.Engine.Index.Things {
		if len(other.Types) > 0 && other.Types[0] == t.Types[0] {
			alike++
		}
	}
	return alike <= onpage.MaxSubjects
}

// title takes the page's heading, the title element, and the line of the page
// that the title element begins with.
func (f *finder) title() {
	e := f.Engine
	if !f.s.Whole {
		if e.Index.H1 != content.None && f.s.Holds(e.Index.H1) {
			f.add(evidence.Heading, e.Index.H1, strings.TrimRight(e.FirstRun(e.Index.H1), "¶# "), e.Weights.H1)
			return
		}
		for i := range e.Index.Sections {
			s := &e.Index.Sections[i]
			if f.s.Name != nil && e.Similarity(f.s.Name, s.Key) >= 0.6 {
				continue // the name of the part, not of what it describes
			}
			if f.s.Holds(s.Heading) {
				f.add(evidence.Heading, s.Heading, e.Tree.Text(s.Heading), e.Weights.H1*0.9)
				return
			}
		}
		return
	}
	if e.Index.H1 != content.None {
		strength := e.Weights.H1
		if e.Tree.LinkLen(e.Index.H1) == e.Tree.Len(e.Index.H1) && e.Tree.Len(e.Index.H1)*2 < len(e.Index.Title) {
			strength *= 0.75 // the site's name linked to its front page
		}
		f.add(evidence.Heading, e.Index.H1, headingText(e, e.Index.H1), strength)
	}
	if e.Index.Title == "" {
		return
	}
	about, _ := splitTitle(e.Index.Title, e.H1())
	f.add(evidence.Typed, e.TitleNode(), about, e.Weights.TitleTag)
	lower := strings.ToLower(e.Index.Title)
	best, at := 0, -1
	for i := range e.Tree.Lines {
		line := &e.Tree.Lines[i]
		size := int(line.To - line.From)
		if size < 4 || size <= best || size > len(lower)+8 || e.Tree.Region(line.First)&(tree.InNav|tree.InFooter|tree.InRelated) != 0 {
			continue
		}
		if text := strings.ToLower(e.Tree.LineText(i)); strings.HasPrefix(lower, text) {
			best, at = size, i
		}
	}
	if at >= 0 && best*8 > len(lower) {
		f.add(evidence.Heading, e.Tree.LineNode(at), e.Tree.LineText(at), e.Weights.TitleTag*1.1)
	}
	for i := range e.Index.Sections { // the part of a heading before its subtitle
		id := e.Index.Sections[i].Heading
		text := strings.TrimSpace(e.FirstRun(id))
		if len(text) > 3 && len(text)+1 < e.Tree.Len(id) && len(text)*8 > len(lower) && strings.HasPrefix(lower, strings.ToLower(text)) && e.Tree.Region(id)&tree.Aside == 0 {
			f.add(evidence.Heading, id, text, e.Weights.TitleTag*1.1)
			return
		}
	}
}

// titleSeparators stand between what a page is about and the site's name.
var titleSeparators = [...]string{" | ", " - ", " – ", " — ", " :: ", " » ", " • ", " · ", ": ", " / "}

// splitTitle parts a page title into what it is about and the site's name.
func splitTitle(title, heading string) (about, site string) {
	about = title
	for _, sep := range titleSeparators {
		head, tail, ok := strings.Cut(title, sep)
		if !ok {
			continue
		}
		last := title[strings.LastIndex(title, sep)+len(sep):]
		if heading != "" && strings.Contains(strings.ToLower(heading), strings.ToLower(last)) {
			return last, head
		}
		if sep == ": " {
			continue
		}
		if heading != "" && strings.HasPrefix(strings.ToLower(title), strings.ToLower(heading)) && len(title) > len(heading)+len(sep) {
			return title[:len(heading)], last
		}
		if len(tail) <= len(head)+20 || len(last) < 30 {
			return title[:len(title)-len(last)-len(sep)], last
		}
	}
	return about, ""
}
