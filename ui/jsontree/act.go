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

// actions are those of the tree's scope, but for those that copy.
var actions = map[keymap.Action]func(*Model){
	keymap.TreeUp:          func(m *Model) { m.moveRows(-1) },
	keymap.TreeDown:        func(m *Model) { m.moveRows(1) },
	keymap.TreePageUp:      func(m *Model) { m.page(-m.pageRows()) },
	keymap.TreePageDown:    func(m *Model) { m.page(m.pageRows()) },
	keymap.TreeHalfUp:      func(m *Model) { m.page(-(m.pageRows() + 1) / 2) },
	keymap.TreeHalfDown:    func(m *Model) { m.page((m.pageRows() + 1) / 2) },
	keymap.TreeFirst:       func(m *Model) { m.moveRows(-m.folds.rows()) },
	keymap.TreeLast:        func(m *Model) { m.moveRows(m.folds.rows()) },
	keymap.TreeClose:       (*Model).close,
	keymap.TreeOpen:        (*Model).open,
	keymap.TreeToggle:      func(m *Model) { m.toggle(m.selected) },
	keymap.TreePrevSibling: func(m *Model) { m.sibling(-1) },
	keymap.TreeNextSibling: func(m *Model) { m.sibling(1) },
	keymap.TreeFoldAll:     func(m *Model) { m.keepPlace(m.folds.foldAll) },
	keymap.TreeUnfoldAll:   func(m *Model) { m.keepPlace(m.folds.unfoldAll) },
	keymap.TreeFoldBelow:   func(m *Model) { m.keepPlace(func() { m.folds.foldBelow(m.selected) }) },
	keymap.TreeUnfoldBelow: func(m *Model) { m.keepPlace(func() { m.folds.unfoldBelow(m.selected) }) },
	keymap.TreeWrap:        func(m *Model) { m.whole, m.from = !m.whole, 0; m.follow() },
	keymap.TreeScrollLeft:  func(m *Model) { m.scrollValue(-1) },
	keymap.TreeScrollRight: func(m *Model) { m.scrollValue(1) },
	keymap.TreeNextHit:     func(m *Model) { m.nextHit(m.Finder().Next) },
	keymap.TreePrevHit:     func(m *Model) { m.nextHit(m.Finder().Previous) },
}

// Do carries out an action of the tree's scope; any other does nothing.
func (m *Model) Do(action keymap.Action) tea.Cmd {
	if m.doc == nil {
		return nil
	}
	if do := actions[action]; do != nil {
		do(m)
		return nil
	}
	if action == keymap.TreeSearch {
		return func() tea.Msg { return SearchMsg{} }
	}
	return m.copying(action)
}

// moveRows moves the selection by so many rows, as far as there are.
func (m *Model) moveRows(by int) {
	f := m.folds
	m.move(f.node(max(0, min(f.row(m.selected)+by, f.rows()-1))))
}

// pageRows is how many rows a page moves by.
func (m *Model) pageRows() int { return max(1, m.height-1) }

// page moves the view and the selection by so many rows.
func (m *Model) page(by int) {
	m.top = max(0, min(m.top+by, m.folds.rows()-m.height))
	m.moveRows(by)
}

func (m *Model) nextHit(next func(int) (int, bool)) {
	if n, ok := next(m.selected); ok {
		m.visit(n)
	}
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

// copying returns the command of an action that copies. The text is made in the
// command: it may be the whole document.
func (m *Model) copying(action keymap.Action) tea.Cmd {
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
	default:
		return nil
	}
	return func() tea.Msg { return CopyMsg{What: what, Path: doc.Path(n), Text: text()} }
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
