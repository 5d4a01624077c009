package wire

import (
	"fmt"
	"log/slog"
	"time"
)

// SessionRequest asks for a remote browser. What is not set does not go over the
// wire.
type SessionRequest struct {
	UAPreset          string `json:"browser_ua_preset,omitempty"`          // PresetLinux, PresetMacOS or PresetWindows
	BrowserProfile    string `json:"browser_profile,omitempty"`            // ProfileLight or ProfileStealth
	InactivityTimeout int    `json:"inactivity_timeout_seconds,omitempty"` // seconds, 5 to 86,400; 300 by default
	Proxy             *Proxy `json:"proxy,omitempty"`
	ShutdownMode      string `json:"shutdown_mode,omitempty"` // ShutdownOnDisconnect or ShutdownOnInactivity
}

// Session is a remote browser. Both addresses are secrets: who has one has the
// browser. Printed or logged, they are masked.
type Session struct {
	ID      string `json:"session_id"` // UUID
	CDPURL  string `json:"cdp_url"`    // WebSocket address for DevTools clients
	BaseURL string `json:"base_url"`   // without a trailing slash
}

// StreamURL returns the address of the live view of the page with the given
// index, from 0 in order of creation.
func (s Session) StreamURL(page int) string {
	return fmt.Sprintf("%s/stream/%d", s.BaseURL, page)
}

// String names the session without its secrets.
func (s Session) String() string {
	return fmt.Sprintf("session %s at %s", s.ID, MaskURL(s.BaseURL))
}

// GoString is String: the secrets stay out of debugging output as well.
func (s Session) GoString() string { return s.String() }

// LogValue keeps the secrets out of logs.
func (s Session) LogValue() slog.Value {
	return slog.GroupValue(slog.String("session_id", s.ID), slog.String("base_url", MaskURL(s.BaseURL)))
}

// The values of SessionInfo.State.
const (
	StateStarting = "starting" // its browser is not up yet
	StateActive   = "active"   // a client is connected
	StateIdle     = "idle"     // no client is connected; it ends by itself
	StateEnded    = "ended"
)

// SessionInfo is what the service knows of a session: an extension of Assay's.
// Its addresses are secrets, as those of Session.
type SessionInfo struct {
	Session
	State             string        `json:"state"`
	EndReason         *string       `json:"end_reason"` // null unless ended
	CreatedAt         time.Time     `json:"created_at"`
	LastActivityAt    time.Time     `json:"last_activity_at"`
	SecondsToTeardown *float64      `json:"seconds_to_teardown"` // null while nothing is to end it, or when it has ended
	Clients           int           `json:"clients"`             // DevTools clients connected
	UAPreset          string        `json:"browser_ua_preset"`
	BrowserProfile    string        `json:"browser_profile"`
	ShutdownMode      string        `json:"shutdown_mode"`
	InactivityTimeout int           `json:"inactivity_timeout_seconds"`
	Pages             []SessionPage `json:"pages"`
}

// SessionPage is one open page of a session.
type SessionPage struct {
	Index int    `json:"index"` // from 0 in order of creation
	Title string `json:"title"`
	URL   string `json:"url"`
}

// Alive reports whether the session has not ended.
func (s *SessionInfo) Alive() bool { return s.State != StateEnded }

// String names the session and its state without its secrets.
func (s SessionInfo) String() string { return s.Session.String() + ", " + s.State }

// GoString is String: the secrets stay out of debugging output as well.
func (s SessionInfo) GoString() string { return s.String() }

// LogValue keeps the secrets out of logs.
func (s SessionInfo) LogValue() slog.Value {
	return slog.GroupValue(append(s.Session.LogValue().Group(), slog.String("state", s.State))...)
}

// StreamEvent is one thing a live view tells: the state of its page, or a picture.
type StreamEvent struct {
	Page    *StreamPage // nil for a picture
	Picture []byte      // a JPEG; nil for a state
}

// StreamPage is the state of the page that is shown.
type StreamPage struct {
	Index  int           `json:"index"`
	Title  string        `json:"title"`
	URL    string        `json:"url"`
	Width  int           `json:"width"`  // CSS pixels
	Height int           `json:"height"` // CSS pixels
	Pages  []SessionPage `json:"pages"`
}
