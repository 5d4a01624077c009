package documents

import (
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/gauge"
	"assay/ui/imageview"
	"assay/ui/overlay"
	"assay/ui/pane"
	"assay/views/frame"
)

const (
	// wideFrom and tallFrom are the size from which all panes are on the screen;
	// below it they share one place.
	wideFrom = 100
	tallFrom = 20
	// summaryRows is how many lines the pane of the chosen files has above the list.
	summaryRows = 3
)

// area is a rectangle of the view.
type area struct{ x, y, width, height int }

func (a area) holds(x, y int) bool {
	return x >= a.x && x < a.x+a.width && y >= a.y && y < a.y+a.height
}

func (v *View) wide() bool { return v.width >= wideFrom && v.height >= tallFrom }

// previews reports whether the preview is on the screen.
func (v *View) previews() bool {
	return v.preview.on && (v.focus == paneFiles || v.focus == paneChosen)
}

// areas returns where each pane is; a pane that is not shown has no size.
func (v *View) areas() [panes]area {
	var at [panes]area
	switch {
	case v.zoomed:
		at[v.focus] = area{0, 0, v.width, v.height}
		return at
	case !v.wide():
		at[v.focus] = area{0, 1, v.width, max(v.height-1, 0)}
		return at
	}
	top := v.height
	if len(v.batch.docs) > 0 {
		top = v.level.Lines(v.height, max(v.height*9/20, 10))
	}
	left := v.share.Of(v.width, v.width*9/20)
	right := v.width - left
	list := 6
	if n := len(v.files.Chosen()); n > 0 {
		list = min(max(n+summaryRows+2, 6), max(top/2, 6))
	}
	at[paneFiles] = area{0, 0, left, top}
	at[paneChosen] = area{left, 0, right, list}
	if !v.previews() {
		at[paneAsk] = area{left, list, right, top - list}
	}
	if top < v.height {
		at[paneBatch] = area{0, top, left, v.height - top}
		if !v.previews() {
			at[paneAnswer] = area{left, top, right, v.height - top}
		}
	}
	return at
}

// previewArea returns where the preview is.
func (v *View) previewArea() area {
	at := v.areas()
	switch {
	case !v.previews():
		return area{}
	case v.zoomed || !v.wide():
		return at[v.focus]
	}
	list := at[paneChosen]
	return area{list.x, list.height, list.width, v.height - list.height}
}

// Border returns the border between the files and what is asked of them, or the one
// above the answers.
func (v *View) Border(axis frame.Axis) (frame.Border, bool) {
	at := v.areas()
	ok := v.wide() && !v.zoomed && v.form == nil && v.exports == nil
	if axis == frame.Level {
		batch := at[paneBatch]
		border := frame.Border{At: batch.y, To: v.width}
		if v.previews() { // it stands beside both
			border.To = batch.width
		}
		return border, ok && batch.height > 0
	}
	return frame.Border{At: at[paneChosen].x, From: 1, To: v.height}, ok
}

// Divide gives the files a share of the width, or the panes above the answers one of
// the height.
func (v *View) Divide(axis frame.Axis, share frame.Share) {
	if axis == frame.Level {
		v.level = share
	} else {
		v.share = share
	}
	v.layout()
}

// layout gives the parts their sizes.
func (v *View) layout() {
	at := v.areas()
	width, height := filesPane().Inner(at[paneFiles].width, at[paneFiles].height)
	v.files.SetSize(width, height)
	v.ask.SetSize(at[paneAsk].width, at[paneAsk].height)
	if d := v.batch.selected(); d != nil && d.pane != nil {
		d.pane.SetSize(at[paneAnswer].width, at[paneAnswer].height)
		if v.focus == paneAnswer {
			d.pane.Focus()
		} else {
			d.pane.Blur()
		}
	}
	v.dirty = true
}

func filesPane() pane.Pane { return pane.Pane{Tight: true} }

