package views

import (
	"context"
	"errors"
	"slices"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"assay/views/frame"
)

// TestPortalOpens asks for the service's web pages where there is no desktop, so that
// their address is copied, where that fails, and where the service is another's.
func TestPortalOpens(t *testing.T) {
	for _, variable := range []string{"DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"} {
		t.Setenv(variable, "")
	}
	t.Setenv("PATH", t.TempDir()) // nor a program that opens addresses
	const link = "http://127.0.0.1:8700/portal/open/secret"
	var answer error
	d := open(t, newStage(t), 120, 36, func(o *Options) {
		o.Portal = func(context.Context) (string, error) { return link, answer }
	})
	d.until("3,410 of 10,000")
	d.keys("o")
	d.until("the portal's address")
	if !slices.ContainsFunc(d.seen, func(msg tea.Msg) bool { c, ok := msg.(frame.Copy); return ok && c.Text == link }) {
		t.Error("the address is not copied")
	}
	answer = errors.New("the service is on fire")
	d.keys("o")
	d.until("the portal cannot be opened: the service is on fire")

	d = open(t, newStage(t), 120, 36)
	d.until("3,410 of 10,000")
	d.keys("o")
	d.until("this works only with the service on this machine")
	if slices.ContainsFunc(d.seen, func(msg tea.Msg) bool { _, ok := msg.(frame.Copy); return ok }) {
		t.Error("something was copied")
	}
}
