package views

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/overlay"
	"assay/ui/pane"
	"assay/ui/toast"
	"assay/views/frame"
	"assay/views/viewer"
)

// tallEnough is the height from which the active tab is underlined on a line of
// its own.
const tallEnough = 20

// chrome returns how many lines the root keeps for itself: the top line, the
// underline where there is room, and the bottom line.
func (m *root) chrome() int { return m.top() + 1 }

// top returns how many of these lines are above the view.
func (m *root) top() int {
	switch {
	case m.alone:
		return 0
	case m.height >= tallEnough:
		return 2
	}
	return 1
}

// View draws the screen.
func (m *root) View() string {
	defer m.crash.panicked()
	if !m.ready {
		return ""
	}
	if m.width < MinWidth || m.height < MinHeight {
		return m.tooSmall()
	}
	lines := make([]string, 0, m.height)
	if m.top() > 0 {
		lines = append(lines, m.topLine())
	}
	if m.top() > 1 {
		lines = append(lines, m.underline())
	}
	shown := m.views[m.active].View()
	if _, trying := m.over.(*themeList); m.over != nil && !trying { // a theme is tried on what is seen
		shown = overlay.Dim(m.env.Theme, shown)
	}
	lines = append(lines, shown...)
	lines = append(lines, m.bottomLine())
	if box := m.toastBox(); box != nil {
		x, y := 2, m.height-2 // at the left: at the right the pane's border says where one is in it
		if len(box) > 1 {
			x, y = m.width-2-cells.Width(box[0]), y-len(box) // the panes' lower border stays in sight
		}
		lines = overlay.Place(lines, box, x, y)
	}
	if m.over != nil {
		box := m.over.View(m.env.Theme, m.width, m.height)
		x, y := overlay.Middle(m.width, m.height, box)
		lines = overlay.Place(lines, box, x, y)
	}
	for i := range lines {
		lines[i] = m.env.Theme.Backed(lines[i])
	}
	return strings.Join(lines, "\n")
}

// title returns the command that names the terminal's window: the program, the
// profile and the tab, or the file.
func (m *root) title() tea.Cmd {
	parts := []string{"assay", cmp.Or(m.options.Service, m.options.Profile), m.views[m.active].Name()}
	if m.alone {
		parts = []string{"assay", m.views[m.active].(*viewer.View).File()}
	}
	return tea.SetWindowTitle(cells.Visible(strings.Join(parts, m.env.Theme.Glyphs.Separator)))
}

func (m *root) tooSmall() string {
	text := fmt.Sprintf("assay needs %dx%d; this is %dx%d", MinWidth, MinHeight, m.width, m.height)
	return strings.Join(cells.Wrap(text, max(m.width, 1))[:1], "")
}

const (
	brand     = " assay  "
	leastRoom = 24 // columns of the status: its health, a count of what is alive, and the calls left
)

// tabs returns the text and the first column of each tab. Where they would leave too
// little room for the status, they do without the brand and stand closer.
func (m *root) tabs() (titles []string, columns []int) {
	total := 0
	for i, v := range m.views {
		titles = append(titles, fmt.Sprintf("%d %s", i+1, v.Name()))
		total += cells.Width(titles[i])
	}
	column, gap := cells.Width(brand), 3
	if column+total+gap*len(titles)+leastRoom > m.width {
		column, gap = 0, 2
	}
	for _, title := range titles {
		columns = append(columns, column+1)
		column += cells.Width(title) + gap
	}
	return titles, columns
}

func (m *root) tabAt(x int) (int, bool) {
	titles, columns := m.tabs()
	for i := range titles {
		if x >= columns[i]-1 && x <= columns[i]+cells.Width(titles[i]) {
			return i, true
		}
	}
	return 0, false
}

func (m *root) topLine() string {
	t := m.env.Theme
	var b strings.Builder
	titles, columns := m.tabs()
	if columns[0] > len(brand) {
		t.Accent.Write(&b, brand)
	}
	for i, title := range titles {
		b.WriteString(cells.Blank(columns[i] - cells.Width(b.String())))
		switch {
		case i == m.active && m.top() == 1:
			t.AccentFill.Write(&b, title)
		case i == m.active:
			t.Accent.Write(&b, title)
		default:
			t.Dim.Write(&b, title)
		}
	}
	left := b.String() + "  "
	room := m.width - cells.Width(left) - 1
	status := m.status(room)
	return left + cells.Blank(room-cells.Width(status)) + status + " "
}

func (m *root) underline() string {
	t := m.env.Theme
	titles, columns := m.tabs()
	line := cells.Blank(columns[m.active]) + t.Accent.Render(strings.Repeat(t.Glyphs.Tab, cells.Width(titles[m.active])))
	return cells.Fit(line, m.width, "")
}

