package keymap

import (
	"fmt"
	"slices"
	"strconv"
)

// UserCommands is the scope of the user's commands. They have no names in [keys]: the
// settings give them their key where they are written.
const UserCommands Scope = "command"

// UserCommand is a command of the user's.
type UserCommand struct {
	Name string
	Key  string   // "" for none
	Tabs []string // where it holds; everywhere if there are none
}

// Scopes whose keys hold in each tab while nothing is typed and nothing lies over it.
var scopesOfTabs = map[string][]Scope{
	"usage":     {Usage},
	"query":     {Query, Ask, Editor, Result, Tree, Table},
	"documents": {Documents, Files, Chosen, Batch, Ask, Editor, Result, Tree, Table},
	"sessions":  {Sessions},
	"history":   {History, Result, Tree, Table},
	"view":      {Result, Tree, Table},
}

// WithCommands returns the map with the user's commands in it, in their order. A key
// that means something else already where a command holds is an error that says what.
func (m *Map) WithCommands(commands []UserCommand) (*Map, error) {
	out := build(slices.Clone(m.bindings))
	commands = slices.Clone(commands)
	out.userCommands = commands
	for i := range commands {
		c := &commands[i]
		if c.Key == "" {
			continue
		}
		var ok bool
		if c.Key, ok = readKey(c.Key); !ok {
			return nil, &Error{[]string{fmt.Sprintf("there is no key %q, for the command %q", c.Key, c.Name)}}
		}
		if other := m.takenBy(*c); other != "" {
			return nil, &Error{[]string{fmt.Sprintf("%q is bound to both %s and the command %q", c.Key, other, c.Name)}}
		}
		for _, other := range commands[:i] {
			if other.Key == c.Key && meet(other, *c) {
				return nil, &Error{[]string{fmt.Sprintf("%q is bound to both the command %q and the command %q", c.Key, other.Name, c.Name)}}
			}
		}
	}
	return out, nil
}

// takenBy returns the action that a command's key does where the command holds, or "".
func (m *Map) takenBy(c UserCommand) Action {
	if action := m.byKey[Global][c.Key]; action != "" {
		return action
	}
	for tab, scopes := range scopesOfTabs {
		if !c.In(tab) {
			continue
		}
		if action := m.Meaning(c.Key, scopes...); action != "" {
			return action
		}
	}
	return ""
}

// In reports whether a command holds in a tab.
func (c UserCommand) In(tab string) bool { return len(c.Tabs) == 0 || slices.Contains(c.Tabs, tab) }

// meet reports whether two commands hold in the same tab.
func meet(a, b UserCommand) bool {
	return len(a.Tabs) == 0 || slices.ContainsFunc(a.Tabs, b.In)
}

// UserCommandsIn returns the bindings of the user's commands that hold in a tab.
func (m *Map) UserCommandsIn(tab string) []Binding {
	var out []Binding
	for i, c := range m.userCommands {
		if !c.In(tab) {
			continue
		}
		b := Binding{Action: Action(string(UserCommands) + "." + strconv.Itoa(i)), Help: c.Name, Group: "Your commands"}
		if c.Key != "" {
			b.Keys = []string{c.Key}
		}
		out = append(out, b)
	}
	return out
}

// FindUserCommand returns the user's command that a key runs in a tab, or "".
func (m *Map) FindUserCommand(key, tab string) Action {
	for _, b := range m.UserCommandsIn(tab) {
		if slices.Contains(b.Keys, key) {
			if m.found != nil {
				m.found(b.Action)
			}
			return b.Action
		}
	}
	return ""
}

// UserCommandNumber returns which of the commands given to WithCommands an action runs.
func (a Action) UserCommandNumber() (number int, ok bool) {
	if a.Scope() != UserCommands {
		return 0, false
	}
	number, err := strconv.Atoi(string(a[len(UserCommands)+1:]))
	return number, err == nil
}
