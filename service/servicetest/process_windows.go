package servicetest

import "syscall"

// attributes does nothing: no process runs as another user there.
func attributes(*servant) *syscall.SysProcAttr { return nil }
