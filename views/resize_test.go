package views

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/google/go-cmp/cmp"
)

// A terminal that is resized a hundred times in a second shows in the end what one
// shows that had its last size from the beginning.
func TestResizeStorm(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	ownService(t, home)
	tab := func() *console {
		p := onConsole(t, home, program(t))
		p.until(patience, "10,000 left")
		p.send("2")
		p.until(patience, "Page")
		return p
	}
	want, stormed := tab(), tab()
	random := rand.New(rand.NewPCG(4, 2))
	each := time.NewTicker(10 * time.Millisecond)
	defer each.Stop()
	for range 100 {
		stormed.resize(uint16(1+random.IntN(220)), uint16(1+random.IntN(70)))
		<-each.C
	}
	stormed.resize(consoleWidth, consoleHeight)
	late := time.After(patience)
	for want.screen() != stormed.screen() || !strings.Contains(want.screen(), "the answer appears here") {
		select {
		case <-want.more:
		case <-stormed.more:
		case <-late:
			t.Fatalf("the screens differ (-never resized +resized):\n%s", cmp.Diff(strings.Split(want.screen(), "\n"), strings.Split(stormed.screen(), "\n")))
		}
	}
	for _, p := range []*console{want, stormed} {
		p.send("\x03")
		if err := p.end(); err != nil {
			t.Error(err)
		}
	}
}

// resize gives the terminal another size.
func (p *console) resize(width, height uint16) {
	p.t.Helper()
	p.shown.Resize(int(width), int(height))
	if err := pty.Setsize(p.file, &pty.Winsize{Rows: height, Cols: width}); err != nil {
		p.t.Fatal(err)
	}
}

// screen is what a terminal shows of the program's output, without the status to the
// right of the tabs, in which times are.
func (p *console) screen() string {
	first, rest, _ := strings.Cut(p.shown.String(), "\n")
	tabs, _, _ := strings.Cut(first, "embedded")
	return strings.TrimRight(tabs, " ") + "\n" + rest
}
