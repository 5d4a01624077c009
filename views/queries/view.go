package queries

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/pane"
)

const (
	sourceHeight = 3
	// sideBySide is the width from which editor and result stand side by side;
	// below it they share one place.
	sideBySide = 100
)

// area is a rectangle of the view.
type area struct{ x, y, width, height int }

func (a area) holds(x, y int) bool {
	return x >= a.x && x < a.x+a.width && y >= a.y && y < a.y+a.height
}

// areas returns where each pane is; a pane that is not shown has no size.
func (v *View) areas() [panes]area {
	var at [panes]area
	if v.zoomed {
		at[v.focus] = area{0, 0, v.width, v.height}
		return at
	}
	top := v.tabRows()
	at[paneSource] = area{0, top, v.width, sourceHeight}
	top += sourceHeight
	rest := v.height - top
	if v.width >= sideBySide {
		left := v.width * 2 / 5
		at[paneEditor] = area{0, top, left, rest}
		at[paneResult] = area{left, top, v.width - left, rest}
		return at
	}
	shown := paneEditor
	if v.focus == paneResult || v.focus == paneSource && v.shownResult() {
		shown = paneResult
	}
	at[shown] = area{0, top, v.width, rest}
	return at
}

// shownResult reports whether the shared place shows the result while the source has the
// focus: an answer, or what leads to the first one.
func (v *View) shownResult() bool {
	return v.result.Answer() != nil || v.result.Err() != nil || v.ask.Empty()
}

// layout gives the parts their sizes.
func (v *View) layout() {
	at := v.areas()
	v.ask.SetSize(at[paneEditor].width, at[paneEditor].height)
	v.result.SetSize(at[paneResult].width, at[paneResult].height)
	v.dirty = true
}

// SetSize gives the view its size.
func (v *View) SetSize(width, height int) {
	narrowed := width < sideBySide && v.width >= sideBySide
	v.width, v.height = width, height
	if narrowed && v.running != nil && !v.running.busy { // the progress is shown in the result's place
		v.focusOn(paneResult)
	}
	v.batch.SetSize(width, height)
	v.layout()
}

// SetTheme changes the colours.
func (v *View) SetTheme(t *themes.Theme) {
	v.theme = t
	for _, d := range v.tabs {
		d.source.field.SetTheme(t)
		d.ask.SetTheme(t)
		d.result.SetTheme(t)
	}
	v.batch.SetTheme(t)
	v.over.SetTheme(t)
	v.dirty = true
}

// Mouse handles the mouse.
func (v *View) Mouse(msg tea.MouseMsg) tea.Cmd {
	v.dirty = true
	if v.batch.IsOpen() {
		return v.batch.Mouse(msg)
	}
	if v.over.IsOpen() {
		return v.over.Mouse(msg, v.width, v.height)
	}
	pressed := msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft
	if pressed && v.running != nil {
		v.running.busy = true
	}
	if pressed && v.source.list != nil {
		if i := v.source.list.At(msg.X, msg.Y); i >= 0 {
			return v.takeOffer(i)
		}
		v.source.close()
	}
	if msg.Y < v.tabRows() && !v.zoomed {
		return v.tabsMouse(msg)
	}
	for id, a := range v.areas() {
		if !a.holds(msg.X, msg.Y) {
			continue
		}
		if pressed {
			v.move(paneID(id), true)
		}
		msg.X -= a.x
		msg.Y -= a.y
		switch paneID(id) {
		case paneSource:
			return v.sourceMouse(msg, a.width)
		case paneEditor:
			return v.edited(v.ask, func() tea.Cmd { return v.ask.Mouse(msg) })
		}
		return v.result.Mouse(msg)
	}
	return nil
}

// sourceMouse hands a mouse event to the source, in coordinates from its corner.
func (v *View) sourceMouse(msg tea.MouseMsg, width int) tea.Cmd {
	const field = 8 // the column where the text begins
	pressed := msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft
	switch {
	case pressed && msg.Y == 0:
		if msg.X > width/2 { // the params, in words
			return v.Do(keymap.QueryParams)
		}
		return nil
	case pressed && msg.X < field: // which has given it the focus
		return v.Do(keymap.QuerySource)
	}
	msg.X -= field
	msg.Y--
	if v.source.pasted != "" {
		return nil
	}
	return v.source.field.Update(msg)
}

// View draws the tab.
func (v *View) View() []string {
	if v.batch.IsOpen() {
		return v.batch.View()
	}
	if v.dirty {
		v.lines, v.dirty = v.draw(), false
	}
	return v.lines
}

