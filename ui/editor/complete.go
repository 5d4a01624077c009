package editor

import (
	"strings"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/overlay"
	"assay/ui/pane"
)

// Completer is what a Language can be besides: it knows what could be written at a
// place. It is asked after each typed character and must be quick.
type Completer interface {
	// Complete returns what could stand at a byte offset of the text. Asked says
	// that the user wants to see all there is, also before a first character.
	Complete(text string, at int, asked bool) Completions
}

// Completions are what could stand at a place, the likeliest first.
type Completions struct {
	Start, End int // byte offsets of what one of them takes the place of; within one line
	Items      []Completion
}

// Completion is one of them.
type Completion struct {
	Label  string // what the list shows
	Detail string // a word or two beside it
	Insert string // the text; its lines after the first are indented as the place is
	Cursor int    // byte offset in Insert where the cursor goes; 0 is the end
}

// completing is the open list.
type completing struct {
	start, end pos
	items      []Completion
	chosen     int // index in items; -1 while the user has not moved in the list
	top        int

	x, y, width, rows int // where it was drawn, with its border, and how many items
}

// maxCompletions is how many rows the list has.
const maxCompletions = 7

// Completing reports whether the list of completions is open: Tab and Esc are the
// editor's then, and the application must offer them to it first.
func (m *Model) Completing() bool { return m.completions != nil }

// EndCompletion closes the list.
func (m *Model) EndCompletion() {
	if m.completions != nil {
		m.completions, m.dirty = nil, true
	}
}

// Complete opens the list of what could stand at the cursor.
func (m *Model) Complete() { m.complete(true) }

func (m *Model) complete(asked bool) {
	m.EndCompletion()
	completer, ok := m.lang.(Completer)
	if !ok || !m.selected().empty() || m.Finding() {
		return
	}
	at := m.caret.cursor
	offset := at.at
	for _, l := range m.buf.lines[:at.line] {
		offset += len(l.text) + 1
	}
	found := completer.Complete(m.Value(), offset, asked)
	if len(found.Items) == 0 {
		return
	}
	lineStart := offset - at.at
	m.completions = &completing{
		start: m.buf.clamp(pos{at.line, found.Start - lineStart}), end: m.buf.clamp(pos{at.line, found.End - lineStart}),
		items: found.Items, chosen: -1,
	}
	m.dirty, m.reveal = true, tight
}

// completeKey handles a key while the list is open, and reports whether it was the
// list's. Until the user moves in the list, Enter is a line's end.
func (m *Model) completeKey(msg tea.KeyMsg) bool {
	c := m.completions
	switch m.keys.Find(msg.String(), keymap.Completion) {
	case keymap.CompletionAccept:
		m.accept(c.items[max(c.chosen, 0)])
	case keymap.CompletionChoose:
		if c.chosen < 0 {
			return false
		}
		m.accept(c.items[c.chosen])
	case keymap.CompletionDown:
		c.chosen = (c.chosen + 1) % len(c.items)
	case keymap.CompletionUp:
		if c.chosen--; c.chosen < 0 {
			c.chosen = len(c.items) - 1
		}
	case keymap.CompletionClose:
		m.EndCompletion()
	default:
		return false
	}
	m.dirty = true
	return true
}

// accept puts a completion in as one change.
func (m *Model) accept(item Completion) {
	c := m.completions
	m.EndCompletion()
	indent := "\n" + indentation(m.buf.lines[c.start.line].text)
	indented := func(text string) string { return strings.ReplaceAll(text, "\n", indent) }
	cursor := len(item.Insert)
	if item.Cursor > 0 {
		cursor = min(item.Cursor, cursor)
	}
	m.change(other, func() {
		m.replace(span{c.start, c.end}, indented(item.Insert))
		m.place(endOf(c.start, indented(item.Insert[:cursor])))
	})
}

