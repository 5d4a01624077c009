// Package rawjson shows a JSON document as indented text with line numbers. Which
// line shows what follows from the document's index, so that nothing is written out
// but what is on the screen.
package rawjson

import (
	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/jsondoc"
	"assay/ui/rows"
)

// Model is the view. The host gives it a size and the focus, passes it every
// message (mouse positions counted from its own corner) and draws View.
type Model struct {
	keys          *keymap.Map
	theme         *themes.Theme
	width, height int
	focused       bool

	doc    *jsondoc.Document
	values jsondoc.Values

	current int // the line the reader is on, from 0
	top     int
	left    int // cells scrolled to the right
	shift   int // cells of indentation left out, so that deep lines can be read

	jsondoc.Searching

	line  rows.Line
	safe  rows.Text
	marks []rows.Mark
	frame string
	dirty bool
	cut   bool // a line of the frame goes on at the right
}

// New returns an empty view.
func New(theme *themes.Theme, keys *keymap.Map) *Model {
	m := &Model{keys: keys, theme: theme, dirty: true}
	m.Searching = jsondoc.NewSearching(jsondoc.Viewer{
		Document: func() *jsondoc.Document { return m.doc }, Node: m.Node, Visit: m.visit,
		Return: m.Select, Redraw: func() { m.dirty = true },
	})
	return m
}

// SetTheme changes the colours.
func (m *Model) SetTheme(theme *themes.Theme) { m.theme, m.dirty = theme, true }

// SetSize sets the size of what View returns, in cells.
func (m *Model) SetSize(width, height int) {
	m.width, m.height = max(width, 0), max(height, 0)
	m.follow()
}

// Focus makes the current line stand out.
func (m *Model) Focus() { m.focused, m.dirty = true, true }

// Blur makes it stand back.
func (m *Model) Blur() { m.focused, m.dirty = false, true }

// SetDocument shows a document, such as the one the tree has read. The reader stays
// where they were if the same JSON Pointer leads there.
func (m *Model) SetDocument(doc *jsondoc.Document) tea.Cmd {
	pointer := ""
	if m.doc != nil && m.doc != doc {
		pointer = m.doc.Pointer(m.Node())
	}
	keep := m.doc == doc
	m.doc, m.left = doc, 0
	if doc == nil {
		m.current = 0
	} else if !keep {
		n, _ := doc.Find(pointer)
		m.current = doc.LineOf(max(n, 1))
	}
	m.follow()
	return m.SearchAgain(doc)
}

// Len returns the number of lines.
func (m *Model) Len() int {
	if m.doc == nil {
		return 0
	}
	return m.doc.Lines()
}

// Position returns the number of the current line, from 1, and of all lines.
func (m *Model) Position() (line, lines int) { return min(m.current+1, m.Len()), m.Len() }

// Node returns the node of the document that the current line shows or closes.
func (m *Model) Node() int {
	if m.doc == nil {
		return 0
	}
	return m.doc.LineAt(m.current).Node
}

// Select goes to the line of a node of the document.
func (m *Model) Select(n int) {
	if m.doc != nil && n >= 0 && n < m.doc.Len() {
		m.jump(m.doc.LineOf(n))
	}
}

// Status says where the reader is: the hit, if something is searched, and the line.
func (m *Model) Status() string {
	if m.Len() == 0 {
		return ""
	}
	line, lines := m.Position()
	status := "line " + cells.Group(int64(line)) + "/" + cells.Group(int64(lines))
	if hits := m.Finder().Status(m.Node()); hits != "" {
		return hits + m.theme.Glyphs.Separator + status
	}
	return status
}

// visit goes to a hit and scrolls sideways until it is in sight.
func (m *Model) visit(n int) {
	m.Select(n)
	from, to := m.hitCells(n)
	room := m.width - m.gutter()
	if to-m.left > room || from < m.left {
		m.left = 0
		if to > room {
			m.left = max(0, from-room/3)
		}
	}
}

// Update takes any message; those that are not for the view change nothing.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		if !msg.Paste {
			m.Do(m.keys.Find(msg.String(), keymap.Tree))
		}
		return nil
	case tea.MouseMsg:
		m.mouse(msg)
		return nil
	}
	m.Searched(msg)
	return nil
}

// Do carries out the actions of the tree's scope that move; others do nothing.
func (m *Model) Do(action keymap.Action) {
	if m.Len() == 0 {
		return
	}
	page := max(1, m.height-1)
	switch action {
	case keymap.TreeUp:
		m.move(m.current - 1)
	case keymap.TreeDown:
		m.move(m.current + 1)
	case keymap.TreePageUp:
		m.page(-page)
	case keymap.TreePageDown:
		m.page(page)
	case keymap.TreeHalfUp:
		m.page(-(page + 1) / 2)
	case keymap.TreeHalfDown:
		m.page((page + 1) / 2)
	case keymap.TreeFirst:
		m.move(0)
	case keymap.TreeLast:
		m.move(m.Len() - 1)
	case keymap.TreeClose, keymap.TreeScrollLeft:
		m.left, m.dirty = max(0, m.left-m.sidestep()), true
	case keymap.TreeOpen, keymap.TreeScrollRight:
		if m.View(); m.cut {
			m.left, m.dirty = m.left+m.sidestep(), true
		}
	case keymap.TreeNextHit:
		if n, ok := m.Finder().Next(m.Node()); ok {
			m.visit(n)
		}
	case keymap.TreePrevHit:
		if n, ok := m.Finder().Previous(m.Node()); ok {
			m.visit(n)
		}
	}
}

func (m *Model) sidestep() int { return max(1, (m.width-m.gutter())/2) }

func (m *Model) move(line int) {
	m.current = max(0, min(line, m.Len()-1))
	m.follow()
}

func (m *Model) page(step int) {
	m.top += step
	m.move(m.current + step)
}

// jump goes to a line; if it is not on the screen it comes to the middle.
func (m *Model) jump(line int) {
	if line < m.top || line >= m.top+m.height {
		m.top = line - m.height/2
	}
	m.move(line)
}

// margin is how many lines are kept in sight above and below the current one.
const margin = 2

func (m *Model) follow() {
	m.dirty = true
	edge := min(margin, max(0, m.height-1)/4)
	m.top = max(min(m.top, m.current-edge), m.current-m.height+1+edge)
	m.top = max(0, min(m.top, m.Len()-m.height))
	m.shift = 0
	if m.doc != nil {
		m.shift = max(0, m.doc.LineAt(m.current).Depth*indent-m.width/3)
	}
}

const wheelLines = 3

func (m *Model) mouse(msg tea.MouseMsg) {
	if msg.Y < 0 || msg.Y >= m.height || msg.X < 0 || msg.X >= m.width || m.Len() == 0 {
		return
	}
	switch {
	case msg.Button == tea.MouseButtonWheelUp:
		m.scroll(-wheelLines)
	case msg.Button == tea.MouseButtonWheelDown:
		m.scroll(wheelLines)
	case msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress:
		if line := m.top + msg.Y; line < m.Len() {
			m.move(line)
		}
	}
}

// scroll moves the text under the reader, who goes along at the edges.
func (m *Model) scroll(lines int) {
	m.top = max(0, min(m.top+lines, m.Len()-m.height))
	edge := min(margin, max(0, m.height-1)/4)
	line := m.current
	if m.top > 0 {
		line = max(line, m.top+edge)
	}
	if m.top+m.height < m.Len() {
		line = min(line, m.top+m.height-1-edge)
	}
	m.move(line)
}
