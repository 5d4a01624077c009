package sessions

import (
	"encoding/json"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/toast"
	"assay/views/frame"
	"assay/views/proxy"
	"assay/wire"
)

// again opens the options of a session of the history, or launches one with them.
func (v *View) again(msg frame.AskAgain) tea.Cmd {
	e := msg.Entry
	var r wire.SessionRequest
	if e.Params != "" {
		if err := json.Unmarshal([]byte(e.Params), &r); err != nil {
			return frame.Notify(toast.Bad, "the options of the session cannot be read: "+err.Error())
		}
	}
	s := settings{Preset: r.UAPreset, Profile: r.BrowserProfile, Inactivity: r.InactivityTimeout, Shutdown: r.ShutdownMode,
		Settings: proxy.Settings{Kind: proxy.None}}
	if x := r.Proxy; x != nil {
		s.Settings = proxy.Settings{Kind: x.Type, Country: x.CountryCode, URL: x.URL, Username: x.Username}
	}
	v.settings, v.changed, v.dirty = s.valid(), true, true
	v.choice = nil
	if msg.Run {
		return v.launch()
	}
	v.openForm()
	return nil
}
