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
	if m.perform(action) || m.move(action) {
		return nil
	}
	switch action {
	case keymap.EditorCut:
		return m.cut()
	case keymap.EditorCopy:
		return m.copy()
	}
	return nil
}

// perform does the actions that change the text or look for something in it, and
// reports whether action is one of them.
func (m *Model) perform(action keymap.Action) bool {
	switch action {
	case keymap.EditorNewline:
		m.newline()
	case keymap.EditorBackspace:
		m.backspace()
	case keymap.EditorDelete:
		m.erase(erasing, m.buf.right(m.caret.cursor))
	case keymap.EditorDeleteWordLeft:
		m.erase(other, m.buf.wordLeft(m.caret.cursor))
	case keymap.EditorDeleteWord:
		m.erase(other, m.buf.wordRight(m.caret.cursor))
	case keymap.EditorDeleteToStart:
		m.erase(other, m.toLineStart())
	case keymap.EditorDeleteToEnd:
		m.erase(other, m.toLineEnd())
	case keymap.EditorComplete:
		m.Complete()
	case keymap.EditorPaste:
		m.paste()
	case keymap.EditorDuplicate:
		m.duplicate()
	case keymap.EditorMoveUp:
		m.moveLines(-1)
	case keymap.EditorMoveDown:
		m.moveLines(1)
	case keymap.EditorIndent:
		m.indent()
	case keymap.EditorOutdent:
		m.outdent()
	case keymap.EditorUndo:
		m.undo()
	case keymap.EditorRedo:
		m.redo()
	case keymap.EditorFormat:
		m.Format()
	case keymap.EditorFind:
		m.OpenFind()
	case keymap.EditorReplace:
		m.OpenReplace()
	case keymap.EditorFindNext:
		m.FindNext()
	case keymap.EditorFindPrevious:
		m.FindPrevious()
	case keymap.EditorFindClose:
		m.EndFind()
	case keymap.EditorFix:
		m.Fix()
	case keymap.EditorNextProblem:
		m.NextProblem()
	case keymap.EditorPrevProblem:
		m.PreviousProblem()
	default:
		return false
	}
	return true
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
