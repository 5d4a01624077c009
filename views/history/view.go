package history

import (
	"cmp"
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/filepicker"
	"assay/ui/pane"
	"assay/views/frame"
	"assay/workspace/history"
)

// From this size on, list, request and answer are on the screen at once.
const (
	sideBySide = 100
	tallEnough = 20
)

// area is where a pane is in the view.
type area struct{ x, y, width, height int }

func (a area) holds(x, y int) bool {
	return x >= a.x && x < a.x+a.width && y >= a.y && y < a.y+a.height
}

// areas returns where the panes are; one that is not shown has no size.
func (v *View) areas() [panes]area {
	var out [panes]area
	if v.zoomed || v.width < sideBySide || v.height < tallEnough {
		out[v.focus] = area{0, 0, v.width, v.height}
		return out
	}
	list := v.height * 2 / 5
	left := v.width * 2 / 5
	out[paneList] = area{0, 0, v.width, list}
	out[paneRequest] = area{0, list, left, v.height - list}
	out[paneAnswer] = area{left, list, v.width - left, v.height - list}
	return out
}

// layout gives the parts their sizes.
func (v *View) layout() {
	v.dirty = true
	inner, _ := border.Inner(v.areas()[paneList].width, 0)
	v.search.field.SetWidth(max(inner-searchMark, 1))
	if p := v.looked.answer; p != nil {
		a := v.areas()[paneAnswer]
		p.SetSize(a.width, a.height)
		if v.focus == paneAnswer {
			p.Focus()
		} else {
			p.Blur()
		}
	}
}

var border = pane.Pane{}

const searchMark = 2 // columns before the search

// searchShown reports whether the search has its line.
func (v *View) searchShown() bool { return v.search.open || v.search.field.Value() != "" }

// listHead returns the lines of the list's pane above its rows, but for the border.
func (v *View) listHead() int {
	if v.searchShown() {
		return 2
	}
	return 1
}

// listRows returns how many calls the list shows at once.
func (v *View) listRows() int { return max(v.areas()[paneList].height-2-v.listHead(), 1) }

// View draws the tab.
func (v *View) View() []string {
	if v.dirty {
		v.lines, v.dirty = v.draw(), false
	}
	return v.lines
}

func (v *View) draw() []string {
	if v.width <= 0 || v.height <= 0 {
		return pane.Blank(v.width, v.height)
	}
	var lines []string
	switch areas := v.areas(); {
	case len(v.calls) == 0:
		lines = v.drawEmpty()
	case areas[paneList].height == v.height:
		lines = v.drawList(areas[paneList])
	case areas[paneRequest].height == v.height:
		lines = v.drawRequest(areas[paneRequest])
	case areas[paneAnswer].height == v.height:
		lines = v.drawAnswer(areas[paneAnswer])
	default:
		lines = append(v.drawList(areas[paneList]), pane.Beside(v.drawRequest(areas[paneRequest]), v.drawAnswer(areas[paneAnswer]))...)
	}
	return v.over.Draw(lines, v.width, v.height)
}

// drawEmpty says what will be here, or why nothing is known.
func (v *View) drawEmpty() []string {
	t := v.theme
	inner := min(max(v.width-4, 10), frame.Readable)
	lines := []string{""}
	paragraph := func(style themes.Style, text string) {
		lines = append(lines, pane.Paragraph(style, "", text, inner)...)
	}
	hint := func(action keymap.Action, text string) {
		lines = append(lines, "", t.Strong.Render(v.env.Key(action))+t.Dim.Render(" "+text))
	}
	switch {
	case errors.Is(v.err, history.ErrOff):
		paragraph(t.Text, "No history is kept.")
		lines = append(lines, "")
		paragraph(t.Dim, "It is switched off in the settings file: [history] keep = false.")
	case v.err != nil:
		paragraph(t.Bad, "The history cannot be read.")
		lines = append(lines, "")
		paragraph(t.Text, v.err.Error())
		lines = append(lines, "")
		paragraph(t.Dim, "Everything else works without it; calls made meanwhile are not kept.")
		hint(keymap.HistoryRefresh, "tries again")
	case v.loading || !v.started:
		paragraph(t.Dim, "reading the history"+t.Glyphs.Ellipsis)
	default:
		home, _ := os.UserHomeDir() // without one, the path is written in full
		paragraph(t.Text, "No call was made yet.")
		lines = append(lines, "")
		paragraph(t.Dim, "Every query, document and session of this dashboard is listed here with what was asked and what came back: to find it again, to compare it with a later answer, to run it once more. It stays on this machine, in "+filepicker.Short(v.env.History.Path(), home)+", and holds no keys, no passwords and no addresses of sessions.")
		lines = append(lines, "", t.Strong.Render(v.env.Key(keymap.Tab2))+t.Dim.Render(" goes to the Query tab"))
	}
	return pane.Pane{Title: "History", Focused: true}.Draw(t, v.width, v.height, lines)
}

