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

	// maxBacklog is how much may wait for a client that reads slowly; then the
	// browser is made to wait, and a client that takes nothing for stallTimeout
	// is dropped, because it holds up the others.
	maxBacklog   = 32 << 20
	stallTimeout = 30 * time.Second

	// keepBuffer is the largest buffer that is kept for the next large message, and
	// idleBuffer the largest that is kept when small messages follow.
	keepBuffer = 24 << 20
	idleBuffer = 1 << 20
)

// client is one DevTools client.
type client struct {
	mux     *Mux
	ws      *websocket.Conn
	session string // its browser session

	requests requests

	mu      sync.Mutex
	changed *sync.Cond
	queue   [][]byte // each with room for a frame's head
	backlog int      // bytes in queue and being written
	taken   int64    // messages written so far
	gone    bool
}

// Serve lets a client drive the browser, or only the page given unless it is "",
// until either goes, or ctx ends. It returns when the client's part of the browser
// has been closed. A client is never sent a close frame of its own accord, as it gets
// none from a browser that dies: some take it for a message.
func (m *Mux) Serve(ctx context.Context, ws *websocket.Conn, page target.ID) error {
	c := &client{mux: m, ws: ws, requests: requests{}}
	c.changed = sync.NewCond(&c.mu)
	defer ws.Drop()
	if err := m.join(ctx, c, page); err != nil {
		return err
	}
	defer m.leave(c)
	stop := context.AfterFunc(ctx, c.drop)
	defer stop()
	written := make(chan struct{})
	go func() {
		defer close(written)
		c.write()
	}()
	err := c.read()
	if err == io.EOF {
		err = nil
	}
	c.drop()
	<-written
	return err
}

// read passes the client's messages on until it has gone.
func (c *client) read() error {
	buffer := make([]byte, framedRoom, 64<<10)
	for {
		var err error
		if buffer, err = c.ws.ReadMessage(buffer[:framedRoom], maxMessage); err != nil {
			return err
		}
		left, err := c.take(buffer)
		if err != nil || left {
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
	params, action, err := c.mux.policy.check(r.method, r.params)
	if err != nil {
		c.refuse(r, -32000, err)
		return false, nil
	}
	switch action {
	case acknowledge, leave:
		c.reply(string(r.id), r.session, `"result":{}`)
		if action == leave {
			c.part()
		}
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
	return c.mux.sessions[session] == c
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
// waits while too much is queued.
func (c *client) send(buffer []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.backlog > maxBacklog {
		c.await()
	}
	if c.gone {
		return
	}
	c.queue = append(c.queue, buffer)
	c.backlog += len(buffer)
	c.changed.Broadcast()
}

// await waits until the backlog is small enough or the client is dropped. c.mu is
// held.
func (c *client) await() {
	taken := c.taken
	var check *time.Timer
	check = time.AfterFunc(stallTimeout, func() {
		c.mu.Lock()
		stalled := c.taken == taken
		taken = c.taken
		c.mu.Unlock()
		if stalled {
			c.drop()
		} else {
			check.Reset(stallTimeout)
		}
	})
	defer check.Stop()
	for c.backlog > maxBacklog && !c.gone {
		c.changed.Wait()
	}
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
		c.mu.Unlock()
		if c.ws.WriteInPlace(websocket.Text, buffer) != nil {
			c.drop()
			return
		}
		if len(buffer) > smallMessage && cap(buffer) <= keepBuffer {
			c.mux.used.Store(&buffer)
		}
		c.mu.Lock()
		c.backlog -= len(buffer)
		c.taken++
		c.changed.Broadcast()
		c.mu.Unlock()
	}
}

// part lets a client that has left read what is queued for it and go by itself.
func (c *client) part() {
	deadline := time.AfterFunc(partTimeout, c.drop)
	defer deadline.Stop()
	for {
		if _, err := c.ws.ReadMessage(nil, maxMessage); err != nil {
			return
		}
	}
}

// partTimeout is how long a client that has left may take to read the answer.
const partTimeout = 2 * time.Second

// drop ends the connection.
func (c *client) drop() {
	c.mu.Lock()
	c.gone = true
	c.queue, c.backlog = nil, 0
	c.changed.Broadcast()
	c.mu.Unlock()
	c.ws.Drop()
}
