package wire

import (
	"fmt"
	"log/slog"
	"strconv"
	"strings"
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

// SessionQuery asks the page that a session shows for data: an extension of Assay's.
// Query or Prompt must be given; with both, the query counts. What is not set does not go
// over the wire.
type SessionQuery struct {
	Query  string              `json:"query,omitempty"`  // in the query language
	Prompt string              `json:"prompt,omitempty"` // in plain words
	Params *SessionQueryParams `json:"params,omitempty"`
}

// SessionQueryParams says which page of a session is read, and how.
type SessionQueryParams struct {
	Page       *int    `json:"page,omitempty"`                  // from 0 in order of creation; nil is the newest
	WaitFor    float64 `json:"wait_for,omitempty"`              // seconds before reading, 0 to 10
	Mode       string  `json:"mode,omitempty"`                  // ModeFast or ModeStandard
	Screenshot bool    `json:"is_screenshot_enabled,omitempty"` // into Metadata.Screenshot
	Evidence   bool    `json:"is_evidence_enabled,omitempty"`   // into Metadata.Evidence
}

// sessionScheme begins the address of a session's page.
const sessionScheme = "session:"

// SessionAddress returns what stands for a session's page where a page's address is
// expected: session:ID/PAGE, from 0 in order of creation, or session:ID for the newest, -1.
func SessionAddress(id string, page int) string {
	if page < 0 {
		return sessionScheme + id
	}
	return fmt.Sprintf("%s%s/%d", sessionScheme, id, page)
}

// OfSession returns the session that a query's address stands for, and what it asks of it.
// Without a page in the address it is the newest. It reports false for any other address.
func (r QueryRequest) OfSession() (id string, ask SessionQuery, ok bool) {
	rest, ok := strings.CutPrefix(r.URL, sessionScheme)
	if !ok || r.HTML != "" {
		return "", SessionQuery{}, false
	}
	ask = SessionQuery{Query: r.Query, Prompt: r.Prompt}
	id, page, _ := sessionPage(rest)
	p := r.Params
	if p == nil {
		p = &Params{}
	}
	params := SessionQueryParams{Page: page, WaitFor: p.WaitFor, Mode: p.Mode, Screenshot: p.Screenshot, Evidence: p.Evidence}
	if params != (SessionQueryParams{}) {
		ask.Params = &params
	}
	return id, ask, true
}

// sessionPage reads what stands behind the scheme; page is nil for the newest.
func sessionPage(rest string) (id string, page *int, ok bool) {
	id, number, paged := strings.Cut(rest, "/")
	if !paged {
		return id, nil, id != ""
	}
	n, err := strconv.Atoi(number)
	if err != nil || n < 0 {
		return id, nil, false
	}
	return id, &n, id != ""
}

// IsAddress reports whether an address of a session's page names one; any other address
// counts as one.
func IsAddress(address string) bool {
	rest, ofSession := strings.CutPrefix(address, sessionScheme)
	_, _, ok := sessionPage(rest)
	return ok || !ofSession
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
