package account_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"assay/service/account"
	"assay/service/servicetest"
)

// simulated is a node of BenchmarkSimulation: its account is real, its browsers are a counter.
type simulated struct {
	*account.Account
	url string

	mu       sync.Mutex
	sessions map[string]string // those that are alive: id → key id
}

const (
	simulatedNodes    = 20
	simulatedSessions = 2000
	simulatedRoom     = 120 // sessions of one node
	simulatedKeys     = 50

	// What clients ask for a second, times the load: a session lives for five minutes and is
	// queried every ten seconds.
	simulatedCreates = simulatedSessions / 300.
	simulatedQueries = simulatedSessions / 10.
	simulatedLists   = 20.
)

// simulation is a service of many nodes and its clients.
type simulation struct {
	b     *testing.B
	nodes []*simulated
	keys  []string

	requests atomic.Int64
	settled  atomic.Int64 // calls

	mu    sync.Mutex
	took  map[string][]time.Duration // by step
	wrong map[string]error           // the first of a step
}

// timed does a step and notes how long it took.
func (s *simulation) timed(step string, do func() error) error {
	began := time.Now()
	err := do()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.took[step] = append(s.took[step], time.Since(began))
	if err != nil && s.wrong[step] == nil {
		s.wrong[step] = err
	}
	return err
}

func (s *simulation) anyNode() *simulated { return s.nodes[rand.IntN(len(s.nodes))] }

// create has a node place a session, and the node that it is placed at take it.
func (s *simulation) create() {
	at, id, key := s.anyNode(), uuid.NewString(), s.keys[rand.IntN(len(s.keys))]
	var place account.Node
	err := s.timed("place", func() (err error) {
		place, err = at.PlaceSession(context.Background(), id, key, simulatedSessions)
		return err
	})
	if err != nil {
		return
	}
	if place.URL != "" {
		at = s.nodes[slices.IndexFunc(s.nodes, func(n *simulated) bool { return n.url == place.URL })]
	}
	at.mu.Lock()
	defer at.mu.Unlock()
	at.sessions[id] = key
	if len(at.sessions) > simulatedRoom {
		s.b.Errorf("%s has %d sessions", at.url, len(at.sessions))
	}
}

// anySession returns a session and its node.
func (s *simulation) anySession() (id string, at *simulated) {
	for {
		at = s.anyNode()
		at.mu.Lock()
		for id = range at.sessions {
			at.mu.Unlock()
			return id, at
		}
		at.mu.Unlock()
	}
}

func (s *simulation) end() {
	id, at := s.anySession()
	at.mu.Lock()
	delete(at.sessions, id)
	at.mu.Unlock()
	s.timed("end", func() error { return at.SessionEnded(context.Background(), id) })
}

// query asks any node to query a session: it looks for the session's node, which books it.
func (s *simulation) query() {
	id, at := s.anySession()
	if asked := s.anyNode(); asked != at {
		err := s.timed("find", func() error {
			node, _, ok, err := asked.FindSession(context.Background(), id)
			if err == nil && ok && (node.URL != at.url || !node.Alive) {
				err = fmt.Errorf("the session of %s is said to be at %+v", at.url, node)
			}
			return err
		})
		if err != nil {
			return
		}
	}
	request := fmt.Sprintf("00000000-0000-4000-8000-%012d", s.requests.Add(1))
	err := s.timed("reserve", func() error {
		return at.Reserve(context.Background(), account.Reservation{RequestID: request, KeyID: s.keys[0], Work: account.Web, Calls: 1})
	})
	if err == nil && s.timed("settle", func() error { return at.Settle(context.Background(), request) }) == nil {
		s.settled.Add(1)
	}
}

func (s *simulation) list() {
	at, key := s.anyNode(), s.keys[rand.IntN(len(s.keys))]
	s.timed("list", func() error {
		_, err := at.SessionNodes(context.Background(), key)
		return err
	})
}

// keepAnnouncing has a node say that it is there, as a service does, until ctx ends.
func (s *simulation) keepAnnouncing(ctx context.Context, n *simulated) {
	ticker := time.NewTicker(account.SeenFor / 4)
	defer ticker.Stop()
	for ctx.Err() == nil {
		s.announce(n)
		select {
		case <-ticker.C:
		case <-ctx.Done():
		}
	}
}

