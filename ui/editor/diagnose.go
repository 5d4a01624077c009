package editor

import (
	"slices"
	"sort"
	"time"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
)

// diagnostic is a Diagnostic with its place, which moves along with edits until
// the text is diagnosed anew.
type diagnostic struct {
	Diagnostic
	span
}

const (
	// diagnoseAtOnce is the length of text, in bytes, up to which it is diagnosed
	// when it is next drawn. Longer texts are when the keys pause.
	diagnoseAtOnce = 8 << 10
	diagnosePause  = 80 * time.Millisecond
)

// diagnoseMsg says that the keys may have paused.
type diagnoseMsg struct {
	version int
}

// diagnosedMsg brings what a command found wrong.
type diagnosedMsg struct {
	version int
	found   []Diagnostic
}

// Diagnostics returns what is wrong with the text, in order. For a text of more
// than 8 KiB it may be what was wrong before the latest keys; Diagnose is not.
func (m *Model) Diagnostics() []Diagnostic {
	m.settle()
	out := make([]Diagnostic, len(m.diags))
	for i, d := range m.diags {
		out[i] = d.Diagnostic
		out[i].Row = d.from.line + 1
		out[i].Column = utf8.RuneCountInString(m.buf.lines[d.from.line].text[:d.from.at]) + 1
	}
	return out
}

// Problems counts what Diagnostics returns.
func (m *Model) Problems() (wrong, doubtful int) {
	m.settle()
	for i := range m.diags {
		if m.diags[i].Severity == Error {
			wrong++
		} else {
			doubtful++
		}
	}
	return wrong, doubtful
}

// Diagnose returns what is wrong with the text as it is now.
func (m *Model) Diagnose() []Diagnostic {
	m.deferred = false
	return m.Diagnostics()
}

// NextProblem moves the cursor to the next diagnostic, going on at the start
// after the last.
func (m *Model) NextProblem() {
	m.settle()
	if len(m.diags) == 0 {
		return
	}
	i := sort.Search(len(m.diags), func(i int) bool { return m.caret.cursor.before(m.diags[i].from) })
	m.moveTo(m.buf.clamp(m.diags[i%len(m.diags)].from), false)
}

// PreviousProblem moves the cursor to the diagnostic before.
func (m *Model) PreviousProblem() {
	m.settle()
	if len(m.diags) == 0 {
		return
	}
	i := sort.Search(len(m.diags), func(i int) bool { return !m.diags[i].from.before(m.caret.cursor) })
	m.moveTo(m.buf.clamp(m.diags[(i-1+len(m.diags))%len(m.diags)].from), false)
}

// Recheck diagnoses the text anew: what its language knows has changed.
func (m *Model) Recheck() { m.diagsAt, m.dirty = -1, true }

// settle diagnoses the text if that is due here and now.
func (m *Model) settle() {
	switch {
	case m.lang == nil || m.diagsAt == m.version || m.deferred:
	case m.buf.empty():
		m.setDiagnostics(nil)
	default:
		m.setDiagnostics(m.lang.Diagnose(m.Value()))
	}
}

// deferDiagnosis answers an edit: a long text is diagnosed by a command, once the
// keys have paused.
func (m *Model) deferDiagnosis() tea.Cmd {
	if m.lang == nil || m.buf.shorterThan(diagnoseAtOnce) {
		return nil
	}
	m.deferred = true
	msg := diagnoseMsg{m.version}
	return tea.Tick(diagnosePause, func(time.Time) tea.Msg { return msg })
}

// shorterThan reports whether the text has less than n bytes.
func (b *buffer) shorterThan(n int) bool {
	for _, l := range b.lines {
		if n -= len(l.text) + 1; n < 0 {
			return false
		}
	}
	return true
}

func (m *Model) startDiagnosis(msg diagnoseMsg) tea.Cmd {
	if msg.version != m.version || !m.deferred {
		return nil
	}
	text, lang := m.Value(), m.lang
	return func() tea.Msg { return diagnosedMsg{msg.version, lang.Diagnose(text)} }
}

func (m *Model) takeDiagnosis(msg diagnosedMsg) {
	if msg.version == m.version {
		m.setDiagnostics(msg.found)
	}
}

func (m *Model) setDiagnostics(found []Diagnostic) {
	m.diagsAt, m.deferred, m.dirty = m.version, false, true
	if m.cursorInSight() { // new rows must not push it out
		m.reveal = max(m.reveal, tight)
	}
	found = slices.Clone(found)
	slices.SortStableFunc(found, func(a, b Diagnostic) int { return a.Start - b.Start })
	m.diags = m.diags[:0]
	line, start := 0, 0 // a line and the offset it starts at
	seek := func(offset int) pos {
		for line < len(m.buf.lines)-1 && offset > start+len(m.buf.lines[line].text) {
			start += len(m.buf.lines[line].text) + 1
			line++
		}
		return pos{line, min(max(offset-start, 0), len(m.buf.lines[line].text))}
	}
	for _, d := range found {
		from := seek(d.Start)
		to := pos{line, min(max(d.End-start, from.at), len(m.buf.lines[line].text))}
		m.diags = append(m.diags, diagnostic{d, span{from, to}})
	}
}

// shiftDiagnostics moves the diagnostics along when the text of s gives place to
// one that ends at end.
func (m *Model) shiftDiagnostics(s span, end pos) {
	move := func(p pos) pos {
		switch {
		case !s.from.before(p):
			return p
		case p.before(s.to):
			return s.from
		case p.line == s.to.line:
			return pos{end.line, p.at - s.to.at + end.at}
		}
		return pos{p.line + end.line - s.to.line, p.at}
	}
	for i := range m.diags {
		d := &m.diags[i]
		d.from, d.to = move(d.from), move(d.to)
		if d.to.line != d.from.line {
			d.to = pos{d.from.line, len(m.buf.lines[d.from.line].text)}
		}
	}
}

// diagnosticsOn returns the diagnostics that begin on a line.
func (m *Model) diagnosticsOn(line int) []diagnostic {
	from := sort.Search(len(m.diags), func(i int) bool { return m.diags[i].from.line >= line })
	to := sort.Search(len(m.diags), func(i int) bool { return m.diags[i].from.line > line })
	return m.diags[from:to]
}

// Fix mends the diagnostic at the cursor, else the next one that it is known how to,
// as one change. It reports whether there was one.
func (m *Model) Fix() bool {
	m.settle()
	from := sort.Search(len(m.diags), func(i int) bool { return !m.diags[i].to.before(m.caret.cursor) })
	for i := range m.diags {
		d := m.diags[(from+i)%len(m.diags)]
		if d.Fix == "" {
			continue
		}
		m.change(other, func() { m.place(m.replace(d.span, d.Fix)) })
		return true
	}
	return false
}
