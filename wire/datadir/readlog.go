package datadir

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"
)

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
