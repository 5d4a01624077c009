//go:build unix

package main

import (
	"syscall"
	"time"
)

// processorTime returns the processor time that the program has taken: other programs
// on the machine do not count.
func processorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
