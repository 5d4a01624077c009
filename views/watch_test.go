package views

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/dialog"
	"assay/ui/notify"
	"assay/views/queries"
)

// often lets a test watch in short intervals.
func often(o *Options) { o.Queries = queries.Options{Least: time.Millisecond} }

// watchAt opens a query and comes to the question whether it is to be watched.
func watchAt(d *player, every string) {
	d.until("3,410 of 10,000")
	d.keys("2")
	d.typed("shop.example/lamps")
	d.keys("tab")
	d.typed("{ products[] { name ")
	d.keys("alt+I")
	d.until("Watch shop.example/lamps", "Every")
	d.keys("ctrl+u")
	d.typed(every)
	d.keys("enter")
}

func TestWatchTellsChanges(t *testing.T) {
	s := newStage(t)
	d := open(t, s, 120, 36, often)
	var told lockedBuffer
	d.m.notifier = notify.New(&told, notify.Bell)
	watchAt(d, "20ms")
	d.until("Ask every 20ms?", "180,000 calls an hour", "4,320,000 calls a day", "The 6,590 left would be used up on")
	d.afterGuard("enter")
	d.until("Alder", "every 20ms, next", "1 watch")
	d.measure()
	if told.String() != "" {
		t.Error("its user, who looks on, is told")
	}
	d.send(tea.BlurMsg{})
	s.answer(`{"products":[{"name":"Alder"},{"name":"Cedar"}]}`, "null")
	d.until("shop.example/lamps has changed: 1 added, 3 removed", "Cedar", "changes")
	d.await("the terminal was not told", func() bool { return told.String() == "\a" })
	d.measure()

	s.refuse(502, "page_unreachable", "The page cannot be reached.")
	d.until("every 20ms, no answer, again", "shop.example/lamps is not answered: The page cannot be reached.")
	d.refuse("has failed")
	s.answer(`{"products":[{"name":"Alder"},{"name":"Cedar"}]}`, "null")
	d.until("shop.example/lamps is answered again, and has not changed", "every 20ms, next")

	d.keys("alt+t")
	d.until("1 shop.example/lamps ↻")
	s.answer(`{"products":[]}`, "null")
	d.until("1 shop.example/lamps ↻!")
	d.keys("alt+{")
	d.gone("↻!")
	d.keys("alt+I")
	d.until("no longer watched, after")
	d.gone("every 20ms")
	d.gone("1 watch")
}

func TestWatchEndsWithTheQuota(t *testing.T) {
	s := newStage(t)
	d := open(t, s, 80, 24, often)
	watchAt(d, "50ms")
	d.until("Ask every 50ms?")
	s.refuse(402, "quota_exhausted", "No calls are left.")
	d.afterGuard("enter")
	d.until("No calls are left.", "is no longer watched")
	d.measure()
	d.refuse("every 50ms")
	d.gone("1 watch")
}

func TestWatchSurvivesItsService(t *testing.T) {
	s := newStage(t)
	d := open(t, s, 120, 36, often)
	watchAt(d, "30ms")
	d.until("Ask every 30ms?")
	d.afterGuard("enter")
	d.until("every 30ms, next")
	s.handle(func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err == nil {
			conn.Close()
		}
	})
	d.until("every 30ms, no answer, again")
	s.answer(`{"products":[{"name":"Dogwood"}]}`, "null")
	d.until("has changed: 1 added, 3 removed", "every 30ms, next")
}

func TestWatchRefuses(t *testing.T) {
	s := newStage(t)
	d := open(t, s, 120, 36)
	watchAt(d, "9s")
	d.until("the interval must be 10s at least")
	d.keys("ctrl+u")
	d.typed("soon")
	d.until("not an interval such as 30s, 5m or 1h30m")
	s.set(10000, 10000)
	d.keys("ctrl+u")
	d.typed("2h")
	d.keys("enter")
	d.until("No calls are left", "The next cycle begins on")
	d.afterGuard("enter")
	d.until("No calls are left")
	d.keys("esc")
	d.gone("No calls are left")
	s.set(9990, 10000)
	d.keys("alt+I")
	d.until("Watch shop.example/lamps", "2h")
	d.keys("esc", "alt+W")
	d.until("Source")
	d.refuse("1 watch")
}

// A watch ends with the dashboard, which says so.
func TestWatchFarewell(t *testing.T) {
	s := newStage(t)
	d := open(t, s, 120, 36, often)
	watchAt(d, "1h")
	d.until("Ask every 1h?", "1 call an hour", "24 calls a day")
	d.afterGuard("enter")
	d.until("every 1h, next")
	d.keys("ctrl+c")
	d.until("Quit?", "1 query is watched, and will no longer be.")
	d.afterGuard("esc")
	d.gone("Quit?")
	for _, v := range d.m.views {
		if q, ok := v.(*queries.View); ok {
			if err := q.Keep(); err != nil {
				t.Fatal(err)
			}
			if got := q.Farewell(); !strings.HasPrefix(got, "1 query is no longer watched") {
				t.Errorf("it says %q", got)
			}
		}
	}
}

// A page that changes, watched in a terminal that has lost the focus: the terminal is
// told, in its own words.
func TestWatchNotifiesTheTerminal(t *testing.T) {
	service := newStage(t)
	t.Setenv(watching, service.URL)
	p := onConsole(t, t.TempDir(), os.Args[0])
	p.until(patience, "6,590 left")
	p.send("2")
	p.until(patience, "Source")
	p.send("\rshop.example/lamps\t\x1b[200~{ products[] { name } }\x1b[201~\x1bI")
	p.until(patience, "Every")
	p.send("\x1520ms\r")
	p.until(patience, "Ask every 20ms?")
	time.Sleep(2 * dialog.Guard)
	p.send("\r")
	p.until(patience, "Alder")
	p.send("\x1b[O")
	const sequence = "\x1b]9;assay: shop.example/lamps has changed: 1 added, 1 removed\a\a"
	deadline := time.After(patience)
	again := time.NewTicker(50 * time.Millisecond) // the first change may come before the loss of the focus
	defer again.Stop()
	for n := 0; !strings.Contains(p.raw(), sequence); n++ {
		service.answer(fmt.Sprintf(`{"products":[{"name":"Birch %d"}]}`, n), "null")
		select {
		case <-again.C:
		case <-deadline:
			t.Fatalf("the terminal was not told; the last output was %q", p.raw()[max(0, len(p.raw())-400):])
		}
	}
	p.send("\x03")
	p.until(patience, "Quit?")
	p.send("\x03")
	p.until(patience, "1 query is no longer watched")
	if err := p.end(); err != nil {
		t.Error(err)
	}
}

// lockedBuffer is a buffer that commands write to.
type lockedBuffer struct {
	mu     sync.Mutex
	buffer bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buffer.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buffer.String()
}
