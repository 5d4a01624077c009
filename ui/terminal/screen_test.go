package terminal

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/hinshun/vt10x"
)

// screenOn returns a screen, and what a terminal shows that reads what it writes.
func screenOn(t *testing.T, width, height int) (*Screen, func() (shown []string, bytes int)) {
	t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	terminal := vt10x.New(vt10x.WithSize(width, height))
	t.Cleanup(func() { _, _ = read.Close(), write.Close() })
	s := NewScreen(NewOutput(write))
	s.Resize(width, height)
	const end = "\x00"
	buffer := make([]byte, 64<<10)
	return s, func() ([]string, int) {
		if _, err := write.WriteString(end); err != nil {
			t.Fatal(err)
		}
		var all []byte
		for !strings.HasSuffix(string(all), end) {
			n, err := read.Read(buffer)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, buffer[:n]...)
		}
		_, _ = terminal.Write(all[:len(all)-len(end)]) // it never fails
		shown := strings.Split(strings.TrimSuffix(terminal.String(), "\n"), "\n")
		return shown, len(all) - len(end)
	}
}

func rowsOf(frame string, height int) []string {
	rows := strings.Split(frame, "\n")
	for len(rows) < height {
		rows = append(rows, "")
	}
	return rows
}

func compare(t *testing.T, shown, want []string) {
	t.Helper()
	for i := range max(len(shown), len(want)) {
		got, expected := "", ""
		if i < len(shown) {
			got = strings.TrimRight(shown[i], " ")
		}
		if i < len(want) {
			expected = strings.TrimRight(want[i], " ")
		}
		if got != expected {
			t.Fatalf("line %d is %q, want %q", i, got, expected)
		}
	}
}

func TestScreenShowsEachFrame(t *testing.T) {
	const width, height = 20, 6
	s, read := screenOn(t, width, height)
	random := rand.New(rand.NewPCG(1, 2))
	lines := make([]string, height)
	for range 300 {
		for i := range lines {
			if random.IntN(3) == 0 {
				lines[i] = strings.Repeat(string(rune('a'+random.IntN(26))), random.IntN(width+1))
			}
		}
		switch frame := strings.Join(lines[:1+random.IntN(height)], "\n"); random.IntN(10) {
		case 0: // something else wrote over it
			_, _ = io.WriteString(s.File, "\x1b[2;3Hspoilt")
			_, _ = s.WriteString("\x1b[2J")
			fallthrough
		default:
			if err := s.Draw(frame); err != nil {
				t.Fatal(err)
			}
			shown, _ := read()
			compare(t, shown, rowsOf(frame, height))
		}
	}
}

// What is on the screen is not written again, and what has changed is a line.
func TestScreenWritesWhatChanged(t *testing.T) {
	s, read := screenOn(t, 40, 10)
	frame := func(last int) string {
		var lines []string
		for i := range 9 {
			lines = append(lines, fmt.Sprintf("%-40d", i))
		}
		return strings.Join(append(lines, fmt.Sprintf("%-40d", last)), "\n")
	}
	for _, step := range []struct {
		name     string
		last     int
		before   func()
		min, max int
	}{
		{"the first frame", 1, nil, 400, 600},
		{"the same", 1, nil, 0, 0},
		{"one line", 2, nil, 40, 80},
		{"bubbletea's own frame", 2, func() { _, _ = s.Write([]byte(strings.Repeat("x", 1000))) }, 0, 0},
		{"after a resize", 2, func() { s.Resize(40, 10) }, 400, 600},
	} {
		if step.before != nil {
			step.before()
		}
		if err := s.Draw(frame(step.last)); err != nil {
			t.Fatal(err)
		}
		if _, n := read(); n < step.min || n > step.max {
			t.Errorf("%s: %d bytes are written, want %d to %d", step.name, n, step.min, step.max)
		}
	}
}

// blank is a model that draws nothing, as the dashboard's looks to bubbletea.
type blank struct{}

func (blank) Init() tea.Cmd                             { return tea.SetWindowTitle("assay") }
func (m blank) Update(msg tea.Msg) (tea.Model, tea.Cmd) { return m, nil }
func (blank) View() string                              { return "" }

// Of what bubbletea writes the sequences reach the terminal and its frames do not,
// and a screen that it erased is drawn whole.
func TestScreenUnderBubbletea(t *testing.T) {
	s, read := screenOn(t, 20, 3)
	program := tea.NewProgram(blank{}, tea.WithInput(nil), tea.WithOutput(s), tea.WithAltScreen(), tea.WithoutSignalHandler())
	ended := make(chan error, 1)
	go func() {
		_, err := program.Run()
		ended <- err
	}()
	program.Send(nil)
	if err := s.Draw("one\ntwo\nthree"); err != nil {
		t.Fatal(err)
	}
	program.Send(tea.ClearScreen())
	program.Send(nil) // the erasing is over
	if err := s.Draw("one\ntwo\nfour"); err != nil {
		t.Fatal(err)
	}
	shown, _ := read()
	compare(t, shown, []string{"one", "two", "four"})
	program.Quit()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
}
