package local

import (
	"fmt"
	"io"
	"os"
	"sync"
)

// logLimit is the size at which a log is turned over. There are two files at
// most, so twice as much is the most that a data directory's logs take.
const logLimit = 4 << 20

// Log is a background service's log file.
type Log struct {
	mu   sync.Mutex
	path string
	file *os.File
	size int64
}

// OpenLog opens dataDir's log to write at its end.
func OpenLog(dataDir string) (*Log, error) {
	path := LogFile(dataDir)
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("opening the service's log: %w", err)
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("opening the service's log: %w", err)
	}
	l := &Log{path: path, file: f, size: info.Size()}
	if l.size >= logLimit {
		err = l.turnOver()
	}
	return l, err
}

// Write appends p to the log, and first turns the log over if it is full.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.size+int64(len(p)) > logLimit {
		if err := l.turnOver(); err != nil {
			return 0, err
		}
	}
	n, err := l.file.Write(p)
	l.size += int64(n)
	return n, err
}

// Close closes the file.
func (l *Log) Close() error { return l.file.Close() }

// turnOver copies the log to path.1 and empties it. It is emptied rather than
// renamed because the process's standard error, where a crash would be
// described, is the same open file.
func (l *Log) turnOver() error {
	before, err := os.OpenFile(l.path+".1", os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return fmt.Errorf("turning the log over: %w", err)
	}
	_, err = io.Copy(before, io.NewSectionReader(l.file, 0, l.size))
	if closeErr := before.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = l.file.Truncate(0)
	}
	if err != nil {
		return fmt.Errorf("turning the log over: %w", err)
	}
	l.size = 0
	return nil
}
