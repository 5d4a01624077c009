package jsontree

import (
	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
)

// SearchMsg asks the host for the text to search, and to pass it to Search.
type SearchMsg struct{}

// CopyMsg asks the host to put a text on the clipboard.
type CopyMsg struct {
	What string // for the message to the user: "value", "path", …
	Path string // of what it was taken from, for jq
	Text string
}

// Do carries out an action of the tree's scope; any other does nothing.
func (m *Model) Do(action keymap.Action) tea.Cmd {
	if m.doc == nil || action == "" {
		return nil
	}
	if cmd, ok := m.copying(action); ok {
		return cmd
	}
	f := m.folds
	row := f.row(m.selected)
	toRow := func(row int) { m.move(f.node(max(0, min(row, f.rows()-1)))) }
	page := max(1, m.height-1)
	switch action {
	case keymap.TreeUp:
		toRow(row - 1)
	case keymap.TreeDown:
		toRow(row + 1)
	case keymap.TreePageUp, keymap.TreePageDown, keymap.TreeHalfUp, keymap.TreeHalfDown:
		step := map[keymap.Action]int{
			keymap.TreePageUp: -page, keymap.TreePageDown: page,
			keymap.TreeHalfUp: -(page + 1) / 2, keymap.TreeHalfDown: (page + 1) / 2,
		}[action]
		m.top = max(0, min(m.top+step, f.rows()-m.height))
		toRow(row + step)
	case keymap.TreeFirst:
		toRow(0)
	case keymap.TreeLast:
		toRow(f.rows() - 1)
	case keymap.TreeClose:
		m.close()
	case keymap.TreeOpen:
		m.open()
	case keymap.TreeToggle:
		m.toggle(m.selected)
	case keymap.TreePrevSibling:
		m.sibling(-1)
	case keymap.TreeNextSibling:
		m.sibling(1)
	case keymap.TreeFirstSibling, keymap.TreeLastSibling:
		m.edgeSibling(action == keymap.TreeLastSibling)
	case keymap.TreeNextSame, keymap.TreePrevSame:
		if n, ok := m.doc.SameKey(m.selected, action == keymap.TreeNextSame); ok {
			m.Select(n)
		}
	case keymap.TreeFoldAll:
		m.level = 0
		m.keepPlace(func() { f.levels(0) })
	case keymap.TreeUnfoldAll:
		m.level = f.height()
		m.keepPlace(f.unfoldAll)
	case keymap.TreeFewerLevels, keymap.TreeMoreLevels:
		m.changeLevel(action == keymap.TreeMoreLevels)
	case keymap.TreeFoldBelow:
		m.keepPlace(func() { f.foldBelow(m.selected) })
	case keymap.TreeUnfoldBelow:
		m.keepPlace(func() { f.unfoldBelow(m.selected) })
	case keymap.TreeWrap:
		m.whole, m.from = !m.whole, 0
		m.follow()
	case keymap.TreeScrollLeft:
		m.scrollValue(-1)
	case keymap.TreeScrollRight:
		m.scrollValue(1)
	case keymap.TreeSearch:
		return func() tea.Msg { return SearchMsg{} }
	case keymap.TreeNextHit:
		if n, ok := m.finder.Next(m.selected); ok {
			m.visit(n)
		}
	case keymap.TreePrevHit:
		if n, ok := m.finder.Previous(m.selected); ok {
			m.visit(n)
		}
	}
	return nil
}

// close folds the selected container, or goes out to the parent.
func (m *Model) close() {
	if m.doc.HasChildren(m.selected) && !m.folds.isFolded(m.selected) {
		m.toggle(m.selected)
		return
	}
	if parent := m.doc.Parent(m.selected); parent >= m.folds.first {
		m.move(parent)
	}
}

// open unfolds the selected container, or goes in to its first child.
func (m *Model) open() {
	switch {
	case !m.doc.HasChildren(m.selected):
	case m.folds.isFolded(m.selected):
		m.toggle(m.selected)
	default:
		m.move(m.selected + 1)
	}
}

