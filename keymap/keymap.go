// Package keymap holds every key binding of the dashboard with its help text, and
// the user's remapping of them. Nothing else knows a key: components ask which
// action a key means in their scope, and the footer, the help and the palette are
// made from the same records.
package keymap

import (
	"runtime"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Action names something the user can do, as "scope.verb"; it is also the name
// under which the configuration remaps its keys.
type Action string

// Scope is where a binding holds: a view or a part of one.
type Scope string

// The scopes.
const (
	Global     Scope = "global"
	Usage      Scope = "usage"
	Query      Scope = "query"
	Documents  Scope = "documents"
	Sessions   Scope = "sessions"
	History    Scope = "history"
	Ask        Scope = "ask"    // where a query or a prompt is written
	Source     Scope = "source" // the field that names the page
	Field      Scope = "field"  // a text field that has the focus while nothing is typed
	Typing     Scope = "typing" // one that is typed into
	URLs       Scope = "urls"   // the list of addresses for a batch
	Pages      Scope = "pages"  // the pages of a batch
	Editor     Scope = "editor"
	Completion Scope = "completion" // the list over an editor
	FindBar    Scope = "find"       // the bar under an editor
	Tree       Scope = "tree"
	Result     Scope = "result"
	Table      Scope = "table"
	Search     Scope = "search"
	Filter     Scope = "filter"
	Form       Scope = "form"
	Chosen     Scope = "chosen" // the list of chosen files
	Batch      Scope = "batch"  // the list of files that were sent
	Files      Scope = "files"  // the file picker
	Profiles   Scope = "profiles"
	Log        Scope = "messages" // what the user was told
	List       Scope = "list"     // pickers: palette, help, examples
)

// Binding is one action with its keys and its words.
type Binding struct {
	Action Action
	Verb   Verb     // what it has in common with others, whose plain key it has; "" for none
	Keys   []string // bubbletea key names, first the one that is shown
	Was    []string // keys that it had in the last version and lost
	Label  string   // one or two words for the footer
	Help   string   // a phrase for the help and the palette
	Group  string   // heading in the help
	Footer int      // 1 = first in the footer; 0 = not in the footer
}

// Scope returns where the action belongs.
func (a Action) Scope() Scope {
	scope, _, _ := strings.Cut(string(a), ".")
	return Scope(scope)
}

// Scope returns where the binding holds.
func (b Binding) Scope() Scope { return b.Action.Scope() }

// Map is a set of bindings.
type Map struct {
	bindings []Binding
	byScope  map[Scope][]Binding
	byKey    map[Scope]map[string]Action
	found    func(Action)
}

// OnFind has a function called with every action that Find finds.
func (m *Map) OnFind(found func(Action)) { m.found = found }

// Default returns the built-in bindings.
func Default() *Map {
	all := slices.Concat(global, usageView, queryView, documentsView, chosen, batch, sessionsView, historyView, ask, source, field, result, urls, pages, editor, findBar, completion, tree, table, search, filter, form, files, profiles, messages, list)
	for i, b := range all {
		all[i] = b.withVerb()
	}
	return build(all)
}

func build(bindings []Binding) *Map {
	m := &Map{bindings: bindings, byScope: map[Scope][]Binding{}, byKey: map[Scope]map[string]Action{}}
	for _, b := range bindings {
		scope := b.Scope()
		m.byScope[scope] = append(m.byScope[scope], b)
		keys := m.byKey[scope]
		if keys == nil {
			keys = map[string]Action{}
			m.byKey[scope] = keys
		}
		for _, key := range b.Keys {
			keys[key] = b.Action
		}
	}
	return m
}

// Find returns the action that a key (as bubbletea's KeyMsg.String names it) means
// in the first of the scopes that binds it, or "".
func (m *Map) Find(key string, scopes ...Scope) Action {
	action := m.Meaning(key, scopes...)
	if action != "" && m.found != nil {
		m.found(action)
	}
	return action
}

// Meaning is Find for what only shows keys: nobody is told of it.
func (m *Map) Meaning(key string, scopes ...Scope) Action {
	for _, scope := range scopes {
		if action, ok := m.byKey[scope][key]; ok {
			return action
		}
	}
	return ""
}

// In returns the bindings of a scope in their order, for reading only.
func (m *Map) In(scope Scope) []Binding { return slices.Clip(m.byScope[scope]) }

// Binding returns the binding of an action.
func (m *Map) Binding(action Action) Binding {
	for _, b := range m.bindings {
		if b.Action == action {
			return b
		}
	}
	return Binding{Action: action}
}

// Key returns how a key of an action is written on the screen, one that holds while one
// types if there is one, or "" if it has none.
func (m *Map) Key(action Action, ascii bool) string {
	keys := m.Binding(action).Keys
	if len(keys) == 0 {
		return ""
	}
	if scope := action.Scope(); scope == Query || scope == Ask || scope == Global {
		for _, key := range keys {
			if utf8.RuneCountInString(key) > 1 && !strings.HasPrefix(key, "alt+") {
				return Show(key, ascii)
			}
		}
	}
	return Show(keys[0], ascii)
}

// onMac is where modifiers are known by their signs.
var onMac = runtime.GOOS == "darwin"

// Show returns how a key is written on the screen, as people say it: "Ctrl+R",
// "Alt+Shift+P". With a modifier a letter is named as its key is, and Shift for itself.
func Show(key string, ascii bool) string {
	ctrl, alt, shift := "Ctrl+", "Alt+", "Shift+"
	if onMac && !ascii {
		ctrl, alt, shift = "⌃", "⌥", "⇧"
	}
	if sign, ok := arrows[key]; ok && !ascii {
		return sign
	}
	if name, ok := named[key]; ok {
		return name
	}
	for _, modifier := range [][2]string{{"alt+", alt}, {"ctrl+", ctrl}} {
		rest, ok := strings.CutPrefix(key, modifier[0])
		switch {
		case !ok:
			continue
		case len(rest) == 1 && rest[0] >= 'A' && rest[0] <= 'Z':
			return modifier[1] + shift + rest
		case len(rest) == 1:
			return modifier[1] + strings.ToUpper(rest)
		}
		return modifier[1] + Show(rest, ascii)
	}
	if rest, ok := strings.CutPrefix(key, "shift+"); ok {
		return shift + Show(rest, ascii)
	}
	if number, err := strconv.Atoi(strings.TrimPrefix(key, "f")); err == nil && key[0] == 'f' {
		if number > 12 { // what terminals send for the key with Shift
			return shift + "F" + strconv.Itoa(number-12)
		}
		return "F" + strconv.Itoa(number)
	}
	return key
}

var arrows = map[string]string{"up": "↑", "down": "↓", "left": "←", "right": "→"}

var named = map[string]string{
	"tab": "Tab", "enter": "Enter", "esc": "Esc", " ": "Space", "ctrl+@": "Ctrl+Space", "ctrl+_": "Ctrl+/",
	"up": "Up", "down": "Down", "left": "Left", "right": "Right", "pgup": "PgUp", "pgdown": "PgDn",
	"home": "Home", "end": "End", "backspace": "Backspace", "delete": "Del",
}
