//go:build unix

package sessiontest

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// StartTwin starts the browser that runs as a process once more, on its own: the same
// program, switches, user and kind of folder, but with a port in the place of the pipe.
// It returns the address that it listens on and how long it took until then.
func StartTwin(b *testing.B, pid int) (address string, took time.Duration, stop func()) {
	b.Helper()
	line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	if err != nil {
		b.Fatal(err)
	}
	var owner syscall.Stat_t
	if err := syscall.Stat(fmt.Sprintf("/proc/%d", pid), &owner); err != nil {
		b.Fatal(err)
	}
	folder, err := os.MkdirTemp("/tmp", "raw")
	if err != nil {
		b.Fatal(err)
	}
	if err := os.Chown(folder, int(owner.Uid), int(owner.Gid)); err != nil {
		b.Fatal(err)
	}
	// Chromium joins its arguments with spaces to show them.
	joined, _ := strings.CutSuffix(strings.Trim(strings.ReplaceAll(string(line), "\x00", " "), " "), " about:blank")
	args := strings.Split(joined, " --")
	for i, arg := range args[1:] {
		switch {
		case arg == "remote-debugging-pipe":
			arg = "remote-debugging-port=0"
		case strings.HasPrefix(arg, "user-data-dir="):
			arg = "user-data-dir=" + filepath.Join(folder, "profile")
		}
		args[i+1] = "--" + arg
	}
	args = append(args, "about:blank")
	command := exec.Command(args[0], args[1:]...)
	command.Dir = folder
	command.Env = []string{"PATH=" + os.Getenv("PATH"), "LANG=en_US.UTF-8", "HOME=" + folder, "TMPDIR=" + folder,
		"XDG_CONFIG_HOME=" + folder, "XDG_CACHE_HOME=" + folder, "DBUS_SESSION_BUS_ADDRESS=disabled:"}
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if os.Getuid() == 0 {
		command.SysProcAttr.Credential = &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid}
	}
	said, err := command.StderrPipe()
	if err != nil {
		b.Fatal(err)
	}
	began := time.Now()
	if err := command.Start(); err != nil {
		b.Fatal(err)
	}
	stop = func() {
		syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
		command.Wait()
		os.RemoveAll(folder)
	}
	for lines := bufio.NewScanner(said); lines.Scan(); {
		if _, address, found := strings.Cut(lines.Text(), "DevTools listening on "); found {
			return address, time.Since(began), stop
		}
	}
	stop()
	b.Fatal("Chromium does not listen")
	return "", 0, nil
}
