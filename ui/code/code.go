// Package code paints short programs: their comments and strings, which look alike in
// all the languages that snippets are written in.
package code

import (
	"strings"

	"assay/themes"
	"assay/ui/cells"
)

// Lines returns the lines of a program, painted, with tabs as four blanks and what would
// do something to a terminal made visible.
func Lines(t *themes.Theme, text string) []string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	var quote byte // the one a string was begun with, which may go over lines
	for i, line := range lines {
		line = cells.Visible(strings.ReplaceAll(line, "\t", "    "))
		if start := strings.TrimLeft(line, " "); quote == 0 && (strings.HasPrefix(start, "//") || strings.HasPrefix(start, "#")) {
			lines[i] = t.Dim.Render(line)
			continue
		}
		lines[i], quote = paint(t, line, quote)
	}
	return lines
}

// paint paints a line that begins in a string, if quote is not 0, and returns the quote
// of the one it ends in.
func paint(t *themes.Theme, line string, quote byte) (string, byte) {
	var b strings.Builder
	from := 0
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quote == 0 && (c == '"' || c == '\'' || c == '`'):
			t.Text.Write(&b, line[from:i])
			quote, from = c, i
		case quote != 0 && c == '\\' && quote != '`':
			i++
		case quote != 0 && c == quote:
			t.String.Write(&b, line[from:i+1])
			quote, from = 0, i+1
		}
	}
	style := t.Text
	if quote != 0 {
		style = t.String
	}
	style.Write(&b, line[from:])
	return b.String(), quote
}
