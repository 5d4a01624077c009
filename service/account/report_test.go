package account_test

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"assay/service/account"
	"assay/service/servicetest"
)

func TestReports(t *testing.T) { onEach(t, testReports) }

// testReports looks at a cycle with calls on two days, of two keys and two kinds,
// one refunded after midnight and one running, and one of the cycle before.
func testReports(t *testing.T, database string) {
	began := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	now := servicetest.NewClock(began)
	a := open(t, account.Config{Database: database, Now: now.Now})
	key, _, err := a.CreateKey(t.Context(), "shop")
	if err != nil {
		t.Fatal(err)
	}
	ask := func(id, keyID string, work account.Work, calls int64, at time.Time) {
		t.Helper()
		now.Set(at)
		if err := a.Reserve(t.Context(), account.Reservation{RequestID: id, KeyID: keyID, Work: work, Calls: calls}); err != nil {
			t.Fatal(err)
		}
	}
	done := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}

	days, err := a.CallsByDay(t.Context())
	done(err)
	calls, err := a.Calls(t.Context(), account.CallFilter{Limit: 10})
	done(err)
	if len(days) != 0 || len(calls) != 0 {
		t.Errorf("a new account has %v and %v", days, calls)
	}

	ask("old", key.ID, account.Web, 1, began)
	done(a.Settle(t.Context(), "old"))
	first := time.Date(2026, 4, 10, 8, 0, 0, 0, time.UTC)
	ask("web", key.ID, account.Web, 1, first)
	done(a.Settle(t.Context(), "web"))
	ask("pdf", "portal", account.Document, 7, first.Add(time.Hour))
	done(a.Settle(t.Context(), "pdf"))
	ask("failed", key.ID, account.Web, 1, first.Add(15*time.Hour))
	next := first.Add(17 * time.Hour)
	now.Set(next)
	done(a.Refund(t.Context(), "failed"))
	ask("running", key.ID, account.Web, 2, next.Add(time.Minute))

	days, err = a.CallsByDay(t.Context())
	done(err)
	midnight := time.Date(2026, 4, 10, 0, 0, 0, 0, time.UTC)
	want := []account.DayCalls{
		{Day: midnight, Work: account.Document, Calls: 7},
		{Day: midnight, Work: account.Web, Calls: 1},
		{Day: midnight.AddDate(0, 0, 1), Work: account.Web, Calls: 2},
	}
	if diff := cmp.Diff(want, days); diff != "" {
		t.Errorf("by day (-want +got):\n%s", diff)
	}

	byKey, err := a.CallsByKey(t.Context())
	done(err)
	if diff := cmp.Diff(map[string]int64{key.ID: 3, "portal": 7}, byKey); diff != "" {
		t.Errorf("by key (-want +got):\n%s", diff)
	}

	calls, err = a.Calls(t.Context(), account.CallFilter{Limit: 4})
	done(err)
	shop := account.Call{KeyID: key.ID, KeyName: "shop", KeyPrefix: key.Prefix, Work: account.Web, Calls: 1}
	running, failed, web := shop, shop, shop
	running.RequestID, running.Calls, running.Outcome, running.Asked = "running", 2, account.Running, next.Add(time.Minute)
	failed.RequestID, failed.Outcome, failed.Asked, failed.Done = "failed", account.Refunded, first.Add(15*time.Hour), next
	web.RequestID, web.Outcome, web.Asked, web.Done = "web", account.Answered, first, first
	pdf := account.Call{RequestID: "pdf", KeyID: "portal", Work: account.Document, Calls: 7, Outcome: account.Answered, Asked: first.Add(time.Hour), Done: first.Add(time.Hour)}
	if diff := cmp.Diff([]account.Call{running, failed, pdf, web}, calls, cmpopts.EquateApproxTime(0), cmpopts.IgnoreFields(account.Call{}, "Place")); diff != "" {
		t.Errorf("latest (-want +got):\n%s", diff)
	}
	names := func(filter account.CallFilter) string {
		t.Helper()
		if filter.Limit == 0 {
			filter.Limit = 10
		}
		calls, err := a.Calls(t.Context(), filter)
		done(err)
		var names []string
		for _, call := range calls {
			names = append(names, call.RequestID)
		}
		return strings.Join(names, " ")
	}
	for _, test := range []struct {
		want   string
		filter account.CallFilter
	}{
		{"running failed pdf web old", account.CallFilter{}},
		{"running failed web old", account.CallFilter{KeyID: key.ID}},
		{"pdf", account.CallFilter{Work: account.Document}},
		{"running", account.CallFilter{Outcome: account.Running}},
		{"failed", account.CallFilter{Outcome: account.Refunded}},
		{"pdf web old", account.CallFilter{Outcome: account.Answered}},
		{"failed pdf", account.CallFilter{From: first.Add(time.Hour), Until: next}},
		{"web old", account.CallFilter{Before: calls[2].Place}},
		{"running failed", account.CallFilter{After: calls[2].Place}},
		{"failed", account.CallFilter{After: calls[2].Place, Limit: 1}},
		{"", account.CallFilter{KeyID: "none"}},
	} {
		if got := names(test.filter); got != test.want {
			t.Errorf("%+v has %q, want %q", test.filter, got, test.want)
		}
	}
}

// fillDays returns the statement with which the schema's migration makes the sums of
// days of the ledger that it finds.
func fillDays(t testing.TB) string {
	t.Helper()
	migration, err := os.ReadFile("migrations/00004_day_calls.sql")
	if err != nil {
		t.Fatal(err)
	}
	_, fill, _ := strings.Cut(string(migration), ");\n")
	return fill
}

// TestDaysOfAnOlderLedger makes the sums of days anew, as the migration does with a
// ledger from before there were any.
func TestDaysOfAnOlderLedger(t *testing.T) { onEach(t, testDaysOfAnOlderLedger) }

func testDaysOfAnOlderLedger(t *testing.T, database string) {
	a := open(t, account.Config{Database: database})
	reserve(t, a, "answered", 2)
	reserve(t, a, "failed", 3)
	reserve(t, a, "running", 4)
	if err := errors.Join(a.Settle(t.Context(), "answered"), a.Refund(t.Context(), "failed")); err != nil {
		t.Fatal(err)
	}
	db := inspect(t, database)
	for _, statement := range []string{"DELETE FROM day_calls", "DELETE FROM node_calls", fillDays(t)} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	check(t, a, database, 6)
	if calls, err := a.CallsByKey(t.Context()); err != nil || calls["k"] != 6 {
		t.Errorf("the calls by key are %v, %v", calls, err)
	}
}
