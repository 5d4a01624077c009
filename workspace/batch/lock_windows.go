package batch

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/windows"
)

// lock keeps a journal for this program until the file is closed. The error is ErrInUse
// if another has it. Windows refuses to read and write what is locked but through the
// handle that locked it, so it is a byte far behind the end of any journal.
func lock(file *os.File) error {
	const mode = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(file.Fd()), mode, 0, 1, 0, &windows.Overlapped{OffsetHigh: 1 << 30})
	switch {
	case errors.Is(err, windows.ERROR_LOCK_VIOLATION):
		return ErrInUse
	case err != nil:
		return fmt.Errorf("locking the journal: %w", err)
	}
	return nil
}
