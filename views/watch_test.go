package views

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"assay/ui/dialog"
	"assay/views/queries"
)

// often lets a test watch in short intervals.
func often(o *Options) { o.Queries = queries.Options{Least: time.Millisecond} }

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
		service.Answer(fmt.Sprintf(`{"products":[{"name":"Birch %d"}]}`, n), "null")
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
