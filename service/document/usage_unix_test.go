//go:build unix

package document_test

import (
	"errors"
	"syscall"
	"testing"
	"time"
)

// usage is what this process and those of its children that have ended have used.
func usage(t testing.TB) (self, children syscall.Rusage) {
	t.Helper()
	if err := errors.Join(syscall.Getrusage(syscall.RUSAGE_SELF, &self), syscall.Getrusage(syscall.RUSAGE_CHILDREN, &children)); err != nil {
		t.Fatal(err)
	}
	return self, children
}

// processorTime is what this process and its children have used.
func processorTime(t testing.TB) time.Duration {
	t.Helper()
	self, children := usage(t)
	return time.Duration(self.Utime.Nano() + self.Stime.Nano() + children.Utime.Nano() + children.Stime.Nano())
}

// peakMemory is the most that this process, and any one of its children, had at a time,
// in KiB.
func peakMemory(t testing.TB) (self, child int64) {
	t.Helper()
	own, children := usage(t)
	return own.Maxrss, children.Maxrss
}
