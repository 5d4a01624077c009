package heap

import (
	"runtime/debug"
	"testing"
)

// now returns the percentage that is set.
func now() int {
	set := debug.SetGCPercent(100)
	debug.SetGCPercent(set)
	return set
}

func TestTighten(t *testing.T) {
	t.Setenv("GOGC", "")
	defer debug.SetGCPercent(debug.SetGCPercent(300))
	small := Tighten(large - 1)
	if now() != 300 {
		t.Error("something small changed the collector")
	}
	first, second := Tighten(large), Tighten(large)
	first()
	first()
	small()
	if now() != percent {
		t.Errorf("%d while something large is worked on, want %d", now(), percent)
	}
	second()
	if now() != 300 {
		t.Errorf("%d afterwards, want 300", now())
	}
	t.Setenv("GOGC", "200")
	Tighten(large)
	if now() != 300 {
		t.Error("what the environment says was overruled")
	}
}
