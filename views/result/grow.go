package result

import (
	tea "github.com/charmbracelet/bubbletea"

	"assay/views/frame"
)

// Grow takes more of the answer that is shown: data begins with what there was. The
// reader stays where they are, but at the end goes along with it. Sum is the answer's
// new one.
func (p *Pane) Grow(data []byte, sum string) tea.Cmd {
	p.answer.Data, p.answer.Sum, p.dirty = data, sum, true
	p.layout()
	p.whole.goEnd = p.whole.atEnd()
	return frame.Own(p, p.whole.setData(data))
}

// atEnd reports whether the reader is on the last row of several.
func (v *viewer) atEnd() bool {
	row, rows := v.tree.Position()
	return row == rows && rows > 1
}
