package nodes_test

import (
	"database/sql"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"assay/command/runtest"
	"assay/service/servicetest"
)

// cluster is nodes, each a process of its own, that share an account in PostgreSQL.
type cluster struct {
	t        *testing.T
	database string
	nodes    []*runtest.Process
	names    []string // in the ledger
	db       *sql.DB

	trusted string         // file of the nodes' authorities
	outside *http.Client   // trusts them
	restart func(node int) // starts a node again, at the same address
}

func startCluster(t *testing.T, database string, count int, args ...string) *cluster {
	t.Helper()
	db, err := sql.Open("pgx", database)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	c := &cluster{t: t, database: database, db: db}
	for range count {
		node := runtest.Serve(t, t.TempDir(), append(args, "--database", database)...)
		if len(c.nodes) > 0 {
			node.Key = c.nodes[0].Key // a key of one is a key of all
		}
		name, err := os.ReadFile(filepath.Join(node.Dir, "node"))
		if err != nil {
			t.Fatal(err)
		}
		c.nodes, c.names = append(c.nodes, node), append(c.names, strings.TrimSpace(string(name)))
	}
	return c
}

// count returns the number that a question to the account's database is about.
func (c *cluster) count(question string, args ...any) (n int64) {
	c.t.Helper()
	if err := c.db.QueryRowContext(c.t.Context(), question, args...).Scan(&n); err != nil {
		c.t.Fatal(err)
	}
	return n
}

// settled returns the calls that a node answered, by the ledger.
func (c *cluster) settled(node string) int64 {
	c.t.Helper()
	return c.count(`SELECT count(*) FROM ledger WHERE kind = 'settle' AND node = $1`, node)
}

// open returns the reservations that are neither settled nor refunded.
func (c *cluster) open() int64 {
	c.t.Helper()
	return c.count(`SELECT count(*) FROM lease`)
}

// TestKilledNode kills one of two nodes while both are busy. The other goes on, gives
// back what the killed one had reserved, and spends it: in the end the whole quota is
// spent on answers, and not one call more.
func TestKilledNode(t *testing.T) {
	t.Parallel()
	const limit, workers, held = 300, 8, 3
	reached := make(chan struct{}, held)
	page := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		reached <- struct{}{}
		<-r.Context().Done()
	}))
	defer page.Close()
	c := startCluster(t, servicetest.Database(t), 2, "--usage-limit", fmt.Sprint(limit), "--lease", "3")
	doomed, survivor := c.nodes[0], c.nodes[1]

	var delivered, lost [2]atomic.Int64
	var spending, reading sync.WaitGroup
	halfway := make(chan struct{})
	spend := func(node int) {
		for {
			switch status := c.nodes[node].Post(runtest.RawQuery); status {
			case http.StatusOK:
				if delivered[node].Add(1) == limit/8 && node == 0 {
					close(halfway)
				}
			case http.StatusPaymentRequired:
				return
			case 0:
				lost[node].Add(1)
				return
			default:
				t.Errorf("node %d answered with %d", node, status)
				return
			}
		}
	}
	for n := range held {
		reading.Go(func() {
			if status := doomed.Post(fmt.Sprintf(`{"url":"%s/%d","query":"{ title }"}`, page.URL, n)); status != 0 {
				t.Errorf("a query of a page that does not come was answered with %d", status)
			}
		})
	}
	for range held {
		<-reached
	}
	for worker := range workers {
		spending.Go(func() { spend(worker % 2) })
	}
	<-halfway
	if err := doomed.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	_ = doomed.Cmd.Wait()
	spending.Wait()
	reading.Wait()
	servicetest.Eventually(t, "the killed node's reservations are refunded", func() bool { return c.open() == 0 })
	if refunded := c.count(`SELECT count(*) FROM ledger WHERE kind = 'refund' AND node = $1`, c.names[1]); refunded < held {
		t.Errorf("%d reservations were refunded, want the %d that were open for certain", refunded, held)
	}
	spend(1)
	if used := survivor.Used(t); used != limit {
		t.Errorf("at the end %d calls are used of %d", used, limit)
	}
	if settled := c.settled(c.names[1]); settled != delivered[1].Load() || lost[1].Load() > 0 {
		t.Errorf("%d answers of the node that lived are counted; %d came, %d did not", settled, delivered[1].Load(), lost[1].Load())
	}
	// What was settled when the process died had no time to be sent.
	of := c.settled(c.names[0])
	if least := delivered[0].Load(); of < least || of > least+lost[0].Load() {
		t.Errorf("%d answers of the killed node are counted; %d came, %d did not", of, least, lost[0].Load())
	}
	survivor.Stop(t)
}

