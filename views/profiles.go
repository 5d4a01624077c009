package views

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/client"
	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/pane"
	"assay/ui/toast"
	"assay/views/frame"
	"assay/wire"
	"assay/workspace/profile"
)

type (
	profilesRead struct {
		entries []profile.Entry
		current string // the one that is used when none is named
		err     error
	}
	profileTested struct {
		name  string
		took  time.Duration
		usage *wire.Usage
		err   error
	}
	profileReady struct {
		next *root
		err  error
		told string // of the profile, or of settings that were edited
	}
	profileRemoved struct {
		name string
		err  error
	}
	removeProfile struct{ name string }
	switchProfile struct{ name string } // although something ends with that
)

// testTime bounds the test of a profile, which may start its service.
const testTime = 60 * time.Second

func (m *root) readProfiles() tea.Cmd {
	file := m.options.Settings
	return func() tea.Msg {
		entries, current, err := profile.List(file)
		return profilesRead{entries, current, err}
	}
}

// profileBox lists the profiles.
type profileBox struct {
	root    *root
	entries []profile.Entry
	current string
	cursor  int
	top     int
	rows    int                      // that are shown
	tests   map[string]profileTested // by name; without an outcome while it runs
}

// handle shows the list.
func (read profilesRead) handle(m *root) tea.Cmd {
	if read.err != nil {
		return m.notify(toast.Bad, read.err.Error())
	}
	box := &profileBox{root: m, entries: read.entries, current: read.current, tests: map[string]profileTested{}}
	if old, ok := m.over.(*profileBox); ok {
		box.tests, box.cursor = old.tests, old.cursor
	} else {
		box.cursor = max(slices.IndexFunc(box.entries, func(e profile.Entry) bool { return e.Name == m.options.Profile }), 0)
	}
	m.over = box
	return nil
}

// Update handles keys and the mouse.
func (b *profileBox) Update(msg tea.Msg) (bool, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		return b.key(b.root.env.Keys.Find(msg.String(), keymap.Profiles))
	case tea.MouseMsg:
		row := b.top + msg.Y - 1
		switch {
		case frame.Wheel(msg) != 0:
			b.move(frame.Wheel(msg) / 3)
		case msg.Action != tea.MouseActionPress || msg.Y < 1 || msg.Y > b.rows || row >= len(b.entries):
		case row == b.cursor:
			return b.key(keymap.ProfileSwitch)
		default:
			b.cursor = row
		}
	}
	return true, nil
}

func (b *profileBox) move(by int) {
	b.cursor = min(max(b.cursor+by, 0), len(b.entries)-1)
}

func (b *profileBox) key(action keymap.Action) (open bool, cmd tea.Cmd) {
	m := b.root
	if b.cursor = min(b.cursor, len(b.entries)-1); b.cursor < 0 {
		return false, nil
	}
	e := b.entries[b.cursor]
	if by, ok := keymap.Step(action, len(b.entries), len(b.entries)); ok {
		b.move(by)
	}
	switch action {
	case keymap.ProfileClose:
		return false, nil
	case keymap.ProfileNew:
		m.over = m.newProfileForm(profile.Entry{KeyFrom: profile.FromKeyring}, "New profile")
	case keymap.ProfileEdit:
		m.over = m.newProfileForm(e, "Profile "+e.Name)
	case keymap.ProfileTest:
		b.tests[e.Name] = profileTested{name: e.Name}
		return true, m.testProfile(e.Name)
	case keymap.ProfileTestAll:
		var all []tea.Cmd
		for _, e := range b.entries {
			b.tests[e.Name] = profileTested{name: e.Name}
			all = append(all, m.testProfile(e.Name))
		}
		return true, tea.Batch(all...)
	case keymap.ProfileSwitch:
		if e.Name == m.options.Profile {
			return false, nil
		}
		return true, m.askToSwitch(e.Name)
	case keymap.ProfileDefault:
		return true, m.makeDefault(e.Name)
	case keymap.ProfileRemove:
		return true, m.askToRemove(e)
	}
	return true, nil
}

// Scopes returns the keys that hold in the list.
func (b *profileBox) Scopes() []keymap.Scope { return []keymap.Scope{keymap.Profiles} }

// Editing reports that keys are no text here.
func (b *profileBox) Editing() bool { return false }

