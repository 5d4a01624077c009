package browser

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/target"
)

// Errors of calls to a browser that is no longer there.
var (
	ErrGone     = errors.New("the browser is gone")
	ErrDetached = errors.New("the page is gone")
	ErrCrashed  = errors.New("the page crashed")
)

// CallError is the browser's own error to a call.
type CallError struct {
	Method  string
	Code    int64
	Message string
}

// Error returns the method and the message.
func (e *CallError) Error() string { return e.Method + ": " + e.Message }

// Transport carries whole messages of the protocol to and from a browser: a Pipe,
// or a share of one.
type Transport interface {
	ReadMessage() ([]byte, error)
	WriteMessage(message []byte) error
	Close() error // ends the browser
}

// Conn speaks the Chrome DevTools Protocol with one browser over a Transport. Its
// zero session is the browser itself; sessions of targets are made with Attach.
type Conn struct {
	pipe   Transport
	lastID atomic.Int64
	out    chan []byte
	done   chan struct{}

	mu       sync.Mutex
	pending  map[int64]*call
	sessions map[target.SessionID]*Session
}

// call is a call that waits for its answer.
type call struct {
	method string
	answer chan answer
}

type answer struct {
	result jsonv2.Value
	err    error
}

// message is everything that goes over the pipe, in either direction.
type message struct {
	ID        int64            `json:"id,omitzero"`
	Method    string           `json:"method,omitzero"`
	Params    jsonv2.Value     `json:"params,omitzero"`
	Result    jsonv2.Value     `json:"result,omitzero"`
	Error     *messageError    `json:"error,omitzero"`
	SessionID target.SessionID `json:"sessionId,omitzero"`
}

type messageError struct {
	Code    int64  `json:"code"`
	Message string `json:"message"`
	Data    string `json:"data,omitzero"`
}

// NewConn begins to speak over pipe. listen, which may be nil, gets the events of
// the browser itself: see Session.Listen.
func NewConn(pipe Transport, listen func(method string, params jsonv2.Value)) *Conn {
	c := &Conn{
		pipe:     pipe,
		out:      make(chan []byte, 16),
		done:     make(chan struct{}),
		pending:  map[int64]*call{},
		sessions: map[target.SessionID]*Session{},
	}
	c.Browser().Listen(listen)
	go c.read()
	go c.write()
	return c
}

// Close ends the browser.
func (c *Conn) Close() error { return c.pipe.Close() }

// Done is closed when the connection has ended.
func (c *Conn) Done() <-chan struct{} { return c.done }

// Browser returns the session of the browser itself.
func (c *Conn) Browser() *Session { return c.session("", "") }

// Attach opens a session with a target.
func (c *Conn) Attach(ctx context.Context, id target.ID) (*Session, error) {
	flat := true
	result, err := Call(ctx, c.Browser(), target.AttachToTarget, target.AttachToTargetParams{TargetID: id, Flatten: &flat})
	if err != nil {
		return nil, err
	}
	return c.session(result.SessionID, id), nil
}

func (c *Conn) session(id target.SessionID, of target.ID) *Session {
	c.mu.Lock()
	defer c.mu.Unlock()
	s, ok := c.sessions[id]
	if !ok {
		s = &Session{conn: c, id: id, target: of, done: make(chan struct{})}
		c.sessions[id] = s
	}
	return s
}

func (c *Conn) read() {
	defer close(c.done)
	for {
		raw, err := c.pipe.ReadMessage()
		if errors.Is(err, ErrMessageTooLarge) {
			c.finish(leadingID(raw), answer{err: err})
			continue
		}
		if err != nil {
			return
		}
		var m message
		if err := jsonv2.Unmarshal(raw, &m, jsonv2.AllowInvalidUTF8(true)); err != nil {
			c.finish(leadingID(raw), answer{err: fmt.Errorf("reading the browser's answer: %w", err)})
			continue
		}
		if m.Method != "" {
			c.event(m)
			continue
		}
		if m.Error != nil {
			c.finish(m.ID, answer{err: &CallError{Code: m.Error.Code, Message: m.Error.Message}})
		} else {
			c.finish(m.ID, answer{result: m.Result})
		}
	}
}

func (c *Conn) write() {
	for {
		select {
		case raw := <-c.out:
			if c.pipe.WriteMessage(raw) != nil {
				return // the reader ends too and tells everyone
			}
		case <-c.done:
			return
		}
	}
}

// leadingID returns the id of an answer from its first bytes, which are always
// {"id":N, or 0.
func leadingID(raw []byte) int64 {
	rest, ok := bytes.CutPrefix(raw, []byte(`{"id":`))
	if !ok {
		return 0
	}
	digits, _, _ := bytes.Cut(rest[:min(len(rest), 20)], []byte(","))
	id, _ := strconv.ParseInt(string(digits), 10, 64)
	return id
}

func (c *Conn) finish(id int64, a answer) {
	c.mu.Lock()
	waiting := c.pending[id]
	delete(c.pending, id)
	c.mu.Unlock()
	if waiting == nil {
		return
	}
	if failure, ok := errors.AsType[*CallError](a.err); ok {
		failure.Method = waiting.method
	}
	waiting.answer <- a
}

