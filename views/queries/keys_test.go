package queries

import (
	"slices"
	"strings"
	"testing"

	"assay/views/frame"
	"assay/views/viewtest"
)

// rig is the tab alone, with a service that answers every query alike.
type rig struct {
	*viewtest.Player
	v *View
}

func newRig(t *testing.T, width, height int) *rig {
	t.Helper()
	s := viewtest.NewStage(t)
	s.Answer(`{"shop":"Fernhill","lamps":[{"name":"Alder","price":64.5},{"name":"Birch","price":129}]}`, "null")
	return rigOf(t, viewtest.Env(t, s.URL, ""), Options{Folder: t.TempDir()}, width, height)
}

func rigOf(t *testing.T, env *frame.Env, options Options, width, height int) *rig {
	v := New(env, options)
	return &rig{viewtest.Open(t, env, v, width, height), v}
}

// again opens the tab anew, as the next run of the dashboard does.
func (r *rig) again(t *testing.T) *rig { return rigOf(t, r.Env, r.v.options, 120, 33) }

// keys presses keys; a name of several letters that is no key is typed.
func (r *rig) keys(names ...string) {
	known := []string{"enter", "esc", "tab", "ctrl+r", "ctrl+t", "down", "backspace", "f4", "up", "right", "ctrl+f", "ctrl+_"}
	for _, name := range names {
		if slices.Contains(known, name) {
			r.Keys(name)
			continue
		}
		for _, c := range name {
			r.Keys(string(c))
		}
	}
}

// asked runs a query and waits for its answer, which has the focus then.
func (r *rig) asked() {
	r.T.Helper()
	r.keys("enter", "shop.example", "tab", "{ lamps[] { name price ", "ctrl+r")
	r.Until("Fernhill", "Alder")
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
		r.Until("raw") // the last of them was a command
	}
}

// What a query that runs would answer is not lost unasked.
func TestARunningQueryIsUnderWay(t *testing.T) {
	r := newRig(t, 120, 33)
	r.keys("enter", "shop.example", "tab", "{ a ", "ctrl+r")
	if got := r.v.UnderWay(); len(got) != 1 || !strings.Contains(got[0], "shop.example is still running") {
		t.Errorf("under way is %q", got)
	}
	r.Until("Fernhill")
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
	r.Until("shop.example/4?")
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

// Completions that offer themselves do not keep Esc from ending the typing. In those that
// the user has moved in, it closes the list.
func TestEscEndsTheTypingWithCompletionsOpen(t *testing.T) {
	r := newRig(t, 120, 33)
	r.keys("enter", "shop.example", "tab", "{ products[] { pr")
	r.Until("in this query")
	r.keys("down", "esc")
	r.Refuse("in this query")
	if !r.v.Editing() {
		t.Error("with a completion chosen Esc ends the typing too")
	}
	r.keys("o")
	r.Until("in this query")
	before := r.v.ask.Question()
	r.keys("esc", "x")
	r.Refuse("in this query")
	if after := r.v.ask.Question(); after != before || r.v.Editing() {
		t.Errorf("after Esc the keys went into %+v", after)
	}
}

// A tab with a query in it opens in the pane, ready for commands, also after another tab.
func TestAQueryOpensAtRest(t *testing.T) {
	r := newRig(t, 120, 33)
	r.keys("enter", "shop.example", "tab", "{ a ")
	if err := r.v.Keep(); err != nil {
		t.Fatal(err)
	}
	r.Show(false)
	r.Show(true)
	if r.v.Editing() || r.v.focus != paneEditor {
		t.Error("back on the tab keys are text")
	}
	other := r.again(t)
	other.Until("{ a }")
	other.keys("4")
	if other.v.Editing() || other.v.focus != paneEditor || other.v.ask.Question().Query != "{ a }" {
		t.Errorf("a restored query takes keys as text: %q", other.v.ask.Question().Query)
	}
}
