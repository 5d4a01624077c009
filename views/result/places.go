package result

import (
	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/cells"
	"assay/ui/jsondoc"
	"assay/ui/picker"
	"assay/ui/table"
)

// selectNode shows a node in the text if that is what is shown, else in the tree.
func (p *Pane) selectNode(n int) {
	if p.face != asRaw {
		p.face = asTree
		p.layout()
		p.shown().tree.Select(n)
		return
	}
	p.shown().raw.Select(n)
}

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

// maxLists is how many lists are offered for the table.
const maxLists = 200

// openLists asks which list the table shows.
func (p *Pane) openLists() {
	doc := p.shown().tree.Document()
	var items []picker.Item
	for _, n := range table.Lists(doc, maxLists) {
		items = append(items, picker.Item{Name: cells.Visible(doc.Path(n)), Detail: cells.Group(int64(doc.Count(n))), Value: n})
	}
	p.over.List("Lists of objects", items, func(item *picker.Item) tea.Cmd {
		p.face = asTable
		v := p.shown()
		return v.showList(v.tree.Document(), item.Value.(int))
	})
}
