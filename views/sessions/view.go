package sessions

import (
	"image"
	"strings"
	"time"

	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/imageview"
	"assay/ui/pane"
	"assay/views/frame"
	"assay/wire"
)

const (
	sideBySide   = 100 // columns from which the list, the details and the preview are all shown
	detailsWidth = 52
	detailsRows  = 11 // lines that the details take with a page or two
)

// wide reports whether everything is on the screen at once.
func (v *View) wide() bool { return v.width >= sideBySide && v.height >= 2*detailsRows }

// listShown reports whether the list is on the screen.
func (v *View) listShown() bool { return v.wide() || !v.details }

// listHeight returns the lines of the list's pane.
func (v *View) listHeight() int {
	if !v.wide() {
		return v.height
	}
	need := len(v.list) + v.launching + 3 // border and heading
	return min(max(need, 8), max(v.height/3, 8))
}

// listRows returns how many sessions the list shows at once.
func (v *View) listRows() int { return max(v.listHeight()-3-v.launching, 1) }

// View draws the tab.
func (v *View) View() []string {
	if v.dirty {
		v.lines, v.dirty = v.draw(), false
	}
	return v.lines
}

func (v *View) draw() []string {
	if v.width <= 0 || v.height <= 0 {
		return pane.Blank(v.width, v.height)
	}
	var lines []string
	switch {
	case len(v.list) == 0 && v.launching == 0:
		lines = v.drawEmpty()
	case v.wide():
		height := v.listHeight()
		lines = v.drawList(v.width, height)
		rest, left := v.height-height, min(detailsWidth, v.width*9/20)
		switch {
		case v.preview != nil:
			lines = append(lines, pane.Beside(v.drawDetails(left, rest), v.drawPreview(v.width-left, rest))...)
		case v.scripted():
			lines = append(lines, pane.Beside(v.drawDetails(left, rest), v.drawScript(v.width-left, rest))...)
		default:
			lines = append(lines, v.drawDetails(v.width, rest)...)
		}
	case v.details && v.preview != nil:
		lines = v.drawPreview(v.width, v.height)
	case v.details:
		lines = v.drawDetails(v.width, v.height)
	default:
		lines = v.drawList(v.width, v.height)
	}
	return v.over.Draw(lines, v.width, v.height)
}

// drawEmpty says what to do, or why nothing is known.
func (v *View) drawEmpty() []string {
	t := v.theme
	inner := min(max(v.width-4, 10), frame.Readable)
	const column = 6 // where the words begin
	var lines []string
	key := func(action keymap.Action, text string) {
		head := "  " + cells.Fit(t.Strong.Render(v.env.Key(action)), column-2, "")
		for _, line := range cells.Wrap(text, inner-column) {
			lines = append(lines, head+t.Dim.Render(line))
			head = cells.Blank(column)
		}
	}
	paragraph := func(style themes.Style, text string) {
		lines = append(lines, pane.Paragraph(style, "", text, inner)...)
	}
	lines = append(lines, "")
	switch {
	case v.err != nil:
		paragraph(t.Bad, "The sessions could not be read.")
		lines = append(lines, "")
		paragraph(t.Text, explain(v.err))
		lines = append(lines, "")
		key(keymap.SessionRefresh, "tries again")
	case !v.read:
		paragraph(t.Dim, "asking the service for its sessions"+t.Glyphs.Ellipsis)
	default:
		paragraph(t.Text, "No browser is running.")
		lines = append(lines, "")
		paragraph(t.Dim, "A session is a browser on the service's machine that your scripts drive over the DevTools protocol: with Playwright, Puppeteer, chromedp and others.")
		lines = append(lines, "")
		key(keymap.SessionNew, "launches one, after its options")
		key(keymap.SessionAgain, "launches one at once: "+v.settings.summary(t.Glyphs.Separator))
		lines = append(lines, "")
		paragraph(t.Dim, "Then "+v.env.Key(keymap.SessionCDP)+" copies its address and "+v.env.Key(keymap.SessionScript)+" a script that uses it.")
	}
	frame := pane.Pane{Title: "Sessions", Focused: true}
	if v.missing > 0 {
		frame.Right = v.note()
	}
	return frame.Draw(t, v.width, v.height, lines)
}

