package servicetest

import (
	"fmt"
	"syscall"
)

func mount(dir string, size int) error {
	return syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%dm,mode=0711", size))
}

// unmount takes the file system away, when nothing uses it any more.
func unmount(dir string) error { return syscall.Unmount(dir, syscall.MNT_DETACH) }
