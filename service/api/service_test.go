package api_test

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"assay/service/account"
	"assay/service/api"
	"assay/service/page"
	"assay/service/servicetest"
	"assay/wire"
)

// service is a running API with an account of its own.
type service struct {
	t       testing.TB
	url     string
	api     *api.API
	account *account.Account
	key     string
	log     *servicetest.Log
}

// option changes how a service under test is made.
type option func(*api.Config, *account.Config)

func usageLimit(n int64) option {
	return func(_ *api.Config, a *account.Config) { a.UsageLimit = n }
}

// onEach runs a test with the account in a database of each kind.
func onEach(t *testing.T, test func(t *testing.T, on option)) {
	t.Run("SQLite", func(t *testing.T) { test(t, func(*api.Config, *account.Config) {}) })
	t.Run("PostgreSQL", func(t *testing.T) { test(t, inDatabase(servicetest.Database(t))) })
}

func inDatabase(database string) option {
	return func(_ *api.Config, a *account.Config) { a.Database = database }
}

func withPages(pages *page.Loader) option {
	return func(c *api.Config, _ *account.Config) { c.Pages = pages }
}

func start(t testing.TB, options ...option) *service {
	t.Helper()
	s := &service{t: t, log: new(servicetest.Log)}
	cfg := api.Config{Version: "1.2.3", Log: slog.New(slog.NewJSONHandler(s.log, nil))}
	books := account.Config{Database: filepath.Join(t.TempDir(), "account.db"), Node: "test"}
	for _, option := range options {
		option(&cfg, &books)
	}
	var err error
	if s.account, err = account.Open(t.Context(), books); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.account.Close(); err != nil {
			t.Error(err)
		}
	})
	s.key = s.newKey()
	cfg.Account = s.account
	if cfg.Pages == nil {
		cfg.Pages = pages
	}
	s.api = api.New(cfg)
	server := httptest.NewServer(s.api)
	t.Cleanup(server.Close)
	s.url = server.URL
	return s
}

func (s *service) newKey() string {
	s.t.Helper()
	_, plain, err := s.account.CreateKey(s.t.Context(), "test")
	if err != nil {
		s.t.Fatal(err)
	}
	return plain
}

// reply is an answer of the service.
type reply struct {
	status int
	header http.Header
	body   []byte
}

// send sends a request with the service's key and reads the answer.
func (s *service) send(method, path string, body io.Reader, edit ...func(*http.Request)) *reply {
	s.t.Helper()
	var sent []byte
	if plain, ok := body.(*strings.Reader); ok && plain.Len() < 1<<20 {
		sent, _ = io.ReadAll(plain)
		body = bytes.NewReader(sent)
	}
	request, err := http.NewRequestWithContext(s.t.Context(), method, s.url+path, body)
	if err != nil {
		s.t.Fatal(err)
	}
	request.Header.Set("X-API-Key", s.key)
	request.Header.Set("Content-Type", "application/json")
	for _, edit := range edit {
		edit(request)
	}
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		s.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	r := &reply{response.StatusCode, response.Header, text}
	if request.Header.Get("Content-Encoding") != "" || !json.Valid(sent) {
		sent = nil
	}
	d, err := described()
	if err != nil {
		s.t.Fatal("the description of the interface: ", err)
	}
	d.check(s.t, method, path, sent, r)
	return r
}

// query sends a web query.
func (s *service) query(body string, edit ...func(*http.Request)) *reply {
	s.t.Helper()
	return s.send(http.MethodPost, "/v1/query-data", strings.NewReader(body), edit...)
}

// used returns the calls that were used.
func (s *service) used() int64 {
	s.t.Helper()
	usage, err := s.account.Usage(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	return usage.Used
}

// failed checks that a reply is an error of the documented form, and returns it.
func (s *service) failed(r *reply, status int, code string) wire.ErrorBody {
	s.t.Helper()
	if r.status != status {
		s.t.Errorf("status = %d, want %d: %s", r.status, status, r.body)
	}
	if got := r.header.Get("Content-Type"); got != "application/json; charset=utf-8" {
		s.t.Errorf("Content-Type = %q", got)
	}
	var body wire.ErrorBody
	decoder := json.NewDecoder(bytes.NewReader(r.body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&body); err != nil {
		s.t.Fatalf("the error body cannot be read: %v: %s", err, r.body)
	}
	if body.Code != code {
		s.t.Errorf("code = %q, want %q: %s", body.Code, code, r.body)
	}
	if body.ErrorInfo == "" || body.Detail != body.ErrorInfo {
		s.t.Errorf("error_info = %q, detail = %q, want the same sentence", body.ErrorInfo, body.Detail)
	}
	if !strings.HasSuffix(body.ErrorInfo, ".") || strings.HasSuffix(body.ErrorInfo, "..") {
		s.t.Errorf("error_info = %q, want a sentence", body.ErrorInfo)
	}
	if !bytes.Contains(r.body, []byte(`"field":`)) {
		s.t.Errorf("the body has no field: %s", r.body)
	}
	s.checkID(r, body.Metadata.RequestID)
	return body
}

// answered checks that a reply is a success, and returns it.
func (s *service) answered(r *reply) wire.QueryResponse {
	s.t.Helper()
	if r.status != http.StatusOK {
		s.t.Fatalf("status = %d, want 200: %s", r.status, r.body)
	}
	var body wire.QueryResponse
	decoder := json.NewDecoder(bytes.NewReader(r.body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&body); err != nil {
		s.t.Fatalf("the answer cannot be read: %v: %s", err, r.body)
	}
	s.checkID(r, body.Metadata.RequestID)
	return body
}

func (s *service) checkID(r *reply, id string) {
	s.t.Helper()
	if _, err := uuid.Parse(id); err != nil {
		s.t.Errorf("request_id = %q, want a UUID", id)
	}
	if got := r.header.Get("X-Request-Id"); got != id {
		s.t.Errorf("X-Request-Id = %q, request_id = %q, want the same", got, id)
	}
}

// logged waits for the log line of a request and returns the log up to then.
func (s *service) logged(requestID string) string {
	s.t.Helper()
	deadline := time.Now().Add(10 * time.Second)
	for {
		for line := range strings.Lines(s.log.String()) {
			if strings.Contains(line, `"msg":"request"`) && strings.Contains(line, requestID) {
				return s.log.String()
			}
		}
		if time.Now().After(deadline) {
			s.t.Fatalf("request %s is not in the log:\n%s", requestID, s.log.String())
		}
		time.Sleep(time.Millisecond)
	}
}

// object makes a JSON text of members given as name, value, name, value.
func object(members ...any) string {
	m := make(map[string]any)
	for i := 0; i < len(members); i += 2 {
		m[members[i].(string)] = members[i+1]
	}
	text, err := json.Marshal(m)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// header returns an edit that sets a header; "" takes it away.
func header(name, value string) func(*http.Request) {
	return func(r *http.Request) {
		if r.Header.Del(name); value != "" {
			r.Header.Set(name, value)
		}
	}
}