// note says in the border what is not as it should be.
func (v *View) note() string {
	t := v.theme
	switch {
	case v.err != nil:
		since := ""
		for i := range v.list {
			if v.list[i].told {
				since = ", as of " + v.list[i].at.Local().Format("15:04:05")
			}
		}
		return t.Warn.Render("not answered" + since)
	case v.unlisted:
		return t.Warn.Render("this service lists none: launched here")
	case v.missing > 0:
		return t.Warn.Render("incomplete: no answer of " + frame.Counted(v.missing, "node"))
	}
	return ""
}

func (v *View) drawList(width, height int) []string {
	t := v.theme
	box := pane.Pane{Title: "Sessions " + strings.Repeat(t.Glyphs.Horizontal, 2) + " " + v.count(), Right: v.note(), Focused: true}
	inner, _ := box.Inner(width, height)
	columns := v.fitColumns(inner)
	lines := []string{frame.Heading(t, columns, gapWidth, inner)}
	for range v.launching {
		lines = append(lines, "  "+t.Warn.Render(cells.Fit("starting", stateWidth, ""))+t.Dim.Render(" a browser"+t.Glyphs.Ellipsis))
	}
	room := v.listRows()
	row := v.row()
	v.top = max(min(v.top, row, len(v.list)-room), row-room+1, 0)
	for i := v.top; i < min(v.top+room, len(v.list)); i++ {
		lines = append(lines, frame.Row(t, columns, &v.list[i], i == row, func(base themes.Style) string { return base.Render(" ") }, inner))
	}
	if len(v.list) > room {
		box.Foot = cells.Group(int64(row+1)) + "/" + cells.Group(int64(len(v.list)))
	}
	return box.Draw(t, width, height, lines)
}

// count says how many sessions are alive.
func (v *View) count() string {
	n := v.countAlive(v.env.Now())
	text := cells.Group(int64(n)) + " alive"
	if v.unlisted {
		return "up to " + text
	}
	return text
}

// drawDetails shows what there is to know of the selected session, its secrets
// masked.
func (v *View) drawDetails(width, height int) []string {
	t, s := v.theme, v.selected()
	frame := pane.Pane{}
	if s == nil {
		return frame.Draw(t, width, height, nil)
	}
	frame.Title = v.short(s.ID)
	if !v.wide() {
		frame.Focused = true
		frame.Right = "list " + t.Strong.Render(v.env.Key(keymap.SessionOpen))
	}
	inner, _ := frame.Inner(width, height)
	var lines []string
	const names = 11 // columns
	fact := func(name string, style themes.Style, value string) {
		lines = append(lines, t.Dim.Render(cells.Fit(name, names, ""))+style.Render(cells.CutMiddle(cells.Visible(value), inner-names, t.Glyphs.Ellipsis)))
	}
	sentence := func(name, text string) {
		for _, line := range cells.Wrap(text, inner-names) {
			fact(name, t.Text, line)
			name = ""
		}
	}
	secret := func(name, address string) {
		switch {
		case !s.Alive():
			fact(name, t.Faint, "gone")
		case address == "":
			fact(name, t.Faint, "not kept: it is a secret")
		default:
			fact(name, t.Key, v.masked(address))
		}
	}
	secret("cdp_url", s.CDPURL)
	if plain := wire.PlainURL(s.CDPURL); plain != s.CDPURL && s.Alive() {
		fact("no TLS", t.Key, v.masked(plain))
	}
	stream := ""
	if s.BaseURL != "" {
		stream = s.StreamURL(0)
	}
	secret("stream", stream)
	secret("base_url", s.BaseURL)
	fact("id", t.Text, s.ID)
	fact("browser", t.Text, s.UAPreset+t.Glyphs.Separator+s.BrowserProfile)
	if s.Alive() {
		sentence("ends", v.rule(s))
	} else {
		sentence("ended", s.reason())
	}
	if s.told {
		fact("launched", t.Text, s.CreatedAt.Local().Format("2 Jan 15:04:05"))
		used := "just now"
		if ago := v.env.Now().Sub(s.LastActivityAt); ago >= time.Second {
			used = cells.Elapsed(ago) + " ago"
		}
		fact("last used", t.Text, used)
	} else {
		fact("launched", t.Text, s.CreatedAt.Local().Format("2 Jan 15:04:05"))
		sentence("state", "not known: this service lists none")
	}
	for i, p := range s.Pages {
		name := ""
		if i == 0 {
			name = "pages"
		}
		text := t.Text.Render(cells.CutMiddle(v.pageText(p), inner-names, t.Glyphs.Ellipsis))
		lines = append(lines, t.Dim.Render(cells.Fit(name, names, ""))+t.Link(p.URL, text))
	}
	if v.preview == nil && s.Alive() && s.BaseURL != "" {
		lines = append(lines, "",
			t.Strong.Render(v.env.Key(keymap.SessionPreview))+t.Dim.Render(" shows the page here, live"),
			t.Strong.Render(v.env.Key(keymap.SessionBrowse))+t.Dim.Render(" opens it in the web browser"))
	}
	return frame.Draw(t, width, height, lines)
}