func (s *simulation) announce(n *simulated) {
	n.mu.Lock()
	state := account.NodeState{URL: n.url, Sessions: maps.Clone(n.sessions), Max: simulatedRoom}
	n.mu.Unlock()
	s.timed("announce", func() error { return n.Announce(context.Background(), state) })
}

// load has clients ask for a time, so much times what is usual, whether or not they are
// answered in time.
func (s *simulation) load(times float64, length time.Duration) {
	ctx, stop := context.WithTimeout(context.Background(), length)
	defer stop()
	var group sync.WaitGroup
	every := func(rate float64, do func()) {
		group.Go(func() {
			ticker := time.NewTicker(10 * time.Millisecond)
			defer ticker.Stop()
			began, asked := time.Now(), 0
			for {
				select {
				case <-ctx.Done():
					return
				case <-ticker.C:
					for ; float64(asked) < time.Since(began).Seconds()*rate*times; asked++ {
						group.Go(do)
					}
				}
			}
		})
	}
	every(simulatedCreates, s.create)
	every(simulatedCreates, s.end)
	every(simulatedQueries, s.query)
	every(simulatedLists, s.list)
	group.Wait()
}

// look returns the times of each step since it was called last, as a line, and what is
// broken, "" if nothing is: a step that failed.
func (s *simulation) look() (line, broken string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []string
	for _, step := range slices.Sorted(maps.Keys(s.took)) {
		took := s.took[step]
		slices.Sort(took)
		p50, p99 := took[len(took)/2], took[len(took)*99/100]
		all = append(all, fmt.Sprintf("%s %d, %.1f/%.1f ms", step, len(took), p50.Seconds()*1000, p99.Seconds()*1000))
	}
	for _, step := range slices.Sorted(maps.Keys(s.wrong)) {
		broken += fmt.Sprintf("%s: %v\n", step, s.wrong[step])
	}
	s.took, s.wrong = map[string][]time.Duration{}, map[string]error{}
	return strings.Join(all, "; "), broken
}

// BenchmarkSimulation has twenty nodes with 2,000 sessions on one PostgreSQL. The directory
// and the ledger are the service's own code, each node has its connections; what is left out
// are HTTP and the browsers, of which there is a count. It tells the steps' times as
// count, median/99th percentile, doubles the load until something breaks, and says what.
func BenchmarkSimulation(b *testing.B) {
	for _, setting := range []struct {
		name        string
		oneWay      time.Duration
		connections int
	}{
		{"connections=200", 0, 200},
		{"connections=200,5ms", 5 * time.Millisecond, 200},
		{"connections=100", 0, 100}, // as PostgreSQL has it by itself
	} {
		b.Run(setting.name, func(b *testing.B) {
			server := servicetest.Postgres(b, "fsync=on", fmt.Sprint("max_connections=", setting.connections))
			near := server.Database(b)
			for b.Loop() {
				simulate(b, near, farAway(b, near, setting.oneWay))
			}
		})
	}
}

