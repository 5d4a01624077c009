// Package account keeps the service's subscription: its API keys, its quota and
// the ledger of what was used.
//
// A call is reserved before the work it pays for, then settled if the work
// succeeded or refunded if it did not. The ledger is append-only, and holds at
// most one entry of each kind for a request, so that repeating a step changes
// nothing. In SQLite every transaction first updates the account's row, which is the
// write lock: they run one after another, and the quota cannot be overspent.
//
// In PostgreSQL, which nodes may share, each node has a block of the quota of its own
// and books its requests in batches, in one round trip each; the account's row is taken
// only for a new block. A node that finds too little left takes back what others have not
// used, so that no call is refused while there is one. See migrations/postgres.
//
// A database that cannot be reached, or does not answer in time, is told apart
// from every other error: see ErrUnavailable.
package account

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"
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
)

// Config says where an account is kept.
type Config struct {
	Database   string           // a postgres:// address, or a SQLite file; the file is made with mode 0600 if missing, its folder must exist
	Node       string           // names this node in the ledger: the same at each of its starts, unique among nodes
	Existing   bool             // fail with ErrNoAccount rather than make an account
	UsageLimit int64            // calls per cycle of an account that is made; 0 for DefaultUsageLimit
	Timeout    time.Duration    // for one step of the database, the wait for other writers included; 0 for 5 s
	Lease      time.Duration    // how long a reservation lives without a sign of its process; 0 for DefaultLease
	Now        func() time.Time // the clock; nil for time.Now
	Log        *slog.Logger     // told of trouble in the background; nil for none

	// Observe is told how long each step of the ledger took, from asking for the
	// database to its answer; nil for nobody.
	Observe func(step Step, took time.Duration, err error)
}

// Step is what was asked of the database, for Config.Observe.
type Step string

// The steps that requests wait for.
const (
	StepAuthenticate Step = "authenticate"
	StepReserve      Step = "reserve"
	StepSettle       Step = "settle"
	StepRefund       Step = "refund"
	StepUsage        Step = "usage"
)

// Account is an open account. It is safe for concurrent use, and several may be
// open on one database, in one process or many.
type Account struct {
	cfg     Config       // with its defaults
	file    bool         // the database is a SQLite file
	failing atomic.Bool  // the last write found the database not available
	limit   atomic.Int64 // calls per cycle, as seen last
	created time.Time    // when the account was made, which does not change

	writer *sql.DB // one connection: writers queue here rather than at the database
	reader *sql.DB

	mu       sync.Mutex
	open     map[string]struct{} // reservations of this handle that are being worked on
	owed     map[string]struct{} // reservations whose refund could not be written yet
	lastUsed map[string]int64    // key id → when its use was last written down, ms
	rates    map[string]rateBlock

	bookings   chan *booking // to keepBooks; PostgreSQL only
	upkeep     sync.Once     // starts the goroutine below, once there may be something to do
	owing      chan struct{} // wakes it when the first refund is owed; holds one
	stopUpkeep context.CancelFunc
	upkeepCtx  context.Context
	upkeepDone sync.WaitGroup
}

// Open opens the account in the database cfg.Database, making it if there is none. The
// limit of an account that is there is kept, whatever cfg says: see SetUsageLimit.
//
// Open does not touch reservations: a service calls Recover before it takes
// requests, and a tool that only manages keys does not.
func Open(ctx context.Context, cfg Config) (*Account, error) {
	a := &Account{
		cfg:      cfg,
		file:     !IsPostgres(cfg.Database),
		open:     make(map[string]struct{}),
		owed:     make(map[string]struct{}),
		owing:    make(chan struct{}, 1),
		bookings: make(chan *booking),
		lastUsed: make(map[string]int64),
		rates:    make(map[string]rateBlock),
	}
	a.cfg.Timeout = cmp.Or(cfg.Timeout, answerTimeout)
	a.cfg.Lease = cmp.Or(cfg.Lease, DefaultLease)
	a.cfg.Log = cmp.Or(cfg.Log, slog.New(slog.DiscardHandler))
	if cfg.Now == nil {
		a.cfg.Now = time.Now
	}
	if cfg.Observe == nil {
		a.cfg.Observe = func(Step, time.Duration, error) {}
	}
	if cfg.UsageLimit < 0 {
		return nil, fmt.Errorf("usage limit %d: must not be negative", cfg.UsageLimit)
	}
	a.upkeepCtx, a.stopUpkeep = context.WithCancel(context.Background())

	if err := a.connect(ctx, cfg); err != nil {
		return nil, errors.Join(fmt.Errorf("opening the account in %s: %w", DatabaseName(cfg.Database), unavailable(ctx, err)), a.Close())
	}
	return a, nil
}

