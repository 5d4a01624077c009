package queries

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/form"
	"assay/ui/toast"
	"assay/views/calls"
	"assay/views/frame"
	"assay/views/result"
	"assay/workspace/watch"
)

// watching is a query that is asked again and again, as it was when that began.
type watching struct {
	id      int
	every   time.Duration
	request request
	ctx     context.Context
	cancel  context.CancelFunc
	told    chan watchRun

	latest watchRun // of the runs that ended; the zero value before the first
	runs   int
	before json.RawMessage // the latest answer's data
	unseen bool            // it has changed, and nobody looked at it since
}

// watchRun is one run of a watch.
type watchRun struct {
	id    int
	event watch.Event
	calls.Answer
}

type (
	// watchCost is what is left right before a watch begins.
	watchCost struct {
		tab     *tab
		request request
		every   time.Duration
		frame.UsageRead
	}
	// watchChosen is the user's word to begin.
	watchChosen struct {
		tab     *tab
		request request
		every   time.Duration
	}
	// watchEnded is the end that a watch came to by itself.
	watchEnded struct {
		id  int
		err error
	}
)

const (
	fieldEvery   = "every"
	defaultEvery = "5m"
)

// toggleWatch stops watching the query on the screen, or asks in which interval it is
// to be watched.
func (v *View) toggleWatch() tea.Cmd {
	if v.watch != nil {
		return v.stopWatch()
	}
	r, refused := v.prepare()
	if refused != nil {
		return refused
	}
	d := v.tab
	v.openForm("Watch "+cells.Fit(cells.Visible(d.title()), min(cells.Width(d.title()), maxTitle), v.theme.Glyphs.Ellipsis), []form.Field{{
		Name: fieldEvery, Label: "Every", Kind: form.Text, Value: v.every, Placeholder: defaultEvery,
		Check: func(text string) error {
			_, err := v.interval(text)
			return err
		},
		Help: "30s, 5m, 1h30m: the query runs again this often while the dashboard is open. You will see the cost next.",
	}}, func(values form.Values) tea.Cmd {
		every, err := v.interval(values[fieldEvery])
		if err != nil {
			return frame.Notify(toast.Warn, err.Error())
		}
		v.every = short(every)
		env := v.env
		return func() tea.Msg { return watchCost{d, r, every, env.ReadUsage(frame.UsageTime)} }
	})
	return nil
}

// interval reads an interval; an empty one is the default.
func (v *View) interval(text string) (time.Duration, error) {
	if text == "" {
		text = defaultEvery
	}
	every, err := time.ParseDuration(text)
	if err != nil {
		return 0, errors.New("not an interval such as 30s, 5m or 1h30m")
	}
	return every, watch.Check(every, v.options.Least)
}

