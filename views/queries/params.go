package queries

import (
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/client"
	"assay/ui/form"
	"assay/ui/pane"
)

// The names of the form's fields.
const (
	fieldMode       = "mode"
	fieldProfile    = "browser_profile"
	fieldWait       = "wait_for"
	fieldScroll     = "scroll"
	fieldScreenshot = "screenshot"
	fieldEvidence   = "evidence"
)

// openForm opens the params.
func (v *View) openForm() {
	s := v.settings
	wait := ""
	if s.WaitFor > 0 {
		wait = strconv.FormatFloat(s.WaitFor, 'g', -1, 64)
	}
	same := func(values ...string) []form.Option {
		var options []form.Option
		for _, value := range values {
			options = append(options, form.Option{Value: value, Label: value})
		}
		return options
	}
	v.form = form.New(v.theme, v.env.Keys, append([]form.Field{
		{Name: fieldMode, Label: "Mode", Kind: form.Choice, Options: same(client.ModeFast, client.ModeStandard), Value: s.Mode,
			Help: "standard looks deeper and takes longer"},
		{Name: fieldProfile, Label: "Browser", Kind: form.Choice, Options: same(client.ProfileLight, client.ProfileStealth), Value: s.Profile,
			Help: "light is the fast headless browser, stealth the full one without traces of automation"},
		{Name: fieldWait, Label: "Wait", Kind: form.Number, Value: wait, Placeholder: "0", Min: 0, Max: maxWait, Unit: "s",
			Help: "seconds to wait after the page has loaded, 0 to 10"},
		{Name: fieldScroll, Label: "Scroll", Kind: form.Toggle, Value: strconv.FormatBool(s.Scroll),
			Help: "scroll to the bottom first, for pages that load as one scrolls"},
		{Name: fieldScreenshot, Label: "Screenshot", Kind: form.Toggle, Value: strconv.FormatBool(s.Screenshot),
			Help: "take a picture of the page, to save or open"},
		{Name: fieldEvidence, Label: "Evidence", Kind: form.Toggle, Value: strconv.FormatBool(s.Evidence),
			Help: "say for each value where on the page it was read; an extension of Assay's service"},
	}, s.Fields("the page is reached")...))
}

// formKey hands a key to the params.
func (v *View) formKey(msg tea.KeyMsg) tea.Cmd {
	result, cmd := v.form.Update(msg)
	switch result {
	case form.Accepted:
		v.settings = settingsOf(v.form.Values(), v.settings)
		v.form = nil
		return tea.Batch(cmd, v.changed())
	case form.Cancelled:
		v.form = nil
	}
	return cmd
}

// settingsOf returns the settings with the form's values; fields that are not
// shown keep what they had.
func settingsOf(values form.Values, before settings) settings {
	s := before
	s.Mode, s.Profile = values[fieldMode], values[fieldProfile]
	s.WaitFor, _ = values.Number(fieldWait) // empty is 0
	s.Scroll, s.Screenshot, s.Evidence = values.Bool(fieldScroll), values.Bool(fieldScreenshot), values.Bool(fieldEvidence)
	s.Settings = s.Settings.Of(values)
	return s
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
