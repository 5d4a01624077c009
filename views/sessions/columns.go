package sessions

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"assay/themes"
	"assay/ui/cells"
	"assay/ui/gauge"
	"assay/views/frame"
	"assay/wire"
)

type column = frame.Column[*session]

const (
	stateWidth = 8
	barWidth   = 9
	endsWidth  = 20 // "23h 59m" and the bar, or when
	gapWidth   = 2
	leastPages = 14 // of the pages
	mostPages  = 24 // for which other columns give way
)

// columns are all there are, in order; the last one takes what is left.
func (v *View) columns() []column {
	text := func(of func(*session) string) func(*session, themes.Style, int) string {
		return func(s *session, base themes.Style, _ int) string { return v.theme.Text.Over(base).Render(of(s)) }
	}
	return []column{
		{Title: "STATE", Width: stateWidth, Text: v.stateText},
		{Title: "SESSION", Width: 7, Text: text(func(s *session) string { return v.short(s.ID) })},
		{Title: "SYSTEM", Width: 7, Text: text(func(s *session) string { return cells.Visible(s.UAPreset) })},
		{Title: "PROFILE", Width: 7, Text: text(func(s *session) string { return cells.Visible(s.BrowserProfile) })},
		{Title: "CLIENTS", Width: 7, Right: true, Text: v.clientsText},
		{Title: "AGE", Width: 7, Right: true, Text: func(s *session, base themes.Style, _ int) string {
			return v.theme.Dim.Over(base).Render(age(v.env.Now().Sub(s.CreatedAt)))
		}},
		{Title: "ENDS IN", Width: endsWidth, Text: v.endsText},
		{Title: "PAGES", Text: v.pagesText},
	}
}

// fitColumns returns the columns that a line of the list has room for: those that say least
// give way on a narrow screen.
func (v *View) fitColumns(inner int) []column {
	shown := v.columns()
	used, pages := 0, leastPages
	for i := range v.list {
		pages = max(pages, min(cells.Width(v.pagesText(&v.list[i], themes.Style{}, 0)), mostPages))
	}
	for _, title := range []string{"", "CLIENTS", "SYSTEM", "AGE", "PROFILE"} {
		shown = slices.DeleteFunc(shown, func(c column) bool { return c.Title == title })
		used = 0 // with the mark of the selection
		for _, c := range shown {
			used += c.Width + gapWidth
		}
		if inner-used >= pages {
			break
		}
	}
	shown[len(shown)-1].Width = max(inner-used, 0)
	return shown
}

// stateText is the state, as far as it can be known.
func (v *View) stateText(s *session, base themes.Style, _ int) string {
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

func (v *View) clientsText(s *session, base themes.Style, _ int) string {
	if !s.told || !s.Alive() {
		return v.theme.Faint.Over(base).Render("-")
	}
	return v.theme.Text.Over(base).Render(strconv.Itoa(s.Clients))
}

// endsText says when the session ends, with a bar of what is left, or why it ended.
func (v *View) endsText(s *session, base themes.Style, _ int) string {
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

func (v *View) pagesText(s *session, base themes.Style, _ int) string {
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
