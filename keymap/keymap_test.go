package keymap

import (
	"cmp"
	"slices"
	"strings"
	"testing"
)

func TestDefaultHasNoConflicts(t *testing.T) {
	all := map[Action]bool{}
	for _, b := range Default().bindings {
		all[b.Action] = true
	}
	for _, conflict := range conflicts(Default().bindings, all) {
		t.Error(conflict)
	}
}

// Every key of the keymap is one that the bottom line can press.
func TestKeyNamed(t *testing.T) {
	for _, b := range Default().bindings {
		for _, key := range b.Keys {
			if got := KeyNamed(key).String(); got != key {
				t.Errorf("%s: %q becomes %q", b.Action, key, got)
			}
		}
	}
}

func TestEveryBindingCanBeExplained(t *testing.T) {
	for _, b := range Default().bindings {
		if b.Help == "" || b.Group == "" || b.Scope() == "" || len(b.Keys) == 0 {
			t.Errorf("%s lacks a key, its help or its group", b.Action)
		}
		if b.Footer > 0 && b.Label == "" {
			t.Errorf("%s is in the footer without a label", b.Action)
		}
	}
}

// A view's keys are asked for after the global ones, so a key bound in both could
// never reach the view while it is not text.
func TestGlobalKeysAreFreeInTheViews(t *testing.T) {
	m := Default()
	for _, scope := range []Scope{Usage, Query, Ask, Sessions, Documents, Chosen, Batch, Files} {
		for key, action := range m.byKey[scope] {
			if other, taken := m.byKey[Global][key]; taken && other != Cancel {
				t.Errorf("%q is both %s and %s", key, action, other)
			}
		}
	}
	for _, scope := range []Scope{Ask, Editor, Tree, Table, Result} {
		for key, action := range m.byKey[scope] {
			if other, taken := m.byKey[Query][key]; taken {
				t.Errorf("%q is both %s and %s", key, action, other)
			}
			if other, taken := m.byKey[Result][key]; taken && scope != Result {
				t.Errorf("%q is both %s and %s", key, action, other)
			}
			if other, taken := m.byKey[Ask][key]; taken && scope != Ask {
				t.Errorf("%q is both %s and %s", key, action, other)
			}
			if other, taken := m.byKey[Global][key]; taken && other != Cancel {
				t.Errorf("%q is both %s and %s", key, action, other)
			}
		}
	}
}

// The Documents view's own keys are asked for before those of its panes.
func TestDocumentKeysAreFreeInThePanes(t *testing.T) {
	m := Default()
	for _, scope := range []Scope{Ask, Editor, Tree, Table, Result, Files, Chosen, Batch} {
		for key, action := range m.byKey[scope] {
			if other, taken := m.byKey[Documents][key]; taken && m.Binding(other).Verb != m.Binding(action).Verb {
				t.Errorf("%q is both %s and %s", key, action, other)
			}
		}
	}
}

func TestFindTakesTheFirstScope(t *testing.T) {
	m := Default()
	if got := m.Find("enter", Form, Tree); got != FormAccept {
		t.Errorf("enter in a form is %q", got)
	}
	if got := m.Find("enter", Query, Tree); got != TreeToggle {
		t.Errorf("enter in the tree is %q", got)
	}
	if got := m.Find("no such key", Form, Tree); got != "" {
		t.Errorf("an unbound key is %q", got)
	}
}

func TestRemap(t *testing.T) {
	m, err := Default().Remap(map[string][]string{"usage.refresh": {"u"}})
	if err != nil {
		t.Fatal(err)
	}
	if m.Find("u", Usage) != UsageRefresh || m.Find("r", Usage) != "" {
		t.Error("the new key does not replace the old ones")
	}
	if _, err := Default().Remap(map[string][]string{"query.run": {"ctrl+e"}}); err != nil {
		t.Errorf("the end of the line is left its other key: %v", err)
	}
	for _, bad := range []struct {
		keys map[string][]string
		want string
	}{
		{map[string][]string{"usage.fly": {"u"}}, `no action "usage.fly"`},
		{map[string][]string{"query.runs": {"f5"}}, `no action "query.runs"; did you mean query.run?`},
		{map[string][]string{"query.run": {"ctrl+x"}}, `"ctrl+x" is bound to both query.run and editor.cut`},
		{map[string][]string{"tree.copy_key": {"?"}}, `"?" is bound to both global.help and tree.copy_key`},
		{map[string][]string{"query.run": {"Ctlr+R"}}, `there is no key "Ctlr+R", for query.run`},
		{map[string][]string{"usage.fly": {"u"}, "usage.refresh": {"I"}}, `no action "usage.fly"; "I" is bound to both`},
		{map[string][]string{"usage.refresh": {"I"}}, `"I" is bound to both usage.refresh and usage.interval`},
	} {
		if _, err := Default().Remap(bad.keys); err == nil || !strings.Contains(err.Error(), bad.want) {
			t.Errorf("%v: %v, want an error with %q", bad.keys, err, bad.want)
		}
	}
}

