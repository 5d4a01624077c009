package history

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/wire"
)

// room bounds the pages of the file, as a full disk does.
func room(t *testing.T, s *Store, pages int) {
	t.Helper()
	db, err := s.open(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1) // the bound is that of a connection
	if _, err := db.Exec(fmt.Sprintf("PRAGMA max_page_count = %d", pages)); err != nil {
		t.Fatal(err)
	}
}

// long is a call that takes some pages.
func long(n int) Entry {
	return OfQuery(time.Now(), wire.QueryRequest{URL: fmt.Sprint("https://shop.example/", n), Query: strings.Repeat("{ a } ", 4000)}, "")
}

func flush(t *testing.T, s *Store) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	err := s.Flush(ctx)
	if ctx.Err() != nil {
		t.Fatal("the calls are never written")
	}
	return err
}

// count opens the file anew.
func count(t *testing.T, path string) int {
	t.Helper()
	s := New(path, Limits{})
	defer s.Close(context.Background())
	calls, err := s.List(context.Background(), 0, -1)
	if err != nil {
		t.Fatal(err)
	}
	return len(calls)
}

// While the disk is full calls wait, and what was kept can be read; with the next call
// after there is room again all are kept.
func TestCallsWaitForRoom(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.db")
	s := New(path, Limits{})
	s.Record(long(0), Outcome{})
	if err := flush(t, s); err != nil {
		t.Fatal(err)
	}
	room(t, s, 1)
	for n := range 3 {
		s.Record(long(n), Outcome{})
		if err := flush(t, s); !NoRoom(err) || !strings.Contains(err.Error(), "the disk is full") {
			t.Fatalf("with a full disk: %v", err)
		}
	}
	if calls, err := s.List(context.Background(), 0, -1); err != nil || len(calls) != 1 {
		t.Errorf("%d calls can be read (%v)", len(calls), err)
	}
	room(t, s, 1<<20)
	s.Record(long(4), Outcome{})
	if err := flush(t, s); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	if n := count(t, path); n != 5 {
		t.Errorf("%d calls are kept", n)
	}
}

// What waits for room is tried once more at the end, and told if it is lost.
func TestCloseWithAFullDisk(t *testing.T) {
	for _, pages := range []int{1, 1 << 20} {
		path := filepath.Join(t.TempDir(), "history.db")
		s := New(path, Limits{})
		room(t, s, 1)
		s.Record(long(0), Outcome{})
		if err := flush(t, s); !NoRoom(err) {
			t.Fatal(err)
		}
		room(t, s, pages)
		err := s.Close(context.Background())
		if lost := pages == 1; lost != (err != nil) || lost && !strings.Contains(err.Error(), "lacks 1 of the last calls") {
			t.Errorf("with room for %d pages: %v", pages, err)
		}
		if n, want := count(t, path), min(pages-1, 1); n != want {
			t.Errorf("%d calls are kept, not %d", n, want)
		}
	}
}

// What waits is bounded in number and size.
func TestWaitingIsBounded(t *testing.T) {
	s := New(filepath.Join(t.TempDir(), "history.db"), Limits{})
	for n := range waitingCalls + 20 {
		s.queue = append(s.queue, job{entry: long(n), answer: &Answer{Data: make([]byte, 10)}})
	}
	s.queue[len(s.queue)-1].answer.Data = make([]byte, waitingAnswer+1)
	s.shorten()
	last := s.queue[len(s.queue)-1]
	if len(s.queue) != waitingCalls || s.dropped != 20 || last.answer != nil || s.queue[0].answer == nil {
		t.Errorf("%d calls wait, %d were given up, the large answer is %v", len(s.queue), s.dropped, last.answer)
	}
}
