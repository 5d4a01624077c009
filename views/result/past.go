package result

import "assay/ui/jsondoc"

// place is where the reader was.
type place struct {
	doc  *jsondoc.Document
	node int
}

// maxPast is how many places are remembered.
const maxPast = 100

// leave remembers where the reader is, before a jump.
func (p *Pane) leave() {
	v := p.shown()
	doc := v.tree.Document()
	if p.face == asMetadata || doc == nil {
		return
	}
	here := place{doc, v.node(p.face)}
	if n := len(p.past); here.node < 0 || n > 0 && p.past[n-1] == here {
		return
	}
	if p.past = append(p.past, here); len(p.past) > maxPast {
		p.past = p.past[1:]
	}
}

// goBack goes to where the reader was before the latest jump in what is shown.
func (p *Pane) goBack() {
	v := p.shown()
	for len(p.past) > 0 {
		last := p.past[len(p.past)-1]
		p.past = p.past[:len(p.past)-1]
		if last.doc == v.tree.Document() && last.node != v.node(p.face) {
			p.selectNode(last.node)
			return
		}
	}
}
