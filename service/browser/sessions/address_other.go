//go:build !linux

package sessions

import "net/netip"

// boundUnconfirmed does nothing: the system's own limits hold.
func boundUnconfirmed(uintptr) {}

// socketOwner knows nothing: the system does not say.
func socketOwner(netip.AddrPort, netip.AddrPort) (uid int, ok bool) { return 0, false }
