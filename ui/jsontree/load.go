package jsontree

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/cells"
	"assay/ui/jsondoc"
)

// LoadedMsg is the end of SetData. It must reach the tree's Update; hosts look at
// it to hand the document to other viewers.
type LoadedMsg struct {
	Document *jsondoc.Document // nil with Err
	Err      error             // what makes the data unreadable
	Broken   error             // which lines were left out; nil for none

	ticket int64
	data   []byte
	folds  *folds
}

// Of reports whether the message ends the last SetData of a tree.
func (msg LoadedMsg) Of(m *Model) bool { return msg.ticket == m.load.last }

type progressMsg struct{ ticket int64 }

// loading is the reading of data that is under way.
type loading struct {
	last   int64 // ticket of the last SetData
	done   bool  // its end has been dealt with
	cancel context.CancelFunc
	size   int64
	read   *atomic.Int64
}

func (l *loading) busy() bool { return l.cancel != nil }

func (l *loading) stop() {
	if l.cancel != nil {
		l.cancel()
	}
	l.cancel, l.done = nil, true
}

func (l *loading) status() string {
	return fmt.Sprintf("reading %s of JSON  %d %%", cells.Bytes(l.size), l.read.Load()*100/max(l.size, 1))
}

var tickets atomic.Int64

const (
	readAtOnce       = 256 << 10 // bytes that are read before a reader could notice
	progressInterval = 100 * time.Millisecond
)

// SetData shows other data, which must not change from now on. Small data is there
// at once; large data is read by the command, and what was shown stays until then.
// What both documents have keeps its folds, and the selection its place.
func (m *Model) SetData(data []byte) tea.Cmd {
	m.load.stop()
	ctx, cancel := context.WithCancel(context.Background())
	m.load = loading{last: tickets.Add(1), cancel: cancel, size: int64(len(data)), read: new(atomic.Int64)}
	ticket, many, read := m.load.last, m.many, m.load.read
	old := m.folds
	if old != nil {
		old = old.clone()
	}
	work := func() tea.Msg {
		msg := LoadedMsg{ticket: ticket, data: data}
		msg.Document, msg.Err = jsondoc.Index(ctx, data, jsondoc.Options{Many: many, Progress: read})
		if _, wrong := errors.AsType[*jsondoc.SyntaxError](msg.Err); wrong && many {
			if doc, broken, ok := jsondoc.IndexLines(ctx, data); ok {
				msg.Document, msg.Err, msg.Broken = doc, nil, broken
			}
		}
		if msg.Err == nil {
			msg.folds = newFolds(msg.Document)
			msg.folds.firstLook()
			if old != nil {
				msg.folds.carry(old)
			}
		}
		cancel()
		return msg
	}
	m.dirty = true
	if len(data) <= readAtOnce {
		msg := work().(LoadedMsg)
		return tea.Batch(m.loaded(msg), func() tea.Msg { return msg })
	}
	return tea.Batch(work, progress(ticket))
}

func progress(ticket int64) tea.Cmd {
	return tea.Tick(progressInterval, func(time.Time) tea.Msg { return progressMsg{ticket} })
}

func (m *Model) progressed(msg progressMsg) tea.Cmd {
	if msg.ticket != m.load.last || !m.load.busy() {
		return nil
	}
	m.dirty = m.dirty || m.doc == nil
	return progress(msg.ticket)
}

func (m *Model) loaded(msg LoadedMsg) tea.Cmd {
	if msg.ticket != m.load.last || m.load.done {
		return nil
	}
	m.load.stop()
	m.dirty = true
	clear(m.columns)
	if msg.Err != nil {
		m.doc, m.folds, m.broken = nil, nil, newBroken(msg.data, msg.Err)
		m.Finder().Clear()
		return nil
	}
	pointer, line := "", 0
	if m.doc != nil {
		pointer, line = m.doc.Pointer(m.selected), m.folds.row(m.selected)-m.top
	}
	if m.doc != nil && msg.Document.Many() && !m.doc.Many() { // what was all there was is the first of several
		pointer = "/0" + pointer
	}
	m.doc, m.folds, m.broken = msg.Document, msg.folds, nil
	n, _ := m.doc.Find(pointer)
	m.selected, m.from = m.folds.seen(n), 0
	m.top = max(0, m.folds.row(m.selected)-line)
	m.follow()
	return m.SearchAgain(m.doc)
}

// Clear shows nothing.
func (m *Model) Clear() {
	m.load.stop()
	m.Finder().Clear()
	m.doc, m.folds, m.broken = nil, nil, nil
	m.dirty = true
}

// broken is data that is not JSON, and why.
type broken struct {
	problem string
	line    int // 0 if the place is not known
	column  int
	excerpt []byte
	at      int // offset of the fault in the excerpt
}

// excerptBytes is how much is shown of a line before its fault.
const excerptBytes = 60

func newBroken(data []byte, err error) *broken {
	b := &broken{problem: err.Error()}
	var syntax *jsondoc.SyntaxError
	if !errors.As(err, &syntax) {
		return b
	}
	b.problem, b.line, b.column = syntax.Problem, syntax.Line, syntax.Column
	at := int(syntax.Offset)
	from := at
	for from > 0 && data[from-1] != '\n' && at-from < excerptBytes {
		from--
	}
	to := at
	for to < len(data) && data[to] != '\n' && to-at < 4*excerptBytes {
		to++
	}
	b.excerpt, b.at = data[from:to], at-from
	return b
}
