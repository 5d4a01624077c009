// Package viewtest drives one view of the dashboard in tests, without the dashboard: keys
// go in, and what the view shows, and what it asks of the root, is awaited.
package viewtest

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"assay/client"
	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/dialog"
	"assay/views/frame"
	"assay/views/state"
	"assay/workspace/history"
)

// patience is how long a test waits for something to be seen.
const patience = time.Minute

// Player drives a view.
type Player struct {
	T    testing.TB
	Env  *frame.Env
	View frame.View
	Seen []tea.Msg // what the view told and asked the root, in order

	msgs          chan tea.Msg
	width, height int
	asked         *dialog.Dialog // over the view, or nil
	ahead         atomic.Int64   // of the view's clock, in nanoseconds
}

// Env returns the surroundings of a view with a service at an address, which may be none,
// and a folder to remember things in; "" is a new one.
func Env(t testing.TB, address, folder string) *frame.Env {
	t.Helper()
	if folder == "" {
		folder = Folder(t)
	}
	store := state.Open(folder, "test")
	env := &frame.Env{
		Theme: themes.New(themes.Default(true), termenv.Ascii, themes.GlyphsFor(false)), Keys: keymap.Default(),
		Service: frame.NewService(func(context.Context) (*client.Client, error) {
			return client.New(client.Config{BaseURL: address, APIKey: "key"})
		}),
		State: store, History: history.New(store.Path("history.db"), history.DefaultLimits), Now: time.Now,
	}
	t.Cleanup(func() { _ = env.History.Close(context.Background()) })
	return env
}

// Folder returns a folder that may still be written to when the test ends: views save in
// commands, and nothing awaits the last of them.
func Folder(t testing.TB) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "assay-view-*")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	return folder
}

// Open shows a view at a size.
func Open(t testing.TB, env *frame.Env, view frame.View, width, height int) *Player {
	p := &Player{T: t, Env: env, View: view, msgs: make(chan tea.Msg, 10_000)}
	now := env.Now
	env.Now = func() time.Time { return now().Add(time.Duration(p.ahead.Load())) }
	p.Resize(width, height)
	p.perform(frame.Own(view, view.Init()))
	p.perform(p.readUsage)
	p.perform(frame.Own(view, view.Show(true)))
	return p
}

// Resize gives the view another size.
func (p *Player) Resize(width, height int) {
	p.width, p.height = width, height
	p.View.SetSize(width, height)
}

// Show puts the view on the screen or takes it away.
func (p *Player) Show(visible bool) { p.perform(frame.Own(p.View, p.View.Show(visible))) }

// Keys presses keys by bubbletea's names.
func (p *Player) Keys(names ...string) {
	for _, name := range names {
		p.key(keymap.KeyNamed(name))
	}
}

// Do performs an action of the view, as the palette does.
func (p *Player) Do(action keymap.Action) { p.perform(frame.Own(p.View, p.View.Do(action))) }

// Type types a text, rune by rune; into a field that has the focus, Enter begins that.
func (p *Player) Type(text string) {
	if p.asked == nil && slices.Contains(p.View.Scopes(), keymap.Field) {
		p.Keys("enter")
	}
	for _, r := range text {
		p.key(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
	}
}

// Paste pastes a text.
func (p *Player) Paste(text string) {
	p.key(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true})
}

// Answer presses a key once a question over the view takes it.
func (p *Player) Answer(key string) {
	p.ahead.Add(int64(dialog.Guard))
	p.Keys(key)
}

// Keep has the view keep what the next one goes on with.
func (p *Player) Keep() {
	p.T.Helper()
	if err := p.View.(interface{ Keep() error }).Keep(); err != nil {
		p.T.Fatal(err)
	}
}

// readUsage is what the root does at the start and after each call.
func (p *Player) readUsage() tea.Msg { return p.Env.ReadUsage(patience) }

func (p *Player) key(msg tea.KeyMsg) {
	if p.asked == nil {
		p.perform(frame.Own(p.View, p.View.Key(msg)))
		return
	}
	done, chosen := p.asked.Key(msg, p.Env.Now())
	if done {
		p.asked = nil
	}
	p.perform(func() tea.Msg { return chosen })
}

func (p *Player) perform(cmd tea.Cmd) { Start(cmd, p.msgs) }

