package queries

import (
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/form"
	"assay/ui/overlay"
	"assay/ui/pane"
	"assay/ui/picker"
)

// popup is a form over the view.
type popup struct {
	*form.Model
	title    string
	accepted func(form.Values) tea.Cmd
	typing   bool // something was typed when it opened
}

// list is a picker over the view.
type list struct {
	*picker.Picker
	chosen func(*picker.Item) tea.Cmd
}

// openForm opens a form; accepted is called with what was filled in.
func (v *View) openForm(title string, fields []form.Field, accepted func(form.Values) tea.Cmd) {
	v.form = &popup{form.New(v.theme, v.env.Keys, fields), title, accepted, v.typing()}
	v.ask.Blur()
	v.result.Blur()
	v.source.focus(false)
	v.dirty = true
}

// closeForm takes the form away; the pane that had the focus has it again.
func (v *View) closeForm() {
	typing := v.form != nil && v.form.typing
	v.form = nil
	v.move(v.focus, typing)
}

// openPicker opens a list; chosen is called with what was chosen.
func (v *View) openPicker(title string, items []picker.Item, chosen func(*picker.Item) tea.Cmd) {
	v.list = &list{picker.New(v.theme, v.env.Keys, title, items), chosen}
	v.dirty = true
}

// covered reports whether something lies over the view.
func (v *View) covered() bool {
	return v.form != nil || v.list != nil || v.files != nil || v.snippets != nil || v.batch.IsOpen()
}

// formKey hands a key to the form.
func (v *View) formKey(msg tea.KeyMsg) tea.Cmd {
	open := v.form
	result, cmd := open.Update(msg)
	switch result {
	case form.Accepted:
		v.closeForm()
		return tea.Batch(cmd, open.accepted(open.Values()))
	case form.Cancelled:
		v.closeForm()
	}
	return cmd
}

// The form stands at the side, over the result, from sideForm columns on: the query
// that it is about stays in sight.
const (
	sideForm   = 120
	formWidth  = 76 // at most
	formNarrow = 52 // at the side at least
)

// formBox is the place of the form in the view.
func (v *View) formBox() area {
	width, beside := min(v.width-4, formWidth), v.width >= sideForm
	at := v.areas()[paneResult]
	if beside {
		width = max(min(at.width, formWidth), formNarrow)
	}
	frame := pane.Pane{}
	inner, _ := frame.Inner(width, 0)
	v.form.SetSize(inner, v.height)
	height := min(v.form.NaturalHeight()+2, v.height)
	_, rows := frame.Inner(width, height)
	v.form.SetSize(inner, rows)
	if beside {
		return area{v.width - width, min(at.y, v.height-height), width, height}
	}
	return area{(v.width - width) / 2, (v.height - height) / 2, width, height}
}

func (v *View) drawForm(box area) []string {
	frame := pane.Pane{Title: v.form.title, Foot: "Enter applies" + v.theme.Glyphs.Separator + "Esc leaves", Focused: true}
	return frame.Draw(v.theme, box.width, box.height, strings.Split(v.form.View(), "\n"))
}

// formMouse hands a mouse event to the form.
func (v *View) formMouse(msg tea.MouseMsg) tea.Cmd {
	box := v.formBox()
	msg.X -= box.x + 2
	msg.Y -= box.y + 1
	_, cmd := v.form.Update(msg)
	return cmd
}

// listUpdate hands a message to the list.
func (v *View) listUpdate(msg tea.Msg) tea.Cmd {
	open := v.list
	result, cmd := open.Update(msg)
	switch {
	case result.Closed:
		v.list = nil
	case result.Chosen != nil:
		v.list = nil
		return tea.Batch(cmd, open.chosen(result.Chosen))
	}
	return cmd
}

// listMouse hands a mouse event to the list; a press beside it closes it.
func (v *View) listMouse(msg tea.MouseMsg) tea.Cmd {
	box := v.list.View(v.width, v.height)
	msg, beside := overlay.Mouse(msg, v.width, v.height, box)
	if beside {
		v.list = nil
		return nil
	}
	return v.listUpdate(msg)
}

// listProblems lists what is wrong with the query, to go there.
func (v *View) listProblems() {
	var items []picker.Item
	for _, d := range v.ask.Problems() {
		items = append(items, picker.Item{Name: d.Message, Detail: strconv.Itoa(d.Row) + ":" + strconv.Itoa(d.Column), Value: [2]int{d.Row, d.Column}})
	}
	v.openPicker("Errors of the query", items, func(item *picker.Item) tea.Cmd {
		at := item.Value.([2]int)
		v.move(paneEditor, true)
		v.ask.PointAt(at[0], at[1])
		return nil
	})
}
