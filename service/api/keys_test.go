package api_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"assay/service/account"
)

// TestKeyRules: a key is refused what it is not for, whoever it is, and everything when it
// has expired; what it was refused is not counted. It has no more sessions than it may.
func TestKeyRules(t *testing.T) {
	t.Parallel()
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
	for limits, want := range map[account.Limits]struct {
		status int
		code   string
	}{{PerCycle: 1}: {http.StatusPaymentRequired, "key_quota"}, {PerMinute: 1}: {http.StatusTooManyRequests, "too_many_requests"}} {
		change(account.KeyChange{PerCycle: &limits.PerCycle, PerMinute: &limits.PerMinute})
		if limits.PerMinute > 0 {
			if r := s.send(http.MethodPost, "/v1/query-data", strings.NewReader(validQuery), with); r.status != http.StatusOK {
				t.Errorf("the first query of the minute: %d %s", r.status, r.body)
			}
		}
		r := s.send(http.MethodPost, "/v1/query-data", strings.NewReader(validQuery), with)
		s.failed(r, want.status, want.code)
		if wait, _ := strconv.Atoi(r.header.Get("Retry-After")); limits.PerMinute > 0 && (wait < 30 || wait > 60) {
			t.Errorf("Retry-After %q", r.header.Get("Retry-After"))
		}
		if r := s.send(http.MethodGet, "/v1/usage", nil, with); r.status != http.StatusOK {
			t.Errorf("usage: %d %s", r.status, r.body)
		}
	}
	expired := time.Now().Add(-time.Second)
	change(account.KeyChange{Expires: &expired})
	r := s.send(http.MethodGet, "/v1/usage", nil, with)
	s.failed(r, http.StatusUnauthorized, "unauthorized")
	if !strings.Contains(string(r.body), "expired") {
		t.Errorf("an expired key: %s", r.body)
	}
	if used := s.used(); used != 2 {
		t.Errorf("%d calls were counted, want 2", used)
	}
}

// TestRateLimit: each answer that costs calls says what its key may still use, and so do
// one that is refused because too little is left, and the usage, which is that of all keys.
func TestRateLimit(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, on option) {
		s := start(t, on, usageLimit(4))
		limited := s.newKey()
		if _, err := s.account.ChangeKey(t.Context(), limited[:len("assay_")+6], account.KeyChange{PerCycle: new(int64(2))}); err != nil {
			t.Fatal(err)
		}
		for i, want := range []struct {
			key         string
			status      int
			limit, left int
		}{
			{s.key, http.StatusOK, 4, 3},
			{limited, http.StatusOK, 2, 1},
			{limited, http.StatusOK, 2, 0},
			{limited, http.StatusPaymentRequired, 2, 0},
			{s.key, http.StatusOK, 4, 0},
			{s.key, http.StatusPaymentRequired, 4, 0},
		} {
			if want.status == http.StatusPaymentRequired {
				usage := s.send(http.MethodGet, "/v1/usage", nil, header("X-API-Key", want.key))
				if left := usage.header.Get("RateLimit"); !strings.HasPrefix(left, `"calls";r=0;`) || !strings.Contains(string(usage.body), `"usage_limit":4,`) {
					t.Errorf("the usage before query %d says %q left, %s", i, left, usage.body)
				}
			}
			r := s.query(validQuery, header("X-API-Key", want.key))
			var limit, cycle, left, rest int
			fmt.Sscanf(r.header.Get("RateLimit-Policy"), `"calls";q=%d;w=%d`, &limit, &cycle)
			fmt.Sscanf(r.header.Get("RateLimit"), `"calls";r=%d;t=%d`, &left, &rest)
			const day = 24 * 60 * 60
			if r.status != want.status || limit != want.limit || left != want.left || cycle < 28*day || cycle > 31*day || rest < 27*day || rest > cycle {
				t.Errorf("query %d: %d, %v; want %+v", i, r.status, r.header, want)
			}
		}
	})
}
