package queries

import (
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/dialog"
	"assay/ui/toast"
	"assay/views/frame"
)

const (
	maxTabs   = 30
	maxClosed = 10
	maxTitle  = 24 // columns of a title in the line of tabs
)

// closeAsked is the answer that a query with changes is to be closed all the same.
type closeAsked struct{ tab *tab }

// number returns the index of the tab on the screen.
func (v *View) number() int { return slices.Index(v.tabs, v.tab) }

// turn shows another tab.
func (v *View) turn(d *tab) tea.Cmd {
	v.move(v.focus, false)
	v.ask.Blur()
	v.result.Blur()
	v.tab = d
	v.seen()
	v.focusOn(v.focus)
	return v.changed()
}

// open adds a tab after the one on the screen and shows it.
func (v *View) open(d *tab) tea.Cmd {
	v.tabs = slices.Insert(v.tabs, v.number()+1, d)
	return v.turn(d)
}

// openNew opens an empty query.
func (v *View) openNew() tea.Cmd {
	if len(v.tabs) >= maxTabs {
		return frame.Notify(toast.Info, "no more queries can be open; "+v.env.Key(keymap.QueryClose)+" closes one")
	}
	d := v.newTab()
	d.result.OpenEvidence(v.result.EvidenceOpen())
	return v.open(d)
}

// close closes the query on the screen. One whose file lacks its changes is asked
// about.
func (v *View) close() tea.Cmd {
	if !v.modified() {
		return v.closeNow(v.tab)
	}
	return frame.Show(&dialog.Dialog{
		Title: "Close without saving?", Body: []string{v.title() + " has changes that its file lacks.", "", v.env.Key(keymap.QueryReopen) + " opens a closed query again."},
		Level: v.theme.Warn,
		Choices: []dialog.Choice{
			{Key: "x", Show: "x", Label: "close it", Msg: closeAsked{v.tab}}, {Key: "esc", Show: "Esc", Label: "back"},
		},
	})
}

func (v *View) closeNow(d *tab) tea.Cmd {
	at := slices.Index(v.tabs, d)
	if at < 0 {
		return nil
	}
	if d.running != nil {
		d.running.cancel()
		d.running = nil
		d.result.Stop()
	}
	d.endWatch()
	var told tea.Cmd
	if !d.pristine() {
		v.closed = append(v.closed, d)
		v.closed = v.closed[max(len(v.closed)-maxClosed, 0):]
		told = frame.Notify(toast.Info, "closed; "+v.env.Key(keymap.QueryReopen)+" opens it again")
	}
	v.tabs = slices.Delete(v.tabs, at, at+1)
	after := tea.Batch(v.countWatches(), told)
	if len(v.tabs) == 0 {
		v.tabs = []*tab{v.newTab()}
	}
	if v.number() < 0 {
		return tea.Batch(after, v.turn(v.tabs[min(at, len(v.tabs)-1)]))
	}
	v.layout()
	return tea.Batch(after, v.changed())
}

// reopen opens the query that was closed last.
func (v *View) reopen() tea.Cmd {
	d := v.closed[len(v.closed)-1]
	v.closed = v.closed[:len(v.closed)-1]
	d.source.field.SetTheme(v.theme)
	d.ask.SetTheme(v.theme)
	d.result.SetTheme(v.theme)
	return tea.Batch(v.open(d), frame.Notify(toast.Info, "reopened"))
}

// step shows the next query, or the one before.
func (v *View) step(by int) tea.Cmd {
	n := len(v.tabs)
	return v.turn(v.tabs[(v.number()+by+n)%n])
}

// tabRows returns the height of the line of tabs: it is there when there are several.
func (v *View) tabRows() int {
	if len(v.tabs) > 1 {
		return 1
	}
	return 0
}

// span is where a tab is in its line.
type span struct{ from, to, tab int }

// drawTabs draws the line of tabs, scrolled so that the one on the screen is in it.
func (v *View) drawTabs() (string, []span) {
	t := v.theme
	var labels []string
	var widths []int
	for i, d := range v.tabs {
		style := t.Dim
		if d == v.tab {
			style = t.Focus
		}
		text := " " + t.Faint.Render(strconv.Itoa(i+1)) + " " + style.Render(d.label(t, maxTitle)) + d.mark(t) + " "
		labels = append(labels, text)
		widths = append(widths, cells.Width(text))
	}
	first, active := 0, v.number()
	for used := v.sumWidths(widths[first : active+1]); first < active && used > v.width-4; used -= widths[first-1] + 1 {
		first++
	}
	var b strings.Builder
	var spans []span
	at := 0
	if first > 0 {
		b.WriteString(t.Faint.Render(t.Glyphs.Ellipsis))
		at += cells.Width(t.Glyphs.Ellipsis)
	}
	for i := first; i < len(labels); i++ {
		if i > first {
			b.WriteString(t.Border.Render(t.Glyphs.Vertical))
			at++
		}
		b.WriteString(labels[i])
		spans = append(spans, span{at, at + widths[i], i})
		at += widths[i]
	}
	return cells.Fit(b.String(), v.width, t.Glyphs.Ellipsis), spans
}

func (v *View) sumWidths(widths []int) int {
	n := len(widths)
	for _, w := range widths {
		n += w
	}
	return n
}

// tabsMouse shows the query whose tab is pressed.
func (v *View) tabsMouse(msg tea.MouseMsg) tea.Cmd {
	switch {
	case msg.Action != tea.MouseActionPress:
		return nil
	case msg.Button == tea.MouseButtonWheelUp:
		return v.step(-1)
	case msg.Button == tea.MouseButtonWheelDown:
		return v.step(1)
	}
	_, spans := v.drawTabs()
	for _, s := range spans {
		if msg.X >= s.from && msg.X < s.to {
			if msg.Button == tea.MouseButtonMiddle {
				v.turn(v.tabs[s.tab])
				return v.close()
			}
			return v.turn(v.tabs[s.tab])
		}
	}
	return nil
}

// titleAside is what the border of the question says of the query's file.
func (d *tab) titleAside(t *themes.Theme) string {
	if d.kept.path == "" {
		return ""
	}
	return t.Text.Render(cells.Visible(d.title())) + d.mark(t)
}
