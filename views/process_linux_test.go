package views

import (
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// endProcess asks a process, maybe another's child, to end and waits until it has.
func endProcess(pid int, within time.Duration) error {
	fd, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		return nil // gone already
	}
	defer unix.Close(fd)
	_ = syscall.Kill(pid, syscall.SIGTERM)
	end := time.Now().Add(within)
	for {
		n, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, int(max(0, time.Until(end).Milliseconds())))
		switch {
		case err == unix.EINTR: // the runtime's own signals
		case err == nil && n == 0:
			return os.ErrDeadlineExceeded
		default:
			return err
		}
	}
}
