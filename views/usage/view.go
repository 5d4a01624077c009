package usage

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/chart"
	"assay/ui/gauge"
	"assay/ui/pane"
	"assay/views/frame"
)

const (
	gaugeHeight = 5  // a gauge pane: three lines and its border
	sideBySide  = 80 // columns from which the gauges stand side by side
)

// gauges returns the width of the first of them, and the lines of both.
func (v *View) gauges() (left, height int) {
	if v.width >= sideBySide {
		return v.width / 2, gaugeHeight
	}
	return v.width, 2 * gaugeHeight
}

func (v *View) draw() []string {
	if v.width <= 0 || v.height <= 0 {
		return pane.Blank(v.width, v.height)
	}
	if v.usage == nil {
		return v.drawEmpty()
	}
	now := v.env.Now()
	left, gauges := v.gauges()
	if v.dirty {
		v.drawn = now
		v.calls = v.callsPane(left, now)
		rest := v.height - gauges
		v.paced = nil
		used := v.usePanes(rest, now)
		rest -= len(used)
		if rest >= 4 {
			v.paced = append(v.pacePane(v.width, rest, now), used...)
		} else {
			v.paced = pane.Blank(v.width, rest)
		}
	}
	var lines []string
	if left < v.width {
		lines = pane.Beside(v.calls, v.cyclePane(v.width-left, now))
	} else {
		lines = append(slices.Clone(v.calls), v.cyclePane(v.width, now)...)
	}
	return append(lines, v.paced...)[:v.height]
}

// drawEmpty says what is happening before the first answer.
func (v *View) drawEmpty() []string {
	t := v.theme
	var text []string
	if v.err == nil {
		text = []string{t.Dim.Render("asking the service for the usage" + t.Glyphs.Ellipsis)}
	} else {
		text = append(text, t.Bad.Render("The usage could not be read."), "")
		text = append(text, pane.Paragraph(t.Text, "", v.err.Error(), max(v.width-8, 10))...)
		text = append(text, "", t.Dim.Render("press ")+t.Strong.Render(v.env.Key(keymap.UsageRefresh))+t.Dim.Render(" to try again"))
	}
	lines := append([]string{""}, text...)
	return pane.Pane{Title: "Calls this cycle"}.Draw(t, v.width, v.height, lines)
}

// stale returns a note for the pane's border when the figures are not fresh.
func (v *View) stale(now time.Time) string {
	t := v.theme
	age := now.Sub(v.at)
	switch {
	case v.err != nil:
		return t.Warn.Render("offline, as of " + v.at.Local().Format("15:04:05"))
	case age > 2*max(intervals[v.settings.Interval], time.Minute) && intervals[v.settings.Interval] > 0:
		return t.Warn.Render("as of " + cells.Elapsed(age) + " ago")
	}
	return t.Dim.Render("refreshed " + v.at.Local().Format("15:04:05"))
}

// level returns the colour of a share used: in order, look here, at the limit.
func (v *View) level(share float64) themes.Style {
	switch {
	case share >= frame.Critical:
		return v.theme.Bad
	case share >= frame.Warn:
		return v.theme.Warn
	}
	return v.theme.Good
}

func (v *View) callsPane(width int, now time.Time) []string {
	t, u := v.theme, v.usage
	share := shareOf(u.Used, u.Limit)
	frame := pane.Pane{Title: "Calls this cycle", Right: v.stale(now)}
	if width < 48 { // how old the figures are matters more
		frame.Title = "Calls"
	}
	inner, _ := frame.Inner(width, gaugeHeight)
	style := v.level(share)
	left := u.Limit - u.Used
	second := t.Dim.Render(cells.Group(max(left, 0)) + " left")
	p := paceOf(u, now)
	switch {
	case left <= 0:
		second = t.Bad.Render("none left until " + u.PeriodEnd.UTC().Format("2 Jan 15:04") + " UTC")
	case p.even >= u.Used:
		second += t.Dim.Render(", " + cells.Group(p.even-u.Used) + " under an even pace")
	default:
		second += t.Warn.Render(", " + cells.Group(u.Used-p.even) + " over an even pace")
	}
	return frame.Draw(t, width, gaugeHeight, []string{
		cells.Ends(t.Strong.Render(cells.Group(u.Used))+t.Dim.Render(" of "+cells.Group(u.Limit)), style.Render(percent(share)), inner),
		gauge.Draw(t, inner, share, style),
		second,
	})
}