// SetSize gives the view its size.
func (v *View) SetSize(width, height int) {
	v.width, v.height = width, height
	v.screen = imageview.ThisScreen(v.theme.Profile, v.theme.Glyphs.ASCII) // cells may have another size
	v.layout()
}

// SetTheme changes the colours.
func (v *View) SetTheme(t *themes.Theme) {
	v.theme, v.dirty = t, true
	v.files.SetTheme(t)
	v.ask.SetTheme(t)
	for _, d := range v.batch.docs {
		if d.pane != nil {
			d.pane.SetTheme(t)
		}
	}
	if v.form != nil {
		v.form.SetTheme(t)
	}
	v.preview.renderer = nil
}

// Mouse handles the mouse.
func (v *View) Mouse(msg tea.MouseMsg) tea.Cmd {
	v.dirty = true
	switch {
	case v.form != nil:
		return v.formMouse(msg)
	case v.exports != nil:
		return v.exportsMouse(msg)
	case v.previews() && v.previewArea().holds(msg.X, msg.Y):
		return nil
	}
	pressed := msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft
	for id, a := range v.areas() {
		if !a.holds(msg.X, msg.Y) {
			continue
		}
		if pressed && v.focus != paneID(id) && v.there(paneID(id)) {
			v.focusOn(paneID(id))
		}
		msg.X -= a.x
		msg.Y -= a.y
		return tea.Batch(v.paneMouse(paneID(id), msg, pressed), v.follow())
	}
	return nil
}

// paneMouse hands a mouse event to a pane, in coordinates from its corner.
func (v *View) paneMouse(id paneID, msg tea.MouseMsg, pressed bool) tea.Cmd {
	by := 0
	switch msg.Button {
	case tea.MouseButtonWheelUp:
		by = -1
	case tea.MouseButtonWheelDown:
		by = 1
	}
	switch id {
	case paneFiles:
		msg.X--
		msg.Y--
		return v.files.Update(msg)
	case paneChosen:
		row := msg.Y - 1 - summaryRows + v.top
		if pressed && msg.Y > summaryRows && row < len(v.files.Chosen()) {
			v.cursor = row
		}
		v.cursor = min(max(v.cursor+by, 0), max(len(v.files.Chosen())-1, 0))
	case paneAsk:
		v.edited = true
		return v.ask.Mouse(msg)
	case paneBatch:
		if row := msg.Y - 1 + v.batch.top; pressed && msg.Y > 0 && row < len(v.batch.docs) {
			v.batch.cursor = row
		}
		v.batch.move(by)
		return v.showSelected()
	case paneAnswer:
		if d := v.batch.selected(); d != nil && d.pane != nil && (d.state == done || d.state == failed) {
			return d.pane.Mouse(msg)
		}
	}
	return nil
}

// View draws the tab.
func (v *View) View() []string {
	if v.dirty {
		v.lines, v.dirty = v.draw(), false
	}
	return v.lines
}

func (v *View) draw() []string {
	v.layout() // how much is chosen and sent decides
	at := v.areas()
	var lines []string
	switch {
	case v.previews() && (v.zoomed || !v.wide()):
		lines = v.drawPreview(v.previewArea())
	case v.zoomed || !v.wide():
		lines = v.drawPane(v.focus, at[v.focus])
	default:
		right := v.drawChosen(at[paneChosen])
		if v.previews() {
			right = append(right, v.drawPreview(v.previewArea())...)
		} else {
			right = append(right, v.drawPane(paneAsk, at[paneAsk])...)
			if at[paneAnswer].height > 0 {
				right = append(right, v.drawAnswer(at[paneAnswer])...)
			}
		}
		left := v.drawFiles(at[paneFiles])
		if at[paneBatch].height > 0 {
			left = append(left, v.drawBatch(at[paneBatch])...)
		}
		lines = pane.Beside(left, right)
	}
	if !v.wide() && !v.zoomed {
		lines = append([]string{v.drawStrip()}, lines...)
	}
	switch {
	case v.form != nil:
		lines = overlay.Center(v.theme, lines, v.drawForm())
	case v.exports != nil:
		lines = overlay.Center(v.theme, lines, v.exports.View(v.width, v.height))
	}
	return lines
}

