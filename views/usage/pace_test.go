package usage

import (
	"testing"
	"time"

	"assay/views/state"
	"assay/wire"
)

var (
	november = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	december = time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
)

func TestPace(t *testing.T) {
	day := 24 * time.Hour
	tests := []struct {
		name        string
		used, limit int64
		gone        time.Duration
		want        pace
	}{
		{"half of the time, a third of the calls", 3000, 10000, 15 * day, pace{known: true, forecast: 6000, even: 5000}},
		{"too fast", 6000, 10000, 15 * day, pace{known: true, forecast: 12000, even: 5000, runsOut: november.Add(25 * day)}},
		{"nothing used", 0, 10000, 15 * day, pace{known: true, even: 5000}},
		{"used up", 10000, 10000, 15 * day, pace{known: true, forecast: 20000, even: 5000}},
		{"the first minutes", 5, 10000, time.Hour, pace{even: 13}},
		{"before the cycle", 5, 10000, -time.Hour, pace{}},
		{"after the cycle", 500, 1000, 31 * day, pace{known: true, forecast: 500, even: 1000}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			u := &wire.Usage{Used: tt.used, Limit: tt.limit, PeriodStart: november, PeriodEnd: december}
			if got := paceOf(u, november.Add(tt.gone)); got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

func TestSince(t *testing.T) {
	now := november.Add(10*24*time.Hour + 14*time.Hour + 20*time.Minute)
	midnight, hour := november.Add(10*24*time.Hour), now.Truncate(time.Hour)
	u := &wire.Usage{Used: 300, Limit: 1000, PeriodStart: november, PeriodEnd: december}
	samples := []state.Sample{
		{At: midnight.Add(-5 * time.Minute), Used: 100, Start: november},
		{At: midnight.Add(3 * time.Hour), Used: 180, Start: november},
	}
	if n, ok := since(samples, u, midnight); n != 200 || !ok {
		t.Errorf("since midnight: %d %v, want 200", n, ok)
	}
	if n, ok := since(samples, u, hour); ok {
		t.Errorf("since the hour: %d, though the sample before it is hours old", n)
	}
	if n, ok := since(nil, u, midnight); ok {
		t.Errorf("without samples: %d", n)
	}
	if n, ok := since(nil, u, november); n != 300 || !ok {
		t.Errorf("since the cycle's start: %d %v, want all", n, ok)
	}
}

func TestInCycle(t *testing.T) {
	u := &wire.Usage{PeriodStart: november, PeriodEnd: december}
	samples := []state.Sample{
		{At: november.Add(-time.Hour), Start: november.AddDate(0, -1, 0)},
		{At: november.Add(time.Hour), Start: november},
	}
	if got := inCycle(samples, u); len(got) != 1 || got[0] != samples[1] {
		t.Errorf("got %v", got)
	}
}
