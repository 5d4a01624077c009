package views

import (
	"os"
	"os/signal"
	"syscall"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/terminal"
)

// releaseTime is how long a program that may hang is waited for to let go of the
// terminal.
const releaseTime = time.Second

// giveBackOnQuit has SIGQUIT restore the terminal before it does what it does to every Go
// program: say on standard error what each goroutine is at, which would be lost on the
// alternate screen, and end. The function returned undoes that. The signal is not one of
// those that end the program by its context: it is for one that does not end by them.
func giveBackOnQuit(program *tea.Program, output *terminal.Output) (undo func()) {
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, syscall.SIGQUIT)
	over := make(chan struct{})
	go func() {
		select {
		case <-over:
			return
		case <-quit:
		}
		released := make(chan struct{})
		go func() {
			output.Hold()
			_ = program.ReleaseTerminal() // the end comes whether or not it can be written to
			output.RestoreTitle()
			close(released)
		}()
		select {
		case <-released:
		case <-time.After(releaseTime):
		}
		signal.Reset(syscall.SIGQUIT)
		if self, err := os.FindProcess(os.Getpid()); err == nil {
			_ = self.Signal(syscall.SIGQUIT)
		}
	}()
	return func() {
		signal.Stop(quit)
		close(over)
	}
}
