// Package dialog asks one question in a box. A dialog ignores keys for a moment
// after it has opened, so that what was typed ahead of it cannot answer it.
package dialog

import (
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/themes"
	"assay/ui/cells"
	"assay/ui/pane"
)

// Guard is how long a new dialog ignores keys.
const Guard = 350 * time.Millisecond

// Choice is one answer.
type Choice struct {
	Key   string // bubbletea's name of the key
	Show  string // how the key is written
	Label string
	Msg   tea.Msg // sent when chosen; nil just closes
}

// Dialog is a question with its answers. Esc always closes it.
type Dialog struct {
	Title   string
	Body    []string // paragraphs of plain text; "" is a blank line
	Choices []Choice
	Level   themes.Style // of the title

	opened time.Time
}

// Open marks the dialog as opened now.
func (d *Dialog) Open(now time.Time) { d.opened = now }

// Key handles a key; it returns whether the dialog is done, and the chosen message.
func (d *Dialog) Key(msg tea.KeyMsg, now time.Time) (done bool, chosen tea.Msg) {
	if now.Sub(d.opened) < Guard {
		return false, nil
	}
	for _, choice := range d.Choices {
		if msg.String() == choice.Key {
			return true, choice.Msg
		}
	}
	return msg.Type == tea.KeyEsc, nil
}

// View draws the dialog to fit into the given size.
func (d *Dialog) View(t *themes.Theme, maxWidth, maxHeight int) []string {
	width := min(maxWidth-4, 72)
	frame := pane.Pane{Title: d.Level.Render(d.Title), Focused: true}
	inner, _ := frame.Inner(width, maxHeight)
	lines := []string{""}
	for _, paragraph := range d.Body {
		if paragraph == "" {
			lines = append(lines, "")
			continue
		}
		for _, line := range cells.Wrap(cells.Visible(paragraph), inner) {
			lines = append(lines, t.Text.Render(line))
		}
	}
	var choices []string
	for _, choice := range d.Choices {
		choices = append(choices, t.Strong.Render(choice.Show)+" "+t.Dim.Render(choice.Label))
	}
	lines = append(lines, "", strings.Join(choices, t.Faint.Render(" "+t.Glyphs.Separator+" ")))
	return frame.Draw(t, width, min(len(lines)+2, maxHeight), lines)
}
