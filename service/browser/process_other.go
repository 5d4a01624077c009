//go:build unix && !linux

package browser

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
)

// attributes makes a process the leader of its own group, run as owner if not nil.
func attributes(owner *owner) *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Setpgid: true}
	if owner != nil {
		attr.Credential = &syscall.Credential{Uid: owner.uid, Gid: owner.gid}
	}
	return attr
}

// adoptOrphans does nothing: process 1 waits for orphans.
func adoptOrphans() {}

// reap does nothing, for the same reason.
func reap(int) {}

// reapCrashHandlers does nothing, for the same reason.
func reapCrashHandlers() {}

// enlarge does nothing: pipes grow by themselves.
func enlarge(*os.File) {}

// smallSharedMemory is false: there is no /dev/shm.
func smallSharedMemory() bool { return false }

// processStart returns when a process was started, or "" if there is none.
func processStart(pid int) string {
	output, err := exec.Command("ps", "-o", "lstart=", "-p", strconv.Itoa(pid)).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(output))
}

// killLeftovers kills the group of a recorded browser if its leader still runs, and
// returns the leader.
func killLeftovers(r record) []int {
	if r.Browser.alive() && syscall.Kill(-r.Browser.PID, syscall.SIGKILL) == nil {
		return []int{r.Browser.PID}
	}
	return nil
}
