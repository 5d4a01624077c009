// Package textline is a single-line text field: a URL, a name, a password, a
// pattern to search. It edits whole grapheme clusters, scrolls sideways, undoes,
// and always draws exactly as many cells as it was given.
package textline

import (
	"strings"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
)

// Model is the field. Its keys are those of the editor scope that make sense in
// one line.
type Model struct {
	theme       *themes.Theme
	keys        *keymap.Map
	base        themes.Style
	placeholder string
	masked      bool

	text    string
	at      int  // the cursor: byte offset in text, at the edge of a cell
	all     bool // the whole text is selected
	focused bool
	width   int

	undo, redo []state
	last       change

	split []cells.Cell // text cut into cells; nil when it must be cut anew
	left  int          // first column shown
	drawn string
	dirty bool
}

// state is what undo goes back to.
type state struct {
	text string
	at   int
}

// change is the kind of the last change: runs of one kind are undone together.
type change uint8

const (
	moved change = iota
	typed
	erased
	other
)

const (
	tabStop    = 4
	maxHistory = 200
)

// New returns an empty field without the focus.
func New(t *themes.Theme, keys *keymap.Map) *Model {
	return &Model{theme: t, keys: keys, width: 20, dirty: true}
}

// SetTheme changes how the field is painted.
func (m *Model) SetTheme(t *themes.Theme) { m.theme, m.dirty = t, true }

// SetBase sets a style that everything is drawn over, such as the ground of a
// field in a form.
func (m *Model) SetBase(base themes.Style) { m.base, m.dirty = base, true }

// SetWidth sets how many cells View draws.
func (m *Model) SetWidth(width int) {
	if width != m.width {
		m.width, m.dirty = width, true
	}
}

// SetPlaceholder sets what an empty field shows.
func (m *Model) SetPlaceholder(text string) { m.placeholder, m.dirty = text, true }

// SetMasked shows a dot for every character, for secrets.
func (m *Model) SetMasked(masked bool) { m.masked, m.split, m.dirty = masked, nil, true }

// Value returns the text.
func (m *Model) Value() string { return m.text }

// SetValue replaces the text, puts the cursor at its end and forgets the undo
// history. Line ends become spaces.
func (m *Model) SetValue(text string) {
	m.undo, m.redo, m.last = nil, nil, other
	m.set(oneLine(text), len(text))
	m.at = len(m.text)
}

// Cursor returns the cursor's place in characters (runes) from the start.
func (m *Model) Cursor() int { return utf8.RuneCountInString(m.text[:m.at]) }

// SetCursor puts the cursor after a number of characters (runes), as far as there
// are.
func (m *Model) SetCursor(runes int) {
	at := 0
	for ; runes > 0 && at < len(m.text); runes-- {
		_, size := utf8.DecodeRuneInString(m.text[at:])
		at += size
	}
	m.move(m.snap(at))
}

// CursorEnd puts the cursor after the last character.
func (m *Model) CursorEnd() { m.move(len(m.text)) }

// SelectAll selects the whole text, so that what is typed takes its place.
func (m *Model) SelectAll() {
	m.move(len(m.text))
	m.all = m.text != ""
}

// Selected reports whether the whole text is, so that what is typed takes its place.
func (m *Model) Selected() bool { return m.all }

// Replace puts a text in the place of the present one as a change that can be undone.
func (m *Model) Replace(text string) {
	m.remember(other)
	m.set(oneLine(text), len(text))
	m.move(len(m.text))
}

// Focus lets the field take keys and show its cursor.
func (m *Model) Focus() { m.focused, m.dirty = true, true }

// Blur takes the focus away.
func (m *Model) Blur() { m.focused, m.all, m.dirty, m.left, m.last = false, false, true, 0, moved }

// Update handles keys and pastes while focused, and presses of the left mouse
// button with X counted from the field's first cell.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		if m.focused {
			m.key(msg)
		}
	case tea.MouseMsg:
		if msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress {
			m.move(m.offsetAt(msg.X))
		}
	}
	return nil
}

func (m *Model) key(msg tea.KeyMsg) {
	if msg.Paste {
		m.insert(oneLine(string(msg.Runes)), other)
		return
	}
	action := keymap.Action("")
	if msg.Alt || msg.Type != tea.KeyRunes && msg.Type != tea.KeySpace { // those are text
		action = m.keys.Find(msg.String(), keymap.Editor)
	}
	if m.all && m.selectedKey(action) {
		return
	}
	if edit := edits[action]; edit != nil {
		edit(m)
	} else if action == "" && !msg.Alt && (msg.Type == tea.KeyRunes || msg.Type == tea.KeySpace) {
		m.insert(oneLine(string(msg.Runes)), typed)
	}
}

