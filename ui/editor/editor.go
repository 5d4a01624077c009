// Package editor is a text editor for a terminal pane: highlighting, diagnostics
// under the offending token, auto-indent, bracket pairs, selection by keys and
// mouse, undo, find. What it knows of the text in it comes from a Language; without
// one it edits prose, wrapped at words.
//
// Keys and drawing cost by what is on the screen, not by the length of the text:
// a line is coloured and measured once, and long texts are diagnosed off the
// update loop. All drawing is cached until something changes.
package editor

import (
	"slices"
	"strings"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/themes"
	"assay/ui/textline"
)

// Model is an editor. It is changed in place and must not be used from two
// goroutines at once.
type Model struct {
	theme       *themes.Theme
	keys        *keymap.Map
	lang        Language
	placeholder string
	wrap        bool // of prose, which has no line numbers either
	focused     bool
	width       int
	height      int

	buf      *buffer
	caret    caret
	goal     int // column that moves up and down keep to; -1 is the cursor's own
	hist     history
	edits    []edit // of the change under way
	version  int
	value    string // the whole text at valueAt, a version
	valueAt  int
	register register

	diags    []diagnostic
	diagsAt  int  // the version diags were made for
	deferred bool // diags will come from a command

	find   *textline.Model // nil while the find bar is closed
	search search

	completions *completing // the list that is open, or nil

	top    place // the first row shown
	left   int   // the first column shown, when not wrapped
	aside  int   // the line that is shown from there, or allLines
	reveal reveal
	notes  map[place][]note // diagnostic rows, below the text row they belong to
	rows   []row            // what View shows, row by row, for the mouse
	drag   drag
	styles map[styleKey]themes.Style
	drawn  string
	dirty  bool
}

// register is what was cut or copied here last.
type register struct {
	text  string
	lines bool // whole lines, pasted above the cursor's line
}

// New returns an empty editor without the focus. A nil language makes it an editor
// of prose: wrapped and without line numbers.
func New(t *themes.Theme, keys *keymap.Map, lang Language) *Model {
	m := &Model{theme: t, keys: keys, lang: lang, wrap: lang == nil, buf: newBuffer(lang), goal: -1, dirty: true, valueAt: -1, diagsAt: -1}
	m.styles = map[styleKey]themes.Style{}
	return m
}

// SetTheme changes how the text is painted.
func (m *Model) SetTheme(t *themes.Theme) {
	m.theme, m.dirty = t, true
	m.styles = map[styleKey]themes.Style{}
	if m.Finding() {
		m.find.SetTheme(t)
	}
}

// SetSize sets the size of what View draws, in cells.
func (m *Model) SetSize(width, height int) {
	if width != m.width || height != m.height {
		m.width, m.height, m.left, m.dirty = width, height, 0, true
		m.reveal = max(m.reveal, tight)
	}
}

// SetPlaceholder sets what an empty editor shows; it may have several lines.
func (m *Model) SetPlaceholder(text string) { m.placeholder, m.dirty = clean(text), true }

// Focus lets the editor take keys.
func (m *Model) Focus() {
	m.focused, m.dirty = true, true
	m.reveal = max(m.reveal, tight)
}

// Blur takes the focus away and closes the find bar. Lines are shown from their start then.
func (m *Model) Blur() {
	m.EndFind()
	m.EndCompletion()
	m.focused, m.left, m.reveal, m.dirty, m.hist.closed = false, 0, none, true, true
}

// Value returns the text. Lines end with \n; the last one has no end.
func (m *Model) Value() string {
	if m.valueAt != m.version {
		m.value, m.valueAt = m.buf.text(), m.version
	}
	return m.value
}

// Blank reports whether the text has nothing but white space.
func (m *Model) Blank() bool {
	return !slices.ContainsFunc(m.buf.lines, func(l *line) bool { return strings.TrimSpace(l.text) != "" })
}

// SetValue puts a new text in the place of the old, with the cursor at its start
// and nothing to undo.
func (m *Model) SetValue(text string) {
	m.EndCompletion()
	m.buf = newBuffer(m.lang)
	m.buf.replace(span{}, clean(text))
	m.hist = history{}
	m.caret, m.goal, m.top, m.left = caret{}, -1, place{}, 0
	m.diags = nil
	m.touch()
}

