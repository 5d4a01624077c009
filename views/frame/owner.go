package frame

import (
	"reflect"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/dialog"
)

// Receiver takes the messages of its own commands.
type Receiver interface{ Update(tea.Msg) tea.Cmd }

// Owned is a message on its way to the part of the dashboard whose command came to it.
type Owned struct {
	Owner Receiver
	Msg   tea.Msg
}

// Deliver hands the message to its owner.
func (o Owned) Deliver() tea.Cmd { return Own(o.Owner, o.Owner.Update(o.Msg)) }

// Own returns a command whose message comes back to its owner alone. What is for the
// root goes to the root, and what is answered there comes back to the owner.
func Own(owner Receiver, cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg { return own(owner, cmd()) }
}

func own(owner Receiver, msg tea.Msg) tea.Msg {
	switch msg := msg.(type) {
	case nil:
		return nil
	case Ask:
		d := *msg.Dialog
		d.Choices = make([]dialog.Choice, len(msg.Dialog.Choices))
		for i, c := range msg.Dialog.Choices {
			c.Msg = own(owner, c.Msg)
			d.Choices[i] = c
		}
		return Ask{&d, owner}
	case ExternalCommand:
		done := msg.Done
		msg.Done = func(err error) tea.Msg { return own(owner, done(err)) }
		return msg
	case Notice, Alert, Copy, UsageRead, Called, SessionsAlive, Watches, Visit:
		return msg
	case Owned:
		if msg.Owner == owner {
			return msg
		}
	}
	if EachCommand(msg, func(cmd tea.Cmd) tea.Cmd { return Own(owner, cmd) }) {
		return msg
	}
	return Owned{owner, msg}
}

// EachCommand puts other commands in the place of those that a message is made of. It
// reports whether the message is one of bubbletea's lists of commands, whose types are its
// own.
func EachCommand(msg tea.Msg, change func(tea.Cmd) tea.Cmd) bool {
	v := reflect.ValueOf(msg)
	if msg == nil || v.Kind() != reflect.Slice || v.Type().Elem() != reflect.TypeFor[tea.Cmd]() {
		return false
	}
	for i := range v.Len() {
		v.Index(i).Set(reflect.ValueOf(change(v.Index(i).Interface().(tea.Cmd))))
	}
	return true
}
