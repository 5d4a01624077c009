package account_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"assay/service/account"
	"assay/service/servicetest"
)

// TestKeyQuota has nodes spend a key's calls of a cycle at once: never more than it may,
// and all of them. Other keys, and calls that are given back, are not counted.
func TestKeyQuota(t *testing.T) { onEach(t, testKeyQuota) }

func testKeyQuota(t *testing.T, database string) {
	const nodes, limit = 3, 40
	at := servicetest.NewClock(instant(t, "2026-11-05T10:00:00Z"))
	var accounts [nodes]*account.Account
	for i := range accounts {
		accounts[i] = open(t, account.Config{Database: database, Node: fmt.Sprint("node-", i), Now: at.Now})
	}
	ask := func(n int, id, key string, calls, limit int64) error {
		return accounts[n].Reserve(t.Context(), account.Reservation{RequestID: id, KeyID: key, Work: account.Web, Calls: calls, Limits: account.Limits{PerCycle: limit}})
	}
	var mu sync.Mutex
	var taken []string
	var done sync.WaitGroup
	for n := range nodes {
		for i := range 30 {
			done.Go(func() {
				id := fmt.Sprint(n, "-", i)
				err := ask(n, id, "k", 1, limit)
				quota := (*account.QuotaError)(nil)
				switch {
				case err == nil:
					mu.Lock()
					defer mu.Unlock()
					taken = append(taken, id)
				case !errors.As(err, &quota) || !quota.OfKey || quota.Limit != limit || quota.Used != limit || quota.Left != 0:
					t.Errorf("%s: %v", id, err)
				}
			})
			done.Go(func() {
				if err := ask(n, fmt.Sprint("other-", n, "-", i), "other", 1, 0); err != nil {
					t.Errorf("another key: %v", err)
				}
			})
		}
	}
	done.Wait()
	if len(taken) != limit {
		t.Fatalf("%d calls were taken of %d", len(taken), limit)
	}
	if err := accounts[1].Refund(t.Context(), taken[0]); err != nil {
		t.Fatal(err)
	}
	if err := ask(2, "two", "k", 2, limit); err == nil {
		t.Error("two calls were taken of one that is left")
	}
	if err := ask(2, "one", "k", 1, limit); err != nil {
		t.Errorf("the call that was given back: %v", err)
	}
	check(t, accounts[0], database, limit+nodes*30)
	at.Set(instant(t, "2026-12-05T10:00:00Z"))
	if err := ask(0, "next cycle", "k", limit, limit); err != nil {
		t.Errorf("in the next cycle: %v", err)
	}
}

// TestKeyRate has two nodes use what a key may in a minute.
func TestKeyRate(t *testing.T) { onEach(t, testKeyRate) }

func testKeyRate(t *testing.T, database string) {
	for _, limit := range []int64{6, 6000} {
		at := servicetest.NewClock(instant(t, "2026-11-05T10:00:00Z"))
		nodes := []*account.Account{
			open(t, account.Config{Database: database, Node: "one", Now: at.Now, UsageLimit: 1 << 40}),
			open(t, account.Config{Database: database, Node: "two", Now: at.Now}),
		}
		next := 0
		ask := func(calls int64) error {
			next++
			return nodes[next%2].Reserve(t.Context(), account.Reservation{
				RequestID: fmt.Sprint(limit, " ", next), KeyID: fmt.Sprint("k", limit), Work: account.Document, Calls: calls, Limits: account.Limits{PerMinute: limit},
			})
		}
		step, taken := max(1, limit/600), int64(0)
		rate := (*account.RateError)(nil)
		for {
			err := ask(step)
			if errors.As(err, &rate) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if taken += step; taken > limit {
				t.Fatalf("%d calls were taken at once of %d", taken, limit)
			}
		}
		// A busy node takes some ahead.
		if taken < limit-limit/20 {
			t.Errorf("%d calls were taken at once of %d", taken, limit)
		}
		if rate.Limit != limit || rate.Wait <= 0 || rate.Wait > time.Minute {
			t.Errorf("%+v", rate)
		}
		at.Set(at.Now().Add(time.Second + rate.Wait)) // what was taken ahead is lost by then
		if err := ask(step); err != nil {
			t.Errorf("after %s: %v", rate.Wait, err)
		}
		if err := ask(10 * limit); !errors.As(err, &rate) {
			t.Errorf("a large document after others: %v", err)
		}
		at.Set(at.Now().Add(rate.Wait))
		if err := ask(10 * limit); err != nil {
			t.Errorf("a large document after %s: %v", rate.Wait, err)
		}
		if err := ask(1); !errors.As(err, &rate) || rate.Wait < 9*time.Minute-time.Second || rate.Wait > 9*time.Minute+time.Minute {
			t.Errorf("after a large document: %v", err)
		}
	}
}

// TestKeyRateWritesSeldom counts what is written for a busy key.
func TestKeyRateWritesSeldom(t *testing.T) {
	path := newPath(t)
	at := servicetest.NewClock(instant(t, "2026-11-05T10:00:00Z"))
	a := open(t, account.Config{Database: path, Now: at.Now})
	db := inspect(t, path)
	for _, statement := range []string{
		`CREATE TABLE written (at BIGINT)`,
		`CREATE TRIGGER written AFTER UPDATE ON key_rate BEGIN INSERT INTO written VALUES (NEW.full_at); END`,
	} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	const calls = 640
	for i := range calls {
		err := a.Reserve(t.Context(), account.Reservation{RequestID: fmt.Sprint(i), KeyID: "k", Work: account.Web, Calls: 1, Limits: account.Limits{PerMinute: 6400}})
		if err != nil {
			t.Fatal(err)
		}
	}
	var written int
	if err := db.QueryRowContext(t.Context(), `SELECT count(*) FROM written`).Scan(&written); err != nil {
		t.Fatal(err)
	}
	if written == 0 || written > calls/20 {
		t.Errorf("%d calls were written down %d times", calls, written)
	}
}

// TestInvalidKeys revokes a key and lets one expire.
func TestInvalidKeys(t *testing.T) { onEach(t, testInvalidKeys) }

func testInvalidKeys(t *testing.T, database string) {
	at := servicetest.NewClock(instant(t, "2026-11-05T10:00:00Z"))
	a := open(t, account.Config{Database: database, Now: at.Now})
	var ids []string
	for _, change := range []account.KeyChange{{}, {}, {Expires: new(at.Now().Add(time.Hour))}} {
		key, _, err := a.CreateKeyWith(t.Context(), change)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, key.ID)
	}
	invalid := func(want ...string) {
		t.Helper()
		got, err := a.Invalid(t.Context(), append(ids, "nobody's"))
		slices.Sort(got)
		slices.Sort(want)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("invalid are %v, %v; want %v", got, err, want)
		}
	}
	invalid()
	if _, err := a.RevokeKey(t.Context(), ids[0]); err != nil {
		t.Fatal(err)
	}
	at.Set(at.Now().Add(time.Hour))
	invalid(ids[0], ids[2])
	if got, err := a.Invalid(t.Context(), nil); err != nil || got != nil {
		t.Errorf("of none: %v, %v", got, err)
	}
}
