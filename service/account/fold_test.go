package account_test

import (
	"errors"
	"testing"
	"time"

	"assay/service/account"
	"assay/service/servicetest"
)

// TestFold lets fourteen months pass: the ledger's entries from before are gone, and the
// sums of their days are still there. What the nodes added up is the account's.
func TestFold(t *testing.T) { onEach(t, testFold) }

func testFold(t *testing.T, database string) {
	at := servicetest.NewClock(instant(t, "2026-01-10T12:00:00Z"))
	a, err := account.Open(t.Context(), account.Config{Database: database, Now: at.Now})
	if err != nil {
		t.Fatal(err)
	}
	reserve(t, a, "old", 3)
	reserve(t, a, "failed", 2)
	if err := errors.Join(a.Settle(t.Context(), "old"), a.Refund(t.Context(), "failed")); err != nil {
		t.Fatal(err)
	}
	at.Set(instant(t, "2026-02-11T12:00:00Z"))
	reserve(t, a, "kept", 4)
	if err := a.Settle(t.Context(), "kept"); err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	at.Set(instant(t, "2027-03-11T12:00:00Z"))
	a = open(t, account.Config{Database: database, Now: at.Now, Lease: 300 * time.Millisecond})
	reserve(t, a, "new", 1) // the upkeep begins
	db := inspect(t, database)
	count := func(question string) (n int64) {
		t.Helper()
		if err := db.QueryRowContext(t.Context(), question).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	servicetest.Eventually(t, "the account", func() bool { return count(`SELECT count(*) FROM ledger WHERE request_id IN ('old', 'failed')`) == 0 })
	if n := count(`SELECT count(*) FROM ledger WHERE request_id = 'kept'`); n != 2 {
		t.Errorf("%d entries of a cycle thirteen months ago are left, want 2", n)
	}
	if n := count(`SELECT CAST(sum(calls) AS BIGINT) FROM day_calls WHERE day = 20463`); n != 3 { // 10 January 2026
		t.Errorf("the sum of a day that was folded is %d, want 3", n)
	}
	if n := count(`SELECT count(*) FROM node_calls WHERE day < 20888`); n != 0 { // 11 March 2027
		t.Errorf("%d sums of nodes are left of days that are over", n)
	}
	if got := used(t, a); got != 1 {
		t.Errorf("%d calls are used, want 1", got)
	}
}
