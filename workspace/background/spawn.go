package background

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"

	"assay/wire/datadir"
)

// logTail is how much of the log an error about a failed start shows, at most.
const logTail = 2 << 10

// spawn starts a background service from this executable and returns when it
// is ready. The service is a session of its own: no signal of the terminal
// reaches it. One that cannot tell its starter that it is ready stops.
func spawn(ctx context.Context, dataDir string) (datadir.Info, error) {
	path, err := os.Executable()
	if err != nil {
		return datadir.Info{}, fmt.Errorf("finding this program's file: %w", err)
	}
	log, err := datadir.OpenLog(dataDir)
	if err != nil {
		return datadir.Info{}, err
	}
	defer log.Close()
	before, err := log.File().Stat()
	if err != nil {
		return datadir.Info{}, err
	}

	ready, stdout, err := os.Pipe()
	if err != nil {
		return datadir.Info{}, err
	}
	defer ready.Close()
	cmd := exec.Command(path, "serve", "--background", "--listen", "127.0.0.1:0", "--data-dir", dataDir)
	cmd.Dir = "/"
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "ASSAY_") })
	cmd.Stdout, cmd.Stderr = stdout, log.File()
	cmd.SysProcAttr = ownSession()
	err = cmd.Start()
	stdout.Close()
	if err != nil {
		return datadir.Info{}, fmt.Errorf("starting %s: %w", path, err)
	}
	exited := make(chan error, 1)
	go func() { exited <- cmd.Wait() }()

	type line struct {
		info datadir.Info
		err  error
	}
	lines := make(chan line, 1)
	go func() {
		var l line
		text, err := bufio.NewReader(io.LimitReader(ready, 1<<16)).ReadBytes('\n')
		if l.err = err; err == nil {
			l.err = json.Unmarshal(text, &l.info)
		}
		lines <- l
	}()
	select {
	case l := <-lines:
		if l.err == nil {
			return l.info, nil
		}
		cmd.Process.Kill()
		err = <-exited
		return datadir.Info{}, fmt.Errorf("it could not be started%s", why(err, dataDir, before.Size()))
	case <-ctx.Done():
		cmd.Process.Kill()
		<-exited
		return datadir.Info{}, fmt.Errorf("waiting for it to start: %w%s", context.Cause(ctx), why(nil, dataDir, before.Size()))
	}
}

// why words how a start failed, from the process's end and what it logged from
// byte begin on.
func why(exit error, dataDir string, begin int64) string {
	var text strings.Builder
	if exit != nil {
		fmt.Fprintf(&text, " (%v)", exit)
	}
	f, err := os.Open(datadir.LogFile(dataDir))
	if err != nil {
		return text.String()
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil {
		begin = max(begin, info.Size()-logTail)
	}
	tail, err := io.ReadAll(io.NewSectionReader(f, begin, logTail))
	if tail = bytes.TrimSpace(tail); err == nil && len(tail) > 0 {
		fmt.Fprintf(&text, "; the end of %s:\n%s", datadir.LogFile(dataDir), tail)
	}
	return text.String()
}
