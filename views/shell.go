package views

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/pane"
	"assay/ui/textline"
	"assay/ui/toast"
	"assay/workspace/usercommand"
)

// shellLine asks for a line of the shell to run on what is selected, and says in which
// variables that is.
type shellLine struct {
	root      *root
	selection usercommand.Selection
	field     *textline.Model
	at        int // the line of the history that is shown; their number for what is typed
	typed     string
}

func (m *root) newShell() modal {
	l := &shellLine{root: m, selection: m.selection(), field: textline.New(m.env.Theme, m.env.Keys), at: len(m.lines)}
	l.field.SetPlaceholder("jq length")
	l.field.Focus()
	return l
}

// Update handles a message.
func (l *shellLine) Update(msg tea.Msg) (bool, tea.Cmd) {
	key, ok := msg.(tea.KeyMsg)
	if !ok {
		return true, nil
	}
	if !key.Paste {
		switch l.root.env.Keys.Find(key.String(), keymap.List) {
		case keymap.ListCancel:
			return false, nil
		case keymap.ListAccept:
			return l.accept()
		case keymap.ListUp:
			l.recall(-1)
			return true, nil
		case keymap.ListDown:
			l.recall(1)
			return true, nil
		}
	}
	return true, l.field.Update(key)
}

// recall goes through the lines that were run.
func (l *shellLine) recall(step int) {
	lines := l.root.lines
	if l.at == len(lines) {
		l.typed = l.field.Value()
	}
	l.at = max(min(l.at+step, len(lines)), 0)
	if l.at == len(lines) {
		l.field.SetValue(l.typed)
		return
	}
	l.field.SetValue(lines[l.at])
}

func (l *shellLine) accept() (open bool, cmd tea.Cmd) {
	line := strings.TrimSpace(l.field.Value())
	if line == "" {
		return false, nil
	}
	c, err := usercommand.Line(line)
	if err != nil {
		return true, l.root.notify(toast.Warn, err.Error())
	}
	if reason := c.Missing(&l.selection); reason != "" {
		return true, l.root.notify(toast.Warn, reason)
	}
	lines := slices.DeleteFunc(l.root.lines, func(other string) bool { return other == line })
	l.root.lines = append(lines, line)
	return false, l.root.runCommand(c, l.selection)
}

// Scopes returns the keys that hold in the box.
func (l *shellLine) Scopes() []keymap.Scope { return []keymap.Scope{keymap.List} }

// View draws the line and the variables.
func (l *shellLine) View(t *themes.Theme, width, height int) []string {
	frame := pane.Pane{Title: "Run in the shell", Foot: "standard input is the selected value as JSON", Focused: true}
	if l.selection.JSON == nil {
		frame.Foot = "nothing is selected"
	}
	boxWidth := min(width-4, 96)
	inner, _ := frame.Inner(boxWidth, height)
	l.field.SetTheme(t)
	l.field.SetWidth(inner - 2)
	lines := []string{t.Accent.Render("$") + " " + l.field.View(), ""}
	const nameWidth = 20
	for _, told := range l.selection.Told() {
		if len(lines) == max(height-6, 3) {
			break
		}
		value := cells.Fit(cells.Visible(told.Value[:min(len(told.Value), 4*inner)]), max(inner-nameWidth, 1), t.Glyphs.Ellipsis)
		lines = append(lines, t.Key.Render(cells.Fit("$"+told.Name, nameWidth, ""))+t.Dim.Render(value))
	}
	return frame.Draw(t, boxWidth, len(lines)+2, lines)
}
