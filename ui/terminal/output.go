// Package terminal is the one place that talks to the terminal beside bubbletea:
// synchronized output, clipboard sequences, and the question for the background
// colour with its answer.
package terminal

import (
	"os"
	"runtime"
	"sync"
)

const (
	beginSync = "\x1b[?2026h"
	endSync   = "\x1b[?2026l"
	// frameSize is the size from which a write is a frame worth synchronizing;
	// shorter ones are single sequences.
	frameSize = 64
)

// Output is a terminal to write frames to. Each frame is shown at once, however
// large it is, by terminals that know synchronized output; others ignore it. Safe
// for concurrent use.
type Output struct {
	*os.File
	mu     sync.Mutex
	buffer []byte
	held   bool
}

// NewOutput returns an Output on a terminal.
func NewOutput(f *os.File) *Output { return &Output{File: f} }

// Hold drops what is written from now on: the terminal stays as it is for another
// Output to go on with.
func (o *Output) Hold() {
	o.mu.Lock()
	o.held = true
	o.mu.Unlock()
}

// Write writes one frame or sequence.
func (o *Output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.held {
		return len(p), nil
	}
	if len(p) < frameSize {
		return o.File.Write(p)
	}
	o.buffer = append(append(append(o.buffer[:0], beginSync...), p...), endSync...)
	if _, err := o.File.Write(o.buffer); err != nil {
		return 0, err
	}
	return len(p), nil
}

// SaveTitle has the terminal keep its window's title for RestoreTitle. Terminals that
// cannot ignore it.
func (o *Output) SaveTitle() { o.titles("\x1b[22;2t") }

// RestoreTitle brings back the title that SaveTitle kept.
func (o *Output) RestoreTitle() { o.titles("\x1b[23;2t") }

// titles writes even while frames are held: what was kept is taken back in the same
// order by the Output that goes on.
func (o *Output) titles(sequence string) {
	if mute() {
		return
	}
	_, _ = o.sequence(sequence) // a title is not worth an end
}

// sequence writes to the terminal between frames, even while they are held.
func (o *Output) sequence(sequence string) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.File.WriteString(sequence)
}

// mute reports whether the terminal prints questions and the like instead of obeying, or
// answers where the answer would be taken for typed: bubbletea reads keys from the events
// of a Windows console, which Input does not see.
func mute() bool {
	if runtime.GOOS == "windows" {
		return true
	}
	switch os.Getenv("TERM") {
	case "linux", "dumb", "":
		return true
	}
	return false
}

// Ask asks the terminal for its background colour and for what it can do. The answers,
// if any come, reach those given to NewInput.
func (o *Output) Ask() error {
	if mute() {
		return nil
	}
	_, err := o.Write([]byte("\x1b]11;?\x07\x1b[c"))
	return err
}
