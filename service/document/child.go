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
	"slices"
	"strings"
	"syscall"
	"time"
)

// program is a run of another program: a parser of files from anywhere, which is
// therefore held within bounds.
type program struct {
	name  string
	args  []string
	env   []string  // all of its environment, but for the folders that it may write to
	stdin io.Reader // nil for none

	dir     string // where it runs, and all that it may write to; "" for a folder of its own, removed at its end
	scratch string // where such a folder is made; "" for where the system keeps temporary files

	time      time.Duration // it may run
	processor time.Duration // it may use of a processor; as long as it may run if 0
	memory    uint64        // bytes of address space
	output    int           // bytes of standard output

	into io.Writer // takes standard output as it comes; nil to have it from run
}

// maxFile is how large a file may be that a program writes: a cache of fonts takes
// some megabytes.
const maxFile = 64 << 20

// limitError is a program that came to a limit of ours.
type limitError struct {
	program string
	kind    ErrorKind
	limit   string // such as "20 seconds" or "1 GiB of memory"
}

func (e *limitError) Error() string {
	return fmt.Sprintf("%s needs more than the %s that it may have", e.program, e.limit)
}

// over is the error of a program that came to a limit.
func (p *program) over(kind ErrorKind, limit string) error {
	return &limitError{p.name, kind, limit}
}

func inSeconds(d time.Duration) string { return fmt.Sprintf("%g seconds", d.Seconds()) }

// inBytes writes a size as people do.
func inBytes(size uint64) string {
	switch {
	case size >= 1<<30:
		return fmt.Sprintf("%.4g GiB", float64(size)/(1<<30))
	case size >= 1<<20:
		return fmt.Sprintf("%.4g MiB", float64(size)/(1<<20))
	}
	return fmt.Sprintf("%.4g KiB", float64(size)/(1<<10))
}

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
// Nothing of it is left when run returns, but what it wrote to dir. Its error may be
// ctx's, a *limitError, an *exitError, or an *Error if the program is not there.
func (p *program) run(ctx context.Context) ([]byte, error) {
	path, err := exec.LookPath(p.name)
	if err != nil {
		return nil, fail(Missing, err, "This service lacks %s, which it needs to read this document; its operator can install it with `assay setup`.", p.name)
	}
	dir := p.dir
	if dir == "" {
		if dir, err = os.MkdirTemp(p.scratch, "assay-document-"); err != nil {
			return nil, fmt.Errorf("making a folder for %s: %w", p.name, err)
		}
		defer os.RemoveAll(dir)
	}
	var kept bytes.Buffer
	err = onOwnThread(func() error { return p.runIn(ctx, path, dir, &kept) })
	if err != nil {
		return nil, err
	}
	return kept.Bytes(), nil
}

// onOwnThread runs do on a thread that ends with it: what that thread may not do any
// more, the programs that it starts may not either, and they die when it ends.
func onOwnThread(do func() error) error {
	done := make(chan error)
	go func() {
		runtime.LockOSThread() // never to be unlocked
		done <- do()
	}()
	return <-done
}

// runIn runs the program, which is at path, in a folder.
func (p *program) runIn(ctx context.Context, path, dir string, kept *bytes.Buffer) error {
	limited, cancel := context.WithTimeoutCause(ctx, p.time, p.over(Timeout, inSeconds(p.time)))
	defer cancel()
	limited, end := context.WithCancelCause(limited)
	defer end(nil)

	var said complaints
	stdout := &boundedWriter{to: p.into, room: p.output, full: func() { end(p.over(TooLarge, inBytes(uint64(p.output))+" of output")) }}
	if p.into == nil {
		stdout.to = kept
	}
	cmd := exec.CommandContext(limited, path, p.args...)
	cmd.Dir = dir
	cmd.Env = slices.Concat(p.env, []string{"HOME=" + dir, "TMPDIR=" + dir, "XDG_CACHE_HOME=" + dir})
	cmd.Stdin = p.stdin
	cmd.Stdout, cmd.Stderr = stdout, &said
	cmd.SysProcAttr = attributes()
	cmd.Cancel = func() error { return killGroup(cmd.Process) }
	cmd.WaitDelay = time.Second

	if err := confine(dir); err != nil {
		return fmt.Errorf("confining %s to its folder: %w", p.name, err)
	}
	if err := cmd.Start(); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fail(Missing, err, "This service could not start %s, which it needs to read this document.", p.name)
	}
	limitErr := limit(cmd.Process.Pid, p.memory, cmp.Or(p.processor, p.time))
	if limitErr != nil {
		end(limitErr)
	}
	err := cmd.Wait()
	killGroup(cmd.Process) // whatever it may have started
	ending, _ := cmd.ProcessState.Sys().(syscall.WaitStatus)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case limitErr != nil && !errors.Is(limitErr, syscall.ESRCH):
		return fmt.Errorf("limiting %s: %w", p.name, limitErr)
	case limited.Err() != nil:
		return context.Cause(limited)
	case said.outOfMemory: // some go on without what they had no memory for
		return p.over(TooLarge, inBytes(p.memory)+" of memory")
	case ending.Signaled():
		return p.endedBy(ending.Signal(), &exitError{p.name, err, said.firstLines()})
	case err != nil:
		return &exitError{p.name, err, said.firstLines()}
	}
	return nil
}

// complaints is what a program writes to standard error: its beginning is kept.
type complaints struct {
	head, tail  []byte
	outOfMemory bool // it said so
}

// memoryWords are what Poppler, the C++ library and Leptonica say, in this order, when
// they get no memory.
var memoryWords = [...]string{"Out of memory", "std::bad_alloc", "malloc fail"}

const (
	maxComplaints = 4 << 10
	longestWords  = 16
)

// Write never fails.
func (c *complaints) Write(p []byte) (int, error) {
	c.head = append(c.head, p[:min(len(p), maxComplaints-len(c.head))]...)
	c.tail = append(c.tail, p...)
	for _, words := range memoryWords {
		c.outOfMemory = c.outOfMemory || bytes.Contains(c.tail, []byte(words))
	}
	c.tail = append(c.tail[:0], c.tail[max(0, len(c.tail)-longestWords):]...) // half of the words
	return len(p), nil
}

func (c *complaints) firstLines() string {
	lines := strings.SplitN(strings.TrimSpace(string(c.head)), "\n", 4)
	return strings.Join(lines[:min(len(lines), 3)], "; ")
}

// boundedWriter hands on what is written up to a limit, and tells when more comes.
type boundedWriter struct {
	to   io.Writer
	room int // bytes that may still come
	full func()
}

func (b *boundedWriter) Write(p []byte) (int, error) {
	within := p[:min(len(p), b.room)]
	b.room -= len(within)
	if n, err := b.to.Write(within); err != nil || len(within) == len(p) {
		return n, err
	}
	b.full()
	return len(within), io.ErrShortWrite
}
