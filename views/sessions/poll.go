package sessions

import (
	"context"
	"errors"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/client"
	"assay/keymap"
	"assay/ui/toast"
	"assay/views/calls"
	"assay/views/frame"
	"assay/views/proxy"
	"assay/wire"
)

// session is a row of the list.
type session struct {
	wire.SessionInfo
	told bool      // the service said so; else only what was launched is known
	at   time.Time // when it was told or launched
}

// pollEvery is how often the sessions are asked for while the tab is on the screen.
var pollEvery = 2 * time.Second

const (
	requestTimeout = 20 * time.Second
	// launchTimeout is longer than a browser takes to start on a loaded machine.
	launchTimeout = 90 * time.Second
	// keepUnlisted is how long a session that the service does not list is remembered.
	keepUnlisted = 24 * time.Hour
)

type (
	listRead struct {
		sessions []wire.SessionInfo
		missing  []string // nodes of the service that did not answer
		err      error
		at       time.Time
	}
	pollDue  struct{ poller int }
	launched struct {
		session *wire.Session
		with    settings
		err     error
		at      time.Time
	}
	endChosen struct {
		id     string
		forget bool
	}
	ended struct {
		id  string
		err error
	}
)

// call runs work with the service, within a time limit.
func (v *View) call(limit time.Duration, work func(context.Context, *client.Client) tea.Msg, failed func(error) tea.Msg) tea.Cmd {
	service := v.env.Service
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		c, err := service.Client(ctx)
		if err != nil {
			return failed(err)
		}
		return work(ctx, c)
	}
}

// ask returns a command that asks for the sessions, or nil while one runs.
func (v *View) ask() tea.Cmd {
	if v.asking {
		return nil
	}
	v.asking = true
	v.poller++
	now := v.env.Now
	return v.call(requestTimeout, func(ctx context.Context, c *client.Client) tea.Msg {
		sessions, missing, err := c.ListSessions(ctx)
		return listRead{sessions, missing, err, now()}
	}, func(err error) tea.Msg { return listRead{err: err, at: now()} })
}

// askAnew asks for the sessions after something changed.
func (v *View) askAnew() tea.Cmd {
	v.askAgain = v.asking
	return v.ask()
}

func (v *View) answered(read listRead) tea.Cmd {
	v.asking, v.dirty = false, true
	if v.askAgain { // asked before something changed
		v.askAgain = false
		return v.ask()
	}
	v.err, v.missing = read.err, len(read.missing)
	switch {
	case errors.Is(read.err, client.ErrNoSessionCalls):
		v.err, v.unlisted, v.read = nil, true, true
		v.list = slices.DeleteFunc(v.list, func(s session) bool { return s.told || read.at.Sub(s.CreatedAt) > keepUnlisted })
	case read.err == nil:
		v.unlisted, v.read = false, true
		v.merge(read)
	case errors.Is(read.err, client.ErrUnreachable):
		v.env.Service.Forget() // its next use connects anew
	}
	if v.selected() == nil && len(v.list) > 0 {
		v.cursor = v.list[min(v.row(), len(v.list)-1)].ID
	}
	return tea.Batch(v.tell(), v.pollLater(), v.follow())
}

// merge takes over what the service lists: those alive first, the latest first.
// Addresses it does not give stay as they were.
func (v *View) merge(read listRead) {
	known := map[string]wire.Session{}
	for _, s := range v.list {
		known[s.ID] = s.Session
	}
	row := v.row()
	v.list = v.list[:0]
	for _, info := range read.sessions {
		if was, ok := known[info.ID]; ok && info.CDPURL == "" {
			info.Session = was
		}
		v.list = append(v.list, session{info, true, read.at})
	}
	v.sort()
	if v.selected() == nil && len(v.list) > 0 {
		v.cursor = v.list[min(row, len(v.list)-1)].ID
	}
}

func (v *View) sort() {
	slices.SortStableFunc(v.list, func(a, b session) int {
		switch {
		case a.Alive() && !b.Alive():
			return -1
		case b.Alive() && !a.Alive():
			return 1
		}
		return b.CreatedAt.Compare(a.CreatedAt)
	})
}

// pollLater returns the timer for the next request, while the view is seen. A
// service that lists nothing is not asked again.
func (v *View) pollLater() tea.Cmd {
	if !v.visible || v.unlisted {
		return nil
	}
	v.poller++
	poller := v.poller
	return tea.Tick(pollEvery, func(time.Time) tea.Msg { return pollDue{poller} })
}

