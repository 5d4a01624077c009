package api_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"assay/service/account"
	"assay/service/api"
	"assay/wire"
)

// TestCompat asks as clients of another service do, as far as their requests were seen.
func TestCompat(t *testing.T) {
	t.Parallel()
	compat := func(c *api.Config, _ *account.Config) { c.Compat = true }
	s := start(t, withSessions(t, 2), compat)

	var session wire.Session
	created := s.send(http.MethodPost, "/v1/tetra/sessions", strings.NewReader(`{"browser_profile": "light", "proxy": {"type": "tetra", "country_code": "de"}}`))
	if created.status != http.StatusCreated || json.Unmarshal(created.body, &session) != nil || session.CDPURL == "" {
		t.Fatalf("creating a session: %d %s", created.status, created.body)
	}
	one := "/v1/tetra/sessions/" + session.ID
	if r := s.send(http.MethodGet, one, nil); r.status != http.StatusOK || !strings.Contains(string(r.body), session.ID) {
		t.Errorf("showing it: %d %s", r.status, r.body)
	}
	s.answered(s.send(http.MethodPost, one+"/query-data", strings.NewReader(`{"query": "{ title }"}`)))
	if r := s.send(http.MethodDelete, one, nil); r.status != http.StatusNoContent {
		t.Errorf("ending it: %d %s", r.status, r.body)
	}
	for name, proxy := range map[string]string{"url": `"url": "http://x:1"`, "password": `"password": "x"`} {
		refused := s.failed(s.query(`{"html": "<p>", "query": "{ a }", "params": {"proxy": {"type": "tetra", `+proxy+`}}}`), http.StatusUnprocessableEntity, "invalid_value")
		if *refused.Field != "params.proxy."+name {
			t.Errorf("%s: field %s", proxy, *refused.Field)
		}
	}

	var usage wire.Usage
	for _, r := range []*reply{s.send(http.MethodGet, "/v1/tetra/usage", nil), s.send(http.MethodGet, "/v1/tetra/usage?api_key="+s.key, nil, header("X-API-Key", ""))} {
		if r.status != http.StatusOK || json.Unmarshal(r.body, &usage) != nil || usage.Used != 1 {
			t.Errorf("usage: %d %s", r.status, r.body)
		}
	}
	if r := s.send(http.MethodGet, "/api/validate-api-key", nil); r.status != http.StatusOK {
		t.Errorf("a valid key: %d %s", r.status, r.body)
	}
	s.failed(s.send(http.MethodGet, "/api/validate-api-key", nil, header("X-API-Key", "assay_wrong")), http.StatusUnauthorized, "unauthorized")
	for _, path := range []string{"/v1/query-data-async", "/api/v2/query", "/api/v2/query-data"} {
		body := s.failed(s.send(http.MethodPost, path, strings.NewReader(`{"query": "{ a }", "accessibility_tree": {}}`)), http.StatusNotFound, "not_found")
		if !strings.Contains(body.ErrorInfo, "/v1/query-data") || !strings.Contains(body.ErrorInfo, path) {
			t.Errorf("%s: %s", path, body.ErrorInfo)
		}
	}
	for _, path := range []string{"/v1/tetra", "/v1/tetra/", "/v1/tetra/../usage", "/v1/tetra/query-data"} {
		s.failed(s.send(http.MethodGet, path, nil), http.StatusNotFound, "not_found")
	}

	plain := start(t)
	for _, path := range []string{"/v1/tetra/usage", "/api/validate-api-key"} {
		plain.failed(plain.send(http.MethodGet, path, nil), http.StatusNotFound, "not_found")
	}
	plain.failed(plain.query(`{"html": "<p>", "query": "{ a }", "params": {"proxy": {"type": "tetra"}}}`), http.StatusUnprocessableEntity, "invalid_value")
}
