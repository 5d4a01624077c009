package document

import (
	"errors"
	"fmt"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// attributes makes a program the leader of its own process group, which dies
// with the service.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// limit bounds a program that has just been started: its address space, its time
// on a processor, the files that it writes, and that it leaves no core.
func limit(pid int, memory uint64, processor time.Duration) error {
	seconds := uint64(processor/time.Second) + 1
	var errs []error
	for _, bound := range []struct {
		resource  int
		soft, max uint64
	}{
		{unix.RLIMIT_AS, memory, memory},
		{unix.RLIMIT_CPU, seconds, seconds + 1}, // SIGXCPU, which tells why, and SIGKILL after it
		{unix.RLIMIT_FSIZE, maxFile, maxFile},
		{unix.RLIMIT_CORE, 0, 0},
		{unix.RLIMIT_NOFILE, 64, 64},
	} {
		errs = append(errs, unix.Prlimit(pid, bound.resource, &unix.Rlimit{Cur: bound.soft, Max: bound.max}, nil))
	}
	return errors.Join(errs...)
}

// Confined returns why this system cannot keep the programs that read documents from
// writing outside the folders that they are given; nil if it can.
func Confined() error {
	_, err := landlockVersion()
	return err
}

// landlockVersion is which version of Landlock's interface this kernel has.
func landlockVersion() (int, error) {
	version, _, err := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if err != 0 {
		return 0, fmt.Errorf("Landlock: %w", err)
	}
	return int(version), nil
}

// confine lets this thread, and what it starts, write to one folder only, for good.
// Where the system cannot, which Confined tells, it does nothing.
func confine(dir string) error {
	version, err := landlockVersion()
	if err != nil {
		return nil
	}
	writing := uint64(unix.LANDLOCK_ACCESS_FS_WRITE_FILE |
		unix.LANDLOCK_ACCESS_FS_REMOVE_DIR | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE |
		unix.LANDLOCK_ACCESS_FS_MAKE_CHAR | unix.LANDLOCK_ACCESS_FS_MAKE_DIR | unix.LANDLOCK_ACCESS_FS_MAKE_REG |
		unix.LANDLOCK_ACCESS_FS_MAKE_SOCK | unix.LANDLOCK_ACCESS_FS_MAKE_FIFO |
		unix.LANDLOCK_ACCESS_FS_MAKE_BLOCK | unix.LANDLOCK_ACCESS_FS_MAKE_SYM)
	if version >= 3 {
		writing |= unix.LANDLOCK_ACCESS_FS_TRUNCATE
	}
	rules, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET,
		uintptr(unsafe.Pointer(&unix.LandlockRulesetAttr{Handled_access_fs: writing})), unsafe.Sizeof(uint64(0)), 0)
	if errno != 0 {
		return fmt.Errorf("Landlock: %w", errno)
	}
	defer unix.Close(int(rules))
	folder, err := unix.Open(dir, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("opening %s: %w", dir, err)
	}
	defer unix.Close(folder)
	rule := unix.LandlockPathBeneathAttr{Allowed_access: writing, Parent_fd: int32(folder)}
	if _, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, rules, unix.LANDLOCK_RULE_PATH_BENEATH,
		uintptr(unsafe.Pointer(&rule)), 0, 0, 0); errno != 0 {
		return fmt.Errorf("Landlock: %w", errno)
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil { // without it, only root may
		return err
	}
	if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, rules, 0, 0); errno != 0 {
		return fmt.Errorf("Landlock: %w", errno)
	}
	return nil
}
