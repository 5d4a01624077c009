package queries

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/editor"
	"assay/ui/overlay"
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
	at[paneSource] = area{0, 0, v.width, sourceHeight}
	rest := v.height - sourceHeight
	if v.width >= sideBySide {
		left := v.width * 2 / 5
		at[paneEditor] = area{0, sourceHeight, left, rest}
		at[paneResult] = area{left, sourceHeight, v.width - left, rest}
		return at
	}
	shown := paneEditor
	if v.focus == paneResult || v.focus == paneSource && v.shownResult() {
		shown = paneResult
	}
	at[shown] = area{0, sourceHeight, v.width, rest}
	return at
}

// shownResult reports whether the shared place shows the result while the source
// has the focus.
func (v *View) shownResult() bool { return v.result.Answer() != nil || v.result.Err() != nil }

func editorPane() pane.Pane { return pane.Pane{Tight: true} }

// layout gives the parts their sizes.
func (v *View) layout() {
	at := v.areas()
	width, height := editorPane().Inner(at[paneEditor].width, at[paneEditor].height)
	v.query.SetSize(width, height)
	v.prompt.SetSize(width, height)
	v.result.SetSize(at[paneResult].width, at[paneResult].height)
	v.dirty = true
}

// SetSize gives the view its size.
func (v *View) SetSize(width, height int) {
	v.width, v.height = width, height
	v.layout()
}

// SetTheme changes the colours.
func (v *View) SetTheme(t *themes.Theme) {
	v.theme = t
	v.source.setTheme(t)
	v.query.SetTheme(t)
	v.prompt.SetTheme(t)
	v.result.SetTheme(t)
	if v.form != nil {
		v.form.SetTheme(t)
	}
	v.dirty = true
}

// Mouse handles the mouse.
func (v *View) Mouse(msg tea.MouseMsg) tea.Cmd {
	v.dirty = true
	if v.examples != nil {
		return v.examplesMouse(msg)
	}
	if v.form != nil {
		return v.formMouse(msg)
	}
	pressed := msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft
	if pressed && v.running != nil {
		v.running.busy = true
	}
	for id, a := range v.areas() {
		if !a.holds(msg.X, msg.Y) {
			continue
		}
		if pressed && v.focus != paneID(id) {
			v.focusOn(paneID(id))
		}
		msg.X -= a.x
		msg.Y -= a.y
		if paneID(id) == paneResult {
			return v.result.Mouse(msg)
		}
		msg.X--
		msg.Y--
		if pressed && msg.Y < 0 {
			return v.titlePress(paneID(id), msg.X, a.width)
		}
		return v.paneMouse(paneID(id), msg)
	}
	return nil
}

// titlePress handles a press on a pane's upper border, where its choices are.
func (v *View) titlePress(id paneID, x, width int) tea.Cmd {
	const title = 2 // the column where titles begin
	switch {
	case id == paneSource && x > width/2:
		return v.Do(keymap.QueryParams)
	case id == paneEditor && x >= title && x < title+len("Query Prompt"):
		if wantsPrompt := x > title+len("Query"); wantsPrompt != v.isPrompt {
			return v.Do(keymap.QuerySwitch)
		}
	}
	return nil
}

// paneMouse hands a mouse event to a pane, in coordinates from inside its border.
func (v *View) paneMouse(id paneID, msg tea.MouseMsg) tea.Cmd {
	switch id {
	case paneSource:
		msg.X -= 7
		pressed := msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft
		if pressed && msg.X < 0 {
			return v.Do(keymap.QuerySource)
		}
		if field := v.source.field(); field != nil {
			return field.Update(msg)
		}
	case paneEditor:
		return v.edited(func() tea.Cmd { return v.editor().Update(msg) })
	}
	return nil
}

// examplesMouse hands a mouse event to the examples; a press beside them closes them.
func (v *View) examplesMouse(msg tea.MouseMsg) tea.Cmd {
	box := v.examples.View(v.width, v.height)
	x, y := overlay.Middle(v.width, v.height, box)
	msg.X -= x
	msg.Y -= y
	inside := msg.Y >= 0 && msg.Y < len(box) && msg.X >= 0 && msg.X < cells.Width(box[0])
	if !inside && msg.Action == tea.MouseActionPress && !tea.MouseEvent(msg).IsWheel() {
		v.examples = nil
		return nil
	}
	return v.examplesUpdate(msg)
}