// edits are the actions of the editor scope that make sense in one line.
var edits = map[keymap.Action]func(*Model){
	keymap.EditorSelectAll:      (*Model).SelectAll,
	keymap.EditorLeft:           func(m *Model) { m.move(m.before(m.at)) },
	keymap.EditorRight:          func(m *Model) { m.move(m.after(m.at)) },
	keymap.EditorWordLeft:       func(m *Model) { m.move(m.wordLeft()) },
	keymap.EditorWordRight:      func(m *Model) { m.move(m.wordRight()) },
	keymap.EditorLineStart:      func(m *Model) { m.move(0) },
	keymap.EditorTextStart:      func(m *Model) { m.move(0) },
	keymap.EditorLineEnd:        func(m *Model) { m.move(len(m.text)) },
	keymap.EditorTextEnd:        func(m *Model) { m.move(len(m.text)) },
	keymap.EditorBackspace:      func(m *Model) { m.erase(m.before(m.at), m.at, erased) },
	keymap.EditorDelete:         func(m *Model) { m.erase(m.at, m.after(m.at), erased) },
	keymap.EditorDeleteWordLeft: func(m *Model) { m.erase(m.wordLeft(), m.at, other) },
	keymap.EditorDeleteWord:     func(m *Model) { m.erase(m.at, m.wordRight(), other) },
	keymap.EditorDeleteToStart:  func(m *Model) { m.erase(0, m.at, other) },
	keymap.EditorDeleteToEnd:    func(m *Model) { m.erase(m.at, len(m.text), other) },
	keymap.EditorUndo:           func(m *Model) { m.undo, m.redo = m.travel(m.undo, m.redo) },
	keymap.EditorRedo:           func(m *Model) { m.redo, m.undo = m.travel(m.redo, m.undo) },
}

// selectedKey does what an action means only while everything is selected, and
// reports whether it is one of those.
func (m *Model) selectedKey(action keymap.Action) bool {
	switch action {
	case keymap.EditorLeft:
		m.move(0)
	case keymap.EditorRight:
		m.move(len(m.text))
	case keymap.EditorBackspace, keymap.EditorDelete, keymap.EditorDeleteWordLeft, keymap.EditorDeleteWord,
		keymap.EditorDeleteToStart, keymap.EditorDeleteToEnd:
		m.erase(0, len(m.text), other)
	default:
		return false
	}
	return true
}

func (m *Model) insert(text string, kind change) {
	if text == "" {
		return
	}
	if m.all { // it takes the place of everything
		m.remember(other)
		m.set(text, len(text))
		return
	}
	m.remember(kind)
	m.set(m.text[:m.at]+text+m.text[m.at:], m.at+len(text))
}

func (m *Model) erase(from, to int, kind change) {
	if from >= to {
		return
	}
	m.remember(kind)
	m.set(m.text[:from]+m.text[to:], from)
}

// remember keeps the present state for undo, unless it is inside a run.
func (m *Model) remember(kind change) {
	if kind != m.last || kind == other {
		m.undo = append(m.undo, state{m.text, m.at})
		if len(m.undo) > maxHistory {
			m.undo = m.undo[1:]
		}
	}
	m.redo, m.last = nil, kind
}

// travel goes to the last state of from and keeps the present one in to.
func (m *Model) travel(from, to []state) (_, _ []state) {
	if len(from) == 0 {
		return from, to
	}
	s := from[len(from)-1]
	to = append(to, state{m.text, m.at})
	m.last = moved
	m.set(s.text, s.at)
	return from[:len(from)-1], to
}

func (m *Model) set(text string, at int) {
	m.text, m.split, m.all, m.dirty = text, nil, false, true
	m.at = m.snap(min(at, len(text)))
}

func (m *Model) move(at int) {
	m.at, m.last, m.all, m.dirty = at, moved, false, true
}

// snap returns the first edge of a cell at or after byte offset at.
func (m *Model) snap(at int) int {
	for _, c := range m.cells() {
		if c.Start >= at {
			return c.Start
		}
	}
	return len(m.text)
}

func (m *Model) before(at int) int {
	for _, c := range m.cells() {
		if c.End >= at {
			return c.Start
		}
	}
	return 0
}

func (m *Model) after(at int) int {
	for _, c := range m.cells() {
		if c.Start >= at {
			return c.End
		}
	}
	return len(m.text)
}

// wordLeft and wordRight take a masked text for one word: it does not tell where
// its words end.
func (m *Model) wordLeft() int {
	if m.masked {
		return 0
	}
	return m.snap(cells.WordLeft(m.text, m.at))
}

func (m *Model) wordRight() int {
	if m.masked {
		return len(m.text)
	}
	return m.snap(cells.WordRight(m.text, m.at))
}

// cells returns the text cut into cells, masked if it is a secret.
func (m *Model) cells() []cells.Cell {
	if m.split == nil {
		m.split = cells.Split(m.text, tabStop)
		if m.masked {
			dot := "•"
			if m.theme.Glyphs.ASCII {
				dot = "*"
			}
			for i, c := range m.split {
				m.split[i] = cells.Cell{Start: c.Start, End: c.End, Col: i, Width: 1, Show: dot}
			}
		}
	}
	return m.split
}

// oneLine makes text fit for one line: valid UTF-8, the line ends around it gone,
// those inside it and tabs turned into spaces.
func oneLine(text string) string {
	text = strings.ToValidUTF8(text, string(utf8.RuneError))
	if strings.ContainsAny(text, "\r\n\t") {
		text = lineEnds.Replace(strings.Trim(text, "\r\n"))
	}
	return text
}

var lineEnds = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\t", " ")
