package account_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"assay/service/account"
	"assay/service/servicetest"
)

// TestDiskFull fills the disk of the account between a reservation and its outcome.
// Nothing is counted for it, and nothing is lost.
func TestDiskFull(t *testing.T) {
	dir := servicetest.Disk(t, 2)
	path := filepath.Join(dir, "account.db")
	a := open(t, account.Config{Database: path, UsageLimit: 10})
	reserve(t, a, "answered", 1)
	if err := a.Settle(t.Context(), "answered"); err != nil {
		t.Fatal(err)
	}
	reserve(t, a, "running", 2)
	if err := a.Ping(t.Context()); err != nil {
		t.Errorf("Ping = %v before the disk is full", err)
	}

	free := servicetest.FillDisk(t, dir)
	unavailable := func(what string, err error) {
		t.Helper()
		if !errors.Is(err, account.ErrStorage) || !errors.Is(err, account.ErrUnavailable) {
			t.Errorf("%s = %v, want ErrStorage", what, err)
		}
	}
	unavailable("Ping", a.Ping(t.Context()))
	unavailable("Reserve", a.Reserve(t.Context(), account.Reservation{RequestID: "refused", KeyID: "k", Work: account.Web, Calls: 1}))
	soon, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	unavailable("Settle", a.Settle(soon, "running"))
	unavailable("Refund", a.Refund(t.Context(), "running"))

	free()
	if err := a.Ping(t.Context()); err != nil {
		t.Errorf("Ping = %v when there is room again", err)
	}
	servicetest.Eventually(t, "the account", func() bool {
		usage, err := a.Usage(t.Context())
		return err == nil && usage.Used == 1
	})
	check(t, a, path, 1)
}

// TestPingOfReadOnlyPostgres makes PostgreSQL read-only, as one is whose primary is
// elsewhere: a node that found that it cannot write says so until it can.
func TestPingOfReadOnlyPostgres(t *testing.T) {
	database := servicetest.Database(t)
	a := open(t, account.Config{Database: database, UsageLimit: 10})
	if err := a.Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	set := func(value string) {
		t.Helper()
		db := inspect(t, database)
		for _, statement := range []string{
			`BEGIN READ WRITE; DO $$ BEGIN EXECUTE 'ALTER DATABASE ' || current_database() || ' SET default_transaction_read_only = ` + value + `'; END $$; COMMIT`,
			`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
		} {
			if _, err := db.ExecContext(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
	}
	set("on")
	if err := a.Reserve(t.Context(), account.Reservation{RequestID: "r", KeyID: "k", Work: account.Web, Calls: 1}); !errors.Is(err, account.ErrUnavailable) {
		t.Errorf("Reserve = %v, want ErrUnavailable", err)
	}
	if err := a.Ping(t.Context()); !errors.Is(err, account.ErrUnavailable) || errors.Is(err, account.ErrStorage) {
		t.Errorf("Ping = %v, want ErrUnavailable", err)
	}
	set("off")
	if err := a.Ping(t.Context()); err != nil {
		t.Errorf("Ping = %v when it can be written again", err)
	}
	reserve(t, a, "r", 1)
}
