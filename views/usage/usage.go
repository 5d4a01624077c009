// Package usage is the Usage tab: what of the subscription is used, what time of
// the cycle is gone, and where it is heading.
package usage

import (
	"context"
	"errors"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/desktop"
	"assay/ui/toast"
	"assay/views/frame"
	"assay/views/state"
	"assay/wire"
	"assay/workspace/history"
)

// intervals are the choices of how often the usage is asked for; 0 is never.
var intervals = []time.Duration{10 * time.Second, 30 * time.Second, time.Minute, 5 * time.Minute, 0}

const (
	defaultInterval = 1
	requestTimeout  = 20 * time.Second
	// sampleEvery is how often an unchanged use is sampled.
	sampleEvery = 10 * time.Minute
)

// settings is what the view remembers between runs.
type settings struct {
	Interval int `json:"interval"`
}

// View is the tab. It asks for the usage for the whole dashboard, seen or unseen.
type View struct {
	env      *frame.Env
	theme    *themes.Theme
	width    int
	height   int
	visible  bool
	away     bool // the terminal has not the focus: nothing is asked for at intervals
	settings settings

	usage    *wire.Usage // the latest answer, or nil
	at       time.Time   // when it came
	err      error       // of the latest try; nil if it worked
	asking   bool
	askAgain bool            // something was charged while asking: the answer may be old
	samples  []state.Sample  // of all cycles kept
	uses     []history.Use   // of the cycle
	latest   []history.Entry // the latest calls of this dashboard, newest first
	told     told
	loaded   bool // what is remembered was read
	timer    int  // numbers the interval timers; only the latest counts
	clock    frame.Clock

	// The readings of uses are numbered: a later one is not undone by one that took longer.
	usesAsked, usesShown int
	dirty                bool
	ticked               bool     // the clock went on since the last drawing
	calls                []string // the panes as drawn last, which the countdown does not change
	paced                []string
	lines                []string
	drawn                time.Time // when everything was
}

type (
	samplesRead struct {
		samples  []state.Sample
		settings settings
		told     told
		err      error
	}
	intervalOver struct{ timer int }
)

// New returns the view.
func New(env *frame.Env) *View {
	return &View{env: env, theme: env.Theme, settings: settings{Interval: defaultInterval}, dirty: true}
}

// Name is the tab's title.
func (v *View) Name() string { return "Usage" }

// Init reads the kept samples and asks for the usage.
func (v *View) Init() tea.Cmd {
	return tea.Batch(v.readSamples(), v.awaitCalls(), v.ask())
}

func (v *View) readSamples() tea.Cmd {
	store, now, initial := v.env.State, v.env.Now, v.settings
	return func() tea.Msg {
		read := samplesRead{settings: initial}
		read.samples, read.err = store.Samples(now())
		if err := errors.Join(store.Load("usage-view", &read.settings), store.Load("usage-told", &read.told)); err != nil && read.err == nil {
			read.err = err
		}
		return read
	}
}

// ask returns a command that asks the service for the usage, or nil while one runs.
func (v *View) ask() tea.Cmd {
	if v.asking {
		return nil
	}
	v.asking = true
	v.timer++
	env := v.env
	return func() tea.Msg { return env.ReadUsage(requestTimeout) }
}

// Update handles messages.
func (v *View) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case samplesRead:
		// Samples taken since the start come after those read.
		v.samples = append(msg.samples, v.samples...)
		if i := msg.settings.Interval; i >= 0 && i < len(intervals) {
			v.settings = msg.settings
		}
		v.told, v.loaded, v.dirty = msg.told, true, true
		if msg.err != nil {
			return tea.Batch(v.warn(), frame.Notify(toast.Warn, msg.err.Error()))
		}
		return v.warn()
	case callsChanged:
		if v.usage == nil { // its answer reads them
			return v.awaitCalls()
		}
		return tea.Batch(v.awaitCalls(), v.readUses())
	case usesRead:
		v.dirty = true
		if msg.err == nil && msg.number > v.usesShown { // the History tab says what is wrong with it
			v.uses, v.latest, v.usesShown = msg.uses, msg.latest, msg.number
		}
	case frame.UsageRead:
		return v.answered(msg)
	case frame.Called:
		v.askAgain = v.asking
		return v.ask()
	case intervalOver:
		if msg.timer == v.timer && !v.away {
			return v.ask()
		}
	}
	return v.news(msg)
}

// news handles what the terminal and the clock tell.
func (v *View) news(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.BlurMsg:
		v.away = true
	case tea.FocusMsg:
		if v.away = false; intervals[v.settings.Interval] > 0 {
			v.askAgain = v.asking // that answer may be of before
			return v.ask()
		}
	case frame.ClockTick:
		if v.visible {
			due, next := v.clock.Ticked(msg, v.env)
			v.ticked = v.ticked || due
			if now := v.env.Now(); now.Sub(v.drawn) >= time.Minute { // "now" moves on in the chart
				v.dirty = true
			}
			return next
		}
	}
	return nil
}

