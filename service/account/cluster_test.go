package account_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"assay/service/account"
	"assay/service/servicetest"
)

// clusterNode is the variable that makes the test binary play one node of several,
// as its value, a spending in JSON, says.
const clusterNode = "ASSAY_TEST_CLUSTER_NODE"

// spending is what a node does: its workers reserve until the quota is exhausted, and
// settle two of three.
type spending struct {
	Database string
	Node     string
	Workers  int
}

// spent is what a node says at its end.
type spent struct {
	Settled int64 // calls
	Refused int64 // requests
}

// spend plays a node and prints what it spent.
func spend(text string) error {
	var s spending
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		return err
	}
	ctx := context.Background()
	a, err := account.Open(ctx, account.Config{Database: s.Database, Node: s.Node})
	if err != nil {
		return err
	}
	defer a.Close()
	var settled, refused atomic.Int64
	failed := make(chan error, s.Workers)
	var group sync.WaitGroup
	for worker := range s.Workers {
		group.Go(func() {
			for n := 0; ; n++ {
				id := fmt.Sprintf("%s-%d-%d", s.Node, worker, n)
				calls := int64(1 + n%3)
				err := a.Reserve(ctx, account.Reservation{RequestID: id, Work: account.Document, Calls: calls})
				quota := (*account.QuotaError)(nil)
				switch {
				case errors.As(err, &quota):
					refused.Add(1)
					return
				case errors.Is(err, account.ErrUnavailable): // it may have been made all the same
					if err = refund(ctx, a, id); errors.Is(err, account.ErrNoReservation) {
						err = nil
					}
				case err == nil && n%3 == 2:
					err = refund(ctx, a, id)
				case err == nil:
					settled.Add(calls)
					err = a.Settle(ctx, id)
				}
				if err != nil {
					failed <- err
					return
				}
			}
		})
	}
	group.Wait()
	select {
	case err := <-failed:
		return err
	default:
	}
	return json.NewEncoder(os.Stdout).Encode(spent{settled.Load(), refused.Load()})
}

// refund is Refund that waits for a database that is too busy to answer in time.
func refund(ctx context.Context, a *account.Account, id string) error {
	for {
		if err := a.Refund(ctx, id); !errors.Is(err, account.ErrUnavailable) {
			return err
		}
	}
}

// TestNodesNeverOverspend lets four processes with 32 workers each spend one quota:
// what they say they settled is what the ledger holds, and not one call more than
// the limit.
func TestNodesNeverOverspend(t *testing.T) { onEach(t, testNodesNeverOverspend) }