func (v *View) draw() []string {
	at := v.areas()
	var lines []string
	if v.tabRows() > 0 && !v.zoomed {
		line, _ := v.drawTabs()
		lines = append(lines, line)
	}
	if at[paneSource].height > 0 {
		lines = append(lines, v.drawSource(at[paneSource])...)
	}
	switch {
	case at[paneEditor].height > 0 && at[paneResult].height > 0:
		lines = append(lines, pane.Beside(v.drawAsk(), v.result.View())...)
	case at[paneEditor].height > 0:
		lines = append(lines, v.drawAsk()...)
	case at[paneResult].height > 0:
		lines = append(lines, v.result.View()...)
	}
	lines = append(lines, pane.Blank(v.width, v.height-len(lines))...)
	return v.over.Draw(v.drawOffers(lines), v.width, v.height)
}

func (v *View) drawSource(a area) []string {
	t := v.theme
	frame := pane.Pane{
		Title: "Source", Focused: v.focus == paneSource && !v.formOpen(),
		Right: t.Dim.Render(v.settings.summary(t.Glyphs.Separator)) + "  " + t.Strong.Render(v.env.Key(keymap.QueryParams)),
		Foot:  v.resolved(),
	}
	if v.source.wrong != "" {
		frame.Foot = t.Bad.Render(strings.TrimRight(cells.Fit(cells.Visible(v.source.wrong), max(a.width-6, 1), t.Glyphs.Ellipsis), " "))
	}
	if mark := v.batch.Mark(); mark != "" {
		frame.Title += " " + t.Accent.Render(mark)
	}
	if state := v.watchState(); state != "" {
		frame.Title += " " + state
	}
	if cells.Width(frame.Right) > a.width-14 {
		frame.Right = ""
	}
	inner, _ := frame.Inner(a.width, a.height)
	return frame.Draw(t, a.width, a.height, []string{v.source.draw(t, inner)})
}

func (v *View) drawAsk() []string {
	aside := ""
	if v.width < sideBySide && !v.zoomed {
		aside = "result " + v.theme.Strong.Render(v.env.Key(keymap.QueryNextPane))
	}
	v.ask.SetAside(aside)
	v.ask.SetName(v.titleAside(v.theme))
	return v.ask.View()
}

// step is something to do on the way to the first answer.
type step struct{ key, what, also string }

// drawStart leads to the first answer: what is done, what comes next, and what it is for.
func (v *View) drawStart(t *themes.Theme, width int) []string {
	onward, goes := v.env.Key(keymap.QueryNextPane), "goes to the query"
	switch {
	case v.focus == paneEditor && v.typing():
		onward, goes = "", "Say what you want"
	case v.focus == paneEditor:
		onward, goes = v.env.Key(keymap.FieldType), "types what you want"
	case v.source.typing:
		onward = v.env.Key(keymap.FormAccept)
	}
	steps := []step{
		{v.env.Key(keymap.FieldType), "names the page: type its address or a file, or paste HTML", ""},
		{onward, goes + ": { products[] { name price } }", v.env.Key(keymap.AskSwitch) + " asks in plain words, " + v.env.Key(keymap.QueryExamples) + " loads an example"},
		{v.env.Key(keymap.QueryRun), "runs it, for one call; the answer appears here", ""},
		{v.env.Key(keymap.ResultTable), "shows a list of it as a table, " + v.env.Key(keymap.ResultExport) + " exports it", ""},
	}
	next := 2
	switch {
	case v.source.place().name() == "" || v.source.wrong != "":
		next = 0
	case v.ask.Empty():
		next = 1
	}
	const column = 11              // where the words begin
	room := max(width-column-1, 1) // none of them stands at the border
	lines := []string{""}
	for i, s := range steps {
		mark, style := " ", t.Dim
		switch {
		case i < next:
			mark, style = t.Good.Render(t.Glyphs.Check), t.Faint
		case i == next:
			mark, style = t.Accent.Render(t.Glyphs.Bar), t.Text
		}
		for j, line := range cells.Wrap(s.what, room) {
			head := cells.Blank(column)
			if j == 0 {
				head = " " + mark + " " + t.Strong.Render(cells.Fit(s.key, 6, "")) + "  "
			}
			lines = append(lines, head+style.Render(line))
		}
		if s.also != "" && i >= next {
			for _, line := range cells.Wrap(s.also, room) {
				lines = append(lines, cells.Blank(column)+t.Faint.Render(line))
			}
		}
	}
	return lines
}

// Zoomed reports whether a pane has the whole screen.
func (v *View) Zoomed() bool { return v.zoomed }
