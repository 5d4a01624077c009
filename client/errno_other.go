//go:build !windows

package client

import "syscall"

const (
	errRefused = syscall.ECONNREFUSED
	errReset   = syscall.ECONNRESET
	errBroken  = syscall.EPIPE
)
