package command_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gofrs/flock"

	"assay/command/runtest"
)

// ran is how a command ended.
type ran struct {
	Code        int
	Out, Errors string
}

// runProgram runs the program with a standard input and more of an environment.
func runProgram(t *testing.T, home, stdin string, environment []string, args ...string) ran {
	t.Helper()
	cmd := runtest.Command(t, home, args...)
	cmd.Env = append(cmd.Env, environment...)
	var out, errors bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &out, &errors
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	// One that begins a service goes on.
	defer time.AfterFunc(time.Minute, func() { cmd.Process.Kill() }).Stop()
	_ = cmd.Wait() // the exit code tells
	return ran{cmd.ProcessState.ExitCode(), out.String(), errors.String()}
}

// endService stops the service of a data directory and waits until it has let it go.
func endService(t *testing.T, dir string, pid int) {
	process, err := os.FindProcess(pid)
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	kill := time.AfterFunc(20*time.Second, func() { process.Kill() })
	lock := flock.New(filepath.Join(dir, "service.lock"))
	defer lock.Close()
	if err := lock.Lock(); err != nil {
		t.Fatal(err)
	}
	if !kill.Stop() {
		t.Error("the service had to be killed")
	}
}
