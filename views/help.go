package views

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/pane"
	"assay/ui/picker"
	"assay/views/frame"
)

// group is one column entry of the help.
type group struct {
	name  string
	lines [][2]string // keys, what they do
}

// helpItems are the keys that hold here, with those that they had in the last version.
func (m *root) helpItems() []picker.Item {
	items := m.items(m.views[m.active], m.scopes())
	for i, item := range items {
		var was []string
		for _, key := range m.env.Keys.Binding(item.Value.(keymap.Action)).Was {
			was = append(was, m.keyText(key))
		}
		if len(was) > 0 {
			items[i].Name += " (was " + strings.Join(was, ", ") + ")"
		}
	}
	return items
}

// groups are the items of the help by their headings.
func (m *root) groups() []group {
	var groups []group
	for _, item := range m.helpItems() {
		at := slices.IndexFunc(groups, func(g group) bool { return g.name == item.Group })
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
	root   *root
	groups []group
	top    int
	room   int // lines that are shown at once
}

func (h *helpBox) Update(msg tea.Msg) (bool, tea.Cmd) {
	if !h.picker.Empty() {
		return h.commandList.Update(msg)
	}
	h.top += frame.Wheel(msg)
	switch msg := msg.(type) {
	case tea.MouseMsg:
		return true, nil
	case tea.KeyMsg:
		action := h.root.env.Keys.Find(msg.String(), keymap.List, keymap.Global)
		if by, ok := keymap.Step(action, h.room+1, 0); ok {
			h.top += by
			return true, nil
		}
		if action == keymap.Help || action == keymap.ListAccept { // nothing is chosen while nothing is searched
			return action != keymap.Help, nil
		}
	}
	return h.commandList.Update(msg)
}

// Disabled says why a key does nothing now.
func (h *helpBox) Disabled(action keymap.Action) string {
	if action == keymap.ListAccept && h.picker.Empty() {
		return "there is no search yet"
	}
	return ""
}

// The widths of a column of the help, in cells.
const (
	minHelpColumn = 44
	maxHelpColumn = 62
	maxColumns    = 3
)

func (h *helpBox) View(t *themes.Theme, width, height int) []string {
	if !h.picker.Empty() {
		return h.picker.View(width, height)
	}
	columns := min(max((width-8)/minHelpColumn, 1), maxColumns)
	wide := min((width-8)/columns, maxHelpColumn)
	lines := h.columns(t, columns, wide)
	h.room = max(height-6, 1)
	h.top = max(min(h.top, len(lines)-h.room), 0)
	shown := lines[h.top:min(h.top+h.room, len(lines))]
	foot := "type to search" + t.Glyphs.Separator + "Esc closes"
	if len(lines) > h.room {
		foot = t.Glyphs.UpDown + " scrolls" + t.Glyphs.Separator + foot
	}
	frame := pane.Pane{Title: h.picker.Title, Foot: foot, Focused: true}
	body := append([]string{""}, shown...)
	return frame.Draw(t, columns*wide+4, len(body)+3, body)
}

// columns lays the groups out, each column as even in height as whole groups allow.
func (h *helpBox) columns(t *themes.Theme, count, width int) []string {
	var blocks [][]string
	total := 0
	for _, g := range h.groups {
		block := append(g.draw(t, width-3), "")
		blocks = append(blocks, block)
		total += len(block)
	}
	columns := make([][]string, count)
	column := 0
	for _, block := range blocks {
		if column < count-1 && len(columns[column]) > 0 && len(columns[column])+len(block)/2 > total/count {
			column++
		}
		columns[column] = append(columns[column], block...)
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

// draw returns the group's heading and its keys, what they do wrapped beside them.
func (g group) draw(t *themes.Theme, width int) []string {
	keys := 0
	for _, line := range g.lines {
		keys = max(keys, cells.Width(line[0]))
	}
	keys = min(keys, 16)
	out := []string{t.Accent.Render(g.name)}
	for _, line := range g.lines {
		names := line[0]
		for at := strings.LastIndexByte(names, ' '); cells.Width(names) > keys && at > 0; at = strings.LastIndexByte(names, ' ') {
			names = names[:at] // the first keys are the ones to learn
		}
		head := cells.Fit(t.Strong.Render(names), keys, t.Glyphs.Ellipsis)
		for _, text := range cells.Wrap(line[1], max(width-keys-2, 8)) {
			out = append(out, head+"  "+t.Dim.Render(text))
			head = cells.Blank(keys)
		}
	}
	return out
}
