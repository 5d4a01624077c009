// Package keymap holds every key binding of the dashboard with its help text, and
// the user's remapping of them. Nothing else knows a key: components ask which
// action a key means in their scope, and the footer, the help and the palette are
// made from the same records.
package keymap

import (
	"slices"
	"strings"
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
	Ask        Scope = "ask" // where a query or a prompt is written
	Snippets   Scope = "snippet"
	URLs       Scope = "urls"  // the list of addresses for a batch
	Pages      Scope = "pages" // the pages of a batch
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
	Path       Scope = "path"   // a path being typed in it
	Profiles   Scope = "profiles"
	Log        Scope = "messages" // what the user was told
	List       Scope = "list"     // pickers: palette, help, examples
)

// Binding is one action with its keys and its words.
type Binding struct {
	Action Action
	Keys   []string // bubbletea key names, first the one that is shown
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
	own      []OwnCommand
	found    func(Action)
}

// OnFind has a function called with every action that Find finds.
func (m *Map) OnFind(found func(Action)) { m.found = found }

// Default returns the built-in bindings.
func Default() *Map {
	return build(slices.Concat(global, usageView, queryView, documentsView, chosen, batch, sessionsView, historyView, ask, result, snippets, urls, pages, editor, findBar, completion, tree, table, search, filter, form, files, path, profiles, messages, list))
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

// Key returns how the first key of an action is written on the screen, or "" if it
// has none.
func (m *Map) Key(action Action, ascii bool) string {
	keys := m.Binding(action).Keys
	if len(keys) == 0 {
		return ""
	}
	return Show(keys[0], ascii)
}

// Show returns how a key is written on the screen: "^R", "⇥", "⌥P", "⌥⇧P". With Alt
// a letter is named as its key is, and Shift for itself.
func Show(key string, ascii bool) string {
	signs, alt, shift := signsUnicode, "⌥", "⇧"
	if ascii {
		signs, alt, shift = signsASCII, "Alt+", "Shift+"
	}
	if s, ok := signs[key]; ok {
		return s
	}
	if rest, ok := strings.CutPrefix(key, "alt+"); ok {
		switch {
		case len(rest) == 1 && rest[0] >= 'a' && rest[0] <= 'z':
			return alt + strings.ToUpper(rest)
		case len(rest) == 1 && rest[0] >= 'A' && rest[0] <= 'Z':
			return alt + shift + rest
		}
		return alt + Show(rest, ascii)
	}
	if rest, ok := strings.CutPrefix(key, "ctrl+"); ok {
		if len(rest) == 1 {
			return "^" + strings.ToUpper(rest)
		}
		return "^" + Show(rest, ascii)
	}
	if rest, ok := strings.CutPrefix(key, "shift+"); ok {
		return shift + Show(rest, ascii)
	}
	if number, ok := strings.CutPrefix(key, "f"); ok && number != "" {
		return "F" + number
	}
	return key
}

// Signs explains the signs in Show's keys that not everybody knows.
func Signs(ascii bool) string {
	if ascii {
		return "^ Ctrl"
	}
	return "^ Ctrl  ⌥ Alt  ⇧ Shift"
}

var signsUnicode = map[string]string{
	"tab": "⇥", "shift+tab": "⇧⇥", "enter": "Enter", "esc": "Esc", " ": "Space",
	"up": "↑", "down": "↓", "left": "←", "right": "→", "pgup": "PgUp", "pgdown": "PgDn",
	"home": "Home", "end": "End", "backspace": "⌫", "delete": "Del",
}

var signsASCII = map[string]string{
	"tab": "Tab", "shift+tab": "Shift+Tab", "enter": "Enter", "esc": "Esc", " ": "Space",
	"up": "Up", "down": "Down", "left": "Left", "right": "Right", "pgup": "PgUp", "pgdown": "PgDn",
	"home": "Home", "end": "End", "backspace": "BkSp", "delete": "Del",
}
