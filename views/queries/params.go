package queries

import (
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/form"
	"assay/wire"
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

// openParams opens the params.
func (v *View) openParams() {
	d := v.desk
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
	v.openForm("Params", append([]form.Field{
		{Name: fieldMode, Label: "Mode", Kind: form.Choice, Options: same(wire.ModeFast, wire.ModeStandard), Value: s.Mode,
			Help: "standard looks deeper and takes longer"},
		{Name: fieldProfile, Label: "Browser", Kind: form.Choice, Options: same(wire.ProfileLight, wire.ProfileStealth), Value: s.Profile,
			Help: "light is the fast headless browser, stealth the full one without traces of automation"},
		{Name: fieldWait, Label: "Wait", Kind: form.Number, Value: wait, Placeholder: "0", Min: 0, Max: maxWait, Unit: "s",
			Help: "seconds to wait after the page has loaded, 0 to 10"},
		{Name: fieldScroll, Label: "Scroll", Kind: form.Toggle, Value: strconv.FormatBool(s.Scroll),
			Help: "scroll to the bottom first, for pages that load as one scrolls"},
		{Name: fieldScreenshot, Label: "Screenshot", Kind: form.Toggle, Value: strconv.FormatBool(s.Screenshot),
			Help: "take a picture of the page, to save or open"},
		{Name: fieldEvidence, Label: "Evidence", Kind: form.Toggle, Value: strconv.FormatBool(s.Evidence),
			Help: "say for each value where on the page it was read; an extension of Assay's service"},
	}, s.Fields("the page is reached")...), func(values form.Values) tea.Cmd {
		d.settings = settingsOf(values, d.settings)
		return v.changed()
	})
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
