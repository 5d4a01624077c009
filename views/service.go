package views

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/ui/dialog"
	"assay/ui/toast"
	"assay/views/frame"
)

type (
	serviceRead struct {
		rows [][2]string // nil if none runs
		err  error
	}
	serviceStop    struct{}
	serviceStart   struct{}
	serviceLog     struct{}
	serviceStopped struct{ err error }
	serviceLogRead struct {
		text string
		err  error
	}
)

const (
	// lookTime bounds the question how the service is.
	lookTime = 10 * time.Second
	// stopTime bounds its end: running requests have half a minute.
	stopTime = time.Minute
)

// serviceMessage handles what concerns the service in the background.
func (m *root) serviceMessage(msg tea.Msg) (cmd tea.Cmd, ok bool) {
	local := m.env.Local
	switch msg := msg.(type) {
	case frame.ShowService:
		return func() tea.Msg {
			ctx, cancel := context.WithTimeout(context.Background(), lookTime)
			defer cancel()
			rows, err := local.Status(ctx)
			return serviceRead{rows, err}
		}, true
	case serviceRead:
		if msg.err != nil {
			return m.notify(toast.Bad, msg.err.Error()), true
		}
		m.ask(m.serviceDialog(msg.rows))
		return nil, true
	case serviceStop:
		service := m.env.Service
		return tea.Batch(m.notify(toast.Info, "stopping the service"), func() tea.Msg {
			service.Hold()
			ctx, cancel := context.WithTimeout(context.Background(), stopTime)
			defer cancel()
			err := local.Stop(ctx)
			if err != nil {
				service.Release()
			}
			return serviceStopped{err}
		}), true
	case serviceStopped:
		if msg.err != nil {
			return m.notify(toast.Bad, msg.err.Error()), true
		}
		return tea.Batch(m.notify(toast.Good, "the service has ended"), m.perform(keymap.UsageRefresh)), true
	case serviceStart:
		m.env.Service.Release()
		return m.perform(keymap.UsageRefresh), true
	case serviceLog:
		return func() tea.Msg {
			text, err := local.Log()
			return serviceLogRead{text, err}
		}, true
	case serviceLogRead:
		if msg.err != nil {
			return m.notify(toast.Bad, msg.err.Error()), true
		}
		m.over = m.newTextAtEnd("Log of the service", msg.text)
		return nil, true
	}
	return nil, false
}

// serviceDialog shows the service, and what can be done with it.
func (m *root) serviceDialog(rows [][2]string) *dialog.Dialog {
	d := &dialog.Dialog{Title: "The service of this machine", Level: m.env.Theme.Accent}
	if rows == nil {
		d.Body = []string{"It does not run."}
		d.Choices = append(d.Choices, dialog.Choice{Key: "enter", Show: "Enter", Label: "start", Msg: serviceStart{}})
	} else {
		for _, row := range rows {
			d.Body = append(d.Body, row[0]+": "+row[1])
		}
		d.Body = append(d.Body, "", "Stopping it ends its sessions.")
		d.Choices = append(d.Choices, dialog.Choice{Key: "x", Show: "x", Label: "stop", Msg: serviceStop{}})
	}
	d.Choices = append(d.Choices,
		dialog.Choice{Key: "l", Show: "l", Label: "log", Msg: serviceLog{}},
		dialog.Choice{Key: "esc", Show: "Esc", Label: "close"})
	return d
}
