package queries

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"assay/client"
	"assay/keymap"
	"assay/themes"
	"assay/views/frame"
	"assay/views/state"
	"assay/workspace/history"
)

// rig is the tab alone, with a service that answers every query alike.
type rig struct {
	t    *testing.T
	v    *View
	env  *frame.Env
	msgs chan tea.Msg
	told []string // notices
}

const patience = 20 * time.Second

func newRig(t *testing.T, width, height int) *rig {
	t.Helper()
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"data":{"shop":"Fernhill","lamps":[{"name":"Alder","price":64.5},{"name":"Birch","price":129}]},"metadata":{"request_id":"r","screenshot":null,"generated_query":null}}`)
	}))
	t.Cleanup(service.Close)
	store := state.Open(stateDir(t), "test")
	env := &frame.Env{
		Theme: themes.New(themes.Default(true), termenv.Ascii, themes.GlyphsFor(false)), Keys: keymap.Default(), State: store, Now: time.Now,
		History: history.New(store.Path("history.db"), history.Limits{}),
	}
	t.Cleanup(func() { _ = env.History.Close(context.Background()) })
	env.Service = serviceAt(service.URL)
	r := &rig{t: t, v: New(env, Options{Folder: t.TempDir()}), env: env, msgs: make(chan tea.Msg, 1000)}
	r.do(r.v.Init())
	r.v.SetSize(width, height)
	r.do(r.v.Show(true))
	return r
}

// stateDir returns a folder that may still be written to when the test ends: nothing awaits
// the last of what is saved and read there.
func stateDir(t *testing.T) string {
	dir, err := os.MkdirTemp("", "state-*")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

func serviceAt(address string) *frame.Service {
	return frame.NewService(func(context.Context) (*client.Client, error) {
		return client.New(client.Config{BaseURL: address, APIKey: "key"})
	})
}

func (r *rig) do(cmd tea.Cmd) {
	if cmd != nil {
		go func() { r.deliver(cmd()) }()
	}
}

func (r *rig) deliver(msg tea.Msg) {
	if v := reflect.ValueOf(msg); msg != nil && v.Kind() == reflect.Slice && v.Type().Elem() == reflect.TypeFor[tea.Cmd]() {
		for i := range v.Len() {
			r.do(v.Index(i).Interface().(tea.Cmd))
		}
	} else if msg != nil {
		r.msgs <- msg
	}
}

// keys presses keys; a name of several letters that is no key is typed.
func (r *rig) keys(names ...string) {
	special := map[string]tea.KeyType{"enter": tea.KeyEnter, "esc": tea.KeyEsc, "tab": tea.KeyTab, "ctrl+r": tea.KeyCtrlR, "ctrl+t": tea.KeyCtrlT, "down": tea.KeyDown, "backspace": tea.KeyBackspace, "f4": tea.KeyF4, "up": tea.KeyUp, "right": tea.KeyRight, "ctrl+f": tea.KeyCtrlF, "undo": tea.KeyCtrlUnderscore}
	for _, name := range names {
		if kind, ok := special[name]; ok {
			r.do(r.v.Key(tea.KeyMsg{Type: kind}))
			continue
		}
		for _, c := range name {
			r.do(r.v.Key(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{c}}))
		}
	}
}

func (r *rig) text() string { return ansi.Strip(strings.Join(r.v.View(), "\n")) }

// until waits until the tab shows the texts.
func (r *rig) until(texts ...string) {
	r.t.Helper()
	r.await(fmt.Sprintf("%q is never shown", texts), func() bool {
		shown := r.text()
		return !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(shown, text) })
	})
}

func (r *rig) await(complaint string, holds func() bool) {
	r.t.Helper()
	deadline := time.After(patience)
	for !holds() {
		select {
		case msg := <-r.msgs:
			if notice, ok := msg.(frame.Notice); ok {
				r.told = append(r.told, notice.Text)
			}
			r.do(r.v.Update(msg))
		case <-deadline:
			r.t.Fatalf("%s:\n%s", complaint, r.text())
		}
	}
}

// asked runs a query and waits for its answer, which has the focus then.
func (r *rig) asked() {
	r.t.Helper()
	r.keys("enter", "shop.example", "tab", "{ lamps[] { name price ", "ctrl+r")
	r.until("Fernhill", "Alder")
}

// Esc at rest does nothing: what comes after it is a command, and never text.
func TestEscNeverTypes(t *testing.T) {
	for _, size := range [][2]int{{60, 13}, {80, 21}, {120, 33}} {
		r := newRig(t, size[0], size[1])
		r.asked()
		before := r.v.ask.Question()
		r.keys("esc", "esc", "esc", "d", "j", "x", "esc", "V")
		if after := r.v.ask.Question(); after != before || r.v.Editing() || r.v.focus != paneResult {
			t.Errorf("%v: after Esc the keys went into %+v (pane %d)", size, after, r.v.focus)
		}
		r.until("raw") // the last of them was a command
	}
}

// What a query that runs would answer is not lost unasked.
func TestARunningQueryIsUnderWay(t *testing.T) {
	r := newRig(t, 120, 33)
	r.keys("enter", "shop.example", "tab", "{ a ", "ctrl+r")
	if got := r.v.UnderWay(); len(got) != 1 || !strings.Contains(got[0], "shop.example is still running") {
		t.Errorf("under way is %q", got)
	}
	r.until("Fernhill")
	if got := r.v.UnderWay(); len(got) != 0 {
		t.Errorf("with the answer there, under way is %q", got)
	}
}

// A field is typed into after Enter; Esc makes its keys commands again, in the same pane.
func TestAFieldIsTypedIntoWhenTold(t *testing.T) {
	r := newRig(t, 120, 33)
	r.keys("4", "?")
	if r.v.Editing() || r.v.source.field.Value() != "" {
		t.Fatalf("an empty query takes keys as text: %q", r.v.source.field.Value())
	}
	r.keys("enter", "shop.example/4?")
	r.until("shop.example/4?")
	if !r.v.Editing() {
		t.Error("what is typed into does not say so")
	}
	r.keys("esc", "z")
	if r.v.Editing() || !r.v.zoomed || r.v.focus != paneSource {
		t.Error("after Esc z is no command of the pane")
	}
	r.keys("esc", "tab")
	if r.v.Editing() || r.v.focus != paneEditor {
		t.Error("Tab from a field at rest types")
	}
	r.keys("enter", "{ a ", "esc", "=", "u", "backspace", "xx")
	if got := r.v.ask.Question().Query; got != "{ a }" {
		t.Errorf("at rest the keys left %q", got)
	}
	r.keys("enter", "tab")
	if r.v.Editing() || r.v.focus != paneResult {
		t.Error("Tab from a field does not go to the result")
	}
}

// A tab with a query in it opens in the pane, ready for commands, also after another tab.
func TestAQueryOpensAtRest(t *testing.T) {
	r := newRig(t, 120, 33)
	r.keys("enter", "shop.example", "tab", "{ a ")
	if err := r.v.Keep(); err != nil {
		t.Fatal(err)
	}
	r.do(r.v.Show(false))
	r.do(r.v.Show(true))
	if r.v.Editing() || r.v.focus != paneEditor {
		t.Error("back on the tab keys are text")
	}
	other := &rig{t: t, v: New(r.env, r.v.options), env: r.env, msgs: make(chan tea.Msg, 1000)}
	other.do(other.v.Init())
	other.v.SetSize(120, 33)
	other.do(other.v.Show(true))
	other.until("{ a }")
	other.keys("4")
	if other.v.Editing() || other.v.focus != paneEditor || other.v.ask.Question().Query != "{ a }" {
		t.Errorf("a restored query takes keys as text: %q", other.v.ask.Question().Query)
	}
}
