package queries

import (
	"strconv"
	"strings"

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
