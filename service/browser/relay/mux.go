// Package relay lets any number of DevTools clients drive one browser over its pipe
// and keeps them within the walls of their session.
//
// Every client gets a browser session of its own, which it takes for the browser:
// its messages are given that session and an id of the relay's, and the answers and
// events are given back without them. Sessions of pages belong to the client that
// attached to them. When a client goes, its browser session is closed, upon which
// the browser closes everything the client had attached to or made for itself only.
//
// A client's message is scanned once, checked, and re-emitted with a head in
// canonical form; of the browser's messages only the two ends are read.
package relay

import (
	"context"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"

	"assay/service/browser"
	"assay/service/browser/websocket"
)

// callTimeout bounds the relay's own calls to the browser.
const callTimeout = 10 * time.Second

// firstID is the lowest id of the relay's own calls to the browser. Those of the
// service's share are lower; Chromium takes ids of 31 bits.
const firstID = 1 << 30

// headRoom is how much space is kept before a message, for the head of its frame
// and for an id that is longer in the client's form.
const headRoom = websocket.HeaderRoom + 32

// Config says how a browser is shared. It does not change once clients are served.
type Config struct {
	Files     string                                // folder that downloads land in and files are taken from
	UserAgent string                                // what Browser.getVersion answers
	Override  *emulation.SetUserAgentOverrideParams // for everything that clients attach to; nil for none

	// Failure returns why an address could not be reached as Chromium names it, such as
	// net::ERR_NAME_NOT_RESOLVED, or "" if it is not known; nil if it never is.
	Failure func(address string) string
}

// Mux shares one browser among clients and the service itself.
type Mux struct {
	pipe  *browser.Pipe
	inner chan []byte // messages of the service's own share

	config   Config
	override []byte // params, as JSON
	conn     *browser.Conn

	used atomic.Pointer[[]byte] // a large buffer that was sent

	mu       sync.Mutex
	calls    int64 // so far
	pending  map[int64]pending
	sessions map[string]owned
	contexts map[string]bool // that clients made

	destinations []destination
	fetches      []*fetch
}

// owned is a session of a client's.
type owned struct {
	client  *client
	context string // of its page, "" if it is the default one or there is none
}

// pending is a call that was sent and not yet answered.
type pending struct {
	client *client // nil if nobody waits
	id     string  // the client's
	action action
	then   func(buffer []byte, e envelope) // gets the answer instead of the client, if not nil
}

// New begins to share the browser at the other end of pipe. The Conn returned by
// Conn is the service's own share; it sees what belongs to no client.
func New(pipe *browser.Pipe, listen func(method string, params jsonv2.Value)) *Mux {
	m := &Mux{
		pipe:     pipe,
		inner:    make(chan []byte, 64),
		pending:  map[int64]pending{},
		sessions: map[string]owned{},
		contexts: map[string]bool{},
	}
	m.conn = browser.NewConn(inner{pipe, m.inner}, listen)
	go m.read()
	return m
}

// Conn returns the service's own share of the browser.
func (m *Mux) Conn() *browser.Conn { return m.conn }

// Configure sets what clients get. It must come before the first Serve.
func (m *Mux) Configure(config Config) error {
	m.config = config
	if config.Override == nil {
		return nil
	}
	var err error
	if m.override, err = jsonv2.Marshal(config.Override); err != nil {
		return err
	}
	// Not every client attaches to these, and some let go of them at once; what
	// they say of the browser would then be the truth.
	m.call(target.SetAutoAttach.Method, "", []byte(`{"autoAttach":true,"waitForDebuggerOnStart":true,"flatten":true,`+
		`"filter":[{"type":"service_worker"},{"type":"shared_worker"},{"type":"page"}]}`), pending{})
	return nil
}

