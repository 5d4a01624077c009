package usage

import (
	"testing"
	"time"

	"assay/views/state"
	"assay/workspace/history"
)

func TestUseByDay(t *testing.T) {
	at := func(day, hour int) time.Time { return time.Date(2026, 11, day, hour, 0, 0, 0, time.Local) }
	samples := []state.Sample{{At: at(1, 8), Used: 3}, {At: at(1, 20), Used: 10}, {At: at(2, 9), Used: 10}, {At: at(4, 9), Used: 25}, {At: at(4, 10), Used: 12}, {At: at(4, 11), Used: 25}}
	got := daily(samples, at(1, 0).AddDate(0, 0, -3))
	if got["2026-11-01"] != 7 || got["2026-11-02"] != 0 || got["2026-11-04"] != 15 {
		t.Errorf("%v", got)
	}
	if got := daily(append(samples, state.Sample{At: at(4, 12), Used: 24}), at(1, 0)); got["2026-11-04"] != 14 { // one was given back
		t.Errorf("after a failure %v", got)
	}
	if got := daily(samples, at(1, 0)); got["2026-11-01"] != 10 { // which began with none used
		t.Errorf("on the first day of a cycle %v", got)
	}
}

// A reading of the history that took longer than a later one does not undo it.
func TestLaterReadingOfUsesHolds(t *testing.T) {
	v := &View{}
	v.Update(usesRead{number: 2, uses: []history.Use{{Kind: history.Query, Calls: 3}}})
	v.Update(usesRead{number: 1})
	if len(v.uses) != 1 {
		t.Errorf("what is shown is %v", v.uses)
	}
}
