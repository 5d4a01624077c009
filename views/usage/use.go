package usage

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/themes"
	"assay/ui/cells"
	"assay/ui/gauge"
	"assay/ui/pane"
	"assay/ui/toast"
	"assay/views/frame"
	"assay/views/state"
	"assay/workspace/history"
)

// usesRead is what the calls of this dashboard used in the cycle, and the latest of
// them.
type usesRead struct {
	number int // of the reading
	uses   []history.Use
	latest []history.Entry // newest first
	err    error
}

// callsChanged tells that calls were written to the history.
type callsChanged struct{}

func (v *View) awaitCalls() tea.Cmd {
	changed := v.env.History.Changed()
	return func() tea.Msg {
		<-changed
		return callsChanged{}
	}
}

// historyTime bounds the reading of the history.
const historyTime = 5 * time.Second

func (v *View) readUses() tea.Cmd {
	v.usesAsked++
	number, store, since := v.usesAsked, v.env.History, v.usage.PeriodStart
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), historyTime)
		defer cancel()
		uses, err := store.Uses(ctx, since)
		if err != nil {
			return usesRead{err: err}
		}
		latest, err := store.List(ctx, 0, useTallest)
		return usesRead{number, uses, latest, err}
	}
}

// told is the highest threshold the user was told of, in the cycle that starts then; 3 is
// the limit.
type told struct {
	Start time.Time `json:"start"`
	Level int       `json:"level"`
}

// warn tells the user, once in a cycle, that a threshold or the limit was reached. It
// names no number of calls: others are made while the message stands.
func (v *View) warn() tea.Cmd {
	if !v.loaded || v.usage == nil {
		return nil
	}
	if !v.told.Start.Equal(v.usage.PeriodStart) {
		v.told = told{Start: v.usage.PeriodStart}
	}
	share := shareOf(v.usage.Used, v.usage.Limit)
	reached, severity, threshold := 0, toast.Warn, frame.Warn
	if share >= frame.Warn {
		reached = 1
	}
	if share >= frame.Critical {
		reached, severity, threshold = 2, toast.Bad, frame.Critical
	}
	text := "usage has reached " + percent(threshold) + " of the limit"
	if share >= 1 {
		reached, text = 3, "usage has reached the limit"
	}
	if reached <= v.told.Level {
		return nil
	}
	v.told.Level = reached
	return tea.Batch(v.env.Save("usage-told", v.told), frame.Notify(severity, text))
}

// shareOf returns the share used of a limit; of no limit, all.
func shareOf(used, limit int64) float64 {
	if limit <= 0 {
		return 1
	}
	return float64(used) / float64(limit)
}

// The sizes of the panes below the chart, in cells.
const (
	useHeight   = 8   // at least, and what the chart has at least
	calledLeast = 4   // lines of the latest calls
	useTallest  = 16  // more is the chart's
	useWidth    = 80  // from which they are shown
	useThree    = 150 // from which all three stand side by side
)

// usePanes draws what was used by kind and by day and the latest calls, as far as there
// is room for them beside the chart.
func (v *View) usePanes(room int, now time.Time) []string {
	height := v.useRows(room)
	switch {
	case height == 0:
		return nil
	case v.width >= useThree:
		kind, day := v.width/4, v.width/4
		return pane.Beside(v.byKind(kind, height), v.byDay(day, height, now), v.latestCalls(v.width-kind-day, height))
	}
	upper := height
	if height >= useHeight+calledLeast {
		upper = useHeight
	}
	lines := pane.Beside(v.byKind(v.width/2, upper), v.byDay(v.width-v.width/2, upper, now))
	if height > upper {
		lines = append(lines, v.latestCalls(v.width, height-upper)...)
	}
	return lines
}

// useRows returns how many of the lines below the gauges the panes of what was used take.
func (v *View) useRows(room int) int {
	if v.width < useWidth || room < 2*useHeight {
		return 0
	}
	latest := min(max(room/3, useHeight), useTallest)
	switch {
	case v.width >= useThree:
		return latest
	case room < 3*useHeight:
		return useHeight
	}
	return useHeight + latest
}

// bar is one row of a pane of what was used.
type bar struct {
	label string
	n     int64
}

// bars draws rows of numbers with their bars.
func bars(t *themes.Theme, rows []bar, width int) []string {
	var label, number int
	var most int64
	for _, r := range rows {
		label, number, most = max(label, cells.Width(r.label)), max(number, len(cells.Group(r.n))), max(most, r.n)
	}
	var lines []string
	for _, r := range rows {
		share := 0.0
		if most > 0 {
			share = float64(r.n) / float64(most)
		}
		drawn := gauge.Line(t, width-label-number-4, share, t.Key)
		lines = append(lines, t.Text.Render(cells.Fit(r.label, label, ""))+"  "+t.Strong.Render(cells.FitRight(cells.Group(r.n), number, ""))+"  "+drawn)
	}
	return lines
}

// byKind shows what the calls of this dashboard cost in the cycle, by kind.
func (v *View) byKind(width, height int) []string {
	t := v.theme
	kinds := []struct {
		kind history.Kind
		name string
	}{{history.Query, "web queries"}, {history.Document, "documents"}, {history.Session, "sessions"}}
	rows := make([]bar, len(kinds))
	var failed int64
	for i, k := range kinds {
		rows[i].label = k.name
		for _, u := range v.uses {
			if u.Kind == k.kind {
				rows[i].n += int64(u.Cost)
				if k.kind == history.Session { // they cost nothing
					rows[i].n += int64(u.Calls)
				}
				failed += int64(u.Failed)
			}
		}
	}
	frame := pane.Pane{Title: "By kind, from this dashboard"}
	if failed > 0 {
		frame.Foot = cells.Group(failed) + " failed, at no cost"
	}
	inner, _ := frame.Inner(width, height)
	return frame.Draw(t, width, height, bars(t, rows, inner))
}

// byDay shows what was used on each of the last days, as far as the samples know.
func (v *View) byDay(width, height int, now time.Time) []string {
	frame := pane.Pane{Title: "By day", Right: "all use of the subscription"}
	inner, rows := frame.Inner(width, height)
	samples := append(inCycle(v.samples, v.usage), state.Sample{At: now, Used: v.usage.Used})
	used := daily(samples, v.usage.PeriodStart)
	year, month, today := now.Local().Date()
	var shown []bar
	for i := range rows {
		day := time.Date(year, month, today-i, 0, 0, 0, 0, time.Local)
		if i > 0 && !day.AddDate(0, 0, 1).After(v.usage.PeriodStart) {
			break
		}
		shown = append(shown, bar{day.Format("Mon _2 Jan"), used[day.Format(time.DateOnly)]})
	}
	return frame.Draw(v.theme, width, height, bars(v.theme, shown, inner))
}

// daily returns what was used on each local day. Between two samples it was on the
// day of the later one. Only what is above all samples before it counts: what was given
// back, or told late, is not used twice. On the day that the cycle starts, the first
// sample counts too.
func daily(samples []state.Sample, start time.Time) map[string]int64 {
	used := map[string]int64{}
	if len(samples) == 0 {
		return used
	}
	var most int64
	if first := samples[0]; first.At.Local().Format(time.DateOnly) != start.Local().Format(time.DateOnly) {
		most = first.Used
	}
	for _, s := range samples {
		if s.Used > most {
			used[s.At.Local().Format(time.DateOnly)] += s.Used - most
			most = s.Used
		}
	}
	last := samples[len(samples)-1] // of what failed, a call was given back since
	today := last.At.Local().Format(time.DateOnly)
	used[today] = max(used[today]-(most-last.Used), 0)
	return used
}
