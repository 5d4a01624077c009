package clipboard

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"strings"
	"testing"
	"time"
)

func TestWays(t *testing.T) {
	broken := errors.New("broken")
	encoded := base64.StdEncoding.EncodeToString([]byte("text"))
	tests := []struct {
		name       string
		env        map[string]string
		native     func(string) error
		tmux       error
		text       string
		way        Method
		sure       bool
		wants      string // in what the terminal gets; "" for nothing
		says       string
		wantsError string
	}{
		{name: "desktop", env: map[string]string{"DISPLAY": ":0"}, native: works, way: Native, sure: true, says: "copied .a"},
		{name: "wayland", env: map[string]string{"WAYLAND_DISPLAY": "wayland-0"}, native: works, way: Native, sure: true, says: "copied .a"},
		{name: "desktop without a program", env: map[string]string{"DISPLAY": ":0"}, way: OSC52, wants: "\x1b]52;c;" + encoded, says: "sent .a to the terminal's clipboard (OSC 52)"},
		{name: "desktop fails", env: map[string]string{"DISPLAY": ":0"}, native: fails(broken), way: OSC52, wants: encoded, says: "sent .a"},
		{name: "desktop hangs", env: map[string]string{"DISPLAY": ":0"}, native: hangs, way: OSC52, wants: encoded, says: "sent .a"},
		{name: "ssh with a forwarded display", env: map[string]string{"DISPLAY": "localhost:10", "SSH_TTY": "/dev/pts/1"}, native: works, way: OSC52, wants: encoded, says: "sent .a"},
		{name: "ssh", env: map[string]string{"SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"}, way: OSC52, wants: encoded, says: "sent .a"},
		{name: "container", way: OSC52, wants: encoded, says: "sent .a"},
		{name: "tmux", env: map[string]string{"TMUX": "/tmp/x,1,0"}, way: Tmux, says: "copied .a to tmux, sent on"},
		{name: "old tmux", env: map[string]string{"TMUX": "/tmp/x,1,0"}, tmux: broken, way: OSC52, wants: "\x1bPtmux;", says: "sent .a"},
		{name: "screen", env: map[string]string{"TERM": "screen-256color"}, way: OSC52, wants: "\x1bP", says: "sent .a"},
		{name: "console", env: map[string]string{"TERM": "linux"}, says: "not copied", wantsError: "has no clipboard"},
		{name: "too long", text: strings.Repeat("x", 56_246), says: "not copied", wantsError: "56246 bytes"},
		{name: "longest", text: strings.Repeat("x", 56_244), way: OSC52, wants: "\x1b]52;", says: "sent .a"},
		{name: "nothing works", env: map[string]string{"DISPLAY": ":0", "TMUX": "x", "TERM": "linux"}, native: fails(broken), tmux: broken, says: "not copied", wantsError: "tmux: broken"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var terminal bytes.Buffer
			text := test.text
			if text == "" {
				text = "text"
			}
			c := &Clipboard{
				terminal: &terminal, getenv: func(name string) string { return test.env[name] }, native: test.native,
				tmux:  func(context.Context, string) error { return test.tmux },
				limit: 20 * time.Millisecond,
			}
			result := c.Copy(context.Background(), text, ".a")().(ResultMsg)
			if result.Method != test.way || result.Sure != test.sure || result.Text != text {
				t.Errorf("went %q, sure %v", result.Method, result.Sure)
			}
			if !strings.Contains(terminal.String(), test.wants) || test.wants == "" && terminal.Len() > 0 {
				t.Errorf("the terminal gets %.60q, want %q", terminal.String(), test.wants)
			}
			if !strings.HasPrefix(result.String(), test.says) {
				t.Errorf("says %q, want %q", result, test.says)
			}
			if (result.Err != nil) != (test.wantsError != "") || result.Err != nil && !strings.Contains(result.Err.Error(), test.wantsError) {
				t.Errorf("error %v, want %q", result.Err, test.wantsError)
			}
		})
	}
}

func TestTerminalThatCannotBeWritten(t *testing.T) {
	_, closed := io.Pipe()
	closed.Close()
	c := &Clipboard{terminal: closed, getenv: func(string) string { return "" }}
	if result := c.Copy(context.Background(), "text", "")().(ResultMsg); result.Err == nil {
		t.Error("writing to a closed terminal is taken for a copy")
	}
}

// These stand for the native clipboard.
func works(string) error { return nil }

func fails(err error) func(string) error { return func(string) error { return err } }

func hangs(string) error { select {} }
