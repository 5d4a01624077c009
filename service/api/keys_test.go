package api_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"assay/service/account"
)

// TestKeyRules: a key is refused what it is not for, whoever it is, and everything when it
// has expired; what it was refused is not counted. It has no more sessions than it may.
func TestKeyRules(t *testing.T) {
	s := start(t, withSessions(t, 3))
	key := s.newKey()
	change := func(change account.KeyChange) {
		t.Helper()
		if _, err := s.account.ChangeKey(t.Context(), key[:len("assay_")+6], change); err != nil {
			t.Fatal(err)
		}
	}
	with := header("X-API-Key", key)
	const sessions = "/v1/managed/sessions"
	change(account.KeyChange{Scopes: &[]account.Scope{account.ScopeSession}})
	s.failed(s.send(http.MethodPost, "/v1/query-data", strings.NewReader(validQuery), with), http.StatusForbidden, "scope")
	s.failed(s.send(http.MethodPost, "/v1/query-document", strings.NewReader("x"), with), http.StatusForbidden, "scope")
	if r := s.send(http.MethodGet, "/v1/usage", nil, with); r.status != http.StatusOK {
		t.Errorf("usage: %d %s", r.status, r.body)
	}
	one := 1
	change(account.KeyChange{Sessions: &one})
	if r := s.send(http.MethodPost, sessions, strings.NewReader("{}"), with); r.status != http.StatusCreated {
		t.Fatalf("a session: %d %s", r.status, r.body)
	}
	s.failed(s.send(http.MethodPost, sessions, strings.NewReader("{}"), with), http.StatusTooManyRequests, "too_many_requests")
	change(account.KeyChange{Scopes: &[]account.Scope{account.ScopeQuery}})
	s.failed(s.send(http.MethodGet, sessions, nil, with), http.StatusForbidden, "scope")
	if r := s.send(http.MethodPost, "/v1/query-data", strings.NewReader(validQuery), with); r.status != http.StatusOK {
		t.Errorf("a query: %d %s", r.status, r.body)
	}
	expired := time.Now().Add(-time.Second)
	change(account.KeyChange{Expires: &expired})
	r := s.send(http.MethodGet, "/v1/usage", nil, with)
	s.failed(r, http.StatusUnauthorized, "unauthorized")
	if !strings.Contains(string(r.body), "expired") {
		t.Errorf("an expired key: %s", r.body)
	}
	if used := s.used(); used != 1 {
		t.Errorf("%d calls were counted, want 1", used)
	}
}
