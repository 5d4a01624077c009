// Package pane draws bordered panes with their titles in the border.
package pane

import (
	"strings"

	"assay/themes"
	"assay/ui/cells"
)

// Pane is the frame around a part of the screen.
type Pane struct {
	Title   string // at the left of the top border; may be painted
	Right   string // at the right of the top border; may be painted
	Foot    string // at the right of the bottom border; may be painted
	Focused bool
	Tight   bool // no blank column inside the border
}

// Inner returns the size of what fits inside a pane of the given size.
func (p Pane) Inner(width, height int) (int, int) {
	return max(width-2-2*p.pad(), 0), max(height-2, 0)
}

func (p Pane) pad() int {
	if p.Tight {
		return 0
	}
	return 1
}

// Draw returns the pane as height lines of width cells each. Missing lines are
// blank; lines that are too long are cut.
func (p Pane) Draw(t *themes.Theme, width, height int, lines []string) []string {
	if width < 4 || height < 2 {
		return Blank(width, height)
	}
	border := t.Border
	if p.Focused {
		border = t.BorderFocus
	}
	g := t.Glyphs
	out := make([]string, 0, height)
	out = append(out, p.edge(t, border, width, g.TopLeft, g.TopRight, p.Title, p.Right))
	side := border.Render(g.Vertical)
	padding := cells.Blank(p.pad())
	inner, rows := p.Inner(width, height)
	start, end := side+padding, padding+side
	for i := range rows {
		line := ""
		if i < len(lines) {
			line = lines[i]
		}
		out = append(out, start+cells.Fit(line, inner, g.Ellipsis)+end)
	}
	return append(out, p.edge(t, border, width, g.BottomLeft, g.BottomRight, "", p.Foot))
}

// edge draws a horizontal border: corner, left text, rule, right text, corner.
func (p Pane) edge(t *themes.Theme, border themes.Style, width int, left, right, leftText, rightText string) string {
	g := t.Glyphs
	room := width - 4 // corners and one rule cell beside each
	l, r := label(leftText, room, g.Ellipsis), ""
	if l != "" {
		room -= cells.Width(l)
	}
	if rightText != "" && cells.Width(rightText)+2 <= room {
		r = " " + rightText + " "
		room -= cells.Width(r)
	}
	title := t.Title
	if p.Focused {
		title = t.TitleFocus
	}
	return border.Render(left+g.Horizontal) + paint(title, l) +
		border.Render(strings.Repeat(g.Horizontal, max(room, 0))) + paint(t.Dim, r) +
		border.Render(g.Horizontal+right)
}

func label(text string, room int, ellipsis string) string {
	if text == "" || room < 3 {
		return ""
	}
	if cells.Width(text) > room-2 {
		text = strings.TrimRight(cells.Fit(text, room-2, ellipsis), " ")
	}
	return " " + text + " "
}

// paint applies a style to text that is not painted yet.
func paint(s themes.Style, text string) string {
	if strings.Contains(text, "\x1b") {
		return text
	}
	return s.Render(text)
}

// Paragraph wraps text into lines of a style, behind a margin that is not part of the width.
func Paragraph(style themes.Style, margin, text string, width int) []string {
	lines := cells.Wrap(cells.Visible(text), width)
	for i, line := range lines {
		lines[i] = margin + style.Render(line)
	}
	return lines
}

// Blank returns an empty area.
func Blank(width, height int) []string {
	lines := make([]string, max(height, 0))
	for i := range lines {
		lines[i] = cells.Blank(width)
	}
	return lines
}

// Beside joins areas of the same height side by side.
func Beside(areas ...[]string) []string {
	out := make([]string, len(areas[0]))
	parts := make([]string, len(areas))
	for i := range out {
		for j, area := range areas {
			parts[j] = area[i]
		}
		out[i] = strings.Join(parts, "")
	}
	return out
}
