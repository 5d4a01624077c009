package queries

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/jsondiff"
	"assay/ui/jsondoc"
	"assay/ui/toast"
)

// tellChange tells that a watched page's data is another, and how it differs.
func tellChange(title string, before, after []byte, ellipsis string) tea.Cmd {
	return func() tea.Msg {
		text := title + " has changed"
		if how := changeInWords(before, after, ellipsis); how != "" {
			text += ": " + how
		}
		return alert(toast.Good, text)()
	}
}

func changeInWords(before, after []byte, ellipsis string) string {
	ctx := context.Background()
	old, err := jsondoc.Index(ctx, before, jsondoc.Options{})
	if err != nil {
		return ""
	}
	now, err := jsondoc.Index(ctx, after, jsondoc.Options{})
	if err != nil {
		return ""
	}
	diff, err := jsondiff.Of(ctx, old, now)
	if err != nil {
		return "" // what has changed is told in the result, where it is compared too
	}
	return diff.Words(ctx, ellipsis)
}
