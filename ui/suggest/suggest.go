// Package suggest is the short list of what could be written at a place. It stands over
// other text while that is typed: until the user moves in it, nothing of it is chosen.
package suggest

import (
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/pane"
)

// Item is one line of the list.
type Item struct {
	Label  string
	Detail string // a word or two beside it
}

// List is the list. It has at least one item.
type List struct {
	items  []Item
	chosen int // -1 while the user has not moved in the list
	top    int

	x, y, width, rows int // where it was drawn, with its border, and how many items
}

// New returns a list of which nothing is chosen. Control characters of the items are shown
// as signs.
func New(items []Item) *List {
	l := &List{chosen: -1}
	for _, item := range items {
		l.items = append(l.items, Item{cells.Visible(item.Label), cells.Visible(item.Detail)})
	}
	return l
}

// Chosen returns the index of the item that is chosen, or -1.
func (l *List) Chosen() int { return l.chosen }

// Move chooses the next item, or the one before; after the last comes the first.
func (l *List) Move(by int) {
	n := len(l.items)
	if l.chosen < 0 && by < 0 {
		l.chosen = 0
	}
	l.chosen = (l.chosen + by + n) % n
}

// mostRows is how many items are shown at once.
const mostRows = 7

// Box draws the list in at most the given size, its border included, or nothing if there
// is no room. Its words begin in the third column; in the lower border stands the key that
// takes one of them.
func (l *List) Box(t *themes.Theme, key string, width, height int) []string {
	shown := min(len(l.items), mostRows, height-2)
	if shown < 1 {
		return nil
	}
	l.top = min(max(l.top, l.chosen-shown+1), max(l.chosen, 0))
	label, detail := 0, 0
	for _, item := range l.items {
		label, detail = max(label, cells.Width(item.Label)), max(detail, cells.Width(item.Detail))
	}
	const gap = 2 // between them
	if label+gap+detail+4 <= width {
		detail += gap
	} else { // the labels have the room of the details
		detail = 0
	}
	width = min(label+detail+4, width)
	label = max(min(label, width-4), 1)
	var lines []string
	for i := l.top; i < l.top+shown; i++ {
		base, bar := themes.Style{}, " "
		if i == l.chosen {
			base, bar = t.Selected, t.Glyphs.Bar
		}
		text := cells.Fit(cells.CutMiddle(l.items[i].Label, label, t.Glyphs.Ellipsis), label, "")
		rest := ""
		if detail > 0 {
			rest = cells.FitRight(cells.Fit(l.items[i].Detail, detail-gap, ""), detail, "")
		}
		lines = append(lines, t.Accent.Over(base).Render(bar)+t.Text.Over(base).Render(text)+t.Faint.Over(base).Render(rest)+base.Render(" "))
	}
	frame := pane.Pane{Tight: true, Focused: true}
	if width >= 12 {
		frame.Foot = t.Strong.Render(key)
	}
	l.width, l.rows = width, shown
	return frame.Draw(t, width, shown+2, lines)
}

// Place says where the box stands, for At.
func (l *List) Place(x, y int) { l.x, l.y = x, y }

// At returns the index of the item that stands at a place, or -1.
func (l *List) At(x, y int) int {
	column, row := x-l.x, y-l.y-1
	if column <= 0 || column >= l.width-1 || row < 0 || row >= l.rows {
		return -1
	}
	return l.top + row
}
