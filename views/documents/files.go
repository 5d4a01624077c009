package documents

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/gauge"
	"assay/ui/pane"
	"assay/views/frame"
)

func (v *View) drawFiles(a area) []string {
	box := filesPane()
	box.Focused = v.focus == paneFiles
	box.Title = v.files.Title(max(a.width-24, 10))
	box.Foot = v.files.Status()
	if n := len(v.files.Chosen()); n > 0 {
		box.Right = v.theme.Good.Render(cells.Group(int64(n)) + " chosen")
	}
	return box.Draw(v.theme, a.width, a.height, v.files.View())
}

// drawStrip is the cost in a line, where its pane is not on the screen, and which of the
// panes is: among their names, or by its number where these have no room.
func (v *View) drawStrip() string {
	t := v.theme
	text, style := v.costLine()
	names, here, number := "", "", 0
	for p := range panes {
		if !v.there(p) {
			continue
		}
		name := [panes]string{"files", "query", "chosen", "results", "data"}[p]
		number++
		if p == v.focus {
			here = t.Accent.Render(name) + " " + t.Faint.Render(strconv.Itoa(number)+"/")
			names += t.Accent.Render(name) + " "
		} else {
			names += t.Faint.Render(name) + " "
		}
	}
	if cells.Width(text)+cells.Width(names)+3 > v.width {
		names = here + t.Faint.Render(strconv.Itoa(number)) + " "
	}
	line := " " + cells.Ends(style.Render(text), names, v.width-1)
	return cells.Fit(line, v.width, t.Glyphs.Ellipsis)
}

// costLine says what sending the chosen files costs and what is left after, or what it
// did cost.
func (v *View) costLine() (string, themes.Style) {
	t := v.theme
	sep := t.Glyphs.Separator
	rest, sent := v.split(v.files.Chosen())
	switch s := v.sum(rest); {
	case len(rest)+len(sent) == 0:
		return "nothing chosen", t.Dim
	case s.isSent(sent):
		text := sentWords(sent, s, sep) + sep + v.spentWords(sent)
		if v.env.Usage != nil {
			text += sep + cells.Group(v.env.Usage.Left()) + " left"
		}
		return text, t.Text
	default:
		text := toSend(rest, sent) + sep + s.cost()
		if len(s.refused) > 0 {
			text += sep + cells.Group(int64(len(s.refused))) + " not sent"
		}
		if v.env.Usage == nil {
			return text, t.Text
		}
		if left := v.env.Usage.Left(); s.calls > left {
			return text + sep + cells.Group(s.calls-left) + " too many", t.Bad
		} else {
			return text + sep + cells.Group(left-s.calls) + " left after", t.Text
		}
	}
}

// toSend counts the files that are still to be sent.
func toSend(rest, sent []string) string {
	if len(sent) > 0 {
		return frame.Counted(len(rest), "more file")
	}
	return frame.Counted(len(rest), "file")
}

// sentWords counts files that were sent, and those that cannot be.
func sentWords(sent []string, rest sum, separator string) string {
	text := frame.Counted(len(sent), "file") + " sent"
	if n := len(rest.refused); n > 0 {
		text += separator + cells.Group(int64(n)) + " not"
	}
	return text
}

// spentWords counts the calls of files that were sent.
func (v *View) spentWords(sent []string) string {
	s := v.sum(sent)
	text := s.cost()
	for _, d := range v.batch.docs {
		if d.busy() && slices.Contains(sent, d.path) {
			return text + " in progress"
		}
	}
	return text + " used"
}

// drawChosen shows the chosen files, what they cost, and what is left after.
func (v *View) drawChosen(a area) []string {
	t := v.theme
	chosen := v.files.Chosen()
	box := pane.Pane{Title: "Cost", Focused: v.focus == paneChosen}
	inner, rows := box.Inner(a.width, a.height)
	if len(chosen) == 0 {
		var lines []string
		for _, text := range []string{
			v.env.Key(keymap.FilesToggle) + " chooses the file under the cursor. Files dropped on the terminal, and paths that are pasted, are chosen too.",
			"A page or an image costs one call. Nothing is sent before you say so.",
		} {
			lines = append(lines, pane.Paragraph(t.Dim, "", text, inner)...)
		}
		return box.Draw(t, a.width, a.height, lines)
	}
	lines := v.drawSummary(inner)
	room := max(rows-len(lines), 0)
	v.top = max(min(v.top, v.cursor, len(chosen)-room), v.cursor-room+1, 0)
	shown := chosen[v.top:min(v.top+room, len(chosen))]
	names := 0
	for _, path := range shown {
		names = max(names, cells.Width(cells.Visible(filepath.Base(path))))
	}
	for i, path := range shown {
		lines = append(lines, v.chosenRow(path, v.top+i == v.cursor && v.focus == paneChosen, inner, names))
	}
	if len(chosen) > room {
		box.Foot = cells.Group(int64(v.top+len(shown))) + "/" + cells.Group(int64(len(chosen)))
	}
	return box.Draw(t, a.width, a.height, lines)
}

