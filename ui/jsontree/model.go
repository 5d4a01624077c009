// Package jsontree shows JSON as a tree: folding, searching, copying and reading
// documents of a hundred megabytes without a pause. Only what is on the screen is
// drawn, and only when it changed.
package jsontree

import (
	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/jsondoc"
	"assay/ui/rows"
)

// Model is the tree. The host gives it a size and the focus, passes it every
// message (mouse positions counted from the tree's own corner) and draws View.
type Model struct {
	keys          *keymap.Map
	theme         *themes.Theme
	width, height int
	focused       bool
	many          bool

	doc    *jsondoc.Document
	values jsondoc.Values
	folds  *folds
	load   loading
	broken *broken // instead of doc, when the data is not JSON

	selected int // a node with a row
	top      int // the row at the top
	shift    int // cells of indentation left out, so that deep rows can be read

	whole    bool // the selected value is shown whole, wrapped
	from     int  // how far the selected value is scrolled: an offset in it, or its first line when whole
	wrapping wrapping

	jsondoc.Searching

	marks   func(node int) rows.Sign // beside rows; nil for none
	paint   painter
	columns map[int]int // width of the key column, by parent
	frame   string
	dirty   bool
	places  []place // what the lines of the frame show
}

// New returns an empty tree.
func New(theme *themes.Theme, keys *keymap.Map) *Model {
	m := &Model{keys: keys, columns: map[int]int{}}
	m.Searching = jsondoc.NewSearching(jsondoc.Viewer{
		Document: m.Document, Node: func() int { return m.selected }, Visit: m.visit,
		Return: func(n int) { m.jump(m.folds.seen(n)) }, Redraw: func() { m.dirty = true },
	})
	m.SetTheme(theme)
	return m
}

// SetTheme changes the colours.
func (m *Model) SetTheme(theme *themes.Theme) {
	m.theme = theme
	m.paint = newPainter(theme)
	m.dirty = true
}

// SetSize sets the size of what View returns, in cells.
func (m *Model) SetSize(width, height int) {
	width, height = max(width, 0), max(height, 0)
	if width == m.width && height == m.height {
		return
	}
	m.width, m.height = width, height
	clear(m.columns)
	m.follow()
}

// Focus makes the selection stand out.
func (m *Model) Focus() { m.setFocus(true) }

// Blur makes it stand back.
func (m *Model) Blur() { m.setFocus(false) }

func (m *Model) setFocus(focused bool) {
	if m.focused != focused {
		m.focused, m.dirty = focused, true
	}
}

// AcceptMany makes later data be read as any number of documents one after the
// other, such as NDJSON; several are shown as one list.
func (m *Model) AcceptMany(many bool) { m.many = many }

// Document returns what is shown, or nil.
func (m *Model) Document() *jsondoc.Document { return m.doc }

// Node returns the selected node, or -1 if nothing is shown.
func (m *Model) Node() int {
	if m.doc == nil {
		return -1
	}
	return m.selected
}

// Select selects a node of Document and opens what it is in.
func (m *Model) Select(n int) {
	if m.doc == nil || n < m.folds.first || n >= m.doc.Len() {
		return
	}
	m.folds.reveal(n)
	m.jump(n)
}

// Position returns the number of the selected row, from 1, and of all rows.
func (m *Model) Position() (row, rows int) {
	if m.doc == nil {
		return 0, 0
	}
	return m.folds.row(m.selected) + 1, m.folds.rows()
}

// Status says where the reader is: the hit, if something is searched, and the row.
func (m *Model) Status() string {
	if m.load.busy() {
		return m.load.status()
	}
	if m.doc == nil {
		return ""
	}
	row, rows := m.Position()
	status := "line " + cells.Group(int64(row)) + "/" + cells.Group(int64(rows))
	if hits := m.Finder().Status(m.selected); hits != "" {
		return hits + m.theme.Glyphs.Separator + status
	}
	return status
}

// Busy reports whether data is being read or searched.
func (m *Model) Busy() bool { return m.load.busy() || m.Finder().Busy() }

// Update takes any message; those that are not for the tree change nothing.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		if msg.Paste {
			return nil
		}
		return m.Do(m.keys.Find(msg.String(), keymap.Tree))
	case tea.MouseMsg:
		m.mouse(msg)
		return nil
	case LoadedMsg:
		return m.loaded(msg)
	case progressMsg:
		return m.progressed(msg)
	}
	m.Searched(msg)
	return nil
}

// move selects a node that has a row and scrolls no further than it takes.
func (m *Model) move(n int) {
	if n < 0 {
		return
	}
	if n != m.selected {
		m.selected, m.from = n, 0
	}
	m.follow()
}

// jump selects a node that has a row; if it is not on the screen it comes to the
// middle.
func (m *Model) jump(n int) {
	row := m.folds.row(n)
	if row < m.top || row >= m.top+m.height {
		m.top = row - m.height/2
	}
	m.move(n)
}

// margin is how many rows are kept in sight above and below the selected one.
const margin = 2

// follow scrolls so that the selected row, and its whole value if that is shown, is
// on the screen, and takes indentation away from rows that are very deep.
func (m *Model) follow() {
	m.dirty = true
	if m.doc == nil || m.height == 0 {
		return
	}
	row, rows := m.folds.row(m.selected), m.folds.rows()
	edge := min(margin, (m.height-1)/4)
	m.top = min(m.top, row-edge)
	m.shift = max(0, m.doc.Depth(m.selected)-m.doc.Depth(m.folds.first))*indent - m.width/3
	m.shift = max(0, m.shift+m.shift%indent)
	extra := m.extraLines()
	m.top = max(m.top, row+extra-m.height+1+edge)
	m.top = max(0, min(m.top, row, rows+extra-m.height))
}

// keepPlace changes folds and keeps the selected row where it is on the screen; if
// it is folded away, what it is in is selected.
func (m *Model) keepPlace(change func()) {
	line := m.folds.row(m.selected) - m.top
	change()
	n := m.folds.seen(m.selected)
	if n != m.selected {
		m.selected, m.from = n, 0
	}
	m.top = max(0, m.folds.row(n)-line)
	m.follow()
}

// visit opens what a hit is in, selects it and scrolls a long value to it.
func (m *Model) visit(n int) {
	m.folds.reveal(max(n, m.folds.first))
	m.jump(max(n, m.folds.first))
	m.showHit()
}
