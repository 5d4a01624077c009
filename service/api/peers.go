package api

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/textproto"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"assay/service/account"
	"assay/service/browser/sessions"
)

const (
	// hopHeader marks what one node asks of another, which then asks no further, and says
	// with a 102 that it is there before it does anything.
	hopHeader = "X-Assay-Hop"

	// peerSilence is how long another node may take to say so, and peerTimeout to answer.
	// One of a version that says nothing has olderTimeout for both.
	peerSilence  = 900 * time.Millisecond
	peerTimeout  = time.Minute
	olderTimeout = 5 * time.Second

	// maxPeerAnswer bounds such an answer, in bytes.
	maxPeerAnswer = 4 << 20

	// maxPlaces is at how many nodes a session is tried before its creator is told that
	// there is no room.
	maxPlaces = 5

	// placedParameter is the id of a session whose place is at the node that is asked, in
	// a request that a node signed.
	placedParameter = "session"
)

// Peers are the other nodes of a service, each of which runs sessions of its own. A
// request about a session that comes to the wrong one is put to the one that has it, and a
// session is created where there is most room.
type Peers struct {
	Client      *http.Client
	Secret      []byte // that all nodes have: see operatorHeader
	KeySessions int    // of one key on all nodes together; 0 for any number
}

// peerAnswer is what another node said.
type peerAnswer struct {
	status int
	header http.Header
	body   []byte
}

// isHop reports whether it was another node that put a request, which is put to no further.
func (a *API) isHop(c *call) bool { return a.cfg.Peers == nil || c.r.Header.Get(hopHeader) != "" }

// askPeer puts a request to another node with the caller's key. A body is that of a session
// to be created, for which the place has been taken.
func (a *API) askPeer(c *call, node account.Node, placed string, body []byte) (peerAnswer, error) {
	ctx, cancel := context.WithTimeout(c.r.Context(), peerTimeout)
	defer cancel()
	patience := peerSilence
	if node.Older {
		patience = olderTimeout
	}
	silent := time.AfterFunc(patience, cancel)
	defer silent.Stop()
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{Got1xxResponse: func(int, textproto.MIMEHeader) error {
		if c.r.Method == http.MethodGet { // takes no time; the node may hang from now on
			silent.Reset(patience)
		} else {
			silent.Stop()
		}
		return nil
	}})
	address := strings.TrimSuffix(node.URL, "/") + c.r.URL.EscapedPath()
	if placed != "" {
		address += "?" + placedParameter + "=" + placed
	}
	request, err := http.NewRequestWithContext(ctx, c.r.Method, address, bytes.NewReader(body))
	if err != nil {
		return peerAnswer{}, err
	}
	if c.operator || placed != "" {
		request.Header.Set(operatorHeader, a.cfg.Peers.sign(request, time.Now()))
	}
	if !c.operator {
		request.Header.Set("X-API-Key", c.r.Header.Get("X-API-Key"))
	}
	request.Header.Set(hopHeader, "1")
	request.Header.Set(requestIDHeader, cmp.Or(c.givenID, c.id))
	response, err := a.cfg.Peers.Client.Do(request)
	if err != nil {
		return peerAnswer{}, err
	}
	defer response.Body.Close()
	silent.Stop()
	text, err := io.ReadAll(io.LimitReader(response.Body, maxPeerAnswer+1))
	if err == nil && len(text) > maxPeerAnswer {
		err = fmt.Errorf("it answers with more than %d bytes", maxPeerAnswer)
	}
	return peerAnswer{response.StatusCode, response.Header, text}, err
}

// askPeers puts a request to several nodes at once. Those that do not answer, or that
// nobody has seen lately and are not asked, get no status.
func (a *API) askPeers(c *call, nodes []account.Node) []peerAnswer {
	answers := make([]peerAnswer, len(nodes))
	var all sync.WaitGroup
	for i, node := range nodes {
		if !node.Alive {
			continue
		}
		all.Go(func() {
			answer, err := a.askPeer(c, node, "", nil)
			if err != nil {
				a.cfg.Log.Warn("a node does not answer", "request_id", c.id, "node", node.URL, "error", err)
				answer = peerAnswer{}
			}
			answers[i] = answer
		})
	}
	all.Wait()
	return answers
}

// peersSessions returns the sessions of the other nodes that the caller may see, and
// the nodes that did not tell theirs.
func (a *API) peersSessions(c *call) (all []sessions.Owned, silent []string, err error) {
	if a.isHop(c) {
		return nil, nil, nil
	}
	nodes, err := a.cfg.Account.SessionNodes(c.r.Context(), c.key.ID)
	if err != nil {
		return nil, nil, err
	}
	for i, answer := range a.askPeers(c, nodes) {
		var list sessionList
		if answer.status != http.StatusOK || json.Unmarshal(answer.body, &list) != nil {
			silent = append(silent, nodes[i].URL)
			continue
		}
		all = append(all, list.Sessions...)
	}
	return all, silent, nil
}

