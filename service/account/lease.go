package account

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"
)

// askAgain is how long a database that is not available is left in peace.
const askAgain = 500 * time.Millisecond

// Recover refunds every open reservation of this node: the work that a crash of
// its last process interrupted. A service calls it once at its start, before it
// takes requests. It returns how many reservations it refunded. From then on the
// account looks after leases by itself: see RefundExpired.
func (a *Account) Recover(ctx context.Context) (int, error) {
	a.startUpkeep()
	return a.refundWhere(ctx, `node = $2`, a.cfg.Node)
}

// RefundExpired refunds the open reservations, of any node, whose leases have
// ended: work that died with its node. An account that was recovered, or has made a
// reservation, does so by itself three times in a lease. It returns how many it
// refunded.
func (a *Account) RefundExpired(ctx context.Context) (int, error) {
	return a.refundWhere(ctx, `expires <= $2`, a.cfg.Now().UnixMilli())
}

// refundWhere refunds the reservations whose leases meet a condition. Others that are
// concluded in the meantime, by whoever does the work or refunds it, are left alone.
func (a *Account) refundWhere(ctx context.Context, condition string, arg any) (count int, err error) {
	defer wrap(&err, "refunding interrupted work")
	ids, err := list(ctx, a, scanOne[string], `SELECT request_id FROM lease WHERE account_id = $1 AND `+condition, accountID, arg)
	for batch := range slices.Chunk(ids, maxBatch) {
		refunds, err := a.refundAll(ctx, batch)
		if count += refunds; err != nil {
			return count, err
		}
	}
	return count, err
}

// refundAll refunds the reservations that are open of those with these ids.
func (a *Account) refundAll(ctx context.Context, ids []string) (count int, err error) {
	if !a.file {
		return a.refundInBlock(ctx, ids)
	}
	err = a.write(ctx, func(tx *transaction) error {
		for _, id := range ids {
			switch err := tx.conclude(ctx, id, a.cfg.Node, refunded); {
			case err == nil:
				count++
			case !errors.Is(err, ErrSettled):
				return fmt.Errorf("request %s: %w", id, err)
			}
		}
		return nil
	})
	return count, err
}

// hold notes that this process works on a reservation, whose lease is to be
// renewed until release.
func (a *Account) hold(requestID string) {
	a.mu.Lock()
	a.open[requestID] = struct{}{}
	a.mu.Unlock()
	a.startUpkeep()
}

func (a *Account) startUpkeep() {
	a.upkeep.Do(func() {
		a.upkeepDone.Go(func() { a.keepUp(a.upkeepCtx) })
	})
}

func (a *Account) release(requestID string) {
	a.mu.Lock()
	delete(a.open, requestID)
	a.mu.Unlock()
}

// keepUp renews the leases of running work, writes the refunds that are owed, refunds
// what other nodes left behind, and folds the ledger, until ctx ends. Renewal comes first: after the
// machine was asleep, all leases have ended, also those of work that now goes on.
func (a *Account) keepUp(ctx context.Context) {
	ticker := time.NewTicker(a.cfg.Lease / 3)
	defer ticker.Stop()
	var folded time.Time
	for {
		var err error
		select {
		case <-ctx.Done():
			return
		case <-a.owing:
			a.payBack(ctx)
		case <-ticker.C:
			if err = a.renew(ctx); err == nil {
				_, err = a.RefundExpired(ctx)
			}
			if err == nil && time.Since(folded) > foldEvery {
				folded = time.Now()
				err = a.fold(ctx)
			}
		}
		if err != nil && ctx.Err() == nil {
			a.cfg.Log.Error("keeping up the ledger", "error", err)
		}
	}
}

// owe notes a refund that could not be written. If the process dies before it is, it
// is made when the lease ends, which nobody renews.
func (a *Account) owe(requestID string) {
	a.mu.Lock()
	a.owed[requestID] = struct{}{}
	a.mu.Unlock()
	a.wake()
}

// wake makes keepUp look at what is owed.
func (a *Account) wake() {
	select {
	case a.owing <- struct{}{}:
	default:
	}
}

// payBack writes the refunds that are owed, or as many as the database takes; for the
// rest it comes again in a while.
func (a *Account) payBack(ctx context.Context) {
	a.mu.Lock()
	ids := slices.Collect(maps.Keys(a.owed))
	a.mu.Unlock()
	for _, id := range ids {
		err := a.conclude(ctx, id, refunded)
		if errors.Is(err, ErrUnavailable) || ctx.Err() != nil {
			time.AfterFunc(askAgain, a.wake)
			return
		}
		if err != nil {
			a.cfg.Log.Error("ledger", "request_id", id, "error", fmt.Errorf("refunding later: %w", err))
		}
		a.mu.Lock()
		delete(a.owed, id)
		a.mu.Unlock()
	}
}

// renew prolongs the leases of the reservations that this process works on.
func (a *Account) renew(ctx context.Context) error {
	a.mu.Lock()
	ids := slices.Collect(maps.Keys(a.open))
	a.mu.Unlock()
	if len(ids) == 0 {
		return nil
	}
	if !a.file {
		return a.read(ctx, func(ctx context.Context) error {
			_, err := a.writer.ExecContext(ctx, `UPDATE lease SET expires = $1 WHERE request_id = ANY ($2)`, a.cfg.Now().Add(a.cfg.Lease).UnixMilli(), ids)
			return err
		})
	}
	return a.write(ctx, func(tx *transaction) error {
		expires := tx.now.Add(a.cfg.Lease).UnixMilli()
		for _, id := range ids {
			if _, err := tx.ExecContext(ctx, `UPDATE lease SET expires = $1 WHERE request_id = $2`, expires, id); err != nil {
				return fmt.Errorf("renewing the lease of request %s: %w", id, err)
			}
		}
		return nil
	})
}
