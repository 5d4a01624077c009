package sessions

import (
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/form"
	"assay/views/popup"
	"assay/views/proxy"
	"assay/wire"
)

// settings are the options of a session as the user sets them.
type settings struct {
	Preset     string `json:"browser_ua_preset"`
	Profile    string `json:"browser_profile"`
	Inactivity int    `json:"inactivity_timeout_seconds"`
	Shutdown   string `json:"shutdown_mode"`

	proxy.Settings // its keys lie beside these
}

// The contract's bounds and default of the inactivity timeout, in seconds.
const (
	minInactivity     = 5
	maxInactivity     = 86_400
	defaultInactivity = 300
)

var defaults = settings{
	Preset: wire.PresetLinux, Profile: wire.ProfileLight, Inactivity: defaultInactivity,
	Shutdown: wire.ShutdownOnDisconnect, Settings: proxy.Settings{Kind: proxy.None},
}

// valid returns the settings with what is out of its bounds set to its default:
// a file of another version may say anything.
func (s settings) valid() settings {
	if s.Preset != wire.PresetWindows && s.Preset != wire.PresetMacOS {
		s.Preset = wire.PresetLinux
	}
	if s.Profile != wire.ProfileStealth {
		s.Profile = wire.ProfileLight
	}
	if s.Inactivity < minInactivity || s.Inactivity > maxInactivity {
		s.Inactivity = defaultInactivity
	}
	if s.Shutdown != wire.ShutdownOnInactivity {
		s.Shutdown = wire.ShutdownOnDisconnect
	}
	s.Settings = s.Settings.Valid()
	return s
}

// request returns the settings as the contract wants them.
func (s settings) request() wire.SessionRequest {
	return wire.SessionRequest{
		UAPreset: s.Preset, BrowserProfile: s.Profile, InactivityTimeout: s.Inactivity, ShutdownMode: s.Shutdown, Proxy: s.Wire(),
	}
}

// summary is the settings in a few words, with a separator between them:
// "linux · light · on disconnect · no proxy".
func (s settings) summary(separator string) string {
	return strings.Join([]string{s.Preset, s.Profile, words(s.Shutdown), strconv.Itoa(s.Inactivity) + " s", s.Settings.Summary()}, separator)
}

// words writes an identifier of the contract for people.
func words(identifier string) string { return strings.ReplaceAll(identifier, "_", " ") }

// The names of the form's fields, which are those of the contract.
const (
	fieldPreset     = "browser_ua_preset"
	fieldProfile    = "browser_profile"
	fieldInactivity = "inactivity_timeout_seconds"
	fieldShutdown   = "shutdown_mode"
)

// openForm opens the options with the values last used.
func (v *View) openForm() *popup.Form {
	return v.over.Form("New session", "Enter launches", v.settings.fields(), func(values form.Values) tea.Cmd {
		v.settings = v.settings.of(values)
		return v.launch()
	})
}

// Fields returns the fields of the options, as they are before anything was chosen.
func Fields() []form.Field { return defaults.fields() }

// RequestOf returns what a form with the Fields asks for.
func RequestOf(values form.Values) wire.SessionRequest { return defaults.of(values).request() }

func (s settings) fields() []form.Field {
	return append([]form.Field{
		{Name: fieldPreset, Label: "System", Kind: form.Choice, Value: s.Preset,
			Options: proxy.Options(wire.PresetLinux, wire.PresetMacOS, wire.PresetWindows),
			Help:    "the operating system that the browser says it runs on"},
		{Name: fieldProfile, Label: "Browser", Kind: form.Choice, Value: s.Profile,
			Options: proxy.Options(wire.ProfileLight, wire.ProfileStealth),
			Help:    "light is the fast headless browser, stealth the full one without traces of automation"},
		{Name: fieldShutdown, Label: "Ends", Kind: form.Choice, Value: s.Shutdown,
			Options: proxy.Options(wire.ShutdownOnDisconnect, wire.ShutdownOnInactivity),
			Help:    "on disconnect: with its last client; on inactivity timeout: it waits for the next one, with its pages"},
		{Name: fieldInactivity, Label: "Inactivity", Kind: form.Number, Value: strconv.Itoa(s.Inactivity),
			Placeholder: strconv.Itoa(defaultInactivity), Min: minInactivity, Max: maxInactivity, Step: 30, Whole: true, Unit: "s",
			Help: "seconds without a client after which the session ends, 5 to 86,400"},
	}, s.Fields("pages are reached")...)
}

// of returns the settings with the form's values.
func (s settings) of(values form.Values) settings {
	s.Preset, s.Profile, s.Shutdown = values[fieldPreset], values[fieldProfile], values[fieldShutdown]
	s.Inactivity = defaultInactivity
	if n, ok := values.Number(fieldInactivity); ok {
		s.Inactivity = int(n)
	}
	s.Settings = s.Settings.Of(values)
	return s
}
