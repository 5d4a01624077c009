package frame

import (
	"testing"
	"time"
)

// A countdown goes on each second, after the keys have come to rest, and once a second
// even if they never do.
func TestClockWaitsForKeys(t *testing.T) {
	start := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	now := start
	env := &Env{Now: func() time.Time { return now }}
	var clock, other Clock
	if other.Start(env); clock.Start(env) == nil {
		t.Fatal("the clock stands still")
	}
	tick := ClockTick{clock: &clock, id: clock.id, due: start.Add(time.Second)}
	for _, step := range []struct {
		name       string
		now, keyAt time.Duration
		due        bool
	}{
		{"a key just before", 1000 * time.Millisecond, 950 * time.Millisecond, false},
		{"another key meanwhile", 1050 * time.Millisecond, 1040 * time.Millisecond, false},
		{"keys without rest", 2000 * time.Millisecond, 1990 * time.Millisecond, true},
		{"no key", 1000 * time.Millisecond, 900 * time.Millisecond, true},
	} {
		now, env.KeyAt = start.Add(step.now), start.Add(step.keyAt)
		clock.id = tick.id
		due, next := clock.Ticked(tick, env)
		if due != step.due || next == nil {
			t.Errorf("%s: due is %t, next tick %t", step.name, due, next != nil)
		}
	}
	if due, next := other.Ticked(tick, env); due || next != nil {
		t.Error("a clock took the tick of another")
	}
	if due, next := clock.Ticked(tick, env); due || next != nil {
		t.Error("a tick that was replaced still counts")
	}
}
