// Package table shows a list of JSON objects as a table: a row for each, a column
// for each key. It sorts by a column as numbers, dates or text, hides columns, finds
// widths that fit and scrolls sideways. Only what is on the screen is drawn, so that
// a hundred thousand rows are as quick as ten.
package table

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/jsondoc"
	"assay/ui/rows"
)

// Model is the table. The host gives it a size and the focus, passes it every
// message (mouse positions counted from its own corner) and draws View.
type Model struct {
	keys          *keymap.Map
	theme         *themes.Theme
	width, height int
	focused       bool

	doc    *jsondoc.Document
	grid   *grid
	before *grid // what was shown until the grid that is being read
	work   working

	row, column int // where the reader is; the column counts hidden ones too
	top         int
	left        int // the first column that is shown
	sorted      int // the column sorted by, or -1
	down        bool

	jsondoc.Searching

	signs  func(node int) rows.Sign // beside rows and cells; nil for none
	paint  cellText
	line   rows.Line
	marks  []rows.Mark
	places []span // of the columns in the frame
	frame  string
	dirty  bool
}

// span is where a column is in the frame.
type span struct{ column, from, to int }

// working is the reading or sorting that is under way.
type working struct {
	ticket int64
	cancel context.CancelFunc
	what   string
}

var tickets atomic.Int64

type (
	gridRead struct {
		ticket int64
		grid   *grid
	}
	rowsSorted struct {
		ticket int64
		rows   []uint32
		column int
		down   bool
	}
)

// atOnce is the number of nodes up to which a list is read and sorted before a
// reader could notice.
const atOnce = 1 << 15

