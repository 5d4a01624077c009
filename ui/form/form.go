// Package form is a list of labelled fields to fill in: text, secrets, numbers,
// choices, switches. Fields are checked as they change and can depend on each
// other. A form always draws exactly as many cells as it was given.
package form

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/themes"
	"assay/ui/textline"
)

// Kind is what a field holds.
type Kind uint8

// The kinds.
const (
	Text   Kind = iota
	Secret      // text shown as dots
	Number      // a decimal number, "" if left empty
	Choice      // one of Options
	Toggle      // "true" or "false"
)

// Field describes one field.
type Field struct {
	Name        string // names its value
	Label       string
	Help        string // a sentence, shown while the field has the focus
	Kind        Kind
	Value       string // at first; a Choice without one takes its first option
	Placeholder string // what an empty Text, Secret or Number shows

	Options []Option // of a Choice

	Min, Max float64 // bounds of a Number, both included; no bounds if equal
	Step     float64 // by which left and right change a Number; 0 is 1
	Whole    bool    // a Number without a fraction
	Unit     string  // shown after a Number

	// Check returns what is wrong with a value that is otherwise in order; nil
	// checks nothing.
	Check func(value string) error
	// Shown reports whether the field is there, given the values of the others;
	// those before it that are not shown have none. nil is always.
	Shown func(Values) bool
}

// Option is one value of a Choice.
type Option struct{ Value, Label string }

// Values are the values of a form by the names of their fields. Fields that are
// not shown have none.
type Values map[string]string

// Bool returns the value of a Toggle.
func (v Values) Bool(name string) bool { return v[name] == "true" }

// Number returns the value of a Number, and false if it is empty or not a number.
func (v Values) Number(name string) (float64, bool) {
	n, err := strconv.ParseFloat(v[name], 64)
	return n, err == nil
}

// Result says how an update left the form.
type Result uint8

// The results.
const (
	Open      Result = iota // still being filled in
	Accepted                // the user is done and every value is in order
	Cancelled               // the user wants out
)

// Model is a form. It is changed in place.
type Model struct {
	theme  *themes.Theme
	keys   *keymap.Map
	fields []*field
	focus  int // index in fields; always one that is shown
	width  int
	height int
	top    int   // first row shown
	rows   []row // all rows, for the mouse
	follow bool  // the next drawing brings the focus into sight
	drawn  string
	dirty  bool
}

// field is a Field being filled in.
type field struct {
	Field
	input  *textline.Model // of Text, Secret and Number
	option int
	on     bool
	told   error // what SetError said, until the value changes
	seen   bool  // the user was there, or wanted to be done
}

// wrong returns what is wrong with the field, as far as it is shown: of one that is
// still empty nothing, before its user was there.
func (f *field) wrong() error {
	if !f.seen && f.told == nil && f.value() == "" {
		return nil
	}
	return f.err()
}

// New returns a form with the focus on its first field.
func New(t *themes.Theme, keys *keymap.Map, fields []Field) *Model {
	m := &Model{theme: t, keys: keys, width: 40, height: 10, dirty: true, follow: true}
	for _, f := range fields {
		m.fields = append(m.fields, newField(t, keys, f))
	}
	if first := m.step(-1, 1); first >= 0 {
		m.stepTo(first)
	}
	return m
}

func newField(t *themes.Theme, keys *keymap.Map, f Field) *field {
	out := &field{Field: f}
	if out.typed() {
		out.input = textline.New(t, keys)
		out.input.SetPlaceholder(f.Placeholder)
		out.input.SetMasked(f.Kind == Secret)
		out.input.SetBase(t.Raised)
	}
	out.set(f.Value)
	return out
}

// typed reports whether the value is typed in.
func (f *field) typed() bool { return f.Kind == Text || f.Kind == Secret || f.Kind == Number }

func (f *field) set(value string) {
	f.told = nil
	switch f.Kind {
	case Choice:
		f.option = max(slices.IndexFunc(f.Options, func(o Option) bool { return o.Value == value }), 0)
	case Toggle:
		f.on = value == "true"
	default:
		f.input.SetValue(value)
	}
}

func (f *field) value() string {
	switch f.Kind {
	case Choice:
		if len(f.Options) == 0 {
			return ""
		}
		return f.Options[f.option].Value
	case Toggle:
		return strconv.FormatBool(f.on)
	case Secret:
		return f.input.Value() // spaces at the ends of a password are part of it
	}
	return strings.TrimSpace(f.input.Value())
}

