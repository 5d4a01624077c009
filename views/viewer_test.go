package views

import (
	"os"
	"path/filepath"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// viewedFiles opens the viewer on files.
func viewedFiles(t *testing.T, files ...File) *player {
	t.Helper()
	m, err := newFileRoot(Options{Profile: "test", Theme: "assay-dark", StateDir: stateDir(t)}, files)
	if err != nil {
		t.Fatal(err)
	}
	m.copier = discardingClipboard()
	d := newPlayer(t, m)
	d.perform(m.Init())
	d.send(tea.WindowSizeMsg{Width: 100, Height: 24})
	return d
}

// fileOf writes a file and opens it.
func fileOf(t *testing.T, name, text string) File {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	source, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return File{path, source}
}

func TestSeveralFilesHaveTabs(t *testing.T) {
	t.Parallel()
	d := viewedFiles(t, fileOf(t, "one.json", `{"a": "first"}`), fileOf(t, "two.json", `{"b": "second"}`), fileOf(t, "three.ndjson", "{\"c\":1}\n{\"c\":2}\n"))
	d.until("1 one.json", "2 two.json", "3 three.ndjson", "first")
	d.measure()
	d.keys("2")
	d.until("second")
	d.send(press("alt+right"))
	d.send(press("alt+right"))
	d.until("first")
	d.keys("3")
	d.until("1/4")
	d.keys("?")
	d.until("Keys of three.ndjson")
	d.typed("tab")
	d.until("Go to two.json", "Next tab")
	d.refuse("Go to Documents")
	d.keys("esc")
	d.send(tea.MouseMsg{X: 3, Y: 0, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
	d.until("first")
}

// However many files there are, the tab of the one on the screen is on it.
func TestTabsOfManyFilesFit(t *testing.T) {
	t.Parallel()
	var files []File
	for range 30 {
		files = append(files, fileOf(t, "a-rather-long-name-of-a-file.json", `{"a": 1}`))
	}
	d := viewedFiles(t, files...)
	d.until("1 a-rather")
	for _, width := range []int{60, 80, 200} {
		d.send(tea.WindowSizeMsg{Width: width, Height: 24})
		for range len(files) {
			d.measure()
			d.send(press("alt+right"))
		}
	}
	d.send(press("alt+left"))
	d.until("30 a-rather")
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
	d := viewedFiles(t, File{"standard input", source})
	write(t, sink, "{\n \"lamp\": \"Alder\"")
	d.until("eading 18 B")
	write(t, sink, ",\n \"price\": 3}\n")
	sink.Close()
	d.until("Alder", "price")
}
