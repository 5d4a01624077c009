package llm

import (
	"sync"
	"time"
)

const (
	tolerated = 3                // failures in a row before the breaker opens
	firstRest = 30 * time.Second // how long it stays open at first
	longRest  = 10 * time.Minute // at most: each failed trial doubles it
)

// breaker keeps calls from an endpoint that fails. After some failures in a row it
// is open and lets none through; when its rest is over it is half open and lets
// one through, whose outcome closes or opens it again.
type breaker struct {
	now func() time.Time

	mu       sync.Mutex
	failures int       // in a row
	until    time.Time // open until then; zero if closed
	rest     time.Duration
	trying   bool // half open, and a call is out
}

// enter reports whether a call may be made. Each that may must be followed by
// succeed, fail or abandon.
func (b *breaker) enter() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.until.IsZero() {
		return true
	}
	if b.trying || b.now().Before(b.until) {
		return false
	}
	b.trying = true
	return true
}

func (b *breaker) succeed() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.failures, b.until, b.rest, b.trying = 0, time.Time{}, 0, false
}

func (b *breaker) fail() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.until.IsZero() && !b.trying {
		return // a call from before it opened
	}
	b.failures++
	if b.failures < tolerated && !b.trying {
		return
	}
	b.rest = min(max(firstRest, 2*b.rest), longRest)
	b.until, b.trying = b.now().Add(b.rest), false
}

// abandon ends a call that told nothing.
func (b *breaker) abandon() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.trying = false
}
