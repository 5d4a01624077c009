package sessions

import (
	"context"
	"sync"
	"time"

	"assay/service/browser"
)

const (
	bootTimeout = 40 * time.Second

	// keepSpare is how long a spare of another kind than usual waits for its session.
	keepSpare = 10 * time.Minute
)

// usual is the kind of which there is always a spare.
var usual = kind{browser.Light, browser.Linux}

// spares keeps browsers started ahead of their sessions: one of the usual kind, and
// one of the other kind that was asked for last.
type spares struct {
	manager *Manager

	mu     sync.Mutex
	closed bool
	ready  map[kind]*machine
	boots  map[kind]*boot // being started
	other  kind           // the kind asked for last that is not the usual
	expiry *time.Timer
	work   sync.WaitGroup
}

// boot is a spare being started.
type boot struct {
	done    chan struct{}
	box     *machine
	claimed bool // who waits for it takes it
}

func (s *spares) init(m *Manager) {
	s.manager = m
	s.ready = map[kind]*machine{}
	s.boots = map[kind]*boot{}
}

// Warm starts a spare of the usual kind, so that the first session does not wait for
// its browser. With NoSpares it does nothing.
func (m *Manager) Warm() { m.spares.refill(usual) }

// Spares returns how many browsers wait for a session.
func (m *Manager) Spares() int {
	m.spares.mu.Lock()
	defer m.spares.mu.Unlock()
	return len(m.spares.ready)
}

// take returns a browser of a kind: a spare, the spare being started if nobody else
// waits for it, or a new one.
func (s *spares) take(ctx context.Context, k kind) (*machine, error) {
	box, starting := s.claim(k)
	if starting != nil {
		select {
		case <-starting.done:
			box = starting.box
		case <-ctx.Done():
			s.work.Go(func() {
				if <-starting.done; starting.box != nil {
					starting.box.close(s.manager)
				}
			})
			return nil, ctx.Err()
		}
	}
	if box == nil {
		var err error
		if box, err = s.manager.boot(ctx, k); err != nil {
			return nil, err
		}
	}
	s.refill(k)
	return box, nil
}

// claim returns a living spare, or one being started that nobody waits for.
func (s *spares) claim(k kind) (*machine, *boot) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if box := s.ready[k]; box != nil {
		delete(s.ready, k)
		if box.alive() {
			return box, nil
		}
		s.work.Go(func() { box.close(s.manager) })
	}
	if starting := s.boots[k]; starting != nil && !starting.claimed {
		starting.claimed = true
		return nil, starting
	}
	return nil, nil
}

// refill starts a spare of a kind in the background, unless there is one or there are to be
// none.
func (s *spares) refill(k kind) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.manager.config.NoSpares {
		return
	}
	if k != usual {
		s.replaceOther(k)
	}
	if s.ready[k] != nil || s.boots[k] != nil && !s.boots[k].claimed {
		return
	}
	starting := &boot{done: make(chan struct{})}
	s.boots[k] = starting
	s.work.Go(func() { s.fill(k, starting) })
}

// replaceOther makes k the kind beside the usual one. s.mu is held.
func (s *spares) replaceOther(k kind) {
	if old := s.ready[s.other]; old != nil && s.other != k && s.other != usual {
		delete(s.ready, s.other)
		s.work.Go(func() { old.close(s.manager) })
	}
	s.other = k
	if s.expiry != nil {
		s.expiry.Stop()
	}
	s.expiry = time.AfterFunc(keepSpare, func() { s.expire(k) })
}

// expire ends the spare of a kind that nobody has asked for in a while.
func (s *spares) expire(k kind) {
	s.mu.Lock()
	box := s.ready[k]
	delete(s.ready, k)
	s.mu.Unlock()
	if box != nil {
		box.close(s.manager)
	}
}

func (s *spares) fill(k kind, starting *boot) {
	ctx, cancel := context.WithTimeout(context.Background(), bootTimeout)
	defer cancel()
	box, err := s.manager.boot(ctx, k)
	if err != nil {
		s.manager.config.Log.Warn("a spare browser could not be started", "error", err)
	}
	s.mu.Lock()
	if s.boots[k] == starting {
		delete(s.boots, k)
	}
	starting.box = box
	keep := box != nil && !starting.claimed && !s.closed && (k == usual || k == s.other) && s.ready[k] == nil
	if keep {
		s.ready[k] = box
	}
	discard := box != nil && !starting.claimed && !keep
	close(starting.done)
	s.mu.Unlock()
	if discard {
		box.close(s.manager)
	}
}

// close ends all spares.
func (s *spares) close() {
	s.mu.Lock()
	s.closed = true
	if s.expiry != nil {
		s.expiry.Stop()
	}
	for k, box := range s.ready {
		delete(s.ready, k)
		s.work.Go(func() { box.close(s.manager) })
	}
	s.mu.Unlock()
	s.work.Wait()
}
