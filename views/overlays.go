package views

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/dialog"
	"assay/ui/pane"
	"assay/ui/picker"
	"assay/ui/toast"
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

func (c *commandList) View(_ *themes.Theme, width, height int) []string {
	return c.picker.View(width, height)
}

// newPalette lists every action that can be done from here.
func (m *root) newPalette() cover {
	return &commandList{picker.New(m.env.Theme, m.env.Keys, "Commands", m.actions())}
}

// newHelp lists the keys that hold here, by group.
func (m *root) newHelp() cover {
	return &helpBox{
		commandList: commandList{picker.New(m.env.Theme, m.env.Keys, "Keys of "+m.views[m.active].Name(), m.actions())},
		keys:        m.env.Keys,
		groups:      m.groups(),
	}
}

// scopes returns what holds now, the most particular first.
func (m *root) scopes() []keymap.Scope {
	return append(m.views[m.active].Scopes(), keymap.Global)
}

func (m *root) actions() []picker.Item {
	view := m.views[m.active]
	var items []picker.Item
	for _, scope := range m.scopes() {
		for _, b := range m.env.Keys.In(scope) {
			if b.Action == keymap.Cancel || m.tabBeyond(b.Action) {
				continue
			}
			items = append(items, picker.Item{
				Name: b.Help, Detail: m.keyNames(b), Group: b.Group,
				Disabled: view.Disabled(b.Action), Value: b.Action,
			})
		}
	}
	return items
}

// tabBeyond reports whether an action goes to a tab that does not exist.
func (m *root) tabBeyond(action keymap.Action) bool {
	number, ok := strings.CutPrefix(string(action), "global.tab_")
	return ok && int(number[0]-'0') > len(m.views)
}

func (m *root) keyNames(b keymap.Binding) string {
	var names []string
	for _, key := range b.Keys {
		names = append(names, keymap.Show(key, m.env.Theme.Glyphs.ASCII))
	}
	return strings.Join(names, " ")
}

// group is one column entry of the help.
type group struct {
	name  string
	lines [][2]string // keys, what they do
}

func (m *root) groups() []group {
	var groups []group
	for _, item := range m.actions() {
		at := -1
		for i := range groups {
			if groups[i].name == item.Group {
				at = i
			}
		}
		if at < 0 {
			groups = append(groups, group{name: item.Group})
			at = len(groups) - 1
		}
		text := item.Name
		if item.Disabled != "" {
			text += " (" + item.Disabled + ")"
		}
		groups[at].lines = append(groups[at].lines, [2]string{item.Detail, text})
	}
	return groups
}

// helpBox shows all keys in columns; typing searches them.
type helpBox struct {
	commandList
	keys   *keymap.Map
	groups []group
	top    int
}

func (h *helpBox) Update(msg tea.Msg) (bool, tea.Cmd) {
	if key, ok := msg.(tea.KeyMsg); ok && h.picker.Empty() {
		switch h.keys.Find(key.String(), keymap.List, keymap.Global) {
		case keymap.Help:
			return false, nil
		case keymap.ListDown, keymap.ListPageDn:
			h.top++
			return true, nil
		case keymap.ListUp, keymap.ListPageUp:
			h.top = max(h.top-1, 0)
			return true, nil
		}
	}
	return h.commandList.Update(msg)
}

// The widths of a column of the help, in cells.
const (
	minHelpColumn = 44
	maxHelpColumn = 58
	maxColumns    = 3
)

func (h *helpBox) View(t *themes.Theme, width, height int) []string {
	if !h.picker.Empty() {
		return h.picker.View(width, height)
	}
	columns := min(max((width-8)/minHelpColumn, 1), maxColumns)
	wide := min((width-8)/columns, maxHelpColumn)
	lines := h.columns(t, columns, wide)
	room := height - 6
	h.top = min(h.top, max(len(lines)-room, 0))
	shown := lines[h.top:min(h.top+room, len(lines))]
	foot := "type to search · Esc closes"
	if len(lines) > room {
		foot = "↑↓ scrolls · " + foot
	}
	frame := pane.Pane{Title: h.picker.Title, Foot: foot, Focused: true}
	body := append([]string{""}, shown...)
	return frame.Draw(t, columns*wide+4, len(body)+3, body)
}

// columns lays the groups out, each column as even in height as whole groups allow.
func (h *helpBox) columns(t *themes.Theme, count, width int) []string {
	total := 0
	for _, g := range h.groups {
		total += len(g.lines) + 2
	}
	columns := make([][]string, count)
	column := 0
	for _, g := range h.groups {
		if column < count-1 && len(columns[column]) > 0 && len(columns[column])+len(g.lines)/2 > total/count {
			column++
		}
		columns[column] = append(columns[column], t.Accent.Render(g.name))
		for _, line := range g.lines {
			columns[column] = append(columns[column],
				cells.Fit(t.Strong.Render(line[0]), 13, t.Glyphs.Ellipsis)+" "+t.Dim.Render(line[1]))
		}
		columns[column] = append(columns[column], "")
	}
	height := 0
	for _, c := range columns {
		height = max(height, len(c))
	}
	lines := make([]string, height)
	for i := range lines {
		for _, c := range columns {
			text := ""
			if i < len(c) {
				text = c[i]
			}
			lines[i] += cells.Fit(text, width-1, t.Glyphs.Ellipsis) + " "
		}
	}
	return lines
}

// textBox shows text to be read or copied by hand.
type textBox struct {
	keys  *keymap.Map
	title string
	lines []string
	top   int
}

func (m *root) newText(title, text string) cover {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		lines = append(lines, cells.Visible(line))
	}
	return &textBox{keys: m.env.Keys, title: title, lines: lines}
}

// newMessages shows what the user was told, newest first.
func (m *root) newMessages() cover {
	var lines []string
	all := m.log.All()
	for i := len(all) - 1; i >= 0; i-- {
		sign := map[toast.Level]string{toast.Info: " ", toast.Good: "+", toast.Warn: "!", toast.Bad: "x"}[all[i].Level]
		lines = append(lines, all[i].At.Local().Format("15:04:05")+" "+sign+" "+cells.Visible(all[i].Text))
	}
	if len(lines) == 0 {
		lines = []string{"nothing was said yet"}
	}
	return &textBox{keys: m.env.Keys, title: "Messages", lines: lines}
}

func (b *textBox) Update(msg tea.Msg) (bool, tea.Cmd) {
	if key, ok := msg.(tea.KeyMsg); ok {
		switch b.keys.Find(key.String(), keymap.List) {
		case keymap.ListDown:
			b.top++
		case keymap.ListUp:
			b.top--
		case keymap.ListPageDn:
			b.top += 10
		case keymap.ListPageUp:
			b.top -= 10
		case keymap.ListCancel, keymap.ListAccept:
			return false, nil
		}
	}
	return true, nil
}

func (b *textBox) View(t *themes.Theme, width, height int) []string {
	frame := pane.Pane{Title: b.title, Foot: "Esc closes", Focused: true}
	boxWidth := min(width-4, 100)
	inner, _ := frame.Inner(boxWidth, height)
	var lines []string
	for _, line := range b.lines {
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
	key, ok := msg.(tea.KeyMsg)
	if !ok {
		return true, nil
	}
	done, chosen := q.dialog.Key(key, q.root.env.Now())
	if chosen != nil {
		return !done, func() tea.Msg { return chosen }
	}
	return !done, nil
}

func (q *question) View(t *themes.Theme, width, height int) []string {
	return q.dialog.View(t, width, height)
}
