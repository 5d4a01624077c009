package service

import (
	"log/slog"
	"sync"
	"time"
)

// sayAgain is how often the log repeats what is still wrong.
const sayAgain = time.Minute

// seldom logs the failures of something that is tried every few seconds: the first at once,
// and others each minute for as long as it fails.
type seldom struct {
	mu   sync.Mutex
	said time.Time // zero while all is well
}

// warn is told how each try went.
func (s *seldom) warn(log *slog.Logger, message string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil {
		s.said = time.Time{}
	} else if time.Since(s.said) >= sayAgain {
		s.said = time.Now()
		log.Warn(message, "error", err)
	}
}
