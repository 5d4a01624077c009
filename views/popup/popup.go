// Package popup is what lies over a view and takes all its keys: a form to fill in, a list
// to choose from, or a part with keys of its own.
package popup

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/themes"
	"assay/ui/form"
	"assay/ui/overlay"
	"assay/ui/pane"
	"assay/ui/picker"
	"assay/views/frame"
)

// Popup is drawn as a box over a view.
type Popup interface {
	// Update handles keys, and mouse events in the box's own coordinates.
	Update(msg tea.Msg) tea.Cmd
	// Scopes returns the scopes of the keys that hold.
	Scopes() []keymap.Scope
	// View draws a box that fits into the given size.
	View(t *themes.Theme, maxWidth, maxHeight int) []string
}

// Layer is the place of one popup over a view.
type Layer struct {
	env  *frame.Env
	over Popup
	// Closed is called when a form is closed, before what was filled in is used; may be nil.
	Closed func()
	// Side returns where forms stand instead of in the middle, and how wide they are; nil,
	// or a width of 0, is the middle.
	Side func() (x, y, width int)
	// Width is how wide a form in the middle is at most, Margin what is left of the view
	// beside it, in cells.
	Width, Margin int
}

// New returns an empty layer.
func New(env *frame.Env) *Layer { return &Layer{env: env, Width: 76, Margin: 4} }

// Open shows a popup in the place of any other.
func (l *Layer) Open(p Popup) { l.over = p }

// IsOpen reports whether there is a popup, which has all keys then.
func (l *Layer) IsOpen() bool { return l.over != nil }

// Over returns the popup, or nil.
func (l *Layer) Over() Popup { return l.over }

// Close takes the popup away without an answer.
func (l *Layer) Close() {
	_, isForm := l.over.(*Form)
	l.over = nil
	if isForm && l.Closed != nil {
		l.Closed()
	}
}

// Scopes returns the scopes of the keys that hold in the popup.
func (l *Layer) Scopes() []keymap.Scope { return l.over.Scopes() }

// Key hands a key to the popup.
func (l *Layer) Key(msg tea.KeyMsg) tea.Cmd { return l.over.Update(msg) }

// Mouse hands a mouse event in the view's coordinates to the popup. A press beside it
// closes it, unless it is a form, which holds what was typed.
func (l *Layer) Mouse(msg tea.MouseMsg, width, height int) tea.Cmd {
	box := l.over.View(l.env.Theme, width, height)
	f, isForm := l.over.(*Form)
	if isForm {
		if x, y, aside := f.place(); aside {
			msg.X -= x
			msg.Y -= y
			return f.Update(msg)
		}
	}
	msg, beside := overlay.Mouse(msg, width, height, box)
	if beside && !isForm {
		l.Close()
		return nil
	}
	return l.over.Update(msg)
}

// Draw puts the popup over the view's lines.
func (l *Layer) Draw(lines []string, width, height int) []string {
	if l.over == nil {
		return lines
	}
	t := l.env.Theme
	box := l.over.View(t, width, height)
	if f, ok := l.over.(*Form); ok {
		if x, y, aside := f.place(); aside {
			return overlay.Place(overlay.Dim(t, lines), box, x, y)
		}
	}
	return overlay.Center(t, lines, box)
}

// SetTheme changes the popup's colours.
func (l *Layer) SetTheme(t *themes.Theme) {
	if over, ok := l.over.(interface{ SetTheme(*themes.Theme) }); ok {
		over.SetTheme(t)
	}
}

// Form is a form in a box.
type Form struct {
	*form.Model
	layer       *Layer
	Title, does string
	accepted    func(form.Values) tea.Cmd
	height      int // of the view
	rows        int // of the box
}

// Form opens a form. Enter does what is said and calls accepted with what was filled in.
func (l *Layer) Form(title, does string, fields []form.Field, accepted func(form.Values) tea.Cmd) *Form {
	f := &Form{Model: form.New(l.env.Theme, l.env.Keys, fields), layer: l, Title: title, does: does, accepted: accepted}
	l.over = f
	return f
}

// Update handles keys and the mouse.
func (f *Form) Update(msg tea.Msg) tea.Cmd {
	if mouse, ok := msg.(tea.MouseMsg); ok {
		mouse.X -= 2 // the border and its margin
		mouse.Y--
		msg = mouse
	}
	result, cmd := f.Model.Update(msg)
	switch result {
	case form.Accepted:
		f.layer.Close()
		return tea.Batch(cmd, f.accepted(f.Values()))
	case form.Cancelled:
		f.layer.Close()
	}
	return cmd
}

// Scopes returns the keys of forms.
func (f *Form) Scopes() []keymap.Scope { return []keymap.Scope{keymap.Form} }

// View draws the form as high as its fields are, if there is room.
func (f *Form) View(t *themes.Theme, width, height int) []string {
	width = min(width-f.layer.Margin, f.layer.Width)
	if f.layer.Side != nil {
		if _, _, wide := f.layer.Side(); wide > 0 {
			width = wide
		}
	}
	box := pane.Pane{Title: f.Title, Foot: f.does, Focused: true}
	inner, _ := box.Inner(width, 0)
	f.SetSize(inner, height)
	f.height, f.rows = height, min(f.NaturalHeight()+2, height)
	_, rows := box.Inner(width, f.rows)
	f.SetSize(inner, rows)
	return box.Draw(t, width, f.rows, strings.Split(f.Model.View(), "\n"))
}

// place returns where a form stands at the side, as drawn last.
func (f *Form) place() (x, y int, aside bool) {
	if f.layer.Side == nil {
		return 0, 0, false
	}
	x, y, width := f.layer.Side()
	return x, min(y, f.height-f.rows), width > 0
}

// List is a list to choose from, in a box.
type List struct {
	*picker.Picker
	layer  *Layer
	chosen func(*picker.Item) tea.Cmd
}

// List opens a list; chosen is called with what was chosen.
func (l *Layer) List(title string, items []picker.Item, chosen func(*picker.Item) tea.Cmd) *List {
	list := &List{Picker: picker.New(l.env.Theme, l.env.Keys, title, items), layer: l, chosen: chosen}
	l.over = list
	return list
}

// Update handles keys and the mouse.
func (l *List) Update(msg tea.Msg) tea.Cmd {
	result, cmd := l.Picker.Update(msg)
	switch {
	case result.Closed:
		l.layer.Close()
	case result.Chosen != nil:
		l.layer.Close()
		return tea.Batch(cmd, l.chosen(result.Chosen))
	}
	return cmd
}

// Scopes returns the keys of lists.
func (l *List) Scopes() []keymap.Scope { return []keymap.Scope{keymap.List} }

// View draws the list.
func (l *List) View(_ *themes.Theme, width, height int) []string { return l.Picker.View(width, height) }
