package batch

import (
	"strings"

	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/gauge"
	"assay/ui/pane"
	"assay/views/frame"
	"assay/views/result"
	"assay/workspace/batch"
)

const (
	sideBySide = 100 // from this width the summary is beside the list
	headHeight = 5   // of the progress, with its border
	summary    = 7   // rows of the summary below the list, with its border
)

// layout gives the parts their sizes.
func (c *Panel) layout() {
	c.dirty = true
	width, height := c.listSize()
	inner, rows := pane.Pane{}.Inner(width, height)
	c.list.SetSize(inner, rows)
	if c.result != nil {
		c.result.SetSize(c.width, c.height)
	}
}

// listSize is the size of the list's pane.
func (c *Panel) listSize() (width, height int) {
	if c.width >= sideBySide {
		return c.width * 3 / 5, c.height
	}
	return c.width, max(c.height-summary, 3)
}

// View draws exactly as many lines as the panel is high.
func (c *Panel) View() []string {
	if c.dirty {
		c.lines, c.dirty = c.draw(), false
	}
	return c.lines
}

func (c *Panel) draw() []string {
	var lines []string
	switch c.face {
	case looking:
		return c.result.View()
	case making:
		lines = c.drawMaking()
	default:
		lines = append(c.drawProgress(), c.drawPages()...)
	}
	lines = append(lines, pane.Blank(c.width, c.height-len(lines))...)[:c.height]
	return c.over.Draw(lines, c.width, c.height)
}

// drawMaking draws the list and what it comes to.
func (c *Panel) drawMaking() []string {
	t := c.theme
	width, height := c.listSize()
	list := pane.Pane{Title: "Pages, one address a line", Focused: true, Right: t.Strong.Render(c.env.Key(keymap.URLsLoad)) + t.Dim.Render(" from a file")}
	left := list.Draw(t, width, height, strings.Split(c.list.View(), "\n"))
	if c.width >= sideBySide {
		return pane.Beside(left, c.drawSummary(c.width-width, height))
	}
	return append(left, c.drawSummary(width, c.height-height)...)
}

// drawSummary draws what is asked of how many pages, and what it costs.
func (c *Panel) drawSummary(width, height int) []string {
	t := c.theme
	box := pane.Pane{Title: "Batch"}
	inner, rows := box.Inner(width, height)
	n := len(c.read.list.URLs)
	question, label := c.request.Query, "Query"
	if question == "" {
		question, label = c.request.Prompt, "Prompt"
	}
	question = strings.Join(strings.Fields(cells.Visible(question)), " ")
	cost := []string{t.Strong.Render(frame.Counted(n, "page")) + t.Dim.Render("   ") + t.Strong.Render(frame.Counted(n, "call"))}
	if u := c.env.Usage; u != nil {
		left := u.Left()
		switch {
		case int64(n) > left:
			cost = append(cost, t.Bad.Render(cells.Group(left)+" left, "+cells.Group(int64(n)-left)+" too many"))
		default:
			cost = append(cost, t.Dim.Render("left now ")+t.Text.Render(cells.Group(left))+t.Dim.Render("   after ")+t.Strong.Render(cells.Group(left-int64(n))))
		}
		fill := t.Good
		if int64(n) > left {
			fill = t.Bad
		}
		cost = append(cost, gauge.Draw(t, inner, float64(u.Used+int64(n))/float64(max(u.Limit, 1)), fill))
	}
	lines := cost
	if notes := c.notes(); notes != "" {
		lines = append(lines, t.Warn.Render(cells.Fit(notes, min(inner, cells.Width(notes)), t.Glyphs.Ellipsis)))
	}
	settings := t.Strong.Render(c.env.Key(keymap.URLsSettings)) + "  " + t.Dim.Render(words(c.settings))
	if rows > summary {
		lines = append(lines, "", t.Dim.Render(label))
		for _, line := range cells.Wrap(question, inner)[:min(len(cells.Wrap(question, inner)), max(rows-16, 2))] {
			lines = append(lines, t.Text.Render(line))
		}
		lines = append(lines, t.Dim.Render(c.request.Words), "", settings, "")
		lines = append(lines, c.hints(inner)...)
	} else {
		lines = append(lines[:min(len(lines), max(rows-1, 0))], settings)
	}
	return box.Draw(t, width, height, lines)
}

// notes tells what of the list is not asked about.
func (c *Panel) notes() string {
	if c.read.err != nil {
		return c.read.err.Error()
	}
	var notes []string
	if n := len(c.read.list.Invalid); n > 0 {
		notes = append(notes, "no address: line "+lineNumbers(c.read.list.Invalid))
	}
	if n := len(c.read.list.Duplicates); n > 0 {
		notes = append(notes, "twice: line "+lineNumbers(c.read.list.Duplicates))
	}
	return strings.Join(notes, c.theme.Glyphs.Separator)
}