func (a *Account) connect(ctx context.Context, cfg Config) error {
	open := openPostgres
	if a.file {
		open = openSQLite
	}
	var err error
	if a.writer, a.reader, err = open(ctx, a.cfg); err != nil {
		return err
	}
	if err := a.found(ctx, cfg.UsageLimit); err != nil {
		return err
	}
	if !a.file {
		a.upkeepDone.Go(func() { a.keepBooks(a.upkeepCtx) })
	}
	return nil
}

// Close stops the renewal of leases and closes the database. Reservations that are
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

// shared returns the connections for small writes that need not hold the account. In
// PostgreSQL they are not the one on which requests are booked.
func (a *Account) shared() *sql.DB {
	if a.file {
		return a.writer
	}
	return a.reader
}

// timed tells Config.Observe of a step that began at a time.
func (a *Account) timed(step Step, began time.Time, err *error) {
	a.cfg.Observe(step, time.Since(began), *err)
}

// wrap says what failed.
func wrap(err *error, doing string) {
	if *err != nil {
		*err = fmt.Errorf("%s: %w", doing, *err)
	}
}

// exec runs a statement, which does the same however often it is run, on shared connections.
func (a *Account) exec(ctx context.Context, statement string, args ...any) error {
	return a.read(ctx, func(ctx context.Context) error {
		_, err := a.shared().ExecContext(ctx, statement, args...)
		return err
	})
}

// list asks for rows and reads each into a value.
func list[T any](ctx context.Context, a *Account, scan func(*sql.Rows, *T) error, question string, args ...any) (all []T, err error) {
	err = a.read(ctx, func(ctx context.Context) error {
		all = nil
		rows, err := a.reader.QueryContext(ctx, question, args...)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var one T
			if err := scan(rows, &one); err != nil {
				return err
			}
			all = append(all, one)
		}
		return rows.Err()
	})
	return all, err
}

// scanOne reads rows of one column.
func scanOne[T any](rows *sql.Rows, to *T) error { return rows.Scan(to) }

// read runs a question that changes nothing, or the same however often it is put. It
// takes no longer than Config.Timeout.
func (a *Account) read(ctx context.Context, ask func(context.Context) error) error {
	limited, cancel := context.WithTimeout(ctx, a.cfg.Timeout)
	defer cancel()
	return unavailable(ctx, onLiving(limited, func() error { return ask(limited) }))
}

// onLiving does what needs a connection, again if the one it got turned out to be dead,
// as all of a pool's are when the database was away.
func onLiving(ctx context.Context, do func() error) error {
	err := do()
	for tries := 0; tries < staleConnections && isStale(err) && ctx.Err() == nil; tries++ {
		err = do()
	}
	return err
}

// staleConnections is how many dead connections are put up with.
const staleConnections = 4

// transaction is a database transaction that holds the account's row.
type transaction struct {
	*sql.Tx
	now     time.Time
	created time.Time
	limit   int64
	seq     int64 // of the entry written last, or to be written first
	wrote   bool
}

// write runs do in a transaction that holds the account. It takes no longer than
// Config.Timeout.
func (a *Account) write(ctx context.Context, do func(*transaction) error) (err error) {
	given := ctx
	ctx, cancel := context.WithTimeout(ctx, a.cfg.Timeout)
	defer cancel()
	defer func() {
		err = unavailable(given, err)
		a.failing.Store(errors.Is(err, ErrUnavailable))
	}()
	var tx *transaction
	err = onLiving(ctx, func() (err error) {
		tx, err = a.begin(ctx)
		return err
	})
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after a commit
	// The clock is read under the lock, so that entries are in the order of time
	// and belong to the cycle in which they were really written.
	tx.now = a.cfg.Now()
	if err := do(tx); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("committing: %w", err)
	}
	return nil
}

// begin begins a transaction that holds the account's row.
func (a *Account) begin(ctx context.Context) (*transaction, error) {
	sqlTx, err := a.writer.BeginTx(ctx, nil)
	if err != nil {
		return nil, fmt.Errorf("beginning a transaction: %w", err)
	}
	tx := &transaction{Tx: sqlTx}
	if err := tx.lock(ctx); err != nil {
		sqlTx.Rollback()
		return nil, err
	}
	a.sawLimit(tx.limit)
	return tx, nil
}

// lock takes the account's row and the next place in its ledger.
func (tx *transaction) lock(ctx context.Context) error {
	var created int64
	err := tx.QueryRowContext(ctx, `UPDATE account SET seq = seq + 1 WHERE id = $1 RETURNING seq, created, usage_limit`, accountID).
		Scan(&tx.seq, &created, &tx.limit)
	if err != nil {
		return fmt.Errorf("locking the account: %w", err)
	}
	tx.created = time.UnixMilli(created)
	return nil
}
