package sessions

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"assay/themes"
	"assay/ui/cells"
	"assay/ui/gauge"
	"assay/wire"
)

// column is one column of the list. The last one takes what is left.
type column struct {
	title string
	width int
	right bool
	text  func(v *View, s *session, base themes.Style) string // painted
}

const (
	stateWidth = 8
	barWidth   = 9
	endsWidth  = 20 // "23h 59m" and the bar, or when
	gapWidth   = 2
	leastPages = 12
)

// columns are all there are, in order; dispensable names those that give way on a
// narrow screen, first the one that says least.
var (
	columns = []column{
		{"STATE", stateWidth, false, (*View).stateText},
		{"SESSION", 7, false, func(v *View, s *session, base themes.Style) string {
			return v.theme.Text.Over(base).Render(v.short(s.ID))
		}},
		{"SYSTEM", 7, false, func(v *View, s *session, base themes.Style) string {
			return v.theme.Text.Over(base).Render(cells.Visible(s.UAPreset))
		}},
		{"PROFILE", 7, false, func(v *View, s *session, base themes.Style) string {
			return v.theme.Text.Over(base).Render(cells.Visible(s.BrowserProfile))
		}},
		{"CLIENTS", 7, true, (*View).clientsText},
		{"AGE", 7, true, func(v *View, s *session, base themes.Style) string {
			return v.theme.Dim.Over(base).Render(age(v.env.Now().Sub(s.CreatedAt)))
		}},
		{"ENDS IN", endsWidth, false, (*View).endsText},
		{"PAGES", 0, false, (*View).pagesText},
	}
	dispensable = []string{"CLIENTS", "SYSTEM", "AGE", "PROFILE"}
)

// fitColumns returns the columns that a line of the list has room for.
func fitColumns(inner int) []column {
	shown := append([]column(nil), columns...)
	for _, title := range dispensable {
		used := gapWidth // the mark of the selection
		for _, c := range shown {
			used += c.width + gapWidth
		}
		if inner-used >= leastPages {
			break
		}
		for i, c := range shown {
			if c.title == title {
				shown = append(shown[:i], shown[i+1:]...)
				break
			}
		}
	}
	return shown
}

func (v *View) heading(shown []column, inner int) string {
	var b strings.Builder
	b.WriteString(cells.Blank(gapWidth))
	for _, c := range shown {
		b.WriteString(place(c.title, c))
		b.WriteString(cells.Blank(gapWidth))
	}
	return v.theme.Dim.Render(cells.Fit(b.String(), inner, v.theme.Glyphs.Ellipsis))
}

// place puts text into a column.
func place(text string, c column) string {
	switch {
	case c.width == 0:
		return text
	case c.right:
		return cells.FitRight(text, c.width, "")
	}
	return cells.Fit(text, c.width, "")
}

// line draws one session.
func (v *View) line(s *session, shown []column, inner int, selected bool) string {
	t := v.theme
	base, mark := themes.Style{}, " "
	if selected {
		base, mark = t.Selected, t.Glyphs.Bar
	}
	var b strings.Builder
	t.Accent.Over(base).Write(&b, mark)
	base.Write(&b, " ")
	used := gapWidth
	for _, c := range shown {
		width := c.width
		if width == 0 {
			width = max(inner-used, 0)
		}
		text := c.text(v, s, base)
		if cells.Width(text) > width {
			text = cells.Fit(text, width, t.Glyphs.Ellipsis)
		}
		blank := base.Render(cells.Blank(width - cells.Width(text)))
		if c.right {
			b.WriteString(blank + text)
		} else {
			b.WriteString(text + blank)
		}
		used += width
		if gap := min(gapWidth, inner-used); gap > 0 && c.width > 0 {
			base.Write(&b, cells.Blank(gap))
			used += gap
		}
	}
	return b.String()
}