func lineNumbers(lines []batch.Line) string {
	var numbers []string
	for i, l := range lines {
		if i == 4 && len(lines) > 5 {
			numbers = append(numbers, "and "+cells.Group(int64(len(lines)-i))+" more")
			break
		}
		numbers = append(numbers, whole(l.Number))
	}
	return strings.Join(numbers, ", ")
}

// hints says what can be done, beside a list with room for it.
func (c *Panel) hints(width int) []string {
	t := c.theme
	var lines []string
	hint := func(action keymap.Action, text string) {
		key := c.env.Key(action)
		for i, line := range cells.Wrap(text, max(width-cells.Width(key)-2, 8)) {
			head := t.Strong.Render(key) + "  "
			if i > 0 {
				head = cells.Blank(cells.Width(key) + 2)
			}
			lines = append(lines, head+t.Dim.Render(line))
		}
	}
	hint(keymap.URLsStart, "starts, after confirming the cost")
	hint(keymap.QueryBatchLinks, "in the query adds the links of a result column here")
	switch n := c.unfinished(); {
	case n > 0:
		hint(keymap.URLsEarlier, "opens "+frame.Plural(n, "unfinished batch", "unfinished batches")+", to go on")
	case len(c.kept) > 0:
		hint(keymap.URLsEarlier, "opens an earlier batch")
	}
	return lines
}

// drawProgress draws how far the batch is.
func (c *Panel) drawProgress() []string {
	t, p := c.theme, c.progress()
	sep := t.Faint.Render(t.Glyphs.Separator)
	box := pane.Pane{Title: "Batch " + t.Glyphs.Horizontal + t.Glyphs.Horizontal + " " + cells.Group(int64(p.Through())) + " of " + frame.Counted(p.Total, "page"), Right: c.state(p)}
	inner, _ := box.Inner(c.width, headHeight)
	counts := []string{t.Good.Render(cells.Group(int64(p.Done)) + " done")}
	if p.ErrorPages > 0 {
		counts = append(counts, t.Warn.Render(frame.Counted(p.ErrorPages, "error page")))
	}
	if p.Failed > 0 {
		counts = append(counts, t.Bad.Render(cells.Group(int64(p.Failed))+" failed"))
	}
	if p.Running > 0 {
		counts = append(counts, t.Accent.Render(cells.Group(int64(p.Running))+" running"))
	}
	if p.Waiting > 0 {
		counts = append(counts, t.Dim.Render(cells.Group(int64(p.Waiting))+" waiting"))
	}
	if p.Cancelled > 0 {
		counts = append(counts, t.Dim.Render(cells.Group(int64(p.Cancelled))+" cancelled"))
	}
	counts = append(counts, t.Text.Render(frame.Counted(p.Records, "record")))
	fill := t.Accent
	switch {
	case p.Stopped != nil && !isPause(p.Stopped):
		fill = t.Warn
	case p.Waiting+p.Running == 0:
		fill = t.Good
	}
	return box.Draw(t, c.width, headHeight, []string{
		gauge.Draw(t, inner, float64(p.Through())/float64(max(p.Total, 1)), fill),
		cells.Ends(strings.Join(counts, sep), t.Dim.Render(c.pace(p)), inner),
		c.note(p, inner),
	})
}

func isPause(err error) bool { return err == batch.ErrPaused }

// state is what the batch does, in a word or two.
func (c *Panel) state(p batch.Progress) string {
	t := c.theme
	switch {
	case p.Pausing:
		return t.Warn.Render("pausing")
	case p.Active && p.Hold.After(c.env.Now()):
		return t.Warn.Render("waiting for the service")
	case p.Active:
		return t.Accent.Render("running")
	case p.Waiting > 0:
		return t.Warn.Render("paused") + "  " + t.Strong.Render(c.env.Key(keymap.PagesPause)) + t.Dim.Render(" resumes")
	}
	return t.Good.Render("complete")
}

// pace is the rate and the time that is left.
func (c *Panel) pace(p batch.Progress) string {
	if p.Rate == 0 {
		return ""
	}
	rate := cells.Group(int64(p.Rate)) + "/s"
	switch {
	case p.Rate < 1:
		rate = cells.Group(int64(p.Rate*60+0.5)) + "/min"
	case p.Rate < 10:
		rate = whole(int(p.Rate)) + "." + whole(int(p.Rate*10)%10) + "/s"
	}
	return rate + c.theme.Glyphs.Separator + cells.Elapsed(p.Left) + " left"
}

