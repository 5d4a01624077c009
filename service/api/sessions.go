package api

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"assay/service/account"
	"assay/service/browser"
	"assay/service/browser/sessions"
	"assay/wire"
)

// Bounds and default of inactivity_timeout_seconds.
const (
	minInactivity     = 5
	maxInactivity     = 86400
	defaultInactivity = 300
)

// retryLater is the Retry-After of a session refused because there are too many:
// sessions last a while.
const retryLater = 10 * time.Second

// createSession answers POST /v1/managed/sessions.
func (a *API) createSession(c *call) error {
	if err := a.takesWork(); err != nil {
		return err
	}
	if err := a.admitToSessions(c); err != nil {
		return err
	}
	body, err := a.readBody(c)
	if err != nil {
		return err
	}
	request, err := a.parseSession(body)
	if err != nil {
		return err
	}
	request.KeyID, request.KeyMax = c.key.ID, c.key.Sessions
	if request.ID = a.placedHere(c); request.ID == "" && a.cfg.Peers != nil {
		return a.createPlaced(c, request, body)
	}
	return a.createHere(c, request)
}

// createHere creates a session on this node and answers the call.
func (a *API) createHere(c *call, request *sessions.Request) error {
	session, err := a.cfg.Sessions.Create(c.r.Context(), *request)
	if err != nil {
		return sessionFailure(c, err)
	}
	return c.reply(http.StatusCreated, session.Wire())
}

// admitToSessions authenticates a call about sessions. Those that there are can be asked for
// as long as they live, also while the service is shutting down.
func (a *API) admitToSessions(c *call) error {
	if err := a.identify(c, account.ScopeSession); err != nil {
		return err
	}
	if a.cfg.Sessions == nil {
		return fail(notFound, "This service runs no browser sessions.")
	}
	return nil
}

// parseSession reads and checks the body of a session's creation, in which everything
// may be left out, also the body. Its errors are *failure.
func (a *API) parseSession(body []byte) (*sessions.Request, error) {
	if len(body) == 0 {
		body = []byte("{}")
	}
	members, err := decodeObject(body)
	if err != nil {
		return nil, err
	}
	f := fields{members: members, problem: new(problem)}
	request := &sessions.Request{
		Persona: browser.PersonaNamed(f.oneOf("browser_ua_preset", wire.PresetLinux, wire.PresetMacOS, wire.PresetWindows)),
		Timeout: time.Duration(f.integer("inactivity_timeout_seconds", minInactivity, maxInactivity, defaultInactivity)) * time.Second,
		Proxy:   a.readProxy(f),
	}
	if f.oneOf("browser_profile", wire.ProfileLight, wire.ProfileStealth) == wire.ProfileStealth {
		request.Profile = browser.Stealth
	}
	request.OnDisconnect = f.oneOf("shutdown_mode", wire.ShutdownOnDisconnect, wire.ShutdownOnInactivity) == wire.ShutdownOnDisconnect
	return request, f.err()
}

// sessionFailure says why there is no session.
func sessionFailure(c *call, err error) error {
	limit := (*sessions.LimitError)(nil)
	switch {
	case c.r.Context().Err() != nil:
		return fail(clientGone, "The client closed the connection.")
	case errors.As(err, &limit):
		whose := "The service"
		if limit.OfKey {
			whose = "This API key"
		}
		return fail(tooManyRequests, "%s has as many sessions as it may (%d); end one, or try again later.", whose, limit.Limit).after(retryLater)
	case errors.Is(err, sessions.ErrClosed):
		return fail(shuttingDown, "The service is shutting down and takes no new work; try again in a moment.").after(retryShutdown)
	case errors.Is(err, browser.ErrMissing):
		return fail(missingDependency, "The service has no browser: Chromium is not installed. Its operator can install it with `assay setup`.").because(err)
	case errors.Is(err, browser.ErrStart), errors.Is(err, context.DeadlineExceeded):
		return fail(missingDependency, "The browser could not be started; the operator finds the reason in the log under the request id.").because(err)
	}
	return err
}

// listSessions answers GET /v1/managed/sessions with those of the key.
func (a *API) listSessions(c *call) error {
	if err := a.admitToExisting(c); err != nil {
		return err
	}
	list, silent, err := a.listed(c)
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, sessionList{list, silent})
}

// sessionList is the answer that has a list of sessions. The keys that they belong to
// are in it for the operator only.
type sessionList struct {
	Sessions []sessions.Owned `json:"sessions"`
	Missing  []string         `json:"missing_nodes,omitempty"` // addresses of nodes that have sessions too and do not answer
}

// listed returns the sessions that the caller may see, of all nodes, the newest first,
// and the nodes that did not tell theirs.
func (a *API) listed(c *call) (list []sessions.Owned, silent []string, err error) {
	list = []sessions.Owned{}
	if a.cfg.Sessions != nil {
		list = append(list, a.cfg.Sessions.List(c.sees)...)
	}
	others, silent, err := a.peersSessions(c)
	if err != nil {
		return nil, nil, err
	}
	list = append(list, others...)
	slices.SortStableFunc(list, func(a, b sessions.Owned) int { return b.CreatedAt.Compare(a.CreatedAt) })
	if !c.operator {
		for i := range list {
			list[i].KeyID = ""
		}
	}
	return list, silent, nil
}

// mine reports whether a session is on this node and the caller may see it.
func (a *API) mine(c *call, id string) bool {
	if a.cfg.Sessions == nil {
		return false
	}
	keyID, ok := a.cfg.Sessions.Owner(id)
	return ok && c.sees(keyID)
}

// showSession answers GET /v1/managed/sessions/{id}.
func (a *API) showSession(c *call) error {
	if err := a.admitToExisting(c); err != nil {
		return err
	}
	id := c.r.PathValue("id")
	if a.mine(c, id) {
		if info, err := a.cfg.Sessions.Get(id); err == nil {
			return c.reply(http.StatusOK, info)
		}
	}
	return a.passOn(c, id)
}

// passOn answers a request about a session as the node does that has it.
func (a *API) passOn(c *call, id string) error {
	answer, err := a.askOwner(c, id)
	if err != nil {
		return err
	}
	return c.pass(answer)
}

// deleteSession answers DELETE /v1/managed/sessions/{id}.
func (a *API) deleteSession(c *call) error {
	if err := a.admitToExisting(c); err != nil {
		return err
	}
	id := c.r.PathValue("id")
	if !a.mine(c, id) {
		return a.passOn(c, id)
	}
	err := a.cfg.Sessions.Delete(c.r.Context(), id)
	if errors.Is(err, sessions.ErrUnknown) {
		return unknownSession() // it has ended
	}
	if err != nil {
		return err
	}
	c.WriteHeader(http.StatusNoContent)
	return nil
}

func unknownSession() *failure {
	return fail(notFound, "There is no such session, or it has ended.")
}
