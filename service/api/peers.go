package api

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"assay/service/browser/sessions"
)

const (
	// hopHeader marks what one node asks of another, which then asks no further.
	hopHeader = "X-Assay-Hop"

	// peerTimeout is how long another node may take to answer about its sessions.
	peerTimeout = 5 * time.Second

	// maxPeerAnswer bounds such an answer, in bytes.
	maxPeerAnswer = 4 << 20
)

// Peers are the other nodes of a service, each of which runs sessions of its own. A
// request about a session that comes to the wrong one is put to them.
type Peers struct {
	List   func(context.Context) ([]string, error) // their addresses
	Client *http.Client
	Secret []byte // that all nodes have: see operatorHeader
}

// peerAnswer is what another node said.
type peerAnswer struct {
	node   string // its address
	status int    // 0 if it did not answer
	body   []byte
}

// askPeers puts a request to all other nodes at once, with the caller's key, and
// returns what they answered. A request that another node put is put to nobody.
func (a *API) askPeers(c *call) []peerAnswer {
	if a.peers == nil || c.r.Header.Get(hopHeader) != "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(c.r.Context(), peerTimeout)
	defer cancel()
	nodes, err := a.peers.List(ctx)
	if err != nil {
		a.log.Error("asking other nodes", "request_id", c.id, "error", err)
		return nil
	}
	answers := make([]peerAnswer, len(nodes))
	var all sync.WaitGroup
	for i, node := range nodes {
		all.Go(func() {
			answer, err := a.askPeer(ctx, c, node)
			if err != nil {
				a.log.Warn("a node does not answer", "request_id", c.id, "node", node, "error", err)
				answer.status = 0
			}
			answer.node = node
			answers[i] = answer
		})
	}
	all.Wait()
	return answers
}

func (a *API) askPeer(ctx context.Context, c *call, node string) (peerAnswer, error) {
	request, err := http.NewRequestWithContext(ctx, c.r.Method, strings.TrimSuffix(node, "/")+c.r.URL.EscapedPath(), nil)
	if err != nil {
		return peerAnswer{}, err
	}
	if c.operator {
		request.Header.Set(operatorHeader, a.peers.sign(request, time.Now()))
	} else {
		request.Header.Set("X-API-Key", c.r.Header.Get("X-API-Key"))
	}
	request.Header.Set(hopHeader, "1")
	response, err := a.peers.Client.Do(request)
	if err != nil {
		return peerAnswer{}, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxPeerAnswer+1))
	if err == nil && len(body) > maxPeerAnswer {
		err = fmt.Errorf("it answers with more than %d bytes", maxPeerAnswer)
	}
	return peerAnswer{status: response.StatusCode, body: body}, err
}

// peersSessions returns the sessions of the other nodes that the caller may see, and
// the nodes that did not tell theirs.
func (a *API) peersSessions(c *call) (all []sessions.Owned, silent []string) {
	for _, answer := range a.askPeers(c) {
		var list sessionList
		if answer.status != http.StatusOK || json.Unmarshal(answer.body, &list) != nil {
			silent = append(silent, answer.node)
			continue
		}
		all = append(all, list.Sessions...)
	}
	return all, silent
}

// elsewhere answers a request about a session that is not this node's as the node
// does whose it is.
func (a *API) elsewhere(c *call) error {
	for _, answer := range a.askPeers(c) {
		switch answer.status {
		case http.StatusOK:
			writeJSON(c, http.StatusOK, answer.body)
			return nil
		case http.StatusNoContent:
			c.WriteHeader(http.StatusNoContent)
			return nil
		}
	}
	return unknownSession()
}
