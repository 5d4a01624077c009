package keymap

import "strings"

// moves are the bindings that move in the list of a scope: "sessions.up" and so on.
func moves(scope Scope, group string) []Binding {
	var out []Binding
	for _, m := range []struct {
		name, help string
		keys       []string
	}{
		{"up", "Up", []string{"up", "k"}}, {"down", "Down", []string{"down", "j"}},
		{"page_up", "A page up", []string{"pgup", "ctrl+u"}}, {"page_down", "A page down", []string{"pgdown", "ctrl+d"}},
		{"first", "First", []string{"home", "g"}}, {"last", "Last", []string{"end", "G"}},
	} {
		out = append(out, Binding{Action: Action(string(scope) + "." + m.name), Keys: m.keys, Help: m.help, Group: group})
	}
	return out
}

// Step returns by how many rows an action moves in a list of so many rows, of which a page
// is on the screen; ok is false if it is no move. Every scope names its moves alike.
func Step(action Action, page, rows int) (by int, ok bool) {
	_, name, _ := strings.Cut(string(action), ".")
	by, ok = map[string]int{
		"up": -1, "down": 1, "page_up": -max(page-1, 1), "page_down": max(page-1, 1), "first": -rows, "last": rows,
	}[name]
	return by, ok
}
