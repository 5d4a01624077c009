package portal

import (
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

const (
	// Attempts to sign in: at once, and then one each.
	attemptsOfOne     = 5
	attemptsOfOneEach = 15 * time.Second
	attemptsOfAll     = 40
	attemptsOfAllEach = time.Second

	// maxAddresses bounds what is remembered. Those beyond share one allowance.
	maxAddresses = 10_000
)

// attempts bounds how often passwords are tried, from each address and in all. It is
// safe for concurrent use.
type attempts struct {
	now func() time.Time

	mu        sync.Mutex
	addresses map[netip.Prefix]*rate.Limiter
	swept     time.Time
	all       *rate.Limiter
}

func newAttempts(now func() time.Time) *attempts {
	return &attempts{
		now:       now,
		addresses: make(map[netip.Prefix]*rate.Limiter),
		all:       rate.NewLimiter(rate.Every(attemptsOfAllEach), attemptsOfAll),
	}
}

// take counts an attempt from an address and returns how long to wait if there were
// too many; such an attempt is not counted.
func (a *attempts) take(address netip.Addr) (wait time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := a.now()
	a.sweep(now)
	own := a.of(address)
	for _, limiter := range []*rate.Limiter{own, a.all} {
		turn := limiter.ReserveN(now, 1)
		delay := turn.DelayFrom(now)
		turn.CancelAt(now)
		wait = max(wait, delay)
	}
	if wait == 0 {
		own.AllowN(now, 1)
		a.all.AllowN(now, 1)
	}
	return wait
}

// of returns the allowance of an address. Who has an address of IPv6 usually has 2⁶⁴.
func (a *attempts) of(address netip.Addr) *rate.Limiter {
	bits := 32
	if address = address.Unmap(); address.Is6() {
		bits = 64
	}
	prefix, err := address.WithZone("").Prefix(bits)
	if err != nil {
		prefix = netip.Prefix{} // of no address
	}
	if a.addresses[prefix] == nil {
		if len(a.addresses) >= maxAddresses {
			prefix = netip.Prefix{}
		}
		if a.addresses[prefix] == nil {
			a.addresses[prefix] = rate.NewLimiter(rate.Every(attemptsOfOneEach), attemptsOfOne)
		}
	}
	return a.addresses[prefix]
}

// sweep forgets the addresses that have their whole allowance again.
func (a *attempts) sweep(now time.Time) {
	if now.Sub(a.swept) < attemptsOfOneEach {
		return
	}
	a.swept = now
	for prefix, limiter := range a.addresses {
		if limiter.TokensAt(now) >= attemptsOfOne {
			delete(a.addresses, prefix)
		}
	}
}