// note says what is in the way, or how the batch is run.
func (c *Panel) note(p batch.Progress, width int) string {
	t := c.theme
	now := c.env.Now()
	text, style := words(c.batch.Settings()), t.Dim
	switch {
	case p.Stopped != nil && !isPause(p.Stopped):
		text, style = "paused: "+reason(p.Stopped), t.Warn
	case p.Active && p.Hold.After(now) && p.HoldWhy != nil:
		text, style = "resumes in "+cells.Elapsed(p.Hold.Sub(now))+": "+reason(p.HoldWhy), t.Warn
	case p.Limit > 0:
		text += "; the service bears " + whole(p.Limit)
	}
	return style.Render(cells.Fit(cells.Visible(text), min(width, cells.Width(cells.Visible(text))), t.Glyphs.Ellipsis))
}

// drawPages draws the rows of the pages that are on the screen.
func (c *Panel) drawPages() []string {
	t, r := c.theme, &c.rows
	height := max(c.height-headHeight, 3)
	n := c.count()
	box := pane.Pane{Title: "Pages", Focused: true, Tight: true}
	if text := r.narrow.text; text != "" && !r.narrow.typed {
		box.Title += t.Dim.Render(" with ") + t.Accent.Render(cells.Visible(text))
	}
	inner, room := box.Inner(c.width, height)
	if r.narrow.typed {
		room--
	}
	r.height = room
	r.cursor = max(min(r.cursor, n-1), 0)
	r.top = max(min(r.top, r.cursor, n-room), r.cursor-room+1, 0)
	if n > 0 {
		box.Foot = cells.Group(int64(r.cursor+1)) + "/" + cells.Group(int64(n))
	}
	var lines []string
	if n == 0 {
		lines = []string{" " + t.Dim.Render("none; "+c.env.Key(keymap.PagesBack)+" shows the others")}
	}
	for row := r.top; row < min(r.top+room, n); row++ {
		place := c.page(row)
		lines = append(lines, c.drawPage(place, c.batch.Pages(place, place+1)[0], row == r.cursor, inner-1))
	}
	if r.narrow.typed {
		lines = append(lines, make([]string, max(room-len(lines), 0))...)
		r.narrow.field.SetWidth(max(inner-4, 8))
		lines = append(lines, " "+t.Accent.Render("/")+" "+r.narrow.field.View())
	}
	return box.Draw(t, c.width, height, lines)
}

func (c *Panel) drawPage(n int, p batch.Page, selected bool, width int) string {
	t := c.theme
	base, bar := themes.Style{}, " "
	if selected {
		base, bar = t.Selected, t.Glyphs.Bar
	}
	mark, style, text := " ", t.Dim, ""
	switch p.State {
	case batch.Done:
		mark, text = t.Good.Over(base).Render(t.Glyphs.Check), frame.Counted(p.Records, "record")+t.Glyphs.Separator+cells.Elapsed(p.Took)
		if note := result.PageNote(p.Status, p.Unfinished); note != "" {
			mark, style, text = t.Warn.Over(base).Render(t.Glyphs.Bang), t.Warn, note+t.Glyphs.Separator+text
		}
	case batch.Failed:
		mark, style, text = t.Bad.Over(base).Render(t.Glyphs.Cross), t.Bad, reason(p.Err)
	case batch.Running:
		mark, style, text = t.Accent.Over(base).Render(t.Glyphs.Closed), t.Accent, cells.Elapsed(max(c.env.Now().Sub(p.Began), 0))
		if p.Tries > 1 {
			text = "try " + whole(p.Tries) + t.Glyphs.Separator + text
		}
	case batch.Cancelled:
		text = "cancelled"
	default:
		text = "waiting"
		if p.Err != nil {
			style, text = t.Warn, "again in "+cells.Elapsed(max(p.After.Sub(c.env.Now()), 0))+": "+reason(p.Err)
		}
	}
	number := cells.FitRight(cells.Group(int64(n+1)), max(3, cells.Width(cells.Group(int64(c.batch.Len())))), "")
	room := max(width-cells.Width(number)-6, 8)
	text = cells.Visible(text)
	address := cells.Visible(p.URL)
	text = cells.Fit(text, min(cells.Width(text), max(room/2, room-cells.Width(address)-1)), t.Glyphs.Ellipsis)
	nameRoom := max(room-cells.Width(text), 1)
	address = cells.Fit(cells.CutMiddle(address, nameRoom, t.Glyphs.Ellipsis), nameRoom, "")
	line := t.Accent.Over(base).Render(bar) + t.Faint.Over(base).Render(number) + base.Render(" ") + mark + base.Render(" ") +
		t.Text.Over(base).Render(address) + base.Render(" ") + style.Over(base).Render(text)
	return cells.Fit(line, width, t.Glyphs.Ellipsis)
}
