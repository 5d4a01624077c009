//go:build unix && !linux

package command

import "golang.org/x/sys/unix"

// How the modes of a terminal are read and set.
const (
	getModes = unix.TIOCGETA
	setModes = unix.TIOCSETA
)
