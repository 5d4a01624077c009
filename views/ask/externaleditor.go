package ask

import (
	"errors"
	"fmt"
	"os"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/editor"
	"assay/ui/toast"
	"assay/views/frame"
)

// outsideRead is the text that came back from the user's own editor.
type outsideRead struct {
	editor *editor.Model
	text   string
	err    error
}

// editOutside opens the text on the screen in the user's own editor, in place of
// the dashboard.
func (p *Pane) editOutside() tea.Cmd {
	target, suffix := p.editor(), ".assay"
	if p.isPrompt {
		suffix = ".txt"
	}
	name, err := writeTemporary(target.Value(), suffix)
	if err != nil {
		return frame.Notify(toast.Bad, err.Error())
	}
	return frame.Edit(name, func(err error) tea.Msg {
		defer os.Remove(name)
		read := outsideRead{editor: target}
		if err != nil {
			read.err = fmt.Errorf("%w; the text is as it was", err)
			return read
		}
		text, err := os.ReadFile(name)
		if err != nil {
			read.err = fmt.Errorf("reading the text back: %w", err)
		}
		read.text = string(text)
		return read
	})
}

func writeTemporary(text, suffix string) (string, error) {
	f, err := os.CreateTemp("", "assay-*"+suffix)
	if err != nil {
		return "", fmt.Errorf("writing the text for the editor: %w", err)
	}
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(f.Name())
		return "", fmt.Errorf("writing the text for the editor: %w", err)
	}
	return f.Name(), nil
}

// takeOutside puts in the text that came back, as one change that can be undone.
func takeOutside(msg outsideRead) tea.Cmd {
	if msg.err != nil {
		return frame.Notify(toast.Bad, msg.err.Error())
	}
	text := msg.text
	if !strings.HasSuffix(msg.editor.Value(), "\n") { // editors end the last line themselves
		text = strings.TrimSuffix(text, "\n")
	}
	msg.editor.Replace(text)
	return nil
}
