package frame

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// Clock ticks at each full second for what counts down on the screen. The zero Clock
// stands still.
type Clock struct{ id int }

// ClockTick is a Clock's message.
type ClockTick struct {
	clock *Clock
	id    int
	due   time.Time
}

// keyRest is how long the keys rest before a tick is drawn: a frame for it alone would
// come between a key and what it does.
const keyRest = 100 * time.Millisecond

// Start returns the tick to the next full second, which replaces any other.
func (c *Clock) Start(env *Env) tea.Cmd {
	c.id++
	now := env.Now()
	tick := ClockTick{clock: c, id: c.id, due: now.Truncate(time.Second).Add(time.Second)}
	return tea.Tick(tick.due.Sub(now), func(time.Time) tea.Msg { return tick })
}

// Ticked reports whether a tick is this clock's and due, and returns the next one. While
// keys are pressed a tick waits for a second at most.
func (c *Clock) Ticked(tick ClockTick, env *Env) (due bool, next tea.Cmd) {
	if tick.clock != c || tick.id != c.id {
		return false, nil
	}
	now := env.Now()
	wait := keyRest - now.Sub(env.KeyAt)
	if wait <= 0 || now.Sub(tick.due) >= time.Second {
		return true, c.Start(env)
	}
	return false, tea.Tick(wait, func(time.Time) tea.Msg { return tick })
}