func (b *profileBox) View(t *themes.Theme, width, height int) []string {
	frame := pane.Pane{Title: "Profiles", Right: cells.Group(int64(len(b.entries))), Focused: true}
	boxWidth := min(width-4, 104)
	inner, _ := frame.Inner(boxWidth, height)
	detail := b.detail(t, inner)
	b.rows = min(len(b.entries), max(height-6-len(detail), 1))
	b.top = min(max(b.top, b.cursor-b.rows+1), b.cursor, len(b.entries)-b.rows)
	names := b.nameColumn(inner)
	var lines []string
	for i := b.top; i < b.top+b.rows; i++ {
		lines = append(lines, b.row(t, b.entries[i], i == b.cursor, names, inner))
	}
	lines = append(append(lines, t.Border.Render(strings.Repeat(t.Glyphs.Horizontal, max(inner, 0)))), detail...)
	return frame.Draw(t, boxWidth, min(len(lines)+2, height-2), lines)
}

// row draws a profile: its name in a column, its address in what its state leaves.
func (b *profileBox) row(t *themes.Theme, e profile.Entry, selected bool, names, width int) string {
	base, bar := themes.Style{}, " "
	if selected {
		base, bar = t.Selected, t.Glyphs.Bar
	}
	name := t.Text
	if e.Name == b.root.options.Profile {
		name = t.Accent
	}
	address := e.BaseURL
	if address == "" {
		address = "this machine"
	}
	state, style := b.state(t, e)
	if e.Name == b.current {
		if words := strings.TrimPrefix(state+t.Glyphs.Separator+"default", t.Glyphs.Separator); cells.Width(words) <= width/2 {
			state = words
		}
	}
	room := max(width-names-cells.Width(state)-6, 0)
	var s strings.Builder
	t.Accent.Over(base).Write(&s, bar)
	base.Write(&s, " ")
	name.Over(base).Write(&s, cells.Fit(cells.Visible(e.Name), names, t.Glyphs.Ellipsis))
	base.Write(&s, "  ")
	t.Dim.Over(base).Write(&s, cells.Fit(cells.CutMiddle(cells.Visible(address), room, t.Glyphs.Ellipsis), room, t.Glyphs.Ellipsis))
	base.Write(&s, "  ")
	style.Over(base).Write(&s, state)
	return cells.Fit(s.String(), width, t.Glyphs.Ellipsis)
}

// state says in a few words what is known of a profile.
func (b *profileBox) state(t *themes.Theme, e profile.Entry) (string, themes.Style) {
	state, style := "", t.Dim
	if test, ok := b.tests[e.Name]; ok {
		state, style = "testing"+t.Glyphs.Ellipsis, t.Dim
		switch {
		case test.err != nil:
			state, style = t.Glyphs.Cross+" does not work", t.Bad
		case test.usage != nil:
			state, style = cells.Group(max(test.usage.Left(), 0))+" left  "+t.Glyphs.Check+" "+cells.Elapsed(test.took), t.Good
			if used := float64(test.usage.Used) / float64(max(test.usage.Limit, 1)); used >= frame.Critical {
				style = t.Bad
			} else if used >= frame.Warn {
				style = t.Warn
			}
		}
	} else if e.Name == b.root.options.Profile {
		state = "in use"
	}
	return state, style
}

// nameColumn returns how wide the column of the names is.
func (b *profileBox) nameColumn(width int) int {
	widest := 0
	for _, e := range b.entries {
		widest = max(widest, cells.Width(cells.Visible(e.Name)))
	}
	return min(widest, max(20, width/3))
}

// detail says what is known of the selected profile, and how its test ended.
func (b *profileBox) detail(t *themes.Theme, width int) []string {
	e := b.entries[min(b.cursor, len(b.entries)-1)]
	lines := []string{t.Dim.Render("key  ") + t.Text.Render(cells.CutMiddle(cells.Visible(e.KeyPlace()), max(width-5, 0), t.Glyphs.Ellipsis))}
	test := b.tests[e.Name]
	switch {
	case test.err != nil:
		lines = append(lines, pane.Paragraph(t.Bad, "", test.err.Error(), width)...)
	case test.usage != nil:
		lines = append(lines, t.Text.Render(cells.Group(test.usage.Left())+" of "+cells.Group(test.usage.Limit)+" calls left")+
			t.Dim.Render(" until "+test.usage.PeriodEnd.UTC().Format("2 Jan 15:04")+" UTC"))
	}
	return lines
}

// testProfile asks a profile's service for the usage.
func (m *root) testProfile(name string) tea.Cmd {
	of, now := m.options.For, m.env.Now
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), testTime)
		defer cancel()
		options, err := of(name)
		if err != nil {
			return profileTested{name: name, err: err}
		}
		c, err := options.Connect(ctx)
		if err != nil {
			return profileTested{name: name, err: err}
		}
		defer c.Close()
		start := now()
		usage, err := c.Usage(ctx)
		return profileTested{name: name, took: now().Sub(start), usage: usage, err: err}
	}
}