// View draws the tab.
func (v *View) View() []string {
	if v.dirty {
		v.lines, v.dirty = v.draw(), false
	}
	return v.lines
}

func (v *View) draw() []string {
	at := v.areas()
	var lines []string
	if at[paneSource].height > 0 {
		lines = v.drawSource(at[paneSource])
	}
	switch {
	case at[paneEditor].height > 0 && at[paneResult].height > 0:
		lines = append(lines, pane.Beside(v.drawEditor(at[paneEditor]), v.result.View())...)
	case at[paneEditor].height > 0:
		lines = append(lines, v.drawEditor(at[paneEditor])...)
	case at[paneResult].height > 0:
		lines = append(lines, v.result.View()...)
	}
	lines = append(lines, pane.Blank(v.width, v.height-len(lines))...)
	switch {
	case v.form != nil:
		lines = overlay.Center(lines, v.drawForm())
	case v.examples != nil:
		lines = overlay.Center(lines, v.examples.View(v.width, v.height))
	}
	return lines
}

func (v *View) drawSource(a area) []string {
	t := v.theme
	frame := pane.Pane{
		Title: "Source", Focused: v.focus == paneSource,
		Right: t.Dim.Render(v.settings.summary(t.Glyphs.Separator)) + "  " + t.Strong.Render(v.key(keymap.QueryParams)),
	}
	if cells.Width(frame.Right) > a.width-14 {
		frame.Right = ""
	}
	inner, _ := frame.Inner(a.width, a.height)
	return frame.Draw(t, a.width, a.height, []string{v.source.draw(t, inner)})
}

func (v *View) drawEditor(a area) []string {
	t := v.theme
	frame := editorPane()
	frame.Focused = v.focus == paneEditor
	frame.Title = v.choice("Query", "Prompt", v.isPrompt)
	if v.width < sideBySide && !v.zoomed {
		frame.Right = "result " + t.Strong.Render(v.key(keymap.QueryNextPane))
	}
	if !v.isPrompt {
		frame.Foot = v.problems()
	}
	return frame.Draw(t, a.width, a.height, strings.Split(v.editor().View(), "\n"))
}

// choice writes two titles with the chosen one strong.
func (v *View) choice(first, second string, isSecond bool) string {
	t := v.theme
	strong := t.Strong
	if v.focus == paneEditor {
		strong = t.Focus
	}
	if isSecond {
		return t.Faint.Render(first) + " " + strong.Render(second)
	}
	return strong.Render(first) + " " + t.Faint.Render(second)
}

// problems counts the query's errors for the border.
func (v *View) problems() string {
	if blank(v.query.Value()) {
		return ""
	}
	wrong, doubtful := 0, 0
	for _, d := range v.query.Diagnostics() {
		if d.Severity == editor.Error {
			wrong++
		} else {
			doubtful++
		}
	}
	switch {
	case wrong > 0:
		return v.theme.Bad.Render(counted(wrong, "problem"))
	case doubtful > 0:
		return v.theme.Warn.Render(counted(doubtful, "warning"))
	}
	return v.theme.Good.Render(v.theme.Glyphs.Check)
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return cells.Group(int64(n)) + " " + what + "s"
}

// drawStart says what to do before the first run.
func (v *View) drawStart(t *themes.Theme, _ int) []string {
	lines := []string{"", " " + t.Text.Render("The answer appears here as a tree."), ""}
	steps := [][2]string{
		{"1", "type the address of a page into the source"},
		{"2", "name the data you want, or switch to a prompt with " + v.key(keymap.QuerySwitch)},
		{"3", "run it with " + v.key(keymap.QueryRun)},
	}
	for _, step := range steps {
		lines = append(lines, " "+t.Accent.Render(step[0])+"  "+t.Dim.Render(step[1]))
	}
	lines = append(lines, "", " "+t.Strong.Render(v.key(keymap.QueryExamples))+t.Dim.Render(" loads one of these"))
	for _, e := range examples {
		lines = append(lines, "    "+t.Dim.Render(e.name))
	}
	return lines
}
