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
	"assay/ui/pane"
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

// previews reports whether the preview is on the screen. What is typed is not hidden by one
// that takes the place of the files.
func (v *View) previews() bool {
	if v.focus == paneFiles && v.files.Editing() && (v.zoomed || !v.wide()) {
		return false
	}
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
		top = max(v.height*9/20, 10)
	}
	left := v.width * 9 / 20
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
	v.over.SetTheme(t)
	v.preview.renderer = nil
}

// Mouse handles the mouse.
func (v *View) Mouse(msg tea.MouseMsg) tea.Cmd {
	v.dirty = true
	switch {
	case v.over.IsOpen():
		return v.over.Mouse(msg, v.width, v.height)
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
		if pressed {
			v.move(paneAsk, true)
		}
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
	return v.over.Draw(lines, v.width, v.height)
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
	return t.Dim.Render(text) + "  " + t.Strong.Render(v.env.Key(keymap.DocumentsParams))
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
	lines := []string{"", t.Text.Render(strings.Join(v.stateWords(d), t.Glyphs.Separator))}
	switch d.state {
	case sending:
		share := float64(d.sent.Load()) / float64(max(d.count.file.Size, 1))
		lines = append(lines, "", gauge.Draw(t, min(inner, 48), share, t.Accent), "",
			t.Strong.Render(v.env.Key(keymap.BatchRemove))+t.Dim.Render(" cancels this file, ")+t.Strong.Render(v.env.Key(keymap.Cancel))+t.Dim.Render(" all of them"))
	case cancelled:
		lines = append(lines, "", t.Strong.Render(v.env.Key(keymap.BatchRetry))+t.Dim.Render(" sends it again"))
	}
	return frame.Draw(t, a.width, a.height, lines)
}

// Zoomed reports whether a pane has the whole screen.
func (v *View) Zoomed() bool { return v.zoomed }
