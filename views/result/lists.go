package result

import (
	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/cells"
	"assay/ui/overlay"
	"assay/ui/picker"
	"assay/ui/table"
)

// maxLists is how many lists are offered for the table.
const maxLists = 200

// openLists asks which list the table shows.
func (p *Pane) openLists() {
	doc := p.shown().tree.Document()
	var items []picker.Item
	for _, n := range table.Lists(doc, maxLists) {
		items = append(items, picker.Item{Name: cells.Visible(doc.Path(n)), Detail: cells.Group(int64(doc.Count(n))), Value: n})
	}
	p.lists = picker.New(p.theme, p.env.Keys, "Lists of objects", items)
}

func (p *Pane) listsUpdate(msg tea.Msg) tea.Cmd {
	result, cmd := p.lists.Update(msg)
	switch {
	case result.Closed:
		p.lists = nil
	case result.Chosen != nil:
		p.lists = nil
		v := p.shown()
		cmd = tea.Batch(cmd, v.showList(v.tree.Document(), result.Chosen.Value.(int)))
		p.face = asTable
	}
	return cmd
}

// boxMouse hands a mouse event to a choice that lies over the pane; a press beside it
// closes it.
func (p *Pane) boxMouse(msg tea.MouseMsg, choice *picker.Picker, closed func(), update func(tea.Msg) tea.Cmd) tea.Cmd {
	box := choice.View(p.width, p.height)
	msg, beside := overlay.Mouse(msg, p.width, p.height, box)
	if beside {
		closed()
		return nil
	}
	return update(msg)
}