func (m *Model) toggle(n int) {
	if !m.doc.HasChildren(n) {
		return
	}
	m.keepPlace(func() {
		if m.folds.isFolded(n) {
			m.folds.unfold(n)
		} else {
			m.folds.fold(n)
		}
	})
}

// sibling goes to the next or previous child of the same parent, and stays where
// there is none.
func (m *Model) sibling(direction int) {
	if direction > 0 {
		if !m.doc.IsLast(m.selected) {
			m.move(m.doc.End(m.selected))
		}
		return
	}
	if m.doc.Place(m.selected) == 0 {
		return
	}
	n, parent := m.selected-1, m.doc.Parent(m.selected)
	for m.doc.Parent(n) != parent {
		n = m.doc.Parent(n)
	}
	m.move(n)
}

// edgeSibling goes to the first or last child of the same parent.
func (m *Model) edgeSibling(last bool) {
	parent := m.doc.Parent(m.selected)
	if m.selected == m.doc.Root() {
		return
	}
	n := parent + 1
	if last {
		n = m.doc.Child(parent, m.doc.Count(parent)-1)
	}
	m.jump(n)
}

func (m *Model) changeLevel(more bool) {
	height := m.folds.height()
	if m.level < 0 { // as it is first shown: all is open, or about the outermost level
		m.level = 1
		if m.folds.rows() == m.doc.Len()-m.folds.first {
			m.level = height
		}
	}
	if more {
		m.level = min(m.level+1, height)
	} else {
		m.level = max(m.level-1, 0)
	}
	m.keepPlace(func() { m.folds.levels(m.level) })
}

// copying returns the command of an action that copies. The text is made in the
// command: it may be the whole document.
func (m *Model) copying(action keymap.Action) (cmd tea.Cmd, ok bool) {
	doc, n := m.doc, m.selected
	var what string
	var text func() string
	switch action {
	case keymap.TreeCopyValue:
		what, text = "value", func() string {
			if doc.HasChildren(n) {
				return string(doc.Indented(n))
			}
			return string(doc.Text(n))
		}
	case keymap.TreeCopySubtree:
		what, text = "JSON", func() string { return string(doc.Indented(n)) }
	case keymap.TreeCopyAll:
		n = doc.Root()
		what, text = "document", func() string { return string(doc.Indented(n)) }
	case keymap.TreeCopyKey:
		what, text = "key", func() string { return doc.Label(n) }
	case keymap.TreeCopyPath:
		what, text = "path", func() string { return doc.Path(n) }
	case keymap.TreeCopyPointer:
		what, text = "pointer", func() string { return doc.Pointer(n) }
	case keymap.TreeCopyScript:
		what, text = "path", func() string { return doc.JavaScript(n) }
	default:
		return nil, false
	}
	return func() tea.Msg { return CopyMsg{What: what, Path: doc.Path(n), Text: text()} }, true
}

// wheelRows is how far one step of the wheel scrolls.
const wheelRows = 3

func (m *Model) mouse(msg tea.MouseMsg) {
	if m.doc == nil || msg.Y < 0 || msg.Y >= m.height || msg.X < 0 || msg.X >= m.width {
		return
	}
	switch {
	case msg.Button == tea.MouseButtonWheelUp:
		m.scroll(-wheelRows)
	case msg.Button == tea.MouseButtonWheelDown:
		m.scroll(wheelRows)
	case msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress:
		m.View() // places are of the last frame
		if msg.Y >= len(m.places) || m.places[msg.Y].node < 0 {
			return
		}
		at := m.places[msg.Y]
		m.move(at.node)
		if at.marker >= 0 && (msg.X == at.marker || msg.X == at.marker+1) {
			m.toggle(at.node)
		}
	}
}

// scroll moves the rows under the reader; the selection goes along at the edges.
func (m *Model) scroll(rows int) {
	f := m.folds
	m.top = max(0, min(m.top+rows, f.rows()-m.height))
	edge := min(margin, (m.height-1)/4)
	row := f.row(m.selected)
	if m.top > 0 {
		row = max(row, m.top+edge)
	}
	if m.top+m.height < f.rows() {
		row = min(row, m.top+m.height-1-edge)
	}
	m.move(f.node(max(0, min(row, f.rows()-1))))
}
