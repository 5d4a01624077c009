package queries

import (
	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/form"
	"assay/ui/picker"
	"assay/views/popup"
	"assay/wire"
)

// openForm opens a form; accepted is called with what was filled in. The pane that had the
// focus has it again when the form is closed.
func (v *View) openForm(title string, fields []form.Field, accepted func(form.Values) tea.Cmd) {
	typing := v.typing()
	v.over.Closed = func() { v.move(v.focus, typing) }
	v.over.Form(title, "Enter applies", fields, accepted)
	v.ask.Blur()
	v.result.Blur()
	v.source.focus(false)
	v.dirty = true
}

// openPicker opens a list; chosen is called with what was chosen.
func (v *View) openPicker(title string, items []picker.Item, chosen func(*picker.Item) tea.Cmd) {
	v.over.List(title, items, chosen)
	v.dirty = true
}

// hasPopup reports whether something lies over the view.
func (v *View) hasPopup() bool { return v.over.IsOpen() || v.batch.IsOpen() }

// formOpen reports whether a form lies over the view.
func (v *View) formOpen() bool {
	_, open := v.over.Over().(*popup.Form)
	return open
}

// The form stands at the side, over the result, from sideForm columns on: the query
// that it is about stays in sight.
const (
	sideForm   = 120
	formWidth  = 76 // at most
	formNarrow = 52 // at the side at least
)

// formSide returns where forms stand; a width of 0 is the middle.
func (v *View) formSide() (x, y, width int) {
	if v.width < sideForm {
		return 0, 0, 0
	}
	at := v.areas()[paneResult]
	width = max(min(at.width, formWidth), formNarrow)
	return v.width - width, at.y, width
}

// openSnippets offers the languages in which the request can be copied.
func (v *View) openSnippets() tea.Cmd {
	r, refused := v.prepare()
	if refused != nil {
		return refused
	}
	v.over.Snippets("", func() (wire.QueryRequest, error) {
		whole, _, err := r.read()
		return whole, err
	})
	v.dirty = true
	return nil
}