// drawSummary is the sum in three lines: what it is, what is left, a bar.
func (v *View) drawSummary(width int) []string {
	t := v.theme
	rest, sent := v.split(v.files.Chosen())
	s := v.sum(rest)
	if s.isSent(sent) {
		return v.drawSpent(sent, s, width)
	}
	what := toSend(rest, sent) + "   " + s.parts(t.Glyphs.Separator)
	var notes []string
	for _, note := range []struct {
		n    int
		text string
	}{{s.counting, "being counted"}, {len(s.unknown), "of unknown cost"}, {len(s.refused), "not sent"}} {
		if note.n > 0 {
			notes = append(notes, cells.Group(int64(note.n))+" "+note.text)
		}
	}
	note := t.Warn.Render(strings.Join(notes, t.Glyphs.Separator))
	calls := s.cost()
	first := cells.Ends(t.Text.Render(cells.Fit(what, min(cells.Width(what), max(width-cells.Width(calls)-2, 1)), t.Glyphs.Ellipsis)), t.Strong.Render(calls), width)
	if v.env.Usage == nil {
		return []string{first, cells.Ends(t.Dim.Render("what is left is not known yet"), note, width), ""}
	}
	left := v.env.Usage.Left()
	share := float64(v.env.Usage.Used+s.calls) / float64(max(v.env.Usage.Limit, 1))
	second, fill := t.Dim.Render("left now ")+t.Text.Render(cells.Group(left))+t.Dim.Render("   after ")+t.Strong.Render(cells.Group(left-s.calls)), t.Good
	switch {
	case s.calls > left:
		first = cells.Ends(t.Bad.Render(what), t.Bad.Render(calls), width)
		second = t.Bad.Render("over the quota: " + cells.Group(left) + " left, " + cells.Group(s.calls-left) + " too many; it cannot be sent")
		fill = t.Bad
	case share > 0.8:
		fill = t.Warn
	}
	return []string{first, cells.Ends(second, note, width), gauge.Draw(t, width, share, fill)}
}

// drawSpent is the sum of chosen files that were all sent but for those that cannot be,
// in as many lines.
func (v *View) drawSpent(sent []string, rest sum, width int) []string {
	t := v.theme
	s := v.sum(sent)
	first := cells.Ends(t.Text.Render(sentWords(sent, rest, t.Glyphs.Separator)+"   "+s.parts(t.Glyphs.Separator)), t.Dim.Render(v.spentWords(sent)), width)
	again := t.Strong.Render(v.env.Key(keymap.DocumentsSend)) + t.Dim.Render(" sends again")
	if v.env.Usage == nil {
		return []string{first, cells.Ends(t.Dim.Render("what is left is not known yet"), again, width), ""}
	}
	share, fill := float64(v.env.Usage.Used)/float64(max(v.env.Usage.Limit, 1)), t.Good
	if share > 0.8 {
		fill = t.Warn
	}
	left := t.Dim.Render("left now ") + t.Text.Render(cells.Group(v.env.Usage.Left()))
	return []string{first, cells.Ends(left, again, width), gauge.Draw(t, width, share, fill)}
}

// chosenRow is a chosen file with its pages, its size and its cost; the size goes where a
// name as wide as the widest has no room beside it.
func (v *View) chosenRow(path string, selected bool, width, names int) string {
	t := v.theme
	base, bar := themes.Style{}, " "
	if selected {
		base, bar = t.Selected, t.Glyphs.Bar
	}
	detail, size, cost := "counting"+t.Glyphs.Ellipsis, "", ""
	style, detailStyle := t.Text, t.Dim
	if c := v.counts.known[path]; c != nil {
		detail, size = c.words(), cells.Bytes(c.file.Size)
		switch {
		case c.unknown():
			detail, cost, style, detailStyle = "cost unknown", "?", t.Warn, t.Warn
		case c.err != nil:
			detail, size, detailStyle, style = c.err.Error(), "", t.Bad, t.Faint
		default:
			cost = cells.Group(int64(c.file.Pages))
		}
	}
	const detailWidth, sizeWidth, costWidth = 14, 8, 6
	room := max(width-2, 1)
	right := t.Strong.Over(base).Render(cells.FitRight(cost, costWidth, ""))
	switch {
	case width < 44:
	case size == "" && cost == "":
		right = detailStyle.Over(base).Render(cells.FitRight(cells.Visible(detail), detailWidth+sizeWidth+costWidth+8, t.Glyphs.Ellipsis))
	case names > room-detailWidth-sizeWidth-costWidth:
		right = detailStyle.Over(base).Render(cells.FitRight(detail, cells.Width(detail)+1, "")) + right
	default:
		right = detailStyle.Over(base).Render(cells.FitRight(detail, detailWidth, t.Glyphs.Ellipsis)) +
			t.Dim.Over(base).Render(cells.FitRight(size, sizeWidth, "")) + right
	}
	room -= cells.Width(right)
	name := cells.CutMiddle(cells.Visible(filepath.Base(path)), room, t.Glyphs.Ellipsis)
	return t.Accent.Over(base).Render(bar) + base.Render(" ") + style.Over(base).Render(cells.Fit(name, room, "")) + right
}
