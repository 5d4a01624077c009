package views

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"assay/keymap"
	"assay/themes"
	"assay/themes/custom"
	"assay/ui/picker"
	"assay/ui/toast"
	"assay/views/frame"
	"assay/workspace/profile"
)

// themeRead is one theme that can be chosen.
type themeRead struct {
	palette themes.Palette
	own     bool
	err     error
}

type themesRead struct {
	all []themeRead
	err error
}

// readThemes reads the themes there are, the user's own last.
func (m *root) readThemes() tea.Cmd {
	dir := m.options.Themes
	return func() tea.Msg {
		var read themesRead
		for _, p := range themes.Palettes() {
			read.all = append(read.all, themeRead{palette: p})
		}
		if dir == "" {
			return read
		}
		var names []string
		names, read.err = custom.Names(dir)
		for _, name := range names {
			p, err := custom.Read(dir, name)
			p.Name = name
			read.all = slices.DeleteFunc(read.all, func(t themeRead) bool { return t.palette.Name == name })
			read.all = append(read.all, themeRead{palette: p, own: true, err: err})
		}
		return read
	}
}

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

func (read themesRead) handle(m *root) tea.Cmd {
	items := []picker.Item{{Name: byTerminal, Detail: "default", Value: themeRead{}}}
	for _, t := range read.all {
		item := picker.Item{Name: t.palette.Name, Detail: "dark", Value: t}
		switch {
		case t.err != nil:
			item.Detail = "cannot be read"
		case t.palette.Plain:
			item.Detail = "no colours, ASCII"
		case !t.palette.Dark:
			item.Detail = "light"
		}
		if t.own {
			item.Group = "your own"
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
	if read.err != nil {
		return m.notify(toast.Warn, read.err.Error())
	}
	return nil
}

func (l *themeList) Update(msg tea.Msg) (bool, tea.Cmd) {
	result, cmd := l.picker.Update(msg)
	switch {
	case result.Closed:
		l.Close()
		return false, cmd
	case result.Chosen != nil:
		chosen := result.Chosen.Value.(themeRead)
		if chosen.err != nil {
			return true, tea.Batch(cmd, l.root.notify(toast.Bad, chosen.err.Error()))
		}
		l.root.setPalette(l.root.paletteOr(chosen.palette))
		return false, tea.Batch(cmd, l.root.saveTheme(chosen.palette.Name))
	}
	if item := l.picker.Current(); item != nil {
		if tried := item.Value.(themeRead); tried.err == nil {
			l.root.setPalette(l.root.paletteOr(tried.palette))
			l.picker.SetTheme(l.root.env.Theme)
		}
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
