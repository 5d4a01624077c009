package frame

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/filepicker"
)

// Edit returns the command that opens a file in the user's own editor, in place of the
// dashboard. done makes a message of how that ended.
func Edit(name string, done func(error) tea.Msg) tea.Cmd {
	program := ownEditor()
	// As git does: the variable may hold arguments, which the shell splits.
	path, arguments := "sh", []string{"-c", program + ` "$@"`, program, name}
	if runtime.GOOS == "windows" {
		words := strings.Fields(program)
		path, arguments = words[0], append(words[1:], name)
	}
	return func() tea.Msg {
		return ExternalCommand{
			Path: path, Args: arguments,
			Done: func(err error) tea.Msg {
				if err != nil {
					err = fmt.Errorf("the editor %s: %w", program, err)
				}
				return done(err)
			},
		}
	}
}

// ownEditor returns the command of the user's editor.
func ownEditor() string {
	for _, name := range []string{"VISUAL", "EDITOR"} {
		if command := strings.TrimSpace(os.Getenv(name)); command != "" {
			return command
		}
	}
	if runtime.GOOS == "windows" {
		return "notepad"
	}
	for _, name := range []string{"nano", "vim"} {
		if _, err := exec.LookPath(name); err == nil {
			return name
		}
	}
	return "vi"
}

// Expand reads what was typed for a path: ~ is the home folder.
func Expand(path string) string {
	home, _ := os.UserHomeDir() // without one, ~ is a name
	return filepicker.Path(strings.TrimSpace(path), home)
}
