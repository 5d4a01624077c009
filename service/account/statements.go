package account

import (
	"context"
	"database/sql"
	"fmt"
)

// statement is a statement of a path that every request takes. In SQLite it is prepared,
// which saves reading it each time. In PostgreSQL it is not: behind PgBouncer the next
// transaction has another connection, where it would not be known.
type statement struct {
	text     string
	on       database
	prepared *sql.Stmt // nil in PostgreSQL
}

// database is a *sql.DB or a *sql.Tx.
type database interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// ExecContext is that of sql.Stmt.
func (s *statement) ExecContext(ctx context.Context, args ...any) (sql.Result, error) {
	if s.prepared != nil {
		return s.prepared.ExecContext(ctx, args...)
	}
	return s.on.ExecContext(ctx, s.text, args...)
}

// QueryContext is that of sql.Stmt.
func (s *statement) QueryContext(ctx context.Context, args ...any) (*sql.Rows, error) {
	if s.prepared != nil {
		return s.prepared.QueryContext(ctx, args...)
	}
	return s.on.QueryContext(ctx, s.text, args...)
}

// QueryRowContext is that of sql.Stmt.
func (s *statement) QueryRowContext(ctx context.Context, args ...any) *sql.Row {
	if s.prepared != nil {
		return s.prepared.QueryRowContext(ctx, args...)
	}
	return s.on.QueryRowContext(ctx, s.text, args...)
}

// StmtContext returns a statement that runs in the transaction.
func (tx *transaction) StmtContext(ctx context.Context, s *statement) *statement {
	if s.prepared != nil {
		return &statement{prepared: tx.Tx.StmtContext(ctx, s.prepared)}
	}
	return &statement{text: s.text, on: tx.Tx}
}

// statements are written for SQLite and PostgreSQL alike.
type statements struct {
	// Of the writing connection.
	lockAccount *statement
	balance     *statement
	entries     *statement
	insertEntry *statement
	addDayCalls *statement
	insertLease *statement
	deleteLease *statement

	// Of the reading connections.
	selectAccount *statement
	usage         *statement
	selectKey     *statement
}

const selectBalance = `SELECT balance FROM ledger
	WHERE account_id = $1 AND cycle_start = $2 AND seq > 0 ORDER BY seq DESC LIMIT 1`

func (s *statements) prepare(ctx context.Context, writer, reader *sql.DB, file bool) error {
	for _, p := range []struct {
		db   *sql.DB
		stmt **statement
		text string
	}{
		{writer, &s.lockAccount,
			`UPDATE account SET seq = seq + 1 WHERE id = $1 RETURNING seq, created, usage_limit`},
		{writer, &s.balance, selectBalance},
		{writer, &s.entries,
			`SELECT kind, key_id, work, cycle_start, amount, at FROM ledger WHERE request_id = $1`},
		{writer, &s.insertEntry,
			`INSERT INTO ledger (request_id, kind, account_id, key_id, work, node, cycle_start, seq, amount, balance, at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`},
		{writer, &s.addDayCalls,
			`INSERT INTO day_calls (account_id, cycle_start, day, key_id, work, calls) VALUES ($1, $2, $3, $4, $5, $6)
			ON CONFLICT (account_id, cycle_start, day, key_id, work) DO UPDATE SET calls = day_calls.calls + excluded.calls`},
		{writer, &s.insertLease,
			`INSERT INTO lease (request_id, account_id, node, expires) VALUES ($1, $2, $3, $4)`},
		{writer, &s.deleteLease,
			`DELETE FROM lease WHERE request_id = $1`},
		{reader, &s.selectAccount,
			`SELECT created, usage_limit FROM account WHERE id = $1`},
		{reader, &s.usage,
			`SELECT usage_limit, COALESCE((` + selectBalance + `), 0) -
				COALESCE((SELECT CAST(sum(granted - used) AS BIGINT) FROM quota_block WHERE account_id = $1 AND cycle_start = $2), 0)
			FROM account WHERE id = $1`},
		{reader, &s.selectKey,
			`SELECT ` + keyColumns + ` FROM api_key WHERE prefix = $1`},
	} {
		*p.stmt = &statement{text: p.text, on: p.db}
		if !file {
			continue
		}
		var err error
		if (*p.stmt).prepared, err = p.db.PrepareContext(ctx, p.text); err != nil {
			return fmt.Errorf("preparing a statement: %w", err)
		}
	}
	return nil
}