// TestDatabaseOutage stops PostgreSQL for some seconds while two nodes are busy and
// the portal is open. Nobody gets anything but an answer or the advice to come back,
// the nodes recover by themselves, and what is counted is what was answered.
func TestDatabaseOutage(t *testing.T) {
	t.Parallel()
	const workers, outage = 8, 4 * time.Second
	server := servicetest.Postgres(t)
	c := startCluster(t, server.Database(t), 2)

	// The portal is signed in to with a link, whose session is in the database.
	link, err := runtest.Command(t, t.TempDir(), "portal", "open", "--data-dir", c.nodes[0].Dir).Output()
	if err != nil {
		t.Fatal(err)
	}
	visitor := runtest.Browse(t)
	response, err := visitor.Get(strings.TrimSpace(string(link)))
	if path, text := runtest.Look(t, response, err); path != "/portal" {
		t.Fatalf("the link leads to %s:\n%s", path, text)
	}

	var delivered, told atomic.Int64
	done := make(chan struct{})
	var busy sync.WaitGroup
	for worker := range workers {
		busy.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				switch status, header := c.nodes[worker%2].Ask(runtest.RawQuery); status {
				case http.StatusOK:
					delivered.Add(1)
				case http.StatusServiceUnavailable:
					told.Add(1)
					if header.Get("Retry-After") == "" {
						t.Error("a 503 does not say when to come back")
					}
					time.Sleep(100 * time.Millisecond) // a patient client
				default:
					t.Errorf("a query was answered with %d", status)
					return
				}
			}
		})
	}
	answers := func(more int64) func() bool {
		want := delivered.Load() + more
		return func() bool { return delivered.Load() >= want }
	}
	servicetest.Eventually(t, "the nodes answer", answers(50))
	server.Stop(t)
	over := time.After(outage)
	servicetest.Eventually(t, "queries get 503", func() bool { return told.Load() > workers })
	for _, path := range []string{"/portal", "/portal/keys", "/portal/playground", "/portal/sign-in"} {
		response, err := visitor.Get(c.nodes[0].URL + path)
		_, text := runtest.Look(t, response, err)
		if response.StatusCode != http.StatusServiceUnavailable || response.Header.Get("Retry-After") == "" ||
			!strings.Contains(text, "The database is not available") || !strings.Contains(text, "</html>") {
			t.Errorf("%s answers %s without the database:\n%s", path, response.Status, text)
		}
	}
	response, err = http.Get(c.nodes[0].URL + "/readyz")
	if _, text := runtest.Look(t, response, err); response.StatusCode != http.StatusServiceUnavailable || !strings.Contains(text, `"database"`) {
		t.Errorf("/readyz answers %s without the database: %s", response.Status, text)
	}
	<-over
	server.Start(t)
	servicetest.Eventually(t, "the nodes answer again", answers(50))
	close(done)
	busy.Wait()

	response, err = visitor.Get(c.nodes[0].URL + "/portal")
	if path, text := runtest.Look(t, response, err); path != "/portal" || response.StatusCode != http.StatusOK {
		t.Errorf("afterwards the portal answers %s at %s:\n%s", response.Status, path, text)
	}
	// A reservation that was made, but never confirmed to the node, ends with its lease.
	if used, open := c.nodes[1].Used(t), c.open(); used-open != delivered.Load() || open > workers {
		t.Errorf("%d calls are used, %d of them reserved; %d were answered", used, open, delivered.Load())
	}
	for _, node := range c.nodes {
		node.Stop(t)
	}
}
