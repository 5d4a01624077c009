//go:build unix

package wholefile_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"assay/workspace/wholefile"
)

func TestCreate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new.json")
	if err := wholefile.Create(path, []byte("first"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := wholefile.Create(path, []byte("second"), 0o600); !errors.Is(err, fs.ErrExist) {
		t.Errorf("writing over a file: %v", err)
	}
	holds(t, path, "first", 0o600)
}

func TestReplace(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := wholefile.Replace(path, []byte("first"), 0o644); err != nil {
		t.Fatal(err)
	}
	holds(t, path, "first", 0o644)
	if err := errors.Join(os.Chmod(path, 0o640), os.Symlink("file", link)); err != nil {
		t.Fatal(err)
	}
	if err := wholefile.Replace(link, []byte("second"), 0o600); err != nil {
		t.Fatal(err)
	}
	holds(t, path, "second", 0o640)
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is %v (%v)", info, err)
	}
}

// limited makes the test binary write to a file of its own in a folder, with room for
// less than it writes.
const limited = "ASSAY_TEST_LIMITED_WRITES"

func TestMain(m *testing.M) {
	dir := os.Getenv(limited)
	if dir == "" {
		os.Exit(m.Run())
	}
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: 4096, Max: 4096}); err != nil {
		panic(err)
	}
	long := make([]byte, 64<<10)
	if wholefile.Create(filepath.Join(dir, "new"), long, 0o600) == nil || wholefile.Replace(filepath.Join(dir, "old"), long, 0o600) == nil {
		os.Exit(1)
	}
}

// A write that fails half-way leaves what was there, and nothing else.
func TestNoRoom(t *testing.T) {
	dir := t.TempDir()
	if err := wholefile.Create(filepath.Join(dir, "old"), []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), limited+"="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 {
		t.Errorf("the folder has %v (%v)", left, err)
	}
	holds(t, filepath.Join(dir, "old"), "old", 0o600)
}

// Failures speak of the file that is meant, not of the temporary one beside it.
func TestFailuresNameTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "no folder", "file")
	err := wholefile.Replace(path, nil, 0o600)
	if want := "write " + path + ": no such file or directory"; err == nil || err.Error() != want {
		t.Errorf("the error is %v, want %s", err, want)
	}
}

func holds(t *testing.T, path, want string, mode fs.FileMode) {
	t.Helper()
	data, err := os.ReadFile(path)
	info, statErr := os.Stat(path)
	if errors.Join(err, statErr) != nil || string(data) != want || info.Mode().Perm() != mode {
		t.Errorf("%s holds %q with mode %v (%v)", path, data, info, err)
	}
}
