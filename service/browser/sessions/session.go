package sessions

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"assay/service/browser"
	"assay/service/egress"
	"assay/wire"
)

// Request says what a session is to be.
type Request struct {
	ID           string // a UUID that no session has had; [a new one]
	KeyID        string // who it is for
	KeyMax       int    // sessions that the key may have at a time [Config.PerKey]
	Profile      browser.Profile
	Persona      *browser.Persona
	Timeout      time.Duration    // of inactivity
	OnDisconnect bool             // ends when the last client has gone
	Proxy        *egress.Upstream // nil: directly
}

// Why sessions end, as the list of sessions says it.
const (
	EndDisconnected = "client_disconnected"
	EndInactive     = "inactivity_timeout"
	EndDeleted      = "deleted"
	EndKey          = "api_key_ended" // it was revoked or has expired
	EndCrashed      = "browser_crashed"
	EndDiskFull     = "disk_full"
	EndStopped      = "service_stopped"
	EndFailed       = "start_failed"
)

// errEnded is why a client cannot join, or stay.
var errEnded = errors.New("the session has ended")

// Session is one remote browser.
type Session struct {
	ID      string
	secret  string
	base    string // of its addresses, scheme aside: //HOST:PORT/SECRET
	request Request
	manager *Manager
	created time.Time
	server  *http.Server // of its own port, nil where it has none

	ctx    context.Context // ends with the session, whose reason is in its cause
	cancel context.CancelCauseFunc
	gone   chan struct{} // closed when nothing is left of it

	mu       sync.Mutex
	box      *machine // nil while it starts and when it has ended
	state    string
	reason   string
	endedAt  time.Time
	last     time.Time // of activity
	clients  int
	viewers  int // that can give input, and queries
	deadline time.Time
	timer    *time.Timer
}

// Wire returns what the creator of the session gets.
func (s *Session) Wire() wire.Session {
	return wire.Session{
		ID:      s.ID,
		CDPURL:  "wss:" + s.base + "/devtools/browser/" + s.ID,
		BaseURL: "https:" + s.base,
	}
}

// Info returns the session as it is now.
func (s *Session) Info() wire.SessionInfo {
	if box := s.machine(); box != nil {
		box.refresh(s.ctx)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	info := wire.SessionInfo{
		Session:           s.Wire(),
		State:             s.state,
		CreatedAt:         s.created.UTC(),
		LastActivityAt:    s.last.UTC(),
		Clients:           s.clients,
		UAPreset:          s.request.Persona.String(),
		BrowserProfile:    s.request.Profile.String(),
		ShutdownMode:      wire.ShutdownOnInactivity,
		InactivityTimeout: int(s.request.Timeout / time.Second),
		Pages:             []wire.SessionPage{},
	}
	if s.request.OnDisconnect {
		info.ShutdownMode = wire.ShutdownOnDisconnect
	}
	now := time.Now()
	switch s.state {
	case wire.StateEnded:
		info.EndReason = &s.reason
	case wire.StateActive:
		info.LastActivityAt = now.UTC()
	case wire.StateIdle:
		left := max(0, s.deadline.Sub(now).Seconds())
		info.SecondsToTeardown = &left
	}
	if s.box != nil {
		list, _ := s.box.pages.now()
		for i, page := range list {
			info.Pages = append(info.Pages, wire.SessionPage{Index: i, Title: page.title, URL: page.url})
		}
	}
	return info
}

// ready gives the session its browser and starts the clock.
func (s *Session) ready(box *machine) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state == wire.StateEnded {
		return errEnded
	}
	s.box = box
	box.gate.SetUpstream(s.request.Proxy)
	s.rest()
	go s.watch(box)
	if s.manager.config.Disk > 0 {
		go s.watchDisk(box)
	}
	return nil
}

// watch ends the session when its browser dies.
func (s *Session) watch(box *machine) {
	select {
	case <-box.process.Done():
		s.end(EndCrashed)
	case <-s.ctx.Done():
	}
}

// rest makes the session idle: it ends after its timeout. s.mu is held.
func (s *Session) rest() {
	s.state = wire.StateIdle
	s.last = time.Now()
	s.deadline = s.last.Add(s.request.Timeout)
	if s.timer == nil {
		s.timer = time.AfterFunc(s.request.Timeout, s.expire)
	} else {
		s.timer.Reset(s.request.Timeout)
	}
}

// expire ends the session unless something happened since its timer was set.
func (s *Session) expire() {
	s.mu.Lock()
	idle := s.state == wire.StateIdle && !time.Now().Before(s.deadline)
	s.mu.Unlock()
	if idle {
		s.end(EndInactive)
	}
}

// touch puts off the end of an idle session.
func (s *Session) touch() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state == wire.StateIdle {
		s.rest()
	}
}

// join notes that a client, or a viewer with input or a query, is there. The session is active
// until it calls leave.
func (s *Session) join(viewer bool) (leave func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state != wire.StateIdle && s.state != wire.StateActive {
		return nil, errEnded
	}
	s.state = wire.StateActive
	s.last = time.Now()
	s.timer.Stop()
	if viewer {
		s.viewers++
	} else {
		s.clients++
	}
	return sync.OnceFunc(func() { s.leave(viewer) }), nil
}

func (s *Session) leave(viewer bool) {
	s.mu.Lock()
	if viewer {
		s.viewers--
	} else {
		s.clients--
	}
	s.last = time.Now()
	over := !viewer && s.clients == 0 && s.request.OnDisconnect
	if !over && s.clients+s.viewers == 0 && s.state == wire.StateActive {
		s.rest()
	}
	s.mu.Unlock()
	if over {
		s.end(EndDisconnected)
	}
}

// end ends the session, once, for the first reason given. What is left of it goes in
// the background; see gone. It reports whether the session was alive.
func (s *Session) end(reason string) bool {
	s.mu.Lock()
	if s.state == wire.StateEnded {
		s.mu.Unlock()
		return false
	}
	s.state, s.reason, s.endedAt = wire.StateEnded, reason, time.Now()
	if s.timer != nil {
		s.timer.Stop()
	}
	box, server := s.box, s.server
	s.box = nil // its buffers are not to stay as long as the session is remembered
	s.mu.Unlock()
	s.cancel(fmt.Errorf("%w: %s", errEnded, reason))
	s.manager.ended(s)
	s.manager.config.Log.Info("a session ended", "session_id", s.ID, "reason", reason, "lasted", time.Since(s.created).Round(time.Millisecond))
	go func() {
		defer close(s.gone)
		defer s.manager.config.Ended(s.ID)
		if server != nil {
			server.Close()
		}
		if box != nil {
			box.close(s.manager)
		}
	}()
	return true
}

// why returns the reason of the session's end.
func (s *Session) why() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.reason
}

// machine returns the session's browser, nil if it has none yet or any more.
func (s *Session) machine() *machine {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.box
}
