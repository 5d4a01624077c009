// Package usercommand is about commands of the user's own: how the settings file writes
// them, what of the selection they are told, and how they are run.
//
// What is selected reaches a command in environment variables and on its standard
// input, and is never part of the line that the shell reads: a page's text can be
// anything.
package usercommand

import (
	"fmt"
	"slices"
	"strings"

	"assay/ui/spell"
)

// Command is one of the user's own, a [[commands]] table of the settings file.
type Command struct {
	Name    string   `toml:"name"`    // what the palette and the help call it
	Run     string   `toml:"run"`     // for sh
	Key     string   `toml:"key"`     // what runs it; without one the palette does
	Tabs    []string `toml:"tabs"`    // where it can be run; everywhere if there are none
	Output  Output   `toml:"output"`  // where to, and so how it is run
	Wait    bool     `toml:"wait"`    // with Terminal: what it wrote stays until a key is pressed
	Confirm bool     `toml:"confirm"` // its user is asked first
}

// Output says where what a command writes goes.
type Output string

// The outputs.
const (
	Log      Output = "log"      // among the messages, when the command has ended
	Show     Output = "show"     // in a box, when the command has ended
	Terminal Output = "terminal" // the terminal is the command's until it ends
	None     Output = "none"     // nowhere; the command outlives the dashboard
)

// Tabs are the places that a command can name.
var Tabs = []string{"usage", "query", "documents", "sessions", "history", "view"}

// Check completes and checks the commands of a settings file.
func Check(file string, commands []Command) error {
	for i := range commands {
		c := &commands[i]
		if c.Output == "" {
			c.Output = Log
		}
		if err := c.check(); err != nil {
			return fmt.Errorf("%s: %s: %w", file, c.title(i), err)
		}
		for _, other := range commands[:i] {
			if other.Name == c.Name {
				return fmt.Errorf("%s: two commands are called %q", file, c.Name)
			}
		}
	}
	return nil
}

// title names the i-th command in an error.
func (c *Command) title(i int) string {
	if c.Name == "" {
		return fmt.Sprintf("the %d. of [[commands]]", i+1)
	}
	return fmt.Sprintf("the command %q", c.Name)
}

func (c *Command) check() error {
	switch {
	case strings.TrimSpace(c.Name) == "":
		return fmt.Errorf("name is missing")
	case strings.TrimSpace(c.Run) == "":
		return fmt.Errorf("run is missing: the line for the shell")
	case !slices.Contains([]Output{Log, Show, Terminal, None}, c.Output):
		return fmt.Errorf("output is %q: it must be \"log\", \"show\", \"terminal\" or \"none\"", c.Output)
	case c.Wait && c.Output != Terminal:
		return fmt.Errorf("wait goes with output = \"terminal\" only")
	}
	for _, tab := range c.Tabs {
		if !slices.Contains(Tabs, tab) {
			return fmt.Errorf("%q in tabs is none of %s", tab, strings.Join(Tabs, ", "))
		}
	}
	for _, name := range c.variables() {
		if slices.Contains(others, name.text) || slices.ContainsFunc(variables, func(v variable) bool { return v.name == name.text }) {
			continue
		}
		known := make([]string, len(variables))
		for i, v := range variables {
			known[i] = v.name
		}
		if near := spell.Nearest(name.text, known); near != "" {
			return fmt.Errorf("there is no %s; did you mean %s?", name.text, near)
		}
		return fmt.Errorf("there is no %s; there are %s", name.text, strings.Join(known, ", "))
	}
	return nil
}

// prefix is that of the variables.
const prefix = "ASSAY_"

// name is a variable in the line of a command.
type name struct {
	text     string
	optional bool // the line says what to take without it: ${ASSAY_URL:-none}
}

// variables returns the variables of assay that the line names.
func (c *Command) variables() []name {
	var names []name
	for at := 0; ; {
		i := strings.Index(c.Run[at:], "$")
		if i < 0 {
			return names
		}
		at += i + 1
		rest := strings.TrimPrefix(c.Run[at:], "{")
		if !strings.HasPrefix(rest, prefix) {
			continue
		}
		end := strings.IndexFunc(rest, func(r rune) bool { return r != '_' && (r < 'A' || r > 'Z') && (r < '0' || r > '9') })
		if end < 0 {
			end = len(rest)
		}
		after := strings.TrimPrefix(rest[end:], ":")
		optional := rest != c.Run[at:] && (strings.HasPrefix(after, "-") || strings.HasPrefix(after, "+"))
		names = append(names, name{rest[:end], optional})
	}
}