func simulate(b *testing.B, near, database string) {
	s := &simulation{b: b, took: map[string][]time.Duration{}, wrong: map[string]error{}}
	db := inspect(b, near)
	db.SetMaxOpenConns(1)
	if err := db.PingContext(b.Context()); err != nil { // its connection is kept
		b.Fatal(err)
	}
	announcing, stop := context.WithCancel(b.Context())
	var announcers sync.WaitGroup
	defer announcers.Wait()
	defer stop()
	for i := range simulatedNodes {
		n := &simulated{url: fmt.Sprintf("https://node%d.assay.example", i), sessions: map[string]string{}}
		var err error
		if n.Account, err = account.Open(b.Context(), account.Config{Database: database, Node: fmt.Sprint("node-", i), UsageLimit: 1 << 40}); err != nil {
			b.Logf("node %d of %d does not start: %v", i+1, simulatedNodes, err)
			break
		}
		b.Cleanup(func() { n.Close() })
		s.nodes = append(s.nodes, n)
		s.announce(n)
		announcers.Go(func() { s.keepAnnouncing(announcing, n) })
	}
	for i := range simulatedKeys {
		key, _, err := s.nodes[0].CreateKey(b.Context(), fmt.Sprint("key ", i))
		if err != nil {
			b.Fatal(err)
		}
		s.keys = append(s.keys, key.ID)
	}
	began := time.Now()
	var fill sync.WaitGroup
	var left atomic.Int64
	left.Store(simulatedSessions)
	for range 2 * simulatedNodes { // clients at a time
		fill.Go(func() {
			for left.Add(-1) >= 0 {
				s.create()
			}
		})
	}
	fill.Wait()
	b.ReportMetric(simulatedSessions/time.Since(began).Seconds(), "placed/s")
	line, broken := s.look()
	b.Logf("%d sessions are placed: %s", simulatedSessions, line)

	for times := 1.; broken == "" && times <= 256; times *= 2 {
		s.load(times, 8*time.Second)
		line, broken = s.look()
		var connections int
		if err := db.QueryRowContext(b.Context(), `SELECT count(*) FROM pg_stat_activity WHERE application_name = 'assay'`).Scan(&connections); err != nil {
			broken = fmt.Sprint("connections: ", err)
		}
		b.Logf("%g times the load, %d connections: %s", times, connections, line)
		if broken == "" {
			b.ReportMetric(times, "times")
		}
	}
	b.Logf("what breaks first: %s", broken)

	// When all is quiet again, the directory is what the nodes have, and what was answered
	// was counted once.
	b.StopTimer()
	defer b.StartTimer()
	stop()
	announcers.Wait()
	want := 0
	for _, n := range s.nodes {
		s.announce(n)
		want += len(n.sessions)
	}
	var has int
	err := db.QueryRowContext(b.Context(), `SELECT count(*) FROM browser_session WHERE ended IS NULL AND created < $1`, time.Now().Add(-time.Minute).UnixMilli()).Scan(&has)
	if err != nil || has > want {
		b.Errorf("the directory has %d old sessions, the nodes have %d in all (%v)", has, want, err)
	}
	var counted int64
	if err := db.QueryRowContext(b.Context(), `SELECT count(*) FROM ledger WHERE kind = 'settle'`).Scan(&counted); err != nil || counted < s.settled.Load() {
		b.Errorf("%d calls are counted, %d were answered (%v)", counted, s.settled.Load(), err)
	}
	for _, n := range s.nodes {
		n.Close()
	}
	if _, err := db.ExecContext(b.Context(), `TRUNCATE browser_session, node`); err != nil {
		b.Error(err)
	}
}

// TestPlacesOfUnevenNodes takes as many places as three uneven nodes have, many at a time and
// all at the smallest: each node gets what it has room for, and one more is refused.
func TestPlacesOfUnevenNodes(t *testing.T) { onEach(t, testPlacesOfUnevenNodes) }

func testPlacesOfUnevenNodes(t *testing.T, database string) {
	room := []int{5, 10, 15}
	var nodes []*account.Account
	for i, sessions := range room {
		n := open(t, account.Config{Database: database, Node: fmt.Sprint("node-", i)})
		if err := n.Announce(t.Context(), account.NodeState{URL: fmt.Sprint("https://node", i), Max: sessions}); err != nil {
			t.Fatal(err)
		}
		nodes = append(nodes, n)
	}
	var mu sync.Mutex
	placed := map[string]int{}
	var group sync.WaitGroup
	for range 30 {
		group.Go(func() {
			place, err := nodes[0].PlaceSession(t.Context(), uuid.NewString(), "k", 0)
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			placed[place.URL]++
		})
	}
	group.Wait()
	if want := map[string]int{"": 5, "https://node1": 10, "https://node2": 15}; !maps.Equal(placed, want) {
		t.Errorf("the nodes got %v, want %v", placed, want)
	}
	if _, err := nodes[2].PlaceSession(t.Context(), uuid.NewString(), "k", 0); !errors.Is(err, account.ErrNoRoom) {
		t.Errorf("one too many: %v", err)
	}
}
