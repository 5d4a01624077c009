// Package sessions is the Sessions tab: remote browsers, launched with two keys,
// listed with their state, their addresses copied, their pages looked at.
package sessions

import (
	"errors"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"assay/client"
	"assay/keymap"
	"assay/themes"
	"assay/ui/imageview"
	"assay/views/frame"
	"assay/views/popup"
)

// View is the tab.
type View struct {
	env     *frame.Env
	theme   *themes.Theme
	width   int
	height  int
	visible bool
	away    bool // the terminal has not the focus: nothing is asked for at intervals

	list      []session
	cursor    string // the id of the selected session
	top       int    // the first row of the list on the screen
	read      bool   // the sessions were asked for with an answer
	unlisted  bool   // the service has no call that lists them
	missing   int    // nodes of the service that did not tell theirs
	err       error  // of the latest try; nil if it worked
	asking    bool
	askAgain  bool                // something changed while asking: the answer may be old
	poller    int                 // numbers the poll timers; only the latest counts
	clock     frame.Clock         // for ages and countdowns
	launching int                 // sessions asked for and not yet there
	alive     frame.SessionsAlive // what the root was told

	settings settings
	loaded   bool // the settings of the last run were read
	changed  bool // the settings were changed by the user
	eager    bool // a launch waits for them

	over    *popup.Layer
	script  int  // of the scripts, the one that was copied last
	details bool // on a narrow screen: the details are shown in the list's place
	preview *preview
	screen  imageview.Screen

	dirty bool
	lines []string
}

// New returns the view.
func New(env *frame.Env) *View {
	v := &View{
		env: env, theme: env.Theme, settings: defaults, over: popup.New(env), dirty: true,
		screen: imageview.ThisScreen(env.Theme.Profile, env.Theme.Glyphs.ASCII),
	}
	v.over.Width = 78 // its longest choice fits
	return v
}

// Name is the tab's title.
func (v *View) Name() string { return "Sessions" }

// Init reads what was remembered and asks once for the sessions, to tell how many
// are alive.
func (v *View) Init() tea.Cmd { return tea.Batch(v.readState(), v.ask()) }

// UnderWay says what ends with the dashboard: what is known of a session that is being
// launched.
func (v *View) UnderWay() []string {
	if v.launching == 0 && !v.eager {
		return nil
	}
	return []string{"A session is being launched; its addresses would not be shown."}
}

// Update handles messages.
func (v *View) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case stateRead:
		return v.restore(msg)
	case listRead:
		return v.answered(msg)
	case pollDue:
		if msg.poller == v.poller && v.visible && !v.away {
			return v.ask()
		}
	case frame.AskAgain:
		return v.again(msg)
	case launched:
		return v.launchEnded(msg)
	case endChosen:
		return v.end(msg)
	case ended:
		return v.endEnded(msg)
	case previewed:
		return v.previewed(msg)
	}
	return v.news(msg)
}

// news handles what the terminal, the clock and the service tell every tab.
func (v *View) news(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.BlurMsg:
		v.away = true
	case tea.FocusMsg:
		if v.away = false; v.visible && !v.unlisted {
			return v.ask()
		}
	case frame.ClockTick:
		if v.visible {
			due, next := v.clock.Ticked(msg, v.env)
			v.dirty = v.dirty || due
			return next
		}
	case frame.UsageRead:
		// The usage is asked for at intervals on every tab: what is said of sessions
		// on the screen is kept true then.
		if msg.Err == nil && v.alive.Count > 0 && !v.visible {
			return v.ask()
		}
	}
	return nil
}

// Key handles keys.
func (v *View) Key(msg tea.KeyMsg) tea.Cmd {
	v.dirty = true
	if v.over.IsOpen() {
		return v.over.Key(msg)
	}
	name := msg.String()
	if v.env.Keys.Find(name, keymap.Global) == keymap.Cancel {
		return v.back()
	}
	return frame.Try(v, v.env.Keys.Find(name, keymap.Sessions))
}

