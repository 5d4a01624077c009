package queries

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"assay/views/frame"
	"assay/views/viewtest"
)

// often lets a test watch in short intervals.
var often = Options{Least: time.Millisecond}

// watchAt opens a query and comes to the question whether it is to be watched.
func watchAt(p *viewtest.Player, every string) {
	p.Type("shop.example/lamps")
	p.Keys("tab")
	p.Type("{ products[] { name ")
	p.Keys("alt+I")
	p.Until("Watch shop.example/lamps", "Every")
	p.Keys("ctrl+u")
	p.Type(every)
	p.Keys("enter")
}

func TestWatchTellsChanges(t *testing.T) {
	t.Parallel()
	s := viewtest.NewStage(t)
	p := play(t, s, "", often)
	watchAt(p, "20ms")
	p.Until("Ask every 20ms?", "180,000 calls an hour", "4,320,000 calls a day", "The 6,590 left would be used up on")
	p.Answer("enter")
	p.Until("Alder", "every 20ms, next")
	p.Measure()
	if told := viewtest.Told[frame.Watches](p); told.Count != 1 {
		t.Errorf("%d watches are told of", told.Count)
	}
	s.Answer(`{"products":[{"name":"Alder"},{"name":"Cedar"}]}`, "null")
	p.Until("shop.example/lamps has changed: 1 added, 3 removed", "Cedar", "changes")
	if told := viewtest.Told[frame.Alert](p); told.Title == "" {
		t.Errorf("the alert %+v has no title", told)
	}
	p.Measure()

	s.Refuse(502, "page_unreachable", "The page cannot be reached.")
	p.Until("every 20ms, no answer, again", "shop.example/lamps is not answered: The page cannot be reached.")
	p.Refuse("has failed")
	s.Answer(`{"products":[{"name":"Alder"},{"name":"Cedar"}]}`, "null")
	p.Until("shop.example/lamps is answered again, and has not changed", "every 20ms, next")

	p.Keys("alt+t")
	p.Until("1 shop.example/lamps ↻")
	s.Answer(`{"products":[]}`, "null")
	p.Until("1 shop.example/lamps ↻!")
	p.Keys("alt+{")
	p.Gone("↻!")
	p.Keys("alt+I")
	p.Until("no longer watched, after")
	p.Gone("every 20ms")
}

func TestWatchEndsWithTheQuota(t *testing.T) {
	t.Parallel()
	s := viewtest.NewStage(t)
	p := play(t, s, "", often)
	watchAt(p, "50ms")
	p.Until("Ask every 50ms?")
	s.Refuse(402, "quota_exhausted", "No calls are left.")
	p.Answer("enter")
	p.Until("No calls are left.", "is no longer watched")
	p.Measure()
	p.Refuse("every 50ms")
}

func TestWatchSurvivesItsService(t *testing.T) {
	t.Parallel()
	s := viewtest.NewStage(t)
	p := play(t, s, "", often)
	watchAt(p, "30ms")
	p.Until("Ask every 30ms?")
	p.Answer("enter")
	p.Until("every 30ms, next")
	s.Handle(func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err == nil {
			conn.Close()
		}
	})
	p.Until("every 30ms, no answer, again")
	s.Answer(`{"products":[{"name":"Dogwood"}]}`, "null")
	p.Until("has changed: 1 added, 3 removed", "every 30ms, next")
}

func TestWatchRefuses(t *testing.T) {
	t.Parallel()
	s := viewtest.NewStage(t)
	p := play(t, s, "", Options{})
	watchAt(p, "9s")
	p.Until("the interval must be 10s at least")
	p.Keys("ctrl+u")
	p.Type("soon")
	p.Until("not an interval such as 30s, 5m or 1h30m")
	s.Set(10000, 10000)
	p.Keys("ctrl+u")
	p.Type("2h")
	p.Keys("enter")
	p.Until("No calls are left", "The next cycle begins on")
	p.Answer("enter")
	p.Until("No calls are left")
	p.Keys("esc")
	p.Gone("No calls are left")
	s.Set(9990, 10000)
	p.Keys("alt+I")
	p.Until("Watch shop.example/lamps", "2h")
	p.Keys("esc", "alt+W")
	p.Until("Source")
}

// A watch ends with the dashboard, which says so.
func TestWatchFarewell(t *testing.T) {
	t.Parallel()
	s := viewtest.NewStage(t)
	p := play(t, s, "", often)
	watchAt(p, "1h")
	p.Until("Ask every 1h?", "1 call an hour", "24 calls a day")
	p.Answer("enter")
	p.Until("every 1h, next")
	v := p.View.(*View)
	if got := v.UnderWay(); len(got) != 1 || got[0] != "1 query is watched, and will no longer be." {
		t.Errorf("under way is %q", got)
	}
	p.Keep()
	if got := v.Farewell(); !strings.HasPrefix(got, "1 query is no longer watched") {
		t.Errorf("it says %q", got)
	}
}
