package documents

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/client"
	"assay/keymap"
	"assay/ui/cells"
	"assay/ui/toast"
	"assay/views/calls"
	"assay/views/frame"
	"assay/views/result"
	"assay/wire/pages"
)

// state is how far a file has come.
type state uint8

const (
	queued state = iota
	sending
	done
	failed
	cancelled
)

// doc is a file that was sent, or waits to be.
type doc struct {
	path    string
	count   count // as the user was told
	request client.DocumentRequest
	attempt int
	state   state
	cancel  context.CancelFunc
	began   time.Time
	sent    *atomic.Int64 // bytes

	answer *result.Answer
	kept   bool // the answer is of an earlier call, from the history
	err    error
	pane   *result.Pane // nil until the file is looked at
	shown  int          // the attempt that the pane shows
}

// busy reports whether the file is not through yet.
func (d *doc) busy() bool { return d.state == queued || d.state == sending }

// reading reports whether all of the file is on its way, so that the answer is
// what is awaited.
func (d *doc) reading() bool { return d.sent.Load() >= d.count.file.Size }

// batch is the files that were sent, a few of them under way at once.
type batch struct {
	docs   []*doc
	cursor int
	top    int
	ticker int // numbers the ticks; only the latest counts
}

type (
	ended struct {
		doc     *doc
		attempt int
		asked   bool // the service was looked for
		calls.Answer
	}
	batchTick struct{ ticker int }
)

const (
	// together is how many files are under way at once.
	together = 3
	// tickEvery is how often progress is drawn anew.
	tickEvery = 100 * time.Millisecond
)

// at returns the place of a path in the list, or -1.
func (b *batch) at(path string) int {
	return slices.IndexFunc(b.docs, func(d *doc) bool { return d.path == path })
}

// add queues a file; one that is in the list already begins anew.
func (b *batch) add(path string, c *count, request client.DocumentRequest) {
	i := b.at(path)
	if i < 0 {
		i = len(b.docs)
		b.docs = append(b.docs, &doc{path: path})
	}
	d := b.docs[i]
	d.count, d.request, d.state, d.kept, d.err = *c, request, queued, false, nil
	d.attempt++
}

// keep puts a file with the answer of an earlier call into the list. One that is under
// way stays as it is.
func (b *batch) keep(path string, answer result.Answer) {
	b.cursor = b.at(path)
	if b.cursor < 0 {
		b.cursor = len(b.docs)
		b.docs = append(b.docs, &doc{path: path, state: cancelled})
	}
	d := b.docs[b.cursor]
	if d.busy() {
		return
	}
	*d = doc{path: path, state: done, attempt: d.attempt + 1, answer: &answer, kept: true, pane: d.pane, shown: d.shown}
}

// selected returns the file under the cursor, or nil.
func (b *batch) selected() *doc {
	if b.cursor < len(b.docs) {
		return b.docs[b.cursor]
	}
	return nil
}

func (b *batch) move(by int) { b.cursor = min(max(b.cursor+by, 0), max(len(b.docs)-1, 0)) }

// count returns how many files are in a state.
func (b *batch) count(s state) int {
	n := 0
	for _, d := range b.docs {
		if d.state == s {
			n++
		}
	}
	return n
}

// running returns how many files are not through yet.
func (b *batch) running() int { return b.count(queued) + b.count(sending) }

// ended reports whether there is anything to export.
func (b *batch) ended() bool { return b.count(done)+b.count(failed) > 0 }

// failed returns the paths of the files that failed or were cancelled.
func (b *batch) failed() []string {
	var paths []string
	for _, d := range b.docs {
		if d.state == failed || d.state == cancelled {
			paths = append(paths, d.path)
		}
	}
	return paths
}

func (b *batch) disabled(action keymap.Action) string {
	d := b.selected()
	if d == nil {
		return "nothing was sent yet"
	}
	busy := d.busy()
	switch action {
	case keymap.BatchRetry:
		if busy {
			return "the file is being sent"
		}
	case keymap.BatchRetryAll:
		if len(b.failed()) == 0 {
			return "no file failed"
		}
	}
	return ""
}

// UnderWay says what ends with the dashboard: the files that are being sent.
func (v *View) UnderWay() []string {
	n := v.batch.running()
	if n == 0 {
		return nil
	}
	return []string{frame.Counted(n, "file") + " of the documents will not be read; what was not answered costs nothing."}
}

// pump starts as many of the waiting files as may be under way.
func (v *View) pump() tea.Cmd {
	var commands []tea.Cmd
	for _, d := range v.batch.docs {
		if d.state == queued && v.batch.count(sending) < together {
			commands = append(commands, v.send(d))
		}
	}
	return tea.Batch(commands...)
}

