package views

import (
	"flag"
	"math/rand/v2"
	"runtime"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

var soakKeys = flag.Int("keys", 1500, "how many random keys TestSoak presses")

// Random keys, pastes, clicks and resizes never panic, and every frame stays inside
// the terminal.
func TestSoak(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	t.Setenv("HOME", folder)
	t.Setenv("XDG_CONFIG_HOME", folder)
	t.Setenv("PATH", "") // random keys start no programs
	random := rand.New(rand.NewPCG(6, 9))
	d := open(t, newStage(t), 120, 36)
	d.until("3,410 of 10,000")
	before := runtime.NumGoroutine()
	for i := range *soakKeys {
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
		for waiting := true; waiting; {
			select {
			case msg := <-d.msgs:
				d.send(msg)
			default:
				waiting = false
			}
		}
		if i%10 == 0 {
			d.inside()
			d.clean()
		}
	}
	t.Logf("%d goroutines before, %d after", before, runtime.NumGoroutine())
}
