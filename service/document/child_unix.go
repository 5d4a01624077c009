//go:build unix

package document

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"syscall"
)

// endedBy says what the signal means that ended the program.
func (p *program) endedBy(signal syscall.Signal, crash error) error {
	switch signal {
	case syscall.SIGXCPU:
		return p.over(Timeout, inSeconds(cmp.Or(p.processor, p.time))+" of a processor")
	case syscall.SIGXFSZ:
		return p.over(TooLarge, inBytes(maxFile)+" in a file")
	case syscall.SIGSEGV, syscall.SIGABRT, syscall.SIGBUS, syscall.SIGFPE, syscall.SIGILL, syscall.SIGSYS:
		return crash
	}
	return fmt.Errorf("%s was ended from outside, as a machine without memory does: %v", p.name, signal)
}

func killGroup(process *os.Process) error {
	err := syscall.Kill(-process.Pid, syscall.SIGKILL)
	if errors.Is(err, syscall.ESRCH) {
		return os.ErrProcessDone
	}
	return err
}