// status returns as much of the right side of the top line as fits: profile,
// health, latency, sessions alive, calls left, time left in the cycle. What matters
// least goes first.
func (m *root) status(room int) string {
	t := m.env.Theme
	health := t.Faint.Render(t.Glyphs.Dot)
	latency := "connecting"
	switch {
	case m.called && m.lastErr != nil && isOffline(m.lastErr):
		health, latency = t.Bad.Render(t.Glyphs.Dot), "offline"
	case m.called && m.latency == 0:
		health, latency = t.Good.Render(t.Glyphs.Dot), "online"
	case m.called:
		health, latency = t.Good.Render(t.Glyphs.Dot), cells.Elapsed(m.latency)
	}
	left, cycle := "", ""
	if u := m.env.Usage; u != nil {
		calls := u.Limit - u.Used
		style := t.Text
		switch {
		case float64(u.Used) >= frame.Critical*float64(u.Limit):
			style = t.Bad
		case float64(u.Used) >= frame.Warn*float64(u.Limit):
			style = t.Warn
		}
		left = style.Render(cells.Group(max(calls, 0)) + " left")
		cycle = t.Dim.Render(t.Glyphs.Separator + cells.Elapsed(u.PeriodEnd.Sub(m.env.Now())))
	}
	profile := t.Dim.Render(cells.Visible(cmp.Or(m.options.Service, m.options.Profile))) + " "
	timing := " " + t.Dim.Render(latency)
	sessions := ""
	if n := m.alive.Count; n > 0 {
		text := frame.Counted(n, "session")
		if m.alive.AtMost {
			text = "up to " + text
		}
		sessions = "  " + t.Text.Render(text)
	}
	if m.watches > 0 {
		sessions = "  " + t.Accent.Render(frame.Plural(m.watches, "watch", "watches")) + sessions
	}
	for _, parts := range [][]string{
		{profile, health, timing, sessions, "  ", left, cycle},
		{health, timing, sessions, "  ", left, cycle},
		{health, sessions, "  ", left, cycle},
		{health, sessions, "  ", left},
		{health, " ", left},
		{health},
	} {
		if text := strings.TrimRight(strings.Join(parts, ""), " "); cells.Width(text) <= room {
			return text
		}
	}
	return ""
}

func (m *root) bottomLine() string {
	hints := m.hints()
	return " " + hints + cells.Blank(m.width-1-cells.Width(hints))
}

// levelStyle is the colour of a message.
func (m *root) levelStyle(level toast.Level) themes.Style {
	t := m.env.Theme
	return map[toast.Level]themes.Style{toast.Info: t.Text, toast.Good: t.Good, toast.Warn: t.Warn, toast.Bad: t.Bad}[level]
}

// current returns the message of the moment: one that was told in the tab on the screen,
// and that its user did not answer with a key.
func (m *root) current() (toast.Message, bool) {
	current, ok := m.log.Current(m.env.Now())
	_, listed := m.over.(*messageLog)
	return current, ok && !m.toastClosed && m.toastTab == m.active && !listed
}

// borderText is how much room what a pane's lower border says has at its right, in cells.
const borderText = 24

// maxToast is how many lines a message in a box has at most.
const maxToast = 6

// readable is how long a message stands before a key closes it: what the user goes on
// with may make it untrue.
const readable = 1500 * time.Millisecond

// closeToast takes away a message that its user has had time to read.
func (m *root) closeToast() {
	if current, ok := m.log.Current(m.env.Now()); ok && m.env.Now().Sub(current.At) >= readable {
		m.toastClosed = true
	}
}

// toastBox returns what the message of the moment is drawn as, above the keys: a line, a
// box where it needs more room, or nil if there is none.
func (m *root) toastBox() []string {
	current, ok := m.current()
	if !ok {
		return nil
	}
	t := m.env.Theme
	text := cells.Visible(current.Text)
	if !strings.Contains(current.Text, "\n") && cells.Width(text)+6 <= m.width {
		line := m.levelStyle(current.Level).Render(" " + text + " ")
		if rest := m.width - 4 - cells.Width(line); rest < borderText { // of what the border says nothing is left over
			line += t.Border.Render(strings.Repeat(t.Glyphs.Horizontal, max(rest, 0)))
		}
		return []string{line}
	}
	width := min(m.width-4, 72)
	frame := pane.Pane{Foot: m.keyFor(m.env.Keys.Binding(keymap.Messages), m.scopes()...) + " all messages"}
	inner, _ := frame.Inner(width, 0)
	lines := wrapLines(current.Text, inner)
	if len(lines) > maxToast {
		lines = append(lines[:maxToast-1], lines[maxToast-1]+t.Glyphs.Ellipsis)
	}
	for i, line := range lines {
		lines[i] = m.levelStyle(current.Level).Render(line)
	}
	return frame.Draw(t, width, len(lines)+2, lines)
}
