package command

import (
	"os"

	"golang.org/x/sys/windows"
)

// openTerminal opens the console to read keys from, whatever standard input is. Its modes
// can be set only if it can be written to. It becomes standard input, as bubbletea reads
// the events of no other console.
func openTerminal() (*os.File, error) {
	console, err := os.OpenFile("CONIN$", os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	if err := windows.SetStdHandle(windows.STD_INPUT_HANDLE, windows.Handle(console.Fd())); err != nil {
		console.Close()
		return nil, err
	}
	os.Stdin = console
	return console, nil
}

// hideInput makes a console no longer show what is typed.
func hideInput(fd int) error {
	var modes uint32
	if err := windows.GetConsoleMode(windows.Handle(fd), &modes); err != nil {
		return err
	}
	return windows.SetConsoleMode(windows.Handle(fd), modes&^windows.ENABLE_ECHO_INPUT)
}
