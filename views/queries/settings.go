package queries

import (
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/form"
	"assay/views/proxy"
	"assay/wire"
)

// settings are the params of a query as the user sets them.
type settings struct {
	Mode       string  `json:"mode"`
	Profile    string  `json:"browser_profile"`
	WaitFor    float64 `json:"wait_for"` // seconds
	Scroll     bool    `json:"scroll"`
	Screenshot bool    `json:"screenshot"`
	Evidence   bool    `json:"evidence"`

	proxy.Settings // its keys lie beside these
}

const maxWait = 10 // seconds

var defaults = settings{Mode: wire.ModeFast, Profile: wire.ProfileLight, Settings: proxy.Settings{Kind: proxy.None}}

// valid returns the settings with what is out of its bounds set to its default:
// a file of an older version may say anything.
func (s settings) valid() settings {
	if s.Mode != wire.ModeStandard {
		s.Mode = wire.ModeFast
	}
	if s.Profile != wire.ProfileStealth {
		s.Profile = wire.ProfileLight
	}
	if s.WaitFor < 0 || s.WaitFor > maxWait {
		s.WaitFor = 0
	}
	s.Settings = s.Settings.Valid()
	return s
}

func (s settings) withoutSecrets() settings {
	s.Password = ""
	return s
}

// params returns the settings as the wire wants them; defaults are left out.
func (s settings) params() *wire.Params {
	p := wire.Params{
		WaitFor: s.WaitFor, ScrollToBottom: s.Scroll, Screenshot: s.Screenshot, Evidence: s.Evidence,
	}
	if s.Mode != wire.ModeFast {
		p.Mode = s.Mode
	}
	if s.Profile != wire.ProfileLight {
		p.BrowserProfile = s.Profile
	}
	p.Proxy = s.Wire()
	if p == (wire.Params{}) {
		return nil
	}
	return &p
}

// summary is the settings in a few words, with a separator between them:
// "light · fast · no proxy".
func (s settings) summary(separator string) string {
	words := []string{s.Profile, s.Mode}
	if s.WaitFor > 0 {
		words = append(words, "wait "+strconv.FormatFloat(s.WaitFor, 'g', -1, 64)+" s")
	}
	for _, part := range []struct {
		on   bool
		word string
	}{{s.Scroll, "scroll"}, {s.Screenshot, "screenshot"}, {s.Evidence, "evidence"}} {
		if part.on {
			words = append(words, part.word)
		}
	}
	words = append(words, s.Settings.Summary())
	return strings.Join(words, separator)
}

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
	d := v.tab
	v.openForm("Params", d.settings.fields(), func(values form.Values) tea.Cmd {
		d.settings = d.settings.of(values)
		return v.changed()
	})
}

// ParamFields returns the fields of a form for params; nil is the defaults.
func ParamFields(p *wire.Params) []form.Field {
	if p == nil {
		p = &wire.Params{}
	}
	return settingsFrom(*p, "").fields()
}

// ParamsOf returns what a form with the ParamFields says, as it is sent: nil for the defaults.
func ParamsOf(values form.Values) *wire.Params { return defaults.of(values).params() }

func (s settings) fields() []form.Field {
	wait := ""
	if s.WaitFor > 0 {
		wait = strconv.FormatFloat(s.WaitFor, 'g', -1, 64)
	}
	return append([]form.Field{
		{Name: fieldMode, Label: "Mode", Kind: form.Choice, Options: proxy.Options(wire.ModeFast, wire.ModeStandard), Value: s.Mode,
			Help: "standard looks deeper and takes longer"},
		{Name: fieldProfile, Label: "Browser", Kind: form.Choice, Options: proxy.Options(wire.ProfileLight, wire.ProfileStealth), Value: s.Profile,
			Help: "light is the fast headless browser, stealth the full one without traces of automation"},
		{Name: fieldWait, Label: "Wait", Kind: form.Number, Value: wait, Placeholder: "0", Min: 0, Max: maxWait, Unit: "s",
			Help: "seconds to wait after the page has loaded, 0 to 10"},
		{Name: fieldScroll, Label: "Scroll", Kind: form.Toggle, Value: strconv.FormatBool(s.Scroll),
			Help: "scroll to the bottom first, for pages that load as one scrolls"},
		{Name: fieldScreenshot, Label: "Screenshot", Kind: form.Toggle, Value: strconv.FormatBool(s.Screenshot),
			Help: "take a picture of the page, to save or open"},
		{Name: fieldEvidence, Label: "Evidence", Kind: form.Toggle, Value: strconv.FormatBool(s.Evidence),
			Help: "say for each value where on the page it was read; an extension of Assay's service"},
	}, s.Fields("the page is reached")...)
}

// of returns the settings with the form's values; fields that are not shown keep what they
// had.
func (s settings) of(values form.Values) settings {
	s.Mode, s.Profile = values[fieldMode], values[fieldProfile]
	s.WaitFor, _ = values.Number(fieldWait) // empty is 0
	s.Scroll, s.Screenshot, s.Evidence = values.Bool(fieldScroll), values.Bool(fieldScreenshot), values.Bool(fieldEvidence)
	s.Settings = s.Settings.Of(values)
	return s
}