// askOwner returns the answer to a request about a session that is not this node's, from
// the node that has it. The error is a *failure if there is no such session for the caller
// or its node does not answer.
func (a *API) askOwner(c *call, id string) (peerAnswer, error) {
	if a.isHop(c) {
		return peerAnswer{}, unknownSession()
	}
	node, keyID, ok, err := a.cfg.Account.FindSession(c.r.Context(), id)
	switch {
	case err != nil:
		return peerAnswer{}, err
	case !ok:
		return a.atOlder(c)
	case !c.sees(keyID):
		return peerAnswer{}, unknownSession()
	}
	if answer := a.askPeers(c, []account.Node{node})[0]; answer.status != 0 {
		return answer, nil
	}
	return peerAnswer{}, nodeSilent(node)
}

// nodeSilent is the failure of a request about a session whose node does not answer.
func nodeSilent(node account.Node) *failure {
	return fail(nodeUnavailable, "The node %s, which has this session, does not answer; the session may still be there. Try again shortly.", node.URL).after(retryLater)
}

// atOlder asks the nodes of a version that does not tell the directory of its sessions.
func (a *API) atOlder(c *call) (peerAnswer, error) {
	nodes, err := a.cfg.Account.SessionNodes(c.r.Context(), c.key.ID)
	if err != nil {
		return peerAnswer{}, err
	}
	nodes = slices.DeleteFunc(nodes, func(n account.Node) bool { return !n.Older })
	for _, answer := range a.askPeers(c, nodes) {
		if answer.status == http.StatusOK || answer.status == http.StatusNoContent {
			return answer, nil
		}
	}
	return peerAnswer{}, unknownSession()
}

// pass sends what another node answered.
func (c *call) pass(answer peerAnswer) error {
	if wait := answer.header.Get("Retry-After"); wait != "" {
		c.Header().Set("Retry-After", wait)
	}
	if answer.status == http.StatusNoContent {
		c.WriteHeader(answer.status)
		return nil
	}
	writeJSON(c, answer.status, answer.body)
	return nil
}

// placedHere returns the id of a session whose place another node has taken here.
func (a *API) placedHere(c *call) string {
	if a.cfg.Peers == nil || !a.cfg.Peers.signed(c.r, c.r.Header.Get(operatorHeader), time.Now()) {
		return ""
	}
	return c.r.URL.Query().Get(placedParameter)
}

// createPlaced creates a session at the node with most room and answers the call. A node
// that turns out to have none, or does not answer, is asked no more.
func (a *API) createPlaced(c *call, request *sessions.Request, body []byte) error {
	ctx, limit := c.r.Context(), a.cfg.Peers.KeySessions
	if request.KeyMax > 0 && (limit == 0 || request.KeyMax < limit) {
		limit = request.KeyMax
	}
	for range maxPlaces {
		request.ID = uuid.NewString()
		node, err := a.cfg.Account.PlaceSession(ctx, request.ID, request.KeyID, limit)
		switch {
		case errors.Is(err, account.ErrNoNodes): // not even this one, which is about to tell
			return a.createHere(c, request)
		case errors.Is(err, account.ErrKeyLimit):
			return sessionFailure(c, &sessions.LimitError{Limit: limit, OfKey: true})
		case errors.Is(err, account.ErrNoRoom) && a.leaving.Load():
			return sessionFailure(c, sessions.ErrClosed)
		case errors.Is(err, account.ErrNoRoom):
			return fail(tooManyRequests, "All nodes of the service have as many sessions as they may; end one, or try again later.").after(retryLater)
		case err != nil:
			return err
		}
		if full, err := a.createAt(c, node, request, body); !full {
			return err
		}
	}
	return fail(tooManyRequests, "The nodes that have room for a session do not take it at the moment; try again later.").after(retryLater)
}

// createAt creates a session at the node that has its place and answers the call, unless the
// node is full or does not answer.
func (a *API) createAt(c *call, node account.Node, request *sessions.Request, body []byte) (full bool, err error) {
	if node.URL == "" {
		err = a.createHere(c, request)
		refused := (*failure)(nil)
		full = errors.As(err, &refused) && refused.code == tooManyRequests
	} else {
		answer, silent := a.askPeer(c, node, request.ID, body)
		switch {
		case silent != nil && c.r.Context().Err() != nil:
			err = sessionFailure(c, silent)
		case silent != nil:
			a.cfg.Log.Warn("a node does not answer", "request_id", c.id, "node", node.URL, "error", silent)
			full = true
		case answer.status == http.StatusTooManyRequests || answer.status == http.StatusServiceUnavailable:
			full = true
		default:
			if answer.status != http.StatusCreated {
				a.giveUp(c, request.ID, a.cfg.Account.DropSession)
			}
			return false, c.pass(answer)
		}
	}
	switch {
	case full:
		a.giveUp(c, request.ID, a.cfg.Account.Replace)
	case err != nil:
		a.giveUp(c, request.ID, a.cfg.Account.DropSession)
	}
	return full, err
}

// giveUp gives the place of a session back, whether or not its client waits.
func (a *API) giveUp(c *call, id string, release func(context.Context, string) error) {
	if err := release(context.WithoutCancel(c.r.Context()), id); err != nil {
		a.cfg.Log.Error("the directory of sessions", "request_id", c.id, "error", err)
	}
}