func (v *View) cyclePane(width int, now time.Time) []string {
	t, u := v.theme, v.usage
	total := u.PeriodEnd.Sub(u.PeriodStart)
	share := 1.0
	if total > 0 {
		share = min(max(float64(now.Sub(u.PeriodStart))/float64(total), 0), 1)
	}
	frame := pane.Pane{Title: "Cycle"}
	inner, _ := frame.Inner(width, gaugeHeight)
	left := u.PeriodEnd.Sub(now)
	first := t.Strong.Render(cells.Countdown(left)) + t.Dim.Render(" left")
	if left <= 0 {
		first = t.Warn.Render("the cycle has ended; waiting for the next figures")
	}
	const layout = "2 Jan 15:04"
	return frame.Draw(t, width, gaugeHeight, []string{
		cells.Ends(first, t.Dim.Render(percent(share)+" gone"), inner),
		gauge.Draw(t, inner, share, t.Dim),
		t.Dim.Render(u.PeriodStart.UTC().Format(layout) + " " + t.Glyphs.Arrow + " " + u.PeriodEnd.UTC().Format(layout) + " UTC"),
	})
}

func (v *View) pacePane(width, height int, now time.Time) []string {
	t, u := v.theme, v.usage
	frame := pane.Pane{Title: "Pace", Right: "refresh " + v.intervalText()}
	inner, rows := frame.Inner(width, height)
	samples := inCycle(v.samples, u)
	p := paceOf(u, now)
	lines := []string{cells.Ends(v.paceText(p), t.Dim.Render(v.lately(now)), inner)}
	switch {
	case u.Used == 0:
		if rows > 2 {
			lines = append(lines, "")
		}
		lines = append(lines, t.Dim.Render("No call was made in this cycle yet. ")+t.Strong.Render(v.env.Key(keymap.Tab2))+t.Dim.Render(" opens Query."))
	case rows == 2: // too low for a chart
		lines = []string{v.paceText(p), t.Dim.Render(v.lately(now))}
	case rows >= 6:
		lines = append(lines, v.plot(p, now).Draw(t, inner, rows-1)...)
	}
	if len(samples) < 2 && rows >= 8 && u.Used > 0 {
		// The line between start and now is all that is known yet.
		lines[0] = cells.Ends(v.paceText(p), t.Dim.Render("samples are kept from now on"), inner)
	}
	return frame.Draw(t, width, height, lines)
}

func (v *View) paceText(p pace) string {
	t, u := v.theme, v.usage
	switch {
	case u.Used >= u.Limit:
		return t.Bad.Render("used up before the cycle's end")
	case !p.known:
		return t.Dim.Render("too early in the cycle for a forecast")
	case !p.runsOut.IsZero():
		return t.Warn.Render("at this pace it runs out on " + p.runsOut.Local().Format("2 Jan, 15:04"))
	}
	return t.Text.Render("at this pace "+cells.Group(p.forecast)) + t.Dim.Render(" by "+u.PeriodEnd.UTC().Format("2 Jan"))
}

// lately tells the use of today and of this hour, as far as the samples know.
func (v *View) lately(now time.Time) string {
	samples := inCycle(v.samples, v.usage)
	local := now.Local()
	year, month, day := local.Date()
	var parts []string
	if n, ok := since(samples, v.usage, time.Date(year, month, day, 0, 0, 0, 0, time.Local)); ok {
		parts = append(parts, "today "+cells.Group(n))
	}
	if n, ok := since(samples, v.usage, time.Date(year, month, day, local.Hour(), 0, 0, 0, time.Local)); ok {
		parts = append(parts, "this hour "+cells.Group(n))
	}
	return strings.Join(parts, v.theme.Glyphs.Separator)
}

