//go:build unix

package browser

import "syscall"

// withoutCoreDumps starts a process that will not write its memory to disk. The limit
// is inherited, so it is the service's own for as long as that takes.
func withoutCoreDumps(start func() error) error {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_CORE, &limit); err != nil {
		return start()
	}
	none := limit
	none.Cur = 0
	syscall.Setrlimit(syscall.RLIMIT_CORE, &none)
	defer syscall.Setrlimit(syscall.RLIMIT_CORE, &limit)
	return start()
}

// killGroup ends a process group.
func killGroup(leader int) { syscall.Kill(-leader, syscall.SIGKILL) }
