// Package desktop opens files and addresses in the programs that the user's desktop
// has for them.
package desktop

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"time"
)

// settled is how long a program that opens things may take to fail. One that goes
// on longer shows what it was given.
const settled = 2 * time.Second

// ErrNone is a machine without a desktop, as one reached over ssh.
var ErrNone = errors.New("there is no desktop here")

// Open shows a file or an address. It blocks for up to two seconds, to tell of a
// failure.
func Open(target string) error {
	command, arguments := "xdg-open", []string{target}
	switch {
	case runtime.GOOS == "darwin":
		command = "open"
	case runtime.GOOS == "windows":
		command, arguments = "rundll32", []string{"url.dll,FileProtocolHandler", target}
	case os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" && os.Getenv("WSL_DISTRO_NAME") == "":
		return ErrNone
	}
	cmd := exec.Command(command, arguments...)
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			return fmt.Errorf("%s: %w", command, err)
		}
	case <-time.After(settled):
	}
	return nil
}
