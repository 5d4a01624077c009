package account

import (
	"context"
	"database/sql"
	"fmt"
)

// statements are the prepared statements of the paths that every request takes.
// They are written for SQLite and PostgreSQL alike.
type statements struct {
	// Of the writing connection.
	lockAccount *sql.Stmt
	balance     *sql.Stmt
	entries     *sql.Stmt
	insertEntry *sql.Stmt
	addDayCalls *sql.Stmt
	insertLease *sql.Stmt
	deleteLease *sql.Stmt

	// Of the reading connections.
	selectAccount *sql.Stmt
	usage         *sql.Stmt
	selectKey     *sql.Stmt
}

const selectBalance = `SELECT balance FROM ledger
	WHERE account_id = $1 AND cycle_start = $2 AND seq > 0 ORDER BY seq DESC LIMIT 1`

func (s *statements) prepare(ctx context.Context, writer, reader *sql.DB) error {
	for _, p := range []struct {
		db   *sql.DB
		stmt **sql.Stmt
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
		stmt, err := p.db.PrepareContext(ctx, p.text)
		if err != nil {
			return fmt.Errorf("preparing a statement: %w", err)
		}
		*p.stmt = stmt
	}
	return nil
}
