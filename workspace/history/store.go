package history

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	_ "modernc.org/sqlite" // the driver
)

// Store is the history in one file, which several dashboards may use at once. It is
// safe for concurrent use.
type Store struct {
	path   string
	limits Limits

	opening sync.Mutex // held while the file is opened
	mu      sync.Mutex // guards what follows
	db      *sql.DB
	err     error         // why the history cannot be used, or nil
	queue   []job         // what is still to be written
	writing bool          // the writer runs
	changed chan struct{} // closed and replaced when the history changes
	closed  bool
	swept   time.Time // when the limits were last applied
	since   int       // calls written since then
}

// job is a call to be written.
type job struct {
	entry  Entry
	answer *Answer
}

// ErrOff is what reading a history fails with that keeps nothing.
var ErrOff = errors.New("the history is switched off in the settings: [history] keep = false")

// ErrClosed is what a history fails with that was closed.
var ErrClosed = errors.New("the history is closed")

// New returns the history in a file. It touches nothing: the file is opened, and made
// if there is none, when it is first used.
func New(path string, limits Limits) *Store {
	return &Store{path: path, limits: limits, changed: make(chan struct{})}
}

// Path returns the file's path.
func (s *Store) Path() string { return s.path }

// Limits returns the limits of the store.
func (s *Store) Limits() Limits { return s.limits }

// Err returns why the history cannot be used, or nil. Calls that end meanwhile are
// not kept.
func (s *Store) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// Changed returns a channel that is closed at the next change by this process: a call
// was written, pinned or deleted, or the history fails.
func (s *Store) Changed() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.changed
}

func (s *Store) change() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.changed)
	s.changed = make(chan struct{})
}

// fail notes why the history cannot be used; the first reason stays.
func (s *Store) fail(err error) error {
	s.mu.Lock()
	first := s.err == nil && !s.closed && !errors.Is(err, context.Canceled)
	if first {
		s.err = err
	}
	s.mu.Unlock()
	if first {
		s.change()
	}
	return err
}

// open returns the database, opening the file first if that has not been done.
func (s *Store) open(ctx context.Context) (*sql.DB, error) {
	if s.limits.Off {
		return nil, ErrOff
	}
	s.opening.Lock()
	defer s.opening.Unlock()
	s.mu.Lock()
	db, err, closed := s.db, s.err, s.closed
	s.mu.Unlock()
	switch {
	case closed:
		return nil, ErrClosed
	case db != nil: // what is there can be read even where nothing can be written
		return db, nil
	case err != nil:
		return nil, err
	}
	db, err = openFile(ctx, s.path)
	if err != nil {
		if ctx.Err() != nil { // who asked went away
			return nil, ctx.Err()
		}
		if busy(err) {
			return nil, err
		}
		return nil, s.fail(fmt.Errorf("the history cannot be used: %w", s.advise(err)))
	}
	s.mu.Lock()
	s.db = db
	s.mu.Unlock()
	return db, nil
}

// Close writes what is still to be written, as far as ctx allows, and closes the file.
func (s *Store) Close(ctx context.Context) error {
	for {
		s.mu.Lock()
		if !s.writing || s.err != nil || ctx.Err() != nil {
			break
		}
		wait := s.changed
		s.mu.Unlock()
		select {
		case <-wait:
		case <-ctx.Done():
		}
	}
	lost := len(s.queue)
	if s.err != nil || s.limits.Off {
		lost = 0 // that was told when it began
	}
	db := s.db
	s.closed, s.db, s.queue = true, nil, nil
	s.mu.Unlock()
	s.change()
	var err error
	if db != nil {
		err = db.Close()
	}
	if lost > 0 {
		err = errors.Join(err, fmt.Errorf("the history lacks %d of the last calls: writing took too long", lost))
	}
	return err
}

// schemas bring a file from the version that is their index to the next.
var schemas = []string{`
CREATE TABLE calls (
	id         INTEGER PRIMARY KEY AUTOINCREMENT,
	at         INTEGER NOT NULL, -- Unix milliseconds
	kind       TEXT NOT NULL,
	origin     TEXT NOT NULL,
	source     TEXT NOT NULL,
	path       TEXT NOT NULL,
	hash       TEXT NOT NULL,
	masked     INTEGER NOT NULL,
	query      TEXT NOT NULL,
	prompt     TEXT NOT NULL,
	params     TEXT NOT NULL,
	status     INTEGER NOT NULL,
	code       TEXT NOT NULL,
	error      TEXT NOT NULL,
	request_id TEXT NOT NULL,
	took       INTEGER NOT NULL, -- microseconds
	cost       INTEGER NOT NULL,
	size       INTEGER NOT NULL, -- of the data, as it came
	sum        TEXT NOT NULL,
	stored     INTEGER NOT NULL, -- of the answer, as it lies here; 0 if there is none
	pinned     INTEGER NOT NULL DEFAULT 0,
	deleted    INTEGER NOT NULL DEFAULT 0 -- Unix milliseconds, or 0
);
CREATE INDEX calls_deleted ON calls (deleted) WHERE deleted > 0;
CREATE TABLE answers (
	call     INTEGER PRIMARY KEY REFERENCES calls (id) ON DELETE CASCADE,
	data     BLOB NOT NULL, -- JSON, deflated
	metadata BLOB NOT NULL  -- JSON, deflated
);
-- What was used, by quarters of an hour: it outlives the calls.
CREATE TABLE use (
	quarter INTEGER NOT NULL, -- of an hour, since 1970
	kind    TEXT NOT NULL,
	calls   INTEGER NOT NULL,
	failed  INTEGER NOT NULL,
	cost    INTEGER NOT NULL,
	PRIMARY KEY (quarter, kind)
) WITHOUT ROWID;
`}

// busyTime is how long another dashboard's writing is waited for.
const busyTime = 5 * time.Second

func openFile(ctx context.Context, path string) (*sql.DB, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	// SQLite gives its journals the mode of the file, so this covers them all.
	made, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(made.Chmod(0o600), made.Close()); err != nil {
		return nil, err
	}
	// A new file is made so that it can shrink; to one that is there, that pragma
	// does nothing.
	settings := url.Values{"_txlock": {"immediate"}, "_pragma": {
		fmt.Sprintf("busy_timeout(%d)", busyTime.Milliseconds()),
		"auto_vacuum(INCREMENTAL)", "journal_mode(WAL)", "synchronous(NORMAL)", "foreign_keys(1)",
	}}
	// On Windows the path of the address is /C:/Users/….
	address := "/" + strings.TrimPrefix(filepath.ToSlash(path), "/")
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Path: address, RawQuery: settings.Encode()}).String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(3)
	if err := migrate(ctx, db); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// migrate brings the schema up to date. The transaction is a write lock, so two
// dashboards that start together do it one after the other.
func migrate(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var version int
	if err := tx.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	if version > len(schemas) {
		return errNewer
	}
	if version == len(schemas) {
		return nil
	}
	for _, schema := range schemas[version:] {
		if _, err := tx.ExecContext(ctx, schema); err != nil {
			return err
		}
	}
	if _, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", len(schemas))); err != nil {
		return err
	}
	return tx.Commit()
}

var errNewer = errors.New("a newer version of assay wrote it")
