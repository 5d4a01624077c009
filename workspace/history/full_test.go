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

// A full disk ends the keeping, which is told; what was kept can be read.
func TestFullDisk(t *testing.T) {
	s := New(filepath.Join(t.TempDir(), "history.db"), Limits{})
	s.Record(long(0), Outcome{})
	if err := flush(t, s); err != nil {
		t.Fatal(err)
	}
	room(t, s, 1)
	s.Record(long(1), Outcome{})
	if err := flush(t, s); err == nil || !strings.Contains(err.Error(), "the disk is full") {
		t.Fatalf("with a full disk: %v", err)
	}
	if calls, err := s.List(context.Background(), 0, -1); err != nil || len(calls) != 1 {
		t.Errorf("%d calls can be read (%v)", len(calls), err)
	}
	if err := s.Close(context.Background()); err != nil {
		t.Errorf("what was told is told again: %v", err)
	}
}
