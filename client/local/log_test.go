package local

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

func TestLogIsBounded(t *testing.T) {
	dir := t.TempDir()
	log, err := OpenLog(dir)
	if err != nil {
		t.Fatal(err)
	}
	line := strings.Repeat("x", 1<<16-1) + "\n"
	const lines = 3 * logLimit >> 16
	for i := range lines {
		if i == lines-1 {
			line = "the last line\n"
		}
		if _, err := log.Write([]byte(line)); err != nil {
			t.Fatal(err)
		}
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{LogFile(dir), LogFile(dir) + ".1"} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if info.Size() > logLimit || info.Mode().Perm() != 0o600 {
			t.Errorf("%s has %d bytes and mode %o", path, info.Size(), info.Mode().Perm())
		}
	}
	if data, err := os.ReadFile(LogFile(dir)); err != nil || !bytes.HasSuffix(data, []byte("the last line\n")) {
		t.Errorf("the log does not end with the last line (%v)", err)
	}
	// A full log is turned over at the next start too.
	if err := os.WriteFile(LogFile(dir), bytes.Repeat([]byte("y"), logLimit), 0o600); err != nil {
		t.Fatal(err)
	}
	if log, err = OpenLog(dir); err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	if log.size != 0 {
		t.Errorf("the log begins with %d bytes", log.size)
	}
}

func TestOlder(t *testing.T) {
	tests := []struct {
		a, b string
		want bool
	}{
		{"v1.0.0+20260101000000000", "v1.1.0+20260102000000000", true},
		{"v1.1.0+20260102000000000", "v1.0.0+20260101000000000", false},
		{"devel+20260101000000000", "devel+20260101000000001", true},
		{"devel+20260101000000000", "devel+20260101000000000", false},
		{"v0.0.0-20260101-abc+dirty.20260101000000000", "devel+20260101000000001", true},
		{"devel", "devel+20260101000000001", false},
		{"devel+20260101000000000", "devel", false},
		{"", "devel+20260101000000000", false},
		{"v1.0.0", "v1.1.0", false},
	}
	for _, tt := range tests {
		if got := older(tt.a, tt.b); got != tt.want {
			t.Errorf("older(%q, %q) = %v", tt.a, tt.b, got)
		}
	}
}

func TestVersionEndsInBuildTime(t *testing.T) {
	if buildTime(Version()) == "" {
		t.Errorf("Version() = %q, want a build time at its end", Version())
	}
}
