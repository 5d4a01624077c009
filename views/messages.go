package views

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/pane"
	"assay/ui/toast"
	"assay/views/frame"
)

// messageLog shows what the user was told, newest first.
type messageLog struct {
	root   *root
	cursor int // the selected message, from the newest
	top    int // the first line shown
	room   int // lines shown
	owners []int
}

func (m *root) newMessages() modal { return &messageLog{root: m} }

// messages returns the messages, newest first.
func (l *messageLog) messages() []toast.Message {
	all := slices.Clone(l.root.log.All())
	slices.Reverse(all)
	return all
}

// told keeps the selection on its message while a newer one comes.
func (l *messageLog) told() {
	if l.cursor > 0 {
		l.move(1)
	}
}

func (l *messageLog) move(by int) {
	l.cursor = max(min(l.cursor+by, len(l.root.log.All())-1), 0)
}

// Update handles a message.
func (l *messageLog) Update(msg tea.Msg) (bool, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		return l.do(l.root.env.Keys.Find(msg.String(), keymap.Log))
	case tea.MouseMsg:
		line := l.top + msg.Y - 1
		switch {
		case frame.Wheel(msg) != 0:
			l.move(frame.Wheel(msg) / 3)
		case msg.Action == tea.MouseActionPress && msg.Y >= 1 && msg.Y <= l.room && line < len(l.owners):
			l.cursor = l.owners[line]
		}
	}
	return true, nil
}

func (l *messageLog) do(action keymap.Action) (open bool, cmd tea.Cmd) {
	all := l.messages()
	if by, ok := keymap.Step(action, l.room, len(all)); ok {
		l.move(by)
	}
	switch action {
	case keymap.MessagesClose:
		return false, nil
	case keymap.MessagesCopy:
		if len(all) > 0 {
			out := frame.Copy{What: "the message", Text: all[l.cursor].Text}
			return true, func() tea.Msg { return out }
		}
	}
	return true, nil
}

// wrapLines returns the lines of a text, those that are too long in pieces.
func wrapLines(text string, width int) []string {
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		out = append(out, cells.Wrap(cells.Visible(line), width)...)
	}
	return out
}

// levelSigns tell levels without colours.
var levelSigns = [...]string{toast.Info: " ", toast.Good: "+", toast.Warn: "!", toast.Bad: "x"}

// Scopes returns the keys that hold in the log.
func (l *messageLog) Scopes() []keymap.Scope { return []keymap.Scope{keymap.Log} }

// Editing reports that keys are no text here.
func (l *messageLog) Editing() bool { return false }

// Disabled says why an action cannot be done now.
func (l *messageLog) Disabled(action keymap.Action) string {
	if action != keymap.MessagesClose && len(l.root.log.All()) == 0 {
		return "there are no messages"
	}
	return ""
}

// View draws the log.
func (l *messageLog) View(t *themes.Theme, width, height int) []string {
	all := l.messages()
	box := pane.Pane{Title: "Messages", Right: cells.Group(int64(len(all))), Focused: true}
	boxWidth := min(width-4, 100)
	inner, _ := box.Inner(boxWidth, height)
	if len(all) == 0 {
		l.owners, l.room = nil, 1
		return box.Draw(t, boxWidth, 3, []string{t.Dim.Render("there are no messages")})
	}
	var lines []string
	l.owners = l.owners[:0]
	from, to := 0, 0 // the lines of the selected message
	for i, m := range all {
		drawn := l.draw(t, m, inner, i == l.cursor)
		if i == l.cursor {
			from, to = len(lines), len(lines)+len(drawn)
		}
		for _, line := range drawn {
			lines, l.owners = append(lines, line), append(l.owners, i)
		}
	}
	l.room = min(len(lines), max(height-6, 1))
	l.top = min(max(l.top, to-l.room), from, len(lines)-l.room)
	return box.Draw(t, boxWidth, l.room+2, lines[l.top:l.top+l.room])
}

// draw returns a message's lines, the time before the first.
func (l *messageLog) draw(t *themes.Theme, m toast.Message, width int, selected bool) []string {
	base, bar := themes.Style{}, " "
	if selected {
		base, bar = t.Selected, t.Glyphs.Bar
	}
	head := m.At.Local().Format("15:04:05") + " " + levelSigns[m.Level] + " "
	room := width - cells.Width(head) - 2
	var lines []string
	for _, text := range wrapLines(m.Text, room) {
		lines = append(lines, t.Accent.Over(base).Render(bar)+t.Dim.Over(base).Render(" "+head)+
			l.root.levelStyle(m.Level).Over(base).Render(cells.Fit(text, room, "")))
		head = cells.Blank(len(head))
	}
	return lines
}