// plot makes the chart: the limit, the even pace, the forecast, the use.
func (v *View) plot(p pace, now time.Time) chart.Chart {
	t, u := v.theme, v.usage
	x := func(at time.Time) float64 { return at.Sub(u.PeriodStart).Seconds() }
	end := x(u.PeriodEnd)
	used, limit := float64(u.Used), float64(u.Limit)
	top := limit
	if high := max(used, float64(p.forecast)); high < limit*0.2 {
		top = nice(max(high*1.3, 10)) // a little use of a large limit would lie on the axis
	}
	c := chart.Chart{MaxX: end, MaxY: top * 1.04}
	if top == limit {
		c.Series = append(c.Series,
			chart.Series{Points: []chart.Point{{X: 0, Y: limit}, {X: end, Y: limit}}, Pattern: chart.Dotted, Style: t.Bad, Label: "limit"},
			// Its label stands below its end, which is the limit's.
			chart.Series{Points: []chart.Point{{X: 0, Y: 0}, {X: end, Y: limit}}, Pattern: chart.Dotted, Style: t.Faint},
			chart.Series{Points: []chart.Point{{X: end, Y: limit * 0.9}}, Style: t.Faint, Label: "even pace"})
	}
	if p.known && u.Used < u.Limit {
		c.Series = append(c.Series, chart.Series{
			Points:  []chart.Point{{X: x(now), Y: used}, {X: end, Y: float64(p.forecast)}},
			Pattern: chart.Dashed, Style: t.Dim, Label: "forecast"})
	}
	samples := inCycle(v.samples, u)
	first := chart.Point{X: x(now), Y: used}
	line := make([]chart.Point, 0, len(samples)+1)
	for _, s := range samples {
		line = append(line, chart.Point{X: x(s.At), Y: float64(s.Used)})
	}
	if len(line) > 0 {
		first = line[0]
	}
	line = append(line, chart.Point{X: x(now), Y: used})
	style := v.level(used / max(limit, 1))
	c.Series = append([]chart.Series{{Points: line, Pattern: chart.Area, Style: t.Border}}, c.Series...)
	c.Series = append(c.Series,
		chart.Series{Points: []chart.Point{{X: 0, Y: 0}, first}, Pattern: chart.Dashed, Style: style},
		chart.Series{Points: line, Style: style})
	c.YTicks = []chart.Tick{{At: 0, Label: "0"}, {At: top / 2, Label: short(top / 2)}, {At: top, Label: short(top)}}
	c.XTicks = dayTicks(u.PeriodStart.UTC(), u.PeriodEnd.UTC())
	if at := x(now); at > 0 && at < end {
		c.Mark = chart.Tick{At: at, Label: t.Glyphs.Now}
	}
	return c
}

// dayTicks labels every seventh day of a cycle, the first with its month.
func dayTicks(start, end time.Time) []chart.Tick {
	var ticks []chart.Tick
	for day := start; day.Before(end); day = day.AddDate(0, 0, 7) {
		label := day.Format("2")
		if len(ticks) == 0 || day.Day() <= 7 {
			label = day.Format("2 Jan")
		}
		ticks = append(ticks, chart.Tick{At: day.Sub(start).Seconds(), Label: label})
	}
	return ticks
}

// nice rounds up to 1, 2 or 5 times a power of ten.
func nice(v float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(v)))
	for _, m := range []float64{1, 2, 5, 10} {
		if m*power >= v {
			return m * power
		}
	}
	return v
}

func short(v float64) string {
	switch {
	case v >= 1e6:
		return fmt.Sprintf("%.3gM", v/1e6)
	case v >= 1e3:
		return fmt.Sprintf("%.3gk", v/1e3)
	}
	return fmt.Sprintf("%.3g", v)
}

func percent(share float64) string {
	switch {
	case share > 0 && share < 0.01:
		return "< 1 %"
	case share > 0.99 && share < 1:
		return "> 99 %"
	}
	return fmt.Sprintf("%.0f %%", share*100)
}
