package document

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// program is a run of another program: a parser of files from anywhere, which is
// therefore held within bounds.
type program struct {
	name  string
	args  []string
	env   []string // all of its environment
	dir   string
	stdin io.Reader // nil for none

	time      time.Duration // it may run
	processor time.Duration // it may use of a processor; as long as it may run if 0
	memory    uint64        // bytes of address space
	output    int           // bytes of standard output

	into io.Writer // takes standard output as it comes; nil to have it from run
}

// What ends a program, for errors.Is.
var (
	errOutput = errors.New("it gave more output than it may")
	errTime   = errors.New("it ran longer than it may")
)

// exitError is a program that failed by itself.
type exitError struct {
	name   string
	err    error
	stderr string // its first lines
}

func (e *exitError) Error() string {
	return fmt.Sprintf("%s: %v: %s", e.name, e.err, e.stderr)
}

func (e *exitError) Unwrap() error { return e.err }

// run runs the program and returns its standard output, unless that goes elsewhere.
// Nothing of it is left when run returns. Its error may be ctx's, one of those above, an *exitError, or
// an *Error if the program is not there.
func (p *program) run(ctx context.Context) ([]byte, error) {
	path, err := exec.LookPath(p.name)
	if err != nil {
		return nil, fail(Missing, err, "This service lacks %s, which it needs to read this document; its operator can install it with `assay setup`.", p.name)
	}
	limited, cancel := context.WithTimeoutCause(ctx, p.time, errTime)
	defer cancel()
	limited, end := context.WithCancelCause(limited)
	defer end(nil)

	var kept, told bytes.Buffer
	stdout := &boundedWriter{to: p.into, room: p.output, full: func() { end(errOutput) }}
	if p.into == nil {
		stdout.to = &kept
	}
	cmd := exec.CommandContext(limited, path, p.args...)
	cmd.Dir = p.dir
	cmd.Env = p.env
	if cmd.Env == nil {
		cmd.Env = []string{} // nil would hand down this process's own
	}
	cmd.Stdin = p.stdin
	cmd.Stdout, cmd.Stderr = stdout, &boundedWriter{to: &told, room: 4 << 10}
	cmd.SysProcAttr = attributes()
	cmd.Cancel = func() error { return killGroup(cmd.Process) }
	cmd.WaitDelay = time.Second

	// The program dies with the thread that starts it, which must not end before.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := cmd.Start(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fail(Missing, err, "This service could not start %s, which it needs to read this document.", p.name)
	}
	limitErr := limit(cmd.Process.Pid, p.memory, cmp.Or(p.processor, p.time))
	if limitErr != nil {
		end(limitErr)
	}
	err = cmd.Wait()
	killGroup(cmd.Process) // whatever it may have started
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case limitErr != nil && !errors.Is(limitErr, syscall.ESRCH):
		return nil, fmt.Errorf("limiting %s: %w", p.name, limitErr)
	case limited.Err() != nil:
		return nil, fmt.Errorf("%s: %w", p.name, context.Cause(limited))
	case ranOut(cmd.ProcessState):
		return nil, fmt.Errorf("%s: %w", p.name, errTime)
	case err != nil:
		return nil, &exitError{p.name, err, firstLines(told.String())}
	}
	return kept.Bytes(), nil
}

// ranOut reports whether a program was ended for the time it used of a processor.
func ranOut(state *os.ProcessState) bool {
	status, ok := state.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == syscall.SIGXCPU
}

func killGroup(process *os.Process) error {
	err := syscall.Kill(-process.Pid, syscall.SIGKILL)
	if errors.Is(err, syscall.ESRCH) {
		return os.ErrProcessDone
	}
	return err
}

func firstLines(text string) string {
	lines := strings.SplitN(strings.TrimSpace(text), "\n", 4)
	return strings.Join(lines[:min(len(lines), 3)], "; ")
}

// boundedWriter hands on what is written up to a limit. What comes after it is
// dropped, and told of.
type boundedWriter struct {
	to   io.Writer
	room int    // bytes that may still come
	full func() // nil if nobody asks
}

func (b *boundedWriter) Write(p []byte) (int, error) {
	within := p[:min(len(p), b.room)]
	b.room -= len(within)
	if n, err := b.to.Write(within); err != nil || len(within) == len(p) {
		return n, err
	}
	if b.full != nil {
		b.full()
		return len(within), io.ErrShortWrite
	}
	return len(p), nil
}
