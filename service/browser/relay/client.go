package relay

import (
	"context"
	"errors"
	"io"
	"strconv"
	"sync"
	"time"

	"github.com/chromedp/cdproto/target"

	"assay/service/browser/websocket"
)

const (
	// maxMessage bounds a client's message: Chromium takes no longer ones.
	maxMessage = 100 << 20

	// maxBacklog is how much may wait, beside the message being written, for a client
	// that has taken nothing for stallTimeout: then it is cut. For one that does read,
	// but slowly, the browser is made to wait at fullBacklog. There is room between
	// them so that others need not wait until it is known which of the two it is.
	maxBacklog   = 32 << 20
	fullBacklog  = 128 << 20
	stallTimeout = 2 * time.Second

	// keepBuffer is the largest buffer that is kept for the next large message, and
	// idleBuffer the largest that is kept when small messages follow.
	keepBuffer = 24 << 20
	idleBuffer = 1 << 20
)

// client is one DevTools client.
type client struct {
	mux     *Mux
	ws      *websocket.Conn
	files   ClientFiles
	session string // its browser session

	requests requests

	mu      sync.Mutex
	changed *sync.Cond
	queue   [][]byte // each with room for a frame's head
	backlog int      // bytes in queue
	writing bool     // a message, since began
	began   time.Time
	stalled bool // it was cut because it did not read
	gone    bool
}

// ErrStalled is why a client was cut that did not read.
var ErrStalled = errors.New("it does not read what it is sent")

// Client is how a client comes to a browser.
type Client struct {
	Page  target.ID   // it drives only this page, unless ""
	Files ClientFiles // nil for a client that may not name files of its own
}

// Serve lets a client drive the browser until either goes, or ctx ends, whose cause the
// client is then told. It returns when the client's part of the browser has been closed.
// The error is ErrStalled if the client was cut.
func (m *Mux) Serve(ctx context.Context, ws *websocket.Conn, as Client) error {
	c := &client{mux: m, ws: ws, files: as.Files, requests: requests{}}
	c.changed = sync.NewCond(&c.mu)
	defer ws.Drop()
	if err := m.join(ctx, c, as.Page); err != nil {
		return err
	}
	defer m.leave(c)
	stop := context.AfterFunc(ctx, func() { c.end(context.Cause(ctx)) })
	defer stop()
	written := make(chan struct{})
	go func() {
		defer close(written)
		c.write()
	}()
	err := c.read()
	c.drop()
	<-written
	switch {
	case c.stalled:
		return ErrStalled
	case err == io.EOF:
		return nil
	}
	return err
}

// read passes the client's messages on until it has gone. A browser that takes no more
// has died: the client is about to be told.
func (c *client) read() error {
	buffer := make([]byte, framedRoom, 64<<10)
	for {
		var err error
		if buffer, err = c.ws.ReadMessage(buffer[:framedRoom], maxMessage); err != nil {
			return err
		}
		if left, err := c.take(buffer); left || err != nil {
			c.part()
			return err
		}
		if cap(buffer) > keepBuffer || cap(buffer) > idleBuffer && len(buffer) < cap(buffer)/4 {
			buffer = make([]byte, framedRoom, 64<<10)
		}
	}
}

// take handles the message that begins framedRoom bytes into a buffer, and reports
// whether the client left with it.
func (c *client) take(buffer []byte) (left bool, err error) {
	message := buffer[framedRoom:]
	r, err := scan(message)
	if err != nil {
		c.refuse(r, -32600, err)
		return false, nil
	}
	session := r.session
	if session == "" {
		session = c.session
	} else if !c.owns(session) {
		c.refuse(r, -32001, errors.New("Session with given id not found."))
		return false, nil
	}
	params, action, err := c.check(r.method, session, r.params)
	if err != nil {
		c.refuse(r, -32000, err)
		return false, nil
	}
	switch action {
	case acknowledge, leave:
		c.reply(string(r.id), r.session, `"result":{}`)
		return action == leave, nil
	}
	call := pending{client: c, id: string(r.id), action: action}
	if action == asNavigation {
		m, _ := read(params)
		address, _ := m.text("url")
		call.then = c.mux.navigation(call, address)
	}
	if len(params) > 0 && len(r.params) > 0 && &params[0] == &r.params[0] {
		// As they were: the head takes the place of what was before them.
		at := cap(buffer) - cap(params)
		return false, c.mux.send(buffer[:at+len(params)], at, r.method, session, call)
	}
	fresh := make([]byte, framedRoom, framedRoom+len(params)+2)
	return false, c.mux.send(append(fresh, params...), framedRoom, r.method, session, call)
}

