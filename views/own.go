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
	"assay/ui/dialog"
	"assay/ui/picker"
	"assay/ui/toast"
	"assay/views/frame"
	"assay/workspace/usercommand"
)

// ownCommands returns the user's own commands as the keys know them.
func ownCommands(commands []usercommand.Command) []keymap.UserCommand {
	out := make([]keymap.UserCommand, len(commands))
	for i, c := range commands {
		out[i] = keymap.UserCommand{Name: c.Name, Key: c.Key, Tabs: c.Tabs}
	}
	return out
}

// ownRun is a command of the user's own that runs.
type ownRun struct {
	command *usercommand.Command
	began   time.Time
	cancel  context.CancelFunc
	ended   chan struct{} // closed when it has
}

type (
	// ownChosen is the consent to run a command with what was selected when it was asked for.
	ownChosen struct {
		command   *usercommand.Command
		selection usercommand.Selection
	}
	ownStopped struct{ run *ownRun }
	ownEnded   struct {
		run     *ownRun
		outcome usercommand.Outcome
	}
	ownLeft struct { // a command that had the terminal, or that nobody waits for
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

// ownItems lists the user's own commands that hold in the tab on the screen.
func (m *root) ownItems() []picker.Item {
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

// ownKey returns the command of the user's own that a key runs now: what is nearer has
// the key first.
func (m *root) ownKey(name string) keymap.Action {
	if m.env.Keys.Meaning(name, m.views[m.active].Scopes()...) != "" {
		return ""
	}
	return m.env.Keys.FindUserCommand(name, m.tab())
}

// doOwn runs a command of the user's own, or asks about it first.
func (m *root) doOwn(number int) tea.Cmd {
	c, selection := &m.options.Commands[number], m.selection()
	if reason := c.Missing(&selection); reason != "" {
		return m.notify(toast.Info, c.Name+": "+reason)
	}
	if at := slices.IndexFunc(m.own, func(r *ownRun) bool { return r.command == c }); at >= 0 {
		m.ask(&dialog.Dialog{
			Title: "Stop it?", Body: []string{c.Name + " has been running for " + cells.Elapsed(m.env.Now().Sub(m.own[at].began)) + "."},
			Level:   m.env.Theme.Warn,
			Choices: []dialog.Choice{{Key: "enter", Show: "Enter", Label: "stop it", Msg: ownStopped{m.own[at]}}, {Key: "esc", Show: "Esc", Label: "let it run"}},
		})
		return nil
	}
	if c.Confirm {
		m.ask(&dialog.Dialog{
			Title: "Run " + c.Name + "?", Body: []string{c.Run}, Level: m.env.Theme.Warn,
			Choices: []dialog.Choice{{Key: "enter", Show: "Enter", Label: "run", Msg: ownChosen{c, selection}}, {Key: "esc", Show: "Esc", Label: "back"}},
		})
		return nil
	}
	return m.runOwn(c, selection)
}

func (m *root) runOwn(c *usercommand.Command, selection usercommand.Selection) tea.Cmd {
	switch c.Output {
	case usercommand.Terminal:
		program, arguments, environment := c.Foreground(&selection)
		run := frame.ExternalCommand{
			Path: program, Args: arguments, Env: environment,
			Done: func(err error) tea.Msg { return ownLeft{c, err} },
		}
		return func() tea.Msg { return run }
	case usercommand.None:
		return func() tea.Msg { return ownLeft{c, c.Start(&selection)} }
	}
	ctx, cancel := context.WithCancel(context.Background())
	run := &ownRun{command: c, began: m.env.Now(), cancel: cancel, ended: make(chan struct{})}
	m.own = append(m.own, run)
	return func() tea.Msg {
		defer close(run.ended)
		defer cancel()
		return ownEnded{run, c.Do(ctx, &selection)}
	}
}

func (chosen ownChosen) handle(m *root) tea.Cmd { return m.runOwn(chosen.command, chosen.selection) }

func (stopped ownStopped) handle(*root) tea.Cmd {
	stopped.run.cancel()
	return nil
}

func (left ownLeft) handle(m *root) tea.Cmd {
	if left.err == nil {
		return nil
	}
	return m.notify(toast.Bad, left.command.Name+": "+left.err.Error())
}

// handle tells what the command wrote.
func (ended ownEnded) handle(m *root) tea.Cmd {
	m.own = slices.DeleteFunc(m.own, func(r *ownRun) bool { return r == ended.run })
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

// endOwn ends the commands that run; underWay has said so before.
func (m *root) endOwn() {
	deadline := time.After(endTime)
	for _, run := range m.own {
		run.cancel()
	}
	for _, run := range m.own {
		select {
		case <-run.ended:
		case <-deadline:
			return
		}
	}
}