// left returns how long the session still lives without a client, if that is
// known.
func (s *session) left(now time.Time) (time.Duration, bool) {
	if s.SecondsToTeardown == nil {
		return 0, false
	}
	return max(time.Duration(*s.SecondsToTeardown*float64(time.Second))-now.Sub(s.at), 0), true
}

// countAlive returns how many sessions are alive, as far as can be known.
func (v *View) countAlive(now time.Time) int {
	n := 0
	for i := range v.list {
		s := &v.list[i]
		if left, known := s.left(now); s.Alive() && (!known || left > 0) {
			n++
		}
	}
	return n
}

// tell returns a command that tells the root how many are alive, if that changed.
func (v *View) tell() tea.Cmd {
	alive := frame.SessionsAlive{Count: v.countAlive(v.env.Now()), AtMost: v.unlisted}
	if alive == v.alive {
		return nil
	}
	v.alive = alive
	return func() tea.Msg { return alive }
}

// launch asks for a session with the present settings.
func (v *View) launch() tea.Cmd {
	if err := v.settings.Check(); err != nil {
		v.openForm().SetError(proxy.FieldURL, err)
		return frame.Notify(toast.Warn, err.Error())
	}
	v.launching++
	v.changed, v.dirty = true, true
	with, env := v.settings, v.env
	start := func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), launchTimeout)
		defer cancel()
		s, err := calls.Session(ctx, env, with.request())
		return launched{s, with, err, env.Now()}
	}
	return tea.Batch(start, v.save())
}

func (v *View) launchEnded(msg launched) tea.Cmd {
	v.launching--
	v.dirty = true
	if msg.err != nil {
		return tea.Batch(v.complain(msg), v.askAnew())
	}
	v.list = slices.DeleteFunc(v.list, func(s session) bool { return s.ID == msg.session.ID })
	v.list = append(v.list, session{wire.SessionInfo{
		Session: *msg.session, State: wire.StateIdle, CreatedAt: msg.at, LastActivityAt: msg.at,
		UAPreset: msg.with.Preset, BrowserProfile: msg.with.Profile, ShutdownMode: msg.with.Shutdown, InactivityTimeout: msg.with.Inactivity,
	}, false, msg.at})
	v.sort()
	v.cursor = msg.session.ID
	commands := []tea.Cmd{v.tell(), v.follow(), frame.Notify(toast.Good, "session "+v.short(msg.session.ID)+" is ready; "+v.env.Key(keymap.SessionCDP)+" copies its cdp_url")}
	if v.unlisted {
		commands = append(commands, v.save())
	} else {
		commands = append(commands, v.askAnew())
	}
	return tea.Batch(commands...)
}

// complain tells why a session was not launched. If a field was at fault, the
// options open there.
func (v *View) complain(msg launched) tea.Cmd {
	var refused *client.Error
	if errors.As(msg.err, &refused) && !v.over.IsOpen() {
		name := proxy.Field(refused.Field)
		switch refused.Field {
		case fieldPreset, fieldProfile, fieldInactivity, fieldShutdown:
			name = refused.Field
		}
		if name != "" {
			v.openForm().SetError(name, errors.New(refused.Message))
		}
	}
	return frame.Notify(toast.Bad, "no session was launched: "+explain(msg.err))
}

// end ends a session, or forgets it.
func (v *View) end(chosen endChosen) tea.Cmd {
	if chosen.forget {
		v.list = slices.DeleteFunc(v.list, func(s session) bool { return s.ID == chosen.id })
		if len(v.list) > 0 {
			v.cursor = v.list[0].ID
		}
		v.dirty = true
		return tea.Batch(v.tell(), v.follow(), v.save())
	}
	return v.call(requestTimeout, func(ctx context.Context, c *client.Client) tea.Msg {
		return ended{chosen.id, c.EndSession(ctx, chosen.id)}
	}, func(err error) tea.Msg { return ended{chosen.id, err} })
}

func (v *View) endEnded(msg ended) tea.Cmd {
	notice := frame.Notify(toast.Good, "session "+v.short(msg.id)+" ended")
	switch {
	case errors.Is(msg.err, client.ErrUnknownSession):
		notice = frame.Notify(toast.Info, "session "+v.short(msg.id)+" had ended already")
	case msg.err != nil:
		notice = frame.Notify(toast.Bad, "the session was not ended: "+explain(msg.err))
	}
	return tea.Batch(notice, v.askAnew())
}
