package service

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestRepeatedWarning has something fail every two seconds for an hour, go well, and fail again.
func TestRepeatedWarning(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var text bytes.Buffer
		log := slog.New(slog.NewTextHandler(&text, nil))
		var s repeatedWarning
		for range 30 * 60 {
			s.warn(log, "it fails", errors.New("why"))
			time.Sleep(2 * time.Second)
		}
		if said := strings.Count(text.String(), `msg="it fails" error=why`); said != 60 {
			t.Errorf("in an hour the log says so %d times", said)
		}
		text.Reset()
		s.warn(log, "it fails", nil)
		s.warn(log, "it fails", errors.New("again"))
		if !strings.Contains(text.String(), "error=again") {
			t.Errorf("the log does not say that it fails again: %q", &text)
		}
	})
}