func (c *client) owns(session string) bool {
	c.mux.mu.Lock()
	defer c.mux.mu.Unlock()
	return c.mux.sessions[session].client == c
}

// refuse answers a message that is not passed on.
func (c *client) refuse(r request, code int, err error) {
	id := "null"
	if r.id != nil {
		id = string(r.id)
	}
	c.reply(id, r.session, `"error":{"code":`+strconv.Itoa(code)+`,"message":`+string(quote(err.Error()))+`}`)
}

// fail answers a call that the browser could not.
func (c *client) fail(id, session, message string) {
	c.reply(id, session, `"error":{"code":-32000,"message":`+string(quote(message))+`}`)
}

// reply sends an answer of the relay's own.
func (c *client) reply(id, session, body string) {
	text := `{"id":` + id + `,` + body
	if session != "" && session != c.session {
		text += `,"sessionId":"` + session + `"`
	}
	buffer := make([]byte, websocket.HeaderRoom, websocket.HeaderRoom+len(text)+1)
	c.send(append(append(buffer, text...), '}'))
}

// send queues the message that begins websocket.HeaderRoom bytes into a buffer. It
// waits while too much is queued for a client that reads, and cuts one that does not.
func (c *client) send(buffer []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.backlog > maxBacklog && !c.gone {
		left := stallTimeout - c.idle()
		if left <= 0 {
			c.stalled = true
			c.cut()
			break
		}
		if c.backlog <= fullBacklog {
			break
		}
		check := time.AfterFunc(left, c.changed.Broadcast)
		c.changed.Wait()
		check.Stop()
	}
	if c.gone {
		return
	}
	c.queue = append(c.queue, buffer)
	c.backlog += len(buffer)
	c.changed.Broadcast()
}

// idle returns for how long the client has taken nothing of the message being written.
// c.mu is held.
func (c *client) idle() time.Duration {
	if !c.writing {
		return 0
	}
	if took := c.ws.Took(); took.After(c.began) {
		return time.Since(took)
	}
	return time.Since(c.began)
}

// write sends what is queued until the client has gone.
func (c *client) write() {
	for {
		c.mu.Lock()
		for len(c.queue) == 0 && !c.gone {
			c.changed.Wait()
		}
		if c.gone {
			c.mu.Unlock()
			return
		}
		buffer := c.queue[0]
		c.queue[0] = nil // or it stays as long as the queue's array
		c.queue = c.queue[1:]
		c.backlog -= len(buffer)
		c.writing, c.began = true, time.Now()
		c.changed.Broadcast()
		c.mu.Unlock()
		if c.ws.WriteInPlace(websocket.Text, buffer) != nil {
			c.drop()
			return
		}
		if len(buffer) > smallMessage && cap(buffer) <= keepBuffer {
			c.mux.used.Store(&buffer)
		}
		c.mu.Lock()
		c.writing = false
		c.mu.Unlock()
	}
}

// part lets a client that has left, or whose browser has died, read what is queued for
// it and go by itself.
func (c *client) part() {
	deadline := time.AfterFunc(partTimeout, c.drop)
	defer deadline.Stop()
	for {
		if _, err := c.ws.ReadMessage(nil, maxMessage); err != nil {
			return
		}
	}
}

// partTimeout is how long that may take.
const partTimeout = 2 * time.Second

// drop ends the connection.
func (c *client) drop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cut()
}

// cut is drop with c.mu held.
func (c *client) cut() {
	c.gone = true
	c.queue, c.backlog = nil, 0
	c.changed.Broadcast()
	c.ws.Drop()
}

// end closes the connection and says why, to a client that knows a close frame from a
// message.
func (c *client) end(why error) {
	if !c.ws.TakesClose() {
		c.drop()
		return
	}
	c.mu.Lock()
	c.gone = true
	c.queue, c.backlog = nil, 0
	c.changed.Broadcast()
	c.mu.Unlock()
	c.ws.Close(websocket.StatusGoingAway, why.Error())
}
