//go:build unix

package terminal

import (
	"time"

	"golang.org/x/sys/unix"
)

// readable waits until something can be read, but no longer than until end.
func readable(fd int, end time.Time) bool {
	for {
		left := int(time.Until(end).Milliseconds())
		if left <= 0 {
			return false
		}
		n, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, left)
		if err != unix.EINTR {
			return n > 0 && err == nil
		}
	}
}
