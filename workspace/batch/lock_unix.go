//go:build unix

package batch

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// lock keeps a journal for this program until the file is closed. The error is ErrInUse
// if another has it.
func lock(file *os.File) error {
	err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	switch {
	case errors.Is(err, unix.EWOULDBLOCK):
		return ErrInUse
	case err != nil:
		return fmt.Errorf("locking the journal: %w", err)
	}
	return nil
}
