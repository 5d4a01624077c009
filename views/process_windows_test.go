package views

import (
	"errors"
	"syscall"
	"time"
)

// Windows has no pseudo-terminals that the tests can drive: those that need one fail.

func onOwnTerminal() *syscall.SysProcAttr { return nil }

func endProcess(int, time.Duration) error { return errors.ErrUnsupported }
