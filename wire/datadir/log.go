package datadir

import (
	"fmt"
	"io"
	"os"
	"sync"
)

const (
	// logLimit is the size at which a log is turned over. There are two files at
	// most, so twice as much is the most that a data directory's logs take.
	logLimit = 4 << 20
	// beforeLog ends the name of the file that holds what was logged before.
	beforeLog = ".1"
)

// Log is a background service's log file.
type Log struct {
	mu   sync.Mutex
	path string
	file *os.File
}

// OpenLog opens dataDir's log to write at its end.
func OpenLog(dataDir string) (*Log, error) {
	path := LogFile(dataDir)
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("opening the service's log: %w", err)
	}
	l := &Log{path: path, file: f}
	if err := l.makeRoom(1); err != nil {
		f.Close()
		return nil, fmt.Errorf("opening the service's log: %w", err)
	}
	return l, nil
}

// Write appends p to the log, and first turns the log over if it is full.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.makeRoom(len(p)); err != nil {
		return 0, err
	}
	return l.file.Write(p)
}

// makeRoom turns the log over if it would be too large with n bytes more. It asks for its
// size each time: what the process writes to its standard error comes past Write.
func (l *Log) makeRoom(n int) error {
	size, err := l.size()
	if err != nil || size+int64(n) <= logLimit {
		return err
	}
	return l.turnOver(size)
}

func (l *Log) size() (int64, error) {
	info, err := l.file.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// File is the file that Write writes to, to be the standard error of a process.
func (l *Log) File() *os.File { return l.file }

// Close closes the file.
func (l *Log) Close() error { return l.file.Close() }

// turnOver copies the log, which has size bytes, to path.1 and empties it. It is emptied rather than
// renamed because the process's standard error, where a crash would be
// described, is the same open file.
func (l *Log) turnOver(size int64) error {
	before, err := os.OpenFile(l.path+beforeLog, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return fmt.Errorf("turning the log over: %w", err)
	}
	_, err = io.Copy(before, io.NewSectionReader(l.file, 0, size))
	if closeErr := before.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = l.file.Truncate(0)
	}
	if err != nil {
		return fmt.Errorf("turning the log over: %w", err)
	}
	return nil
}
