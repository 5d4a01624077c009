package history

import (
	"encoding/json"
	"fmt"
	"strings"

	"assay/themes"
	"assay/ui/cells"
	"assay/ui/pane"
	"assay/views/ask"
	"assay/views/frame"
	"assay/workspace/history"
)

// drawRequest shows what was asked and how it ended.
func (v *View) drawRequest(a area) []string {
	t := v.theme
	box := pane.Pane{Title: "Request", Focused: v.focus == paneRequest}
	inner, rows := box.Inner(a.width, a.height)
	e := v.looked.entry
	if e == nil {
		return box.Draw(t, a.width, a.height, nil)
	}
	if v.looked.lines == nil || v.looked.width != inner {
		v.looked.lines, v.looked.width = v.requestLines(e, inner), inner
	}
	lines := v.looked.lines
	v.requestY = max(min(v.requestY, len(lines)-rows), 0)
	if len(lines) > rows {
		box.Foot = fmt.Sprintf("%d%%", (v.requestY+rows)*100/len(lines))
	}
	return box.Draw(t, a.width, a.height, lines[v.requestY:])
}

// nameWidth is that of the names of facts.
const nameWidth = 11

func (v *View) requestLines(e *history.Entry, inner int) []string {
	t := v.theme
	var lines []string
	link, linkEnd := "", ""
	fact := func(name string, style themes.Style, value string) {
		if value == "" {
			return
		}
		for _, line := range cells.Wrap(cells.Visible(value), max(inner-nameWidth, 8)) {
			lines = append(lines, t.Dim.Render(cells.Fit(name, nameWidth, ""))+link+style.Render(line)+linkEnd)
			name = ""
		}
	}
	if b := v.looked.before; b != nil {
		fact("compared", t.Accent, "with the call of "+b.At.Local().Format("2 Jan 15:04:05"))
	}
	if link = t.LinkStart(e.Address(), true); link != "" {
		linkEnd = themes.LinkEnd
	}
	fact("source", t.Text, e.Source)
	link, linkEnd = "", ""
	if e.Path != "" {
		fact("file", t.Text, e.Path)
	}
	fact("sha-256", t.Dim, e.Hash)
	fact("made", t.Text, e.At.Local().Format("2 Jan 2006 15:04:05"))
	status := "answered"
	style := t.Good
	if !e.OK() {
		status, style = strings.ReplaceAll(e.Code, "_", " "), t.Bad
	}
	if e.Status != 0 {
		status = fmt.Sprintf("%d %s", e.Status, status)
	}
	fact("status", style, status)
	fact("error", t.Text, e.Error)
	fact("took", t.Text, cells.Elapsed(e.Took))
	fact("cost", t.Text, frame.Counted(e.Cost, "call"))
	if e.Size > 0 {
		fact("size", t.Text, cells.Bytes(e.Size))
	}
	id := "request"
	if e.Kind == history.Session {
		id = "session"
	}
	fact(id, t.Dim, e.RequestID)
	if e.Pinned {
		fact("pinned", t.Warn, "kept whatever the limits")
	}
	if e.Masked {
		fact("secrets", t.Dim, "not kept; "+history.Mask+" stands for them")
	}
	for i, param := range Params(e.Params) {
		name := ""
		if i == 0 {
			name = "params"
		}
		fact(name, t.Text, param)
	}
	if e.Query != "" {
		lines = append(append(lines, "", t.Dim.Render("query")), ask.Lines(t, e.Query, max(inner, 8))...)
	}
	if e.Prompt != "" {
		lines = append(lines, "", t.Dim.Render("prompt"))
		for line := range strings.SplitSeq(strings.TrimRight(e.Prompt, "\n"), "\n") {
			lines = append(lines, pane.Paragraph(t.Text, "", line, max(inner, 8))...)
		}
	}
	return lines
}

// Params writes each param of a call, as history.Entry has them, as "name value", in the order in which they were sent.
func Params(text string) []string {
	decoder := json.NewDecoder(strings.NewReader(text))
	if token, err := decoder.Token(); err != nil || token != json.Delim('{') {
		return nil
	}
	var out []string
	for decoder.More() {
		name, err := decoder.Token()
		var value json.RawMessage
		if err != nil || decoder.Decode(&value) != nil {
			break
		}
		out = append(out, fmt.Sprintf("%v %s", name, strings.Trim(string(value), `"`)))
	}
	return out
}
