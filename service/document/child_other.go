//go:build unix && !linux

package document

import (
	"errors"
	"syscall"
	"time"
)

// attributes makes a program the leader of its own process group.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// limit does nothing where another process's limits cannot be set: its running
// time and its output are bounded all the same.
func limit(int, uint64, time.Duration) error { return nil }

// Confined says that programs can write wherever the service can.
func Confined() error { return errors.ErrUnsupported }

func confine(string) error { return nil }