// read passes the browser's messages on until it is gone. Small messages get buffers
// of their own; a large one is handed on in the buffer that it was read into, which
// comes back once it is sent.
func (m *Mux) read() {
	defer close(m.inner)
	buffer := make([]byte, headRoom, smallMessage)
	for {
		var err error
		buffer, err = m.pipe.AppendMessage(buffer[:headRoom])
		switch {
		case err == browser.ErrMessageTooLarge:
			m.tooLarge(buffer[headRoom:])
		case err != nil:
			return
		case len(buffer) > smallMessage:
			m.deliver(buffer)
			buffer = make([]byte, headRoom, smallMessage)
			if used := m.used.Swap(nil); used != nil && cap(*used) > smallMessage {
				buffer = *used
			}
		default:
			// An id or a user agent may come out longer than it is.
			m.deliver(append(make([]byte, 0, len(buffer)+32), buffer...))
			if cap(buffer) > smallMessage {
				buffer = make([]byte, headRoom, smallMessage)
			}
		}
	}
}

// smallMessage is the size up to which a message is copied.
const smallMessage = 64 << 10

// deliver passes on the message that begins headRoom bytes into a buffer.
func (m *Mux) deliver(buffer []byte) {
	message := buffer[headRoom:]
	e, ok := open(message)
	if !ok {
		return // an answer to no call
	}
	if e.id != 0 {
		m.answer(buffer, e)
		return
	}
	var put <-chan struct{}
	switch e.method {
	case "Browser.downloadWillBegin", "Page.downloadWillBegin", "Browser.downloadProgress", "Page.downloadProgress":
		put = m.downloading(message)
	}
	if e.session == "" {
		if e.method == target.AttachedToTarget.Method {
			m.overrideUserAgent(message)
		}
		m.inner <- message
		return
	}
	m.mu.Lock()
	owner := m.sessions[e.session].client
	m.mu.Unlock()
	if owner == nil {
		m.inner <- message // a session of the service's, or of a client that has gone
		return
	}
	switch e.method {
	case target.AttachedToTarget.Method:
		m.attached(owner, message)
	case target.DetachedFromTarget.Method:
		m.detached(message)
	case network.RequestWillBeSent.Method, network.LoadingFinished.Method:
		owner.requests.note(e.method, message)
	case network.LoadingFailed.Method:
		if failed(message) {
			buffer = m.explain(buffer, owner.requests[requestID(message)])
			e, _ = open(buffer[headRoom:])
		}
	}
	if e.session == owner.session {
		buffer = append(buffer[:headRoom+e.tailFrom], '}')
	}
	if put == nil {
		owner.send(buffer[headRoom-websocket.HeaderRoom:])
		return
	}
	go func() {
		<-put
		owner.send(buffer[headRoom-websocket.HeaderRoom:])
	}()
}

// answer passes an answer on to who made the call.
func (m *Mux) answer(buffer []byte, e envelope) {
	m.mu.Lock()
	call, ok := m.pending[e.id]
	delete(m.pending, e.id)
	m.mu.Unlock()
	if !ok {
		m.inner <- buffer[headRoom:]
		return
	}
	if call.then != nil {
		call.then(buffer, e)
		return
	}
	if call.client == nil {
		return
	}
	switch call.action {
	case asContext:
		m.contextMade(buffer[headRoom:])
	case asVersion:
		if result := m.version(buffer[headRoom:]); result != nil {
			call.client.reply(call.id, e.session, `"result":`+string(result))
			return
		}
	}
	m.give(buffer, e, call)
}

// give passes an answer on to the client that made the call.
func (m *Mux) give(buffer []byte, e envelope, call pending) {
	if e.session == call.client.session {
		buffer = append(buffer[:headRoom+e.tailFrom], '}')
	}
	// The client's id is put right before what follows the browser's.
	at := headRoom + e.afterID - 1
	at -= copy(buffer[at-len(call.id):], call.id)
	at -= copy(buffer[at-len(headID):], headID)
	call.client.send(buffer[at-websocket.HeaderRoom:])
}

