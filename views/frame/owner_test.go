package frame

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/dialog"
)

// part notes the messages it is handed, and delivers those of its own parts.
type part struct{ got []tea.Msg }

func (p *part) Update(msg tea.Msg) tea.Cmd {
	if owned, ok := msg.(Owned); ok {
		return owned.Deliver()
	}
	p.got = append(p.got, msg)
	return nil
}

func says(msg tea.Msg) tea.Cmd { return func() tea.Msg { return msg } }

// A message goes back, through those around it, to the part whose command came to it;
// what is for the root goes to the root, and its answer back to the part that asked.
func TestMessagesGoToTheirOwner(t *testing.T) {
	for name, cmd := range map[string]func(Receiver) tea.Msg{
		"a command": func(p Receiver) tea.Msg { return Own(p, says("read"))() },
		"one of several": func(p Receiver) tea.Msg {
			return Own(p, tea.Batch(nil, says("other"), says("read")))().(tea.BatchMsg)[1]()
		},
		"one owned twice": func(p Receiver) tea.Msg { return Own(p, Own(p, says("read")))() },
		"an answer": func(p Receiver) tea.Msg {
			d := &dialog.Dialog{Choices: []dialog.Choice{{Msg: "read"}, {}}}
			asked := Own(p, says(Ask{Dialog: d}))().(Ask)
			if asked.Dialog.Choices[1].Msg != nil || d.Choices[0].Msg != "read" {
				t.Error("more is changed than who is answered")
			}
			return asked.Dialog.Choices[0].Msg
		},
		"a program's end": func(p Receiver) tea.Msg {
			return Own(p, says(ExternalCommand{Done: func(error) tea.Msg { return "read" }}))().(ExternalCommand).Done(nil)
		},
	} {
		view, pane, other := &part{}, &part{}, &part{}
		owned, ok := Own(view, says(cmd(pane)))().(Owned)
		if !ok || owned.Owner != view {
			t.Errorf("%s: %v", name, owned)
			continue
		}
		owned.Deliver()
		if len(pane.got) != 1 || pane.got[0] != "read" || len(view.got)+len(other.got) > 0 {
			t.Errorf("%s: the part has %v, what is around it %v", name, pane.got, view.got)
		}
	}
	if msg := Own(&part{}, says(Notice{Text: "told"}))(); msg != (Notice{Text: "told"}) {
		t.Errorf("what is for the root went elsewhere: %v", msg)
	}
	if Own(&part{}, nil) != nil || Own(&part{}, says(nil))() != nil {
		t.Error("nothing became something")
	}
}
