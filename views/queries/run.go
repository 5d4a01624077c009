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
	"assay/views/frame"
	"assay/views/result"
	"assay/wire"
	"assay/workspace/history"
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
		id       int
		response *wire.QueryResponse
		sum      string   // of the response's data
		keys     []string // of the data
		err      error
		asked    bool // the service was looked for; false if the page could not even be read
		took     time.Duration
	}
)

// run starts the query. A query that does not parse is not sent: the cursor goes
// to its first error.
func (v *View) run() tea.Cmd {
	if v.running != nil {
		return frame.Notify(toast.Info, "a query is running; "+v.key("global.cancel")+" cancels it")
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
	service, past, now := v.env.Service, v.env.History, v.env.Now
	return func() tea.Msg {
		defer c.cancel()
		request, path, err := r.read()
		if err != nil {
			return runEnded{id: c.id, err: err}
		}
		api, err := service.Client(ctx)
		if err != nil {
			return runEnded{id: c.id, err: err, asked: true}
		}
		start := now()
		response, err := api.Query(httptrace.WithClientTrace(ctx, c.trace()), request)
		end := runEnded{id: c.id, response: response, err: err, asked: true, took: now().Sub(start)}
		if response != nil {
			end.sum, end.keys = result.SumOf(response), keysOf(response.Data)
		}
		past.Record(history.OfQuery(start, request, path), history.Outcome{Response: response, Err: err, Took: end.took, Cost: 1, Sum: end.sum})
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
	at := slices.IndexFunc(v.desks, func(d *desk) bool { return d.running != nil && d.running.id == msg.id })
	if at < 0 {
		return nil // cancelled, and told so
	}
	d := v.desks[at]
	busy, source, question, typed := d.running.busy || d != v.desk, d.running.source, d.running.question, d.running.typed
	d.running, v.dirty = nil, true
	d.result.Stop()
	if errors.Is(msg.err, context.Canceled) {
		return nil
	}
	var called tea.Cmd
	if msg.asked {
		called = func() tea.Msg { return frame.Called{Took: msg.took, Err: msg.err} }
	}
	var show tea.Cmd
	wrongPage := msg.err != nil && (!msg.asked || aboutPage(msg.err))
	if msg.err != nil {
		d.result.Fail(msg.err)
		if wrongPage {
			d.source.wrong = shortly(msg.err)
		}
		if !busy {
			v.pointAt(msg.err)
		}
	} else {
		d.answered = msg.keys
		d.ask.SetNames(v.namesFor(d))
		show = d.result.Show(result.Answer{
			Data: msg.response.Data, Metadata: msg.response.Metadata, Source: source, Took: msg.took, Calls: 1, Sum: msg.sum, Question: question,
		})
	}
	switch {
	case busy: // whoever types on does not want their keys to become commands
	case wrongPage && !v.covered(): // which is mended there
		v.move(paneSource, typed)
	default:
		v.reveal()
	}
	return tea.Batch(called, show, v.announce(d, msg.err))
}

// announce tells of an answer that is not on the screen.
func (v *View) announce(d *desk, err error) tea.Cmd {
	which := "the query"
	if len(v.desks) > 1 {
		which = d.title()
	}
	switch {
	case v.visible && d == v.desk && v.areas()[paneResult].height > 0:
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
