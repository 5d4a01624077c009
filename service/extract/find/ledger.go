package find

import (
	"slices"
	"strings"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/onpage"
	"assay/service/extract/paper"
)

// Ledger is a table of a document: as the page was read, or as the words on it
// stand.
type Ledger struct {
	paper.Table
	Keys  []evidence.Key // of the names of its columns
	Spans []onpage.Scope // of its rows; empty if they are none of the tree's
}

// Ledgers returns the tables of a document. Its answer is for one query.
func (e *Engine) Ledgers() []Ledger {
	if e.tables == nil {
		e.tables = []Ledger{}
		add := func(l Ledger) {
			if l.Keys == nil {
				for _, h := range l.Heads {
					l.Keys = append(l.Keys, e.Index.Intern(h.Text))
				}
			}
			e.tables = append(e.tables, l)
		}
		printed := e.Sheet.Tables()
		for _, g := range e.Index.Tables {
			if l := ledgerOf(e, g, printed); !addSides(e, &l.Table, add) {
				add(l)
			}
		}
		for _, t := range printed {
			if !addSides(e, &t, add) {
				add(Ledger{Table: t})
			}
		}
	}
	return e.tables
}

// addSides adds the tables that stand side by side in one, and reports whether there are any.
func addSides(e *Engine, t *paper.Table, add func(Ledger)) bool {
	sides := t.Sides(e.Index.Locale)
	for _, side := range sides {
		add(Ledger{Table: side})
	}
	return len(sides) > 0
}

// ledgerOf takes over a table of the tree. printed are the tables as the words stand.
func ledgerOf(e *Engine, g *evidence.Grid, printed []paper.Table) Ledger {
	var l Ledger
	for _, h := range g.Headers {
		l.Heads, l.Keys = append(l.Heads, paper.Head{Text: h.Text, Node: g.Node}), append(l.Keys, h.Key)
	}
	partHeads(e, &l, printed)
	for _, row := range g.Rows {
		cells := make(paper.TableRow, len(row.Cells))
		for c, id := range row.Cells {
			if cells[c].Node = id; id != content.None {
				cells[c].Text = e.Tree.Text(id)
			}
		}
		l.Rows = append(l.Rows, cells)
		l.Spans = append(l.Spans, onpage.Scope{From: row.Node, To: e.Tree.Nodes[row.Node].End})
	}
	return l
}

// partHeads gives each of some columns that stand under one name its part of that: names that stand
// close were read as one. A table as the words stand may know the parts; else each has a word.
func partHeads(e *Engine, l *Ledger, printed []paper.Table) {
	for c := 0; c < len(l.Heads); {
		to := c + 1
		for to < len(l.Heads) && l.Heads[to].Text == l.Heads[c].Text {
			to++
		}
		names := strings.Fields(l.Heads[c].Text)
		for i := range printed {
			if heads := printed[i].Heads; to > c+1 && len(heads) == len(l.Heads) {
				var parts []string
				for _, h := range heads[c:to] {
					parts = append(parts, h.Text)
				}
				if strings.Join(parts, " ") == l.Heads[c].Text {
					names = parts
				}
			}
		}
		if to > c+1 && len(names) == to-c {
			for i, name := range names {
				l.Heads[c+i].Text, l.Keys[c+i] = name, e.Index.Intern(name)
			}
		}
		c = to
	}
}

// OfWords reports whether a column has words that tell its rows apart.
func (l *Ledger) OfWords(c int) bool {
	rows := l.Rows[:min(len(l.Rows), 20)]
	words, seen := 0, map[string]bool{}
	for _, row := range rows {
		if text := row[c].Text; text != "" {
			if onpage.Letters(text)*2 >= len(text) && len(text) < 160 {
				words++
			}
			seen[text] = true
		}
	}
	return words*10 >= len(rows)*7 && len(seen)*10 >= len(rows)*6
}

// IsNumeric reports whether a type is of numbers.
func IsNumeric(t query.Type) bool {
	return t == query.Integer || t == query.Number || t == query.Price || t == query.Percent
}

// sideMarks are what banks put after an amount that was taken, and after one that was added.
var sideMarks = [...][2]string{{"S", "H"}, {"DR", "CR"}, {"D", "C"}, {"D", "H"}}

// IsDebit reports whether a cell is an amount that was taken, in a column where amounts that were
// taken and those that were added are marked.
func (l *Ledger) IsDebit(row paper.TableRow, c int) bool {
	has := func(text, mark string) bool {
		number, ok := strings.CutSuffix(text, mark)
		return ok && onpage.Letters(number) == 0 && strings.ContainsAny(number, "0123456789")
	}
	for _, marks := range sideMarks {
		if has(row[c].Text, marks[0]) {
			return slices.ContainsFunc(l.Rows, func(other paper.TableRow) bool { return has(other[c].Text, marks[1]) })
		}
	}
	return false
}
