package servicetest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// Disk mounts a file system of so many MiB and returns its folder. Where that is not
// allowed, the test is skipped.
func Disk(t testing.TB, size int) string {
	t.Helper()
	dir := t.TempDir()
	if err := mount(dir, size); err != nil {
		t.Skipf("a disk that can be filled has to be mounted, which this user or system does not allow: %v", err)
	}
	t.Cleanup(func() {
		if err := unmount(dir); err != nil {
			t.Errorf("unmounting %s: %v", dir, err)
		}
	})
	return dir
}

// FillDisk takes all room that a Disk has left; called again, what has been freed since. What it
// returns gives all of it back.
func FillDisk(t testing.TB, dir string) (free func()) {
	t.Helper()
	path := filepath.Join(dir, "filler")
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for piece := 1 << 20; piece > 0; { // the last of it byte by byte
		if _, err = file.Write(make([]byte, piece)); err != nil {
			piece /= 2
		}
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(fmt.Errorf("filling the disk: %w", err))
	}
	return func() {
		if err := os.Remove(path); err != nil {
			t.Error(err)
		}
	}
}
