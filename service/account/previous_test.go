package account_test

import (
	"context"
	"database/sql"
	"errors"
	"testing"
	"time"

	"assay/service/account"
)

// previousNode is a node of the version before quota was leased in blocks: its
// statements, one connection for all that it writes, and a lock on the account in every
// transaction. Its ledger is what the new one is measured against, and its nodes share
// the schema with new ones while a service is upgraded.
type previousNode struct {
	name  string
	now   func() time.Time
	db    *sql.DB
	stmts map[string]*sql.Stmt
}

var errPreviousQuota = errors.New("quota exhausted")

func openPrevious(t testing.TB, database, name string) *previousNode {
	t.Helper()
	db := inspect(t, database)
	db.SetMaxOpenConns(1)
	p := &previousNode{name, time.Now, db, map[string]*sql.Stmt{}}
	for key, text := range map[string]string{
		"lock":    `UPDATE account SET seq = seq + 1 WHERE id = $1 RETURNING seq, created, usage_limit`,
		"balance": `SELECT balance FROM ledger WHERE account_id = $1 AND cycle_start = $2 ORDER BY seq DESC LIMIT 1`,
		"entries": `SELECT kind, key_id, work, cycle_start, amount, at FROM ledger WHERE request_id = $1`,
		"insert": `INSERT INTO ledger (request_id, kind, account_id, key_id, work, node, cycle_start, seq, amount, balance, at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
		"day": `INSERT INTO day_calls (account_id, cycle_start, day, key_id, work, calls) VALUES ($1, $2, $3, $4, $5, $6)
			ON CONFLICT (account_id, cycle_start, day, key_id, work) DO UPDATE SET calls = day_calls.calls + excluded.calls`,
		"lease":   `INSERT INTO lease (request_id, account_id, node, expires) VALUES ($1, $2, $3, $4)`,
		"release": `DELETE FROM lease WHERE request_id = $1`,
	} {
		stmt, err := db.PrepareContext(t.Context(), text)
		if err != nil {
			t.Fatal(err)
		}
		p.stmts[key] = stmt
	}
	return p
}

// write runs do in a transaction that holds the account.
func (p *previousNode) write(ctx context.Context, do func(tx *sql.Tx, seq, limit int64, created time.Time) error) error {
	tx, err := p.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var seq, created, limit int64
	if err := tx.StmtContext(ctx, p.stmts["lock"]).QueryRowContext(ctx, "main").Scan(&seq, &created, &limit); err != nil {
		return err
	}
	if err := do(tx, seq, limit, time.UnixMilli(created)); err != nil {
		return err
	}
	return tx.Commit()
}

func (p *previousNode) balance(ctx context.Context, tx *sql.Tx, cycle int64) (balance int64, err error) {
	err = tx.StmtContext(ctx, p.stmts["balance"]).QueryRowContext(ctx, "main", cycle).Scan(&balance)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return balance, err
}

func (p *previousNode) append(ctx context.Context, tx *sql.Tx, id, kind string, cycle, seq, asked, amount, balance int64) error {
	now := p.now().UnixMilli()
	if _, err := tx.StmtContext(ctx, p.stmts["insert"]).ExecContext(ctx, id, kind, "main", "k", "web", p.name, cycle, seq, amount, balance, now); err != nil || amount == 0 {
		return err
	}
	_, err := tx.StmtContext(ctx, p.stmts["day"]).ExecContext(ctx, "main", cycle, asked/86400000, "k", "web", amount)
	return err
}

func (p *previousNode) Reserve(ctx context.Context, id string, calls int64, lease time.Duration) error {
	return p.write(ctx, func(tx *sql.Tx, seq, limit int64, created time.Time) error {
		now := p.now()
		start, _ := account.Cycle(created, now)
		used, err := p.balance(ctx, tx, start.UnixMilli())
		if err != nil {
			return err
		}
		if calls > limit-used {
			return errPreviousQuota
		}
		if err := p.append(ctx, tx, id, "reserve", start.UnixMilli(), seq, now.UnixMilli(), calls, used+calls); err != nil {
			return err
		}
		_, err = tx.StmtContext(ctx, p.stmts["lease"]).ExecContext(ctx, id, "main", p.name, now.Add(lease).UnixMilli())
		return err
	})
}

// conclude settles or refunds.
func (p *previousNode) conclude(ctx context.Context, id, outcome string) error {
	return p.write(ctx, func(tx *sql.Tx, seq, _ int64, _ time.Time) error {
		rows, err := tx.StmtContext(ctx, p.stmts["entries"]).QueryContext(ctx, id)
		if err != nil {
			return err
		}
		defer rows.Close()
		var cycle, amount, asked int64
		for rows.Next() {
			var kind, key, work string
			if err := rows.Scan(&kind, &key, &work, &cycle, &amount, &asked); err != nil {
				return err
			}
			if kind != "reserve" {
				return nil
			}
		}
		if amount *= -1; outcome == "settle" {
			amount = 0
		}
		used, err := p.balance(ctx, tx, cycle)
		if err != nil {
			return err
		}
		if err := p.append(ctx, tx, id, outcome, cycle, seq, asked, amount, used+amount); err != nil {
			return err
		}
		_, err = tx.StmtContext(ctx, p.stmts["release"]).ExecContext(ctx, id)
		return err
	})
}
