package account_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"assay/service/account"
	"assay/service/servicetest"
)

// open opens an account on path and closes it with the test.
func open(t testing.TB, cfg account.Config) *account.Account {
	t.Helper()
	if cfg.Node == "" {
		cfg.Node = "node-1"
	}
	a, err := account.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

func newPath(t testing.TB) string { return filepath.Join(t.TempDir(), "account.db") }

// onEach runs a test on an empty database of each kind.
func onEach(t *testing.T, test func(t *testing.T, database string)) {
	t.Parallel()
	for kind, database := range map[string]func(testing.TB) string{"SQLite": newPath, "PostgreSQL": servicetest.Database} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			test(t, database(t))
		})
	}
}

// inspect opens a database beside its account.
func inspect(t testing.TB, database string) *sql.DB {
	t.Helper()
	driver := "sqlite"
	if account.IsPostgres(database) {
		driver, database = "pgx", database+"?default_query_exec_mode=exec" // it may be behind PgBouncer
	}
	db, err := sql.Open(driver, database)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// check fails the test unless the current cycle has used want calls, and unless
// the ledger's running balances are the sums of its amounts, blocks hold what their nodes
// were granted and used, and its leases are its open reservations.
func check(t testing.TB, a *account.Account, database string, want int64) {
	t.Helper()
	usage, err := a.Usage(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if usage.Used != want {
		t.Errorf("used = %d, want %d", usage.Used, want)
	}
	db := inspect(t, database)
	for what, statement := range map[string]string{
		"balances that are not the sum of their amounts": `
			SELECT count(*) FROM (SELECT balance, sum(amount) OVER (PARTITION BY cycle_start ORDER BY seq) AS total FROM ledger WHERE seq > 0) AS entries
			WHERE balance <> total`,
		"blocks that are not the sum of their entries": `
			SELECT count(*) FROM (SELECT cycle_start FROM (SELECT cycle_start, node, used, granted FROM quota_block UNION ALL
				SELECT cycle_start, node, -amount, 0 FROM ledger WHERE seq < 0 UNION ALL
				SELECT cycle_start, node, 0, -amount FROM ledger WHERE kind = 'grant'
			) AS sums GROUP BY cycle_start, node HAVING sum(used) <> 0 OR sum(granted) <> 0) AS wrong`,
		"blocks that are used up beyond what was granted": `SELECT count(*) FROM quota_block WHERE used > granted`,
		"requests both settled and refunded": `
			SELECT count(*) FROM ledger s JOIN ledger r ON s.request_id = r.request_id WHERE s.kind = 'settle' AND r.kind = 'refund'`,
		"leases that are not open reservations": `
			SELECT count(*) FROM lease WHERE request_id NOT IN (SELECT request_id FROM ledger WHERE kind = 'reserve')
			OR request_id IN (SELECT request_id FROM ledger WHERE kind <> 'reserve')`,
		"sums of a day that are not those of its entries": `
			SELECT count(*) FROM (SELECT day FROM (SELECT cycle_start, day, key_id, work, calls FROM day_calls UNION ALL SELECT cycle_start, day, key_id, work, calls FROM node_calls UNION ALL
				SELECT r.cycle_start, r.at / 86400000, r.key_id, r.work, -e.amount FROM ledger e JOIN ledger r ON r.request_id = e.request_id AND r.kind = 'reserve'
			) AS sums GROUP BY cycle_start, day, key_id, work HAVING sum(calls) <> 0) AS wrong`,
		"open reservations without a lease": `
			SELECT count(*) FROM ledger WHERE kind = 'reserve' AND request_id NOT IN (SELECT request_id FROM lease)
			AND request_id NOT IN (SELECT request_id FROM ledger WHERE kind <> 'reserve')`,
	} {
		var count int
		if err := db.QueryRowContext(t.Context(), statement).Scan(&count); err != nil {
			t.Fatal(err)
		}
		if count != 0 {
			t.Errorf("%d %s", count, what)
		}
	}
}

func reserve(t testing.TB, a *account.Account, id string, calls int64) {
	t.Helper()
	err := a.Reserve(t.Context(), account.Reservation{RequestID: id, KeyID: "k", Work: account.Web, Calls: calls})
	if err != nil {
		t.Fatal(err)
	}
}

func TestLimitIsSetOnce(t *testing.T) { onEach(t, testLimitIsSetOnce) }

// A limit given at a later start changes nothing and is warned of; one that is set is
// told to the log of every node.
func testLimitIsSetOnce(t *testing.T, database string) {
	var told bytes.Buffer
	handle := func(limit int64) *account.Account {
		return open(t, account.Config{Database: database, UsageLimit: limit, Log: slog.New(slog.NewTextHandler(&told, nil))})
	}
	logged := func(what, want string) {
		t.Helper()
		if got := told.String(); !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%s: the log is %q, want %q in it", what, got, want)
		}
		told.Reset()
	}
	first := handle(3)
	logged("the first start", "")
	handle(0)
	logged("a start without a limit", "")
	handle(3)
	logged("a start with the same limit", "")
	last := handle(500)
	logged("a start with another limit", `level=WARN msg="the usage limit given is not the account's and changes nothing; change it with: assay usage limit N" given=500 limit=3`)
	limit := func(a *account.Account, want int64) {
		t.Helper()
		if usage, err := a.Usage(t.Context()); err != nil || usage.Limit != want {
			t.Errorf("limit = %d, %v; want %d", usage.Limit, err, want)
		}
	}
	limit(last, 3)

	before, err := last.SetUsageLimit(t.Context(), 500)
	if err != nil || before != 3 {
		t.Errorf("SetUsageLimit = %d, %v; want the 3 that it was", before, err)
	}
	limit(first, 500)
	reserve(t, first, "a", 4)
	logged("a call at another node", `level=INFO msg="the usage limit was changed" from=3 to=500`)
	reserve(t, first, "b", 1)
	logged("the next call", "")
	if _, err := last.SetUsageLimit(t.Context(), -1); err == nil {
		t.Error("a negative limit was accepted")
	}
	limit(first, 500)
}

func TestLimitOfANewAccount(t *testing.T) {
	if usage, err := open(t, account.Config{Database: newPath(t)}).Usage(t.Context()); err != nil || usage.Limit != account.DefaultUsageLimit {
		t.Errorf("limit = %d, %v; want %d", usage.Limit, err, account.DefaultUsageLimit)
	}
}

func TestExisting(t *testing.T) { onEach(t, testExisting) }

// What only works on an account makes none.
func testExisting(t *testing.T, database string) {
	if _, err := account.Open(t.Context(), account.Config{Database: database, Existing: true}); !errors.Is(err, account.ErrNoAccount) {
		t.Errorf("Open of nothing = %v, want ErrNoAccount", err)
	}
	if _, err := os.Stat(database); err == nil {
		t.Error("a file was made")
	}
	if account.IsPostgres(database) {
		var tables int
		err := inspect(t, database).QueryRowContext(t.Context(), `SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'`).Scan(&tables)
		if err != nil || tables != 0 {
			t.Errorf("%d tables were made (%v)", tables, err)
		}
	} else if err := os.WriteFile(database, nil, 0o600); err != nil {
		t.Fatal(err)
	} else if _, err := account.Open(t.Context(), account.Config{Database: database, Existing: true}); !errors.Is(err, account.ErrNoAccount) {
		t.Errorf("Open of an empty file = %v, want ErrNoAccount", err)
	}
	open(t, account.Config{Database: database})
	open(t, account.Config{Database: database, Existing: true})
}

func TestOpenRefuses(t *testing.T) {
	if _, err := account.Open(t.Context(), account.Config{Database: newPath(t), UsageLimit: -1}); err == nil {
		t.Error("a negative limit was accepted")
	}
	if _, err := account.Open(t.Context(), account.Config{Database: filepath.Join(t.TempDir(), "missing", "a.db")}); err == nil {
		t.Error("a file in a folder that does not exist was opened")
	}
	garbage := newPath(t)
	if err := os.WriteFile(garbage, []byte("this is not a database, however long one looks at it; not at all"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := account.Open(t.Context(), account.Config{Database: garbage}); err == nil {
		t.Error("a file that is no database was opened")
	}
}

// TestOpenAtOnce has several handles make the same new file, as processes that
// start together do. The folder's name has characters that mean something in a URL.
func TestOpenAtOnce(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "data?of %41 ünï#1")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "account.db")
	var group sync.WaitGroup
	for range 6 {
		group.Go(func() {
			a, err := account.Open(context.Background(), account.Config{Database: path, Node: "n"})
			if err != nil {
				t.Error(err)
				return
			}
			if err := a.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o600 {
		t.Errorf("mode = %v, want 0600", info.Mode().Perm())
	}
}
