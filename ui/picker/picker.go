// Package picker is a list to choose from by typing part of a name: the command
// palette, the help, the examples.
package picker

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/sahilm/fuzzy"

	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/pane"
	"assay/ui/textline"
)

// Item is one line of the list.
type Item struct {
	Name     string
	Detail   string // at the right: a key, a place
	Group    string // shown dim before the name
	Disabled string // why it cannot be chosen now; "" if it can
	Note     string // in the lower border while the item is selected
	Value    any    // the caller's own
}

// Result says how the picker ended; both are zero while it is open.
type Result struct {
	Chosen *Item
	Closed bool
}

// Picker is the list with its search field.
type Picker struct {
	Title string
	Foot  string // at the right of the lower border
	Width int    // of the box at most, in cells

	theme  *themes.Theme
	keys   *keymap.Map
	items  []Item
	input  *textline.Model
	shown  []match
	cursor int
	top    int
	rows   int
	width  int
}

type match struct {
	item int
	hits []int // indexes of matched bytes in the name
}

// New returns a picker over items.
func New(t *themes.Theme, keys *keymap.Map, title string, items []Item) *Picker {
	p := &Picker{Title: title, Width: 96, theme: t, keys: keys, items: items, input: textline.New(t, keys), rows: 10, width: 60}
	p.input.SetPlaceholder("type to search")
	p.input.Focus()
	p.filter()
	return p
}

type names []Item

func (n names) String(i int) string { return n[i].Name + " " + n[i].Group }
func (n names) Len() int            { return len(n) }

func (p *Picker) filter() {
	p.shown, p.cursor, p.top = p.shown[:0], 0, 0
	pattern := strings.TrimSpace(p.input.Value())
	if pattern == "" {
		for i := range p.items {
			p.shown = append(p.shown, match{item: i})
		}
		return
	}
	if p.shown = named(p.items, strings.Fields(strings.ToLower(pattern))); len(p.shown) > 0 {
		return
	}
	for _, m := range fuzzy.FindFrom(pattern, names(p.items)) {
		p.shown = append(p.shown, match{m.Index, m.MatchedIndexes})
	}
}

// SetTheme changes the colours.
func (p *Picker) SetTheme(t *themes.Theme) {
	p.theme = t
	p.input.SetTheme(t)
}

// Current returns the item under the cursor, or nil if nothing matches.
func (p *Picker) Current() *Item {
	if p.cursor < len(p.shown) {
		return &p.items[p.shown[p.cursor].item]
	}
	return nil
}

// Point moves the cursor to the first item shown that is the one meant.
func (p *Picker) Point(meant func(Item) bool) {
	if i := slices.IndexFunc(p.shown, func(m match) bool { return meant(p.items[m.item]) }); i >= 0 {
		p.cursor = i
	}
}

// Empty reports whether nothing was typed into the search field.
func (p *Picker) Empty() bool { return p.input.Value() == "" }

// Update handles a message; mouse events count from the corner of the box.
func (p *Picker) Update(msg tea.Msg) (Result, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		action := p.keys.Find(msg.String(), keymap.List)
		by, _ := keymap.Step(action, p.rows+1, len(p.items))
		p.move(by)
		switch action {
		case keymap.ListCancel:
			return Result{Closed: true}, nil
		case keymap.ListAccept:
			return p.choose(), nil
		case "":
			before := p.input.Value()
			cmd := p.input.Update(msg)
			if p.input.Value() != before {
				p.filter()
			}
			return Result{}, cmd
		}
	case tea.MouseMsg:
		switch msg.Button {
		case tea.MouseButtonWheelUp:
			p.move(-1)
		case tea.MouseButtonWheelDown:
			p.move(1)
		case tea.MouseButtonLeft:
			if row := p.top + msg.Y - firstRow; msg.Action == tea.MouseActionPress && msg.Y >= firstRow && msg.Y < firstRow+p.rows && row < len(p.shown) {
				p.cursor = row
				return p.choose(), nil
			}
		}
	}
	return Result{}, nil
}

// firstRow is the line of the box that shows the first item: below the border, the
// search field and the rule.
const firstRow = 3

// choose returns the selected item if it can be chosen.
func (p *Picker) choose() Result {
	if p.cursor < len(p.shown) {
		if item := &p.items[p.shown[p.cursor].item]; item.Disabled == "" {
			return Result{Chosen: item}
		}
	}
	return Result{}
}

func (p *Picker) move(by int) {
	p.cursor = min(max(p.cursor+by, 0), max(len(p.shown)-1, 0))
	p.top = min(max(p.top, p.cursor-p.rows+1), p.cursor)
}

