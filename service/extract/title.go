package extract

import (
	"strings"

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