// tooLarge answers a call whose answer cannot be kept.
func (m *Mux) tooLarge(head []byte) {
	e, ok := open(append(head[:min(len(head), 64):64], '}'))
	if !ok || e.id == 0 {
		return
	}
	m.mu.Lock()
	call, ok := m.pending[e.id]
	delete(m.pending, e.id)
	m.mu.Unlock()
	if ok && call.client != nil {
		call.client.fail(call.id, "", "the answer is too large")
	}
}

// version returns the result of Browser.getVersion with the real user agent, nil for
// another answer: clients choose by it how to press keys, for which the real system counts.
func (m *Mux) version(message []byte) []byte {
	var version struct {
		Result map[string]jsonv2.Value `json:"result"`
	}
	if jsonv2.Unmarshal(message, &version) != nil || version.Result == nil || m.config.UserAgent == "" {
		return nil
	}
	version.Result["userAgent"] = jsonv2.Value(quote(m.config.UserAgent))
	result, err := jsonv2.Marshal(version.Result)
	if err != nil {
		return nil
	}
	return result
}

// attachment is the event of a new session.
type attachment struct {
	Params struct {
		SessionID  string `json:"sessionId"`
		TargetInfo struct {
			Type    string `json:"type"`
			Context string `json:"browserContextId"`
		} `json:"targetInfo"`
		WaitingForDebugger bool `json:"waitingForDebugger"`
	} `json:"params"`
}

// resumeDelay is how long a worker waits for the clients that wait for its start;
// they let it go themselves when they are ready.
const resumeDelay = 100 * time.Millisecond

// overrideUserAgent gives a page or worker that the relay itself is attached to the session's user
// agent. A new window goes on at once: it keeps the page that opened it waiting.
func (m *Mux) overrideUserAgent(message []byte) {
	var event attachment
	if m.override == nil || jsonv2.Unmarshal(message, &event, jsonv2.AllowInvalidUTF8(true)) != nil {
		return
	}
	session := event.Params.SessionID
	resume := func() { m.call(runtime.RunIfWaitingForDebugger.Method, session, nil, pending{}) }
	kind := event.Params.TargetInfo.Type
	switch kind {
	case "page", "service_worker", "shared_worker":
		m.call(emulation.SetUserAgentOverride.Method, session, m.override, pending{})
	}
	switch {
	case !event.Params.WaitingForDebugger:
	case kind == "page":
		resume()
	default:
		time.AfterFunc(resumeDelay, resume)
	}
}

// attached notes a session that a client gets, and gives it the session's user agent
// before the client hears of it.
func (m *Mux) attached(owner *client, message []byte) {
	var event attachment
	if jsonv2.Unmarshal(message, &event, jsonv2.AllowInvalidUTF8(true)) != nil || event.Params.SessionID == "" {
		return
	}
	m.mu.Lock()
	m.sessions[event.Params.SessionID] = owned{owner, event.Params.TargetInfo.Context}
	m.mu.Unlock()
	if m.override == nil {
		return
	}
	switch event.Params.TargetInfo.Type {
	case "page", "iframe", "webview", "worker", "shared_worker", "service_worker":
		m.call(emulation.SetUserAgentOverride.Method, event.Params.SessionID, m.override, pending{})
	}
}

func (m *Mux) detached(message []byte) {
	var event struct {
		Params struct {
			SessionID string `json:"sessionId"`
		} `json:"params"`
	}
	if jsonv2.Unmarshal(message, &event, jsonv2.AllowInvalidUTF8(true)) != nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.sessions, event.Params.SessionID)
}

// contextMade lets downloads of a new context land in the session's folder, before
// its client can use it.
func (m *Mux) contextMade(message []byte) {
	var made struct {
		Result struct {
			BrowserContextID string `json:"browserContextId"`
		} `json:"result"`
	}
	if jsonv2.Unmarshal(message, &made) != nil || made.Result.BrowserContextID == "" {
		return
	}
	m.mu.Lock()
	m.contexts[made.Result.BrowserContextID] = true
	m.mu.Unlock()
	m.call("Browser.setDownloadBehavior", "", m.downloads(made.Result.BrowserContextID), pending{})
}