// err returns what is wrong with the field.
func (f *field) err() error {
	if f.told != nil {
		return f.told
	}
	return f.Wrong(f.value())
}

// Wrong returns what is wrong with a value of the field.
func (f *Field) Wrong(value string) error {
	if f.Kind == Number && value != "" {
		if err := f.checkNumber(value); err != nil {
			return err
		}
	}
	if f.Check != nil {
		return f.Check(value)
	}
	return nil
}

func (f *Field) checkNumber(value string) error {
	n, err := strconv.ParseFloat(value, 64)
	switch {
	case err != nil || math.IsNaN(n) || math.IsInf(n, 0):
		return fmt.Errorf("not a number")
	case f.Whole && n != math.Trunc(n):
		return fmt.Errorf("must be a whole number")
	case f.bounded() && (n < f.Min || n > f.Max):
		return fmt.Errorf("must be from %s to %s", formatNumber(f.Min), formatNumber(f.Max))
	}
	return nil
}

func (f *Field) bounded() bool { return f.Min != f.Max }

// add changes a Number by steps of its step, within its bounds.
func (f *field) add(steps float64) {
	step := cmp.Or(f.Step, 1)
	n, err := strconv.ParseFloat(f.value(), 64)
	if err != nil {
		n, _ = strconv.ParseFloat(f.Placeholder, 64)
	}
	n = math.Round((n+steps*step)*1e9) / 1e9 // 0.1 + 0.2 is 0.3
	if f.bounded() {
		n = min(max(n, f.Min), f.Max)
	}
	f.set(formatNumber(n))
}

