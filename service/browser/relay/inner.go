package relay

import (
	"io"
	"sync"
)

// inner is the service's own share of a browser: the transport of a browser.Conn,
// whose calls keep their ids.
type inner struct {
	mux *Mux

	mu    sync.Mutex
	wake  *sync.Cond
	queue [][]byte
	ended bool
}

func newInner(m *Mux) *inner {
	i := &inner{mux: m}
	i.wake = sync.NewCond(&i.mu)
	return i
}

// deliver queues a message, which is not used again by the caller.
func (i *inner) deliver(message []byte) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.queue = append(i.queue, message)
	i.wake.Signal()
}

// end ends the reading: the browser is gone.
func (i *inner) end() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.ended = true
	i.wake.Broadcast()
}

// ReadMessage is part of browser.Transport.
func (i *inner) ReadMessage() ([]byte, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	for len(i.queue) == 0 && !i.ended {
		i.wake.Wait()
	}
	if len(i.queue) == 0 {
		return nil, io.EOF
	}
	message := i.queue[0]
	i.queue[0] = nil // or it stays as long as the queue's array
	i.queue = i.queue[1:]
	return message, nil
}

// WriteMessage is part of browser.Transport.
func (i *inner) WriteMessage(message []byte) error { return i.mux.pipe.WriteMessage(message) }

// Close is part of browser.Transport: it ends the browser.
func (i *inner) Close() error { return i.mux.pipe.Close() }
