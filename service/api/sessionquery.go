package api

import (
	"cmp"
	"context"
	"errors"
	"io"
	"math"
	"net/http"
	"strings"

	"assay/service/account"
	"assay/service/browser"
	"assay/service/browser/sessions"
	"assay/service/page"
)

// querySession answers POST /v1/managed/sessions/{id}/query-data.
func (a *API) querySession(c *call) error {
	if err := a.admitToSessions(c); err != nil {
		return err
	}
	if err := c.permit(account.ScopeQuery); err != nil {
		return err
	}
	id := c.r.PathValue("id")
	if !a.mine(c, id) {
		return a.queryOtherNode(c, id)
	}
	return a.answerQuery(c, func(body []byte) (*webQuery, error) { return a.parseSessionQuery(body, id) })
}

// parseSessionQuery reads and checks the body of a query of a session's page. Its errors
// are *failure.
func (a *API) parseSessionQuery(body []byte, id string) (*webQuery, error) {
	members, err := decodeObject(body)
	if err != nil {
		return nil, err
	}
	f := fields{members: members, problem: new(problem)}
	w := webQuery{question: readQuestion(f), source: "session"}
	for _, name := range []string{"url", "html"} {
		if f.has(name) {
			f.reject(invalidValue, name, "cannot be given: what is asked is the page that the session shows.")
		}
	}
	index := int(readParams(f, &w).integer("page", 0, math.MaxInt32, -1))
	w.load = func(ctx context.Context, request page.Request) (loaded *page.Page, err error) {
		err = a.cfg.Sessions.Page(ctx, id, index, func(shown *browser.Session) error {
			loaded, err = a.cfg.Pages.Read(ctx, shown, request)
			return err
		})
		none := (*sessions.PageError)(nil)
		switch {
		case errors.Is(err, sessions.ErrUnknown):
			return nil, unknownSession()
		case errors.As(err, &none) && none.Pages == 0:
			return nil, fail(pageUnreachable, "The session has no page open.")
		case errors.As(err, &none):
			return nil, failField(invalidValue, "params.page", "params.page must be less than %d, which is how many pages are open; it is %d.", none.Pages, index)
		case errors.As(err, new(*browser.CallError)):
			return nil, fail(pageUnreachable, "The session's page was closed before it could be read.")
		}
		return loaded, err
	}
	return &w, f.err()
}

// queryOtherNode has a query answered by the node that has the session.
func (a *API) queryOtherNode(c *call, id string) error {
	if a.isHop(c) {
		return unknownSession()
	}
	node, keyID, ok, err := a.cfg.Account.FindSession(c.r.Context(), id)
	switch {
	case err != nil:
		return err
	case !ok || !c.sees(keyID):
		return unknownSession()
	case !node.Alive:
		return nodeSilent(node)
	}
	return a.forward(c, node)
}

// forward passes a query on to another node, and its answer back.
func (a *API) forward(c *call, node account.Node) error {
	ctx, cancel := context.WithTimeout(c.r.Context(), a.cfg.BodyTimeout+a.cfg.QueryTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, c.r.Method, strings.TrimSuffix(node.URL, "/")+c.r.URL.EscapedPath(), c.r.Body)
	if err != nil {
		return err
	}
	request.ContentLength = c.r.ContentLength
	request.Header = c.r.Header.Clone()
	request.Header.Set(hopHeader, "1")
	response, err := a.cfg.Peers.Client.Do(request)
	if err != nil {
		if f := c.interrupted(); f != nil {
			return f
		}
		return nodeSilent(node).because(err)
	}
	defer response.Body.Close()
	for name, values := range response.Header {
		c.Header()[name] = values
	}
	// The other node's id is the one in the answer and in the ledger.
	c.id = cmp.Or(response.Header.Get(hopHeader), response.Header.Get(requestIDHeader))
	c.Header().Del(hopHeader)
	c.WriteHeader(response.StatusCode)
	io.Copy(c, response.Body)
	return nil
}
