package firstpage

import (
	"errors"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// prepare has the program die with this one.
func prepare(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// limit bounds a program that has just been started: its memory, its time on a
// processor, and that it writes no file and no core.
func limit(pid int) error {
	for _, bound := range []struct {
		resource int
		value    uint64
	}{
		{unix.RLIMIT_AS, maxMemory},
		{unix.RLIMIT_CPU, uint64(maxTime.Seconds()) + 1},
		{unix.RLIMIT_FSIZE, 0},
		{unix.RLIMIT_CORE, 0},
		{unix.RLIMIT_NOFILE, 64},
	} {
		err := unix.Prlimit(pid, bound.resource, &unix.Rlimit{Cur: bound.value, Max: bound.value}, nil)
		if err != nil && !errors.Is(err, syscall.ESRCH) { // it may be through already
			return err
		}
	}
	return nil
}
