package views

import (
	"os"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// viewedFile opens the viewer on a file.
func viewedFile(t *testing.T, file File) *player {
	t.Helper()
	m, err := newFileRoot(Options{Profile: "test", Theme: "assay-dark", StateDir: stateDir(t)}, file)
	if err != nil {
		t.Fatal(err)
	}
	m.copier = discardingClipboard()
	d := newPlayer(t, m)
	d.perform(m.Init())
	d.send(tea.WindowSizeMsg{Width: 100, Height: 24})
	return d
}

func pipe(t *testing.T) (source, sink *os.File) {
	t.Helper()
	source, sink, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { sink.Close() })
	return source, sink
}

func write(t *testing.T, sink *os.File, text string) {
	t.Helper()
	if _, err := sink.WriteString(text); err != nil {
		t.Fatal(err)
	}
}

// One value over several lines is shown when it is whole.
func TestPipeOfOneValueIsAwaited(t *testing.T) {
	t.Parallel()
	source, sink := pipe(t)
	d := viewedFile(t, File{"standard input", source})
	write(t, sink, "{\n \"lamp\": \"Alder\"")
	d.until("eading 18 B")
	write(t, sink, ",\n \"price\": 3}\n")
	sink.Close()
	d.until("Alder", "price")
}