func (c *Conn) event(m message) {
	c.mu.Lock()
	s := c.sessions[m.SessionID]
	c.mu.Unlock()
	if s != nil {
		if listen := s.listen.Load(); listen != nil && *listen != nil {
			(*listen)(m.Method, m.Params)
		}
		if m.Method == inspector.TargetCrashed.Method {
			s.end(ErrCrashed)
		}
	}
	if m.Method == target.DetachedFromTarget.Method {
		var detached struct {
			SessionID target.SessionID `json:"sessionId"`
		}
		if jsonv2.Unmarshal(m.Params, &detached) != nil {
			return
		}
		c.mu.Lock()
		s := c.sessions[detached.SessionID]
		delete(c.sessions, detached.SessionID)
		c.mu.Unlock()
		if s != nil {
			s.end(ErrDetached)
		}
	}
}

// Session is the protocol with one target. It is safe for concurrent use.
type Session struct {
	conn   *Conn
	id     target.SessionID
	target target.ID // "" for the browser itself
	listen atomic.Pointer[func(method string, params jsonv2.Value)]

	once sync.Once
	err  error
	done chan struct{}
}

// Listen sets what gets the session's events from now on. It is called in the
// order of the events by the goroutine that reads the connection: it must not
// block and not make calls.
func (s *Session) Listen(listen func(method string, params jsonv2.Value)) {
	s.listen.Store(&listen)
}

// Frame returns the identifier of the main frame of the session's page.
func (s *Session) Frame() cdp.FrameID { return cdp.FrameID(s.target) }

// Detach ends the session, and those that it gave for frames; the page stays.
func (s *Session) Detach(ctx context.Context) {
	Call(ctx, s.conn.Browser(), target.DetachFromTarget, target.DetachFromTargetParams{SessionID: s.id})
}

// Frames returns sessions with those frames of the session's page, or frame, that run in
// processes of their own; they end with the session. It takes over Listen.
func (s *Session) Frames(ctx context.Context) ([]*Session, error) {
	var mu sync.Mutex
	var frames []*Session
	s.Listen(func(method string, params jsonv2.Value) {
		var attached struct {
			SessionID  target.SessionID `json:"sessionId"`
			TargetInfo struct {
				TargetID target.ID `json:"targetId"`
			} `json:"targetInfo"`
		}
		if method == target.AttachedToTarget.Method && jsonv2.Unmarshal(params, &attached, jsonv2.AllowInvalidUTF8(true)) == nil {
			mu.Lock()
			defer mu.Unlock()
			frames = append(frames, s.conn.session(attached.SessionID, attached.TargetInfo.TargetID))
		}
	})
	flat := true
	// The browser tells of the frames that there are before it answers.
	_, err := Call(ctx, s, target.SetAutoAttach, target.SetAutoAttachParams{AutoAttach: true, Flatten: &flat, Filter: target.Filter{{Type: "iframe"}}})
	s.Listen(nil)
	mu.Lock()
	defer mu.Unlock()
	return frames, err
}

// Done is closed when the target is gone or has crashed; Err then says which.
func (s *Session) Done() <-chan struct{} { return s.done }

// Err returns ErrDetached or ErrCrashed once Done is closed.
func (s *Session) Err() error {
	select {
	case <-s.done:
		return s.err
	default:
		return nil
	}
}

func (s *Session) end(err error) {
	s.once.Do(func() {
		s.err = err
		close(s.done)
	})
}

// Call sends a command and waits for its result. Errors are *CallError from the
// browser, ErrGone, ErrDetached, ErrCrashed, or ctx's.
func (s *Session) Call(ctx context.Context, method string, params, result any) error {
	m := message{ID: s.conn.lastID.Add(1), Method: method, SessionID: s.id}
	var err error
	if m.Params, err = jsonv2.Marshal(params, jsonv2.AllowInvalidUTF8(true)); err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	raw, err := jsonv2.Marshal(m, jsonv2.AllowInvalidUTF8(true))
	if err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	waiting := &call{method: method, answer: make(chan answer, 1)}
	s.conn.mu.Lock()
	s.conn.pending[m.ID] = waiting
	s.conn.mu.Unlock()
	defer func() {
		s.conn.mu.Lock()
		defer s.conn.mu.Unlock()
		delete(s.conn.pending, m.ID)
	}()
	for out := s.conn.out; ; {
		select {
		case out <- raw:
			out = nil // now for the answer
		case a := <-waiting.answer:
			if a.err != nil || result == nil {
				return a.err
			}
			if err := jsonv2.Unmarshal(a.result, result, jsonv2.AllowInvalidUTF8(true)); err != nil {
				return fmt.Errorf("%s: %w", method, err)
			}
			return nil
		case <-s.conn.done:
			return ErrGone
		case <-s.done:
			return s.err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Call runs a typed command on a session.
func Call[P, R any](ctx context.Context, s *Session, command cdp.Command[P, R], params P) (R, error) {
	var result R
	err := s.Call(ctx, command.Method, params, &result)
	return result, err
}
