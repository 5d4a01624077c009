package background

import "syscall"

// ownSession is never asked: no service is started on Windows.
func ownSession() *syscall.SysProcAttr { return nil }
