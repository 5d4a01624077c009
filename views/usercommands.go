package views

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/ui/cells"
	"assay/ui/picker"
	"assay/ui/toast"
	"assay/views/frame"
	"assay/workspace/usercommand"
)

// userCommands returns the user commands as the keys know them.
func userCommands(commands []usercommand.Command) []keymap.UserCommand {
	out := make([]keymap.UserCommand, len(commands))
	for i, c := range commands {
		out[i] = keymap.UserCommand{Name: c.Name, Key: c.Key, Tabs: c.Tabs}
	}
	return out
}

// commandRun is a user command that runs.
type commandRun struct {
	command *usercommand.Command
	began   time.Time
	cancel  context.CancelFunc
	ended   chan struct{} // closed when it has
}

type (
	// commandChosen is the consent to run a command with what was selected when it was asked for.
	commandChosen struct {
		command   *usercommand.Command
		selection usercommand.Selection
	}
	commandStopped struct{ run *commandRun }
	commandEnded   struct {
		run     *commandRun
		outcome usercommand.Outcome
	}
	commandLeft struct { // a command that had the terminal, or that nobody waits for
		command *usercommand.Command
		err     error
	}
)

// tab returns what the settings call the tab on the screen.
func (m *root) tab() string {
	if m.alone {
		return "view"
	}
	return strings.ToLower(m.views[m.active].Name())
}

// selection returns what is selected on the screen.
func (m *root) selection() usercommand.Selection {
	var s usercommand.Selection
	if v, ok := m.views[m.active].(frame.Selecting); ok {
		s = v.Selection()
	}
	s.Tab, s.Profile = m.tab(), m.options.Profile
	return s
}

// commandItems lists the user commands that hold in the tab on the screen.
func (m *root) commandItems() []picker.Item {
	bindings := m.env.Keys.UserCommandsIn(m.tab())
	if len(bindings) == 0 {
		return nil
	}
	selection := m.selection()
	items := make([]picker.Item, 0, len(bindings))
	for _, b := range bindings {
		number, _ := b.Action.UserCommandNumber()
		c := &m.options.Commands[number]
		items = append(items, picker.Item{
			Name: b.Help, Detail: m.keyNames(b), Group: b.Group,
			Disabled: c.Missing(&selection), Note: cells.Visible(c.Run), Value: b.Action,
		})
	}
	return items
}

// commandKey returns the user command that a key runs now: what is nearer has
// the key first.
func (m *root) commandKey(name string) keymap.Action {
	if m.env.Keys.Meaning(name, m.views[m.active].Scopes()...) != "" {
		return ""
	}
	return m.env.Keys.FindUserCommand(name, m.tab())
}

// doCommand runs a user command, or asks about it first.
func (m *root) doCommand(number int) tea.Cmd {
	c, selection := &m.options.Commands[number], m.selection()
	if reason := c.Missing(&selection); reason != "" {
		return m.notify(toast.Info, c.Name+": "+reason)
	}
	if at := slices.IndexFunc(m.commandRuns, func(r *commandRun) bool { return r.command == c }); at >= 0 {
		m.ask(frame.Question(m.env.Theme, "Stop it?", "stop it", "let it run", commandStopped{m.commandRuns[at]}, c.Name+" has been running for "+cells.Elapsed(m.env.Now().Sub(m.commandRuns[at].began))+"."))
		return nil
	}
	if c.Confirm {
		m.ask(frame.Question(m.env.Theme, "Run "+c.Name+"?", "run", "back", commandChosen{c, selection}, c.Run))
		return nil
	}
	return m.runCommand(c, selection)
}

func (m *root) runCommand(c *usercommand.Command, selection usercommand.Selection) tea.Cmd {
	switch c.Output {
	case usercommand.Terminal:
		program, arguments, environment := c.Foreground(&selection)
		run := frame.ExternalCommand{
			Path: program, Args: arguments, Env: environment,
			Done: func(err error) tea.Msg { return commandLeft{c, err} },
		}
		return func() tea.Msg { return run }
	case usercommand.None:
		return func() tea.Msg { return commandLeft{c, c.Start(&selection)} }
	}
	ctx, cancel := context.WithCancel(context.Background())
	run := &commandRun{command: c, began: m.env.Now(), cancel: cancel, ended: make(chan struct{})}
	m.commandRuns = append(m.commandRuns, run)
	return func() tea.Msg {
		defer close(run.ended)
		defer cancel()
		return commandEnded{run, c.Do(ctx, &selection)}
	}
}

func (chosen commandChosen) handle(m *root) tea.Cmd {
	return m.runCommand(chosen.command, chosen.selection)
}

func (stopped commandStopped) handle(*root) tea.Cmd {
	stopped.run.cancel()
	return nil
}

func (left commandLeft) handle(m *root) tea.Cmd {
	if left.err == nil {
		return nil
	}
	return m.notify(toast.Bad, left.command.Name+": "+left.err.Error())
}

// handle tells what the command wrote.
func (ended commandEnded) handle(m *root) tea.Cmd {
	m.commandRuns = slices.DeleteFunc(m.commandRuns, func(r *commandRun) bool { return r == ended.run })
	c, o := ended.run.command, ended.outcome
	switch {
	case errors.Is(o.Err, context.Canceled):
		return m.notify(toast.Warn, strings.TrimSpace(c.Name+" was stopped\n"+lastLines(o.Text)))
	case o.Err != nil:
		return m.notify(toast.Bad, strings.TrimSpace(c.Name+": "+o.Err.Error()+"\n"+lastLines(o.Text)))
	case o.Text == "":
		return m.notify(toast.Good, c.Name+": done")
	case c.Output == usercommand.Show && m.over == nil && !m.editing():
		text := o.Text
		if o.Cut {
			text = "(what came before is left out)\n" + text
		}
		m.over = m.newText(c.Name, text)
		return nil
	}
	return m.notify(toast.Good, c.Name+": "+lastLines(o.Text))
}

// maxTold is how many lines of what a command wrote are kept among the messages.
const maxTold = 50

func lastLines(text string) string {
	lines := strings.Split(text, "\n")
	return strings.Join(lines[max(len(lines)-maxTold, 0):], "\n")
}

// endTime is how long the program waits at its end for commands to end.
const endTime = 3 * time.Second

// endCommands ends the commands that run; underWay has said so before.
func (m *root) endCommands() {
	deadline := time.After(endTime)
	for _, run := range m.commandRuns {
		run.cancel()
	}
	for _, run := range m.commandRuns {
		select {
		case <-run.ended:
		case <-deadline:
			return
		}
	}
}