func (v *View) drawList(a area) []string {
	t := v.theme
	box := border
	box.Focused = v.focus == paneList
	box.Title = "History " + strings.Repeat(t.Glyphs.Horizontal, 2) + " " + v.counted()
	box.Right = v.note()
	inner, _ := box.Inner(a.width, a.height)
	var lines []string
	if v.searchShown() {
		lines = append(lines, t.Accent.Render(cells.Fit("/", searchMark, ""))+v.search.field.View())
	}
	room, row := v.listRows(), v.row()
	v.top = max(min(v.top, row, len(v.shown)-room), row-room+1, 0)
	seen := v.shown[v.top:min(v.top+room, len(v.shown))]
	for _, c := range seen {
		v.outcome = max(v.outcome, cells.Width(v.outcomeText(c, themes.Style{}, 0)))
		v.times = max(v.times, cells.Width(v.moment(c.At)))
	}
	columns := v.fitColumns(inner, seen)
	lines = append(lines, frame.Heading(t, columns, markWidth, inner))
	for i := v.top; i < min(v.top+room, len(v.shown)); i++ {
		c := v.shown[i]
		lines = append(lines, frame.Row(t, columns, c, i == row, func(base themes.Style) string { return v.mark(c, base) }, inner))
	}
	if len(v.shown) == 0 {
		lines = append(lines, "", "  "+t.Dim.Render("No call has all that. ")+t.Strong.Render(v.env.Key(keymap.Cancel))+t.Dim.Render(" forgets the search."))
	}
	if len(v.shown) > room {
		box.Foot = cells.Group(int64(row+1)) + "/" + cells.Group(int64(len(v.shown)))
	}
	return box.Draw(t, a.width, a.height, lines)
}

// counted says how many calls there are and are found.
func (v *View) counted() string {
	n := cells.Group(int64(len(v.calls)))
	if v.loading {
		n += v.theme.Glyphs.Ellipsis
	}
	if len(v.search.query) > 0 {
		return cells.Group(int64(len(v.shown))) + " of " + n + " calls"
	}
	if v.loading {
		return n + " calls"
	}
	return frame.Counted(len(v.calls), "call")
}

// note says in the border what is not as it should be.
func (v *View) note() string {
	t := v.theme
	switch {
	case v.err != nil:
		return t.Bad.Render("not kept any more: the history failed")
	case v.marked != 0:
		return t.Accent.Render(v.env.Key(keymap.HistoryCompare) + " compares with the marked call")
	}
	return ""
}

type column = frame.Column[*call]

const (
	gap        = 2  // between columns
	markWidth  = 3  // the mark of the selection, that of a pinned or marked call
	leastWords = 22 // of the source
	leastSums  = 46 // of source and outcome together
)

// columns are all there are; those without a width share what is left. What is seen tells
// where sources differ.
func (v *View) columns(seen []*call) []column {
	t := v.theme
	var sources []string
	for _, c := range seen {
		sources = append(sources, cells.Visible(short(c)))
	}
	return []column{
		{Title: "TIME", Width: max(v.times, len("TIME")), Text: func(c *call, base themes.Style, _ int) string {
			return t.Dim.Over(base).Render(v.moment(c.At))
		}},
		{Title: "KIND", Width: 8, Text: func(c *call, base themes.Style, _ int) string {
			return t.Text.Over(base).Render(string(c.Kind))
		}},
		{Title: "SOURCE", Text: func(c *call, base themes.Style, width int) string {
			return t.Link(c.Address(), t.Text.Over(base).Render(cells.CutCommon(cells.Visible(short(c)), sources, width, t.Glyphs.Ellipsis)))
		}},
		{Title: "STATUS", Width: 6, Text: v.statusText},
		{Title: "OUTCOME", Text: v.outcomeText},
		{Title: "TOOK", Width: 7, Right: true, Text: func(c *call, base themes.Style, _ int) string {
			return t.Text.Over(base).Render(cells.Elapsed(c.Took))
		}},
		{Title: "COST", Width: 5, Right: true, Text: func(c *call, base themes.Style, _ int) string {
			if c.Cost == 0 {
				return t.Faint.Over(base).Render("0")
			}
			return t.Text.Over(base).Render(cells.Group(int64(c.Cost)))
		}},
		{Title: "SIZE", Width: 7, Right: true, Text: func(c *call, base themes.Style, _ int) string {
			if c.Size == 0 {
				return t.Faint.Over(base).Render("-")
			}
			return t.Dim.Over(base).Render(cells.Bytes(c.Size))
		}},
	}
}

