package table

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"assay/ui/jsondoc"
)

// atMost is how many lists are looked at for the outermost.
const atMost = 64

// Outermost returns the outermost list of objects of a document, the first of several, or -1.
func Outermost(doc *jsondoc.Document) int {
	outermost, depth := -1, 0
	for n, left := doc.Containers().Next(0), atMost; n >= 0 && left > 0; n = doc.Containers().Next(n + 1) {
		if n < doc.Root() || doc.Kind(n) != jsondoc.Array || !hasObject(doc, n) {
			continue
		}
		if d := doc.Depth(n); outermost < 0 || d < depth {
			outermost, depth = n, d
		}
		left--
	}
	return outermost
}

// looked is how many elements of a list are looked at to see whether it holds
// objects.
const looked = 16

func hasObject(doc *jsondoc.Document, list int) bool {
	left := looked
	for c := list + 1; c < doc.End(list) && left > 0; c = doc.End(c) {
		if doc.Kind(c) == jsondoc.Object {
			return true
		}
		left--
	}
	return false
}

// Around returns the innermost list of objects that a node is in or is, or -1.
func Around(doc *jsondoc.Document, n int) int {
	for ; n > doc.Root(); n = doc.Parent(n) {
		if doc.Kind(n) == jsondoc.Array && hasObject(doc, n) {
			return n
		}
	}
	if doc.Kind(n) == jsondoc.Array && hasObject(doc, n) {
		return n
	}
	return -1
}

// kind is what a column holds, which decides how it is sorted and aligned.
type kind uint8

const (
	words kind = iota
	numbers
	dates
)

// column is one key of the records.
type column struct {
	key    []byte // as it is written, without quotes; nil for elements that are no objects
	name   string
	kind   kind
	width  int // cells the contents need
	hidden bool
}

// grid is a list of records laid out: its rows are the elements, its columns the
// keys of all of them, in the order they first come up.
type grid struct {
	doc     *jsondoc.Document
	list    int
	rows    []uint32 // nodes, in the order they are shown
	columns []column
}

// maxColumns bounds the keys that become columns: records with keys that are data,
// such as dates, would have no end of them.
const maxColumns = 512

// readGrid lays a list out.
func readGrid(ctx context.Context, doc *jsondoc.Document, list int) (*grid, error) {
	g := &grid{doc: doc, list: list, rows: make([]uint32, 0, doc.Count(list))}
	index := map[string]int{}
	bare := -1
	for row := list + 1; row < doc.End(list); row = doc.End(row) {
		if len(g.rows)&1023 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		g.rows = append(g.rows, uint32(row))
		if doc.Kind(row) != jsondoc.Object {
			if bare < 0 {
				bare = len(g.columns)
				g.columns = append(g.columns, column{name: "value"})
			}
			continue
		}
		at := 0
		for c := row + 1; c < doc.End(row); c = doc.End(c) {
			key, _ := doc.RawKey(c)
			if at < len(g.columns) && bytes.Equal(g.columns[at].key, key) { // as in the row before
				at++
				continue
			}
			i, known := index[string(key)]
			if !known {
				if len(g.columns) >= maxColumns {
					continue
				}
				i = len(g.columns)
				index[string(key)] = i
				g.columns = append(g.columns, column{key: bytes.Clone(key), name: string(jsondoc.Decode(nil, key))})
			}
			at = i + 1
		}
	}
	g.measure()
	return g, nil
}

// cell returns the node of a row's value in a column, or -1.
func (g *grid) cell(row, column int) int {
	n := int(g.rows[row])
	key := g.columns[column].key
	if g.doc.Kind(n) != jsondoc.Object {
		if key == nil {
			return n
		}
		return -1
	}
	if key == nil {
		return -1
	}
	for c := n + 1; c < g.doc.End(n); c = g.doc.End(c) {
		if found, _ := g.doc.RawKey(c); bytes.Equal(found, key) {
			return c
		}
	}
	return -1
}

