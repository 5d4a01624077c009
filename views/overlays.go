package views

import (
	"cmp"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/dialog"
	"assay/ui/pane"
	"assay/ui/picker"
	"assay/views/frame"
)

// commandList is a picker over actions: the palette and the help.
type commandList struct {
	picker *picker.Picker
}

func (c *commandList) Update(msg tea.Msg) (bool, tea.Cmd) {
	result, cmd := c.picker.Update(msg)
	switch {
	case result.Closed:
		return false, cmd
	case result.Chosen != nil:
		action := result.Chosen.Value.(keymap.Action)
		return false, tea.Batch(cmd, func() tea.Msg { return runAction{action} })
	}
	return true, cmd
}

// Scopes returns the keys that hold in the list.
func (c *commandList) Scopes() []keymap.Scope { return []keymap.Scope{keymap.List} }

func (c *commandList) View(_ *themes.Theme, width, height int) []string {
	return c.picker.View(width, height)
}

// newPalette lists every action that can be done from here.
func (m *root) newPalette() modal {
	return &commandList{picker.New(m.env.Theme, m.env.Keys, "Commands", m.commands())}
}

// newHelp lists the keys that hold here, by group.
func (m *root) newHelp() modal {
	return &helpBox{
		commandList: commandList{picker.New(m.env.Theme, m.env.Keys, "Keys of "+m.views[m.active].Name(), m.helpItems())},
		root:        m,
		groups:      m.groups(),
	}
}

// scopes returns what holds now, the most particular first.
func (m *root) scopes() []keymap.Scope {
	return append(m.views[m.active].Scopes(), keymap.Global)
}

// commands returns what the palette offers: what is in the footer comes first, then
// the rest of this view, then what other views do.
func (m *root) commands() []picker.Item {
	active := m.views[m.active]
	here := append(active.Commands(), keymap.Global)
	for i, scope := range active.Scopes() { // those of the focused part lead
		if at := slices.Index(here, scope); at >= 0 {
			here = slices.Insert(slices.Delete(here, at, at+1), min(i, len(here)-1), scope)
		}
	}
	items := m.items(active, here)
	slices.SortStableFunc(items, func(a, b picker.Item) int {
		return cmp.Compare(m.rank(a), m.rank(b))
	})
	for i, v := range m.views {
		if i != m.active {
			items = append(items, m.items(v, v.Commands())...)
		}
	}
	return items
}

// rank orders commands: those of the footer before the others, what cannot be done
// now last.
func (m *root) rank(item picker.Item) int {
	if item.Disabled != "" {
		return 2
	}
	if m.env.Keys.Binding(item.Value.(keymap.Action)).Footer > 0 {
		return 0
	}
	return 1
}

// items lists the actions of a view's scopes.
func (m *root) items(view frame.View, scopes []keymap.Scope) []picker.Item {
	var items []picker.Item
	for _, scope := range scopes {
		for _, b := range m.env.Keys.In(scope) {
			if b.Action == keymap.Cancel || m.alone && slices.Contains(ofService, b.Action) {
				continue
			}
			if m.alone && b.Action == keymap.Quit { // there is no service to speak of
				b.Help = "Quit"
			}
			items = append(items, picker.Item{
				Name: b.Help, Detail: m.keyNames(b), Group: b.Group,
				Disabled: view.Disabled(b.Action), Note: string(b.Action) + " in [keys]", Value: b.Action,
			})
		}
	}
	return items
}

// ofService are the actions that a file has no use for: they are of a service, of an
// answer of one, or of the tabs.
var ofService = []keymap.Action{
	keymap.Services, keymap.Settings, keymap.ResultScreenshot, keymap.ResultOpenShot, keymap.ResultWhere,
	keymap.ResultChanges, keymap.ResultNextChange, keymap.ResultPrevChange,
	keymap.Tab1, keymap.Tab2, keymap.Tab3, keymap.Tab4, keymap.Tab5, keymap.NextTab, keymap.PrevTab,
}

func (m *root) keyNames(b keymap.Binding) string {
	var names []string
	for _, key := range b.Keys {
		names = append(names, m.keyText(key))
	}
	return strings.Join(names, " ")
}

// textBox shows text to be read or copied by hand.
type textBox struct {
	keys  *keymap.Map
	title string
	lines []string
	top   int
}

func (m *root) newText(title, text string) modal {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		lines = append(lines, cells.Visible(line))
	}
	return &textBox{keys: m.env.Keys, title: title, lines: lines}
}

func (b *textBox) Update(msg tea.Msg) (bool, tea.Cmd) {
	if key, ok := msg.(tea.KeyMsg); ok {
		action := b.keys.Find(key.String(), keymap.List)
		by, _ := keymap.Step(action, 11, 0)
		b.top += by
		switch action {
		case keymap.ListCancel, keymap.ListAccept:
			return false, nil
		}
	}
	b.top += frame.Wheel(msg)
	return true, nil
}

// Scopes returns the keys that hold in the box.
func (b *textBox) Scopes() []keymap.Scope { return []keymap.Scope{keymap.List} }

// Disabled keeps Enter, which closes as Esc does, out of the bottom line.
func (b *textBox) Disabled(action keymap.Action) string {
	if action == keymap.ListAccept {
		return "there is nothing to choose"
	}
	return ""
}

func (b *textBox) View(t *themes.Theme, width, height int) []string {
	frame := pane.Pane{Title: b.title, Foot: "Esc closes", Focused: true}
	boxWidth := min(width-4, 100)
	inner, _ := frame.Inner(boxWidth, height)
	var lines []string
	for _, line := range b.lines {
		if cells.Width(line) <= inner { // wrapping takes the blanks at the start
			lines = append(lines, line)
			continue
		}
		lines = append(lines, cells.Wrap(line, inner)...)
	}
	room := max(height-6, 1)
	b.top = min(max(b.top, 0), max(len(lines)-room, 0))
	shown := lines[b.top:min(b.top+room, len(lines))]
	return frame.Draw(t, boxWidth, len(shown)+2, shown)
}

// question is a dialog over the view.
type question struct {
	dialog *dialog.Dialog
	root   *root
}

func (m *root) ask(d *dialog.Dialog) {
	d.Open(m.env.Now())
	m.over = &question{d, m}
}

func (q *question) Update(msg tea.Msg) (bool, tea.Cmd) {
	var done bool
	var chosen tea.Msg
	switch msg := msg.(type) {
	case tea.KeyMsg:
		done, chosen = q.dialog.Key(msg, q.root.env.Now())
	case tea.MouseMsg:
		done, chosen = q.dialog.Mouse(msg, q.root.env.Now())
	}
	if chosen != nil {
		return !done, func() tea.Msg { return chosen }
	}
	return !done, nil
}

// Scopes returns nothing: the dialog shows its keys itself.
func (q *question) Scopes() []keymap.Scope { return nil }

func (q *question) View(t *themes.Theme, width, height int) []string {
	return q.dialog.View(t, width, height)
}
