package sessions

import "golang.org/x/sys/unix"

// unconfirmedTime is how long, in milliseconds, what is sent to a client may stay
// unconfirmed before the client is taken to be gone.
const unconfirmedTime = 20_000

// boundUnconfirmed sets unconfirmedTime for the connections of a listener, which
// inherit it.
func boundUnconfirmed(socket uintptr) {
	unix.SetsockoptInt(int(socket), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, unconfirmedTime)
}
