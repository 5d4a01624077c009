package documents

import (
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/form"
	"assay/ui/pane"
	"assay/wire"
)

// The names of the form's fields.
const (
	fieldMode     = "mode"
	fieldEvidence = "evidence"
)

// openForm opens the params.
func (v *View) openForm() {
	v.form = form.New(v.theme, v.env.Keys, []form.Field{
		{Name: fieldMode, Label: "Mode", Kind: form.Choice, Value: v.params.Mode,
			Options: []form.Option{{Value: wire.ModeFast, Label: wire.ModeFast}, {Value: wire.ModeStandard, Label: wire.ModeStandard}},
			Help:    "standard reads at a higher resolution, looks deeper and takes longer"},
		{Name: fieldEvidence, Label: "Evidence", Kind: form.Toggle, Value: strconv.FormatBool(v.params.Evidence),
			Help: "say for each value where in the document it was read; an extension of Assay's service"},
	})
}

// formKey hands a key to the params.
func (v *View) formKey(msg tea.KeyMsg) tea.Cmd {
	result, cmd := v.form.Update(msg)
	switch result {
	case form.Accepted:
		values := v.form.Values()
		v.params = wire.DocumentParams{Mode: values[fieldMode], Evidence: values.Bool(fieldEvidence)}
		v.form, v.edited = nil, true
	case form.Cancelled:
		v.form = nil
	}
	return cmd
}

// formBox is the place of the params in the view.
func (v *View) formBox() area {
	width := min(v.width-4, 76)
	frame := pane.Pane{}
	inner, _ := frame.Inner(width, 0)
	v.form.SetSize(inner, v.height)
	height := min(v.form.NaturalHeight()+2, v.height)
	_, rows := frame.Inner(width, height)
	v.form.SetSize(inner, rows)
	return area{(v.width - width) / 2, (v.height - height) / 2, width, height}
}

func (v *View) drawForm() []string {
	box := v.formBox()
	frame := pane.Pane{Title: "Params", Foot: "Enter applies" + v.theme.Glyphs.Separator + "Esc leaves", Focused: true}
	return frame.Draw(v.theme, box.width, box.height, strings.Split(v.form.View(), "\n"))
}

// formMouse hands a mouse event to the params.
func (v *View) formMouse(msg tea.MouseMsg) tea.Cmd {
	box := v.formBox()
	msg.X -= box.x + 2
	msg.Y -= box.y + 1
	_, cmd := v.form.Update(msg)
	return cmd
}
