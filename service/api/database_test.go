package api_test

import (
	"net/http"
	"testing"

	"assay/service/servicetest"
)

// TestDatabaseGone stops PostgreSQL while a query runs. Everything else is told to
// come back later; the query is answered when the database is there again, and what
// is counted in the end is what was answered.
func TestDatabaseGone(t *testing.T) {
	t.Parallel()
	server := servicetest.Postgres(t)
	s := start(t, inDatabase(server.Database(t)))
	s.answered(s.query(validQuery))
	if got := s.used(); got != 1 {
		t.Fatalf("used = %d, want 1", got)
	}

	server.Stop(t)
	for what, r := range map[string]*reply{
		"a query":    s.query(validQuery),
		"the usage":  s.send(http.MethodGet, "/v1/usage", nil),
		"a document": s.upload([]part{question("query", billQuery), file(bill)}),
	} {
		s.failed(r, 503, "database_unavailable")
		if r.header.Get("Retry-After") == "" {
			t.Errorf("%s: no Retry-After", what)
		}
	}
	if r := s.send(http.MethodGet, "/healthz", nil); r.status != 200 {
		t.Errorf("healthz = %d while the database is away", r.status)
	}

	server.Start(t)
	servicetest.Eventually(s.t, "the service", func() bool { return s.query(validQuery).status == 200 })
	if got := s.used(); got != 2 {
		t.Errorf("used = %d, want 2", got)
	}
}

// TestDatabaseGoneInTheMiddle stops PostgreSQL between a query's reservation and its
// answer.
func TestDatabaseGoneInTheMiddle(t *testing.T) {
	t.Parallel()
	server := servicetest.Postgres(t)
	s := start(t, inDatabase(server.Database(t)))
	address, asked, release := slowPage(t)
	answer := make(chan *reply, 1)
	go func() { answer <- s.query(object("query", "{ title }", "url", address)) }()
	<-asked
	server.Stop(t)
	release()
	server.Start(t)
	s.answered(<-answer)
	if got := s.used(); got != 1 {
		t.Errorf("used = %d, want 1", got)
	}
}
