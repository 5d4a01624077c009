package views

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

var soakKeys = flag.Int("keys", 1500, "how many random keys TestSoak presses")

// Random keys, pastes, clicks and resizes never panic, every frame stays inside the
// terminal, and nothing goes on running once the dashboard has ended.
func TestSoak(t *testing.T) {
	folder := stateDir(t)
	t.Chdir(folder)
	t.Setenv("HOME", folder)
	t.Setenv("XDG_CONFIG_HOME", folder)
	t.Setenv("TMPDIR", folder) // what an editor would be given
	t.Setenv("PATH", "")       // random keys start no programs
	random := rand.New(rand.NewPCG(6, 9))
	s := newStage(t)
	addDocuments(t, s)
	b := addBrowsers(t, s, true)
	b.Add("windows", "stealth", "on_inactivity_timeout", 300)
	b.Unwatched()
	s.Server.Config.SetKeepAlivesEnabled(false)
	before, heap := running(), heapInUse()
	d := open(t, s, 120, 36)
	d.until("3,410 of 10,000")
	for i := range *soakKeys {
		keepFew(b)
		if i%300 == 0 { // random keys seldom stay in a tab, or leave a dialog
			d.keys("esc", "esc", fmt.Sprint("alt+", 1+i/300%5))
		}
		switch n := random.IntN(100); {
		case n < 2:
			d.send(tea.WindowSizeMsg{Width: 1 + random.IntN(300), Height: 1 + random.IntN(100)})
		case n < 4:
			d.paste(nasty[random.IntN(len(nasty))])
		case n < 10:
			d.send(tea.MouseMsg{X: random.IntN(d.m.width), Y: random.IntN(d.m.height), Button: tea.MouseButton(random.IntN(6)), Action: tea.MouseAction(random.IntN(3))})
		case n < 50:
			d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{rune(' ' + random.IntN(95))}, Alt: n < 15})
		default:
			d.send(tea.KeyMsg{Type: tea.KeyType(random.IntN(100) - 70), Alt: n > 95})
		}
		d.drain()
		if i%10 == 0 {
			d.inside()
			d.clean()
		}
	}
	if err := d.m.end(); err != nil {
		t.Error(err)
	}
	d.ended(before)
	t.Logf("%d keys: %d goroutines and %.1f MB before, %d and %.1f MB after", *soakKeys, len(before), heap, len(running()), heapInUse())
}

// heapInUse returns how many megabytes are in use.
func heapInUse() float64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return float64(stats.HeapAlloc) / 1e6
}

// keepFew forgets all sessions once there are many.
func keepFew(b *browsers) {
	b.Lock()
	defer b.Unlock()
	if len(b.List) > 30 {
		b.List = nil
	}
}

// ended waits until no more goroutines run than before the dashboard was opened, but
// for the ticks that have been asked for, which end by themselves.
func (d *player) ended(before []string) {
	d.t.Helper()
	late := time.After(patience)
	for {
		now := running()
		if len(now) <= len(before) {
			return
		}
		select {
		case <-d.msgs: // a command has come to its end
		case <-time.After(10 * time.Millisecond):
		case <-late:
			slices.Sort(now)
			d.t.Fatalf("%d goroutines ran before, %d are left:\n%s", len(before), len(now), strings.Join(now, "\n\n"))
		}
	}
}

// running returns the stacks of all goroutines but those of pending ticks.
func running() []string {
	stacks := make([]byte, 64<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	return slices.DeleteFunc(strings.Split(string(stacks), "\n\n"), func(stack string) bool {
		return strings.Contains(stack, "bubbletea.Tick.func") || strings.Contains(stack, "bubbletea.Every.func")
	})
}