// completeAfter keeps the list in step with a key that was the text's: it opens and
// follows while a word is typed, and closes with anything else.
func (m *Model) completeAfter(msg tea.KeyMsg, changed bool) {
	if !changed {
		m.EndCompletion()
		return
	}
	typed := !msg.Alt && msg.Type == tea.KeyRunes
	erased := m.completions != nil && m.keys.Find(msg.String(), keymap.Editor) == keymap.EditorBackspace
	if typed || erased {
		m.complete(false)
	} else {
		m.EndCompletion()
	}
}

// drawCompletions puts the list over the text, below the cursor's row or else
// above it.
func (m *Model) drawCompletions(drawn string) string {
	lines := strings.Split(drawn, "\n")
	row, at := -1, m.placeOf(m.completions.start)
	for i, r := range m.rows {
		if !r.blank && r.place == at {
			row = i // the last one: below its notes
		}
	}
	if row < 0 {
		return drawn
	}
	first := row
	for first > 0 && m.rows[first-1].place == at {
		first--
	}
	below, above := m.textHeight()-row-1, first
	box := m.completionBox(max(below, above))
	y := row + 1
	if len(box) > below {
		y = first - len(box)
	}
	if len(box) == 0 || y < 0 {
		return drawn
	}
	x := m.gutter() + m.rowColumn(m.completions.start) - m.left - 2 // the words stand under the word
	x = max(min(x, m.width-cells.Width(box[0])), 0)
	c := m.completions
	c.x, c.y, c.width, c.rows = x, y, cells.Width(box[0]), len(box)-2
	return strings.Join(overlay.Place(lines, box, x, y), "\n")
}

// completionBox draws the list in at most the given rows.
func (m *Model) completionBox(rows int) []string {
	c, t := m.completions, m.theme
	shown := min(len(c.items), maxCompletions, rows-2)
	if shown < 1 {
		return nil
	}
	c.top = min(max(c.top, c.chosen-shown+1), max(c.chosen, 0))
	label, detail := 0, 0
	for _, item := range c.items {
		label, detail = max(label, cells.Width(item.Label)), max(detail, cells.Width(item.Detail))
	}
	width := min(label+detail+6, m.width, 60)
	label = min(label, width-4)
	var lines []string
	for i := c.top; i < c.top+shown; i++ {
		base, bar := themes.Style{}, " "
		if i == c.chosen {
			base, bar = t.Selected, t.Glyphs.Bar
		}
		text := cells.Fit(c.items[i].Label, label, t.Glyphs.Ellipsis)
		rest := cells.Fit(c.items[i].Detail, max(width-5-label, 0), t.Glyphs.Ellipsis)
		lines = append(lines, t.Accent.Over(base).Render(bar)+t.Text.Over(base).Render(text)+base.Render("  ")+t.Faint.Over(base).Render(rest))
	}
	frame := pane.Pane{Tight: true, Focused: true}
	if key := m.keys.Key(keymap.CompletionAccept, t.Glyphs.ASCII); width >= 12 {
		frame.Foot = t.Strong.Render(key)
	}
	return frame.Draw(t, width, shown+2, lines)
}

// completionMouse chooses from the list by a press, or closes it by one elsewhere.
// It reports whether the event was the list's.
func (m *Model) completionMouse(msg tea.MouseMsg) bool {
	c := m.completions
	if c == nil || tea.MouseEvent(msg).IsWheel() || msg.Action != tea.MouseActionPress {
		return false
	}
	x, y := msg.X-c.x, msg.Y-c.y-1
	if x > 0 && x < c.width-1 && y >= 0 && y < c.rows {
		m.accept(c.items[c.top+y])
		return true
	}
	m.EndCompletion()
	return false
}

// WordBefore returns where the word of letters, digits and _ that ends at a byte
// offset of the text begins: what completions take the place of.
func WordBefore(text string, at int) int {
	for at > 0 {
		r, size := utf8.DecodeLastRuneInString(text[:at])
		if !inWord(r) {
			break
		}
		at -= size
	}
	return at
}

// WordAfter returns where such a word that begins at a byte offset ends.
func WordAfter(text string, at int) int {
	for at < len(text) {
		r, size := utf8.DecodeRuneInString(text[at:])
		if !inWord(r) {
			break
		}
		at += size
	}
	return at
}
