// Package account keeps the service's subscription: its API keys, its quota and
// the ledger of what was used.
//
// A call is reserved before the work it pays for, then settled if the work
// succeeded or refunded if it did not. The ledger is append-only, and holds at
// most one entry of each kind for a request, so that repeating a step changes
// nothing. Every transaction first updates the account's row, which is the write
// lock in SQLite and the row lock in PostgreSQL: transactions of any number of
// goroutines, processes and nodes on one database run one after another, and
// the quota cannot be overspent.
package account

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"github.com/gofrs/flock"
	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // the database/sql driver "sqlite"
)

const (
	// DefaultUsageLimit is the number of calls per cycle of a new account whose
	// Config names none.
	DefaultUsageLimit = 10_000

	// DefaultLease is how long a reservation outlives the last sign of life of
	// the process that made it, if Config names no other time.
	DefaultLease = 5 * time.Minute

	// accountID is the one account of a service: its keys share a subscription.
	accountID = "main"

	// busyTimeout is how long a transaction waits for another process's.
	busyTimeout = 10 * time.Second
)

//go:embed migrations/*.sql
var migrations embed.FS

// Config says where an account is kept.
type Config struct {
	Path       string           // the SQLite file; made with mode 0600 if missing, its folder must exist
	Node       string           // names this node in the ledger: the same at each of its starts, unique among nodes
	UsageLimit int64            // calls per cycle; 0 keeps what the database has (DefaultUsageLimit if it is new)
	Lease      time.Duration    // how long a reservation lives without a sign of its process; 0 for DefaultLease
	Now        func() time.Time // the clock; nil for time.Now
	Log        *slog.Logger     // told of trouble in the background; nil for none
}

// Account is an open account. It is safe for concurrent use, and several may be
// open on one file, in one process or many.
type Account struct {
	node  string
	lease time.Duration
	now   func() time.Time
	log   *slog.Logger

	writer *sql.DB // one connection: writers queue here rather than poll for SQLite's lock
	reader *sql.DB
	stmts  statements

	mu       sync.Mutex
	open     map[string]struct{} // reservations of this handle that are being worked on
	lastUsed map[string]int64    // key id → when its use was last written down, ms

	upkeep     sync.Once // starts the goroutine below with the first reservation
	stopUpkeep context.CancelFunc
	upkeepCtx  context.Context
	upkeepDone sync.WaitGroup
}

// Open opens the account in the file cfg.Path, making it if there is none.
//
// Open does not touch reservations: a service calls Recover before it takes
// requests, and a tool that only manages keys does not.
func Open(ctx context.Context, cfg Config) (*Account, error) {
	a := &Account{
		node:     cfg.Node,
		lease:    cfg.Lease,
		now:      cfg.Now,
		log:      cfg.Log,
		open:     make(map[string]struct{}),
		lastUsed: make(map[string]int64),
	}
	if a.lease <= 0 {
		a.lease = DefaultLease
	}
	if a.now == nil {
		a.now = time.Now
	}
	if a.log == nil {
		a.log = slog.New(slog.DiscardHandler)
	}
	if cfg.UsageLimit < 0 {
		return nil, fmt.Errorf("usage limit %d: must not be negative", cfg.UsageLimit)
	}
	a.upkeepCtx, a.stopUpkeep = context.WithCancel(context.Background())

	if err := a.connect(ctx, cfg); err != nil {
		return nil, errors.Join(fmt.Errorf("opening account %s: %w", cfg.Path, err), a.Close())
	}
	return a, nil
}

func (a *Account) connect(ctx context.Context, cfg Config) error {
	path, err := filepath.Abs(cfg.Path)
	if err != nil {
		return err
	}
	// SQLite gives its journals the mode of the file, so this covers them all.
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}

	name := dataSource(path)
	if a.writer, err = sql.Open("sqlite", name); err != nil {
		return err
	}
	a.writer.SetMaxOpenConns(1)
	if a.reader, err = sql.Open("sqlite", name); err != nil {
		return err
	}
	readers := max(4, runtime.GOMAXPROCS(0))
	a.reader.SetMaxOpenConns(readers)
	a.reader.SetMaxIdleConns(readers)

	if err := migrate(ctx, a.writer, path); err != nil {
		return fmt.Errorf("bringing the schema up to date: %w", err)
	}
	if err := a.stmts.prepare(ctx, a.writer, a.reader); err != nil {
		return err
	}
	return a.found(ctx, cfg.UsageLimit)
}