// Keys can be written as people say them.
func TestReadKey(t *testing.T) {
	for written, want := range map[string]string{
		"f5": "f5", "F5": "f5", "x": "x", "X": "X", "+": "+", "Ctrl+R": "ctrl+r", "ctrl+r": "ctrl+r", "Alt+e": "alt+e", "alt+E": "alt+E",
		"Alt+Shift+E": "alt+E", "alt+shift+e": "alt+E", "Space": " ", "alt++": "alt++", "Alt+Plus": "alt++", "Escape": "esc",
		"Shift+Tab": "shift+tab", "Shift+Ctrl+Up": "ctrl+shift+up", "Ctrl+Space": "ctrl+@", "ctrl+i": "tab", "Alt+Ctrl+A": "alt+ctrl+a", "PageUp": "pgup", "é": "é", "alt+shift+Up": "alt+shift+up",
	} {
		if got, ok := readKey(written); !ok || got != want {
			t.Errorf("%q is read as %q (%v), want %q", written, got, ok, want)
		}
	}
	for _, written := range []string{"", "Ctrl+", "Ctlr+R", "f21", "Ctrl+Shift+R", "shift+1", "cmd+r", "abc"} {
		if got, ok := readKey(written); ok {
			t.Errorf("%q is read as %q, and is no key", written, got)
		}
	}
	for _, b := range Default().bindings {
		for _, key := range b.Keys {
			if got, ok := readKey(key); !ok || got != key {
				t.Errorf("%s has %q, which is read as %q (%v)", b.Action, key, got, ok)
			}
		}
	}
}

func TestShow(t *testing.T) {
	tests := []struct{ key, unicode, ascii string }{
		{"ctrl+r", "Ctrl+R", "Ctrl+R"}, {"alt+p", "Alt+P", "Alt+P"}, {"alt+P", "Alt+Shift+P", "Alt+Shift+P"}, {"tab", "Tab", "Tab"}, {"shift+tab", "Shift+Tab", "Shift+Tab"},
		{"alt+right", "Alt+→", "Alt+Right"}, {"ctrl+pgdown", "Ctrl+PgDn", "Ctrl+PgDn"}, {"shift+up", "Shift+↑", "Shift+Up"},
		{"f5", "F5", "F5"}, {"f17", "Shift+F5", "Shift+F5"}, {"f", "f", "f"}, {"?", "?", "?"}, {" ", "Space", "Space"}, {"ctrl+_", "Ctrl+/", "Ctrl+/"},
	}
	for _, tt := range tests {
		if got := Show(tt.key, false); got != tt.unicode {
			t.Errorf("Show(%q) = %q, want %q", tt.key, got, tt.unicode)
		}
		if got := Show(tt.key, true); got != tt.ascii {
			t.Errorf("Show(%q) in ASCII = %q, want %q", tt.key, got, tt.ascii)
		}
	}
	onMac = true
	defer func() { onMac = false }()
	if got := Show("alt+P", false) + Show("ctrl+r", false); got != "⌥⇧P⌃R" {
		t.Errorf("on a Mac it is %s", got)
	}
}

// motions are the keys that move, as arrows and vim's letters do, or choose what one has
// moved to: each pane moves in its own way. While one types, they are those of a shell.
var motions = strings.Fields(`up down left right shift+up shift+down shift+left shift+right home end pgup pgdown
	tab shift+tab enter esc backspace h j k l g G n N { } ctrl+b ctrl+d ctrl+f ctrl+u`)

// A key means one verb in the whole program, and each binding of a verb has a key of it,
// and no key that the verb has not.
func TestOneVerbOneKey(t *testing.T) {
	meant := map[string]string{}
	for _, b := range Default().bindings {
		verb := cmp.Or(string(b.Verb), string(b.Action))
		if b.Verb != "" && !slices.ContainsFunc(b.Keys, func(key string) bool { return slices.Contains(verbKeys[b.Verb], key) }) {
			t.Errorf("%s lacks the key of the verb %q", b.Action, b.Verb)
		}
		for _, key := range b.Keys {
			if slices.Contains(motions, key) || key == " " { // a space chooses, and takes out again
				continue
			}
			if b.Verb != "" && !slices.Contains(verbKeys[b.Verb], key) {
				t.Errorf("%s is on %q, which is not a key of the verb %q", b.Action, key, b.Verb)
			}
			deletes := key == "delete" && b.Scope() == Editor
			if lines[b.Scope()] || b.Action == MessagesClose || b.Action == ProfileClose || deletes { // what opens a box closes it
				continue
			}
			if other := meant[key]; other != "" && other != verb {
				t.Errorf("%q is both %s and %s (%s)", key, other, verb, b.Action)
			}
			meant[key] = verb
		}
	}
}

// The help says under which key an action was: that is one, and it is so no more.
func TestKeysThatMoved(t *testing.T) {
	moved := 0
	for _, b := range Default().bindings {
		for _, key := range b.Was {
			moved++
			if read, ok := readKey(key); !ok || read != key || slices.Contains(b.Keys, key) {
				t.Errorf("%s, on %v, was on %q", b.Action, b.Keys, key)
			}
		}
	}
	if moved == 0 {
		t.Error("no binding says where it was: then Was is not needed any more")
	}
	m, err := Default().Remap(map[string][]string{"sessions.new": {"n"}})
	if err != nil || m.Binding(SessionNew).Was != nil {
		t.Errorf("with the old key back, %+v (%v)", m.Binding(SessionNew), err)
	}
}

// lines are the scopes of what is open over a pane for one line of text.
var lines = map[Scope]bool{Search: true, Filter: true, FindBar: true, Completion: true, List: true}

// Terminals and window managers take Alt for themselves: it is a second way.
func TestNothingIsOnAltAlone(t *testing.T) {
	for _, b := range Default().bindings {
		if strings.HasPrefix(b.Keys[0], "alt+") { // the first is the one to learn
			t.Errorf("%s has %v", b.Action, b.Keys)
		}
	}
}
