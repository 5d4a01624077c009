package client

import "golang.org/x/sys/windows"

// Windows has numbers of its own for the ends of a connection: syscall.ECONNREFUSED and the
// like exist there, but nothing returns them.
const (
	errRefused = windows.WSAECONNREFUSED
	errReset   = windows.WSAECONNRESET
	errBroken  = windows.WSAECONNABORTED
)