func (v *View) answered(read frame.UsageRead) tea.Cmd {
	v.asking = false
	v.err = read.Err
	v.dirty = true
	commands := []tea.Cmd{v.again()}
	if v.askAgain {
		v.askAgain = false
		commands = []tea.Cmd{v.ask()}
	}
	if read.Usage != nil {
		v.usage, v.at = read.Usage, read.At
		commands = append(commands, v.warn(), v.readUses())
		if sample, ok := v.sample(); ok {
			v.samples = append(v.samples, sample)
			store := v.env.State
			commands = append(commands, func() tea.Msg {
				if err := store.AddSample(sample); err != nil {
					return frame.Notice{Level: toast.Warn, Text: err.Error()}
				}
				return nil
			})
		}
	}
	return tea.Batch(commands...)
}

// sample returns a sample of the current usage if it is worth keeping.
func (v *View) sample() (state.Sample, bool) {
	s := state.Sample{At: v.at, Used: v.usage.Used, Limit: v.usage.Limit, Start: v.usage.PeriodStart}
	if len(v.samples) > 0 {
		last := v.samples[len(v.samples)-1]
		if last.Used == s.Used && last.Limit == s.Limit && last.Start.Equal(s.Start) && s.At.Sub(last.At) < sampleEvery {
			return s, false
		}
	}
	return s, true
}

// again returns the timer for the next request.
func (v *View) again() tea.Cmd {
	v.timer++
	timer, interval := v.timer, intervals[v.settings.Interval]
	if interval == 0 {
		return nil
	}
	return tea.Tick(interval, func(time.Time) tea.Msg { return intervalOver{timer} })
}

// Key handles keys.
func (v *View) Key(msg tea.KeyMsg) tea.Cmd {
	return frame.Try(v, v.env.Keys.Find(msg.String(), keymap.Usage))
}

// Do performs an action.
func (v *View) Do(action keymap.Action) tea.Cmd {
	switch action {
	case keymap.UsageRefresh:
		v.dirty = true
		v.askAgain = v.asking // what is being asked for may be of before
		return v.ask()
	case keymap.UsagePortal:
		return v.openPortal()
	case keymap.UsageInterval:
		v.settings.Interval = (v.settings.Interval + 1) % len(intervals)
		v.dirty = true
		return tea.Batch(v.again(), v.save(), frame.Notify(toast.Info, "refresh "+v.intervalText()))
	}
	return nil
}

// openPortal opens the service's web pages in the user's web browser. Without a
// desktop, as over ssh, their address is copied.
func (v *View) openPortal() tea.Cmd {
	portal := v.env.Portal
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), requestTimeout)
		defer cancel()
		link, err := portal(ctx)
		if err != nil {
			return frame.Notice{Level: toast.Bad, Text: "the portal cannot be opened: " + err.Error()}
		}
		if err := desktop.Open(link); err != nil {
			return frame.Copy{What: "the portal's address, good once for two minutes; no desktop is here to open it", Text: link}
		}
		return frame.Notice{Level: toast.Good, Text: "portal opened in the web browser"}
	}
}

func (v *View) save() tea.Cmd {
	return v.env.Save("usage-view", v.settings)
}

func (v *View) intervalText() string {
	if interval := intervals[v.settings.Interval]; interval > 0 {
		if interval%time.Minute == 0 {
			return "every " + cells.Group(int64(interval/time.Minute)) + " min"
		}
		return "every " + cells.Elapsed(interval)
	}
	return "only on request"
}

// Mouse ignores the mouse: the view has nothing to point at.
func (v *View) Mouse(tea.MouseMsg) tea.Cmd { return nil }

// SetSize gives the view its size.
func (v *View) SetSize(width, height int) {
	v.width, v.height, v.dirty = width, height, true
}

// SetTheme changes the colours.
func (v *View) SetTheme(t *themes.Theme) { v.theme, v.dirty = t, true }

// Show starts and stops the countdown.
func (v *View) Show(visible bool) tea.Cmd {
	v.visible, v.dirty = visible, true
	if visible {
		return v.clock.Start(v.env)
	}
	return nil
}

// Scopes returns the view's scope.
func (v *View) Scopes() []keymap.Scope { return []keymap.Scope{keymap.Usage} }

// Commands returns the view's scope.
func (v *View) Commands() []keymap.Scope { return v.Scopes() }

// Editing reports false: there is no text field.
func (v *View) Editing() bool { return false }

// Disabled says why an action cannot be done.
func (v *View) Disabled(action keymap.Action) string {
	switch {
	case action == keymap.Cancel:
		return "nothing is running"
	case action == keymap.UsagePortal && v.env.Portal == nil:
		return "this works only with the service on this machine; others have their pages at /portal"
	case action == keymap.UsageRefresh && v.asking && v.usage == nil:
		return "already refreshing"
	}
	return ""
}

// View draws the tab.
func (v *View) View() []string {
	if v.dirty || v.ticked {
		v.lines = v.draw()
		v.dirty, v.ticked = false, false
	}
	return v.lines
}
