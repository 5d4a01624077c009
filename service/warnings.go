package service

import (
	"log/slog"
	"sync"
	"time"
)

// sayAgain is how often the log repeats what is still wrong.
const sayAgain = time.Minute

// repeatedWarning logs the failures of something that is tried every few seconds: the first
// at once, and others each minute for as long as it fails.
type repeatedWarning struct {
	mu   sync.Mutex
	said time.Time // zero while all is well
}

// warn is told how each try went.
func (w *repeatedWarning) warn(log *slog.Logger, message string, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err == nil {
		w.said = time.Time{}
	} else if time.Since(w.said) >= sayAgain {
		w.said = time.Now()
		log.Warn(message, "error", err)
	}
}
