package account_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"assay/service/account"
	"assay/service/servicetest"
)

func TestReserveSettleRefund(t *testing.T) { onEach(t, testReserveSettleRefund) }

func testReserveSettleRefund(t *testing.T, database string) {
	at := servicetest.NewClock(instant(t, "2026-11-05T10:00:00Z"))
	a := open(t, account.Config{Database: database, UsageLimit: 10, Now: at.Now})
	ctx := t.Context()

	reserve(t, a, "web", 1)
	reserve(t, a, "document", 6)
	check(t, a, database, 7)

	var quota *account.QuotaError
	err := a.Reserve(ctx, account.Reservation{RequestID: "big", KeyID: "k", Work: account.Document, Calls: 4})
	if !errors.As(err, &quota) {
		t.Fatalf("reserving 4 of 3: %v, want a QuotaError", err)
	}
	want := account.QuotaError{Limit: 10, Used: 7, Left: 3, Wanted: 4, Resets: instant(t, "2026-12-05T00:00:00Z")}
	if *quota != want {
		t.Errorf("quota error = %+v, want %+v", *quota, want)
	}
	check(t, a, database, 7)

	for range 2 { // the second time changes nothing
		if err := a.Settle(ctx, "web"); err != nil {
			t.Fatal(err)
		}
		if err := a.Refund(ctx, "document"); err != nil {
			t.Fatal(err)
		}
		check(t, a, database, 1)
	}
	if err := a.Refund(ctx, "web"); !errors.Is(err, account.ErrSettled) {
		t.Errorf("refunding a settled request: %v, want ErrSettled", err)
	}
	if err := a.Settle(ctx, "document"); !errors.Is(err, account.ErrRefunded) {
		t.Errorf("settling a refunded request: %v, want ErrRefunded", err)
	}
	if err := a.Settle(ctx, "unknown"); !errors.Is(err, account.ErrNoReservation) {
		t.Errorf("settling an unknown request: %v, want ErrNoReservation", err)
	}
	if err := a.Refund(ctx, "big"); !errors.Is(err, account.ErrNoReservation) {
		t.Errorf("refunding a refused request: %v, want ErrNoReservation", err)
	}
	for _, r := range []account.Reservation{
		{RequestID: "web", Calls: 1}, // used before
		{RequestID: "", Calls: 1},
		{RequestID: "none", Calls: 0},
		{RequestID: "negative", Calls: -5},
	} {
		if err := a.Reserve(ctx, r); err == nil {
			t.Errorf("Reserve(%+v) succeeded", r)
		}
	}
	check(t, a, database, 1)
}

func TestLoweredLimitLeavesNothing(t *testing.T) { onEach(t, testLoweredLimitLeavesNothing) }

func testLoweredLimitLeavesNothing(t *testing.T, database string) {
	a := open(t, account.Config{Database: database, UsageLimit: 10})
	reserve(t, a, "a", 8)
	if _, err := a.SetUsageLimit(t.Context(), 5); err != nil {
		t.Fatal(err)
	}
	var quota *account.QuotaError
	err := a.Reserve(t.Context(), account.Reservation{RequestID: "b", Calls: 1})
	if !errors.As(err, &quota) || quota.Left != 0 || quota.Used != 8 || quota.Limit != 5 {
		t.Errorf("reserving over a lowered limit: %v (%+v)", err, quota)
	}
}

// TestReserveNeverOverspends lets 32 goroutines on two handles of one file race
// for the last calls, a third of them giving theirs back.
func TestReserveNeverOverspends(t *testing.T) { onEach(t, testReserveNeverOverspends) }

