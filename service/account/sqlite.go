package account

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/gofrs/flock"
	"github.com/pressly/goose/v3"
)

// openSQLite opens a file, which it makes if there is none unless it has to exist, and
// brings its schema up to date.
func openSQLite(ctx context.Context, cfg Config) (writer, reader *sql.DB, err error) {
	path, err := filepath.Abs(cfg.Database)
	if err != nil {
		return nil, nil, err
	}
	// SQLite gives its journals the mode of the file, so this covers them all.
	flags := os.O_CREATE | os.O_RDWR
	if cfg.Existing {
		flags = os.O_RDWR
	}
	made, err := os.OpenFile(path, flags, 0o600)
	if cfg.Existing && errors.Is(err, fs.ErrNotExist) {
		return nil, nil, ErrNoAccount
	}
	if err != nil {
		return nil, nil, err
	}
	if err := made.Close(); err != nil {
		return nil, nil, err
	}

	name := dataSource(path, cfg.Timeout)
	if writer, err = sql.Open("sqlite", name); err != nil {
		return nil, nil, err
	}
	writer.SetMaxOpenConns(1)
	if reader, err = sql.Open("sqlite", name); err != nil {
		return nil, nil, errors.Join(err, writer.Close())
	}
	readers := max(4, runtime.GOMAXPROCS(0))
	reader.SetMaxOpenConns(readers)
	reader.SetMaxIdleConns(readers)

	// A lock beside the file keeps two processes that start together from
	// migrating it twice.
	lock := flock.New(path + ".lock")
	if _, err = lock.TryLockContext(ctx, 10*time.Millisecond); err == nil {
		if cfg.Existing {
			err = mustHold(ctx, writer)
		}
		if err == nil {
			err = migrate(ctx, goose.DialectSQLite3, writer)
		}
		lock.Unlock()
	}
	if err != nil {
		return nil, nil, errors.Join(err, writer.Close(), reader.Close())
	}
	return writer, reader, nil
}

// dataSource is the driver's name for a file. In WAL mode with synchronous=NORMAL
// a commit has reached the kernel when it returns, so it survives the death of the
// process at any instant; the disk is waited for only at checkpoints, so a power
// failure may take the last moments but never the file's consistency.
func dataSource(path string, timeout time.Duration) string {
	pragmas := url.Values{"_pragma": {
		fmt.Sprintf("busy_timeout(%d)", timeout.Milliseconds()),
		"journal_mode(WAL)",
		"synchronous(NORMAL)",
	}}
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: pragmas.Encode()}).String()
}
