package extract

import (
	"assay/service/extract/evidence"
	"assay/service/extract/read"
)

// stock reads whether the page's product is to be had from words near its heading.
func (f *finder) stock() {
	e := f.e
	for i := range e.t.Lines {
		line := &e.t.Lines[i]
		if line.To-line.From > 70 || !f.s.holds(line.First) {
			continue
		}
		text := e.t.LineText(i)
		if _, ok := read.Boolean(text); ok && len(text) > 3 {
			f.add(evidence.Typed, e.t.LineNode(i), text, e.w.Stock)
		}
	}
}