// New returns an empty table.
func New(theme *themes.Theme, keys *keymap.Map) *Model {
	m := &Model{theme: theme, keys: keys, sorted: -1, line: rows.Line{Margin: 1}, dirty: true}
	m.Searching = jsondoc.NewSearching(jsondoc.Viewer{
		Document: m.Document, Node: m.Node, Visit: m.Select,
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

// Focus makes the current cell stand out.
func (m *Model) Focus() { m.focused, m.dirty = true, true }

// Blur makes it stand back.
func (m *Model) Blur() { m.focused, m.dirty = false, true }

// Show lays a list of a document out. A large one is read by the command. The same
// list keeps its order and columns.
func (m *Model) Show(doc *jsondoc.Document, list int) tea.Cmd {
	if m.grid != nil && m.doc == doc && m.grid.list == list {
		return nil
	}
	m.stop()
	if m.grid != nil {
		m.before = m.grid
	}
	m.doc, m.grid, m.dirty = doc, nil, true
	again := m.SearchAgain(doc)
	ctx, cancel := context.WithCancel(context.Background())
	ticket := tickets.Add(1)
	read := func() tea.Msg {
		defer cancel()
		g, err := readGrid(ctx, doc, list)
		if err != nil {
			return nil
		}
		return gridRead{ticket, g}
	}
	m.work = working{ticket, cancel, "laying out the table"}
	if doc.End(list)-list <= atOnce {
		return tea.Batch(again, m.read(read().(gridRead)))
	}
	return tea.Batch(again, read)
}

// Clear shows nothing.
func (m *Model) Clear() {
	m.stop()
	m.Finder().Clear()
	m.doc, m.grid, m.before, m.dirty = nil, nil, nil, true
}

func (m *Model) stop() {
	if m.work.cancel != nil {
		m.work.cancel()
	}
	m.work = working{}
}

// read takes a grid. Columns of the same name keep what the reader chose for them.
func (m *Model) read(msg gridRead) tea.Cmd {
	if msg.ticket != m.work.ticket {
		return nil
	}
	before := m.before
	m.work, m.before = working{}, nil
	m.grid, m.dirty = msg.grid, true
	by := ""
	if before != nil {
		if m.sorted >= 0 {
			by = before.columns[m.sorted].name
		}
		hidden := map[string]bool{}
		for _, c := range before.columns {
			hidden[c.name] = c.hidden
		}
		for i := range m.grid.columns {
			m.grid.columns[i].hidden = hidden[m.grid.columns[i].name]
		}
		if m.shown() == 0 {
			m.showAll()
		}
	}
	m.sorted = -1
	m.row = max(0, min(m.row, len(m.grid.rows)-1))
	m.column = m.visible(min(m.column, len(m.grid.columns)-1), 1)
	m.left = 0
	m.follow()
	for i, c := range m.grid.columns {
		if by != "" && c.name == by {
			return m.sort(i, m.down)
		}
	}
	return nil
}

// Document returns the document that the table is of, or nil.
func (m *Model) Document() *jsondoc.Document { return m.doc }

// List returns the node of the list that is shown, or -1.
func (m *Model) List() int {
	if m.grid == nil {
		return -1
	}
	return m.grid.list
}

// Node returns the node of the cell the reader is on, or of its row if the row has
// no such value; it is -1 in an empty table.
func (m *Model) Node() int {
	if m.grid == nil || len(m.grid.rows) == 0 {
		return -1
	}
	if n := m.grid.cell(m.row, m.column); n >= 0 {
		return n
	}
	return int(m.grid.rows[m.row])
}

// Select goes to the row, and the column, that a node is in, if it is in the list.
func (m *Model) Select(n int) {
	if m.grid == nil {
		return
	}
	child := -1
	for n > m.grid.list && m.doc.Parent(n) != m.grid.list {
		child, n = n, m.doc.Parent(n)
	}
	row := slices.Index(m.grid.rows, uint32(n))
	if row < 0 {
		return
	}
	m.row = row
	if key, ok := m.doc.RawKey(max(child, 0)); child >= 0 && ok {
		for i, c := range m.grid.columns {
			if string(c.key) == string(key) && !c.hidden {
				m.column = i
			}
		}
	}
	m.follow()
}

// Status says where the reader is.
func (m *Model) Status() string {
	if m.work.cancel != nil {
		return m.work.what
	}
	if m.grid == nil {
		return ""
	}
	g := m.theme.Glyphs
	var parts []string
	if hits := m.Finder().Status(m.Node()); hits != "" {
		parts = append(parts, hits)
	}
	if hidden := len(m.grid.columns) - m.shown(); hidden > 0 {
		parts = append(parts, strconv.Itoa(hidden)+" hidden")
	}
	if note := m.sign(m.Node()).Note; note != "" {
		parts = append(parts, cells.Visible(note))
	}
	place := "row " + cells.Group(int64(m.row+1)) + "/" + cells.Group(int64(len(m.grid.rows)))
	parts = append(parts, place, "column "+strconv.Itoa(m.ordinal(m.column))+"/"+strconv.Itoa(m.shown()))
	return strings.Join(parts, g.Separator)
}

// ordinal returns the number of a column among those shown, from 1.
func (m *Model) ordinal(column int) int {
	n := 0
	for i := 0; i <= column && i < len(m.grid.columns); i++ {
		if !m.grid.columns[i].hidden {
			n++
		}
	}
	return n
}

func (m *Model) shown() int { return m.ordinal(len(m.grid.columns)) }

func (m *Model) showAll() {
	for i := range m.grid.columns {
		m.grid.columns[i].hidden = false
	}
}

// visible returns the column itself if it is shown, else the next one in a
// direction, else the nearest in the other.
func (m *Model) visible(column, direction int) int {
	for _, d := range []int{direction, -direction} {
		for i := column; i >= 0 && i < len(m.grid.columns); i += d {
			if !m.grid.columns[i].hidden {
				return i
			}
		}
	}
	return max(0, column)
}

// Columns returns the names of the columns that are shown, in their order.
func (m *Model) Columns() []string {
	var names []string
	for _, c := range m.grid.columns {
		if !c.hidden {
			names = append(names, c.name)
		}
	}
	return names
}

// Snapshot is the table as it is shown, for export.
type Snapshot struct {
	Doc     *jsondoc.Document
	Names   []string // of the columns
	grid    *grid
	columns []int
}

// Cells calls take for every row in the order shown, with the node of each shown
// column's value, -1 where there is none; take must not keep the slice. It may run in
// a command.
func (s Snapshot) Cells(take func(nodes []int) error) error {
	nodes := make([]int, 0, len(s.columns))
	for row := range s.grid.rows {
		nodes = nodes[:0]
		for _, column := range s.columns {
			nodes = append(nodes, s.grid.cell(row, column))
		}
		if err := take(nodes); err != nil {
			return err
		}
	}
	return nil
}

// Snapshot returns the table as it is shown now; ok is false if nothing is.
func (m *Model) Snapshot() (s Snapshot, ok bool) {
	if m.grid == nil {
		return Snapshot{}, false
	}
	copied := *m.grid
	s = Snapshot{Doc: m.doc, Names: m.Columns(), grid: &copied}
	for i, c := range m.grid.columns {
		if !c.hidden {
			s.columns = append(s.columns, i)
		}
	}
	return s, true
}

// Update takes any message; those that are not for the table change nothing.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		if msg.Paste {
			return nil
		}
		return m.Do(m.keys.Find(msg.String(), keymap.Table))
	case tea.MouseMsg:
		return m.mouse(msg)
	case gridRead:
		return m.read(msg)
	case rowsSorted:
		m.reorder(msg)
		return nil
	}
	m.Searched(msg)
	return nil
}
