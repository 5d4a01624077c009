package api_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/service/account"
	"assay/service/api"
	"assay/service/browser/sessions"
	"assay/service/certs"
	"assay/service/egress"
	"assay/wire"
)

func withSessions(t *testing.T, limit int) option {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "a")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	authority, err := certs.OpenAuthority(dir)
	if err != nil {
		t.Fatal(err)
	}
	manager := sessions.New(sessions.Config{
		Dir:    filepath.Join(dir, "browsers"),
		Egress: egress.NewDialer(egress.Config{AllowPrivate: true}),
		Log:    slog.New(slog.DiscardHandler),
		TLS:    authority.Config(func(string) bool { return false }),
		Plain:  true,
		Max:    limit,
	})
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		if err := manager.Shutdown(ctx); err != nil {
			t.Error(err)
		}
	})
	managed, err := egress.NewManaged([]egress.ManagedProxy{{Country: "DE", URL: "http://proxy.example:3128"}})
	if err != nil {
		t.Fatal(err)
	}
	return func(c *api.Config, _ *account.Config) { c.Sessions, c.Managed = manager, managed }
}

func (s *service) session(body string) *reply {
	s.t.Helper()
	return s.send(http.MethodPost, "/v1/managed/sessions", strings.NewReader(body))
}

func TestSessions(t *testing.T) {
	t.Parallel()
	s := start(t, withSessions(t, 2))
	created := s.session(`{"browser_ua_preset": "windows", "inactivity_timeout_seconds": 60, "shutdown_mode": "on_inactivity_timeout",
		"proxy": {"type": "managed", "country_code": "de"}, "metadata": {}, "browser_profile": null}`)
	var session wire.Session
	if err := json.Unmarshal(created.body, &session); err != nil || created.status != http.StatusCreated {
		t.Fatalf("status %d, %v: %s", created.status, err, created.body)
	}
	if !strings.HasPrefix(session.CDPURL, "wss://127.0.0.1:") || !strings.HasSuffix(session.CDPURL, "/devtools/browser/"+session.ID) ||
		!strings.HasPrefix(session.BaseURL, "https://127.0.0.1:") || strings.HasSuffix(session.BaseURL, "/") {
		t.Errorf("session %s", created.body)
	}
	if created.header.Get("X-Request-Id") == "" {
		t.Error("there is no request id")
	}
	if second := s.session(``); second.status != http.StatusCreated {
		t.Errorf("without a body: %d %s", second.status, second.body)
	}
	full := s.session(`{}`)
	s.failed(full, http.StatusTooManyRequests, "too_many_requests")
	if full.header.Get("Retry-After") == "" {
		t.Error("it is not said when to try again")
	}

	var list struct{ Sessions []wire.SessionInfo }
	if r := s.send(http.MethodGet, "/v1/managed/sessions", nil); json.Unmarshal(r.body, &list) != nil || len(list.Sessions) != 2 {
		t.Fatalf("list: %s", r.body)
	}
	info := list.Sessions[1]
	if info.ID != session.ID || info.State != wire.StateIdle || info.UAPreset != "windows" || info.InactivityTimeout != 60 ||
		info.ShutdownMode != wire.ShutdownOnInactivity || info.SecondsToTeardown == nil || info.BrowserProfile != "light" {
		t.Errorf("listed as %+v", info)
	}
	one := "/v1/managed/sessions/" + session.ID
	if r := s.send(http.MethodDelete, one, nil); r.status != http.StatusNoContent || len(r.body) != 0 {
		t.Errorf("ending it: %d %s", r.status, r.body)
	}
	if r := s.send(http.MethodGet, one, nil); json.Unmarshal(r.body, &info) != nil || info.State != wire.StateEnded || *info.EndReason != "deleted" {
		t.Errorf("afterwards: %s", r.body)
	}
	s.failed(s.send(http.MethodDelete, one, nil), http.StatusNotFound, "not_found")
	s.failed(s.send(http.MethodGet, "/v1/managed/sessions/x", nil), http.StatusNotFound, "not_found")
	if used := s.used(); used != 0 {
		t.Errorf("sessions cost %d calls", used)
	}
	if log := s.log.String(); strings.Contains(log, strings.Split(session.BaseURL, "/")[3]) {
		t.Error("the log has a session's secret")
	}
}

