package api

import (
	"context"
	"slices"
	"sync"
	"time"
)

const (
	// retryShutdown is the Retry-After of a request refused during shutdown: until
	// then another node, or the next start, takes over.
	retryShutdown = 5 * time.Second

	// retryDatabase is the Retry-After of a request refused because the database is
	// away: a restart or a fail-over takes some seconds.
	retryDatabase = 3 * time.Second

	// retryStorage is the Retry-After of a request refused because the disk cannot be
	// written: somebody has to make room.
	retryStorage = 30 * time.Second

	// retryLeast is the shortest Retry-After: its unit is the second.
	retryLeast = time.Second
)

// limits are the bounds of a limiter.
type limits struct {
	node    int           // queries at a time
	perKey  int           // queries of one key at a time
	queue   int           // queries that wait for a place
	wait    time.Duration // for a place
	pending int64         // bytes of bodies that are being read or wait to be answered
}

// limiter bounds how many queries run at a time, on this node and for each key. Those
// beyond wait in a queue for each key; a place that becomes free goes to the keys in
// turn, so that one that asks for much does not keep the others from theirs. A query
// that would wait for too long is refused at once: an answer that comes after its
// client has gone is worth nothing, and costs as much as one that is.
type limiter struct {
	limits

	mu      sync.Mutex
	running int
	waiting int
	held    int64             // of pending
	shares  map[string]*share // by key id; those with nothing to remember are dropped
	turns   []*share          // that have queries waiting, the one whose turn is next first
	took    time.Duration     // by a query, a moving average
}

// share is what one key has of a limiter.
type share struct {
	key     string
	running int
	queue   []*waiter
}

// waiter is a query that waits for a place.
type waiter struct {
	admitted chan struct{} // closed when it has one
}

func newLimiter(l limits) *limiter {
	return &limiter{limits: l, shares: make(map[string]*share), took: 50 * time.Millisecond}
}

// counts returns how many queries run and how many wait.
func (l *limiter) counts() (running, waiting int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.running, l.waiting
}

// hold takes room for the bytes of a body; drop gives it back. The error is a
// *failure.
func (l *limiter) hold(size int64) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held > 0 && l.held+size > l.pending {
		return fail(tooManyRequests, "The service holds as many request bodies as it may; try again in a moment.").after(retryLeast)
	}
	l.held += size
	return nil
}

func (l *limiter) drop(size int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.held -= size
}

// full tells whether acquire would refuse a query of a key at once, before its body is
// read. The error is a *failure.
func (l *limiter) full(key string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.share(key)
	defer l.forget(s)
	if l.running < l.node && s.running < l.perKey {
		return nil
	}
	return l.noRoom(s)
}

// noRoom tells whether a further query of a share could not even wait.
func (l *limiter) noRoom(s *share) error {
	if expected := l.expected(s); l.waiting >= l.queue || expected > l.wait {
		return l.refusal(s, expected)
	}
	return nil
}

// acquire takes a place for a query of a key, for which it may wait, and returns what
// gives the place back. The error is a *failure with tooManyRequests, or ctx's.
func (l *limiter) acquire(ctx context.Context, key string) (release func(), err error) {
	l.mu.Lock()
	s := l.share(key)
	if l.running < l.node && s.running < l.perKey {
		l.admit(s)
		l.mu.Unlock()
		return l.releaser(s), nil
	}
	if err := l.noRoom(s); err != nil {
		l.forget(s)
		l.mu.Unlock()
		return nil, err
	}
	w := &waiter{admitted: make(chan struct{})}
	if len(s.queue) == 0 {
		l.turns = append(l.turns, s)
	}
	s.queue = append(s.queue, w)
	l.waiting++
	l.mu.Unlock()
	return l.await(ctx, s, w)
}

// await waits for a place.
func (l *limiter) await(ctx context.Context, s *share, w *waiter) (release func(), err error) {
	timer := time.NewTimer(l.wait)
	defer timer.Stop()
	select {
	case <-w.admitted:
		return l.releaser(s), nil
	case <-ctx.Done():
	case <-timer.C:
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	at := slices.Index(s.queue, w)
	if at < 0 { // admitted in this very moment
		return l.releaser(s), nil
	}
	s.queue = slices.Delete(s.queue, at, at+1)
	l.waiting--
	if len(s.queue) == 0 {
		l.turns = slices.DeleteFunc(l.turns, func(other *share) bool { return other == s })
	}
	err = ctx.Err()
	if err == nil {
		err = l.refusal(s, l.expected(s))
	}
	l.forget(s)
	return nil, err
}

// share returns what a key has.
func (l *limiter) share(key string) *share {
	s := l.shares[key]
	if s == nil {
		s = &share{key: key}
		l.shares[key] = s
	}
	return s
}

// forget drops a share that holds nothing.
func (l *limiter) forget(s *share) {
	if s.running == 0 && len(s.queue) == 0 {
		delete(l.shares, s.key)
	}
}

// admit gives a query of a share a place.
func (l *limiter) admit(s *share) {
	l.running++
	s.running++
}

// releaser returns what gives a place of a share back, once.
func (l *limiter) releaser(s *share) func() {
	began := time.Now()
	return sync.OnceFunc(func() {
		took := time.Since(began)
		l.mu.Lock()
		defer l.mu.Unlock()
		l.took += (took - l.took) / 16
		l.running--
		s.running--
		l.pass()
		l.forget(s)
	})
}

// pass gives free places to queries that wait, to each key in turn.
func (l *limiter) pass() {
	for l.running < l.node {
		at := slices.IndexFunc(l.turns, func(s *share) bool { return s.running < l.perKey })
		if at < 0 {
			return
		}
		s := l.turns[at]
		l.turns = slices.Delete(l.turns, at, at+1)
		w := s.queue[0]
		s.queue = s.queue[1:]
		l.waiting--
		if len(s.queue) > 0 {
			l.turns = append(l.turns, s)
		}
		l.admit(s)
		close(w.admitted)
	}
}

// expected estimates how long a further query of a share would wait: until those of
// its key before it have had their places, and those of the other keys their turns.
func (l *limiter) expected(s *share) time.Duration {
	turn := len(s.queue) + 1
	before := 0
	for _, other := range l.turns {
		before += min(len(other.queue), turn)
	}
	node := time.Duration(before+1) * l.took / time.Duration(l.node)
	if s.running < l.perKey {
		return node
	}
	return max(node, time.Duration(turn)*l.took/time.Duration(l.perKey))
}

// refusal is the answer to a query that there is no place for.
func (l *limiter) refusal(s *share, expected time.Duration) error {
	f := fail(tooManyRequests, "The service has as many queries as it may (%d running, %d waiting); try again later.", l.running, l.waiting)
	if s.running >= l.perKey {
		f = fail(tooManyRequests, "This API key has as many queries running as it may (%d); try again later.", s.running)
	}
	return f.after(expected)
}
