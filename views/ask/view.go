package ask

import (
	"strings"

	"assay/ui/pane"
	"assay/views/frame"
)

var border = pane.Pane{Tight: true}

// View draws the pane with its border.
func (p *Pane) View() []string {
	frame := border
	frame.Focused = p.focused
	frame.Title = p.titles()
	if p.name != "" {
		frame.Title += "  " + p.name
	}
	frame.Right = p.aside
	if !p.isPrompt {
		frame.Foot = p.problems()
	}
	return frame.Draw(p.theme, p.width, p.height, strings.Split(p.editor().View(), "\n"))
}

// titles writes the names of the two texts, the one on the screen strong.
func (p *Pane) titles() string {
	t := p.theme
	strong := t.Strong
	if p.focused {
		strong = t.Focus
	}
	if p.isPrompt {
		return t.Dim.Render("Query") + " " + strong.Render("Prompt")
	}
	return strong.Render("Query") + " " + t.Dim.Render("Prompt")
}

// problems counts the query's errors for the border, with the warnings beside them, as
// the list of them does.
func (p *Pane) problems() string {
	if p.query.Blank() {
		return ""
	}
	wrong, doubtful := p.query.Problems()
	switch {
	case wrong > 0:
		return p.theme.Bad.Render(frame.Counted(wrong+doubtful, "problem"))
	case doubtful > 0:
		return p.theme.Warn.Render(frame.Counted(doubtful, "warning"))
	}
	return p.theme.Good.Render(p.theme.Glyphs.Check) + p.theme.Dim.Render(" no problems")
}
