package account

import (
	"context"
	"database/sql"
	"errors"
	"runtime"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
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
func openPostgres(ctx context.Context, address string, existing bool) (writer, reader *sql.DB, err error) {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, nil, err
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectTimeout
	}
	// The server ends what a node that has vanished, or cannot be reached, holds: its
	// transaction would keep the account's row from all others.
	limit := strconv.FormatInt(answerTimeout.Milliseconds(), 10)
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
	if existing {
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

// migratePostgres brings the schema up to date while no other node does, on
// connections of its own: one holds the lock, and the schema may take its time.
func migratePostgres(ctx context.Context, config *pgx.ConnConfig) (err error) {
	patient := config.Copy()
	delete(patient.RuntimeParams, "statement_timeout")
	delete(patient.RuntimeParams, "idle_in_transaction_session_timeout")
	db := stdlib.OpenDB(*patient)
	defer func() { err = errors.Join(err, db.Close()) }()
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 60))
	if err != nil {
		return err
	}
	var own []*goose.Migration
	for version, name := range map[int64]string{6: "00006_book.sql", 11: "00011_key_limits.sql"} {
		text, err := functions.ReadFile("migrations/postgres/" + name)
		if err != nil {
			return err
		}
		own = append(own, goose.NewGoMigration(version, &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, string(text))
			return err
		}}, nil))
	}
	return migrate(ctx, goose.DialectPostgres, db, goose.WithSessionLocker(locker), goose.WithGoMigrations(own...))
}
