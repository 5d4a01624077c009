package portal

import (
	"net/netip"
	"testing"
	"time"
)

// TestManyAddresses tries from more addresses than are remembered: none has to wait for
// what the others tried.
func TestManyAddresses(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	a := newAttempts(func() time.Time { return now })
	address := func(n int) netip.Addr { return netip.AddrFrom4([4]byte{10, byte(n >> 16), byte(n >> 8), byte(n)}) }
	for n := range maxAddresses + 10 {
		for range freeAttempts {
			if wait := a.take(address(n)); wait != 0 {
				t.Fatalf("address %d waits %s", n, wait)
			}
		}
		now = now.Add(time.Millisecond)
	}
	if len(a.addresses) > maxAddresses {
		t.Errorf("%d addresses are remembered", len(a.addresses))
	}
	if wait := a.take(address(maxAddresses)); wait == 0 {
		t.Error("the last addresses are forgotten, and not the first")
	}
	now = now.Add(forgetAfter)
	a.take(address(1 << 20))
	if len(a.addresses) != 1 {
		t.Errorf("%d addresses are remembered that count no more", len(a.addresses)-1)
	}
}
