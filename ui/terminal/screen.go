package terminal

import (
	"os"
	"strconv"
	"strings"
	"sync"

	"assay/ui/cells"
)

// Screen draws frames as soon as there are any, where bubbletea's renderer looks for
// one a hundred times a second whether or not anything moves. It is bubbletea's output
// too: of what bubbletea writes, the sequences (alternate screen, mouse, title) reach
// the terminal, its own frames do not. Safe for concurrent use.
type Screen struct {
	*os.File
	out *Output

	mu            sync.Mutex
	width, height int
	lines         []string // what the terminal shows; nil if that is not known
	buffer        []byte
}

// NewScreen returns a Screen on the terminal of an Output.
func NewScreen(out *Output) *Screen { return &Screen{File: out.File, out: out} }

// Write takes the frames of bubbletea's renderer, which are not for the terminal.
func (s *Screen) Write(p []byte) (int, error) { return len(p), nil }

// eraseScreen is what bubbletea erases the terminal with, also when it comes back to it.
const eraseScreen = "\x1b[2J"

// WriteString takes the sequences of bubbletea's renderer.
func (s *Screen) WriteString(sequence string) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if strings.Contains(sequence, eraseScreen) {
		s.lines = nil
	}
	return s.out.sequence(sequence)
}

// Resize tells the size of the terminal, in cells. What it shows is not relied on any
// more: it has wrapped or cut lines.
func (s *Screen) Resize(width, height int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.width, s.height, s.lines = width, height, nil
}

// Draw shows a frame, lines of at most the terminal's width. Only those that are not on
// the screen already are written.
func (s *Screen) Draw(frame string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	lines := strings.Split(frame, "\n")
	lines = lines[:min(len(lines), s.height)]
	b := s.buffer[:0]
	for i, line := range lines {
		if i < len(s.lines) && s.lines[i] == line {
			continue
		}
		b = append(lineStart(b, i), line...)
		if cells.Width(line) < s.width { // in the last column it would erase what is there
			b = append(b, "\x1b[K"...)
		}
	}
	if len(lines) < s.height && len(s.lines) != len(lines) {
		b = append(lineStart(b, len(lines)), "\x1b[J"...)
	}
	if len(b) > 0 {
		b = lineStart(b, len(lines)-1) // where the cursor has always been between frames
	}
	s.lines, s.buffer = lines, b
	if len(b) == 0 {
		return nil
	}
	_, err := s.out.Write(b)
	return err
}

// lineStart appends the sequence that goes to the start of a line, from 0.
func lineStart(b []byte, line int) []byte {
	b = append(b, "\x1b["...)
	b = strconv.AppendInt(b, int64(line+1), 10)
	return append(b, ";1H"...)
}
