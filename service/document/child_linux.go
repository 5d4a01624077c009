package document

import (
	"errors"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// attributes makes a program the leader of its own process group, which dies
// with the service.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// limit bounds a program that has just been started: its address space, its time
// on a processor, and that it writes no file and no core.
func limit(pid int, memory uint64, processor time.Duration) error {
	seconds := uint64(processor/time.Second) + 1
	var errs []error
	for _, bound := range []struct {
		resource  int
		soft, max uint64
	}{
		{unix.RLIMIT_AS, memory, memory},
		{unix.RLIMIT_CPU, seconds, seconds + 1}, // SIGXCPU, which tells why, and SIGKILL after it
		{unix.RLIMIT_FSIZE, 0, 0},
		{unix.RLIMIT_CORE, 0, 0},
		{unix.RLIMIT_NOFILE, 64, 64},
	} {
		errs = append(errs, unix.Prlimit(pid, bound.resource, &unix.Rlimit{Cur: bound.soft, Max: bound.max}, nil))
	}
	return errors.Join(errs...)
}
