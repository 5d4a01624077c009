package table

import "assay/ui/rows"

// SetMarks sets what gives the signs beside rows and cells. A row that is marked as a
// whole has its sign at its head; of another, the cells have theirs.
func (m *Model) SetMarks(signs func(node int) rows.Sign) { m.signs, m.dirty = signs, true }

func (m *Model) sign(n int) rows.Sign {
	if m.signs == nil || n < 0 {
		return rows.Sign{}
	}
	return m.signs(n)
}

// cellSign returns the sign of a cell, unless its whole row has one.
func (m *Model) cellSign(row, column int) rows.Sign {
	if mark := m.sign(int(m.grid.rows[row])); mark.Text != "" && !mark.Inside {
		return rows.Sign{}
	}
	return m.sign(m.grid.cell(row, column))
}

// NextMark goes to the next row that is marked as a whole, or the next marked cell, in
// the order that is shown, or to the one before. round says that it went past the end,
// found that there is any.
func (m *Model) NextMark(forward bool) (round, found bool) {
	if m.grid == nil || len(m.grid.rows) == 0 {
		return false, false
	}
	step := 1
	if !forward {
		step = -1
	}
	column := m.column + step
	for passed := 0; passed <= len(m.grid.rows); passed++ {
		row := m.row + passed*step
		round := row < 0 || row >= len(m.grid.rows)
		row = (row + len(m.grid.rows)) % len(m.grid.rows)
		switch mark := m.sign(int(m.grid.rows[row])); {
		case mark.Text == "":
		case !mark.Inside:
			if passed > 0 {
				m.move(row)
				return round, true
			}
		default:
			for ; column >= 0 && column < len(m.grid.columns); column += step {
				if !m.grid.columns[column].hidden && m.sign(m.grid.cell(row, column)).Text != "" {
					m.column = column
					m.move(row)
					return round, true
				}
			}
		}
		column = 0
		if !forward {
			column = len(m.grid.columns) - 1
		}
	}
	return false, false
}