// back closes what is open: the details on a narrow screen, then the preview.
func (v *View) back() tea.Cmd {
	if v.details && !v.wide() {
		v.details = false
	} else {
		v.preview.stop()
		v.preview = nil
	}
	return v.follow()
}

// Do performs an action.
func (v *View) Do(action keymap.Action) tea.Cmd {
	v.dirty = true
	if by, ok := keymap.Step(action, v.listRows(), len(v.list)); ok {
		return v.move(by)
	}
	switch action {
	case keymap.SessionNew:
		v.openForm()
	case keymap.SessionAgain:
		if !v.loaded {
			v.eager = true
			return nil
		}
		return v.launch()
	case keymap.SessionRefresh:
		return v.ask()
	case keymap.SessionEnd:
		return v.askEnd()
	case keymap.SessionCDP:
		return frame.CopyText("cdp_url", v.selected().CDPURL)
	case keymap.SessionOther:
		v.openAddresses()
	case keymap.SessionAsk:
		return v.askPage()
	case keymap.SessionScript:
		v.openScripts()
	case keymap.SessionBrowse:
		return v.browse()
	case keymap.SessionPreview:
		return v.togglePreview()
	case keymap.SessionNextPage:
		return v.turnPage(1)
	case keymap.SessionPrevPage:
		return v.turnPage(-1)
	case keymap.SessionOpen:
		v.details = !v.details
		return v.follow()
	}
	return nil
}

// selected returns the selected session, or nil.
func (v *View) selected() *session {
	if at := v.index(); at >= 0 {
		return &v.list[at]
	}
	return nil
}

// row returns the place of the selected session in the list.
func (v *View) row() int { return max(v.index(), 0) }

func (v *View) index() int {
	return slices.IndexFunc(v.list, func(s session) bool { return s.ID == v.cursor })
}

func (v *View) move(by int) tea.Cmd {
	if len(v.list) == 0 {
		return nil
	}
	return v.selectRow(min(max(v.row()+by, 0), len(v.list)-1))
}

func (v *View) selectRow(row int) tea.Cmd {
	v.cursor, v.dirty = v.list[row].ID, true
	return v.follow()
}

// Mouse selects and scrolls.
func (v *View) Mouse(msg tea.MouseMsg) tea.Cmd {
	v.dirty = true
	if v.over.IsOpen() {
		return v.over.Mouse(msg, v.width, v.height)
	}
	switch {
	case msg.Button == tea.MouseButtonWheelUp:
		return v.move(-1)
	case msg.Button == tea.MouseButtonWheelDown:
		return v.move(1)
	case msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft && v.listShown():
		// The border and the heading come first.
		if row := msg.Y - 2 + v.top; msg.Y >= 2 && msg.Y < 2+v.listRows() && row < len(v.list) {
			return v.selectRow(row)
		}
	}
	return nil
}

// SetSize gives the view its size.
func (v *View) SetSize(width, height int) {
	v.width, v.height, v.dirty = width, height, true
	v.screen = imageview.ThisScreen(v.theme.Profile, v.theme.Glyphs.ASCII) // cells may have another size
}

// SetTheme changes the colours.
func (v *View) SetTheme(t *themes.Theme) {
	v.theme, v.dirty = t, true
	v.over.SetTheme(t)
}

// Show starts and stops asking, the clocks and the preview.
func (v *View) Show(visible bool) tea.Cmd {
	v.visible, v.dirty = visible, true
	if !visible {
		return v.follow()
	}
	return tea.Batch(v.ask(), v.clock.Start(v.env), v.follow())
}

// Scopes returns the scopes that hold now.
func (v *View) Scopes() []keymap.Scope {
	if v.over.IsOpen() {
		return v.over.Scopes()
	}
	return []keymap.Scope{keymap.Sessions}
}

// Commands returns what can be done wherever the focus is.
func (v *View) Commands() []keymap.Scope {
	if v.over.IsOpen() {
		return nil
	}
	return []keymap.Scope{keymap.Sessions}
}

