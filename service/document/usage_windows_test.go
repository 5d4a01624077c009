package document_test

import (
	"testing"
	"time"
)

func processorTime(t testing.TB) time.Duration {
	t.Helper()
	t.Fatal("the processor time of programs is not known on Windows")
	return 0
}

func peakMemory(t testing.TB) (self, child int64) {
	t.Helper()
	t.Fatal("the memory of programs is not known on Windows")
	return 0, 0
}