// Start starts a command. What it, and those that it is made of, come to is sent.
func Start(cmd tea.Cmd, msgs chan<- tea.Msg) {
	if cmd == nil {
		return
	}
	go func() {
		msg := cmd()
		if list := frame.EachCommand(msg, func(cmd tea.Cmd) tea.Cmd { Start(cmd, msgs); return cmd }); !list && msg != nil {
			msgs <- msg
		}
	}()
}

// take does with a message what the root does.
func (p *Player) take(msg tea.Msg) {
	switch msg := msg.(type) {
	case frame.Owned:
		p.perform(msg.Deliver())
		return
	case frame.Ask:
		p.asked = msg.Dialog
		p.asked.Open(p.Env.Now())
	case frame.UsageRead:
		p.Env.Usage = msg.Usage
		p.perform(frame.Own(p.View, p.View.Update(msg)))
	case frame.Called:
		p.perform(frame.Own(p.View, p.View.Update(msg)))
		p.perform(p.readUsage)
	}
	p.Seen = append(p.Seen, msg)
}

// Settle takes the messages that are there.
func (p *Player) Settle() {
	for len(p.msgs) > 0 {
		p.take(<-p.msgs)
	}
}

// Text is what is shown, without colours: the view, a question over it, and the message
// told last.
func (p *Player) Text() string {
	lines := append([]string(nil), p.View.View()...)
	if p.asked != nil {
		lines = append(lines, p.asked.View(p.Env.Theme, p.width, p.height)...)
	}
	for i := len(p.Seen) - 1; i >= 0; i-- {
		notice, ok := p.Seen[i].(frame.Notice)
		if alert, is := p.Seen[i].(frame.Alert); is {
			notice, ok = alert.Notice, true
		}
		if ok {
			lines = append(lines, notice.Text)
			break
		}
	}
	return ansi.Strip(strings.Join(lines, "\n"))
}

// Until waits until all the texts are shown.
func (p *Player) Until(texts ...string) {
	p.T.Helper()
	p.Await(fmt.Sprintf("it never showed %q", texts), func() bool { return Shows(p.Text(), texts) })
}

// Shows reports whether a screen has all the texts.
func Shows(screen string, texts []string) bool {
	return !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(screen, text) })
}

// Gone waits until a text is no longer shown.
func (p *Player) Gone(text string) {
	p.T.Helper()
	p.Await(fmt.Sprintf("it went on showing %q", text), func() bool { return !strings.Contains(p.Text(), text) })
}

// Await waits until something holds.
func (p *Player) Await(complaint string, holds func() bool) {
	p.T.Helper()
	deadline := time.After(patience)
	again := time.NewTicker(20 * time.Millisecond) // for what holds of the service, or of the clock
	defer again.Stop()
	for !holds() {
		select {
		case msg := <-p.msgs:
			p.take(msg)
		case <-again.C:
		case <-deadline:
			p.T.Fatalf("%s; it shows\n%s", complaint, p.Text())
		}
	}
}

// Refuse fails if a text is shown now.
func (p *Player) Refuse(text string) {
	p.T.Helper()
	if strings.Contains(p.Text(), text) {
		p.T.Errorf("it shows %q:\n%s", text, p.Text())
	}
}

// Measure fails unless the view is exactly as large as it should be.
func (p *Player) Measure() {
	p.T.Helper()
	Measure(p.T, p.View.View(), p.width, p.height)
}

// Measure fails unless a screen has as many lines as it is high, each as wide as it is.
func Measure(t testing.TB, lines []string, width, height int) {
	t.Helper()
	if len(lines) != height {
		t.Fatalf("%d lines in a height of %d:\n%s", len(lines), height, ansi.Strip(strings.Join(lines, "\n")))
	}
	for i, line := range lines {
		if got := cells.Width(line); got != width {
			t.Fatalf("line %d is %d wide in a width of %d: %q", i, got, width, ansi.Strip(line))
		}
	}
}

// Told waits for a message of a type to the root, after those told before.
func Told[M tea.Msg](p *Player) (told M) {
	p.T.Helper()
	p.Await(fmt.Sprintf("it told of no %T", told), func() bool {
		for i, msg := range p.Seen {
			if m, ok := msg.(M); ok {
				told, p.Seen = m, append(p.Seen[:i:i], p.Seen[i+1:]...)
				return true
			}
		}
		return false
	})
	return told
}
