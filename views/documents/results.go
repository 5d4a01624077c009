package documents

import (
	"path/filepath"
	"strings"

	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/gauge"
	"assay/ui/pane"
	"assay/views/frame"
)

// drawBatch lists the files that were sent.
func (v *View) drawBatch(a area) []string {
	t, b := v.theme, &v.batch
	box := pane.Pane{Title: "Results", Focused: v.focus == paneBatch, Tight: true}
	inner, rows := box.Inner(a.width, a.height)
	if n := len(b.docs); n > 1 {
		box.Title += " " + strings.Repeat(t.Glyphs.Horizontal, 2) + " " + cells.Group(int64(n-b.running())) + " of " + cells.Group(int64(n))
	}
	if n := b.count(failed); n > 0 {
		box.Right = t.Bad.Render(cells.Group(int64(n)) + " failed")
	}
	if b.running() > 0 {
		box.Foot = t.Strong.Render(v.env.Key(keymap.Cancel)) + t.Dim.Render(" cancels all")
	} else if len(b.docs) > rows {
		box.Foot = cells.Group(int64(b.cursor+1)) + "/" + cells.Group(int64(len(b.docs)))
	}
	b.top = max(min(b.top, b.cursor, len(b.docs)-rows), b.cursor-rows+1, 0)
	var lines []string
	for i := b.top; i < min(b.top+rows, len(b.docs)); i++ {
		lines = append(lines, v.batchRow(i, inner-1))
	}
	return box.Draw(t, a.width, a.height, lines)
}

func (v *View) batchRow(i, width int) string {
	t, d, selected := v.theme, v.batch.docs[i], i == v.batch.cursor
	shown, others := cells.Visible(filepath.Base(d.path)), []string(nil)
	for _, other := range v.batch.docs[max(i-1, 0):min(i+2, len(v.batch.docs))] {
		if other != d {
			others = append(others, cells.Visible(filepath.Base(other.path)))
		}
	}
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
		words := v.stateWords(d)
		text := strings.Join(words, t.Glyphs.Separator)
		for len(words) > 1 && cells.Width(shown)+1+cells.Width(text) > room { // the name goes before what it took
			words = words[:len(words)-1]
			text = strings.Join(words, t.Glyphs.Separator)
		}
		right = style.Over(base).Render(cells.Fit(text, min(cells.Width(text), room*3/5), t.Glyphs.Ellipsis))
	}
	nameRoom := max(room-cells.Width(right)-1, 1)
	name := cells.Fit(cells.CutCommon(shown, others, nameRoom, t.Glyphs.Ellipsis), nameRoom, "")
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

// stateWords says how far a file is, or what it gave: what matters most first.
func (v *View) stateWords(d *doc) []string {
	switch d.state {
	case queued:
		return []string{"waiting"}
	case sending:
		if d.reading() {
			return []string{"reading", cells.Elapsed(max(v.env.Now().Sub(d.began), 0))}
		}
		return []string{"sending " + cells.Bytes(d.sent.Load()) + " of " + cells.Bytes(d.count.file.Size)}
	case failed:
		return []string{cells.Visible(d.err.Error())}
	case cancelled:
		return []string{"cancelled"}
	}
	cost := frame.Counted(d.answer.Calls, "call")
	if d.count.unknown() {
		cost = "cost unknown"
	}
	words := []string{cost, cells.Elapsed(d.answer.Took)}
	if d.kept {
		words = []string{"of " + cells.Moment(d.answer.At, v.env.Now())}
	}
	if d.answer.Sum != "" {
		words = append([]string{d.answer.Sum}, words...)
	}
	return words
}
