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
	row    int // the line of the box that has the choices, as drawn last
	spans  []span
}

// span is the columns of a choice in its line, the second not included.
type span struct{ from, to int }

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

// Mouse handles a mouse event in the box's own coordinates; it returns what Key does.
func (d *Dialog) Mouse(msg tea.MouseMsg, now time.Time) (done bool, chosen tea.Msg) {
	if msg.Action != tea.MouseActionPress || msg.Button != tea.MouseButtonLeft || msg.Y != d.row || now.Sub(d.opened) < Guard {
		return false, nil
	}
	for i, s := range d.spans {
		if msg.X >= s.from && msg.X < s.to {
			return true, d.Choices[i].Msg
		}
	}
	return false, nil
}

// View draws the dialog to fit into the given size.
func (d *Dialog) View(t *themes.Theme, maxWidth, maxHeight int) []string {
	width := min(maxWidth-4, 72)
	frame := pane.Pane{Title: d.Level.Render(cells.Visible(d.Title)), Focused: true}
	inner, _ := frame.Inner(width, maxHeight)
	lines := []string{""}
	for _, paragraph := range d.Body {
		if paragraph == "" {
			lines = append(lines, "")
			continue
		}
		lines = append(lines, pane.Paragraph(t.Text, "", paragraph, inner)...)
	}
	var choices []string
	between := " " + t.Glyphs.Separator + " "
	d.row, d.spans = len(lines)+2, d.spans[:0]
	column := (width - inner) / 2
	for _, choice := range d.Choices {
		text := t.Strong.Render(choice.Show) + " " + t.Dim.Render(cells.Visible(choice.Label))
		choices = append(choices, text)
		d.spans = append(d.spans, span{column, column + cells.Width(text)})
		column += cells.Width(text) + cells.Width(between)
	}
	lines = append(lines, "", strings.Join(choices, t.Faint.Render(between)))
	return frame.Draw(t, width, min(len(lines)+2, maxHeight), lines)
}
