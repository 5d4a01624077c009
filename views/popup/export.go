package popup

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/form"
	"assay/ui/toast"
	"assay/views/frame"
	"assay/workspace/wholefile"
)

// Export is data that can be written in several formats.
type Export struct {
	Title  string
	File   string // what the name begins with that is offered for a file
	Format string // the ending of the format that is offered first; "" is json
	Help   string // about the formats
	// Encode writes the data in the format of a file's ending, and says what it is: "3 results".
	// It belongs in commands.
	Encode func(ending string) (data []byte, what string, err error)
}

// The names of the form's fields, and the places that it exports to.
const (
	fieldFormat = "format"
	fieldTo     = "to"
	fieldPath   = "path"
	toFile      = "file"
	toClipboard = "clipboard"
)

// formats are the formats by the endings of their files.
var formats = []form.Option{
	{Value: "json", Label: "JSON"}, {Value: "ndjson", Label: "NDJSON"}, {Value: "csv", Label: "CSV"}, {Value: "md", Label: "Markdown"},
}

// Export asks for a format, and for a file or the clipboard.
func (l *Layer) Export(e Export) {
	name := e.File + "-" + l.env.Now().Format("20060102-150405")
	l.Form(e.Title, "Enter exports", []form.Field{
		{Name: fieldFormat, Label: "Format", Kind: form.Choice, Value: e.Format, Options: formats, Help: e.Help},
		{Name: fieldTo, Label: "To", Kind: form.Choice, Options: []form.Option{{Value: toFile}, {Value: toClipboard}}},
		{Name: fieldPath, Label: "Path", Kind: form.Text, Value: name, Help: "without an ending it gets that of the format",
			Check: checkPath, Shown: func(v form.Values) bool { return v[fieldTo] == toFile }},
	}, func(values form.Values) tea.Cmd { return func() tea.Msg { return e.write(values) } })
}

func checkPath(path string) error {
	path = frame.Expand(path)
	if strings.TrimSpace(path) == "" {
		return errors.New("give the file a name")
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return errors.New("this is a folder")
	}
	if _, err := os.Stat(filepath.Dir(path)); err != nil {
		return fmt.Errorf("there is no folder %s", filepath.Dir(path))
	}
	return nil
}

// write exports as the form says, and returns what tells of it.
func (e Export) write(values form.Values) tea.Msg {
	ending := values[fieldFormat]
	data, what, err := e.Encode(ending)
	for _, f := range formats {
		if f.Value == ending {
			what += " as " + f.Label
		}
	}
	if err == nil && values[fieldTo] == toClipboard {
		return frame.Copy{What: what, Text: string(data)}
	}
	path := frame.Expand(values[fieldPath])
	if filepath.Ext(path) == "" {
		path += "." + ending
	}
	if err == nil {
		path, err = WriteNew(path, data)
	}
	if err != nil {
		return frame.Notice{Level: toast.Bad, Text: "exporting: " + err.Error()}
	}
	return frame.Notice{Level: toast.Good, Text: what + " saved to " + path}
}

// WriteNew writes a new file, never over another: the name gets a number if it is taken.
// It returns the whole path.
func WriteNew(name string, data []byte) (path string, err error) {
	const most = 100
	if name, err = filepath.Abs(name); err != nil {
		return "", err
	}
	ending := filepath.Ext(name)
	path = name
	for n := 2; ; n++ {
		if err := wholefile.Create(path, data, 0o644); !errors.Is(err, fs.ErrExist) || n > most {
			return path, err
		}
		path = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(name, ending), n, ending)
	}
}