// View returns the picker as a box that fits into the given size.
func (p *Picker) View(maxWidth, maxHeight int) []string {
	p.width = min(maxWidth-4, p.Width)
	p.rows = min(maxHeight-6, 18, max(len(p.items), 3))
	p.move(0)
	frame := pane.Pane{Title: p.Title, Right: p.count(), Foot: p.Foot, Focused: true}
	inner, _ := frame.Inner(p.width, p.rows+4)
	if item := p.Current(); item != nil {
		switch {
		case cells.Width(item.Disabled) > detailRoom(*item, inner):
			frame.Foot = p.theme.Text.Render(cells.Fit(item.Disabled, min(cells.Width(item.Disabled), p.width-8), p.theme.Glyphs.Ellipsis))
		case item.Note != "":
			frame.Foot = p.theme.Dim.Render(cells.Fit(item.Note, min(cells.Width(item.Note), p.width-8), p.theme.Glyphs.Ellipsis))
		}
	}
	p.input.SetWidth(inner)
	lines := []string{p.input.View(), p.theme.Border.Render(strings.Repeat(p.theme.Glyphs.Horizontal, max(inner, 0)))}
	for i := p.top; i < min(p.top+p.rows, len(p.shown)); i++ {
		lines = append(lines, p.line(p.shown[i], i == p.cursor, inner))
	}
	if len(p.shown) == 0 {
		lines = append(lines, p.theme.Dim.Render("nothing matches"))
	}
	return frame.Draw(p.theme, p.width, p.rows+4, lines)
}

func (p *Picker) count() string {
	if len(p.shown) == len(p.items) {
		return cells.Group(int64(len(p.items)))
	}
	return cells.Group(int64(len(p.shown))) + " of " + cells.Group(int64(len(p.items)))
}

// detailRoom returns the cells that an item's detail has at most: why something cannot
// be done matters more than the end of its name.
func detailRoom(item Item, width int) int {
	if item.Disabled != "" {
		return max(width*3/5-4, 0)
	}
	return max(width/2-4, 0)
}

// beside returns as many words of a detail, the first of which matters most, as leave a name
// its room.
func beside(name, detail string, width int) string {
	at := strings.LastIndexByte(detail, ' ')
	if at < 0 || cells.Width(name)+cells.Width(detail) <= width {
		return detail
	}
	return beside(name, detail[:at], width)
}

func (p *Picker) line(m match, selected bool, width int) string {
	t, item := p.theme, p.items[m.item]
	base := themes.Style{}
	bar := " "
	if selected {
		base, bar = t.Selected, t.Glyphs.Bar
	}
	text := t.Text
	if item.Disabled != "" {
		text = t.Faint
	}
	words := beside(cells.Visible(item.Name), cells.Visible(item.Detail), width-4)
	detail := words
	if item.Disabled != "" {
		detail = strings.TrimRight(item.Disabled+"  "+words, " ")
	}
	var b strings.Builder
	b.Grow(3 * width) // with the colours
	t.Accent.Over(base).Write(&b, bar)
	base.Write(&b, " ")
	room := max(width-4-cells.Width(detail), width-4-detailRoom(item, width))
	if over := cells.Width(detail) - (width - 4 - room); item.Disabled != "" && over > 0 { // the key stays, the reason is cut
		reason := cells.Fit(item.Disabled, max(cells.Width(item.Disabled)-over, 0), t.Glyphs.Ellipsis)
		detail = strings.TrimRight(reason+"  "+words, " ")
	}
	name := strings.TrimRight(cells.Fit(cells.Visible(item.Name), room, t.Glyphs.Ellipsis), " ")
	group := ""
	if item.Group != "" && cells.Width(name)+cells.Width(item.Group)+2 <= room {
		group = item.Group
	}
	writeHits(&b, name, m.hits, text.Over(base), t.Accent.Over(base))
	used := cells.Width(name)
	if group != "" {
		t.Faint.Over(base).Write(&b, "  "+group)
		used += cells.Width(group) + 2
	}
	base.Write(&b, cells.Blank(room-used+2))
	t.Dim.Over(base).Write(&b, detail)
	return cells.Fit(b.String(), width, t.Glyphs.Ellipsis)
}

// writeHits paints name with the bytes that matched in the hit style.
func writeHits(b *strings.Builder, name string, hits []int, plain, hit themes.Style) {
	from, style := 0, plain
	for i := range name {
		for len(hits) > 0 && hits[0] < i {
			hits = hits[1:]
		}
		now := plain
		if len(hits) > 0 && hits[0] == i {
			now = hit
		}
		if now != style {
			style.Write(b, name[from:i])
			from, style = i, now
		}
	}
	style.Write(b, name[from:])
}
