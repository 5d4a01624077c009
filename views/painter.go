package views

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"golang.org/x/term"

	"assay/ui/terminal"
)

// painter is what bubbletea runs: the root, whose frames go to the screen as soon as
// they can be drawn. What bubbletea is given to draw is empty, and its clock, which
// would look for frames all the time, as slow as it can be.
type painter struct {
	*root
	screen *terminal.Screen
	send   func(tea.Msg) // to the program
	ask    func() error  // has the terminal tell of itself

	first *tea.WindowSizeMsg // the size at the start, until bubbletea tells it too
	drawn time.Time          // when the latest frame was
	due   bool               // a frame is drawn later
}

const (
	// bubbleteaFPS is the rate at which bubbletea looks for frames, of which there
	// are none.
	bubbleteaFPS = 1
	// frameInterval is between two frames: keys, wheel and answers that come together
	// are drawn together.
	frameInterval = 5 * time.Millisecond
)

type frameDue struct{}

// Init has the first frame drawn before any command begins, of which some keep the
// processors busy. The terminal is asked only now that it repeats no more what comes in:
// else it would show its answers.
func (p *painter) Init() tea.Cmd {
	_ = p.ask() // without an answer what is remembered, or known of its name, holds
	cmd := p.root.Init()
	if width, height, err := term.GetSize(int(p.screen.Fd())); err == nil {
		size := tea.WindowSizeMsg{Width: width, Height: height}
		_, resized := p.Update(size)
		cmd, p.first = tea.Batch(cmd, resized), &size
	}
	return cmd
}

func (p *painter) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case frameDue:
		p.due = false
		return p, nil
	case tea.WindowSizeMsg:
		known := p.first != nil && *p.first == msg
		if p.first = nil; known {
			return p, nil
		}
		p.screen.Resize(msg.Width, msg.Height)
	}
	_, cmd := p.root.Update(msg)
	return p, cmd
}

// View is called after every message.
func (p *painter) View() string {
	if !p.ready || p.due {
		return ""
	}
	if wait := frameInterval - time.Since(p.drawn); wait > 0 {
		p.due = true
		time.AfterFunc(wait, func() { p.send(frameDue{}) })
		return ""
	}
	// A terminal that cannot be written to is gone, which its signal tells.
	_ = p.screen.Draw(p.root.View())
	p.drawn = time.Now()
	return ""
}
