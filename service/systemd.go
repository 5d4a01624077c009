package service

import (
	"fmt"

	"github.com/coreos/go-systemd/v22/daemon"
)

// tellSystemd tells systemd, if that has started the service, what becomes of it: lines of
// sd_notify(3). It is no loss to anybody else.
func (s *Service) tellSystemd(state string) {
	if s.cfg.Background { // the unit is that of whoever's command started it
		return
	}
	if _, err := daemon.SdNotify(false, state); err != nil {
		s.cfg.Log.Warn("systemd was not told of the service", "state", state, "error", err)
	}
}

// tellWaiting tells systemd what the start waits for, and that it goes on.
func (s *Service) tellWaiting(what string) {
	s.tellSystemd(fmt.Sprintf("STATUS=%s\nEXTEND_TIMEOUT_USEC=%d", what, (databaseAgain + startStep).Microseconds()))
}
