package portal

import (
	"net/netip"
	"sync"
	"time"
)

const (
	// freeAttempts is how many passwords an address may try without a pause. After
	// that it waits, each time twice as long, until longestWait.
	freeAttempts = 3
	longestWait  = 30 * time.Second

	// forgetAfter is when the attempts of an address count no more: long enough that
	// whoever waits for it tries fewer passwords than who goes on.
	forgetAfter = 15 * time.Minute

	// maxAddresses bounds what is remembered.
	maxAddresses = 10_000
)

// attempts slows down who tries passwords, each address by itself: nobody can keep
// visitors with other addresses out. It is safe for concurrent use.
type attempts struct {
	now func() time.Time

	mu        sync.Mutex
	addresses map[netip.Prefix]tried
}

// tried is what an address has tried.
type tried struct {
	count int
	last  time.Time
}

// next is when another attempt may be made.
func (t tried) next() time.Time {
	if t.count < freeAttempts {
		return t.last
	}
	return t.last.Add(min(longestWait, time.Second<<min(t.count-freeAttempts, 10)))
}

func newAttempts(now func() time.Time) *attempts {
	return &attempts{now: now, addresses: make(map[netip.Prefix]tried)}
}

// take counts an attempt from an address and returns how long to wait if it comes too
// soon; such an attempt is not counted.
func (a *attempts) take(address netip.Addr) (wait time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	now, from := a.now(), network(address)
	t, known := a.addresses[from]
	if now.Sub(t.last) >= forgetAfter {
		t.count = 0
	}
	if wait := t.next().Sub(now); wait > 0 {
		return wait
	}
	if !known && len(a.addresses) >= maxAddresses {
		a.makeRoom(now)
	}
	a.addresses[from] = tried{count: t.count + 1, last: now}
	return 0
}

// forgive forgets the attempts of an address from which the right password came.
func (a *attempts) forgive(address netip.Addr) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.addresses, network(address))
}

// makeRoom forgets the addresses that count no more, or else the one that tried longest
// ago: who has so many addresses gains nothing by having one forgotten.
func (a *attempts) makeRoom(now time.Time) {
	var oldest netip.Prefix
	var since time.Duration = -1
	for from, t := range a.addresses {
		age := now.Sub(t.last)
		if age >= forgetAfter {
			delete(a.addresses, from)
		}
		if age > since {
			oldest, since = from, age
		}
	}
	delete(a.addresses, oldest)
}

// network returns what counts as one address: who has one of IPv6 usually has 2⁶⁴.
func network(address netip.Addr) netip.Prefix {
	bits := address.BitLen()
	if address.Is6() {
		bits = 64
	}
	prefix, _ := address.Prefix(bits) // of no address, none
	return prefix
}
