package local

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// ErrNotRunning is a data directory on which no service runs.
var ErrNotRunning = errors.New("no service runs")

// Look returns what the service of a data directory says of itself, and since when it
// runs. It starts none: the error is ErrNotRunning if there is none.
func Look(ctx context.Context, dataDir string) (info Info, since time.Time, err error) {
	info, err = find(ctx, dataDir)
	if errors.Is(err, errNone) {
		running, err := Running(dataDir)
		switch {
		case err != nil:
			return info, since, err
		case running:
			return info, since, fmt.Errorf("the service of %s %s", dataDir, holder(dataDir))
		}
		return info, since, fmt.Errorf("%w on %s", ErrNotRunning, dataDir)
	}
	if err != nil {
		return info, since, err
	}
	// It is written when the service is ready.
	stat, err := os.Stat(filepath.Join(dataDir, infoFile))
	if err != nil {
		return info, since, err
	}
	return info, stat.ModTime(), nil
}

// Stop ends the service of a data directory as SIGTERM does, which lets running requests
// finish, and returns when it is gone. The error is ErrNotRunning if there is none.
func Stop(ctx context.Context, dataDir string) error {
	running, err := Running(dataDir)
	if err != nil {
		return err
	}
	if !running {
		return fmt.Errorf("%w on %s", ErrNotRunning, dataDir)
	}
	text, err := os.ReadFile(filepath.Join(dataDir, serviceLock))
	if err != nil {
		return err
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil || pid <= 0 {
		return fmt.Errorf("the service of %s %s", dataDir, holder(dataDir))
	}
	if err := syscall.Kill(pid, syscall.SIGTERM); err != nil && !errors.Is(err, syscall.ESRCH) {
		return fmt.Errorf("stopping the service of %s, process %d: %w", dataDir, pid, err)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, startTimeout, fmt.Errorf("it has not ended in %v; `kill -9 %d` ends it at once", startTimeout, pid))
	defer cancel()
	if err := waitGone(ctx, dataDir); err != nil {
		return fmt.Errorf("the service of %s, process %d, was told to stop: %w", dataDir, pid, context.Cause(ctx))
	}
	return nil
}

const (
	// logPoll is how often a log that is followed is looked at.
	logPoll = 200 * time.Millisecond
	// logLines is how much of it comes first.
	logLines = 10
)

// ReadLog writes to w what is kept of the log of a data directory's background service,
// oldest first. With follow it is the last lines only, and then what is added, whichever
// service adds it, until ctx ends.
func ReadLog(ctx context.Context, dataDir string, follow bool, w io.Writer) error {
	path := LogFile(dataDir)
	log, err := openLog(dataDir)
	if err != nil {
		return err
	}
	defer log.Close()
	if !follow {
		if before, err := os.Open(path + beforeLog); err == nil {
			defer before.Close()
			if _, err := io.Copy(w, before); err != nil {
				return err
			}
		}
		_, err := io.Copy(w, log)
		return err
	}
	text, size, err := endOf(log, logLines)
	if err != nil {
		return err
	}
	if _, err := w.Write(text); err != nil {
		return err
	}
	ticker := time.NewTicker(logPoll)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
		stat, err := log.Stat()
		if err != nil {
			return err
		}
		if stat.Size() < size { // it was turned over: what was not read yet is in the other file
			if before, err := os.Open(path + beforeLog); err == nil {
				_, err = io.Copy(w, io.NewSectionReader(before, size, logLimit))
				before.Close()
				if err != nil {
					return err
				}
			}
			size = 0
		}
		n, err := io.Copy(w, io.NewSectionReader(log, size, stat.Size()-size))
		if size += n; err != nil {
			return err
		}
	}
}

func openLog(dataDir string) (*os.File, error) {
	log, err := os.Open(LogFile(dataDir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no log in %s: no service has run there in the background; one in the foreground logs to its standard error", dataDir)
	}
	return log, err
}

// LogEnd returns the last lines of the log of a data directory's background service.
func LogEnd(dataDir string) (string, error) {
	log, err := openLog(dataDir)
	if err != nil {
		return "", err
	}
	defer log.Close()
	const lines = 200
	text, _, err := endOf(log, lines)
	return string(text), err
}

// endOf returns the last lines of a log, and its size.
func endOf(log *os.File, count int) (text []byte, size int64, err error) {
	stat, err := log.Stat()
	if err != nil {
		return nil, 0, err
	}
	size = stat.Size()
	const most = 64 << 10
	text, err = io.ReadAll(io.NewSectionReader(log, max(size-most, 0), most))
	if err != nil {
		return nil, 0, err
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	if size > most {
		lines = lines[1:] // a part of one
	}
	return bytes.Join(lines[max(len(lines)-1-count, 0):], nil), size, nil
}
