package result

import (
	"encoding/base64"
	"strings"

	"assay/keymap"
	"assay/ui/cells"
	"assay/ui/pane"
	"assay/views/frame"
)

// border is the frame of the pane.
var border = pane.Pane{Tight: true}

// View returns exactly as many lines as the pane is high, each exactly as wide.
func (p *Pane) View() []string {
	if p.dirty || p.answer == nil { // what leads to the first answer follows what is done
		p.lines, p.dirty = p.draw(), false
	}
	return p.lines
}

func (p *Pane) draw() []string {
	t := p.theme
	frame := border
	frame.Focused = p.focused
	frame.Title = p.options.Title
	below := p.evidenceRows()
	inner, height := frame.Inner(p.width, p.height-below)
	rule := " " + t.Glyphs.Horizontal + t.Glyphs.Horizontal + " "
	if p.err == nil {
		frame.Title += p.sumUp(rule)
	}
	if p.filter.viewer != nil && !p.filter.open && p.err == nil {
		frame.Title = p.options.Title + rule + t.Accent.Render("| "+cells.Visible(p.filter.text)) + t.Dim.Render(t.Glyphs.Separator+p.filter.note)
	}
	p.tellFace(&frame)
	var lines []string
	switch {
	case p.running != nil:
		frame.Right = ""
		if !p.options.Plain {
			frame.Foot = t.Strong.Render(p.env.Key(keymap.Cancel)) + t.Dim.Render(" cancels")
		}
		frame.Title = p.options.Title + rule + t.Accent.Render(p.progress())
		if lines = p.drawRunning(); p.answer != nil {
			lines = p.drawAnswer(inner, height)
		}
	case p.err != nil && p.answer != nil:
		lines = p.drawFailureOver(inner, height)
	case p.err != nil:
		lines = p.drawFailure(inner)
	case p.answer != nil:
		lines = p.drawAnswer(inner, height)
	case p.options.Start != nil:
		lines = p.options.Start(t, inner)
	}
	if bottom := p.bottomLines(); p.readable() && p.running == nil && len(bottom) < height {
		lines = append(lines[:min(len(lines), height-len(bottom))], bottom...)
	}
	lines = frame.Draw(t, p.width, p.height-below, lines)
	if below > 0 {
		lines = append(lines, p.drawEvidence(below)...)
	}
	return p.over.Draw(lines, p.width, p.height)
}

// tellFace says in the border how the answer is shown, and where in it the reader is.
func (p *Pane) tellFace(frame *pane.Pane) {
	if p.readable() {
		frame.Right = faceNames[p.face]
		if p.changes.viewer != nil {
			frame.Right = "changes"
		}
		if !p.search.open && !p.filter.open {
			frame.Foot = p.shown().status(p.face)
		}
	}
}

// sumUp is the Summary and how the answer differs from an earlier one, after a rule. What
// differs is told whole: if there is no room for all, the cost and the time are left out.
func (p *Pane) sumUp(rule string) string {
	const around = 18 // columns of the border, its corners and the name of the face
	parts, separator := p.parts(), p.theme.Glyphs.Separator
	if diff := p.changes.diff; diff != nil && len(parts) > 0 {
		how := diff.Summary(p.theme.Glyphs.Minus)
		room := p.width - around - cells.Width(p.options.Title+rule+how)
		for len(parts) > 0 && cells.Width(strings.Join(parts, separator)+separator) > room {
			parts = parts[:len(parts)-1]
		}
		parts = append(parts, how)
	}
	if len(parts) == 0 {
		return ""
	}
	return rule + strings.Join(parts, separator)
}

// Summary sums the answer up: "24 products · 38 ms · 1 call"; it is "" without one.
func (p *Pane) Summary() string { return strings.Join(p.parts(), p.theme.Glyphs.Separator) }

func (p *Pane) parts() []string {
	if p.answer == nil {
		return nil
	}
	var parts []string
	if p.answer.Sum != "" {
		parts = append(parts, p.answer.Sum)
	}
	switch {
	case p.kept:
		return append(parts, "of "+cells.Moment(p.answer.At, p.env.Now()))
	case p.options.Plain:
		parts = append(parts, cells.Bytes(int64(len(p.answer.Data))))
	default:
		parts = append(parts, cells.Elapsed(p.answer.Took), frame.Counted(p.answer.Calls, "call"))
	}
	return parts
}

func (p *Pane) drawAnswer(inner, height int) []string {
	if p.face == asMetadata {
		lines := p.drawMetadata(inner)
		p.metaTop = max(min(p.metaTop, len(lines)-height), 0)
		return lines[p.metaTop:]
	}
	if f := p.filter; f.viewer != nil && p.shown() == f.viewer && len(f.output) == 0 && height > 1 {
		lines := make([]string, height)
		lines[1] = " " + p.theme.Dim.Render("No value passes the filter.")
		return lines
	}
	return p.shown().lines(p.face)
}

func (p *Pane) drawMetadata(inner int) []string {
	t := p.dataTheme()
	lines := []string{""}
	for _, fact := range p.metadata() {
		value := cells.CutMiddle(cells.Visible(fact[1]), max(inner-15, 8), t.Glyphs.Ellipsis)
		lines = append(lines, " "+t.Dim.Render(cells.Fit(fact[0], 13, ""))+t.Text.Render(value))
	}
	if generated := p.answer.Metadata.GeneratedQuery; generated != nil {
		head := t.Dim.Render("query made from the prompt")
		if p.options.Take != "" {
			head += t.Dim.Render("; ") + t.Strong.Render(p.env.Key(p.options.Take)) + t.Dim.Render(" takes it into the editor")
		}
		lines = append(lines, "", " "+head)
		for line := range strings.SplitSeq(strings.TrimRight(*generated, "\n"), "\n") {
			lines = append(lines, "   "+t.Key.Render(cells.Visible(line)))
		}
	}
	return lines
}

// metadata returns the names and values of what is known of the answer.
func (p *Pane) metadata() [][2]string {
	a := p.answer
	facts := [][2]string{
		{"source", a.Source},
		{"request", a.Metadata.RequestID},
		{"answered in", cells.Elapsed(a.Took)},
		{"size", cells.Bytes(int64(len(a.Data)))},
	}
	if shot := a.Metadata.Screenshot; shot != nil {
		facts = append(facts, [2]string{"screenshot", "PNG, " + cells.Bytes(int64(base64.StdEncoding.DecodedLen(len(*shot))))})
	}
	if a.Metadata.Evidence != nil {
		facts = append(facts, [2]string{"evidence", cells.Group(int64(len(a.Metadata.Evidence))) + " values"})
	}
	return facts
}
