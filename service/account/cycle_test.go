package account_test

import (
	"testing"
	"time"

	"assay/service/account"
)

func TestCycle(t *testing.T) {
	tests := []struct {
		name, created, now string
		start, end         string
	}{
		{"the instant of creation", "2026-11-05T13:45:10Z", "2026-11-05T13:45:10Z", "2026-11-05", "2026-12-05"},
		{"later on the first day", "2026-11-05T13:45:10Z", "2026-11-05T23:59:59Z", "2026-11-05", "2026-12-05"},
		{"last instant of a cycle", "2026-11-05T13:45:10Z", "2026-12-04T23:59:59.999Z", "2026-11-05", "2026-12-05"},
		{"first instant of a cycle", "2026-11-05T13:45:10Z", "2026-12-05T00:00:00Z", "2026-12-05", "2027-01-05"},
		{"day before the anchor, in January", "2026-11-05T13:45:10Z", "2027-01-04T12:00:00Z", "2026-12-05", "2027-01-05"},
		{"first of the month", "2026-01-01T00:00:00Z", "2026-01-31T23:59:59Z", "2026-01-01", "2026-02-01"},
		{"first of the month, December", "2026-01-01T00:00:00Z", "2026-12-31T23:59:59Z", "2026-12-01", "2027-01-01"},
		{"31st: before the end of a short month", "2026-01-31T08:00:00Z", "2026-02-27T23:59:59Z", "2026-01-31", "2026-02-28"},
		{"31st: February", "2026-01-31T08:00:00Z", "2026-02-28T00:00:00Z", "2026-02-28", "2026-03-31"},
		{"31st: March", "2026-01-31T08:00:00Z", "2026-03-30T12:00:00Z", "2026-02-28", "2026-03-31"},
		{"31st: last day of March", "2026-01-31T08:00:00Z", "2026-03-31T12:00:00Z", "2026-03-31", "2026-04-30"},
		{"31st: April", "2026-01-31T08:00:00Z", "2026-04-30T00:00:00Z", "2026-04-30", "2026-05-31"},
		{"31st: July and August both have it", "2026-01-31T08:00:00Z", "2026-08-30T00:00:00Z", "2026-07-31", "2026-08-31"},
		{"31st: over the year's end", "2026-01-31T08:00:00Z", "2027-01-30T00:00:00Z", "2026-12-31", "2027-01-31"},
		{"30th: February", "2026-01-30T08:00:00Z", "2026-03-01T00:00:00Z", "2026-02-28", "2026-03-30"},
		{"30th: a month with 31 days keeps the 30th", "2026-01-30T08:00:00Z", "2026-03-31T00:00:00Z", "2026-03-30", "2026-04-30"},
		{"29th: common year", "2026-01-29T08:00:00Z", "2026-02-28T00:00:00Z", "2026-02-28", "2026-03-29"},
		{"29th: leap year", "2027-12-29T08:00:00Z", "2028-02-28T23:00:00Z", "2028-01-29", "2028-02-29"},
		{"31st: leap year", "2028-01-31T08:00:00Z", "2028-02-29T00:00:00Z", "2028-02-29", "2028-03-31"},
		{"leap day, a year later", "2028-02-29T08:00:00Z", "2029-02-28T00:00:00Z", "2029-02-28", "2029-03-29"},
		{"leap day, four years later", "2028-02-29T08:00:00Z", "2032-02-29T00:00:00Z", "2032-02-29", "2032-03-29"},
		{"1900 rule: 2100 is no leap year", "2099-12-31T08:00:00Z", "2100-02-28T00:00:00Z", "2100-02-28", "2100-03-31"},
		{"creation in another zone counts in UTC", "2026-06-01T01:00:00+02:00", "2026-06-15T00:00:00Z", "2026-05-31", "2026-06-30"},
		{"now in another zone counts in UTC", "2026-06-10T00:00:00Z", "2026-07-10T01:00:00+02:00", "2026-06-10", "2026-07-10"},
		{"a clock set back before creation", "2026-06-10T00:00:00Z", "2026-06-09T00:00:00Z", "2026-05-10", "2026-06-10"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			start, end := account.Cycle(instant(t, test.created), instant(t, test.now))
			if got, want := start.Format(time.RFC3339), test.start+"T00:00:00Z"; got != want {
				t.Errorf("start = %s, want %s", got, want)
			}
			if got, want := end.Format(time.RFC3339), test.end+"T00:00:00Z"; got != want {
				t.Errorf("end = %s, want %s", got, want)
			}
		})
	}
}

// TestCyclesJoin walks 30 years of days: each lies in its cycle, and each cycle
// begins where the one before ended.
func TestCyclesJoin(t *testing.T) {
	for day := 1; day <= 31; day++ {
		created := time.Date(2024, 1, day, 17, 3, 0, 0, time.UTC)
		_, lastEnd := account.Cycle(created, created)
		for now := created; now.Year() < 2054; now = now.AddDate(0, 0, 1) {
			start, end := account.Cycle(created, now)
			if now.Before(start) || !now.Before(end) {
				t.Fatalf("created %s: %s is not in its cycle %s – %s", created, now, start, end)
			}
			if end.Equal(lastEnd) {
				continue
			}
			if !start.Equal(lastEnd) {
				t.Fatalf("created %s: a cycle begins %s, the one before ended %s", created, start, lastEnd)
			}
			lastEnd = end
		}
	}
}

func instant(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}
