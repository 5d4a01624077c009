package views

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/ui/dialog"
	"assay/ui/toast"
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

// showService asks how the service in the background is.
func (m *root) showService() tea.Cmd {
	local := m.env.Local
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), lookTime)
		defer cancel()
		rows, err := local.Status(ctx)
		return serviceRead{rows, err}
	}
}

func (read serviceRead) handle(m *root) tea.Cmd {
	if read.err != nil {
		return m.notify(toast.Bad, read.err.Error())
	}
	m.ask(m.serviceDialog(read.rows))
	return nil
}

func (serviceStop) handle(m *root) tea.Cmd {
	service, local := m.env.Service, m.env.Local
	return tea.Batch(m.notify(toast.Info, "stopping the service"), func() tea.Msg {
		service.Hold()
		ctx, cancel := context.WithTimeout(context.Background(), stopTime)
		defer cancel()
		err := local.Stop(ctx)
		if err != nil {
			service.Release()
		}
		return serviceStopped{err}
	})
}

func (stopped serviceStopped) handle(m *root) tea.Cmd {
	if stopped.err != nil {
		return m.notify(toast.Bad, stopped.err.Error())
	}
	return tea.Batch(m.notify(toast.Good, "the service has ended"), m.perform(keymap.UsageRefresh))
}

func (serviceStart) handle(m *root) tea.Cmd {
	m.env.Service.Release()
	return m.perform(keymap.UsageRefresh)
}

func (serviceLog) handle(m *root) tea.Cmd {
	local := m.env.Local
	return func() tea.Msg {
		text, err := local.Log()
		return serviceLogRead{text, err}
	}
}

func (read serviceLogRead) handle(m *root) tea.Cmd {
	if read.err != nil {
		return m.notify(toast.Bad, read.err.Error())
	}
	m.over = m.newTextAtEnd("Log of the service", read.text)
	return nil
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
