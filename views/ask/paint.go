package ask

import (
	"slices"
	"strings"

	"assay/themes"
	"assay/ui/cells"
	"assay/ui/editor"
)

// Lines returns a query in the editor's colours, to be read only, as lines of at most
// width cells: as it was written if it is not wider, else formatted. What is still wider
// then is wrapped.
func Lines(t *themes.Theme, text string, width int) []string {
	lines := split(text)
	if wider(lines, width) {
		if formatted, ok := (*language)(nil).Format(text); ok {
			lines = split(formatted)
		}
	}
	var out []string
	for _, line := range lines {
		if cells.Width(line) <= width {
			out = append(out, paint(t, line))
			continue
		}
		for _, part := range cells.Wrap(line, max(width, 1)) { // a part of a query is none
			out = append(out, t.Text.Render(part))
		}
	}
	return out
}

// split returns the lines of a text as they can be shown.
func split(text string) []string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, line := range lines {
		lines[i] = cells.Visible(strings.ReplaceAll(line, "\t", "  "))
	}
	return lines
}

func wider(lines []string, width int) bool {
	return slices.ContainsFunc(lines, func(line string) bool { return cells.Width(line) > width })
}

// paint paints a line of a query.
func paint(t *themes.Theme, line string) string {
	styles := map[editor.Class]themes.Style{
		editor.Plain: t.Text, editor.Name: t.Key, editor.Type: t.Literal, editor.String: t.String,
		editor.Punctuation: t.Punctuation, editor.Invalid: t.Bad,
	}
	var b strings.Builder
	from := 0
	for _, token := range (*language)(nil).Tokens(line) {
		b.WriteString(line[from:token.Start])
		styles[token.Class].Write(&b, line[token.Start:token.End])
		from = token.End
	}
	b.WriteString(line[from:])
	return b.String()
}
