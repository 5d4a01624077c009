package views

import (
	"strings"
	"testing"
)

func TestThresholdsAreToldOnce(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	var state string
	d := open(t, s, 120, 36, func(o *Options) { state = o.StateDir })
	d.until("3,410 of 10,000")
	s.Set(8200, 10000)
	d.keys("r")
	d.until("usage has reached 80 % of the limit")
	d.keys("r", "alt+m")
	d.until("Messages")
	if n := strings.Count(d.text(), "usage has reached 80 %"); n > 2 { // in the list and in the bottom line
		t.Errorf("told %d times:\n%s", n, d.text())
	}
	d.keys("esc")
	s.Set(9500, 10000)
	d.keys("r")
	d.until("usage has reached 95 % of the limit")
	s.Set(10000, 10000)
	d.keys("r")
	d.until("usage has reached the limit", "0 left")
	s.Set(9500, 10000)
	d.keys("r")
	d.until("500 left")

	again := open(t, s, 120, 36, func(o *Options) { o.StateDir = state })
	again.until("9,500 of 10,000")
	again.keys("r")
	again.until("9,500 of 10,000")
	again.refuse("usage has reached")
}

func TestUseByKindAndDay(t *testing.T) {
	t.Parallel()
	d := answered(t)
	d.keys("alt+1")
	d.until("By kind, from this dashboard", "web queries  1", "By day")
	d.measure()
}

// Before the first call of a cycle, the smallest screen too says where it is made.
func TestUsageBeforeTheFirstCall(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.Set(0, 10000)
	for _, size := range [][2]int{{60, 16}, {80, 24}} {
		d := open(t, s, size[0], size[1])
		d.until("No call was made in this cycle yet. 2 opens Query.")
		d.measure()
	}
}
