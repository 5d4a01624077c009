//go:build unix && !linux

package sessions

// boundUnconfirmed does nothing: the system's own limits hold.
func boundUnconfirmed(uintptr) {}
