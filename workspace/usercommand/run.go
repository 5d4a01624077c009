package usercommand

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// Outcome is how a command ended.
type Outcome struct {
	Text string // what it wrote, its last lines if that is much
	Cut  bool   // there was more before it
	Err  error  // why it failed, or nil
}

const (
	// maxOutput is how much is kept of what a command writes, in bytes.
	maxOutput = 64 << 10
	// grace is how long a command that is told to end may take.
	grace = 2 * time.Second
)

// Do runs the command and waits for its end, or for ctx's, which ends what the command
// started as well. It reads the selected value as JSON from its standard input.
func (c *Command) Do(ctx context.Context, s *Selection) Outcome {
	cmd := exec.CommandContext(ctx, "sh", "-c", c.Run, "assay")
	cmd.Env = append(os.Environ(), s.environment()...)
	cmd.Stdin = bytes.NewReader(s.JSON)
	endTogether(cmd)
	cmd.WaitDelay = grace
	var written tail
	cmd.Stdout, cmd.Stderr = &written, &written
	err := cmd.Run()
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return Outcome{Text: strings.TrimRight(string(written.bytes()), "\r\n\t "), Cut: written.cut, Err: err}
}

// Start starts a command that outlives the program, and whose output nobody reads.
func (c *Command) Start(s *Selection) error {
	cmd := exec.Command("sh", "-c", c.Run, "assay")
	cmd.Env = append(os.Environ(), s.environment()...)
	detach(cmd)
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("starting sh: %w", err)
	}
	go cmd.Wait() // so that nothing is left of it in the list of processes
	return nil
}

// lingering runs a line that it is given as its first argument, and keeps what was
// written on the screen if that failed, or if the second argument says so.
const lingering = `sh -c "$1" assay
code=$?
if [ "$code" != 0 ] || [ "$2" = true ]; then
	printf '\n[%s] Enter goes back to assay ' "$code"
	read -r _
fi
exit "$code"`

// Foreground returns what runs the command on the terminal: a program, its arguments,
// and its whole environment.
func (c *Command) Foreground(s *Selection) (program string, arguments, environment []string) {
	return "sh", []string{"-c", lingering, "assay", c.Run, fmt.Sprint(c.Wait)}, append(os.Environ(), s.environment()...)
}

// tail keeps the end of what is written to it.
type tail struct {
	kept []byte
	cut  bool
}

func (t *tail) Write(p []byte) (int, error) {
	t.kept = append(t.kept, p...)
	if len(t.kept) > 2*maxOutput {
		t.kept, t.cut = append(t.kept[:0], t.kept[len(t.kept)-maxOutput:]...), true
	}
	return len(p), nil
}

// bytes returns the end, in whole lines if something was cut off.
func (t *tail) bytes() []byte {
	kept := t.kept
	if len(kept) > maxOutput {
		kept, t.cut = kept[len(kept)-maxOutput:], true
	}
	if t.cut {
		if i := bytes.IndexByte(kept, '\n'); i >= 0 {
			kept = kept[i+1:]
		}
	}
	return kept
}
