package api

import (
	"context"
	"sync"
	"time"
)

// activity counts the requests that are running.
type activity struct {
	mu      sync.Mutex
	running int
	last    time.Time     // when a request last began or ended
	idle    chan struct{} // closed when none runs any more; nil while nobody waits
}

func (a *activity) begin() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.running++
	a.last = time.Now()
}

func (a *activity) end() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.running--
	a.last = time.Now()
	if a.running == 0 && a.idle != nil {
		close(a.idle)
		a.idle = nil
	}
}

func (a *activity) now() (running int, last time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.running, a.last
}

// wait returns when no request is running or ctx ends.
func (a *activity) wait(ctx context.Context) error {
	a.mu.Lock()
	if a.running == 0 {
		a.mu.Unlock()
		return nil
	}
	if a.idle == nil {
		a.idle = make(chan struct{})
	}
	idle := a.idle
	a.mu.Unlock()
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
