package editor

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/ui/cells"
	"assay/ui/overlay"
	"assay/ui/suggest"
)

// Completer is what a Language can be besides: it knows what could be written at a
// place. It is asked after each typed character and must be quick.
type Completer interface {
	// Complete returns what could stand at a byte offset of the text. Asked says
	// that the user wants to see all there is, also before a first character. Of a
	// long text, it is given only the lines around that place.
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
	*suggest.List
}

// widest is how many cells the list has at most.
const widest = 60

// completedBy is how much text on each side of the cursor, in bytes, completions are
// made from: what is asked after each key must not take longer the longer the text is.
const completedBy = 32 << 10

// Completing reports whether the list of completions is open: Tab is the editor's then,
// and Esc while the user is Choosing. The application must offer them to it first.
func (m *Model) Completing() bool { return m.completions != nil }

// Choosing reports whether the user has moved in the list: until then, Esc need not be
// the list's.
func (m *Model) Choosing() bool { return m.completions != nil && m.completions.Chosen() >= 0 }

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
	text, lineStart := m.buf.around(at.line, completedBy)
	found := completer.Complete(text, lineStart+at.at, asked)
	if len(found.Items) == 0 {
		return
	}
	rows := make([]suggest.Item, len(found.Items))
	for i, item := range found.Items {
		rows[i] = suggest.Item{Label: item.Label, Detail: item.Detail}
	}
	m.completions = &completing{
		start: m.buf.clamp(pos{at.line, found.Start - lineStart}), end: m.buf.clamp(pos{at.line, found.End - lineStart}),
		items: found.Items, List: suggest.New(rows),
	}
	m.dirty, m.reveal = true, tight
}

// completeKey handles a key while the list is open, and reports whether it was the
// list's. Until the user moves in the list, Enter is a line's end.
func (m *Model) completeKey(msg tea.KeyMsg) bool {
	c := m.completions
	switch m.keys.Find(msg.String(), keymap.Completion) {
	case keymap.CompletionAccept:
		m.accept(c.items[max(c.Chosen(), 0)])
	case keymap.CompletionChoose:
		if c.Chosen() < 0 {
			return false
		}
		m.accept(c.items[c.Chosen()])
	case keymap.CompletionDown:
		c.Move(1)
	case keymap.CompletionUp:
		c.Move(-1)
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
	box := m.completions.Box(m.theme, m.keys.Key(keymap.CompletionAccept, m.theme.Glyphs.ASCII), min(m.width, widest), max(below, above))
	y := row + 1
	if len(box) > below {
		y = first - len(box)
	}
	if len(box) == 0 || y < 0 {
		return drawn
	}
	x := m.gutter() + m.rowColumn(m.completions.start) - m.leftOf(m.completions.start.line) - 2 // the words stand under the word
	x = max(min(x, m.width-cells.Width(box[0])), 0)
	m.completions.Place(x, y)
	return strings.Join(overlay.Place(lines, box, x, y), "\n")
}

// completionMouse chooses from the list by a press, or closes it by one elsewhere.
// It reports whether the event was the list's.
func (m *Model) completionMouse(msg tea.MouseMsg) bool {
	c := m.completions
	if c == nil || tea.MouseEvent(msg).IsWheel() || msg.Action != tea.MouseActionPress {
		return false
	}
	if i := c.At(msg.X, msg.Y); i >= 0 {
		m.accept(c.items[i])
		return true
	}
	m.EndCompletion()
	return false
}

// WordBefore returns where the word of letters, digits and _ that ends at a byte
// offset of the text begins: what completions take the place of.
func WordBefore(text string, at int) int {
	return len(strings.TrimRightFunc(text[:at], inWord))
}

// WordAfter returns where such a word that begins at a byte offset ends.
func WordAfter(text string, at int) int {
	return len(text) - len(strings.TrimLeftFunc(text[at:], inWord))
}
