package history

import (
	"errors"
	"syscall"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// A full disk may have room again: calls that end meanwhile wait in memory, and each
// one that ends is a reason to try again to write them all. What is in the file can be
// read all the time.

// noRoom is a failure that passes once the disk has room.
type noRoom struct{ error }

func (e *noRoom) Unwrap() error { return e.error }

// NoRoom reports whether the history fails for want of room on its disk, for as long as
// that lasts.
func NoRoom(err error) bool {
	var e *noRoom
	return errors.As(err, &e)
}

// full reports whether a failure is that of a full disk.
func full(err error) bool {
	var lite *sqlite.Error
	return errors.Is(err, syscall.ENOSPC) || errors.As(err, &lite) && lite.Code()&0xff == sqlite3.SQLITE_FULL
}

// Bounds of what waits for room: of more calls than waitingCalls the oldest are given
// up, and answers from waitingAnswer bytes on do not wait.
const (
	waitingCalls  = 500
	waitingAnswer = 1 << 20
)

// shorten keeps what waits for room within its bounds; the lock is held.
func (s *Store) shorten() {
	if over := len(s.queue) - waitingCalls; over > 0 {
		s.queue = s.queue[over:]
		s.dropped += over
	}
	for i := range s.queue {
		if a := s.queue[i].answer; a != nil && size(a) > waitingAnswer {
			s.queue[i].answer = nil
		}
	}
}

// failed reports whether nothing can be written any more; the lock is held.
func (s *Store) failed() bool { return s.err != nil && !NoRoom(s.err) }

// stopForRoom ends a round of writing that found the disk full.
func (s *Store) stopForRoom(err error) {
	s.fail(err)
	s.mu.Lock()
	s.writing = false
	s.shorten()
	s.mu.Unlock()
	s.change()
}

// written takes calls that are in the file from the queue.
func (s *Store) written(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.queue) >= n { // else it was closed meanwhile
		s.queue = s.queue[n:]
	}
	s.since += n
	if NoRoom(s.err) {
		s.err = nil
	}
}