// short writes an interval as it is typed: 5m rather than 5m0s.
func short(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// confirmWatch asks whether to begin, and says what it costs.
func (v *View) confirmWatch(msg watchCost) tea.Cmd {
	read := func() tea.Msg { return msg.UsageRead }
	d := frame.Question(v.theme, "Ask every "+short(msg.every)+"?", "watch", "back", watchChosen{msg.tab, msg.request, msg.every},
		"That is up to "+frame.Counted(watch.Hourly(msg.every), "call")+" an hour, "+frame.Counted(watch.Daily(msg.every), "call")+" a day, while the dashboard is open.")
	if msg.Usage == nil {
		d.Body = append(d.Body, "What is left is not known: "+msg.Err.Error())
		return tea.Batch(read, frame.Show(d))
	}
	const day = "Monday 2 January 15:04"
	left := msg.Usage.Left()
	every, others := v.together(msg.every)
	with := ""
	if others > 0 {
		with = ", the other watches counted in"
	}
	at, usedUp := watch.UsedUp(msg.Usage, every, msg.At)
	switch {
	case left == 0:
		d.Title, d.Level, d.Choices = "No calls are left", v.theme.Bad, d.Choices[1:]
		d.Body = []string{"The next cycle begins on " + msg.Usage.PeriodEnd.Local().Format(day) + "."}
	case usedUp:
		d.Body = append(d.Body, "The "+cells.Group(left)+" left would be used up on "+at.Local().Format(day)+with+"; the cycle ends on "+msg.Usage.PeriodEnd.Local().Format(day)+".")
	default:
		d.Body = append(d.Body, "The "+cells.Group(left)+" left last until the cycle ends on "+msg.Usage.PeriodEnd.Local().Format(day)+with+".")
	}
	return tea.Batch(read, frame.Show(d))
}

// together returns the interval of one watch that costs as much as all that run and
// another, and how many run.
func (v *View) together(every time.Duration) (time.Duration, int) {
	rate, n := 1/every.Seconds(), 0
	for _, d := range v.tabs {
		if d.watch != nil {
			rate += 1 / d.watch.every.Seconds()
			n++
		}
	}
	return time.Duration(float64(time.Second) / rate), n
}

// startWatch begins what the user said to begin.
func (v *View) startWatch(msg watchChosen) tea.Cmd {
	d := msg.tab
	if d.watch != nil || !slices.Contains(v.tabs, d) {
		return nil
	}
	v.runs++
	w := &watching{id: v.runs, every: msg.every, request: msg.request, told: make(chan watchRun)}
	w.ctx, w.cancel = context.WithCancel(context.Background())
	d.watch, v.dirty = w, true
	v.learn(msg.request.Query)
	if d == v.tab && v.width < sideBySide { // the answer is shown there
		v.focusOn(paneResult)
	}
	return tea.Batch(w.run(v.env), w.next, v.countWatches())
}

// run returns the command that asks until the watch is stopped or can go on no more.
func (w *watching) run(env *frame.Env) tea.Cmd {
	return func() tea.Msg {
		defer w.cancel()
		latest := watchRun{id: w.id}
		ask := func(ctx context.Context) (json.RawMessage, error) {
			latest.Answer = calls.Answer{}
			request, path, err := w.request.read()
			if err != nil {
				return nil, err
			}
			if latest.Answer = calls.Query(ctx, env, request, path); latest.Err != nil {
				return nil, latest.Err
			}
			return latest.Response.Data, nil
		}
		err := watch.Run(w.ctx, w.every, ask, func(e watch.Event) {
			run := latest
			run.event = e
			select {
			case w.told <- run:
			case <-w.ctx.Done():
			}
		})
		return watchEnded{w.id, err}
	}
}

// next is the command that waits for the next run to end.
func (w *watching) next() tea.Msg {
	select {
	case run := <-w.told:
		return run
	case <-w.ctx.Done():
		return nil
	}
}

// watched returns the tab of a watch, or nil if it was stopped.
func (v *View) watched(id int) *tab {
	at := slices.IndexFunc(v.tabs, func(d *tab) bool { return d.watch != nil && d.watch.id == id })
	if at < 0 {
		return nil
	}
	return v.tabs[at]
}

// watchRan shows what a run came to.
func (v *View) watchRan(run watchRun) tea.Cmd {
	d := v.watched(run.id)
	if d == nil {
		return nil
	}
	w := d.watch
	before := w.before
	w.latest, v.dirty = run, true
	w.runs++
	commands := []tea.Cmd{w.next, func() tea.Msg { return frame.Called{Took: run.Took, Err: run.event.Err} }}
	answer := result.Answer{Source: w.request.source, Took: run.Took, Calls: 1, Sum: run.Sum, Question: w.request.question}
	if run.Response != nil {
		w.before = run.event.Data
		answer.Data, answer.Metadata = run.Response.Data, run.Response.Metadata
	}
	busy := d.running != nil // with an answer of its own to come
	switch run.event.Step {
	case watch.First:
		if !busy {
			commands = append(commands, d.result.Show(answer), v.announce(d, nil))
		}
	case watch.Changed:
		w.unseen = !v.visible || d != v.tab
		if !busy {
			commands = append(commands, d.result.ShowChanges(answer, before))
		}
		commands = append(commands, tellChange(d.title(), before, run.event.Data, v.theme.Glyphs.Ellipsis))
	case watch.Failing:
		if !run.event.Repeat {
			if before == nil && !busy {
				d.result.Fail(run.event.Err)
			}
			commands = append(commands, frame.Notify(toast.Warn, d.title()+" is not answered: "+run.event.Err.Error()+"; it is tried again at "+w.clock()))
		}
	case watch.Unchanged:
		if !run.event.Repeat {
			commands = append(commands, frame.Notify(toast.Info, d.title()+" is answered again, and has not changed"))
		}
	}
	return tea.Batch(commands...)
}

func alert(level toast.Level, text string) tea.Cmd {
	return func() tea.Msg { return frame.Alert{Notice: frame.Notice{Level: level, Text: text}, Title: "assay"} }
}

// watchEnded tells that a watch cannot go on.
func (v *View) watchEnded(msg watchEnded) tea.Cmd {
	d := v.watched(msg.id)
	if d == nil || msg.err == nil {
		return nil
	}
	if d.watch.before == nil && d.running == nil {
		d.result.Fail(msg.err)
	}
	d.endWatch()
	v.dirty = true
	return tea.Batch(v.countWatches(), func() tea.Msg { return frame.Called{Err: msg.err} },
		alert(toast.Bad, d.title()+" is no longer watched: "+msg.err.Error()))
}

// stopWatch ends the watch of the query on the screen.
func (v *View) stopWatch() tea.Cmd {
	runs := v.watch.runs
	v.endWatch()
	v.dirty = true
	return tea.Batch(v.countWatches(), frame.Notify(toast.Info, "no longer watched, after "+frame.Counted(runs, "run")))
}

// endWatch drops the tab's watch, if it has one.
func (d *tab) endWatch() {
	if d.watch != nil {
		d.watch.cancel()
		d.watch = nil
	}
}

// countWatches tells the root how many watches run.
func (v *View) countWatches() tea.Cmd {
	n := v.watches()
	return func() tea.Msg { return frame.Watches{Count: n} }
}

func (v *View) watches() int {
	n := 0
	for _, d := range v.tabs {
		if d.watch != nil {
			n++
		}
	}
	return n
}

// seen notes that the query on the screen is looked at.
func (v *View) seen() {
	if v.visible && v.watch != nil {
		v.watch.unseen = false
	}
}

// clock is when the watch runs next.
func (w *watching) clock() string {
	e, format := w.latest.event, "15:04"
	switch in := e.Next.Sub(e.At); {
	case in < 5*time.Minute:
		format = "15:04:05"
	case in > 20*time.Hour:
		format = "2 Jan 15:04"
	}
	return e.Next.Local().Format(format)
}

// watchState says how the watch stands, for the source's border.
func (v *View) watchState() string {
	t, w := v.theme, v.watch
	if w == nil {
		return ""
	}
	sign := t.Glyphs.Again + " every " + short(w.every)
	switch {
	case w.runs == 0:
		return t.Accent.Render(sign + ", asking")
	case w.latest.event.Step == watch.Failing:
		return t.Warn.Render(sign + ", no answer, again " + w.clock())
	}
	return t.Accent.Render(sign + ", next " + w.clock())
}

// mark is the sign of the watch beside the query's title.
func (w *watching) mark(t *themes.Theme) string {
	switch {
	case w.unseen:
		return " " + t.Good.Render(t.Glyphs.Again+t.Glyphs.Bang)
	case w.latest.event.Step == watch.Failing:
		return " " + t.Warn.Render(t.Glyphs.Again+"?")
	}
	return " " + t.Accent.Render(t.Glyphs.Again)
}

// UnderWay says what ends with the dashboard: the watches, and a batch that runs.
func (v *View) UnderWay() []string {
	var out []string
	for _, d := range v.tabs {
		if d.running != nil {
			out = append(out, "The query of "+cells.Visible(d.title())+" is still running; its answer would be lost.")
		}
	}
	if n := v.watches(); n > 0 {
		out = append(out, frame.Plural(n, "query is", "queries are")+" watched, and will no longer be.")
	}
	if mark := v.batch.Mark(); mark != "" {
		out = append(out, "The "+mark+" pages stops; "+v.env.Key(keymap.URLsEarlier)+" in the list of pages continues it later.")
	}
	return out
}

// Farewell says what ends with the dashboard, or "".
func (v *View) Farewell() string {
	if v.unwatched == 0 {
		return ""
	}
	return frame.Plural(v.unwatched, "query is", "queries are") + " no longer watched."
}
