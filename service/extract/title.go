package extract

import (
	"strings"

	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
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
