package editor

import (
	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
)

func (m *Model) key(msg tea.KeyMsg) tea.Cmd {
	if m.Finding() {
		return m.findKey(msg)
	}
	if msg.Paste {
		m.EndCompletion()
		m.Insert(string(msg.Runes))
		return nil
	}
	if m.completions != nil && m.completeKey(msg) {
		return nil
	}
	before := m.version
	text := !msg.Alt && (msg.Type == tea.KeyRunes || msg.Type == tea.KeySpace)
	if action := m.keys.Find(msg.String(), keymap.Editor); action != "" && !text {
		cmd := m.Perform(action)
		if action != keymap.EditorComplete {
			m.completeAfter(msg, m.version != before)
		}
		return cmd
	}
	if text {
		for _, r := range msg.Runes {
			m.typeRune(r)
		}
	}
	m.completeAfter(msg, m.version != before)
	return nil
}

// Perform does an action of the editor's scope, whatever key it is on.
func (m *Model) Perform(action keymap.Action) tea.Cmd {
	if do := commands[action]; do != nil {
		do(m)
		return nil
	}
	switch action {
	case keymap.EditorCut:
		return m.cut()
	case keymap.EditorCopy:
		return m.copy()
	}
	m.move(action)
	return nil
}

// commands are the actions that change the text or look for something in it.
var commands = map[keymap.Action]func(*Model){
	keymap.EditorNewline:        (*Model).newline,
	keymap.EditorBackspace:      (*Model).backspace,
	keymap.EditorDelete:         func(m *Model) { m.erase(erasing, m.buf.right(m.caret.cursor)) },
	keymap.EditorDeleteWordLeft: func(m *Model) { m.erase(other, m.buf.wordLeft(m.caret.cursor)) },
	keymap.EditorDeleteWord:     func(m *Model) { m.erase(other, m.buf.wordRight(m.caret.cursor)) },
	keymap.EditorDeleteToStart:  func(m *Model) { m.erase(other, m.toLineStart()) },
	keymap.EditorDeleteToEnd:    func(m *Model) { m.erase(other, m.toLineEnd()) },
	keymap.EditorComplete:       (*Model).Complete,
	keymap.EditorPaste:          (*Model).paste,
	keymap.EditorUndo:           (*Model).undo,
	keymap.EditorRedo:           (*Model).redo,
	keymap.EditorFormat:         func(m *Model) { m.Format() },
	keymap.EditorFind:           (*Model).OpenFind,
	keymap.EditorFindNext:       (*Model).FindNext,
	keymap.EditorFindPrevious:   (*Model).FindPrevious,
	keymap.EditorFindClose:      (*Model).EndFind,
	keymap.EditorFix:            func(m *Model) { m.Fix() },
	keymap.EditorNextProblem:    (*Model).NextProblem,
	keymap.EditorPrevProblem:    (*Model).PreviousProblem,
}

// Format prints the text as its language does, as one change. It reports whether
// the text could be formatted.
func (m *Model) Format() bool {
	if m.lang == nil {
		return false
	}
	text, ok := m.lang.Format(m.Value())
	if ok {
		m.Replace(text)
	}
	return ok
}
