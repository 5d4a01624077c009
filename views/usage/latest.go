package usage

import (
	"assay/keymap"
	"assay/ui/cells"
	"assay/ui/pane"
	"assay/workspace/history"
)

// latestCalls shows the latest calls of this dashboard: when, of what, how they ended,
// what they cost and took.
func (v *View) latestCalls(width, height int) []string {
	t := v.theme
	frame := pane.Pane{Title: "Latest calls", Right: t.Strong.Render(v.env.Key(keymap.Tab5)) + t.Dim.Render(" all")}
	inner, rows := frame.Inner(width, height)
	if len(v.latest) == 0 {
		return frame.Draw(t, width, height, v.firstSteps(inner, rows))
	}
	const fixed = 10 + 10 + 2 + 2 + 6 + 9 // time, kind, gap, mark, cost, took
	room := max(inner-fixed, 8)
	shown := v.latest[:min(len(v.latest), rows)]
	held := 0
	if room >= 48 {
		for _, e := range shown {
			held = max(held, 2+cells.Width(outcomeOf(e)))
		}
		held = min(held, room*2/5)
		room -= held
	}
	var lines []string
	for _, e := range shown {
		mark := t.Good.Render(t.Glyphs.Check)
		if !e.OK() {
			mark = t.Bad.Render(t.Glyphs.Cross)
		}
		line := t.Dim.Render(cells.Fit(e.At.Local().Format("15:04:05"), 10, "")) +
			t.Text.Render(cells.Fit(string(e.Kind), 10, "")) +
			cells.Fit(t.Link(e.Address(), t.Text.Render(cells.CutMiddle(cells.Visible(e.Source), room, t.Glyphs.Ellipsis))), room, "") +
			"  " + mark + " " +
			t.Text.Render(cells.FitRight(cells.Group(int64(e.Cost)), 4, "")) + "  " +
			t.Dim.Render(cells.FitRight(cells.Elapsed(e.Took), 9, ""))
		if held > 0 {
			line += "  " + t.Dim.Render(cells.Fit(outcomeOf(e), held-2, t.Glyphs.Ellipsis))
		}
		lines = append(lines, line)
	}
	return frame.Draw(t, width, height, lines)
}

// outcomeOf says what a call gave, or why it failed.
func outcomeOf(e history.Entry) string {
	if e.OK() {
		return cells.Visible(e.Sum)
	}
	return cells.Visible(e.Error)
}

// firstSteps says where calls are made, before there was one.
func (v *View) firstSteps(width, rows int) []string {
	t := v.theme
	lines := []string{t.Dim.Render("none was made from this dashboard yet")}
	if rows < 5 {
		return lines
	}
	lines = append(lines, "")
	for _, step := range []struct {
		action keymap.Action
		text   string
	}{
		{keymap.Tab2, "asks a web page"},
		{keymap.Tab3, "asks your PDFs and pictures"},
		{keymap.Tab4, "launches a browser for your scripts"},
	} {
		key := t.Strong.Render(v.env.Key(step.action))
		lines = append(lines, cells.Fit(key+"  "+t.Dim.Render(step.text), width, t.Glyphs.Ellipsis))
	}
	return lines
}
