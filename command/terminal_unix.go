//go:build unix

package command

import (
	"os"

	"golang.org/x/sys/unix"
)

// openTerminal opens the terminal to read keys from, whatever standard input is.
func openTerminal() (*os.File, error) { return os.Open("/dev/tty") }

// hideInput makes a terminal no longer show what is typed.
func hideInput(fd int) error {
	modes, err := unix.IoctlGetTermios(fd, getModes)
	if err != nil {
		return err
	}
	modes.Lflag &^= unix.ECHO
	return unix.IoctlSetTermios(fd, setModes, modes)
}