// Replace puts a new text in the place of the old as one change that can be
// undone; the cursor stays on its line as far as there is one.
func (m *Model) Replace(text string) {
	text = clean(text)
	if text == m.Value() {
		return
	}
	m.change(other, func() {
		row := m.caret.cursor
		m.replace(span{pos{}, m.buf.end()}, text)
		m.place(m.buf.clamp(pos{min(row.line, len(m.buf.lines)-1), row.at}))
	})
}

// Insert puts text in the place of the selection as one change: what a paste does.
func (m *Model) Insert(text string) {
	text = clean(text)
	m.change(other, func() { m.place(m.replace(m.selected(), text)) })
}

// Version counts the changes of the text: the same number is the same text.
func (m *Model) Version() int { return m.version }

// Cursor returns the line and the character (rune) of the cursor, from 1.
func (m *Model) Cursor() (row, column int) {
	p := m.caret.cursor
	return p.line + 1, utf8.RuneCountInString(m.buf.lines[p.line].text[:p.at]) + 1
}

// SetCursor puts the cursor at a line and character (rune), from 1, or as near to
// it as there is text.
func (m *Model) SetCursor(row, column int) {
	line := min(max(row-1, 0), len(m.buf.lines)-1)
	text, at := m.buf.lines[line].text, 0
	for ; column > 1 && at < len(text); column-- {
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	m.moveTo(m.buf.clamp(pos{line, at}), false)
}

// Selection returns the selected text, "" if there is none.
func (m *Model) Selection() string { return m.buf.slice(m.selected()) }

// Update handles keys and pastes while focused, mouse events with coordinates
// counted from the editor's first cell, and the messages of its own commands. It answers a copy or cut with a CopyMsg.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	before := m.version
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case tea.KeyMsg:
		if m.focused {
			cmd = m.key(msg)
		}
	case tea.MouseMsg:
		if !m.completionMouse(msg) {
			m.mouse(msg)
		}
	case diagnoseMsg:
		return m.startDiagnosis(msg)
	case diagnosedMsg:
		m.takeDiagnosis(msg)
	}
	if m.version != before {
		return tea.Batch(cmd, m.deferDiagnosis())
	}
	return cmd
}

// change makes a change of the text that is undone as one. The function replaces
// text and places the cursor.
func (m *Model) change(k kind, do func()) {
	before := m.caret
	m.edits = nil
	do()
	if len(m.edits) == 0 {
		return
	}
	m.hist.add(step{edits: m.edits, before: before, after: m.caret, kind: k})
	m.edits = nil
	m.touch()
}

// replace replaces text within a change and returns where the new text ends.
func (m *Model) replace(s span, text string) pos {
	if s.empty() && text == "" {
		return s.from
	}
	m.edits = append(m.edits, edit{s.from, m.buf.slice(s), text})
	return m.apply(s, text)
}

// apply replaces text and takes the diagnostics along.
func (m *Model) apply(s span, text string) pos {
	end := m.buf.replace(s, text)
	m.shiftDiagnostics(s, end)
	return end
}

// touch notes that the text has changed.
func (m *Model) touch() {
	m.version++
	m.goal, m.dirty, m.deferred = -1, true, false
	m.reveal = roomy
}

func (m *Model) undo() {
	s, ok := m.hist.undo()
	if !ok {
		return
	}
	for _, e := range slices.Backward(s.edits) {
		m.apply(span{e.from, endOf(e.from, e.inserted)}, e.removed)
	}
	m.caret = s.before
	m.touch()
}

func (m *Model) redo() {
	s, ok := m.hist.redo()
	if !ok {
		return
	}
	for _, e := range s.edits {
		m.apply(span{e.from, endOf(e.from, e.removed)}, e.inserted)
	}
	m.caret = s.after
	m.touch()
}

// selected returns the selection, empty at the cursor if there is none.
func (m *Model) selected() span { return ordered(m.caret.anchor, m.caret.cursor) }

// place puts the cursor within a change, without a selection.
func (m *Model) place(p pos) {
	p = m.buf.clamp(p)
	m.caret = caret{p, p}
}
