package views

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"golang.org/x/term"

	"assay/keymap"
	"assay/views/frame"
)

// crashReport writes what is known of a panic to a file for its user to hand on. What
// the user typed, asked and got is not in it.
type crashReport struct {
	dir     string
	version string

	mu    sync.Mutex
	size  string
	trail []keymap.Action // what was done last, oldest first
	path  string          // of the report, once there is one
}

// trailLength is how many actions a report has.
const trailLength = 50

// did notes an action.
func (c *crashReport) did(action keymap.Action) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.trail) == trailLength {
		c.trail = append(c.trail[:0], c.trail[1:]...)
	}
	c.trail = append(c.trail, action)
}

func (c *crashReport) resized(width, height int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.size = fmt.Sprintf("%dx%d", width, height)
}

// panicked is deferred where a panic can be: it writes the report and lets the panic
// go on to bubbletea, which restores the terminal.
func (c *crashReport) panicked() {
	if r := recover(); r != nil {
		c.write(r, debug.Stack())
		panic(r)
	}
}

func (c *crashReport) write(cause any, stack []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.path != "" || c.dir == "" {
		return
	}
	if c.size == "" { // the dashboard was not told yet
		if width, height, err := term.GetSize(int(os.Stdout.Fd())); err == nil {
			c.size = fmt.Sprintf("%dx%d", width, height)
		}
	}
	said := fmt.Sprintf("%T", cause)
	if err, ok := cause.(runtime.Error); ok { // any other may hold the user's words
		said = err.Error()
	}
	var b strings.Builder
	fmt.Fprintf(&b, "assay %s, %s %s/%s\n", c.version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	fmt.Fprintf(&b, "at       %s\nterminal %s, TERM=%s, %s\npanic    %s\n\nlast actions\n", time.Now().UTC().Format(time.RFC3339), c.size, os.Getenv("TERM"), os.Getenv("COLORTERM"), said)
	for _, action := range c.trail {
		fmt.Fprintf(&b, "  %s\n", action)
	}
	fmt.Fprintf(&b, "\n%s", stack)
	path := filepath.Join(c.dir, "crash-"+time.Now().UTC().Format("20060102-150405")+".txt")
	if os.MkdirAll(c.dir, 0o700) == nil && os.WriteFile(path, []byte(b.String()), 0o600) == nil {
		c.path = path
	}
}

// farewell says where the report is, or nothing.
func (c *crashReport) farewell() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.path == "" {
		return ""
	}
	return "assay: the dashboard crashed. This is a bug in assay. The report is in " + c.path + "; it has no key, address, query or answer in it."
}

// guarded returns a command whose panic is reported, as are those of the commands it
// comes to.
func (c *crashReport) guarded(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg {
		defer c.panicked()
		msg := cmd()
		frame.EachCommand(msg, c.guarded)
		return msg
	}
}
