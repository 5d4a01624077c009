package account

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// SetUsageLimit changes how many calls a cycle has, at once and for every process, and
// returns how many it had.
func (a *Account) SetUsageLimit(ctx context.Context, calls int64) (before int64, err error) {
	if calls < 0 {
		return 0, fmt.Errorf("usage limit %d: must not be negative", calls)
	}
	defer wrap(&err, "changing the usage limit")
	err = a.write(ctx, func(tx *transaction) error {
		before = tx.limit
		_, err := tx.ExecContext(ctx, `UPDATE account SET usage_limit = $1 WHERE id = $2`, calls, accountID)
		return err
	})
	return before, err
}

// found makes the account's row, with a limit, if it is missing; the limit of one that
// is there is its operator's to change.
func (a *Account) found(ctx context.Context, limit int64) (err error) {
	defer wrap(&err, "finding the account")
	var created, stored int64
	read := func() error {
		return a.reader.QueryRowContext(ctx, `SELECT created, usage_limit FROM account WHERE id = $1`, accountID).Scan(&created, &stored)
	}
	if err = read(); errors.Is(err, sql.ErrNoRows) {
		_, err = a.writer.ExecContext(ctx,
			`INSERT INTO account (id, created, usage_limit, seq) VALUES ($1, $2, $3, 0) ON CONFLICT (id) DO NOTHING`,
			accountID, a.cfg.Now().UnixMilli(), cmp.Or(limit, DefaultUsageLimit))
		if err == nil {
			err = read() // another node may have been faster
		}
	}
	if err != nil {
		return err
	}
	a.created = time.UnixMilli(created)
	a.limit.Store(stored)
	if limit != 0 && limit != stored {
		a.cfg.Log.Warn("the usage limit given is not the account's and changes nothing; change it with: assay usage limit N", "given", limit, "limit", stored)
	}
	return nil
}

// sawLimit tells the log of a limit that somebody has changed, maybe at another node. It
// is called while the account is held, so that limits are seen in their order.
func (a *Account) sawLimit(limit int64) {
	if before := a.limit.Swap(limit); before != limit {
		a.cfg.Log.Info("the usage limit was changed", "from", before, "to", limit)
	}
}
