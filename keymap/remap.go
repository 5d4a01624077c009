package keymap

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/ui/spell"
)

// Error tells what is wrong with the keys of the settings.
type Error struct{ Wrong []string }

func (e *Error) Error() string { return "keys: " + strings.Join(e.Wrong, "; ") }

// Remap returns the map with the keys of the named actions replaced, by none if there
// are none. Its error tells all that is wrong: actions and keys that do not exist, and
// keys that would mean two things in one place.
func (m *Map) Remap(keys map[string][]string) (*Map, error) {
	bindings := slices.Clone(m.bindings)
	var wrong []string
	changed := map[Action]bool{}
	for _, name := range slices.Sorted(maps.Keys(keys)) {
		i := slices.IndexFunc(bindings, func(b Binding) bool { return string(b.Action) == name })
		if i < 0 {
			wrong = append(wrong, m.unknown(name))
			continue
		}
		read := make([]string, len(keys[name]))
		for j, key := range keys[name] {
			var ok bool
			if read[j], ok = readKey(key); !ok {
				wrong = append(wrong, fmt.Sprintf("there is no key %q, for %s", key, name))
			}
		}
		bindings[i].Keys, bindings[i].Was, changed[bindings[i].Action] = read, nil, true
	}
	if wrong = append(wrong, conflicts(bindings, changed)...); len(wrong) > 0 {
		return nil, &Error{wrong}
	}
	return build(bindings), nil
}

func (m *Map) unknown(name string) string {
	var names []string
	for _, b := range m.bindings {
		names = append(names, string(b.Action))
	}
	if near := spell.Nearest(name, names); near != "" {
		return fmt.Sprintf("there is no action %q; did you mean %s?", name, near)
	}
	return fmt.Sprintf("there is no action %q", name)
}

// inFront are the scopes that are asked for a key before others that hold at the same
// time: what they bind never reaches those.
var inFront = []struct {
	front  Scope
	behind []Scope
}{
	{Global, []Scope{Usage, Query, Documents, Sessions, History, Source, Ask, Editor, Result, Tree, Table, Chosen, Batch, Files}},
	{Source, []Scope{Query, Ask, Result}},
	{Query, []Scope{Ask, Editor, Result, Tree, Table}},
	{Documents, []Scope{Ask, Editor, Result, Tree, Table, Chosen, Batch, Files}},
	{Ask, []Scope{Editor}},
	{Result, []Scope{Tree, Table}},
}

// conflicts tells which keys of changed actions mean something else in the same place:
// in one scope, or in one that is asked first. An action that keeps another key may lose
// one to a changed action in front of it, but not the last, and none that it was given.
func conflicts(bindings []Binding, changed map[Action]bool) []string {
	taken, verbs := map[Scope]map[string]Action{}, map[Action]Verb{}
	for _, b := range bindings {
		verbs[b.Action] = b.Verb
	}
	var found []string
	for _, b := range bindings {
		scope := b.Scope()
		if taken[scope] == nil {
			taken[scope] = map[string]Action{}
		}
		for _, key := range b.Keys {
			if other, ok := taken[scope][key]; ok && other != b.Action && (changed[other] || changed[b.Action]) {
				found = append(found, boundTwice(key, other, b.Action))
			}
			taken[scope][key] = b.Action
		}
	}
	for _, b := range bindings {
		var lost []string
		hidden := 0
		for _, key := range b.Keys {
			front := inFrontOf(b.Action, key, taken)
			if front == "" || b.Verb != "" && b.Verb == verbs[front] { // the nearer does it for itself
				continue
			}
			hidden++
			if changed[front] || changed[b.Action] {
				lost = append(lost, boundTwice(key, front, b.Action))
			}
		}
		if changed[b.Action] || hidden == len(b.Keys) {
			found = append(found, lost...)
		}
	}
	return found
}

func boundTwice(key string, a, b Action) string {
	return fmt.Sprintf("%q is bound to both %s and %s", key, a, b)
}

// inFrontOf returns the action that keeps a key from the given one, or "". Cancel leaves
// its key to whatever has a use for it.
func inFrontOf(action Action, key string, taken map[Scope]map[string]Action) Action {
	for _, place := range inFront {
		if front := taken[place.front][key]; front != "" && front != Cancel && action != Cancel && slices.Contains(place.behind, action.Scope()) {
			return front
		}
	}
	return ""
}

// Other names of keys than those the terminal's library has.
var otherNames = map[string]string{
	"space": " ", "escape": "esc", "return": "enter", "del": "delete", "ins": "insert", "bs": "backspace",
	"pageup": "pgup", "pagedown": "pgdown", "pgdn": "pgdown", "plus": "+",
}

// Keys that the terminal sends as others.
var sentAs = map[string]string{"ctrl+space": "ctrl+@", "ctrl+ ": "ctrl+@", "ctrl+i": "tab", "ctrl+m": "enter", "ctrl+[": "esc"}

// readKey returns the key that somebody wrote, as the terminal's library names it:
// "Alt+Shift+E" is "alt+E".
func readKey(written string) (key string, ok bool) {
	var held modifiers
	base := written
	for {
		modifier, after, found := strings.Cut(base, "+")
		if !found || modifier == "" || after == "" {
			break
		}
		if !held.add(modifier) {
			return written, false
		}
		base = after
	}
	if other, found := otherNames[strings.ToLower(base)]; found {
		base = other
	}
	if base, ok = held.base(base); !ok {
		return written, false
	}
	if number, err := strconv.Atoi(strings.TrimPrefix(base, "f")); held.shift && err == nil && number <= 8 {
		base, held.shift = "f"+strconv.Itoa(number+12), false // which the terminal sends
	}
	if held.shift {
		base = "shift+" + base
	}
	if held.ctrl {
		base = "ctrl+" + base
	}
	if same, found := sentAs[base]; found {
		base = same
	}
	if held.alt {
		base = "alt+" + base
	}
	return base, true
}

// modifiers are those of a key that somebody wrote.
type modifiers struct{ alt, ctrl, shift bool }

func (m *modifiers) add(name string) (known bool) {
	switch strings.ToLower(name) {
	case "alt", "option", "meta":
		m.alt = true
	case "ctrl", "control":
		m.ctrl = true
	case "shift":
		m.shift = true
	default:
		return false
	}
	return true
}

// base returns the name that a key has with the modifiers, of which Shift may become a
// part of it; ok is false for what no terminal sends.
func (m *modifiers) base(name string) (base string, ok bool) {
	switch r, size := utf8.DecodeRuneInString(name); {
	case size == 0 || r == utf8.RuneError:
		return name, false
	case size < len(name):
		name = strings.ToLower(name)
		return name, isNamed(name)
	case m.ctrl: // with Shift no terminal tells it from Ctrl alone
		return strings.ToLower(name), !m.shift
	case m.shift:
		m.shift = false
		return strings.ToUpper(name), unicode.IsLetter(r)
	}
	return name, true
}

// isNamed reports whether a key has the name, in small letters.
func isNamed(name string) bool {
	switch name {
	case "enter", "tab", "esc", "backspace", "delete", "insert", "up", "down", "left", "right", "home", "end", "pgup", "pgdown",
		"f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10", "f11", "f12", "f13", "f14", "f15", "f16", "f17", "f18", "f19", "f20":
		return true
	}
	return false
}
