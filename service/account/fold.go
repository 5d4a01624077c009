package account

import (
	"context"
	"time"
)

const (
	foldEvery  = time.Hour
	keepCycles = 13 // months of which the ledger's entries are kept, beside the sums of their days
	foldBatch  = 2000
)

// fold puts the sums of the nodes' days that are over into those of the account, and drops
// the ledger's entries of cycles that ended long ago: the sums of their days stay. It
// takes little at a time, so that nobody waits for it.
func (a *Account) fold(ctx context.Context) (err error) {
	defer wrap(&err, "folding the ledger")
	now := a.cfg.Now()
	oldest, _ := Cycle(a.created, now.AddDate(0, -keepCycles, 0))
	err = a.write(ctx, func(tx *transaction) error {
		if !a.file { // in one statement: a refund may add to a day in the meantime
			_, err := tx.ExecContext(ctx, `WITH gone AS (DELETE FROM node_calls WHERE account_id = $1 AND day < $2 RETURNING *)
				INSERT INTO day_calls (account_id, cycle_start, day, key_id, work, calls)
				SELECT account_id, cycle_start, day, key_id, work, CAST(sum(calls) AS BIGINT) FROM gone
				GROUP BY account_id, cycle_start, day, key_id, work
				ON CONFLICT (account_id, cycle_start, day, key_id, work) DO UPDATE SET calls = day_calls.calls + excluded.calls`,
				accountID, now.UnixMilli()/dayMillis-1)
			if err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, `DELETE FROM quota_block WHERE account_id = $1 AND cycle_start < $2`, accountID, oldest.UnixMilli())
		return err
	})
	for dropped := int64(foldBatch); err == nil && dropped == foldBatch; {
		err = a.read(ctx, func(ctx context.Context) error {
			result, err := a.writer.ExecContext(ctx, `DELETE FROM ledger WHERE account_id = $1 AND (cycle_start, seq) IN
				(SELECT cycle_start, seq FROM ledger WHERE account_id = $1 AND cycle_start < $2 ORDER BY cycle_start, seq LIMIT $3)`,
				accountID, oldest.UnixMilli(), foldBatch)
			if err == nil {
				dropped, err = result.RowsAffected()
			}
			return err
		})
	}
	return err
}
