package api

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"assay/service/browser/sessions"
)

const (
	// operatorHeader marks what one node asks of another for the operator, who has no
	// API key: it holds the time and a signature of the request with Peers.Secret.
	operatorHeader = "X-Assay-Operator"

	// operatorTime is how old such a request may be; the nodes' clocks may differ by it.
	operatorTime = time.Minute

	sessionsPath = "/v1/managed/sessions"
)

// sees reports whether the caller may see and end the sessions of a key.
func (c *call) sees(keyID string) bool { return c.operator || keyID == c.key.ID }

// admitToExisting authenticates a call about sessions that there are already, by a key
// or as the operator's.
func (a *API) admitToExisting(c *call) error {
	signature := c.r.Header.Get(operatorHeader)
	if a.cfg.Peers == nil || signature == "" {
		return a.admitToSessions(c)
	}
	if !a.cfg.Peers.signed(c.r, signature, time.Now()) {
		return fail(unauthorized, "This request has no API key, and no node of this service signed it.")
	}
	c.operator = true
	return nil
}

// sign signs a request to another node.
func (p *Peers) sign(r *http.Request, now time.Time) string {
	at := strconv.FormatInt(now.UnixMilli(), 10)
	return at + "." + base64.RawURLEncoding.EncodeToString(p.mac(r, at))
}

// signed reports whether a request was signed by a node, and lately.
func (p *Peers) signed(r *http.Request, signature string, now time.Time) bool {
	at, text, _ := strings.Cut(signature, ".")
	got, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || !hmac.Equal(got, p.mac(r, at)) {
		return false
	}
	millis, err := strconv.ParseInt(at, 10, 64)
	return err == nil && now.Sub(time.UnixMilli(millis)).Abs() <= operatorTime
}

func (p *Peers) mac(r *http.Request, at string) []byte {
	m := hmac.New(sha256.New, p.Secret)
	fmt.Fprintf(m, "%s %s %s", r.Method, r.URL.RequestURI(), at)
	return m.Sum(nil)
}

// operatorCall is a call of the operator's, who is known to be it.
func operatorCall(ctx context.Context, method, path string) *call {
	r, err := http.NewRequestWithContext(ctx, method, path, nil)
	if err != nil {
		panic(err) // of a path of ours
	}
	return &call{r: r, id: uuid.NewString(), operator: true}
}

// Sessions returns the sessions of all keys on all nodes, the newest first, for the
// operator, and the addresses of the nodes that did not tell theirs.
func (a *API) Sessions(ctx context.Context) (list []sessions.Owned, silent []string, err error) {
	return a.listed(operatorCall(ctx, http.MethodGet, sessionsPath))
}

// EndSession ends a session of any key on any node for the operator. The error is
// sessions.ErrUnknown if no node has it, or it has ended; another says that the node which
// has it does not answer.
func (a *API) EndSession(ctx context.Context, id string) error {
	err := sessions.ErrUnknown
	if a.cfg.Sessions != nil {
		err = a.cfg.Sessions.Delete(ctx, id)
	}
	if !errors.Is(err, sessions.ErrUnknown) {
		return err
	}
	c := operatorCall(ctx, http.MethodDelete, sessionsPath+"/"+url.PathEscape(id))
	answer, err := a.askOwner(c, id)
	unknown := (*failure)(nil)
	switch {
	case errors.As(err, &unknown) && unknown.code == notFound:
		return sessions.ErrUnknown
	case err == nil && answer.status != http.StatusNoContent:
		return sessions.ErrUnknown
	}
	return err
}
