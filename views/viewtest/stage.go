package viewtest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
)

// Stage is a service that the test directs.
type Stage struct {
	*httptest.Server
	Mux   *http.ServeMux
	mu    sync.Mutex
	used  int64
	limit int64
	query http.HandlerFunc
	Clock *Clock // the dashboard's, moved by every query; nil is the time it is
}

// NewStage starts a stage with 3,410 of 10,000 calls used.
func NewStage(t testing.TB) *Stage {
	mux := http.NewServeMux()
	s := &Stage{Mux: mux, used: 3410, limit: 10000}
	mux.HandleFunc("GET /v1/usage", func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		now := time.Now().UTC()
		if s.Clock != nil {
			now = s.Clock.Now()
		}
		start := time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, time.UTC)
		fmt.Fprintf(w, `{"usage_limit":%d,"current_cycle_usage":%d,"current_period_start":%q,"current_period_end":%q}`,
			s.limit, s.used, start.Format(time.RFC3339), start.AddDate(0, 1, 0).Format(time.RFC3339))
	})
	mux.HandleFunc("POST /v1/query-data", func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		handler := s.query
		s.used++
		s.mu.Unlock()
		if s.Clock != nil {
			s.Clock.Move(38 * time.Millisecond)
		}
		handler(w, r)
	})
	s.Server = httptest.NewServer(mux)
	t.Cleanup(s.Close)
	s.Answer(`{"shop":"Fernhill","products":[{"name":"Alder","price":64.5},{"name":"Birch","price":129}]}`, "null")
	return s
}

// Answer makes queries answer with data and a generated query (JSON).
func (s *Stage) Answer(data, generated string) {
	s.Handle(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"data":%s,"metadata":{"request_id":"7f1d8a46-1c30-4f6b-9f5f-1a2b3c4d5e6f","screenshot":null,"generated_query":%s}}`, data, generated)
	})
}

// Refuse makes queries fail.
func (s *Stage) Refuse(status int, code, sentence string) {
	s.Handle(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		fmt.Fprintf(w, `{"error_info":%q,"detail":%q,"code":%q,"field":null,"metadata":{"request_id":"r-1"}}`, sentence, sentence, code)
	})
}

// Handle makes queries answer as h does.
func (s *Stage) Handle(h http.HandlerFunc) {
	s.mu.Lock()
	s.query = h
	s.mu.Unlock()
}

// Set makes the usage another.
func (s *Stage) Set(used, limit int64) {
	s.mu.Lock()
	s.used, s.limit = used, limit
	s.mu.Unlock()
}

// Clock is a time that only the test moves.
type Clock struct {
	At time.Time
	mu sync.Mutex
}

// Now is the time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.At
}

// Move puts it forward.
func (c *Clock) Move(by time.Duration) {
	c.mu.Lock()
	c.At = c.At.Add(by)
	c.mu.Unlock()
}

// Hold makes queries wait until the test ends.
func (s *Stage) Hold(t testing.TB) {
	over := make(chan struct{})
	t.Cleanup(func() { close(over) })
	s.Handle(func(http.ResponseWriter, *http.Request) { <-over })
}