// send sends a file.
func (v *View) send(d *doc) tea.Cmd {
	ctx, cancel := context.WithCancel(context.Background())
	d.state, d.cancel, d.began, d.sent = sending, cancel, v.env.Now(), new(atomic.Int64)
	sent, told, request, path, attempt, env := d.sent, d.count.file, d.request, d.path, d.attempt, v.env
	return func() tea.Msg {
		defer cancel()
		file, err := OpenSame(path, told)
		if err != nil {
			return ended{doc: d, attempt: attempt, Answer: calls.Answer{Err: err}}
		}
		defer file.Close()
		request.File, request.Name, request.Size = file, path, told.Size
		request.Progress = func(n, _ int64) { sent.Store(n) }
		return ended{d, attempt, true, calls.Document(ctx, env, request, path, told.Pages)}
	}
}

// OpenSame opens a file, unless it is another than the user was told the cost of.
func OpenSame(path string, told pages.File) (*os.File, error) {
	now, err := pages.Stat(path)
	if err != nil {
		return nil, err
	}
	if !now.Same(told) {
		return nil, errors.New("the file has changed since its cost was shown: send it again")
	}
	return os.Open(path)
}

// ended takes what a file gave.
func (v *View) ended(msg ended) tea.Cmd {
	d := msg.doc
	var called tea.Cmd
	if msg.asked {
		called = func() tea.Msg { return frame.Called{Took: msg.Took, Err: msg.Err} }
	}
	if d.attempt != msg.attempt || d.state != sending {
		return called // cancelled, and told so
	}
	if msg.Err != nil {
		d.state, d.err = failed, msg.Err
		if errors.Is(msg.Err, context.Canceled) {
			d.state = cancelled
		}
	} else {
		d.state = done
		d.answer = &result.Answer{
			Data: msg.Response.Data, Metadata: msg.Response.Metadata, Source: filepath.Base(d.path),
			Took: msg.Took, Calls: d.count.file.Pages, Sum: msg.Sum,
		}
	}
	return tea.Batch(called, v.pump(), v.showSelected(), v.announce())
}

// announce tells that all files are through, if nobody is looking.
func (v *View) announce() tea.Cmd {
	b := &v.batch
	if v.visible || b.running() > 0 {
		return nil
	}
	if n := b.count(failed); n > 0 {
		return frame.Notify(toast.Bad, frame.Counted(n, "document")+" failed, "+strconv.Itoa(b.count(done))+" read")
	}
	return frame.Notify(toast.Good, frame.Counted(b.count(done), "document")+" read")
}

// stop ends the work on a file. What it costs, if the service was through with
// it, the usage tells.
func (d *doc) stop() {
	if d.cancel != nil {
		d.cancel()
	}
	d.state, d.err = cancelled, nil
}

// cancelAll ends the work on all files.
func (v *View) cancelAll() tea.Cmd {
	n := 0
	for _, d := range v.batch.docs {
		if d.busy() {
			d.stop()
			n++
		}
	}
	return tea.Batch(frame.Notify(toast.Info, frame.Counted(n, "file")+" cancelled"), v.showSelected())
}

// showSelected gives the selected file a pane with what it gave.
func (v *View) showSelected() tea.Cmd {
	v.dirty = true
	d := v.batch.selected()
	if d == nil || d.state != done && d.state != failed {
		if v.focus == paneAnswer && d == nil {
			v.focusOn(paneFiles)
		}
		return nil
	}
	if d.pane == nil {
		d.pane = result.New(v.env, result.Options{Title: cells.Visible(filepath.Base(d.path)), Again: keymap.BatchRetry, Take: keymap.AskTake})
		d.pane.SetTheme(v.theme)
	}
	v.layout()
	if d.shown == d.attempt {
		return nil
	}
	d.shown = d.attempt
	if d.state == failed {
		d.pane.Fail(d.err)
		return nil
	}
	if d.kept {
		return d.pane.ShowKept(*d.answer)
	}
	return d.pane.Show(*d.answer)
}

// tick draws progress while files are under way and the tab is looked at.
func (v *View) tick() tea.Cmd {
	if !v.visible || v.batch.running() == 0 {
		return nil
	}
	v.batch.ticker++
	return v.nextTick()
}

func (v *View) nextTick() tea.Cmd {
	ticker := v.batch.ticker
	return tea.Tick(tickEvery, func(time.Time) tea.Msg { return batchTick{ticker} })
}

func (v *View) ticked(msg batchTick) tea.Cmd {
	if msg.ticker != v.batch.ticker || !v.visible || v.batch.running() == 0 {
		return nil
	}
	return v.nextTick()
}