func testReserveNeverOverspends(t *testing.T, database string) {
	const limit = 50
	handles := []*account.Account{
		open(t, account.Config{Database: database, UsageLimit: limit, Node: "node-1"}),
		open(t, account.Config{Database: database, Node: "node-2"}),
	}
	ctx := t.Context()
	var held, settled, refused atomic.Int64
	var group sync.WaitGroup
	for worker := range 32 {
		group.Go(func() {
			a := handles[worker%2]
			for n := range 6 {
				id := fmt.Sprintf("%d-%d", worker, n)
				calls := int64(1 + n%3)
				err := a.Reserve(ctx, account.Reservation{RequestID: id, Work: account.Document, Calls: calls})
				if quota := (*account.QuotaError)(nil); errors.As(err, &quota) {
					refused.Add(1)
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				if now := held.Add(calls); now > limit {
					t.Errorf("%d calls are out of a limit of %d", now, limit)
				}
				if n%3 == 0 {
					// Counted down first: a refunded call may be taken again at once.
					held.Add(-calls)
					err = a.Refund(ctx, id)
				} else {
					settled.Add(calls)
					err = a.Settle(ctx, id)
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if refused.Load() == 0 {
		t.Error("nothing was refused: the limit was never reached")
	}
	check(t, handles[0], database, settled.Load())

	// What is left can be spent to the last call, and no further.
	for id := range limit - settled.Load() {
		reserve(t, handles[1], fmt.Sprint("rest-", id), 1)
	}
	err := handles[0].Reserve(ctx, account.Reservation{RequestID: "over", Calls: 1})
	if quota := (*account.QuotaError)(nil); !errors.As(err, &quota) {
		t.Errorf("one call too many: %v, want a QuotaError", err)
	}
	check(t, handles[0], database, limit)
}

func TestRecoverRefundsOnlyThisNodesOpenWork(t *testing.T) {
	onEach(t, testRecoverRefundsOnlyThisNodesOpenWork)
}

func testRecoverRefundsOnlyThisNodesOpenWork(t *testing.T, database string) {
	crashed, err := account.Open(t.Context(), account.Config{Database: database, Node: "node-1"})
	if err != nil {
		t.Fatal(err)
	}
	other := open(t, account.Config{Database: database, Node: "node-2"})
	reserve(t, crashed, "answered", 2)
	if err := crashed.Settle(t.Context(), "answered"); err != nil {
		t.Fatal(err)
	}
	reserve(t, crashed, "interrupted-1", 3)
	reserve(t, crashed, "interrupted-2", 4)
	reserve(t, other, "running elsewhere", 5)
	if err := crashed.Close(); err != nil {
		t.Fatal(err)
	}

	restarted := open(t, account.Config{Database: database, Node: "node-1"})
	check(t, restarted, database, 14)
	if n, err := restarted.Recover(t.Context()); n != 2 || err != nil {
		t.Errorf("Recover = %d, %v, want 2 refunds", n, err)
	}
	check(t, restarted, database, 7)
	if n, err := restarted.Recover(t.Context()); n != 0 || err != nil {
		t.Errorf("a second Recover = %d, %v, want nothing to do", n, err)
	}
	if err := other.Settle(t.Context(), "running elsewhere"); err != nil {
		t.Errorf("settling what another node runs: %v", err)
	}
	check(t, restarted, database, 7)
}

func TestRefundExpired(t *testing.T) { onEach(t, testRefundExpired) }

func testRefundExpired(t *testing.T, database string) {
	began := instant(t, "2026-11-05T10:00:00Z")
	at := servicetest.NewClock(began)
	dead, err := account.Open(t.Context(), account.Config{Database: database, Node: "dead", Lease: time.Minute, Now: at.Now})
	if err != nil {
		t.Fatal(err)
	}
	reserve(t, dead, "old", 2)
	at.Set(began.Add(30 * time.Second))
	reserve(t, dead, "young", 3)
	if err := dead.Close(); err != nil {
		t.Fatal(err)
	}

	a := open(t, account.Config{Database: database, Node: "alive", Now: at.Now})
	for _, step := range []struct {
		after    time.Duration
		refunded int
		used     int64
	}{
		{59 * time.Second, 0, 5},
		{60 * time.Second, 1, 3},
		{89 * time.Second, 0, 3},
		{90 * time.Second, 1, 0},
	} {
		at.Set(began.Add(step.after))
		if n, err := a.RefundExpired(t.Context()); n != step.refunded || err != nil {
			t.Errorf("after %s: RefundExpired = %d, %v, want %d", step.after, n, err, step.refunded)
		}
		check(t, a, database, step.used)
	}
	if err := a.Settle(t.Context(), "young"); !errors.Is(err, account.ErrRefunded) {
		t.Errorf("settling what expired: %v, want ErrRefunded", err)
	}
}

// TestLeasesAreRenewed lets a request run for many leases while another handle
// refunds whatever expires.
func TestLeasesAreRenewed(t *testing.T) { onEach(t, testLeasesAreRenewed) }

func testLeasesAreRenewed(t *testing.T, database string) {
	const lease = time.Second
	busy := open(t, account.Config{Database: database, Node: "busy", Lease: lease})
	other := open(t, account.Config{Database: database, Node: "other", Lease: lease})
	reserve(t, busy, "long", 1)

	abandoned, err := account.Open(t.Context(), account.Config{Database: database, Node: "gone", Lease: lease})
	if err != nil {
		t.Fatal(err)
	}
	reserve(t, abandoned, "abandoned", 4)
	if err := abandoned.Close(); err != nil {
		t.Fatal(err)
	}
	// The abandoned lease is the younger one: that it is refunded, by the upkeep
	// of the busy node or by this loop, shows that the other had ended too but
	// for its renewal.
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for {
		if _, err := other.RefundExpired(ctx); err != nil {
			t.Fatal(err)
		}
		usage, err := other.Usage(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if usage.Used < 5 {
			break
		}
	}
	check(t, other, database, 1)
	if err := busy.Settle(t.Context(), "long"); err != nil {
		t.Errorf("settling after a long time: %v", err)
	}
	check(t, other, database, 1)
}

func TestCycleRollsOver(t *testing.T) { onEach(t, testCycleRollsOver) }

func testCycleRollsOver(t *testing.T, database string) {
	at := servicetest.NewClock(instant(t, "2026-01-31T12:00:00Z"))
	a := open(t, account.Config{Database: database, UsageLimit: 10, Now: at.Now})
	reserve(t, a, "january", 10)
	if err := a.Settle(t.Context(), "january"); err != nil {
		t.Fatal(err)
	}

	at.Set(instant(t, "2026-02-27T23:59:59Z"))
	err := a.Reserve(t.Context(), account.Reservation{RequestID: "early", Calls: 1})
	if err == nil || !strings.Contains(err.Error(), "2026-02-28T00:00:00Z") {
		t.Errorf("over the limit before the cycle ends: %v, want an error naming its end", err)
	}

	at.Set(instant(t, "2026-02-28T00:00:00Z"))
	check(t, a, database, 0)
	reserve(t, a, "kept", 4)
	reserve(t, a, "given back", 5)
	check(t, a, database, 9)

	// A refund in the next cycle goes to the cycle the calls were taken from.
	at.Set(instant(t, "2026-03-31T00:00:00Z"))
	reserve(t, a, "march", 2)
	if err := a.Refund(t.Context(), "given back"); err != nil {
		t.Fatal(err)
	}
	if err := a.Settle(t.Context(), "kept"); err != nil {
		t.Fatal(err)
	}
	check(t, a, database, 2)
	usage, err := a.Usage(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := account.Usage{Limit: 10, Used: 2, Start: instant(t, "2026-03-31T00:00:00Z"), End: instant(t, "2026-04-30T00:00:00Z")}
	if usage != want {
		t.Errorf("usage = %+v, want %+v", usage, want)
	}
	at.Set(instant(t, "2026-03-01T00:00:00Z"))
	check(t, a, database, 4)
}

// TestBookingReadsFewRows books calls one after the other from an empty ledger on: what a
// call reads of it does not grow with it. PostgreSQL keeps the plans that it made at first.
func TestBookingReadsFewRows(t *testing.T) {
	t.Parallel()
	const calls, most = 120, 20
	database := servicetest.Database(t)
	a, err := account.Open(t.Context(), account.Config{Database: database})
	if err != nil {
		t.Fatal(err)
	}
	for n := range calls {
		id := fmt.Sprint("request-", n)
		reserve(t, a, id, 1)
		if err := a.Settle(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.Close(); err != nil { // its connections tell what they read
		t.Fatal(err)
	}
	db, read := inspect(t, database), int64(0)
	servicetest.Eventually(t, "what was read", func() bool {
		err := db.QueryRowContext(t.Context(), `SELECT COALESCE(seq_tup_read, 0) + COALESCE((SELECT sum(idx_tup_read) FROM pg_stat_user_indexes
			WHERE relname = 'ledger'), 0) FROM pg_stat_user_tables WHERE relname = 'ledger' AND n_tup_ins >= $1`, 2*calls).Scan(&read)
		return err == nil
	})
	if read > most*calls {
		t.Errorf("%d calls read %d rows of the ledger, want %d of a call at most", calls, read, most)
	}
}