// downloads returns the params of a call that lets a context's downloads land in the
// session's folder; "" is the default context.
func (m *Mux) downloads(context string) []byte {
	p := members{
		"behavior":      []byte(`"allowAndName"`),
		"downloadPath":  quote(m.folder(context)),
		"eventsEnabled": []byte("true"),
	}
	if context != "" {
		p["browserContextId"] = quote(context)
	}
	params, _ := p.write()
	return params
}

// AllowDownloads lets the downloads of the default context land in the session's
// folder.
func (m *Mux) AllowDownloads() {
	m.call("Browser.setDownloadBehavior", "", m.downloads(""), pending{})
}

// call sends a call of the relay's own.
func (m *Mux) call(method, session string, params []byte, p pending) {
	buffer := make([]byte, framedRoom, framedRoom+len(params)+2)
	m.send(append(buffer, params...), framedRoom, method, session, p)
}

// framedRoom is enough space before params for the head of any call.
const framedRoom = 512

// send sends a call whose params begin at an offset of at least framedRoom into a
// buffer, or end there if there are none.
func (m *Mux) send(buffer []byte, at int, method, session string, p pending) error {
	m.mu.Lock()
	id := firstID + m.calls%firstID
	m.calls++
	m.pending[id] = p
	m.mu.Unlock()
	head := make([]byte, 0, framedRoom)
	head = append(head, headID...)
	head = strconv.AppendInt(head, id, 10)
	head = append(head, `,"method":"`...)
	head = append(head, method...)
	head = append(head, '"')
	if session != "" {
		head = append(head, tailKey...)
		head = append(head, session...)
		head = append(head, '"')
	}
	if len(buffer) > at {
		head = append(head, `,"params":`...)
	}
	buffer = append(buffer, '}', 0)
	begin := at - len(head)
	copy(buffer[begin:], head)
	return m.pipe.WriteFramed(buffer[begin:])
}

// leave ends a client's browser session and everything in it.
func (m *Mux) leave(c *client) {
	m.mu.Lock()
	delete(m.sessions, c.session)
	m.destinations = slices.DeleteFunc(m.destinations, func(d destination) bool { return d.client == c })
	for id, session := range m.sessions {
		if session.client == c {
			delete(m.sessions, id)
		}
	}
	for id, call := range m.pending {
		if call.client == c {
			m.pending[id] = pending{}
		}
	}
	m.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), callTimeout)
	defer cancel()
	browser.Call(ctx, m.conn.Browser(), target.DetachFromTarget, target.DetachFromTargetParams{SessionID: target.SessionID(c.session)})
	m.AllowDownloads() // what the client set for the default context ended with it
}

// join opens a client's session, with the browser or with a page.
func (m *Mux) join(ctx context.Context, c *client, page target.ID) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	pageContext := ""
	if page != "" {
		flat := true
		attached, err := browser.Call(ctx, m.conn.Browser(), target.AttachToTarget, target.AttachToTargetParams{TargetID: page, Flatten: &flat})
		if err != nil {
			return err
		}
		c.session = string(attached.SessionID)
		if of, err := browser.Call(ctx, m.conn.Browser(), target.GetTargetInfo, target.GetTargetInfoParams{TargetID: page}); err == nil {
			pageContext = string(of.TargetInfo.BrowserContextID)
		}
		if m.override != nil {
			m.call(emulation.SetUserAgentOverride.Method, c.session, m.override, pending{})
		}
	} else {
		attached, err := browser.Call(ctx, m.conn.Browser(), target.AttachToBrowserTarget, cdp.Empty{})
		if err != nil {
			return err
		}
		c.session = string(attached.SessionID)
	}
	m.mu.Lock()
	m.sessions[c.session] = owned{c, pageContext}
	m.mu.Unlock()
	return nil
}

// contextOf returns the context of a session's page.
func (m *Mux) contextOf(session string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.sessions[session].context
}
