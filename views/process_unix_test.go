//go:build unix

package views

import "syscall"

// onOwnTerminal makes a process the leader of a session on its standard input.
func onOwnTerminal() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true, Setctty: true} }
