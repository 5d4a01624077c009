package account_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"assay/service/account"
	"assay/service/servicetest"
)

// TestBlocks has nodes that come, die and come back do things at random, one after the
// other, with a limit that changes. At each moment a call is reserved if and only if there
// is one left, whichever node holds it, and what is used is what was reserved and not
// given back.
func TestBlocks(t *testing.T) { testBlocks(t, false) }

// TestBlocksBesidePrevious does so while nodes of the previous version work on the same
// schema. They take what blocks hold for used, so they may refuse a call that there is.
func TestBlocksBesidePrevious(t *testing.T) { testBlocks(t, true) }

func testBlocks(t *testing.T, previous bool) {
	t.Parallel()
	const nodes, steps = 4, 150
	for seed := range uint64(2) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(seed, 20))
			database := servicetest.Database(t)
			at := servicetest.NewClock(time.Now())
			limit := int64(200)
			open := map[string]int64{}            // calls of the reservations that are open
			doneBy := map[string]int{}            // the node that made them
			settled := int64(0)                   // calls
			accounts := [nodes]*account.Account{} // nil is dead
			start := func(n int) {
				a, err := account.Open(t.Context(), account.Config{Database: database, Node: fmt.Sprint("node-", n), UsageLimit: 200, Now: at.Now})
				if err != nil {
					t.Fatal(err)
				}
				accounts[n] = a
			}
			for n := range nodes {
				start(n)
			}
			t.Cleanup(func() {
				for _, a := range accounts {
					if a != nil {
						a.Close()
					}
				}
			})
			old := openPrevious(t, database, "previous")
			used := func() (sum int64) {
				for _, calls := range open {
					sum += calls
				}
				return sum + settled
			}
			alive := func() (int, *account.Account) {
				for {
					if n := random.IntN(nodes); accounts[n] != nil {
						return n, accounts[n]
					}
				}
			}
			conclude := func(do func(id string) error, counts bool) {
				ids := slices.Sorted(maps.Keys(open))
				if len(ids) == 0 {
					return
				}
				id := ids[random.IntN(len(ids))]
				if err := do(id); err != nil {
					t.Fatal(err)
				}
				if counts {
					settled += open[id]
				}
				delete(open, id)
			}
			for step := range steps {
				id, calls := fmt.Sprint("request-", step), 1+random.Int64N(9)
				n, a := alive()
				switch op := random.IntN(20); {
				case op < 10:
					fits := used()+calls <= limit
					err := a.Reserve(t.Context(), account.Reservation{RequestID: id, KeyID: "k", Work: account.Web, Calls: calls})
					quota := (*account.QuotaError)(nil)
					switch {
					case fits != (err == nil) || err != nil && !errors.As(err, &quota):
						t.Fatalf("step %d: %d of %d are used, reserving %d: %v", step, used(), limit, calls, err)
					case quota != nil && (quota.Used != used() || quota.Limit != limit):
						t.Fatalf("step %d: %d of %d are used: %v", step, used(), limit, quota)
					case err == nil:
						open[id], doneBy[id] = calls, n
					}
				case op < 13:
					conclude(func(id string) error { return a.Settle(t.Context(), id) }, true)
				case op < 16:
					conclude(func(id string) error { return a.Refund(t.Context(), id) }, false)
				case op == 16:
					limit = 100 + random.Int64N(200)
					if _, err := a.SetUsageLimit(t.Context(), limit); err != nil {
						t.Fatal(err)
					}
				case op == 17: // it dies
					if !slices.ContainsFunc(accounts[:], func(other *account.Account) bool { return other != nil && other != a }) {
						break
					}
					accounts[n] = nil
					if err := a.Close(); err != nil {
						t.Fatal(err)
					}
				case op == 18: // it comes back, and gives back what its death interrupted
					if n = random.IntN(nodes); accounts[n] != nil {
						break
					}
					start(n)
					if _, err := accounts[n].Recover(t.Context()); err != nil {
						t.Fatal(err)
					}
					maps.DeleteFunc(open, func(id string, _ int64) bool { return doneBy[id] == n })
				case previous && random.IntN(2) == 0:
					err := old.Reserve(t.Context(), id, calls, time.Hour)
					if err == nil {
						open[id], doneBy[id] = calls, -1
					} else if !errors.Is(err, errPreviousQuota) {
						t.Fatal(err)
					}
				case previous:
					conclude(func(id string) error { return old.conclude(t.Context(), id, "refund") }, false)
				}
				if usage, err := a.Usage(t.Context()); accounts[n] == a && (err != nil || usage.Used != used() || usage.Limit != limit) {
					t.Fatalf("step %d: usage %+v, %v; want %d of %d", step, usage, err, used(), limit)
				}
			}
			_, a := alive()
			check(t, a, database, used())
			// What is left can be spent by one node to the last call, whoever was granted it.
			for left := limit - used(); left > 0; left-- {
				reserve(t, a, fmt.Sprint("rest-", left), 1)
			}
			if err := a.Reserve(t.Context(), account.Reservation{RequestID: "over", Calls: 1}); err == nil {
				t.Error("one call too many was reserved")
			}
		})
	}
}
