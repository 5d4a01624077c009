//go:build unix

package background

import "syscall"

// ownSession makes a process a session of its own.
func ownSession() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }
