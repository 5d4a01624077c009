package extract

import (
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/paper"
	"assay/service/extract/words"
)

// ledger is a table of a document: as the page was read, or as the words on it
// stand.
type ledger struct {
	paper.Table
	keys  []evidence.Key // of the names of its columns
	spans []scope        // of its rows; empty if they are none of the tree's
}

// ledgers returns the tables of a document. Its answer is for one query.
func (e *engine) ledgers() []ledger {
	if e.tables == nil {
		e.tables = []ledger{}
		add := func(l ledger) {
			if l.keys == nil {
				for _, h := range l.Heads {
					l.keys = append(l.keys, e.x.Intern(h.Text))
				}
			}
			e.tables = append(e.tables, l)
		}
		for _, g := range e.x.Tables {
			if l := e.ledgerOf(g); !e.addSides(&l.Table, add) {
				add(l)
			}
		}
		for _, t := range e.sheet.Tables() {
			if !e.addSides(&t, add) {
				add(ledger{Table: t})
			}
		}
	}
	return e.tables
}

// addSides adds the tables that stand side by side in one, and reports whether there are any.
func (e *engine) addSides(t *paper.Table, add func(ledger)) bool {
	sides := t.Sides(e.x.Locale)
	for _, side := range sides {
		add(ledger{Table: side})
	}
	return len(sides) > 0
}

// ledgerOf takes over a table of the tree.
func (e *engine) ledgerOf(g *evidence.Grid) ledger {
	var l ledger
	for _, h := range g.Headers {
		l.Heads, l.keys = append(l.Heads, paper.Head{Text: h.Text, Node: g.Node}), append(l.keys, h.Key)
	}
	e.partHeads(&l)
	for _, row := range g.Rows {
		cells := make(paper.TableRow, len(row.Cells))
		for c, id := range row.Cells {
			if cells[c].Node = id; id != content.None {
				cells[c].Text = e.t.Text(id)
			}
		}
		l.Rows = append(l.Rows, cells)
		l.spans = append(l.spans, scope{from: row.Node, to: e.t.Nodes[row.Node].End})
	}
	return l
}

// partHeads gives each of some columns that stand under one name of as many words a word of it:
// names that stand close were read as one.
func (e *engine) partHeads(l *ledger) {
	for c := 0; c < len(l.Heads); {
		to := c + 1
		for to < len(l.Heads) && l.Heads[to].Text == l.Heads[c].Text {
			to++
		}
		if names := strings.Fields(l.Heads[c].Text); to > c+1 && len(names) == to-c {
			for i, name := range names {
				l.Heads[c+i].Text, l.keys[c+i] = name, e.x.Intern(name)
			}
		}
		c = to
	}
}

// longTable is what a table of ten rows is preferred by to one of none.
const longTable = 0.05

// ownTable is what a table that the reader of a page found is preferred by to one
// of words that stand in line.
const ownTable = 0.006

// firstHead is what a table is preferred by whose first column is called what the list is.
const firstHead = 0.1

// paperList answers a list of containers from the tables of a document: the one
// whose columns answer most of the fields, and its continuations on later pages;
// or, where none does, from goods above their sum. It returns nil if neither
// answers, and always for web pages.
func (e *engine) paperList(w *want, s scope) *reading {
	if e.sheet == nil {
		return nil
	}
	var best *reading
	tables := e.ledgers()
	name := words.Default().New(paper.Spelt(w.field.Name), w.field.Hint().Words)
	for i := range tables {
		l := &tables[i]
		if node := l.Heads[0].Node; !s.holds(node) || !e.inPlace(w, node) {
			continue
		}
		m := e.paperColumns(w.children, l)
		like := e.headMeans(name, l.Heads[0].Text)
		if m.named == 0 || m.named == 1 && len(w.children) > 1 && like < leastMeaning {
			continue
		}
		score := m.mean() + firstHead*like + longTable*float64(min(len(l.Rows), 10))/10
		if l.spans != nil {
			score += ownTable
		}
		if best == nil || score > best.score {
			best = &reading{score, func() []answer { return e.paperRows(w, tables[i:], m.columns) }}
		}
	}
	if best == nil || best.score < e.w.SetThreshold {
		return e.goodsList(w, s)
	}
	return best
}
