package views

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/toast"
	"assay/views/frame"
)

// firstSettings is what a settings file begins with that the user opens before there
// is one.
const firstSettings = `# Settings of assay. Without the # in front of them these lines would hold:

# theme = "nord"

# [keys]
# "query.run" = ["f5", "ctrl+q"]

# [variables]               # values of {{base}} in queries and addresses
# base = "https://staging.shop.example"
`

type (
	settingsOpened struct {
		file   string
		before []byte
		err    error
	}
	settingsEdited struct {
		settingsOpened
		after []byte
	}
)

// openSettings reads the settings file, or makes one.
func (m *root) openSettings() tea.Cmd {
	file := m.options.Settings
	if file == "" || m.options.For == nil {
		return m.notify(toast.Info, "there is no settings file here")
	}
	return func() tea.Msg {
		opened := settingsOpened{file: file}
		if opened.before, opened.err = os.ReadFile(file); errors.Is(opened.err, fs.ErrNotExist) {
			opened.before = []byte(firstSettings)
			opened.err = errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, opened.before, 0o600))
		}
		return opened
	}
}

// handle has the user edit the file.
func (opened settingsOpened) handle(m *root) tea.Cmd {
	if opened.err != nil {
		return m.notify(toast.Bad, "opening the settings: "+opened.err.Error())
	}
	return frame.Edit(opened.file, func(err error) tea.Msg {
		edited := settingsEdited{settingsOpened: opened}
		if edited.err = err; err == nil {
			edited.after, edited.err = os.ReadFile(opened.file)
		}
		return edited
	})
}

// handle goes on with the settings as they are now. What would be lost by that
// goes on with those from before.
func (edited settingsEdited) handle(m *root) tea.Cmd {
	switch ending := m.underWay(); {
	case edited.err != nil:
		return m.notify(toast.Bad, edited.err.Error())
	case bytes.Equal(edited.before, edited.after):
		return nil
	case len(ending) > 0:
		return m.notify(toast.Warn, "the new settings apply at the next start, because applying them now would end: "+strings.Join(ending, " "))
	}
	next := m.switchTo(m.options.Profile)
	return func() tea.Msg {
		ready := next().(profileReady)
		if ready.told = "the new settings hold"; ready.err != nil {
			ready.told = "the settings from before hold on"
		}
		return ready
	}
}