func formatNumber(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// SetTheme changes how the form is painted.
func (m *Model) SetTheme(t *themes.Theme) {
	m.theme, m.dirty = t, true
	for _, f := range m.fields {
		if f.input != nil {
			f.input.SetTheme(t)
			f.input.SetBase(t.Raised)
		}
	}
}

// SetSize sets the size of what View draws, in cells.
func (m *Model) SetSize(width, height int) {
	if width != m.width || height != m.height {
		m.width, m.height, m.dirty, m.follow = width, height, true, true
	}
}

// Values returns the values of the fields that are shown.
func (m *Model) Values() Values {
	values := make(Values, len(m.fields))
	for _, f := range m.fields {
		values[f.Name] = f.value()
	}
	for _, f := range m.fields {
		if f.Shown != nil && !f.Shown(values) {
			delete(values, f.Name)
		}
	}
	return values
}

// Set gives a field a value; unknown names are ignored.
func (m *Model) Set(name, value string) {
	at := slices.IndexFunc(m.fields, func(f *field) bool { return f.Name == name })
	if at < 0 {
		return
	}
	m.fields[at].set(value)
	m.dirty = true
	if shown := m.shown(); !slices.Contains(shown, m.focus) && len(shown) > 0 {
		m.focusOn(shown[0])
	}
}

// SetError shows an error under a field until its value changes, such as one the
// service found, and gives it the focus. A field that is not shown has none.
func (m *Model) SetError(name string, err error) {
	if m.Focus(name) {
		m.fields[m.focus].told = err
	}
}

func (m *Model) firstError() (int, error) {
	for _, i := range m.shown() {
		if err := m.fields[i].err(); err != nil {
			return i, err
		}
	}
	return -1, nil
}

// Focus moves the focus to a field; false if there is no such field or it is not
// shown.
func (m *Model) Focus(name string) bool {
	for _, i := range m.shown() {
		if m.fields[i].Name == name {
			m.focusOn(i)
			return true
		}
	}
	return false
}

// Focused returns the name of the field with the focus.
func (m *Model) Focused() string {
	if len(m.shown()) == 0 {
		return ""
	}
	return m.fields[m.focus].Name
}

// shown returns the indexes of the fields that are shown.
func (m *Model) shown() []int {
	values := m.Values()
	var out []int
	for i, f := range m.fields {
		if _, ok := values[f.Name]; ok {
			out = append(out, i)
		}
	}
	return out
}

// step returns the field shown after i in the direction by, going round; -1 if
// there is none.
func (m *Model) step(i, by int) int {
	shown := m.shown()
	if len(shown) == 0 {
		return -1
	}
	at := slices.Index(shown, i)
	if at < 0 && by < 0 {
		at = 0
	}
	return shown[(at+by+len(shown))%len(shown)]
}

func (m *Model) focusOn(i int) {
	if i != m.focus {
		m.fields[m.focus].seen = true
	}
	if input := m.fields[m.focus].input; input != nil {
		input.Blur()
	}
	m.focus = i
	if input := m.fields[i].input; input != nil {
		input.CursorEnd()
		input.Focus()
	}
	m.dirty, m.follow = true, true
}

// stepTo gives a field the focus with its text selected: a value that was there before
// is typed over, and kept by moving in it.
func (m *Model) stepTo(i int) {
	m.focusOn(i)
	if input := m.fields[i].input; input != nil {
		input.SelectAll()
	}
}

// Update handles keys, pastes, and mouse events with coordinates counted from the
// form's first cell. Accepting with a value that is not in order moves the focus
// there instead.
func (m *Model) Update(msg tea.Msg) (Result, tea.Cmd) {
	if len(m.shown()) == 0 {
		return m.bare(msg), nil
	}
	m.dirty = true
	switch msg := msg.(type) {
	case tea.KeyMsg:
		return m.key(msg)
	case tea.MouseMsg:
		m.mouse(msg)
	}
	return Open, nil
}

// bare handles the keys of a form in which no field is shown.
func (m *Model) bare(msg tea.Msg) Result {
	if key, ok := msg.(tea.KeyMsg); ok {
		switch m.keys.Find(key.String(), keymap.Form) {
		case keymap.FormAccept:
			return Accepted
		case keymap.FormCancel:
			return Cancelled
		}
	}
	return Open
}

func (m *Model) key(msg tea.KeyMsg) (Result, tea.Cmd) {
	m.follow = true
	f := m.fields[m.focus]
	action := m.keys.Find(msg.String(), keymap.Form)
	switch action {
	case keymap.FormNext:
		m.stepTo(m.step(m.focus, 1))
		return Open, nil
	case keymap.FormPrev:
		m.stepTo(m.step(m.focus, -1))
		return Open, nil
	case keymap.FormCancel:
		return Cancelled, nil
	case keymap.FormAccept:
		for _, f := range m.fields {
			f.seen = true
		}
		if i, err := m.firstError(); err != nil {
			m.focusOn(i)
			return Open, nil
		}
		return Accepted, nil
	}
	if msg.Paste && !f.typed() {
		return Open, m.pasteBelow(msg)
	}
	switch f.Kind {
	case Choice:
		f.choose(action)
	case Toggle:
		if action == keymap.FormToggle || action == keymap.FormLeft || action == keymap.FormRight {
			f.on, f.told = !f.on, nil
		}
	case Number:
		return Open, m.numberKey(f, action, msg)
	default:
		return Open, f.edit(msg)
	}
	return Open, nil
}

// pasteBelow gives what is pasted on a choice to the text below it, for which alone it
// can be meant.
func (m *Model) pasteBelow(msg tea.KeyMsg) tea.Cmd {
	for _, i := range m.shown() {
		if f := m.fields[i]; i > m.focus && (f.Kind == Text || f.Kind == Secret) {
			m.stepTo(i)
			return f.edit(msg)
		}
	}
	return nil
}

func (f *field) choose(action keymap.Action) {
	n := len(f.Options)
	if n == 0 {
		return
	}
	switch action {
	case keymap.FormLeft:
		f.option, f.told = (f.option+n-1)%n, nil
	case keymap.FormRight, keymap.FormToggle:
		f.option, f.told = (f.option+1)%n, nil
	}
}

// numberKey steps the number, or types what a number can hold.
func (m *Model) numberKey(f *field, action keymap.Action, msg tea.KeyMsg) tea.Cmd {
	switch action {
	case keymap.FormLeft:
		f.add(-1)
		return nil
	case keymap.FormRight:
		f.add(1)
		return nil
	}
	if msg.Type == tea.KeyRunes && !msg.Alt && !msg.Paste {
		msg.Runes = slices.DeleteFunc(slices.Clone(msg.Runes), func(r rune) bool { return !strings.ContainsRune("0123456789.-", r) })
	}
	if msg.Type == tea.KeySpace || msg.Type == tea.KeyRunes && len(msg.Runes) == 0 {
		return nil
	}
	return f.edit(msg)
}

// edit passes a key on to the field's input.
func (f *field) edit(msg tea.KeyMsg) tea.Cmd {
	before := f.input.Value()
	cmd := f.input.Update(msg)
	if f.input.Value() != before {
		f.told = nil
	}
	return cmd
}
