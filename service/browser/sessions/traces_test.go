package sessions_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/service/browser/sessiontest"
)

// leavesNothing shuts a manager down and checks that nothing of its browsers is left: no
// process, no folder, and none of the control groups that they were in.
func leavesNothing(t *testing.T, b *sessiontest.Bench, inGroups []string) {
	t.Helper()
	if err := b.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	if left := traces(t, b.Dir); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
	if left := zombies(t); len(left) > 0 {
		t.Errorf("zombies left: %v", left)
	}
	if left := groupFolders(t, inGroups); len(left) > 0 {
		t.Errorf("control groups left: %q", left)
	}
}

// traces returns what there is of browsers that work in dir.
func traces(t testing.TB, dir string) []string {
	t.Helper()
	lines, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, path := range lines {
		if text, _ := os.ReadFile(path); strings.Contains(string(text), "TMPDIR="+dir) {
			found = append(found, path)
		}
	}
	entries, _ := os.ReadDir(dir)
	for _, entry := range entries {
		found = append(found, entry.Name())
	}
	return found
}

// zombies returns the processes of browsers that have ended and that this process, whose
// children they are, has not waited for.
func zombies(t testing.TB) []int {
	t.Helper()
	paths, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	ended := fmt.Sprintf(") Z %d ", os.Getpid())
	var pids []int
	for _, path := range paths {
		if text, _ := os.ReadFile(path); strings.Contains(string(text), "(chrom") && strings.Contains(string(text), ended) {
			var pid int
			fmt.Sscanf(path, "/proc/%d/", &pid)
			pids = append(pids, pid)
		}
	}
	return pids
}

// groupsOf returns the control groups that processes are in and the tests are not. A
// process that has gone is in none.
func groupsOf(t testing.TB, pids []int) []string {
	t.Helper()
	own, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, pid := range pids {
		its, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cgroup", pid))
		for line := range strings.Lines(string(its)) {
			if !strings.Contains(string(own), line) {
				found = append(found, filepath.Base(strings.TrimSpace(line)))
			}
		}
	}
	return found
}

// groupFolders returns those of some control groups that are still there.
func groupFolders(t testing.TB, names []string) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir("/sys/fs/cgroup", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && slices.Contains(names, entry.Name()) {
			found = append(found, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func descriptors(t testing.TB) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}