// GoesBack reports whether Esc leads back to the list, or closes the preview.
func (v *View) GoesBack() bool {
	return (v.preview != nil || v.details && !v.wide()) && !v.over.IsOpen()
}

// Editing reports whether printable keys are text.
func (v *View) Editing() bool { return v.over.IsOpen() }

// Disabled says why an action cannot be done now.
func (v *View) Disabled(action keymap.Action) string {
	s := v.selected()
	switch action {
	case keymap.Cancel:
		return "there is nothing to cancel"
	case keymap.SessionEnd, keymap.SessionOpen, keymap.SessionAsk, keymap.SessionCDP, keymap.SessionOther,
		keymap.SessionScript, keymap.SessionBrowse, keymap.SessionPreview, keymap.SessionNextPage, keymap.SessionPrevPage:
		if s == nil {
			return "there is no session; " + v.env.Key(keymap.SessionNew) + " launches one"
		}
	}
	switch action {
	case keymap.SessionOpen:
		if v.wide() {
			return "the details are on the screen"
		}
	case keymap.SessionAsk:
		if !s.Alive() && (v.wide() || v.details) {
			return "the session has ended"
		}
	case keymap.SessionEnd:
		switch {
		case !s.Alive():
			return "the session has ended"
		case !v.read:
			return "the service has not said yet which sessions there are"
		}
	case keymap.SessionCDP, keymap.SessionOther, keymap.SessionScript, keymap.SessionBrowse, keymap.SessionPreview:
		switch {
		case !s.Alive():
			return "the session has ended"
		case s.CDPURL == "" || s.BaseURL == "":
			return "its addresses are not known: they are secrets, which the dashboard keeps only while it runs"
		}
	case keymap.SessionNextPage, keymap.SessionPrevPage:
		if v.preview == nil {
			return "there is no preview; " + v.env.Key(keymap.SessionPreview) + " shows it"
		}
	}
	return ""
}

// askEnd asks whether to end the selected session.
func (v *View) askEnd() tea.Cmd {
	s := v.selected()
	name := v.short(s.ID)
	d := frame.Question(v.theme, "End session "+name+"?", "end it", "keep it", endChosen{s.ID, false}, "Its browser closes and its pages are lost.")
	switch {
	case v.unlisted:
		d = frame.Question(v.theme, "Forget session "+name+"?", "forget it", "keep it", endChosen{s.ID, true},
			"This service has no way to end a session: it ends by itself when its time has come. Forgetting takes it off this list, and its addresses with it.")
	case s.Clients == 1:
		d.Body = append(d.Body, "A client is connected and will lose it.")
	case s.Clients > 1:
		d.Body = append(d.Body, "Clients are connected and will lose it.")
	}
	return frame.Show(d)
}

// Keep saves at the program's end what is remembered.
func (v *View) Keep() error {
	if !v.loaded && !v.changed {
		return nil
	}
	return v.env.State.Save(stateName, v.remembered())
}

// Farewell says what lives on when the dashboard quits, or "".
func (v *View) Farewell() string {
	v.preview.stop()
	n := v.countAlive(v.env.Now())
	switch {
	case n == 0:
		return ""
	case v.unlisted && n == 1:
		return "The browser session launched here keeps running until it times out."
	case v.unlisted:
		return "The browser sessions launched here keep running until they time out."
	case n == 1:
		return "1 browser session keeps running: `assay session list` shows it, `assay session close --all` ends it."
	}
	return frame.Counted(n, "browser session") + " keep running: `assay session list` shows them, `assay session close --all` ends them."
}

// explain words a failure, with what to do about it.
func explain(err error) string {
	text := err.Error()
	var refused *client.Error
	switch {
	case errors.Is(err, client.ErrUnauthorized):
		text += "; set ASSAY_API_KEY, or the key of the profile, to one that the service knows"
	case errors.As(err, &refused) && refused.Code == "missing_part":
		text += "; run `assay setup` on the service's machine"
	}
	return text
}
