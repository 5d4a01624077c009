package datadir

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
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
	if size, err := log.size(); err != nil || size != 0 {
		t.Errorf("the log begins with %d bytes (%v)", size, err)
	}
	// What comes past Write, to the process's standard error, counts too.
	if _, err := log.file.Write(bytes.Repeat([]byte("z"), logLimit-1)); err != nil {
		t.Fatal(err)
	}
	if _, err := log.Write([]byte("after a crash\n")); err != nil {
		t.Fatal(err)
	}
	if size, err := log.size(); err != nil || size != int64(len("after a crash\n")) {
		t.Errorf("the log has %d bytes (%v): it was not turned over", size, err)
	}
}

// TestFollowedLog follows a log while it is written and turned over: after its last lines
// every one comes, once.
func TestFollowedLog(t *testing.T) {
	dir := t.TempDir()
	log, err := OpenLog(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	filler := strings.Repeat("x", 1<<10)
	written := 0
	write := func(lines int) {
		t.Helper()
		for range lines {
			if _, err := fmt.Fprintf(log, "%d %s\n", written, filler); err != nil {
				t.Fatal(err)
			}
			written++
		}
	}
	write(logLines + 5)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	read, to := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- ReadLog(ctx, dir, true, to)
		to.Close()
	}()
	lines := bufio.NewReader(read)
	next := 5
	await := func() {
		t.Helper()
		for ; next < written; next++ {
			line, err := lines.ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			if number, _, _ := strings.Cut(line, " "); number != strconv.Itoa(next) || len(line) != len(number)+len(filler)+2 {
				t.Fatalf("line %d is %.40q", next, line)
			}
		}
	}
	await()
	const most = logLimit>>10 - 100
	write(most)
	await()
	write(50)
	await()
	write(500) // turns it over
	if size, err := log.size(); err != nil || size > 600<<10 {
		t.Fatalf("the log has %d bytes (%v), want it to have been turned over", size, err)
	}
	await()
	write(1)
	await()
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}

	var all strings.Builder
	if err := ReadLog(t.Context(), dir, false, &all); err != nil {
		t.Fatal(err)
	}
	if text := all.String(); !strings.HasPrefix(text, "0 ") || strings.Count(text, "\n") != written {
		t.Errorf("the whole log has %d lines, want all %d", strings.Count(text, "\n"), written)
	}
	if err := ReadLog(t.Context(), t.TempDir(), true, io.Discard); err == nil || !strings.Contains(err.Error(), "there is no log") {
		t.Errorf("ReadLog without a log = %v", err)
	}
}
