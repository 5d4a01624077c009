package api

import (
	"sync"
	"time"
)

// retrySoon is the Retry-After of a request refused because others run: most
// queries take about that long.
const retrySoon = time.Second

// retryShutdown is the Retry-After of a request refused during shutdown: until
// then another node, or the next start, takes over.
const retryShutdown = 5 * time.Second

// retryDatabase is the Retry-After of a request refused because the database is away:
// a restart or a fail-over takes some seconds.
const retryDatabase = 3 * time.Second

// limiter bounds how many queries run at a time, on this node and for each key.
type limiter struct {
	mu      sync.Mutex
	node    int
	perKey  int
	running int
	keys    map[string]int // key id → queries running; no zero entries
}

func newLimiter(node, perKey int) *limiter {
	return &limiter{node: node, perKey: perKey, keys: make(map[string]int)}
}

// acquire takes a place for a query of a key; release gives it back. The error is
// a *failure with tooManyRequests.
func (l *limiter) acquire(keyID string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	var f *failure
	switch {
	case l.keys[keyID] >= l.perKey:
		f = fail(tooManyRequests, "This API key has %d queries running, which is as many as it may; try again in a moment.", l.perKey)
	case l.running >= l.node:
		f = fail(tooManyRequests, "The service has %d queries running, which is as many as it may; try again in a moment.", l.node)
	default:
		l.running++
		l.keys[keyID]++
		return nil
	}
	f.retryAfter = retrySoon
	return f
}

func (l *limiter) release(keyID string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.running--
	if l.keys[keyID]--; l.keys[keyID] == 0 {
		delete(l.keys, keyID)
	}
}
