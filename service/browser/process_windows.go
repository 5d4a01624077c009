package browser

import (
	"errors"
	"os"
	"syscall"
)

// Browsers are not started on Windows: a process is handed no pipes there but its
// standard streams, and has no group that ends with it.

func withoutCoreDumps(func() error) error { return errors.ErrUnsupported }

func attributes(*owner) *syscall.SysProcAttr { return nil }

func killGroup(int) {}

func adoptOrphans() {}

func reap(int) {}

func reapCrashHandlers() {}

func enlarge(*os.File) {}

func smallSharedMemory() bool { return false }

func processStart(int) string { return "" }

func killLeftovers(record) []int { return nil }