func (v *View) drawPane(id paneID, a area) []string {
	switch id {
	case paneFiles:
		return v.drawFiles(a)
	case paneChosen:
		return v.drawChosen(a)
	case paneAsk:
		v.ask.SetAside(v.askAside())
		return v.ask.View()
	case paneBatch:
		return v.drawBatch(a)
	}
	return v.drawAnswer(a)
}

// askAside says in the question's border how the files are read.
func (v *View) askAside() string {
	t := v.theme
	text := v.params.Mode
	if v.params.Evidence {
		text += t.Glyphs.Separator + "evidence"
	}
	return t.Dim.Render(text) + "  " + t.Strong.Render(v.key(keymap.DocumentsParams))
}

func (v *View) drawFiles(a area) []string {
	frame := filesPane()
	frame.Focused = v.focus == paneFiles
	frame.Title = v.files.Title(max(a.width-24, 10))
	frame.Foot = v.files.Status()
	if n := len(v.files.Chosen()); n > 0 {
		frame.Right = v.theme.Good.Render(cells.Group(int64(n)) + " chosen")
	}
	return frame.Draw(v.theme, a.width, a.height, v.files.View())
}

// drawStrip is the cost in a line, where its pane is not on the screen.
func (v *View) drawStrip() string {
	t := v.theme
	s := v.sum(v.files.Chosen())
	text, style := v.costLine(s)
	if len(v.files.Chosen()) == 0 {
		text, style = "nothing chosen", t.Dim
	}
	where := ""
	for p := range panes {
		if !v.there(p) {
			continue
		}
		name := [panes]string{"files", "chosen", "query", "results", "data"}[p]
		if p == v.focus {
			where += t.Accent.Render(name) + " "
		} else {
			where += t.Faint.Render(name) + " "
		}
	}
	line := " " + cells.Ends(style.Render(text), where, v.width-1)
	return cells.Fit(line, v.width, t.Glyphs.Ellipsis)
}

// costLine says what the chosen files cost and what is left after.
func (v *View) costLine(s sum) (string, themes.Style) {
	t := v.theme
	sep := t.Glyphs.Separator
	text := counted(len(s.known)+len(s.unknown)+s.counting, "file") + sep + counted(int(s.calls), "call")
	if v.usage == nil {
		return text, t.Text
	}
	if left := v.usage.Left(); s.calls > left {
		return text + sep + cells.Group(s.calls-left) + " too many", t.Bad
	} else {
		return text + sep + cells.Group(left-s.calls) + " left after", t.Text
	}
}

// drawChosen shows the chosen files, what they cost, and what is left after.
func (v *View) drawChosen(a area) []string {
	t := v.theme
	chosen := v.files.Chosen()
	frame := pane.Pane{Title: "Cost", Focused: v.focus == paneChosen}
	inner, rows := frame.Inner(a.width, a.height)
	if len(chosen) == 0 {
		var lines []string
		for _, text := range []string{
			v.key(keymap.FilesToggle) + " chooses the file under the cursor. Files dropped on the terminal, and paths that are pasted, are chosen too.",
			"A page or an image costs one call. Nothing is sent before you say so.",
		} {
			for _, line := range cells.Wrap(text, inner) {
				lines = append(lines, t.Dim.Render(line))
			}
		}
		return frame.Draw(t, a.width, a.height, lines)
	}
	s := v.sum(chosen)
	lines := v.drawSummary(s, inner)
	room := max(rows-len(lines), 0)
	v.top = max(min(v.top, v.cursor, len(chosen)-room), v.cursor-room+1, 0)
	for i := v.top; i < min(v.top+room, len(chosen)); i++ {
		lines = append(lines, v.chosenRow(chosen[i], i == v.cursor && v.focus == paneChosen, inner))
	}
	if len(chosen) > room {
		frame.Foot = cells.Group(int64(min(v.top+room, len(chosen)))) + "/" + cells.Group(int64(len(chosen)))
	}
	return frame.Draw(t, a.width, a.height, lines)
}

