package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"assay/wire"
)

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
func (c *Client) CreateSession(ctx context.Context, request wire.SessionRequest) (*wire.Session, error) {
	var session wire.Session
	if err := c.call(ctx, http.MethodPost, sessionsPath, jsonBody(request), &session); err != nil {
		return nil, err
	}
	session.BaseURL = strings.TrimRight(session.BaseURL, "/")
	return &session, nil
}

type sessionList struct {
	Sessions []wire.SessionInfo `json:"sessions"`
	Missing  []string           `json:"missing_nodes"`
}

// Sessions lists the sessions of the key, those that ended lately included. The
// error matches ErrNoSessionCalls if the service has no such call.
func (c *Client) Sessions(ctx context.Context) ([]wire.SessionInfo, error) {
	list, _, err := c.ListSessions(ctx)
	return list, err
}

// ListSessions is Sessions with the addresses of the service's nodes that did not answer,
// whose sessions are not in the list.
func (c *Client) ListSessions(ctx context.Context) (sessions []wire.SessionInfo, missing []string, err error) {
	var list sessionList
	if err := c.call(ctx, http.MethodGet, sessionsPath, body{}, &list); err != nil {
		if status := statusOf(err); status == http.StatusNotFound || lacksMethod(status) {
			return nil, nil, fmt.Errorf("%w: %w", ErrNoSessionCalls, err)
		}
		return nil, nil, err
	}
	for i := range list.Sessions {
		s := &list.Sessions[i]
		s.BaseURL = strings.TrimRight(s.BaseURL, "/")
	}
	return list.Sessions, list.Missing, nil
}

// Session returns what the service knows of a session. The error matches
// ErrNoSessionCalls or ErrUnknownSession where they apply.
func (c *Client) Session(ctx context.Context, id string) (*wire.SessionInfo, error) {
	var info wire.SessionInfo
	if err := c.oneSession(ctx, http.MethodGet, id, "", body{}, &info); err != nil {
		return nil, err
	}
	info.BaseURL = strings.TrimRight(info.BaseURL, "/")
	return &info, nil
}

// EndSession closes a session's browser. The error matches ErrNoSessionCalls or
// ErrUnknownSession where they apply.
func (c *Client) EndSession(ctx context.Context, id string) error {
	return c.oneSession(ctx, http.MethodDelete, id, "", body{}, nil)
}

// QuerySession extracts data from a page that a session shows. The error matches
// ErrNoSessionCalls or ErrUnknownSession where they apply.
func (c *Client) QuerySession(ctx context.Context, id string, request wire.SessionQuery) (*wire.QueryResponse, error) {
	var response wire.QueryResponse
	if err := c.oneSession(ctx, http.MethodPost, id, "/query-data", jsonBody(request), &response); err != nil {
		return nil, err
	}
	return &response, nil
}

// oneSession makes a call on one session. That the path is not found can mean two
// things; whether the service lists sessions tells them apart.
func (c *Client) oneSession(ctx context.Context, method, id, what string, body body, v any) error {
	if id == "" || strings.ContainsAny(id, "/?#%") || id == "." || id == ".." {
		return fmt.Errorf("%w: %q is no session's id", ErrUnknownSession, id)
	}
	err := c.call(ctx, method, sessionsPath+"/"+id+what, body, v)
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
	if refused, ok := errors.AsType[*Error](err); ok {
		return refused.Status
	}
	return 0
}

func lacksMethod(status int) bool {
	return status == http.StatusMethodNotAllowed || status == http.StatusNotImplemented
}
