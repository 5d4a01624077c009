package viewer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"
)

// reading is the reading of a file or a pipe to its end. What has come of records that
// are a line each can be looked at before.
type reading struct {
	name   string
	source *os.File
	read   atomic.Int64 // bytes so far
	chunks chan chunk   // of a pipe; nil for a file

	data    []byte
	whole   int  // bytes of data that are records
	records bool // the data is records, a line each
	known   bool // whether it is
}

// chunk is a piece of what comes through a pipe.
type chunk struct {
	data []byte
	err  error
}

// piece is what next has found.
type piece struct {
	data []byte // all of the data, as far as it can be shown
	over bool   // there is no more
	err  error
}

const (
	// rest is how long a pipe says nothing before what came is shown.
	rest = 100 * time.Millisecond
	// patience is how long one that never rests is read before what came is shown: so
	// long, and so much longer for each megabyte, which take time to be read anew.
	patience       = 500 * time.Millisecond
	patienceEachMB = 30 * time.Millisecond
)

// next reads on: to the end, or to where there is something new to be shown. It blocks,
// and belongs in commands.
func (r *reading) next() piece {
	if info, err := r.source.Stat(); err == nil && info.Mode().IsRegular() {
		data, err := r.all(int(info.Size()))
		return r.end(data, err)
	}
	if r.chunks == nil {
		r.chunks = make(chan chunk)
		go r.pump()
	}
	began := time.Now()
	limit := patience + patienceEachMB*time.Duration(len(r.data)>>20)
	timer := time.NewTimer(rest)
	defer timer.Stop()
	shown := r.whole
	for {
		select {
		case c := <-r.chunks:
			r.take(c.data)
			if c.err != nil {
				return r.end(r.data, c.err)
			}
			if r.whole > shown && time.Since(began) > limit {
				return piece{data: r.data[:r.whole]}
			}
			timer.Reset(rest)
		case <-timer.C:
			if r.whole > shown && time.Since(began) > limit/2 {
				return piece{data: r.data[:r.whole]}
			}
			timer.Reset(rest)
		}
	}
}

// pump reads the pipe, which may be silent for any time.
func (r *reading) pump() {
	for {
		buffer := make([]byte, 1<<16)
		n, err := r.source.Read(buffer)
		r.read.Add(int64(n))
		r.chunks <- chunk{buffer[:n], err}
		if err != nil {
			return
		}
	}
}

// take adds to the data, and sees how much of it is records. What is shown already stays
// as it is: what is added stands after it, or in a copy.
func (r *reading) take(data []byte) {
	from := len(r.data)
	if from == 0 {
		data = bytes.TrimPrefix(data, byteOrderMark)
	}
	r.data = append(r.data, data...)
	last := bytes.LastIndexByte(r.data[from:], '\n')
	if last < 0 {
		return
	}
	if !r.known {
		first, _, _ := bytes.Cut(bytes.TrimLeft(r.data, "\r\n"), []byte("\n"))
		r.known, r.records = true, json.Valid(first)
	}
	if r.records {
		r.whole = from + last + 1
	}
}

var byteOrderMark = []byte("\xef\xbb\xbf")

// all reads a file of a known size in one piece.
func (r *reading) all(size int) ([]byte, error) {
	data := make([]byte, 0, size+1)
	for {
		n, err := r.source.Read(data[len(data):min(cap(data), len(data)+1<<24)])
		data = data[:len(data)+n]
		r.read.Store(int64(len(data)))
		if err != nil {
			return data, err
		}
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
	}
}

// end closes the source and returns the data.
func (r *reading) end(data []byte, err error) piece {
	r.source.Close()
	if err != io.EOF {
		return piece{over: true, err: fmt.Errorf("reading %s: %w", r.name, err)}
	}
	return piece{data: bytes.TrimPrefix(data, byteOrderMark), over: true}
}