// short is the source without what all addresses have.
func short(c *call) string {
	text := c.Source
	if c.Origin == history.URL {
		text = strings.TrimPrefix(strings.TrimPrefix(text, "https://"), "http://")
	}
	return cmp.Or(text, "session")
}

// moment writes when a call was made.
func (v *View) moment(at time.Time) string { return cells.Moment(at, v.env.Now()) }

func (v *View) statusText(c *call, base themes.Style, _ int) string {
	t := v.theme
	switch {
	case c.OK():
		return t.Good.Over(base).Render(t.Glyphs.Check + " " + strconv.Itoa(c.Status))
	case c.Code == history.CodeCancelled:
		return t.Dim.Over(base).Render(t.Glyphs.Minus)
	case c.Status == 0:
		return t.Bad.Over(base).Render(t.Glyphs.Cross)
	}
	return t.Bad.Over(base).Render(t.Glyphs.Cross + " " + strconv.Itoa(c.Status))
}

func (v *View) outcomeText(c *call, base themes.Style, _ int) string {
	t := v.theme
	switch {
	case c.OK():
		return t.Text.Over(base).Render(cells.Visible(c.Sum))
	case c.Code == history.CodeCancelled:
		return t.Dim.Over(base).Render("cancelled")
	}
	return t.Warn.Over(base).Render(cells.Visible(strings.ReplaceAll(c.Code, "_", " ")))
}

// fitColumns returns the columns that there is room for, with the widths of those that
// share what is left: the source has what no outcome needs.
func (v *View) fitColumns(inner int, seen []*call) []column {
	shown := v.columns(seen)
	rest := 0
	for _, drop := range []struct {
		title string
		least int
	}{{"", leastSums}, {"SIZE", leastSums}, {"OUTCOME", leastWords}, {"COST", leastWords}, {"KIND", leastWords}, {"TOOK", leastWords}} {
		shown = slices.DeleteFunc(shown, func(c column) bool { return c.Title == drop.title })
		rest = inner - markWidth + gap
		for _, c := range shown {
			rest -= c.Width + gap
		}
		if rest >= drop.least {
			break
		}
	}
	flexible := 0
	for _, c := range shown {
		if c.Width == 0 {
			flexible++
		}
	}
	for i, c := range shown {
		switch {
		case c.Width > 0:
		case flexible == 1:
			shown[i].Width = max(rest, 1)
		case c.Title == "SOURCE":
			shown[i].Width = rest - v.outcomeWidth(rest)
		default:
			shown[i].Width = v.outcomeWidth(rest)
		}
	}
	return shown
}

// outcomeWidth returns how wide the outcomes are in what they share with the sources.
func (v *View) outcomeWidth(both int) int {
	return min(max(v.outcome, len("OUTCOME")), both-both*3/5)
}

// mark is beside a call that is marked or pinned.
func (v *View) mark(c *call, base themes.Style) string {
	t := v.theme
	switch {
	case c.ID == v.marked:
		return t.Accent.Over(base).Render("m") + base.Render(" ")
	case c.Pinned:
		return t.Warn.Over(base).Render(t.Glyphs.Dot) + base.Render(" ")
	}
	return base.Render("  ")
}

func (v *View) drawAnswer(a area) []string {
	if v.looked.answer != nil {
		return v.looked.answer.View()
	}
	t := v.theme
	frame := pane.Pane{Title: "Answer", Focused: v.focus == paneAnswer}
	text := "reading the call" + t.Glyphs.Ellipsis
	switch e := v.looked.entry; {
	case v.looked.err != nil:
		text = v.looked.err.Error()
	case v.selected() == nil:
		text = ""
	case e == nil:
	case e.Kind == history.Session:
		text = "A session has no answer. Its addresses are secrets, and are not kept."
	case e.OK():
		text = "The answer of " + cells.Bytes(e.Size) + " is not kept: the history keeps answers up to " + cells.Bytes(v.env.History.Limits().AnswerBytes) + " ([history] answer_megabytes)."
	}
	inner, _ := frame.Inner(a.width, a.height)
	return frame.Draw(t, a.width, a.height, append([]string{""}, pane.Paragraph(t.Dim, "", text, inner)...))
}

// Zoomed reports whether a pane has the whole screen.
func (v *View) Zoomed() bool { return v.zoomed }
