package extract

import (
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/tree"
)

// mainText returns the page's main text: the lines of its main element that are
// not of other things. If that is little of what the page says, the page is not
// made of paragraphs, and all of it that is not of other things is taken. A page
// that is JSON names its texts instead.
func (e *engine) mainText() (string, content.ID) {
	if e.t.Source == content.JSON {
		return "", content.None
	}
	if !e.mainKnown {
		e.mainKnown = true
		e.main, e.mainNode = e.linesOf(e.x.Main), e.x.Main
		if all := e.linesOf(0); float64(len(e.main)) < e.w.MainShare*float64(len(all)) {
			e.main, e.mainNode = all, 0
		}
	}
	return e.main, e.mainNode
}

// linesOf joins the lines of an element that are about the page's own subject.
func (e *engine) linesOf(root content.ID) string {
	t := e.t
	if root == content.None {
		return ""
	}
	first, last := t.LinesOf(root)
	skip := e.x.Apart &^ t.Region(root)
	isApart := func(i int) bool {
		region := t.Region(t.Lines[i].First)
		return region&skip != 0 || root == 0 && e.x.HasMain && region&tree.InMain == 0
	}
	one := "" // while there is but one run of lines, it is a piece of the page's text and no copy
	var b strings.Builder
	for i := first; i < last; i++ {
		if isApart(i) {
			continue
		}
		from := t.Lines[i].From
		for i+1 < last && !isApart(i+1) {
			i++
		}
		run := t.Raw(from, t.Lines[i].To)
		switch {
		case one == "":
			one = run
			continue
		case b.Len() == 0:
			b.Grow(int(t.Lines[last-1].To - t.Lines[first].From))
			b.WriteString(one)
		}
		b.WriteByte('\n')
		b.WriteString(run)
	}
	if b.Len() == 0 {
		return one
	}
	return b.String()
}

// lessThanMain lowers candidates for the page's text that are only a part of its
// main text: a summary, the first of many posts, a reader's review.
func (f *finder) lessThanMain() {
	main, _ := f.e.mainText()
	for i := range f.found {
		v := &f.found[i]
		if v.kind == evidence.Typed || len(main) == 0 {
			continue
		}
		if share := float64(len(v.text)) / float64(len(main)); share < 0.7 {
			v.score *= 1 - f.e.w.PartText*(1-share)
		}
	}
}
