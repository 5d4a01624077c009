package documents

import (
	"path/filepath"
	"strings"

	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/gauge"
	"assay/ui/pane"
)

// drawBatch lists the files that were sent.
func (v *View) drawBatch(a area) []string {
	t, b := v.theme, &v.batch
	frame := pane.Pane{Title: "Results", Focused: v.focus == paneBatch, Tight: true}
	inner, rows := frame.Inner(a.width, a.height)
	if n := len(b.docs); n > 1 {
		frame.Title += " " + strings.Repeat(t.Glyphs.Horizontal, 2) + " " + cells.Group(int64(n-b.running())) + " of " + cells.Group(int64(n))
	}
	if n := b.count(failed); n > 0 {
		frame.Right = t.Bad.Render(cells.Group(int64(n)) + " failed")
	}
	if b.running() > 0 {
		frame.Foot = t.Strong.Render(v.key(keymap.Cancel)) + t.Dim.Render(" cancels all")
	} else if len(b.docs) > rows {
		frame.Foot = cells.Group(int64(b.cursor+1)) + "/" + cells.Group(int64(len(b.docs)))
	}
	b.top = max(min(b.top, b.cursor, len(b.docs)-rows), b.cursor-rows+1, 0)
	var lines []string
	for i := b.top; i < min(b.top+rows, len(b.docs)); i++ {
		lines = append(lines, v.batchRow(b.docs[i], i == b.cursor, inner-1))
	}
	return frame.Draw(t, a.width, a.height, lines)
}

func (v *View) batchRow(d *doc, selected bool, width int) string {
	t := v.theme
	base, bar := themes.Style{}, " "
	if selected {
		bar = t.Glyphs.Bar
		if v.focus == paneBatch {
			base = t.Selected
		}
	}
	mark, style := " ", t.Dim
	switch d.state {
	case done:
		mark, style = t.Good.Over(base).Render(t.Glyphs.Check), t.Dim
	case failed:
		mark, style = t.Bad.Over(base).Render(t.Glyphs.Cross), t.Bad
	case sending:
		mark = t.Accent.Over(base).Render(t.Glyphs.Arrow[:arrowEnd(t.Glyphs.Arrow)])
	default:
		mark = base.Render(" ")
	}
	room := max(width-3, 2)
	right := ""
	if d.state == sending && !d.reading() && width >= 40 {
		total := d.count.file.Size
		text := cells.Bytes(d.sent.Load()) + " of " + cells.Bytes(total)
		right = gauge.Thin(t, 8, float64(d.sent.Load())/float64(max(total, 1)), t.Key, t.Border) + " " + t.Dim.Render(text)
	} else {
		text := v.stateWords(d)
		right = style.Over(base).Render(cells.Fit(text, min(cells.Width(text), room*3/5), t.Glyphs.Ellipsis))
	}
	nameRoom := max(room-cells.Width(right)-1, 1)
	name := cells.Fit(cells.CutMiddle(cells.Visible(filepath.Base(d.path)), nameRoom, t.Glyphs.Ellipsis), nameRoom, "")
	line := t.Accent.Over(base).Render(bar) + mark + base.Render(" ") + t.Text.Over(base).Render(name) + base.Render(" ") + right
	return cells.Fit(line, width, t.Glyphs.Ellipsis)
}

// arrowEnd is the length of an arrow's first cell.
func arrowEnd(arrow string) int {
	if len(arrow) > 0 && arrow[0] < 0x80 {
		return 1
	}
	return len(arrow)
}

// stateWords says how far a file is, or what it gave.
func (v *View) stateWords(d *doc) string {
	sep := v.theme.Glyphs.Separator
	switch d.state {
	case queued:
		return "waiting"
	case sending:
		elapsed := cells.Elapsed(max(v.env.Now().Sub(d.began), 0))
		if d.reading() {
			return "reading" + sep + elapsed
		}
		return "sending " + cells.Bytes(d.sent.Load()) + " of " + cells.Bytes(d.count.file.Size)
	case failed:
		return cells.Visible(d.err.Error())
	case cancelled:
		return "cancelled"
	}
	text := counted(d.answer.Calls, "call")
	if d.count.unknown() {
		text = "cost unknown"
	}
	text += sep + cells.Elapsed(d.answer.Took)
	if d.answer.Sum != "" {
		text = d.answer.Sum + sep + text
	}
	return text
}
