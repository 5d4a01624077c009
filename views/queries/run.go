package queries

import (
	"context"
	"errors"
	"net/http/httptrace"
	"slices"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/client"
	"assay/ui/toast"
	"assay/views/calls"
	"assay/views/frame"
	"assay/views/result"
)

// phase is how far a call has come, as far as the client can know.
type phase int32

const (
	preparing phase = iota
	connecting
	sending
	working
	receiving
)

// call is a query that is running.
type call struct {
	id       int
	cancel   context.CancelFunc
	started  time.Time
	phase    *atomic.Int32
	source   string // a short name of the page
	question string // what is asked of what, to know the same again
	browser  bool   // the service has to load a page
	typed    bool   // it was started while the user typed
	busy     bool   // the user does something else meanwhile
}

// words says what is happening.
func (c *call) words() string {
	switch phase(c.phase.Load()) {
	case preparing:
		return "finding the service"
	case connecting:
		return "connecting"
	case sending:
		return "sending"
	case working:
		if c.browser {
			return "loading and reading the page"
		}
		return "reading the page"
	}
	return "receiving the answer"
}

type (
	runEnded struct {
		id    int
		keys  []string // of the data
		asked bool     // the service was looked for; false if the page could not even be read
		calls.Answer
	}
)

// run starts the query. A query that does not parse is not sent: the cursor goes
// to its first error.
func (v *View) run() tea.Cmd {
	if v.running != nil {
		return frame.Notify(toast.Info, "a query is running; "+v.env.Key("global.cancel")+" cancels it")
	}
	r, refused := v.prepare()
	if refused != nil {
		return refused
	}
	ctx, cancel := context.WithCancel(context.Background())
	v.runs++
	c := &call{id: v.runs, cancel: cancel, started: v.env.Now(), phase: new(atomic.Int32), source: r.source, browser: r.from.kind() == fromURL, question: r.question, typed: v.typing()}
	v.running, v.dirty = c, true
	v.recall(v.source.field.Value())
	v.source.close()
	v.learn(r.Query)
	if v.width < sideBySide { // the progress is shown in the result's place
		v.focusOn(paneResult)
	}
	return tea.Batch(v.send(ctx, c, r), v.result.Start(c.started, c.words), v.saveDrafts())
}

// send returns the command that makes the call.
func (v *View) send(ctx context.Context, c *call, r request) tea.Cmd {
	env := v.env
	return func() tea.Msg {
		defer c.cancel()
		request, path, err := r.read()
		if err != nil {
			return runEnded{id: c.id, Answer: calls.Answer{Err: err}}
		}
		if _, err := env.Service.Client(ctx); err != nil { // before the call on the wire is followed
			return runEnded{id: c.id, asked: true, Answer: calls.Answer{Err: err}}
		}
		end := runEnded{id: c.id, asked: true, Answer: calls.Query(httptrace.WithClientTrace(ctx, c.trace()), env, request, path)}
		if end.Response != nil {
			end.keys = keysOf(end.Response.Data)
		}
		return end
	}
}

// trace follows the call on the wire.
func (c *call) trace() *httptrace.ClientTrace {
	at := func(p phase) { c.phase.Store(int32(p)) }
	return &httptrace.ClientTrace{
		GetConn:              func(string) { at(connecting) },
		GotConn:              func(httptrace.GotConnInfo) { at(sending) },
		WroteRequest:         func(httptrace.WroteRequestInfo) { at(working) },
		GotFirstResponseByte: func() { at(receiving) },
	}
}

func (v *View) ended(msg runEnded) tea.Cmd {
	at := slices.IndexFunc(v.tabs, func(d *tab) bool { return d.running != nil && d.running.id == msg.id })
	if at < 0 {
		return nil // cancelled, and told so
	}
	d := v.tabs[at]
	busy, source, question, typed := d.running.busy || d != v.tab, d.running.source, d.running.question, d.running.typed
	d.running, v.dirty = nil, true
	d.result.Stop()
	if errors.Is(msg.Err, context.Canceled) {
		return nil
	}
	var called tea.Cmd
	if msg.asked {
		called = func() tea.Msg { return frame.Called{Took: msg.Took, Err: msg.Err} }
	}
	var show tea.Cmd
	wrongPage := msg.Err != nil && (!msg.asked || aboutPage(msg.Err))
	if msg.Err != nil {
		d.result.Fail(msg.Err)
		if wrongPage {
			d.source.wrong = shortly(msg.Err)
		}
		if !busy {
			v.pointAt(msg.Err)
		}
	} else {
		d.answered = msg.keys
		d.ask.SetNames(v.namesFor(d))
		show = d.result.Show(result.Answer{
			Data: msg.Response.Data, Metadata: msg.Response.Metadata, Source: source, Took: msg.Took, Calls: 1, Sum: msg.Sum, Question: question,
		})
	}
	switch {
	case busy: // whoever types on does not want their keys to become commands
	case wrongPage && !v.hasPopup(): // which is mended there
		v.move(paneSource, typed)
	default:
		v.reveal()
	}
	return tea.Batch(called, show, v.announce(d, msg.Err))
}

// announce tells of an answer that is not on the screen.
func (v *View) announce(d *tab, err error) tea.Cmd {
	which := "the query"
	if len(v.tabs) > 1 {
		which = d.title()
	}
	switch {
	case v.visible && d == v.tab && v.areas()[paneResult].height > 0:
		return nil
	case err != nil:
		return frame.Notify(toast.Bad, which+" failed")
	}
	return frame.Notify(toast.Good, which+" is answered: "+d.result.Summary())
}

// pointAt moves the cursor to the place in the query that the service complains of.
func (v *View) pointAt(err error) {
	var refused *client.Error
	if errors.As(err, &refused) && refused.Position != nil {
		v.ask.PointAt(refused.Position.Row, refused.Position.Column)
	}
}

// cancel ends the running query. Its answer, if one comes, is not shown.
func (v *View) cancel() tea.Cmd {
	v.running.cancel()
	v.running, v.dirty = nil, true
	v.result.Stop()
	return tea.Batch(frame.Notify(toast.Info, "cancelled"), func() tea.Msg { return frame.Called{Err: context.Canceled} })
}
