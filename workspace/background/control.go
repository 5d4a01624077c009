package background

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"assay/wire/datadir"
)

// ErrNotRunning is a data directory on which no service runs.
var ErrNotRunning = errors.New("no service runs")

// Look returns what the service of a data directory says of itself, and since when it
// runs. It starts none: the error is ErrNotRunning if there is none.
func Look(ctx context.Context, dataDir string) (info datadir.Info, since time.Time, err error) {
	info, err = find(ctx, dataDir)
	if errors.Is(err, errNone) {
		running, err := datadir.Running(dataDir)
		switch {
		case err != nil:
			return info, since, err
		case running:
			return info, since, fmt.Errorf("the service of %s %s", dataDir, datadir.Holder(dataDir))
		}
		return info, since, fmt.Errorf("%w on %s", ErrNotRunning, dataDir)
	}
	if err != nil {
		return info, since, err
	}
	// It is written when the service is ready.
	stat, err := os.Stat(datadir.InfoFile(dataDir))
	if err != nil {
		return info, since, err
	}
	return info, stat.ModTime(), nil
}

// Stop ends the service of a data directory as SIGTERM does, which lets running requests
// finish, and returns when it is gone. The error is ErrNotRunning if there is none.
func Stop(ctx context.Context, dataDir string) error {
	running, err := datadir.Running(dataDir)
	if err != nil {
		return err
	}
	if !running {
		return fmt.Errorf("%w on %s", ErrNotRunning, dataDir)
	}
	pid, err := datadir.PID(dataDir)
	if err != nil {
		return err
	}
	process, err := os.FindProcess(pid)
	if err == nil {
		err = process.Signal(syscall.SIGTERM)
	}
	if err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("stopping the service of %s, process %d: %w", dataDir, pid, err)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, startTimeout, fmt.Errorf("it has not ended in %v; `kill -9 %d` ends it at once", startTimeout, pid))
	defer cancel()
	if err := datadir.WaitGone(ctx, dataDir); err != nil {
		return fmt.Errorf("the service of %s, process %d, was told to stop: %w", dataDir, pid, context.Cause(ctx))
	}
	return nil
}
