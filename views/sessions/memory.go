package sessions

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/toast"
	"assay/views/frame"
	"assay/wire"
)

// memory is what the view remembers between runs: the options last used, and the
// sessions launched at a service that does not list them. Addresses are secrets and
// are never written, nor is a proxy's password.
type memory struct {
	Settings settings   `json:"options"`
	Launched []launchOf `json:"launched,omitempty"`
}

// launchOf is one session that was launched.
type launchOf struct {
	ID         string    `json:"session_id"`
	At         time.Time `json:"at"`
	Preset     string    `json:"browser_ua_preset"`
	Profile    string    `json:"browser_profile"`
	Shutdown   string    `json:"shutdown_mode"`
	Inactivity int       `json:"inactivity_timeout_seconds"`
}

const stateName = "sessions"

type stateRead struct {
	memory memory
	err    error
}

func (v *View) readState() tea.Cmd {
	store := v.env.State
	return func() tea.Msg {
		read := stateRead{memory: memory{Settings: defaults}}
		read.err = store.Load(stateName, &read.memory)
		return read
	}
}

// restore takes over what was remembered, unless the user was faster.
func (v *View) restore(read stateRead) tea.Cmd {
	v.loaded, v.dirty = true, true
	var commands []tea.Cmd
	if read.err != nil {
		commands = append(commands, frame.Notify(toast.Warn, read.err.Error()))
	} else if !v.changed {
		v.settings = read.memory.Settings.valid()
	}
	if v.eager {
		v.eager = false
		commands = append(commands, v.launch())
	}
	now := v.env.Now()
	for _, l := range read.memory.Launched {
		if now.Sub(l.At) > keepUnlisted || v.read && !v.unlisted { // a service that lists sessions knows better
			continue
		}
		v.list = append(v.list, session{wire.SessionInfo{
			Session: wire.Session{ID: l.ID}, State: wire.StateIdle, CreatedAt: l.At, LastActivityAt: l.At,
			UAPreset: l.Preset, BrowserProfile: l.Profile, ShutdownMode: l.Shutdown, InactivityTimeout: l.Inactivity,
		}, false, l.At})
	}
	v.sort()
	if v.selected() == nil && len(v.list) > 0 {
		v.cursor = v.list[0].ID
	}
	return tea.Batch(append(commands, v.tell())...)
}

func (v *View) remembered() memory {
	m := memory{Settings: v.settings}
	for i := range v.list {
		if s := &v.list[i]; !s.told {
			m.Launched = append(m.Launched, launchOf{s.ID, s.CreatedAt, s.UAPreset, s.BrowserProfile, s.ShutdownMode, s.InactivityTimeout})
		}
	}
	return m
}

func (v *View) save() tea.Cmd {
	return v.env.Save(stateName, v.remembered())
}
