package browser

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// serviceGroup is where the service goes when the group that it was given must be
// empty for others to be made in it.
const serviceGroup = "assay-service"

// findGroups finds where groups can be made, and makes one to be sure.
func findGroups() (*groups, error) {
	mounts, err := groupMounts()
	if err != nil {
		return nil, err
	}
	var reasons []error
	for _, mount := range mounts {
		current, err := mount.current()
		if err != nil {
			reasons = append(reasons, err)
			continue
		}
		g := &groups{parent: current, old: mount.old}
		if !mount.old {
			g.parent, err = delegated(current)
		}
		if err == nil {
			err = g.try()
		}
		if err == nil {
			return g, nil
		}
		reasons = append(reasons, err)
	}
	if len(reasons) == 0 {
		return nil, errNoGroups
	}
	return nil, errors.Join(reasons...)
}

// try makes a group and removes it.
func (g *groups) try() error {
	name := folderPrefix + "try-" + strconv.Itoa(os.Getpid()) + "-" + strconv.FormatInt(time.Now().UnixNano(), 36)
	m := &memoryGroup{filepath.Join(g.parent, name)}
	if err := m.open(1 << 30); err != nil {
		return err
	}
	return syscall.Rmdir(m.path)
}

// open makes the group, which holds no more than a number of bytes.
func (m *memoryGroup) open(bytes int64) error {
	if err := syscall.Mkdir(m.path, 0o755); err != nil {
		return fmt.Errorf("making a control group in %s: %w", filepath.Dir(m.path), err)
	}
	limit := strconv.FormatInt(bytes, 10)
	err := setGroup(m.path, "memory.max", limit)
	if err == nil {
		setGroup(m.path, "memory.swap.max", "0") // not every system counts swap
		return nil
	}
	if errors.Is(err, fs.ErrNotExist) { // version 1
		if err = setGroup(m.path, "memory.limit_in_bytes", limit); err == nil {
			setGroup(m.path, "memory.memsw.limit_in_bytes", limit) // both together
			return nil
		}
	}
	syscall.Rmdir(m.path)
	return err
}

// add puts a process, and those that it starts from now on, into the group.
func (m *memoryGroup) add(pid int) error {
	return setGroup(m.path, "cgroup.procs", strconv.Itoa(pid))
}

func setGroup(group, file, value string) error {
	// Opened as it is: these files cannot be made.
	f, err := os.OpenFile(filepath.Join(group, file), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(value)
	return errors.Join(err, f.Close())
}

// removeGroup removes a group whose processes were ended; they may take a moment.
func removeGroup(path string) error {
	err := retry(func() error {
		if err := syscall.Rmdir(path); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("removing the control group %s: %w", path, err)
	}
	return nil
}

// delegated returns the group of version 2 in which others with a bound on their
// memory can be made, given the service's own: that one, if it was given to the
// service alone, else the one it is in.
func delegated(current string) (string, error) {
	if !slices.Contains(readGroup(current, "cgroup.controllers"), "memory") {
		return "", errors.New("control groups, version 2, do not control memory here")
	}
	if slices.Contains(readGroup(current, "cgroup.subtree_control"), "memory") {
		return current, nil
	}
	// Memory is shared out among groups only by one that has no processes itself.
	if processes := readGroup(current, "cgroup.procs"); len(processes) == 1 && processes[0] == strconv.Itoa(os.Getpid()) {
		leaf := filepath.Join(current, serviceGroup)
		if err := os.Mkdir(leaf, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
			return "", err
		}
		if err := setGroup(leaf, "cgroup.procs", strconv.Itoa(os.Getpid())); err != nil {
			return "", err
		}
		return current, setGroup(current, "cgroup.subtree_control", "+memory")
	}
	parent := filepath.Dir(current)
	if !slices.Contains(readGroup(parent, "cgroup.subtree_control"), "memory") {
		return "", errors.New("other processes are in the service's control group: start it as a systemd unit with Delegate=yes, or in one of its own")
	}
	return parent, nil
}

// readGroup returns the words of one of a group's files.
func readGroup(group, file string) []string {
	text, _ := os.ReadFile(filepath.Join(group, file))
	return strings.Fields(string(text))
}

// groupMount is where control groups can be seen.
type groupMount struct {
	point string
	root  string // the group that is there
	old   bool
}

// groupMounts returns those that may bound memory, version 2 first.
func groupMounts() ([]groupMount, error) {
	file, err := os.Open("/proc/self/mountinfo")
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var mounts []groupMount
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		before, after, _ := strings.Cut(lines.Text(), " - ")
		at, kind := strings.Fields(before), strings.Fields(after)
		if len(at) < 5 || len(kind) < 3 {
			continue
		}
		mount := groupMount{point: at[4], root: at[3]}
		switch {
		case kind[0] == "cgroup2":
			mounts = slices.Insert(mounts, 0, mount)
		case kind[0] == "cgroup" && slices.Contains(strings.Split(kind[2], ","), "memory"):
			mount.old = true
			mounts = append(mounts, mount)
		}
	}
	return mounts, lines.Err()
}

// current returns the folder of the service's own group.
func (m groupMount) current() (string, error) {
	text, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(text)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) != 3 {
			continue
		}
		if m.old && !slices.Contains(strings.Split(parts[1], ","), "memory") || !m.old && parts[1] != "" {
			continue
		}
		inside, err := filepath.Rel(m.root, parts[2])
		if err != nil || strings.HasPrefix(inside, "..") {
			return "", fmt.Errorf("the service's control group %s cannot be seen here", parts[2])
		}
		folder := filepath.Join(m.point, inside)
		// A service that is there already made a leaf for itself.
		return strings.TrimSuffix(folder, "/"+serviceGroup), nil
	}
	return "", errNoGroups
}
