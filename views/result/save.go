package result

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/desktop"
	"assay/ui/toast"
	"assay/views/frame"
	"assay/views/popup"
)

type saved struct {
	what, path string
	err        error
}

func (s saved) notice() frame.Notice {
	if s.err != nil {
		return frame.Notice{Level: toast.Bad, Text: "saving the " + s.what + ": " + s.err.Error()}
	}
	return frame.Notice{Level: toast.Good, Text: s.what + " saved to " + s.path}
}

// saveScreenshot writes the screenshot beside the user's other files; open also
// shows it in the system's viewer.
func (p *Pane) saveScreenshot(open bool) tea.Cmd {
	encoded, at := *p.answer.Metadata.Screenshot, p.env.Now()
	return func() tea.Msg {
		image, err := base64.StdEncoding.DecodeString(encoded)
		if err != nil {
			return saved{what: "screenshot", err: err}.notice()
		}
		if !open {
			path, err := popup.WriteNew("assay-"+at.Format("20060102-150405")+".png", image)
			return saved{"screenshot", path, err}.notice()
		}
		path := filepath.Join(os.TempDir(), fmt.Sprintf("assay-%d-%d.png", os.Getpid(), at.UnixNano()))
		if err := os.WriteFile(path, image, 0o600); err != nil {
			return saved{what: "screenshot", err: err}.notice()
		}
		if err := desktop.Open(path); err != nil {
			return frame.Notice{Level: toast.Warn, Text: "no viewer could be started (" + err.Error() + "); the screenshot is at " + path}
		}
		return frame.Notice{Level: toast.Good, Text: "screenshot opened"}
	}
}
