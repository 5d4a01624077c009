package queries

import (
	"context"
	"errors"
	"net/http/httptrace"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/client"
	"assay/client/query"
	"assay/ui/toast"
	"assay/views/frame"
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
	id      int
	cancel  context.CancelFunc
	started time.Time
	phase   *atomic.Int32
	browser bool // the service has to load a page
	fast    bool
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
			return "the service loads and reads the page"
		}
		return "the service reads the page"
	}
	return "receiving the answer"
}

type (
	runEnded struct {
		id       int
		response *client.QueryResponse
		err      error
		took     time.Duration
	}
	runTick struct{ id int }
)

// tickEvery is how often the elapsed time of a running query is drawn anew.
const tickEvery = 100 * time.Millisecond

// run starts the query. A query that does not parse is not sent: the cursor goes
// to its first error.
func (v *View) run() tea.Cmd {
	if v.running != nil {
		return frame.Notify(toast.Info, "a query is running; "+v.key("global.cancel")+" cancels it")
	}
	request := client.QueryRequest{Params: v.settings.params()}
	if v.isPrompt {
		request.Prompt = v.prompt.Value()
		if blank(request.Prompt) {
			v.focusOn(paneEditor)
			return frame.Notify(toast.Warn, "the prompt is empty: say which data you want")
		}
	} else {
		request.Query = v.query.Value()
		if _, err := query.Parse(request.Query); err != nil {
			v.focusOn(paneEditor)
			var list query.ErrorList
			if errors.As(err, &list) {
				v.query.SetCursor(list[0].Pos.Row, list[0].Pos.Column)
			}
			return frame.Notify(toast.Warn, err.Error())
		}
	}
	if v.source.kind == fromURL {
		if _, err := completeURL(v.source.url.Value()); err != nil {
			v.focusOn(paneSource)
			return frame.Notify(toast.Warn, err.Error())
		}
	}
	if err := v.settings.check(); err != nil {
		return frame.Notify(toast.Warn, err.Error())
	}
	ctx, cancel := context.WithCancel(context.Background())
	v.runs++
	c := &call{id: v.runs, cancel: cancel, started: v.env.Now(), phase: new(atomic.Int32), browser: v.source.kind == fromURL}
	v.running, v.dirty = c, true
	if v.width < sideBySide { // the progress is shown in the result's place
		v.focusOn(paneResult)
	}
	return tea.Batch(v.send(ctx, c, request), c.tick(), v.saveDraft())
}

func (c *call) tick() tea.Cmd {
	return tea.Tick(tickEvery, func(time.Time) tea.Msg { return runTick{c.id} })
}

// send returns the command that makes the call.
func (v *View) send(ctx context.Context, c *call, request client.QueryRequest) tea.Cmd {
	from, address, file := *v.source, v.source.url.Value(), v.source.file.Value()
	service := v.env.Service
	return func() tea.Msg {
		defer c.cancel()
		end := func(response *client.QueryResponse, took time.Duration, err error) tea.Msg {
			return runEnded{c.id, response, err, took}
		}
		p, err := from.read(address, file)
		if err != nil {
			return end(nil, 0, err)
		}
		request.URL, request.HTML = p.url, p.html
		api, err := service.Client(ctx)
		if err != nil {
			return end(nil, 0, err)
		}
		start := time.Now()
		response, err := api.Query(httptrace.WithClientTrace(ctx, c.trace()), request)
		return end(response, time.Since(start), err)
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
	if v.running == nil || v.running.id != msg.id {
		return nil // cancelled, and told so
	}
	v.running, v.dirty = nil, true
	if errors.Is(msg.err, context.Canceled) {
		return nil
	}
	called := func() tea.Msg { return frame.Called{Took: msg.took, Err: msg.err} }
	if msg.err != nil {
		v.result.fail(msg.err)
		v.reveal()
		return tea.Batch(called, v.pointAt(msg.err))
	}
	show := v.result.show(msg.response, msg.took, v.source.name())
	v.reveal()
	return tea.Batch(called, show)
}

// pointAt moves the cursor to the place in the query that the service complains of.
func (v *View) pointAt(err error) tea.Cmd {
	var refused *client.Error
	if errors.As(err, &refused) && refused.Position != nil && !v.isPrompt {
		v.query.SetCursor(refused.Position.Row, refused.Position.Column)
	}
	return nil
}

// cancel ends the running query. Its answer, if one comes, is not shown.
func (v *View) cancel() tea.Cmd {
	v.running.cancel()
	v.running, v.dirty = nil, true
	return tea.Batch(frame.Notify(toast.Info, "cancelled"), func() tea.Msg { return frame.Called{Err: context.Canceled} })
}
