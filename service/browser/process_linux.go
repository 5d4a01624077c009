package browser

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// attributes makes a process the leader of its own group, run as owner if not nil,
// that dies with the thread which starts it.
func attributes(owner *owner) *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if owner != nil {
		attr.Credential = &syscall.Credential{Uid: owner.uid, Gid: owner.gid, NoSetGroups: false}
	}
	return attr
}

// adoptOrphans makes the processes of a browser that lost their parent children of
// the service, so that they can be waited for. Otherwise they stay as zombies where
// process 1 waits for nobody, as in many containers.
func adoptOrphans() {
	unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
}

// reap waits until nothing is left of a killed process, or with a negative number of
// a process group, that was adopted.
func reap(pid int) {
	for deadline := time.Now().Add(killTimeout); time.Now().Before(deadline); {
		ended, err := syscall.Wait4(pid, nil, syscall.WNOHANG, nil)
		switch {
		case err == syscall.EINTR, ended > 0:
		case err != nil && syscall.Kill(pid, 0) != nil:
			return
		default: // not dead yet, or not adopted yet
			time.Sleep(2 * time.Millisecond)
		}
	}
}

// pipeSize is how much a pipe to or from a browser holds: enough that messages of
// megabytes take few turns.
const pipeSize = 1 << 20

// enlarge lets a pipe hold more, where the system allows.
func enlarge(pipe *os.File) {
	if raw, err := pipe.SyscallConn(); err == nil {
		raw.Control(func(fd uintptr) { unix.FcntlInt(fd, unix.F_SETPIPE_SZ, pipeSize) })
	}
}

// smallSharedMemory reports whether /dev/shm, as in many containers, has too little
// room for a browser.
func smallSharedMemory() bool {
	var stat unix.Statfs_t
	if unix.Statfs("/dev/shm", &stat) != nil {
		return true
	}
	return stat.Blocks*uint64(stat.Bsize) < 512<<20
}

// processStart returns when a process was started, in clock ticks since boot, or
// "" if there is none or it is a zombie.
func processStart(pid int) string {
	state, _, start := readStat(pid)
	if state == "Z" || state == "X" {
		return ""
	}
	return start
}

// readStat returns the fields of /proc/PID/stat that are of use here.
func readStat(pid int) (state string, group int, start string) {
	text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	if err != nil {
		return "", 0, ""
	}
	// The second field is the name in parentheses, which may hold anything.
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	if len(fields) < 20 {
		return "", 0, ""
	}
	group, _ = strconv.Atoi(fields[2])
	return fields[0], group, fields[19]
}

// killLeftovers kills the processes of a recorded browser and returns them.
func killLeftovers(r record) []int {
	leader := r.Browser.alive()
	orphaned := !leader && r.Browser.PID > 0 && syscall.Kill(r.Browser.PID, 0) != nil
	entries, _ := os.ReadDir("/proc")
	var killed []int
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		_, group, _ := readStat(pid)
		inGroup := group == r.Browser.PID
		ours := leader && inGroup || orphaned && inGroup && runs(pid, r.Binary) || writesTo(pid, r.Folder)
		if ours && syscall.Kill(pid, syscall.SIGKILL) == nil {
			killed = append(killed, pid)
		}
	}
	return killed
}

// crashHandler is the program of a full browser's crash handlers, as the system cuts
// its name.
const crashHandler = "chrome_crashpad"

// reapCrashHandlers waits for those that have ended by themselves and were adopted:
// nothing of the browser that they belonged to is left in them but their name, which no
// other child of the service has.
func reapCrashHandlers() {
	entries, _ := os.ReadDir("/proc")
	self := strconv.Itoa(os.Getpid())
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		text, err := os.ReadFile(filepath.Join("/proc", entry.Name(), "stat"))
		if err != nil || !bytes.Contains(text, []byte("("+crashHandler+") Z "+self+" ")) {
			continue
		}
		syscall.Wait4(pid, nil, syscall.WNOHANG, nil)
	}
}

// runs reports whether a process was started from a program.
func runs(pid int, program string) bool {
	line, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "cmdline"))
	return err == nil && program != "" && bytes.HasPrefix(line, []byte(program))
}

// writesTo reports whether a process's environment names a browser's folder. That of
// a full browser's crash handlers does, which are in process groups of their own.
func writesTo(pid int, folder string) bool {
	environment, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "environ"))
	return err == nil && bytes.Contains(environment, []byte("TMPDIR="+folder+"\x00"))
}
