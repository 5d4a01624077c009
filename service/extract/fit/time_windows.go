package main

import (
	"syscall"
	"time"
)

// processorTime returns the processor time that the program has taken: other programs
// on the machine do not count.
func processorTime() time.Duration {
	process, err := syscall.GetCurrentProcess()
	if err != nil {
		return 0
	}
	var began, ended, kernel, user syscall.Filetime
	if err := syscall.GetProcessTimes(process, &began, &ended, &kernel, &user); err != nil {
		return 0
	}
	ticks := func(t syscall.Filetime) time.Duration { // of 100 ns
		return time.Duration(t.HighDateTime)<<32 | time.Duration(t.LowDateTime)
	}
	return 100 * (ticks(kernel) + ticks(user))
}
