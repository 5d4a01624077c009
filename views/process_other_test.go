//go:build unix && !linux

package views

import (
	"os"
	"syscall"
	"time"
)

// endProcess asks a process, maybe another's child, to end and waits until it has.
func endProcess(pid int, within time.Duration) error {
	_ = syscall.Kill(pid, syscall.SIGTERM)
	for end := time.Now().Add(within); syscall.Kill(pid, 0) == nil; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			return os.ErrDeadlineExceeded
		}
	}
	return nil
}
