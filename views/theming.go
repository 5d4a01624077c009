package views

import (
	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"assay/keymap"
	"assay/themes"
	"assay/ui/picker"
	"assay/ui/toast"
	"assay/views/frame"
	"assay/workspace/profile"
)

// themeList chooses a theme. The one under the cursor is tried on; Esc takes the
// old one back.
type themeList struct {
	picker *picker.Picker
	root   *root
	before themes.Palette
}

// themesWidth is how wide the list is: what a theme is tried on stays in sight beside it.
const themesWidth = 48

// byTerminal is the choice of the theme that fits the terminal's background.
const byTerminal = "by the terminal's background"

// openThemes lists the themes.
func (m *root) openThemes() {
	items := []picker.Item{{Name: byTerminal, Detail: "default", Value: themes.Palette{}}}
	for _, p := range themes.Palettes() {
		item := picker.Item{Name: p.Name, Detail: "dark", Value: p}
		switch {
		case p.Plain:
			item.Detail = "no colours, ASCII"
		case !p.Dark:
			item.Detail = "light"
		}
		items = append(items, item)
	}
	list := &themeList{picker: picker.New(m.env.Theme, m.env.Keys, "Theme", items), root: m, before: m.env.Theme.Palette}
	list.picker.Foot, list.picker.Width = "moving tries it on", themesWidth
	if m.env.Theme.With(themes.Default(m.dark)).Profile == termenv.Ascii {
		list.picker.Foot = "colours are off here"
	}
	list.picker.Point(func(item picker.Item) bool {
		if m.options.Theme == "" {
			return item.Name == byTerminal
		}
		return item.Name == m.options.Theme
	})
	m.over = list
}

func (l *themeList) Update(msg tea.Msg) (bool, tea.Cmd) {
	result, cmd := l.picker.Update(msg)
	switch {
	case result.Closed:
		l.Close()
		return false, cmd
	case result.Chosen != nil:
		chosen := result.Chosen.Value.(themes.Palette)
		l.root.setPalette(l.root.paletteOr(chosen))
		return false, tea.Batch(cmd, l.root.saveTheme(chosen.Name))
	}
	if item := l.picker.Current(); item != nil {
		l.root.setPalette(l.root.paletteOr(item.Value.(themes.Palette)))
		l.picker.SetTheme(l.root.env.Theme)
	}
	return true, cmd
}

// Close takes back the theme that was only tried on.
func (l *themeList) Close() { l.root.setPalette(l.before) }

// Scopes returns the keys that hold in the list.
func (l *themeList) Scopes() []keymap.Scope { return []keymap.Scope{keymap.List} }

func (l *themeList) View(_ *themes.Theme, width, height int) []string {
	return l.picker.View(width, height)
}

// paletteOr returns the palette, or for one without a name that of the terminal.
func (m *root) paletteOr(p themes.Palette) themes.Palette {
	if p.Name == "" {
		return themes.Default(m.dark)
	}
	return p
}

func (m *root) setPalette(p themes.Palette) {
	p = p.On(m.dark)
	if p == m.env.Theme.Palette {
		return
	}
	m.env.Theme = m.env.Theme.With(p)
	for _, v := range m.views {
		v.SetTheme(m.env.Theme)
	}
}

// saveTheme keeps the choice in the settings file.
func (m *root) saveTheme(name string) tea.Cmd {
	m.options.Theme = name
	file, current := m.options.Settings, m.options.Profile
	if file == "" {
		return nil
	}
	return func() tea.Msg {
		if err := profile.SaveTheme(file, current, name); err != nil {
			return frame.Notice{Level: toast.Warn, Text: "the theme is not kept: " + err.Error()}
		}
		if name == "" {
			name = byTerminal
		}
		return frame.Notice{Level: toast.Good, Text: "theme " + name + ", kept in the settings"}
	}
}