// scripted reports whether the selected session can be driven by a script, which is shown
// in the preview's place.
func (v *View) scripted() bool {
	s := v.selected()
	return s != nil && s.Alive() && s.CDPURL != ""
}

// drawScript shows how a script drives the selected session, its address masked.
func (v *View) drawScript(width, height int) []string {
	t, chosen := v.theme, scripts[v.script]
	frame := pane.Pane{
		Title: "Script " + strings.Repeat(t.Glyphs.Horizontal, 2) + " " + chosen.name,
		Right: t.Strong.Render(v.env.Key(keymap.SessionScript)) + t.Dim.Render(" copies this or another"),
	}
	address := wire.PlainURL(v.selected().CDPURL)
	text := chosen.write(address, "", `"`+v.masked(address)+`"`)
	lines := strings.Split(strings.ReplaceAll(text, "\t", "    "), "\n")
	for i, line := range lines {
		lines[i] = t.Text.Render(cells.Visible(line))
	}
	return frame.Draw(t, width, height, lines)
}

// rule says when the session ends.
func (v *View) rule(s *session) string {
	seconds := cells.Group(int64(s.InactivityTimeout)) + " s"
	if s.ShutdownMode == wire.ShutdownOnInactivity {
		return seconds + " after its last client leaves"
	}
	return "with its last client, or after " + seconds + " without any"
}

// masked hides what is secret of an address.
func (v *View) masked(address string) string {
	masked := wire.MaskURL(address)
	if v.theme.Glyphs.ASCII {
		masked = strings.ReplaceAll(masked, "•", "*")
	}
	return masked
}

// short writes an id as in "7f3a…c2".
func (v *View) short(id string) string {
	id = cells.Visible(id)
	const head, tail = 4, 2
	if runes := []rune(id); len(runes) > head+tail+1 {
		return string(runes[:head]) + v.theme.Glyphs.Ellipsis + string(runes[len(runes)-tail:])
	}
	return id
}

// drawPreview shows the page, or says why it does not.
func (v *View) drawPreview(width, height int) []string {
	t, p, s := v.theme, v.preview, v.selected()
	frame := pane.Pane{Title: "Page " + cells.Group(int64(p.page)), Tight: true}
	if !v.wide() {
		frame.Focused = true
		if s != nil {
			frame.Title = v.short(s.ID) + " " + strings.Repeat(t.Glyphs.Horizontal, 2) + " " + frame.Title
		}
	}
	inner, rows := frame.Inner(width, height)
	if p.state != nil {
		frame.Right = t.Dim.Render(cells.CutMiddle(cells.Visible(p.state.Title), inner/2, t.Glyphs.Ellipsis))
		frame.Foot = t.Dim.Render(cells.CutMiddle(cells.Visible(p.state.URL), inner-4, t.Glyphs.Ellipsis))
		if n := len(p.state.Pages); n > 1 {
			frame.Title += " of " + cells.Group(int64(n))
		}
	}
	text, style := "", t.Dim
	switch {
	case s == nil || p.canvas == nil:
	case !s.Alive():
		text = "The session has ended."
	case s.BaseURL == "":
		text = "Its address is not known: it is a secret, which the dashboard keeps only while it runs."
	case p.canvas.renderer.Method() == imageview.None:
		text = "This terminal shows no colours, or NO_COLOR is set: a picture cannot be drawn. " + v.env.Key(keymap.SessionBrowse) + " opens the live view in the web browser."
	case p.err != nil:
		text, style = "There is no live view: "+p.err.Error(), t.Warn
	case p.picture == nil:
		text = "waiting for the first picture" + t.Glyphs.Ellipsis
	default:
		frame.Title += ", live"
		return frame.Draw(t, width, height, p.draw(inner, rows))
	}
	if p.canvas != nil {
		p.canvas.resize(image.Pt(inner, rows))
	}
	return frame.Draw(t, width, height, pane.Paragraph(style, " ", text, max(inner-2, 1)))
}
