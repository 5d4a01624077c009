package client

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
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

// MaskURL returns an address of a session with everything after its host hidden.
func MaskURL(address string) string {
	const mask = "••••••"
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return mask
	}
	return u.Scheme + "://" + u.Host + "/" + mask
}

// PlainURL returns the form of a session's address that needs no certificate: on
// this machine a session's port speaks plain HTTP and WebSocket as well as TLS.
// Addresses of other machines are returned as they are.
func PlainURL(address string) string {
	u, err := url.Parse(address)
	if err != nil || !isLoopback(u.Hostname()) {
		return address
	}
	switch u.Scheme {
	case "https":
		u.Scheme = "http"
	case "wss":
		u.Scheme = "ws"
	}
	return u.String()
}

// What the calls on sessions fail with, besides the errors of every call.
var (
	// ErrNoSessionCalls is a service that can start sessions but neither list
	// nor end them.
	ErrNoSessionCalls = errors.New("this service cannot list or end sessions")
	// ErrUnknownSession is a session that never was, or whose end is forgotten.
	ErrUnknownSession = errors.New("the service knows no such session")
)

const sessionsPath = "/v1/managed/sessions"

// CreateSession starts a remote browser.
func (c *Client) CreateSession(ctx context.Context, request SessionRequest) (*Session, error) {
	var session Session
	if err := c.call(ctx, "session", http.MethodPost, sessionsPath, jsonBody(request), &session); err != nil {
		return nil, err
	}
	session.BaseURL = strings.TrimRight(session.BaseURL, "/")
	return &session, nil
}

type sessionList struct {
	Sessions []SessionInfo `json:"sessions"`
}

// Sessions lists the sessions of the key, those that ended lately included. The
// error matches ErrNoSessionCalls if the service has no such call.
func (c *Client) Sessions(ctx context.Context) ([]SessionInfo, error) {
	var list sessionList
	if err := c.call(ctx, "sessions", http.MethodGet, sessionsPath, body{}, &list); err != nil {
		if status := statusOf(err); status == http.StatusNotFound || lacksMethod(status) {
			return nil, fmt.Errorf("%w: %w", ErrNoSessionCalls, err)
		}
		return nil, err
	}
	for i := range list.Sessions {
		s := &list.Sessions[i]
		s.BaseURL = strings.TrimRight(s.BaseURL, "/")
	}
	return list.Sessions, nil
}

// Session returns what the service knows of a session. The error matches
// ErrNoSessionCalls or ErrUnknownSession where they apply.
func (c *Client) Session(ctx context.Context, id string) (*SessionInfo, error) {
	var info SessionInfo
	if err := c.oneSession(ctx, http.MethodGet, id, &info); err != nil {
		return nil, err
	}
	info.BaseURL = strings.TrimRight(info.BaseURL, "/")
	return &info, nil
}

// EndSession closes a session's browser. The error matches ErrNoSessionCalls or
// ErrUnknownSession where they apply.
func (c *Client) EndSession(ctx context.Context, id string) error {
	return c.oneSession(ctx, http.MethodDelete, id, nil)
}

// oneSession makes a call on one session. That the path is not found can mean two
// things; whether the service lists sessions tells them apart.
func (c *Client) oneSession(ctx context.Context, method, id string, v any) error {
	if id == "" || strings.ContainsAny(id, "/?#%") || id == "." || id == ".." {
		return fmt.Errorf("%w: %q is no session's id", ErrUnknownSession, id)
	}
	err := c.call(ctx, "sessions", method, sessionsPath+"/"+id, body{}, v)
	switch status := statusOf(err); {
	case lacksMethod(status):
		return fmt.Errorf("%w: %w", ErrNoSessionCalls, err)
	case status == http.StatusNotFound:
		if _, listErr := c.Sessions(ctx); errors.Is(listErr, ErrNoSessionCalls) {
			return listErr
		}
		return &unknownSession{err}
	}
	return err
}

// unknownSession is ErrUnknownSession in the service's own words.
type unknownSession struct{ said error }

func (e *unknownSession) Error() string   { return e.said.Error() }
func (e *unknownSession) Unwrap() []error { return []error{ErrUnknownSession, e.said} }

// statusOf returns the HTTP status of an answer that was an error, or 0.
func statusOf(err error) int {
	var refused *Error
	if errors.As(err, &refused) {
		return refused.Status
	}
	return 0
}

func lacksMethod(status int) bool {
	return status == http.StatusMethodNotAllowed || status == http.StatusNotImplemented
}
