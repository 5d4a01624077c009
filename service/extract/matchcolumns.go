package extract

import "sort"

// fieldColumn is a column that may answer a field.
type fieldColumn struct {
	field, column int
	score         float64
}

// tableMatch is which columns of a table the fields of its rows are read from.
type tableMatch struct {
	columns []int   // by field; -1 where none answers it
	taken   []bool  // by column, whether a field is given its text
	score   float64 // how well they answer, summed over the fields
	named   int     // fields that were given a column by its name
}

// matchColumns gives each field the column of a table that answers it best, no column
// to two fields. fits says how far a column answers a field, 0 if not at all; of fields
// and columns that fit as well, the fuller column comes first.
func matchColumns(ws []*want, columns int, fits func(w *want, column int) float64, fullness []float64) tableMatch {
	var pairs []fieldColumn
	m := tableMatch{columns: make([]int, len(ws)), taken: make([]bool, columns)}
	for i, w := range ws {
		m.columns[i] = -1
		if !w.field.IsLeaf() {
			continue
		}
		for c := range columns {
			if score := fits(w, c); score > 0 {
				pairs = append(pairs, fieldColumn{i, c, score})
			}
		}
	}
	sort.SliceStable(pairs, func(a, b int) bool {
		return pairs[a].score+fullness[pairs[a].column] > pairs[b].score+fullness[pairs[b].column]
	})
	led := make([]bool, columns)
	for _, p := range pairs {
		of := m.taken
		if sideOf(ws[p.field]) == address { // the words of a cell and where they lead are two things
			of = led
		}
		if m.columns[p.field] >= 0 || of[p.column] {
			continue
		}
		m.columns[p.field], of[p.column] = p.column, true
		m.score += min(1, p.score)
		m.named++
	}
	return m
}

// mean is how well the columns answer a field on average.
func (m *tableMatch) mean() float64 { return m.score / float64(len(m.columns)) }