// stateText is the state, as far as it can be known.
func (v *View) stateText(s *session, base themes.Style) string {
	t := v.theme
	if v.unlisted {
		return t.Dim.Over(base).Render("unknown")
	}
	style := t.Dim
	switch s.State {
	case wire.StateActive:
		style = t.Good
	case wire.StateIdle:
		style = t.Text
	case wire.StateStarting:
		style = t.Warn
	}
	return style.Over(base).Render(cells.Visible(s.State))
}

func (v *View) clientsText(s *session, base themes.Style) string {
	if !s.told || !s.Alive() {
		return v.theme.Faint.Over(base).Render("-")
	}
	return v.theme.Text.Over(base).Render(strconv.Itoa(s.Clients))
}

// endsText says when the session ends, with a bar of what is left, or why it ended.
func (v *View) endsText(s *session, base themes.Style) string {
	t := v.theme
	dim := t.Dim.Over(base)
	if !s.Alive() {
		reason := s.reason()
		if at, known := s.endedAt(); known {
			if since := " " + brief(v.env.Now().Sub(at)) + " ago"; cells.Width(reason+since) <= endsWidth {
				reason += since
			}
		}
		return dim.Render(reason)
	}
	left, known := s.left(v.env.Now())
	switch {
	case !known && !s.told:
		return dim.Render("unknown")
	case !known && s.ShutdownMode == wire.ShutdownOnDisconnect:
		return dim.Render("on disconnect")
	case !known:
		return dim.Render("after " + brief(time.Duration(s.InactivityTimeout)*time.Second) + " idle")
	}
	share := 1.0
	if s.InactivityTimeout > 0 {
		share = left.Seconds() / float64(s.InactivityTimeout)
	}
	style := t.Text
	switch {
	case share < 0.1:
		style = t.Bad
	case share < 0.25:
		style = t.Warn
	}
	text := age(left)
	return style.Over(base).Render(text) + base.Render(cells.Blank(endsWidth-barWidth-cells.Width(text))) +
		gauge.Thin(t, barWidth, share, style.Over(base), t.Border.Over(base))
}

func (v *View) pagesText(s *session, base themes.Style) string {
	switch {
	case !s.Alive() || !s.told:
		return ""
	case len(s.Pages) == 0:
		return v.theme.Faint.Over(base).Render("none")
	}
	text := v.pageText(s.Pages[0])
	if n := len(s.Pages) - 1; n > 0 {
		text += " +" + strconv.Itoa(n)
	}
	return v.theme.Text.Over(base).Render(text)
}

// pageText is a page's title and host, or its address.
func (v *View) pageText(p wire.SessionPage) string {
	u, err := url.Parse(p.URL)
	switch {
	case err != nil || u.Host == "":
		return cells.Visible(p.URL)
	case p.Title == "":
		return cells.Visible(u.Host + u.Path)
	}
	return cells.Visible(p.Title + v.theme.Glyphs.Separator + u.Host)
}

// age writes a duration in seconds or more: 41 s, 12m 03s.
func age(d time.Duration) string {
	if d < 10*time.Second {
		return strconv.Itoa(int(max(d, 0).Seconds())) + " s"
	}
	return cells.Elapsed(d)
}

// brief writes a duration in its largest unit: 41 s, 12m, 3h.
func brief(d time.Duration) string {
	if d < time.Minute {
		return age(d)
	}
	largest, _, _ := strings.Cut(age(d), " ")
	return largest
}

// endedAt returns when a session ended that ended by its own rule; of others nothing
// tells it.
func (s *session) endedAt() (at time.Time, known bool) {
	if s.EndReason == nil {
		return at, false
	}
	switch *s.EndReason {
	case "client_disconnected":
		return s.LastActivityAt, true
	case "inactivity_timeout":
		return s.LastActivityAt.Add(time.Duration(s.InactivityTimeout) * time.Second), true
	}
	return at, false
}

// reason says why a session ended.
func (s *session) reason() string {
	if s.EndReason == nil || *s.EndReason == "" {
		return "ended"
	}
	return cells.Visible(words(*s.EndReason))
}