func testNodesNeverOverspend(t *testing.T, database string) {
	const limit, nodes, workers = 600, 4, 32
	a := open(t, account.Config{Database: database, UsageLimit: limit})
	results := make([]spent, nodes)
	var group sync.WaitGroup
	for node := range nodes {
		group.Go(func() {
			order, err := json.Marshal(spending{database, fmt.Sprint("node-", node), workers})
			if err != nil {
				t.Error(err)
				return
			}
			child := exec.CommandContext(t.Context(), os.Args[0])
			child.Env = append(os.Environ(), clusterNode+"="+string(order))
			var complaints strings.Builder
			child.Stderr = &complaints
			said, err := child.Output()
			if err != nil {
				t.Errorf("node %d: %v: %s", node, err, complaints.String())
				return
			}
			if err := json.Unmarshal(said, &results[node]); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	var total spent
	for _, r := range results {
		total.Settled += r.Settled
		total.Refused += r.Refused
	}
	if total.Refused != nodes*workers {
		t.Errorf("%d workers were refused, want all %d in the end", total.Refused, nodes*workers)
	}
	// Each worker stops at the first request that does not fit, so what is left is
	// less than the largest.
	if total.Settled > limit || total.Settled < limit-2*nodes*workers {
		t.Errorf("%d calls were settled of a limit of %d", total.Settled, limit)
	}
	check(t, a, database, total.Settled)
}

// TestAnotherNodeRefunds has a node hold reservations until it is killed: another one
// gives them back when the leases end, by itself.
func TestAnotherNodeRefunds(t *testing.T) { onEach(t, testAnotherNodeRefunds) }

func testAnotherNodeRefunds(t *testing.T, database string) {
	const lease = time.Second
	alive := open(t, account.Config{Database: database, Node: "alive", Lease: lease})
	dead, err := account.Open(t.Context(), account.Config{Database: database, Node: "dead", Lease: lease})
	if err != nil {
		t.Fatal(err)
	}
	reserve(t, dead, "settled", 2)
	if err := dead.Settle(t.Context(), "settled"); err != nil {
		t.Fatal(err)
	}
	for n := range 5 {
		reserve(t, dead, fmt.Sprint("open-", n), 3)
	}
	if err := dead.Close(); err != nil {
		t.Fatal(err)
	}
	reserve(t, alive, "running", 1)
	check(t, alive, database, 18)
	servicetest.Eventually(t, "the account", func() bool { return used(t, alive) == 3 })
	check(t, alive, database, 3)
	if err := alive.Settle(t.Context(), "running"); err != nil {
		t.Error(err)
	}
}

// TestIdleNodeRefunds has a node that was asked for nothing give back what a dead one
// holds: if that is the whole quota, nobody else ever could.
func TestIdleNodeRefunds(t *testing.T) { onEach(t, testIdleNodeRefunds) }

func testIdleNodeRefunds(t *testing.T, database string) {
	const lease = 500 * time.Millisecond
	dead, err := account.Open(t.Context(), account.Config{Database: database, Node: "dead", Lease: lease, UsageLimit: 7})
	if err != nil {
		t.Fatal(err)
	}
	reserve(t, dead, "all", 7)
	if err := dead.Close(); err != nil {
		t.Fatal(err)
	}
	idle := open(t, account.Config{Database: database, Node: "idle", Lease: lease})
	if n, err := idle.Recover(t.Context()); err != nil || n != 0 {
		t.Fatalf("Recover refunded %d of its own, %v", n, err)
	}
	servicetest.Eventually(t, "the account", func() bool { return used(t, idle) == 0 })
	check(t, idle, database, 0)
}

func used(t *testing.T, a *account.Account) int64 {
	t.Helper()
	usage, err := a.Usage(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return usage.Used
}

// TestDatabaseGone stops PostgreSQL under a busy account: every step says that it is
// not available, soon, and when it is back what was begun is concluded without
// anybody's help.
func TestDatabaseGone(t *testing.T) {
	server := servicetest.Postgres(t)
	database := server.Database(t)
	a := open(t, account.Config{Database: database})
	_, plain, err := a.CreateKey(t.Context(), "k")
	if err != nil {
		t.Fatal(err)
	}
	reserve(t, a, "answered", 2)
	reserve(t, a, "failed", 4)

	server.Stop(t)
	_, authErr := a.Authenticate(t.Context(), plain)
	_, usageErr := a.Usage(t.Context())
	for what, err := range map[string]error{
		"Authenticate": authErr,
		"Usage":        usageErr,
		"Reserve":      a.Reserve(t.Context(), account.Reservation{RequestID: "new", Work: account.Web, Calls: 1}),
		"Refund":       a.Refund(t.Context(), "failed"),
	} {
		if !errors.Is(err, account.ErrUnavailable) {
			t.Errorf("%s: %v, want ErrUnavailable", what, err)
		}
		if err != nil && strings.Contains(err.Error(), "secret-of-the-test") {
			t.Errorf("%s: the error holds the password: %v", what, err)
		}
	}
	impatient, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if err := a.Settle(impatient, "answered"); !errors.Is(err, account.ErrUnavailable) {
		t.Errorf("Settle: %v, want ErrUnavailable", err)
	}
	settled := make(chan error)
	go func() { settled <- a.Settle(t.Context(), "answered") }()

	server.Start(t)
	if err := <-settled; err != nil {
		t.Errorf("settling while the database came back: %v", err)
	}
	servicetest.Eventually(t, "the account", func() bool { return used(t, a) == 2 })
	if _, err := a.Authenticate(t.Context(), plain); err != nil {
		t.Error(err)
	}
	reserve(t, a, "new", 1)
	check(t, a, database, 3)
}

// TestLockedFile has another process hold SQLite's lock for longer than anyone waits.
func TestLockedFile(t *testing.T) {
	database := newPath(t)
	a := open(t, account.Config{Database: database, Timeout: time.Second})
	other := inspect(t, database)
	other.SetMaxOpenConns(1)
	if _, err := other.ExecContext(t.Context(), "BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	err := a.Reserve(t.Context(), account.Reservation{RequestID: "r", Work: account.Web, Calls: 1})
	if !errors.Is(err, account.ErrUnavailable) {
		t.Errorf("Reserve: %v, want ErrUnavailable", err)
	}
	if _, err := other.ExecContext(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	reserve(t, a, "r", 1)
}

// TestImpatientCaller has a database that does not answer until its caller's deadline: that is
// not the caller's fault, and a refund is made when the database answers.
func TestImpatientCaller(t *testing.T) { onEach(t, testImpatientCaller) }

func testImpatientCaller(t *testing.T, database string) {
	a := open(t, account.Config{Database: database})
	reserve(t, a, "settled", 1)
	reserve(t, a, "refunded", 2)
	tx, err := inspect(t, database).BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	lock := "UPDATE account SET seq = seq"
	if account.IsPostgres(database) {
		lock = "LOCK TABLE ledger"
	}
	if _, err := tx.ExecContext(t.Context(), lock); err != nil {
		t.Fatal(err)
	}
	for id, conclude := range map[string]func(context.Context, string) error{"settled": a.Settle, "refunded": a.Refund} {
		impatient, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		if err := conclude(impatient, id); !errors.Is(err, account.ErrUnavailable) {
			t.Errorf("%s: %v, want ErrUnavailable", id, err)
		}
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	servicetest.Eventually(t, "the refund", func() bool { return used(t, a) == 1 })
}

// TestSlowTransaction has a machine so busy that a transaction's time is over between
// two of its statements: what was worked for is settled all the same.
func TestSlowTransaction(t *testing.T) { onEach(t, testSlowTransaction) }

func testSlowTransaction(t *testing.T, database string) {
	const timeout = time.Second
	var slow atomic.Bool
	a := open(t, account.Config{Database: database, Timeout: timeout, Now: func() time.Time {
		if slow.Swap(false) {
			time.Sleep(timeout + timeout/10)
		}
		return time.Now()
	}})
	reserve(t, a, "r", 3)
	slow.Store(true)
	if err := a.Settle(t.Context(), "r"); err != nil || slow.Load() {
		t.Errorf("Settle: %v", err)
	}
	check(t, a, database, 3)
}

// TestClientsHasteIsNotTheDatabases tells a caller that goes away from a database
// that does.
func TestClientsHasteIsNotTheDatabases(t *testing.T) { onEach(t, testClientsHaste) }

func testClientsHaste(t *testing.T, database string) {
	a := open(t, account.Config{Database: database})
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	err := a.Reserve(gone, account.Reservation{RequestID: "r", Work: account.Web, Calls: 1})
	if err == nil || errors.Is(err, account.ErrUnavailable) {
		t.Errorf("Reserve for a caller who has gone: %v, want an error that does not blame the database", err)
	}
}

func TestDatabaseNames(t *testing.T) {
	for database, want := range map[string]struct {
		postgres bool
		name     string
		password bool
	}{
		"/var/lib/assay/assay.db": {false, "/var/lib/assay/assay.db", false},
		"postgres.db":             {false, "postgres.db", false},
		"postgres://assay@db.example/assay?passfile=/p":    {true, "postgres://assay@db.example/assay?passfile=/p", false},
		"postgres://assay:pw@db.example/assay":             {true, "postgres://assay@db.example/assay", true},
		"postgresql://db/assay?password=pw&sslmode=verify": {true, "postgresql://db/assay?sslmode=verify", true},
		"postgresql:///assay?pass%77ord=pw&host=/run":      {true, "postgresql:///assay?host=/run", true},
		"postgresql://db/assay?sslpassword=pw":             {true, "postgresql://db/assay", true},
		"postgres://u:p@h1:5432,h2/d?sslpassword=pw":       {true, "postgres://u@h1:5432,h2/d", true},
		"postgres://u:p%zz@h/d":                            {true, "postgres://u@h/d", true},
		"postgres://u:pa/ss@h/d":                           {true, "postgres://…", true},
		"postgres://u:pa?ss@h/d":                           {true, "postgres://u@h/d", true},
	} {
		if got := account.IsPostgres(database); got != want.postgres {
			t.Errorf("IsPostgres(%q) = %t", database, got)
		}
		if got := account.DatabaseName(database); got != want.name {
			t.Errorf("DatabaseName(%q) = %q, want %q", database, got, want.name)
		}
		if got := account.HasPassword(database); got != want.password {
			t.Errorf("HasPassword(%q) = %t", database, got)
		}
	}
	_, err := account.Open(t.Context(), account.Config{Database: "postgres://assay:hush@127.0.0.1:1/assay"})
	if !errors.Is(err, account.ErrUnavailable) || strings.Contains(err.Error(), "hush") {
		t.Errorf("opening what nobody listens at: %v", err)
	}
	_, err = account.Open(t.Context(), account.Config{Database: "postgres://assay:hush@127.0.0.1:port/assay"})
	if err == nil || strings.Contains(err.Error(), "hush") {
		t.Errorf("opening an address that is none: %v", err)
	}
}

// TestObserve has every step of a request reported.
func TestObserve(t *testing.T) {
	var mu sync.Mutex
	seen := map[account.Step]int{}
	a := open(t, account.Config{Database: newPath(t), Observe: func(step account.Step, took time.Duration, err error) {
		mu.Lock()
		defer mu.Unlock()
		if took < 0 || err != nil {
			t.Errorf("%s took %s: %v", step, took, err)
		}
		seen[step]++
	}})
	_, plain, err := a.CreateKey(t.Context(), "k")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Authenticate(t.Context(), plain); err != nil {
		t.Fatal(err)
	}
	reserve(t, a, "a", 1)
	reserve(t, a, "b", 1)
	if err := errors.Join(a.Settle(t.Context(), "a"), a.Refund(t.Context(), "b")); err != nil {
		t.Fatal(err)
	}
	used(t, a)
	want := map[account.Step]int{account.StepAuthenticate: 1, account.StepReserve: 2, account.StepSettle: 1, account.StepRefund: 1, account.StepUsage: 1}
	mu.Lock()
	defer mu.Unlock()
	for step, n := range want {
		if seen[step] != n {
			t.Errorf("%s was reported %d times, want %d", step, seen[step], n)
		}
	}
}
