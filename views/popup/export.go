package popup

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/picker"
	"assay/ui/toast"
	"assay/views/frame"
	"assay/workspace/wholefile"
)

// Export is a set of things that can be written in several formats.
type Export struct {
	Title string
	File  string // what a file's name begins with
	Mode  os.FileMode
	// Encode writes all in the format of a file's ending, and says what that is: "3 results".
	// It belongs in commands.
	Encode func(ending string) (data []byte, what string, err error)
}

// Export lists the ways to export: each format to a new file, and to the clipboard.
func (l *Layer) Export(e Export) {
	type way struct {
		name   string
		toFile bool
	}
	var items []picker.Item
	for _, toFile := range []bool{true, false} {
		for _, name := range []string{"JSON", "NDJSON", "CSV"} {
			title, detail := name+" to the clipboard", ""
			if toFile {
				title, detail = name+" to a file", "in the folder assay was started in"
			}
			items = append(items, picker.Item{Name: title, Detail: detail, Value: way{name, toFile}})
		}
	}
	at := l.env.Now().Format("20060102-150405")
	l.List(e.Title, items, func(item *picker.Item) tea.Cmd {
		chosen := item.Value.(way)
		return func() tea.Msg {
			ending := strings.ToLower(chosen.name)
			data, what, err := e.Encode(ending)
			if err == nil && !chosen.toFile {
				return frame.Copy{What: what + " as " + chosen.name, Text: string(data)}
			}
			path := ""
			if err == nil {
				path, err = writeNew(e.File+"-"+at, ending, data, e.Mode)
			}
			if err != nil {
				return frame.Notice{Level: toast.Bad, Text: "exporting: " + err.Error()}
			}
			return frame.Notice{Level: toast.Good, Text: what + " saved to " + path}
		}
	})
}

// writeNew writes a new file in the working directory, never over another: the name
// gets a number if it is taken.
func writeNew(name, ending string, data []byte, mode os.FileMode) (string, error) {
	const most = 100
	for n := 1; ; n++ {
		try := name + "." + ending
		if n > 1 {
			try = fmt.Sprintf("%s-%d.%s", name, n, ending)
		}
		path, err := filepath.Abs(try)
		if err != nil {
			return "", err
		}
		if err = wholefile.Create(path, data, mode); !errors.Is(err, fs.ErrExist) || n == most {
			return path, err
		}
	}
}
