package account

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// connectTimeout is how long reaching PostgreSQL may take, unless its address says
// otherwise.
const connectTimeout = 3 * time.Second

// openPostgres connects to an address of PostgreSQL's and brings the schema up to
// date; with existing, only if there is an account. What the address leaves out comes from PGHOST, PGPASSWORD, PGPASSFILE and
// the like, as with PostgreSQL's own programs.
func openPostgres(ctx context.Context, cfg Config) (writer, reader *sql.DB, err error) {
	config, err := pgx.ParseConfig(cfg.Database)
	if err != nil {
		return nil, nil, err
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectTimeout
	}
	// Nothing is kept on a connection from one transaction to the next, so that PgBouncer
	// may be in between.
	config.DefaultQueryExecMode = pgx.QueryExecModeExec
	// The server ends what a node that has vanished, or cannot be reached, holds: its
	// transaction would keep the account's row from all others.
	limit := strconv.FormatInt(cfg.Timeout.Milliseconds(), 10)
	for name, value := range map[string]string{
		"application_name":                    "assay",
		"statement_timeout":                   limit,
		"lock_timeout":                        limit,
		"idle_in_transaction_session_timeout": limit,
	} {
		if _, set := config.RuntimeParams[name]; !set {
			config.RuntimeParams[name] = value
		}
	}

	writer, reader = stdlib.OpenDB(*config), stdlib.OpenDB(*config)
	writer.SetMaxOpenConns(1)
	readers := max(4, runtime.GOMAXPROCS(0))
	reader.SetMaxOpenConns(readers)
	reader.SetMaxIdleConns(readers)
	for _, db := range []*sql.DB{writer, reader} {
		db.SetConnMaxIdleTime(5 * time.Minute)
		db.SetConnMaxLifetime(time.Hour) // so that a fail-over is followed
	}
	if cfg.Existing {
		err = mustHold(ctx, reader)
	}
	if err == nil {
		err = migratePostgres(ctx, config)
	}
	if err != nil {
		return nil, nil, errors.Join(err, writer.Close(), reader.Close())
	}
	return writer, reader, nil
}

const (
	// migrateTimeout is how long another node that brings the schema up to date is waited
	// for, and lockAgain how often it is looked whether it has.
	migrateTimeout = time.Minute
	lockAgain      = 100 * time.Millisecond
)

// migratePostgres brings the schema up to date while no other node does, on connections
// of its own: the schema may take its time. The lock is that of a transaction, which keeps
// a connection of PgBouncer's, too.
func migratePostgres(ctx context.Context, config *pgx.ConnConfig) (err error) {
	patient := config.Copy()
	delete(patient.RuntimeParams, "statement_timeout")
	delete(patient.RuntimeParams, "idle_in_transaction_session_timeout")
	db := stdlib.OpenDB(*patient)
	defer func() { err = errors.Join(err, db.Close()) }()
	tx, err := lockSchema(ctx, db)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	ctx, stop := context.WithCancel(ctx)
	var kept sync.WaitGroup
	kept.Go(func() {
		defer stop() // without the lock another node may begin
		keepTransaction(ctx, tx)
	})
	defer kept.Wait()
	defer stop()
	var inGo []*goose.Migration
	for version, name := range map[int64]string{6: "00006_book.sql", 11: "00011_key_limits.sql", 12: "00012_plans.sql"} {
		text, err := functions.ReadFile("migrations/postgres/" + name)
		if err != nil {
			return err
		}
		inGo = append(inGo, goose.NewGoMigration(version, &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, string(text))
			return err
		}}, nil))
	}
	return migrate(ctx, goose.DialectPostgres, db, goose.WithGoMigrations(inGo...))
}

// lockSchema begins a transaction that holds the lock of the schema. Who waits for it holds
// no connection: PgBouncer has few, and who has the lock needs another.
func lockSchema(ctx context.Context, db *sql.DB) (*sql.Tx, error) {
	for deadline := time.Now().Add(migrateTimeout); ; {
		tx, err := db.BeginTx(ctx, nil)
		if err != nil {
			return nil, explainPooler(err)
		}
		// Nodes of the version before take the same lock for their session.
		var locked bool
		err = tx.QueryRowContext(ctx, `SELECT pg_try_advisory_xact_lock($1)`, lock.DefaultLockID).Scan(&locked)
		if err == nil && locked {
			return tx, nil
		}
		if err = errors.Join(err, tx.Rollback()); err != nil {
			return nil, err
		}
		if time.Now().After(deadline) {
			return nil, fmt.Errorf("another node has been bringing the schema up to date for %s", migrateTimeout)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(lockAgain):
		}
	}
}

// keepTransaction keeps a transaction from being ended for its silence, until ctx ends or
// it was ended all the same.
func keepTransaction(ctx context.Context, tx *sql.Tx) {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if _, err := tx.ExecContext(ctx, `SELECT 1`); err != nil {
				return
			}
		}
	}
}

// explainPooler says what to do if PgBouncer refuses a setting of a connection.
func explainPooler(err error) error {
	if postgres := (*pgconn.PgError)(nil); errors.As(err, &postgres) && strings.HasPrefix(postgres.Message, "unsupported startup parameter") {
		return fmt.Errorf("PgBouncer needs ignore_startup_parameters = %s: %w", poolerIgnores, err)
	}
	return err
}

// poolerIgnores are the settings of connections that PgBouncer has to leave out.
const poolerIgnores = "statement_timeout,lock_timeout,idle_in_transaction_session_timeout"
