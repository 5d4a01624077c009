package account

import (
	"context"
	"errors"
	"fmt"
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
	return a.refundWhere(ctx, `SELECT request_id FROM lease WHERE account_id = $1 AND node = $2`, a.node)
}

// RefundExpired refunds the open reservations, of any node, whose leases have
// ended: work that died with its node. An account that was recovered, or has made a
// reservation, does so by itself three times in a lease. It returns how many it
// refunded.
func (a *Account) RefundExpired(ctx context.Context) (int, error) {
	// Most of the time there are none, and nobody is to be kept waiting for that.
	var expired bool
	err := a.read(ctx, func(ctx context.Context) error {
		return a.reader.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM lease WHERE account_id = $1 AND expires <= $2)`,
			accountID, a.now().UnixMilli()).Scan(&expired)
	})
	if err != nil {
		return 0, fmt.Errorf("looking for interrupted work: %w", err)
	}
	if !expired {
		return 0, nil
	}
	return a.refundWhere(ctx, `SELECT request_id FROM lease WHERE account_id = $1 AND expires <= $2`, a.now().UnixMilli())
}

// refundWhere refunds the reservations that a selection of leases names.
func (a *Account) refundWhere(ctx context.Context, selection string, arg any) (count int, err error) {
	err = a.write(ctx, func(tx *transaction) error {
		ids, err := tx.requestIDs(ctx, selection, arg)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if err := tx.conclude(ctx, id, a.node, refunded); err != nil {
				return fmt.Errorf("request %s: %w", id, err)
			}
		}
		count = len(ids)
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("refunding interrupted work: %w", err)
	}
	return count, nil
}

func (tx *transaction) requestIDs(ctx context.Context, selection string, arg any) ([]string, error) {
	rows, err := tx.QueryContext(ctx, selection, accountID, arg)
	if err != nil {
		return nil, fmt.Errorf("reading the leases: %w", err)
	}
	defer rows.Close()
	var ids []string
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, fmt.Errorf("reading the leases: %w", err)
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
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

// keepUp renews the leases of running work, writes the refunds that are owed, and
// refunds what other nodes left behind, until ctx ends. Renewal comes first: after the
// machine was asleep, all leases have ended, also those of work that now goes on.
func (a *Account) keepUp(ctx context.Context) {
	ticker := time.NewTicker(a.lease / 3)
	defer ticker.Stop()
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
		}
		if err != nil && ctx.Err() == nil {
			a.log.Error("keeping up leases", "error", err)
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
	ids := make([]string, 0, len(a.owed))
	for id := range a.owed {
		ids = append(ids, id)
	}
	a.mu.Unlock()
	for _, id := range ids {
		err := a.refund(ctx, id)
		if errors.Is(err, ErrUnavailable) || ctx.Err() != nil {
			time.AfterFunc(askAgain, a.wake)
			return
		}
		if err != nil {
			a.log.Error("ledger", "request_id", id, "error", fmt.Errorf("refunding later: %w", err))
		}
		a.mu.Lock()
		delete(a.owed, id)
		a.mu.Unlock()
	}
}

// renew prolongs the leases of the reservations that this process works on.
func (a *Account) renew(ctx context.Context) error {
	a.mu.Lock()
	ids := make([]string, 0, len(a.open))
	for id := range a.open {
		ids = append(ids, id)
	}
	a.mu.Unlock()
	if len(ids) == 0 {
		return nil
	}
	return a.write(ctx, func(tx *transaction) error {
		expires := tx.now.Add(a.lease).UnixMilli()
		for _, id := range ids {
			if _, err := tx.ExecContext(ctx, `UPDATE lease SET expires = $1 WHERE request_id = $2`, expires, id); err != nil {
				return fmt.Errorf("renewing the lease of request %s: %w", id, err)
			}
		}
		return nil
	})
}
