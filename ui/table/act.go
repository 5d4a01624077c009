package table

import (
	"context"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/ui/jsondoc"
)

// CopyMsg asks the host to put a text on the clipboard.
type CopyMsg struct {
	What string // for the message to the user
	Text string
}

// moves are the actions that move the reader; page is a screen of rows.
var moves = map[keymap.Action]func(m *Model, page int){
	keymap.TableUp:          func(m *Model, _ int) { m.move(m.row - 1) },
	keymap.TableDown:        func(m *Model, _ int) { m.move(m.row + 1) },
	keymap.TablePageUp:      func(m *Model, page int) { m.page(-page) },
	keymap.TablePageDown:    func(m *Model, page int) { m.page(page) },
	keymap.TableHalfUp:      func(m *Model, page int) { m.page(-(page + 1) / 2) },
	keymap.TableHalfDown:    func(m *Model, page int) { m.page((page + 1) / 2) },
	keymap.TableFirst:       func(m *Model, _ int) { m.move(0) },
	keymap.TableLast:        func(m *Model, _ int) { m.move(len(m.grid.rows) - 1) },
	keymap.TableLeft:        func(m *Model, _ int) { m.toColumn(m.column-1, -1) },
	keymap.TableRight:       func(m *Model, _ int) { m.toColumn(m.column+1, 1) },
	keymap.TableFirstColumn: func(m *Model, _ int) { m.toColumn(0, 1) },
	keymap.TableLastColumn:  func(m *Model, _ int) { m.toColumn(len(m.grid.columns)-1, -1) },
	keymap.TableNextHit:     func(m *Model, _ int) { m.hit(m.Finder().Next) },
	keymap.TablePrevHit:     func(m *Model, _ int) { m.hit(m.Finder().Previous) },
}

// Do carries out an action of the table's scope; any other does nothing. Opening a
// row in the tree and asking for the text to search are the host's to do.
func (m *Model) Do(action keymap.Action) tea.Cmd {
	if m.grid == nil || len(m.grid.rows) == 0 {
		return nil
	}
	m.dirty = true
	if move := moves[action]; move != nil {
		move(m, max(1, m.body()-1))
		return nil
	}
	switch action {
	case keymap.TableSort:
		return m.nextOrder(m.column)
	case keymap.TableHide:
		if m.shown() > 1 {
			m.grid.columns[m.column].hidden = true
			m.toColumn(m.column, 1)
		}
	case keymap.TableUnhide:
		m.showAll()
		m.follow()
	default:
		return m.copying(action)
	}
	return nil
}

func (m *Model) copying(action keymap.Action) tea.Cmd {
	doc, cell, row := m.doc, m.grid.cell(m.row, m.column), int(m.grid.rows[m.row])
	name := m.grid.columns[m.column].name
	switch action {
	case keymap.TableCopyCell:
		if cell < 0 {
			return nil
		}
		return func() tea.Msg { return CopyMsg{"value of " + doc.Path(cell), cellCopy(doc, cell)} }
	case keymap.TableCopyRow:
		return func() tea.Msg { return CopyMsg{"row " + doc.Path(row), string(doc.Indented(row))} }
	case keymap.TableCopyPath:
		n := m.Node()
		return func() tea.Msg { return CopyMsg{"path", doc.Path(n)} }
	case keymap.TableCopyColumn:
		return func() tea.Msg { return CopyMsg{"name of the column", name} }
	}
	return nil
}

func cellCopy(doc *jsondoc.Document, n int) string {
	if doc.HasChildren(n) {
		return string(doc.Indented(n))
	}
	return string(doc.Text(n))
}

// nextOrder sorts by a column: up, then down, then as the list came.
func (m *Model) nextOrder(column int) tea.Cmd {
	switch {
	case m.sorted != column:
		return m.sort(column, false)
	case !m.down:
		return m.sort(column, true)
	}
	m.reorder(rowsSorted{ticket: m.work.ticket, rows: m.grid.original(), column: -1})
	return nil
}

// sort brings the rows in the order of a column; many rows are sorted by the
// command.
func (m *Model) sort(column int, down bool) tea.Cmd {
	m.stop()
	g := *m.grid
	ctx, cancel := context.WithCancel(context.Background())
	ticket := tickets.Add(1)
	m.work = working{ticket, cancel, "sorting"}
	work := func() tea.Msg {
		defer cancel()
		rows := g.sorted(column, down)
		if ctx.Err() != nil {
			return nil
		}
		return rowsSorted{ticket, rows, column, down}
	}
	if m.doc.End(g.list)-g.list <= atOnce {
		m.reorder(work().(rowsSorted))
		return nil
	}
	return work
}

// reorder takes rows in another order; the reader stays on the row they are on.
func (m *Model) reorder(msg rowsSorted) {
	if msg.ticket != m.work.ticket || m.grid == nil {
		return
	}
	m.work = working{}
	on := -1
	if len(m.grid.rows) > 0 {
		on = int(m.grid.rows[m.row])
	}
	m.grid.rows, m.sorted, m.down = msg.rows, msg.column, msg.down
	if m.row > 0 { // at the top one wants to see what is first now
		m.row = max(0, slices.Index(m.grid.rows, uint32(on)))
	}
	m.follow()
}

func (m *Model) hit(next func(int) (int, bool)) {
	n := m.Node()
	for range m.Finder().Hits() { // hits outside the list are passed over
		found, ok := next(n)
		if !ok {
			return
		}
		n = found
		if n > m.grid.list && n < m.doc.End(m.grid.list) {
			m.Select(n)
			return
		}
	}
}

func (m *Model) move(row int) {
	m.row = max(0, min(row, len(m.grid.rows)-1))
	m.follow()
}

func (m *Model) page(step int) {
	m.top += step
	m.move(m.row + step)
}

func (m *Model) toColumn(column, direction int) {
	column = max(0, min(column, len(m.grid.columns)-1))
	m.column = m.visible(column, direction)
	m.follow()
}

const wheelRows = 3

func (m *Model) mouse(msg tea.MouseMsg) tea.Cmd {
	if m.grid == nil || msg.Y < 0 || msg.Y >= m.height || msg.X < 0 || msg.X >= m.width {
		return nil
	}
	switch {
	case msg.Button == tea.MouseButtonWheelUp && msg.Shift:
		m.toColumn(m.column-1, -1)
	case msg.Button == tea.MouseButtonWheelDown && msg.Shift:
		m.toColumn(m.column+1, 1)
	case msg.Button == tea.MouseButtonWheelUp:
		m.scroll(-wheelRows)
	case msg.Button == tea.MouseButtonWheelDown:
		m.scroll(wheelRows)
	case msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress:
		return m.press(msg.X, msg.Y)
	}
	return nil
}

// press goes to a cell; on a name it sorts by the column.
func (m *Model) press(x, y int) tea.Cmd {
	m.View() // places are of the last frame
	for _, at := range m.places {
		if x >= at.from && x < at.to {
			m.column = at.column
		}
	}
	if y == 0 {
		m.dirty = true
		return m.nextOrder(m.column)
	}
	if row := m.top + y - 1; row < len(m.grid.rows) {
		m.move(row)
	}
	return nil
}

// scroll moves the rows under the reader, who goes along at the edges.
func (m *Model) scroll(rows int) {
	body := m.body()
	m.top = max(0, min(m.top+rows, len(m.grid.rows)-body))
	m.move(max(m.top, min(m.row, m.top+body-1)))
}