// askToSwitch goes on with another profile. What would end with that is asked about.
func (m *root) askToSwitch(name string) tea.Cmd {
	ending := m.underWay()
	if len(ending) == 0 {
		return m.switchTo(name)
	}
	m.ask(frame.Question(m.env.Theme, "Switch to the profile "+name+"?", "switch", "stay", switchProfile{name}, ending...))
	return nil
}

// switchTo makes the dashboard of another profile ready.
func (m *root) switchTo(name string) tea.Cmd {
	of := m.options.For
	return func() tea.Msg {
		options, err := of(name)
		if err != nil {
			return profileReady{err: err, told: "the profile cannot be used"}
		}
		next, err := newRoot(options)
		if err != nil {
			return profileReady{err: err, told: "the profile cannot be used"}
		}
		return profileReady{next: next, told: "now with the profile " + name}
	}
}

// handle ends this dashboard for the other one: the calls of this one are cancelled.
func (ready profileReady) handle(m *root) tea.Cmd {
	if ready.err != nil {
		return m.notify(toast.Bad, ready.told+": "+ready.err.Error())
	}
	m.next = ready.next
	m.next.active = min(m.active, len(m.next.views)-1)
	m.next.log, m.next.toastTab = m.log, m.next.active
	m.next.log.Add(toast.Message{Level: toast.Good, Text: ready.told, At: m.env.Now()})
	m.next.dark = m.dark
	m.next.setPalette(m.next.env.Theme.Palette)
	m.env.Service.Close()
	if m.hold != nil {
		m.hold()
	}
	return tea.Batch(m.reveal(false), tea.Quit)
}

func (m *root) makeDefault(name string) tea.Cmd {
	file, again := m.options.Settings, m.readProfiles()
	return tea.Sequence(func() tea.Msg {
		if err := profile.Use(file, name); err != nil {
			return frame.Notice{Level: toast.Bad, Text: err.Error()}
		}
		return frame.Notice{Level: toast.Good, Text: "the profile " + name + " is used when none is named"}
	}, again)
}

func (m *root) askToRemove(e profile.Entry) tea.Cmd {
	if e.Name == m.options.Profile {
		return m.notify(toast.Info, "this profile is in use: switch to another one first")
	}
	m.ask(frame.Question(m.env.Theme, "Remove the profile "+e.Name+"?", "remove", "back", removeProfile{e.Name},
		"It and its key ("+e.KeyPlace()+") are taken off this machine. What its service keeps stays as it is."))
	return nil
}

// handle removes the profile.
func (r removeProfile) handle(m *root) tea.Cmd {
	file := m.options.Settings
	return func() tea.Msg { return profileRemoved{r.name, profile.Remove(file, r.name)} }
}

func (r profileRemoved) handle(m *root) tea.Cmd {
	if r.err != nil {
		return m.notify(toast.Bad, r.err.Error())
	}
	return tea.Batch(m.notify(toast.Good, "the profile "+r.name+" is gone"), m.readProfiles())
}

func (test profileTested) handle(m *root) tea.Cmd {
	if box, ok := m.over.(*profileBox); ok {
		box.tests[test.name] = test
	}
	return nil
}

func (s switchProfile) handle(m *root) tea.Cmd { return m.switchTo(s.name) }

// keyNeeded is the profile whose service does not take the key there is.
type keyNeeded struct {
	entry profile.Entry
	title string
}

// lookForKey asks for the key, once, when the service does not take the one there is:
// that is how a first start with an address alone ends. The settings say where it is
// kept so far.
func (m *root) lookForKey(err error) tea.Cmd {
	lacking := errors.Is(err, client.ErrNoKey) || errors.Is(err, client.ErrUnauthorized)
	if !lacking || m.keyOffered || m.over != nil || m.options.For == nil || m.options.Address == "" {
		return nil
	}
	m.keyOffered = true
	needed := keyNeeded{profile.Entry{Name: m.options.Profile, BaseURL: m.options.Address, KeyFrom: profile.FromKeyring}, "The API key of this service is not accepted"}
	if errors.Is(err, client.ErrNoKey) {
		needed.title = "This service needs an API key"
	}
	file := m.options.Settings
	return func() tea.Msg {
		entries, _, err := profile.List(file)
		if at := slices.IndexFunc(entries, func(e profile.Entry) bool { return e.Name == needed.entry.Name }); err == nil && at >= 0 && entries[at].KeyFrom != profile.FromNowhere {
			needed.entry.KeyFrom, needed.entry.KeyRef, needed.entry.CAFile = entries[at].KeyFrom, entries[at].KeyRef, entries[at].CAFile
		}
		return needed
	}
}

// handle asks for the key.
func (needed keyNeeded) handle(m *root) tea.Cmd {
	if m.over == nil {
		m.over = m.newProfileForm(needed.entry, needed.title)
	}
	return nil
}
