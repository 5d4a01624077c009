package views

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/ui/cells"
)

// hint is a binding of the bottom line and the key it is shown with.
type hint struct {
	*keymap.Binding
	name string // the key's
	key  string // as it is shown
	from int    // the first column, from where the hints begin
}

func (h hint) width() int { return cells.Width(h.key) + 1 + cells.Width(h.Label) }

// hintGap is between two hints, in cells.
const hintGap = 2

// footer lists the bindings of the bottom line, the most useful here first: those
// that can be done now by a key that nothing nearer takes.
func (m *root) footer() []hint {
	view := m.views[m.active]
	scopes, disabled := m.scopes(), view.Disabled
	if m.over != nil {
		scopes, disabled = m.over.Scopes(), func(keymap.Action) string { return "" }
		if over, ok := m.over.(interface{ Disabled(keymap.Action) string }); ok {
			disabled = over.Disabled
		}
	}
	hints := make([]hint, 0, 32)
	for _, scope := range scopes {
		bindings := m.env.Keys.In(scope)
		for i := range bindings {
			b := &bindings[i]
			switch {
			case b.Action == keymap.Cancel && m.goesBack():
				b = back(*b)
			case b.Footer == 0 || disabled(b.Action) != "" || b.Action == keymap.Services && !m.atRest():
				continue
			}
			if b.Label == zoom && m.zoomed() {
				b = zoomOut(*b)
			}
			if name := m.keyNow(*b, scopes...); name != "" && !strings.HasPrefix(name, "alt+") { // which is a second way
				hints = append(hints, hint{Binding: b, name: name, key: m.keyText(name)})
			}
		}
	}
	if m.typing() && !m.alone { // where digits are text
		tabs := m.env.Keys.Binding(keymap.Tab1)
		tabs.Label, tabs.Footer = "tabs", 1
		if name := m.keyNow(tabs, scopes...); name != "" {
			hints = append(hints, hint{Binding: &tabs, name: name, key: m.keyText(name) + m.env.Theme.Glyphs.Ellipsis + strconv.Itoa(len(m.views))})
		}
	}
	slices.SortStableFunc(hints, func(a, b hint) int { return a.Footer - b.Footer })
	return hints
}

// keyText writes a key as it is shown.
func (m *root) keyText(key string) string { return keymap.Show(key, m.env.Theme.Glyphs.ASCII) }

// typing reports whether keys are typed into a field of the view, which has other keys
// while they are not.
func (m *root) typing() bool {
	return m.over == nil && slices.ContainsFunc(m.shown().Scopes(), func(s keymap.Scope) bool { return s == keymap.Typing || s == keymap.URLs })
}

// zoom is the label of the bindings that give a pane the whole screen.
const zoom = "zoom"

// zoomed reports whether a pane of the view has the whole screen.
func (m *root) zoomed() bool {
	view, ok := m.views[m.active].(interface{ Zoomed() bool })
	return ok && view.Zoomed()
}

// zoomOut is the binding that gives a pane the whole screen while one has it: the way
// back is among the first that are shown.
func zoomOut(b keymap.Binding) *keymap.Binding {
	b.Label, b.Footer = "zoom out", 2
	return &b
}

// goesBack reports whether Esc leads back from a part of the view, with nothing running
// that it would cancel instead.
func (m *root) goesBack() bool {
	view, ok := m.shown().(interface{ GoesBack() bool })
	return ok && m.over == nil && m.shown().Disabled(keymap.Cancel) != "" && view.GoesBack()
}

// back is the binding that cancels while it leads back.
func back(b keymap.Binding) *keymap.Binding {
	b.Label, b.Footer = "back", 89
	return &b
}

// atRest reports whether no part of the view has keys of its own, so that what concerns
// the whole dashboard is not in their way.
func (m *root) atRest() bool {
	return !m.alone && m.over == nil && len(m.views[m.active].Scopes()) == 1 && !m.editing()
}

// hintsIn lists the keys that matter here and now, as many as fit; the way to all of
// them, the help, and the ways back and out have their place kept.
func (m *root) hintsIn() []hint {
	room := m.width - 2
	all := m.footer()
	keeps := func(h hint) bool {
		return h.Action == keymap.Help || h.Action == keymap.Quit && utf8.RuneCountInString(h.name) == 1 || h.name == "esc"
	}
	kept := 0
	for _, h := range all {
		if keeps(h) {
			kept += h.width() + hintGap
		}
	}
	hints := all[:0]
	used, full := cells.Width(m.mode()), false
	for _, h := range all {
		if keeps(h) {
			kept, full = kept-h.width()-hintGap, false
		}
		if full = full || used+h.width()+kept > room; full {
			continue
		}
		h.from = used
		hints = append(hints, h)
		used += h.width() + hintGap
	}
	return hints
}

// mode says that keys are text.
func (m *root) mode() string {
	if !m.typing() {
		return ""
	}
	return m.env.Theme.AccentFill.Render(" typing ") + cells.Blank(hintGap)
}

// hints draws the keys that matter here and now.
func (m *root) hints() string {
	t := m.env.Theme
	var b strings.Builder
	b.WriteString(m.mode())
	for i, h := range m.hintsIn() {
		if i > 0 {
			b.WriteString(cells.Blank(hintGap))
		}
		t.Strong.Write(&b, h.key)
		b.WriteByte(' ')
		t.Dim.Write(&b, h.Label)
	}
	return b.String()
}

// hintPressed presses the key of the hint in a column of the bottom line, if there is
// one.
func (m *root) hintPressed(x int) (cmd tea.Cmd, hit bool) {
	const margin = 1 // before the first
	for _, h := range m.hintsIn() {
		if at := x - margin - h.from; at >= 0 && at < h.width() {
			return m.keys(keymap.KeyNamed(h.name)), true
		}
	}
	return nil, false
}

// keyFor returns the key that keyNow does, as it is shown.
func (m *root) keyFor(b keymap.Binding, scopes ...keymap.Scope) string {
	if name := m.keyNow(b, scopes...); name != "" {
		return m.keyText(name)
	}
	return ""
}

// keyNow returns the first key of a binding that works now in the scopes: while a
// text field has the focus, single characters are text. A list of files over the view has
// them for itself.
func (m *root) keyNow(b keymap.Binding, scopes ...keymap.Scope) string {
	text := m.editing() && (b.Action.Scope() == keymap.Global || !m.goesBack())
	for _, key := range b.Keys {
		if text && utf8.RuneCountInString(key) == 1 {
			continue
		}
		// What runs is cancelled before anything nearer hears of the key.
		if b.Action == keymap.Cancel || m.env.Keys.Meaning(key, scopes...) == b.Action {
			return key
		}
	}
	return ""
}