// dataSource is the driver's name for a file. In WAL mode with synchronous=NORMAL
// a commit has reached the kernel when it returns, so it survives the death of the
// process at any instant; the disk is waited for only at checkpoints, so a power
// failure may take the last moments but never the file's consistency.
func dataSource(path string) string {
	pragmas := url.Values{"_pragma": {
		fmt.Sprintf("busy_timeout(%d)", busyTimeout.Milliseconds()),
		"journal_mode(WAL)",
		"synchronous(NORMAL)",
	}}
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: pragmas.Encode()}).String()
}

// migrate brings the schema up to date. A lock beside the file keeps two
// processes that start together from doing it twice.
func migrate(ctx context.Context, db *sql.DB, path string) error {
	lock := flock.New(path + ".lock")
	if _, err := lock.TryLockContext(ctx, 10*time.Millisecond); err != nil {
		return err
	}
	defer lock.Unlock()

	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, files, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return err
	}
	_, err = provider.Up(ctx)
	return err
}

// found makes the account's row if it is missing and sets its limit.
func (a *Account) found(ctx context.Context, limit int64) error {
	initial := limit
	if initial == 0 {
		initial = DefaultUsageLimit
	}
	var stored int64
	err := a.stmts.selectAccount.QueryRowContext(ctx, accountID).Scan(new(int64), &stored)
	if err == nil && (limit == 0 || limit == stored) {
		return nil
	}
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("reading the account: %w", err)
	}
	_, err = a.writer.ExecContext(ctx,
		`INSERT INTO account (id, created, usage_limit, seq) VALUES ($1, $2, $3, 0) ON CONFLICT (id) DO NOTHING`,
		accountID, a.now().UnixMilli(), initial)
	if err == nil && limit > 0 {
		_, err = a.writer.ExecContext(ctx, `UPDATE account SET usage_limit = $1 WHERE id = $2`, limit, accountID)
	}
	if err != nil {
		return fmt.Errorf("writing the account: %w", err)
	}
	return nil
}

// Close stops the renewal of leases and closes the file. Reservations that are
// still open stay open until Recover or the end of their leases.
func (a *Account) Close() error {
	a.stopUpkeep()
	a.upkeepDone.Wait()
	var errs []error
	for _, db := range []*sql.DB{a.reader, a.writer} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	return errors.Join(errs...)
}

// transaction is a database transaction that holds the account's row.
type transaction struct {
	*sql.Tx
	stmts   *statements
	now     time.Time
	created time.Time
	limit   int64
	seq     int64 // of the entry written last, or to be written first
	wrote   bool
}

// write runs do in a transaction that holds the account.
func (a *Account) write(ctx context.Context, do func(*transaction) error) error {
	sqlTx, err := a.writer.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("beginning a transaction: %w", err)
	}
	defer sqlTx.Rollback() // does nothing after a commit

	tx := &transaction{Tx: sqlTx, stmts: &a.stmts}
	if err := tx.lock(ctx); err != nil {
		return err
	}
	// The clock is read under the lock, so that entries are in the order of time
	// and belong to the cycle in which they were really written.
	tx.now = a.now()
	if err := do(tx); err != nil {
		return err
	}
	if err := sqlTx.Commit(); err != nil {
		return fmt.Errorf("committing: %w", err)
	}
	return nil
}

// lock takes the account's row and the next place in its ledger.
func (tx *transaction) lock(ctx context.Context) error {
	var created int64
	err := tx.StmtContext(ctx, tx.stmts.lockAccount).QueryRowContext(ctx, accountID).Scan(&tx.seq, &created, &tx.limit)
	if err != nil {
		return fmt.Errorf("locking the account: %w", err)
	}
	tx.created = time.UnixMilli(created)
	return nil
}
