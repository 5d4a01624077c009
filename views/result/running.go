package result

import (
	"strings"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/cells"
	"assay/views/frame"
)

// running is what is awaited.
type running struct {
	id    int64
	since time.Time
	words func() string
}

// runningTick draws the elapsed time of what is running anew.
type runningTick struct{ id int64 }

var runs atomic.Int64

// tickEvery is how often the elapsed time is drawn anew.
const tickEvery = 100 * time.Millisecond

// Start shows that an answer is awaited, since when, and what is being done; words
// is asked again and again. What was shown before stays, dimmed, until Show, Fail
// or Stop.
func (p *Pane) Start(since time.Time, words func() string) tea.Cmd {
	p.running, p.dirty = &running{id: runs.Add(1), since: since, words: words}, true
	p.paint()
	return frame.Own(p, p.running.tick())
}

// Stop ends the waiting without an answer.
func (p *Pane) Stop() {
	p.running, p.dirty = nil, true
	p.paint()
}

func (r *running) tick() tea.Cmd {
	id := r.id
	return tea.Tick(tickEvery, func(time.Time) tea.Msg { return runningTick{id} })
}

func (p *Pane) ticked(msg runningTick) tea.Cmd {
	if p.running == nil || p.running.id != msg.id {
		return nil
	}
	p.dirty = true
	return p.running.tick()
}

// drawRunning says in an empty pane what is under way.
func (p *Pane) drawRunning() []string {
	t := p.theme
	words := []rune(p.running.words())
	return []string{"", " " + t.Text.Render(strings.ToUpper(string(words[:1]))+string(words[1:])) + t.Dim.Render(t.Glyphs.Ellipsis)}
}

// progress says what is done and for how long.
func (p *Pane) progress() string {
	t := p.theme
	elapsed := p.env.Now().Sub(p.running.since)
	sign := t.Glyphs.Spinner[int(elapsed/tickEvery)%len(t.Glyphs.Spinner)]
	return sign + " " + cells.Elapsed(elapsed) + t.Glyphs.Separator + p.running.words()
}
