package client

import (
	"errors"
	"fmt"
	"io"
	"sync"
)

// localError is a failure on this side of the wire: the file could not be read.
type localError struct {
	doing string
	err   error
}

func (e *localError) Error() string { return e.doing + ": " + e.err.Error() }
func (e *localError) Unwrap() error { return e.err }

// fileReader reads a file on its way out, tells of progress, and holds the file
// to the size that was announced.
type fileReader struct {
	file  io.Reader
	name  string
	total int64 // -1 if unknown
	sent  int64

	mu       sync.Mutex
	progress func(sent, total int64) // nil if nobody asks or after stop
}

func newFileReader(file io.Reader, name string, total int64, progress func(sent, total int64)) *fileReader {
	if total >= 0 {
		file = io.LimitReader(file, total)
	}
	return &fileReader{file: file, name: name, total: total, progress: progress}
}

// Read reads from the file.
func (r *fileReader) Read(p []byte) (int, error) {
	n, err := r.file.Read(p)
	if n > 0 {
		r.sent += int64(n)
		r.report()
	}
	switch {
	case err == io.EOF && r.sent < r.total:
		err = &localError{fmt.Sprintf("reading %s: %d of %d bytes", r.name, r.sent, r.total), errors.New("the file has become shorter")}
	case err != nil && err != io.EOF:
		err = &localError{"reading " + r.name, err}
	}
	return n, err
}

func (r *fileReader) report() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.progress != nil {
		r.progress(r.sent, r.total)
	}
}

// stop ends the reports: the transport may go on reading for a moment after the
// answer has come.
func (r *fileReader) stop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.progress = nil
}
