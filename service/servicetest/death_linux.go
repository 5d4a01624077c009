package servicetest

import "syscall"

// endWithParent lets a child end when this process does, however it does.
func endWithParent(attributes *syscall.SysProcAttr) { attributes.Pdeathsig = syscall.SIGQUIT }
