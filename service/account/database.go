package account

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/pressly/goose/v3"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// answerTimeout is Config.Timeout if that names none.
const answerTimeout = 5 * time.Second

// ErrUnavailable is a database that cannot be reached, is shutting down or starting,
// or did not answer in time. What was asked of it may or may not have been done;
// asking again is safe, and makes sense in a moment.
var ErrUnavailable = errors.New("the account's database is not available")

// ErrStorage is a SQLite database whose disk cannot be written: it is full, read-only or
// failing. It is ErrUnavailable as well.
var ErrStorage error = storageError{}

type storageError struct{}

func (storageError) Error() string        { return "the disk of the account's database cannot be written" }
func (storageError) Is(target error) bool { return target == ErrUnavailable }

// ErrNoAccount is a database in which there is no account, for a Config that does not
// want one made.
var ErrNoAccount = errors.New("there is no account")

//go:embed migrations/*.sql
var migrations embed.FS

// The functions of PostgreSQL, by the numbers of their migrations.
//
//go:embed migrations/postgres/*.sql
var functions embed.FS

// IsPostgres reports whether a database is named by an address of PostgreSQL's, and
// not by a file.
func IsPostgres(database string) bool {
	return strings.HasPrefix(database, "postgres://") || strings.HasPrefix(database, "postgresql://")
}

// DatabaseName returns a database's name without the passwords in it. Who has them
// otherwise, as in PGPASSFILE, can open the database by it.
func DatabaseName(database string) string {
	if !IsPostgres(database) {
		return database
	}
	scheme, rest, _ := strings.Cut(database, "://")
	// PostgreSQL takes several hosts, which is no URL to net/url.
	user := ""
	if i := strings.IndexAny(rest, "@/"); i >= 0 && rest[i] == '@' {
		user, _, _ = strings.Cut(rest[:i], ":")
		user, rest = user+"@", rest[i+1:]
	}
	rest, query, _ := strings.Cut(rest, "?")
	params := slices.DeleteFunc(strings.Split(query, "&"), func(param string) bool {
		key, _, _ := strings.Cut(param, "=")
		key, err := url.PathUnescape(key)
		return err != nil || key == "" || strings.Contains(key, "password")
	})
	if len(params) > 0 {
		rest += "?" + strings.Join(params, "&")
	}
	if strings.Contains(rest, "@") { // a password with a slash in it ends up there
		return scheme + "://…"
	}
	return scheme + "://" + user + rest
}

// HasPassword reports whether a database is named with a password in it.
func HasPassword(database string) bool { return DatabaseName(database) != database }

// SchemaError is a database whose schema is of a later version of the program, which admits
// this one no more.
type SchemaError struct {
	Schema  int64  // of the database: the number of its last migration
	Known   int64  // the last that this program knows
	Version string // the oldest release that the schema admits
}

func (e *SchemaError) Error() string {
	return fmt.Sprintf("the database has schema %d, which needs assay %s or newer; this one knows schema %d: install the newer one, or restore the backup that was taken before the upgrade",
		e.Schema, e.Version, e.Known)
}

// admits returns a *SchemaError if a database admits only programs that know more than the
// migrations of this one.
func admits(ctx context.Context, db *sql.DB, provider *goose.Provider) error {
	schema, known, err := provider.GetVersions(ctx)
	if err != nil || schema <= known {
		return err
	}
	var oldest int64
	e := &SchemaError{Schema: schema, Known: known}
	if err := db.QueryRowContext(ctx, `SELECT migration, version FROM oldest_program`).Scan(&oldest, &e.Version); err != nil {
		return fmt.Errorf("reading which programs schema %d admits: %w", schema, err)
	}
	if oldest > known {
		return e
	}
	return nil
}

// migrate brings the schema up to date. One that is of a later version is left as it is.
func migrate(ctx context.Context, dialect goose.Dialect, db *sql.DB, options ...goose.ProviderOption) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(dialect, db, files, append(options, goose.WithDisableGlobalRegistry(true))...)
	if err != nil {
		return err
	}
	if err := admits(ctx, db, provider); err != nil {
		return err
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("bringing the schema up to date: %w", err)
	}
	return nil
}

// mustHold returns ErrNoAccount unless there is an account in a database, of whatever
// version.
func mustHold(ctx context.Context, db *sql.DB) error {
	err := db.QueryRowContext(ctx, `SELECT usage_limit FROM account WHERE id = $1`, accountID).Scan(new(int64))
	var (
		postgres *pgconn.PgError
		lite     *sqlite.Error
	)
	switch {
	case errors.Is(err, sql.ErrNoRows),
		errors.As(err, &postgres) && postgres.Code == "42P01",        // there is no such table
		errors.As(err, &lite) && lite.Code() == sqlite3.SQLITE_ERROR: // the same
		return ErrNoAccount
	}
	return err
}

// unavailable marks err with ErrUnavailable if it says that the database was, and
// not that whoever asked went away: given is the context of the question, whose deadline is
// a time that the database did not keep.
func unavailable(given context.Context, err error) error {
	switch {
	case err == nil, errors.Is(given.Err(), context.Canceled), errors.Is(err, ErrUnavailable):
		return err
	case isStorage(err):
		return fmt.Errorf("%w: %w", ErrStorage, err)
	case isUnavailable(err):
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return err
}

// isStorage reports whether err is of the disk that a SQLite file is on.
func isStorage(err error) bool {
	lite := (*sqlite.Error)(nil)
	if !errors.As(err, &lite) {
		return false
	}
	switch lite.Code() & 0xff { // the rest tells what could not be done
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN:
		return true
	}
	return false
}

// isStale reports whether err says that a connection is dead, rather than that there is
// none to be had.
func isStale(err error) bool {
	var (
		connect  *pgconn.ConnectError
		postgres *pgconn.PgError
	)
	switch {
	case errors.As(err, &connect):
		return false
	case errors.As(err, &postgres):
		return postgres.Code == "57P01" // this connection was ended by the server
	}
	return errors.Is(err, driver.ErrBadConn) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) ||
		errors.Is(err, net.ErrClosed) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) || pgconn.SafeToRetry(err)
}

func isUnavailable(err error) bool {
	var (
		network  net.Error
		connect  *pgconn.ConnectError
		postgres *pgconn.PgError
		lite     *sqlite.Error
	)
	switch {
	case errors.As(err, &postgres):
		return isTransient(postgres.Code)
	case errors.As(err, &connect), errors.As(err, &network), pgconn.SafeToRetry(err),
		errors.Is(err, driver.ErrBadConn), errors.Is(err, sql.ErrConnDone), errors.Is(err, net.ErrClosed),
		errors.Is(err, sql.ErrTxDone), // its time was over between two of its statements
		errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, context.DeadlineExceeded):
		return true
	case errors.As(err, &lite):
		switch lite.Code() & 0xff { // the rest tells which kind of lock
		case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_INTERRUPT:
			return true
		}
	}
	return false
}

// isTransient reports whether an error of PostgreSQL's passes by itself. Its codes
// are in appendix A of its manual.
func isTransient(code string) bool {
	switch code {
	case "40001", "40P01", // serialization failure, deadlock
		"55P03",                   // a lock was not to be had in time
		"57014",                   // the statement took too long
		"57P01", "57P02", "57P03", // shutting down, crashed, starting
		"57P05", "25P03", // idle for too long
		"25006": // read only: a standby that is not the primary yet
		return true
	}
	return strings.HasPrefix(code, "08") || strings.HasPrefix(code, "53") // connection, resources
}
