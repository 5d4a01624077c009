package extract

import (
	"strings"

	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
)

// agreeWithTitle lowers the candidates for the page's title that share no words
// with its title element: they head some box of the page.
func (f *finder) agreeWithTitle() {
	title := lexicon.Words(f.e.x.Title)
	if len(title) == 0 {
		return
	}
	in := make(map[string]bool, len(title))
	for _, w := range title {
		in[w] = true
	}
	for i := range f.found {
		v := &f.found[i]
		switch v.kind {
		case evidence.Name, evidence.Heading, evidence.Label:
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
