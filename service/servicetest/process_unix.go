//go:build unix

package servicetest

import "syscall"

// attributes lets a process run as a user, or as this process's if there is none, in a
// group of its own.
func attributes(as *servant) *syscall.SysProcAttr {
	attributes := &syscall.SysProcAttr{Setpgid: true}
	if as != nil {
		attributes.Credential = &syscall.Credential{Uid: as.uid, Gid: as.gid, Groups: []uint32{}}
	}
	endWithParent(attributes)
	return attributes
}
