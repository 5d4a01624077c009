// Package clipboard puts text on the clipboard of the person at the terminal, who
// may be on another machine or inside tmux, and says how the text went and
// whether it is known to have arrived.
package clipboard

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"github.com/atotto/clipboard"
	"github.com/aymanbagabas/go-osc52/v2"
	tea "github.com/charmbracelet/bubbletea"
)

// Method is how a text was sent.
type Method string

// The methods.
const (
	Native Method = "native" // the clipboard of this machine's desktop
	Tmux   Method = "tmux"   // tmux's buffer, which passes it on to the terminal
	OSC52  Method = "OSC 52" // an escape sequence to the terminal
)

// ResultMsg is the outcome of a Copy.
type ResultMsg struct {
	Method Method // "" with Err
	Sure   bool   // the text is known to be on the clipboard, not only sent
	Err    error  // no method worked; Text can be shown to be copied by hand
	Text   string // what was to be copied
	What   string // what the caller called it
}

// String says what happened, for a short message: "copied .products[0]" or "sent
// .products[0] to the terminal's clipboard (OSC 52)".
func (r ResultMsg) String() string {
	switch {
	case r.Err != nil:
		return "not copied: " + r.Err.Error()
	case r.Sure:
		return strings.TrimSpace("copied " + r.What)
	case r.Method == Tmux:
		return strings.TrimSpace("copied "+r.What) + " to tmux, sent on to the terminal"
	}
	return strings.TrimSpace("sent "+r.What) + " to the terminal's clipboard (" + string(r.Method) + ")"
}

const (
	// osc52Limit is the longest sequence content, in encoded bytes, that terminals
	// in use take.
	osc52Limit = 74_994
	// timeLimit is how long a program that copies may take; one without a display
	// to talk to may wait for ever.
	timeLimit = 3 * time.Second
)

// Clipboard copies. Make one with New.
type Clipboard struct {
	terminal io.Writer
	getenv   func(string) string
	native   func(text string) error // nil if this machine has no way to copy
	tmux     func(ctx context.Context, text string) error
	limit    time.Duration
}

// New returns a Clipboard that writes escape sequences to terminal, each in a
// single call: the writer that the program's frames go through, which keeps the two
// apart.
func New(terminal io.Writer) *Clipboard {
	c := &Clipboard{terminal: terminal, getenv: os.Getenv, tmux: loadBuffer, limit: timeLimit}
	if !clipboard.Unsupported {
		c.native = clipboard.WriteAll
	}
	return c
}

// Copy returns a command that copies text and reports with a ResultMsg. What is how
// the message to the user calls it.
func (c *Clipboard) Copy(ctx context.Context, text, what string) tea.Cmd {
	return func() tea.Msg {
		result := c.copy(ctx, text)
		result.Text, result.What = text, what
		return result
	}
}

func (c *Clipboard) copy(ctx context.Context, text string) ResultMsg {
	var problems []error
	if c.local() && c.native != nil {
		err := c.bounded(ctx, func() error { return c.native(text) })
		if err == nil {
			return ResultMsg{Method: Native, Sure: true}
		}
		problems = append(problems, fmt.Errorf("the desktop's clipboard: %w", err))
	}
	inTmux := c.getenv("TMUX") != ""
	if inTmux {
		bound, cancel := context.WithTimeout(ctx, c.limit)
		defer cancel()
		err := c.tmux(bound, text)
		if err == nil {
			return ResultMsg{Method: Tmux}
		}
		problems = append(problems, fmt.Errorf("tmux: %w", err))
	}
	if err := c.sequence(text, inTmux); err != nil {
		problems = append(problems, err)
		return ResultMsg{Err: errors.Join(problems...)}
	}
	return ResultMsg{Method: OSC52}
}

// local reports whether the desktop this program runs on is the user's.
func (c *Clipboard) local() bool {
	if c.getenv("SSH_TTY") != "" || c.getenv("SSH_CONNECTION") != "" {
		return false
	}
	switch runtime.GOOS {
	case "darwin", "windows":
		return true
	}
	return c.getenv("DISPLAY") != "" || c.getenv("WAYLAND_DISPLAY") != "" ||
		c.getenv("TERMUX_VERSION") != "" || c.getenv("WSL_DISTRO_NAME") != ""
}

// bounded runs copy, but waits for it no longer than the limit.
func (c *Clipboard) bounded(ctx context.Context, copy func() error) error {
	done := make(chan error, 1)
	go func() { done <- copy() }()
	ctx, cancel := context.WithTimeout(ctx, c.limit)
	defer cancel()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return fmt.Errorf("no answer within %v", c.limit)
	}
}

// sequence writes the escape sequence that asks the terminal to copy.
func (c *Clipboard) sequence(text string, inTmux bool) error {
	if term := c.getenv("TERM"); term == "linux" || term == "dumb" {
		return fmt.Errorf("this terminal (%s) has no clipboard", term)
	}
	if n := base64.StdEncoding.EncodedLen(len(text)); n > osc52Limit {
		return fmt.Errorf("the text has %d bytes and a terminal takes at most %d", len(text), osc52Limit/4*3)
	}
	sequence := osc52.New(text)
	switch {
	case inTmux:
		sequence = sequence.Tmux()
	case strings.HasPrefix(c.getenv("TERM"), "screen"):
		sequence = sequence.Screen()
	}
	if _, err := io.WriteString(c.terminal, sequence.String()); err != nil {
		return fmt.Errorf("the terminal: %w", err)
	}
	return nil
}

// loadBuffer gives the text to tmux, which sends it on to its terminal.
func loadBuffer(ctx context.Context, text string) error {
	cmd := exec.CommandContext(ctx, "tmux", "load-buffer", "-w", "-")
	cmd.Stdin = strings.NewReader(text)
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	cmd.WaitDelay = time.Second
	if err := cmd.Run(); err != nil {
		if line, _, _ := strings.Cut(strings.TrimSpace(complaint.String()), "\n"); line != "" {
			return errors.New(line)
		}
		return err
	}
	return nil
}
