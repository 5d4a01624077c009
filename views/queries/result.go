package queries

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/client"
	"assay/keymap"
	"assay/ui/cells"
	"assay/ui/desktop"
	"assay/ui/jsontree"
	"assay/ui/rawjson"
	"assay/ui/textline"
	"assay/ui/toast"
	"assay/views/frame"
)

// face is how the result is shown.
type face uint8

const (
	asTree face = iota
	asRaw
	asMetadata
	faces
)

var faceNames = [faces]string{"tree", "raw", "metadata"}

// result is the Result pane: the latest answer, or why there is none.
type result struct {
	env       *frame.Env
	tree      *jsontree.Model
	raw       *rawjson.Model
	search    *textline.Model
	searching bool
	face      face

	response *client.QueryResponse
	took     time.Duration
	source   string
	sum      string // the first list of the data and its length: "24 products"
	err      error
	metaTop  int // the first line of the metadata that is shown
}

func newResult(env *frame.Env) *result {
	r := &result{env: env, tree: jsontree.New(env.Theme, env.Keys), raw: rawjson.New(env.Theme, env.Keys), search: textline.New(env.Theme, env.Keys)}
	r.search.SetPlaceholder("search keys and values")
	return r
}

// show takes an answer.
func (r *result) show(response *client.QueryResponse, took time.Duration, source, sum string) tea.Cmd {
	r.response, r.took, r.source, r.sum, r.err, r.metaTop = response, took, source, sum, nil, 0
	return r.tree.SetData(response.Data)
}

// nextFace shows the answer in its next form, at the same place of the data.
func (v *View) nextFace() {
	r := v.result
	switch r.face {
	case asTree:
		if selected, ok := r.tree.Selected(); ok {
			r.raw.Select(selected.Node)
		}
	case asRaw:
		r.tree.Select(r.raw.Node())
	}
	r.face = (r.face + 1) % faces
}

// do performs an action of the tree's scope on what is shown.
func (r *result) do(action keymap.Action) tea.Cmd {
	switch r.face {
	case asTree:
		return r.tree.Do(action)
	case asRaw:
		if r.env.Keys.Binding(action).Group == keymap.CopyGroup { // what the line stands for is the tree's to tell
			r.tree.Select(r.raw.Node())
			return r.tree.Do(action)
		}
		r.raw.Do(action)
	case asMetadata:
		const page = 10
		switch action {
		case keymap.TreeUp:
			r.metaTop--
		case keymap.TreeDown:
			r.metaTop++
		case keymap.TreePageUp, keymap.TreeHalfUp:
			r.metaTop -= page
		case keymap.TreePageDown, keymap.TreeHalfDown:
			r.metaTop += page
		case keymap.TreeFirst:
			r.metaTop = 0
		case keymap.TreeLast:
			r.metaTop = math.MaxInt32
		}
	}
	return nil
}

// fail takes a failure. The answer before it is kept.
func (r *result) fail(err error) { r.err = err }

// title sums the answer up: "24 products · 38 ms · 1 call".
func (r *result) title() string {
	if r.response == nil {
		return ""
	}
	var parts []string
	if r.sum != "" {
		parts = append(parts, r.sum)
	}
	parts = append(parts, cells.Elapsed(r.took), "1 call")
	return strings.Join(parts, r.env.Theme.Glyphs.Separator)
}

// sumUp tells the first list of the data and its length, or nothing. It reads the
// data as far as that list, and belongs in commands.
func sumUp(data json.RawMessage) string {
	name, count := firstList(data)
	switch {
	case name == "":
		return ""
	case count == 1: // a name in the plural reads badly after one
		return "1 in " + cells.Visible(name)
	case count == 0:
		return "no " + cells.Visible(name)
	}
	return cells.Group(int64(count)) + " " + cells.Visible(name)
}

// firstList returns the name and the length of the first list of the data.
func firstList(data json.RawMessage) (string, int) {
	decoder := json.NewDecoder(strings.NewReader(string(data)))
	if token, err := decoder.Token(); err != nil || token != json.Delim('{') {
		return "", 0
	}
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return "", 0
		}
		var value json.RawMessage
		if decoder.Decode(&value) != nil {
			return "", 0
		}
		var items []json.RawMessage
		if len(value) > 0 && value[0] == '[' && json.Unmarshal(value, &items) == nil {
			return key.(string), len(items)
		}
	}
	return "", 0
}

// metadata returns the lines of the metadata.
func (r *result) metadata() [][2]string {
	m := r.response.Metadata
	lines := [][2]string{
		{"source", r.source},
		{"request", m.RequestID},
		{"answered in", cells.Elapsed(r.took)},
		{"size", cells.Bytes(int64(len(r.response.Data)))},
	}
	if m.Screenshot != nil {
		lines = append(lines, [2]string{"screenshot", "PNG, " + cells.Bytes(int64(base64.StdEncoding.DecodedLen(len(*m.Screenshot))))})
	}
	if m.Evidence != nil {
		lines = append(lines, [2]string{"evidence", cells.Group(int64(len(m.Evidence))) + " values"})
	}
	return lines
}

// describe explains a failure: what the service said, and what can be done.
func describe(err error) (sentence string, facts [][2]string, advice string) {
	var refused *client.Error
	if !errors.As(err, &refused) {
		return err.Error(), nil, ""
	}
	facts = append(facts, [2]string{"status", fmt.Sprint(refused.Status)})
	for _, fact := range [][2]string{{"code", refused.Code}, {"field", refused.Field}, {"request", refused.RequestID}} {
		if fact[1] != "" {
			facts = append(facts, fact)
		}
	}
	if refused.Position != nil {
		facts = append(facts, [2]string{"place", fmt.Sprintf("row %d, column %d", refused.Position.Row, refused.Position.Column)})
	}
	switch {
	case errors.Is(err, client.ErrQuotaExhausted):
		advice = "Nothing was charged. The Usage tab says when the next cycle begins."
	case errors.Is(err, client.ErrUnauthorized):
		advice = "Set ASSAY_API_KEY, or the key of the profile, to one that the service knows."
	case errors.Is(err, client.ErrBusy):
		advice = "Wait a moment and run it again."
	case refused.Code == "missing_part":
		advice = "Run `assay setup` on the service's machine, or query HTML from a file, which needs no browser."
	}
	return refused.Message, facts, advice
}

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
func (r *result) saveScreenshot(open bool) tea.Cmd {
	encoded, at := *r.response.Metadata.Screenshot, r.env.Now()
	return func() tea.Msg {
		image, err := base64.StdEncoding.DecodeString(encoded)
		if err != nil {
			return saved{what: "screenshot", err: err}.notice()
		}
		if !open {
			path, err := writeNew("assay-"+at.Format("20060102-150405")+".png", image)
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

// saveData writes the data as an indented JSON file.
func (r *result) saveData() tea.Cmd {
	data, at := r.response.Data, r.env.Now()
	return func() tea.Msg {
		var indented strings.Builder
		encoder := json.NewEncoder(&indented)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		if err := encoder.Encode(data); err != nil {
			return saved{what: "result", err: err}.notice()
		}
		path, err := writeNew("assay-"+at.Format("20060102-150405")+".json", []byte(indented.String()))
		return saved{"result", path, err}.notice()
	}
}

// writeNew writes a new file in the working directory, never over another.
func writeNew(name string, data []byte) (string, error) {
	path, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return "", err
	}
	_, err = f.Write(data)
	return path, errors.Join(err, f.Close())
}