// TestSessionsOfKeys: another key's session is none, however it is asked for. The
// operator sees and ends all.
func TestSessionsOfKeys(t *testing.T) {
	t.Parallel()
	s := start(t, withSessions(t, 3), func(c *api.Config, _ *account.Config) {
		c.Peers = &api.Peers{Secret: []byte("of the nodes")}
	})
	const path = "/v1/managed/sessions"
	create := func(as func(*http.Request)) wire.Session {
		t.Helper()
		var session wire.Session
		if r := s.send(http.MethodPost, path, strings.NewReader(`{}`), as); r.status != http.StatusCreated || json.Unmarshal(r.body, &session) != nil {
			t.Fatalf("creating a session: %d %s", r.status, r.body)
		}
		return session
	}
	list := func(as func(*http.Request)) (ids []string) {
		t.Helper()
		var list struct{ Sessions []wire.SessionInfo }
		r := s.send(http.MethodGet, path, nil, as)
		if r.status != http.StatusOK || json.Unmarshal(r.body, &list) != nil || list.Sessions == nil || strings.Contains(string(r.body), "key_id") {
			t.Fatalf("the list: %d %s", r.status, r.body)
		}
		for _, info := range list.Sessions {
			ids = append(ids, info.ID)
		}
		return ids
	}
	mine, other := header("X-API-Key", s.key), header("X-API-Key", s.newKey())
	if got := list(other); len(got) != 0 {
		t.Errorf("with no sessions, there are %v", got)
	}
	session := create(mine)
	one := path + "/" + session.ID
	if got := list(other); len(got) != 0 {
		t.Errorf("another key lists %v", got)
	}
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodDelete} {
		foreign, none := s.send(method, one, nil, other), s.send(method, path+"/00000000-0000-4000-8000-000000000000", nil, other)
		foreignText, noneText := strings.ReplaceAll(string(foreign.body), foreign.header.Get("X-Request-Id"), ""), strings.ReplaceAll(string(none.body), none.header.Get("X-Request-Id"), "")
		if foreign.status != http.StatusNotFound || none.status != foreign.status || foreignText != noneText {
			t.Errorf("%s by another key: %d %s; of no session: %d %s", method, foreign.status, foreign.body, none.status, none.body)
		}
	}
	for name, signature := range map[string]string{"nonsense": "x", "no signature": "1700000000000.", "of another secret": "1700000000000.c2lnbmF0dXJl"} {
		for _, method := range []string{http.MethodGet, http.MethodDelete} {
			s.failed(s.send(method, one, nil, header("X-API-Key", ""), header("X-Assay-Operator", signature)), http.StatusUnauthorized, "unauthorized")
		}
		s.failed(s.send(http.MethodGet, path, nil, other, header("X-Assay-Operator", signature)), http.StatusUnauthorized, "unauthorized")
		if r := s.send(http.MethodPost, path, strings.NewReader(`{}`), header("X-API-Key", ""), header("X-Assay-Operator", signature)); r.status != http.StatusUnauthorized {
			t.Errorf("creating a session as an operator, %s: %d", name, r.status)
		}
	}
	if got := list(mine); len(got) != 1 || got[0] != session.ID {
		t.Errorf("the key lists %v, want its own", got)
	}
	var info wire.SessionInfo
	if r := s.send(http.MethodGet, one, nil, mine); r.status != http.StatusOK || json.Unmarshal(r.body, &info) != nil || !info.Alive() {
		t.Errorf("the key's session: %d %s", r.status, r.body)
	}

	foreign := create(other)
	all, silent, err := s.api.Sessions(t.Context())
	if err != nil || len(all) != 2 || all[0].ID != foreign.ID || all[1].ID != session.ID || all[0].KeyID == "" || all[0].KeyID == all[1].KeyID || len(silent) != 0 {
		t.Errorf("the operator sees %+v, and no answer of %v", all, silent)
	}
	for _, id := range []string{foreign.ID, session.ID} {
		if err := s.api.EndSession(t.Context(), id); err != nil {
			t.Errorf("the operator ends a session: %v", err)
		}
		if err := s.api.EndSession(t.Context(), id); err != sessions.ErrUnknown {
			t.Errorf("the operator ends a session twice: %v", err)
		}
	}
	if r := s.send(http.MethodGet, one, nil, mine); json.Unmarshal(r.body, &info) != nil || info.Alive() {
		t.Errorf("the session that the operator ended: %s", r.body)
	}
}

func TestSessionValidation(t *testing.T) {
	t.Parallel()
	s := start(t, withSessions(t, 1))
	for _, test := range []struct{ body, code, field string }{
		{`{"browser_ua_preset": "beos"}`, "invalid_value", "browser_ua_preset"},
		{`{"browser_ua_preset": 1}`, "invalid_type", "browser_ua_preset"},
		{`{"browser_profile": "heavy"}`, "invalid_value", "browser_profile"},
		{`{"shutdown_mode": "never"}`, "invalid_value", "shutdown_mode"},
		{`{"inactivity_timeout_seconds": 4}`, "out_of_range", "inactivity_timeout_seconds"},
		{`{"inactivity_timeout_seconds": 86401}`, "out_of_range", "inactivity_timeout_seconds"},
		{`{"inactivity_timeout_seconds": 5.5}`, "invalid_type", "inactivity_timeout_seconds"},
		{`{"inactivity_timeout_seconds": "60"}`, "invalid_type", "inactivity_timeout_seconds"},
		{`{"proxy": {"type": "managed", "country_code": "US"}}`, "no_managed_proxy", "proxy.country_code"},
		{`{"proxy": {"type": "managed", "country_code": "USA"}}`, "invalid_value", "proxy.country_code"},
		{`{"proxy": {"type": "managed", "url": "http://x:1"}}`, "invalid_value", "proxy.url"},
		{`{"proxy": {"type": "custom"}}`, "missing_field", "proxy.url"},
		{`{"proxy": {"type": "custom", "url": "http://x:1", "country_code": "DE"}}`, "invalid_value", "proxy.country_code"},
	} {
		body := s.failed(s.session(test.body), http.StatusUnprocessableEntity, test.code)
		if body.Field == nil || *body.Field != test.field {
			t.Errorf("%s: field %v, want %s", test.body, body.Field, test.field)
		}
	}
	s.failed(s.session(`{`), http.StatusBadRequest, "malformed_json")
	s.failed(s.send(http.MethodPost, "/v1/managed/sessions", strings.NewReader(`{}`), func(r *http.Request) { r.Header.Del("X-API-Key") }),
		http.StatusUnauthorized, "unauthorized")
}