// drawSummary is the sum in three lines: what it is, what is left, a bar.
func (v *View) drawSummary(s sum, width int) []string {
	t := v.theme
	what := counted(len(s.known)+len(s.unknown)+len(s.refused)+s.counting, "file") + "   " + s.parts(t.Glyphs.Separator)
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
	calls := counted(int(s.calls), "call")
	if len(s.unknown) > 0 {
		calls += " + ?"
	}
	first := cells.Ends(t.Text.Render(cells.Fit(what, min(cells.Width(what), max(width-cells.Width(calls)-2, 1)), t.Glyphs.Ellipsis)), t.Strong.Render(calls), width)
	if v.usage == nil {
		return []string{first, cells.Ends(t.Dim.Render("what is left is not known yet"), note, width), ""}
	}
	left := v.usage.Left()
	share := float64(v.usage.Used+s.calls) / float64(max(v.usage.Limit, 1))
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

// chosenRow is a chosen file with its pages, its size and its cost.
func (v *View) chosenRow(path string, selected bool, width int) string {
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
	const sizeWidth, costWidth = 8, 6
	room := max(width-2, 1)
	right := ""
	if width >= 44 {
		detailWidth := 14
		if size == "" && cost == "" {
			detailWidth += sizeWidth + costWidth + 8
			right = detailStyle.Over(base).Render(cells.FitRight(cells.Visible(detail), detailWidth, t.Glyphs.Ellipsis))
		} else {
			right = detailStyle.Over(base).Render(cells.FitRight(detail, detailWidth, t.Glyphs.Ellipsis)) +
				t.Dim.Over(base).Render(cells.FitRight(size, sizeWidth, "")) +
				t.Strong.Over(base).Render(cells.FitRight(cost, costWidth, ""))
		}
	} else {
		right = t.Strong.Over(base).Render(cells.FitRight(cost, costWidth, ""))
	}
	room -= cells.Width(right)
	name := cells.CutMiddle(cells.Visible(filepath.Base(path)), room, t.Glyphs.Ellipsis)
	return t.Accent.Over(base).Render(bar) + base.Render(" ") + style.Over(base).Render(cells.Fit(name, room, "")) + right
}

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

// drawAnswer shows what the selected file gave, or how far it is.
func (v *View) drawAnswer(a area) []string {
	t, d := v.theme, v.batch.selected()
	if d != nil && d.pane != nil && (d.state == done || d.state == failed) {
		return d.pane.View()
	}
	frame := pane.Pane{Title: "Result", Focused: v.focus == paneAnswer}
	inner, _ := frame.Inner(a.width, a.height)
	if d == nil {
		return frame.Draw(t, a.width, a.height, nil)
	}
	frame.Title = cells.Visible(filepath.Base(d.path))
	lines := []string{"", t.Text.Render(v.stateWords(d))}
	switch d.state {
	case sending:
		share := float64(d.sent.Load()) / float64(max(d.count.file.Size, 1))
		lines = append(lines, "", gauge.Draw(t, min(inner, 48), share, t.Accent), "",
			t.Strong.Render(v.key(keymap.BatchCancel))+t.Dim.Render(" cancels this file, ")+t.Strong.Render(v.key(keymap.Cancel))+t.Dim.Render(" all of them"))
	case cancelled:
		lines = append(lines, "", t.Strong.Render(v.key(keymap.BatchRetry))+t.Dim.Render(" sends it again"))
	}
	return frame.Draw(t, a.width, a.height, lines)
}

// Zoomed reports whether a pane has the whole screen.
func (v *View) Zoomed() bool { return v.zoomed }