const (
	sampled   = 400 // rows that widths and kinds are judged by
	widest    = 120 // cells a column takes at most where there is room
	narrowest = 4
)

// measure judges from rows spread over the list what the columns hold and how wide
// that is.
func (g *grid) measure() {
	step := max(1, len(g.rows)/sampled)
	var p cellText
	for i := range g.columns {
		c := &g.columns[i]
		p.safe([]byte(c.name), false)
		c.width = max(p.width(widest), narrowest)
		seen, numeric, dated := 0, 0, 0
		for row := 0; row < len(g.rows); row += step {
			n := g.cell(row, i)
			if n < 0 || g.doc.Kind(n) == jsondoc.Null {
				continue
			}
			p.set(g.doc, n)
			c.width = max(c.width, p.width(widest))
			seen++
			switch g.doc.Kind(n) {
			case jsondoc.Number:
				numeric++
			case jsondoc.String:
				if _, ok := dateOf(g.doc.Text(n)); ok {
					dated++
				}
			}
		}
		switch {
		case seen > 0 && numeric == seen:
			c.kind = numbers
		case seen > 0 && dated == seen:
			c.kind = dates
		}
	}
}

// dateOf reads a date or a time in the forms of ISO 8601 that JSON carries.
func dateOf(text []byte) (time.Time, bool) {
	if len(text) < len("2006-01-02") || len(text) > 40 || text[4] != '-' || text[0] < '0' || text[0] > '9' {
		return time.Time{}, false
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339Nano, "2006-01-02T15:04:05", time.DateTime, "2006-01-02T15:04"} {
		if at, err := time.Parse(layout, string(text)); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}

// sortKey is a value made ready to be compared.
type sortKey struct {
	rank   uint8 // numbers before texts before lists and objects before nothing
	number float64
	text   string
}

const (
	rankNumber uint8 = iota
	rankText
	rankNested
	rankNothing
)

func (g *grid) sortKey(n int, as kind) sortKey {
	if n < 0 {
		return sortKey{rank: rankNothing}
	}
	switch g.doc.Kind(n) {
	case jsondoc.Null:
		return sortKey{rank: rankNothing}
	case jsondoc.Number:
		number, _ := strconv.ParseFloat(string(g.doc.Raw(n)), 64) // infinite if it is beyond float64, which sorts right
		return sortKey{rank: rankNumber, number: number}
	case jsondoc.Array, jsondoc.Object:
		return sortKey{rank: rankNested, number: float64(g.doc.Count(n))}
	}
	text := g.doc.Text(n)
	if as == dates {
		if at, ok := dateOf(text); ok {
			return sortKey{rank: rankNumber, number: float64(at.UnixMilli())}
		}
	}
	return sortKey{rank: rankText, text: strings.ToLower(string(text))}
}

func compare(a, b sortKey) int {
	switch {
	case a.rank != b.rank:
		return int(a.rank) - int(b.rank)
	case a.rank == rankText:
		return strings.Compare(a.text, b.text)
	}
	return cmp.Compare(a.number, b.number)
}

// sorted returns the rows in the order of a column, those without a value last
// either way.
func (g *grid) sorted(by int, down bool) []uint32 {
	type entry struct {
		key  sortKey
		node uint32
	}
	entries := make([]entry, len(g.rows))
	for i, node := range g.rows {
		entries[i] = entry{g.sortKey(g.cell(i, by), g.columns[by].kind), node}
	}
	slices.SortFunc(entries, func(a, b entry) int {
		order := compare(a.key, b.key)
		if down && (a.key.rank == rankNothing) == (b.key.rank == rankNothing) {
			order = -order
		}
		if order == 0 { // as they came
			return int(a.node) - int(b.node)
		}
		return order
	})
	rows := make([]uint32, len(entries))
	for i := range entries {
		rows[i] = entries[i].node
	}
	return rows
}

// original returns the rows in the order of the list.
func (g *grid) original() []uint32 {
	rows := slices.Clone(g.rows)
	slices.Sort(rows)
	return rows
}
