package views

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"assay/client"
	"assay/keymap"
	"assay/ui/dialog"
	"assay/views/frame"
	"assay/views/viewtest"
	"assay/workspace/profile"
)

// patience is how long a test waits for something to be seen.
const patience = time.Minute

type (
	stage    = viewtest.Stage
	browsers = viewtest.Browsers
)

var (
	newStage     = viewtest.NewStage
	addBrowsers  = viewtest.AddBrowsers
	addDocuments = viewtest.AddDocuments
)

// player drives the dashboard: keys go in, and what it shows is awaited.
type player struct {
	t    testing.TB
	m    *root
	msgs chan tea.Msg
	quit bool
	seen []tea.Msg // what commands came to, in order

	ahead atomic.Int64 // of the dashboard's clock, in nanoseconds
}

func newPlayer(t testing.TB, m *root) *player {
	d := &player{t: t, m: m, msgs: make(chan tea.Msg, 1000)}
	now := m.env.Now
	m.env.Now = func() time.Time { return now().Add(time.Duration(d.ahead.Load())) }
	return d
}

// later puts the dashboard's clock forward.
func (d *player) later(by time.Duration) { d.ahead.Add(int64(by)) }

// open starts a dashboard on a service, at a size.
func open(t testing.TB, s *stage, width, height int, change ...func(*Options)) *player {
	t.Helper()
	options := Options{
		Profile: "test", StateDir: stateDir(t), Theme: "assay-dark",
		Connect: func(context.Context) (*client.Client, error) {
			return client.New(client.Config{BaseURL: s.URL, APIKey: "key"})
		},
	}
	for _, c := range change {
		c(&options)
	}
	m, err := newRoot(options)
	if err != nil {
		t.Fatal(err)
	}
	if s.Clock != nil {
		m.env.Now = s.Clock.Now
	}
	d := newPlayer(t, m)
	m.copier = discardingClipboard()
	d.perform(m.Init())
	d.send(tea.WindowSizeMsg{Width: width, Height: height})
	return d
}

// connectsIf gives a dashboard a service that is reached only while it is up.
func connectsIf(up *bool) func(*Options) {
	return func(o *Options) {
		connect := o.Connect
		o.Connect = func(ctx context.Context) (*client.Client, error) {
			if !*up {
				return nil, errors.New("the service does not start: no room on the disk" + spoil)
			}
			return connect(ctx)
		}
	}
}

// profilesOf gives a dashboard the profiles of a settings file.
func profilesOf(file string) func(*Options) {
	return func(o *Options) {
		o.Settings = file
		o.For = func(name string) (Options, error) {
			p, err := profile.Resolve(profile.Flags{ConfigFile: file, Profile: name, Named: true})
			return Options{Profile: p.Name, Address: p.BaseURL, Connect: o.Connect}, err
		}
	}
}

// stateDir returns a folder that may still be written to when the test ends: the
// dashboard saves in commands, and nothing awaits the last of them.
func stateDir(t testing.TB) string {
	dir, err := os.MkdirTemp(scratch, "state-*")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// send gives the model a message and starts the command it answers with.
func (d *player) send(msg tea.Msg) {
	_, cmd := d.m.Update(msg)
	d.perform(cmd)
}

func (d *player) perform(cmd tea.Cmd) { viewtest.Start(cmd, d.msgs) }

// text is what the screen shows, without colours.
func (d *player) text() string { return ansi.Strip(d.m.View()) }

// until waits until the screen shows all the texts.
func (d *player) until(texts ...string) {
	d.t.Helper()
	d.await(fmt.Sprintf("the screen never showed %q", texts), func() bool { return viewtest.Shows(d.text(), texts) })
}

// gone waits until the screen no longer shows a text.
func (d *player) gone(text string) {
	d.t.Helper()
	d.await(fmt.Sprintf("the screen went on showing %q", text), func() bool { return !strings.Contains(d.text(), text) })
}

func (d *player) await(complaint string, holds func() bool) {
	d.t.Helper()
	deadline := time.After(patience)
	for !holds() {
		select {
		case msg := <-d.msgs:
			if _, ok := msg.(tea.QuitMsg); ok {
				d.quit = true
			}
			d.seen = append(d.seen, said(msg))
			d.send(msg)
		case <-deadline:
			d.t.Fatalf("%s; it shows\n%s", complaint, d.text())
		}
	}
}

// said is a message without its owners.
func said(msg tea.Msg) tea.Msg {
	if owned, ok := msg.(frame.Owned); ok {
		return said(owned.Msg)
	}
	return msg
}

// refuse fails if the screen shows a text now.
func (d *player) refuse(text string) {
	d.t.Helper()
	if strings.Contains(d.text(), text) {
		d.t.Errorf("the screen shows %q:\n%s", text, d.text())
	}
}

// keys presses keys by bubbletea's names.
func (d *player) keys(names ...string) {
	for _, name := range names {
		d.send(keymap.KeyNamed(name))
	}
}

// typed types a text; into a field that has the focus, Enter begins that.
func (d *player) typed(text string) {
	if d.m.over == nil && slices.Contains(d.m.shown().Scopes(), keymap.Field) {
		d.keys("enter")
	}
	for _, r := range text {
		d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
	}
}

func (d *player) paste(text string) {
	d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true})
}

// keep has the views keep what the next start goes on with.
func (d *player) keep() {
	d.t.Helper()
	for _, v := range d.m.views {
		if keeper, ok := v.(interface{ Keep() error }); ok {
			if err := keeper.Keep(); err != nil {
				d.t.Fatal(err)
			}
		}
	}
}

// measure fails unless every line of the screen is as wide as the terminal and
// there are as many as it is high.
func (d *player) measure() {
	d.t.Helper()
	viewtest.Measure(d.t, strings.Split(d.m.View(), "\n"), d.m.width, d.m.height)
}

// written goes to the Query tab and writes a query of a page.
func (d *player) written(url, query string) {
	d.keys("2")
	d.typed(url)
	d.keys("tab")
	d.typed(query)
}

// queried asks a query of a page.
func (d *player) queried(url, query string) {
	d.written(url, query)
	d.keys("f5")
}

// ask writes a query for documents and comes back to the files.
func (d *player) ask() {
	d.keys("shift+tab")
	d.until("fast")
	d.typed("{ name ")
	d.keys("tab")
}

// afterGuard presses a key when a dialog that is open takes it.
func (d *player) afterGuard(key string) {
	d.later(dialog.Guard + 10*time.Millisecond)
	d.keys(key)
}

// watchAt opens a query and comes to the question whether it is to be watched.
func watchAt(d *player, every string) {
	d.until("3,410 of 10,000")
	d.written("shop.example/lamps", "{ products[] { name ")
	d.keys("alt+I")
	d.until("Watch shop.example/lamps", "Every")
	d.keys("ctrl+u")
	d.typed(every)
	d.keys("enter")
}
