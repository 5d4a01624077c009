package account

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Work is what a reservation pays for.
type Work string

// The kinds of work that cost calls.
const (
	Web      Work = "web"
	Document Work = "document"
)

// Reservation is a claim on calls of the current cycle, made before the work.
type Reservation struct {
	RequestID string // unique for all time
	KeyID     string // the key that asked
	Work      Work
	Calls     int64  // at least 1
	Limits    Limits // of the key
}

// Errors of Settle and Refund.
var (
	ErrNoReservation = errors.New("no such reservation")
	ErrSettled       = errors.New("the reservation is settled already")
	ErrRefunded      = errors.New("the reservation is refunded already")
)

// QuotaError says that a reservation does not fit into what is left of the cycle.
type QuotaError struct {
	OfKey  bool      // it is the key's limit, not the account's
	Limit  int64     // calls per cycle
	Used   int64     // calls of this cycle that are settled or reserved
	Left   int64     // calls that are left, never below 0
	Wanted int64     // calls that were asked for
	Resets time.Time // when the next cycle begins
}

func (e *QuotaError) Error() string {
	return fmt.Sprintf("quota exhausted: %d of %d calls are used, %d left, %d wanted; the next cycle begins %s",
		e.Used, e.Limit, e.Left, e.Wanted, e.Resets.UTC().Format(time.RFC3339))
}

// Usage is what the current cycle has used.
type Usage struct {
	Limit int64     // calls per cycle
	Used  int64     // calls settled, and calls reserved by requests that are running
	Start time.Time // of the cycle, UTC
	End   time.Time // the instant the next cycle begins, UTC
}

// Usage returns what the current cycle has used. Calls that are reserved count as
// used: they are refunded when the work fails, and until then nobody else can
// spend them.
func (a *Account) Usage(ctx context.Context) (u Usage, err error) {
	defer a.timed(StepUsage, time.Now(), &err)
	defer wrap(&err, "reading the usage")
	err = a.read(ctx, func(ctx context.Context) (err error) {
		u.Start, u.End = Cycle(a.created, a.cfg.Now())
		return a.reader.QueryRowContext(ctx, `SELECT usage_limit, COALESCE((`+selectBalance+`), 0) -
				COALESCE((SELECT CAST(sum(granted - used) AS BIGINT) FROM quota_block WHERE account_id = $1 AND cycle_start = $2), 0)
			FROM account WHERE id = $1`, accountID, u.Start.UnixMilli()).Scan(&u.Limit, &u.Used)
	})
	return u, err
}

// UsageOf is Usage as a key may use what is left: with the key's own limit and calls, if
// fewer of them are left.
func (a *Account) UsageOf(ctx context.Context, key Key) (u Usage, err error) {
	u, err = a.Usage(ctx)
	if err != nil || key.PerCycle == 0 {
		return u, err
	}
	defer wrap(&err, "reading what a key has used")
	var used int64
	err = a.read(ctx, func(ctx context.Context) error {
		return a.reader.QueryRowContext(ctx, `SELECT COALESCE(CAST(sum(calls) AS BIGINT), 0) FROM `+sumsOfDays+` WHERE key_id = $3`,
			accountID, u.Start.UnixMilli(), key.ID).Scan(&used)
	})
	if key.PerCycle-used < u.Limit-u.Used {
		u.Limit, u.Used = key.PerCycle, used
	}
	return u, err
}

const selectBalance = `SELECT balance FROM ledger
	WHERE account_id = $1 AND cycle_start = $2 AND seq > 0 ORDER BY seq DESC LIMIT 1`

// Reserve claims calls of the current cycle, or returns a *QuotaError if fewer
// are left, and a *RateError if the key has used its calls of a minute. The reservation is this node's and lives until Settle, Refund,
// Recover, or the end of its lease, which is renewed as long as the account is
// open.
func (a *Account) Reserve(ctx context.Context, r Reservation) (err error) {
	defer a.timed(StepReserve, time.Now(), &err)
	if r.RequestID == "" || r.Calls < 1 {
		return fmt.Errorf("reserving %d calls for request %q: a request id and at least one call are needed", r.Calls, r.RequestID)
	}
	if r.Limits.PerMinute > 0 {
		if err := a.pace(ctx, r.KeyID, r.Calls, r.Limits.PerMinute); err != nil {
			return err
		}
	}
	if a.file {
		err = a.reserveInFile(ctx, r)
	} else {
		err = a.reserveInBlock(ctx, r)
	}
	if quota := (*QuotaError)(nil); errors.As(err, &quota) {
		return quota
	}
	if err == nil {
		a.hold(r.RequestID)
	}
	wrap(&err, "reserving calls")
	return err
}

func (a *Account) reserveInFile(ctx context.Context, r Reservation) error {
	return a.write(ctx, func(tx *transaction) (err error) {
		start, end := Cycle(tx.created, tx.now)
		cycle := start.UnixMilli()
		used, err := tx.balance(ctx, cycle)
		if err != nil {
			return err
		}
		if left := max(0, tx.limit-used); r.Calls > left {
			return &QuotaError{Limit: tx.limit, Used: used, Left: left, Wanted: r.Calls, Resets: end}
		}
		if limit := r.Limits.PerCycle; limit > 0 {
			var spent int64
			err := tx.QueryRowContext(ctx, `SELECT COALESCE(sum(calls), 0) FROM day_calls WHERE account_id = $1 AND cycle_start = $2 AND key_id = $3`,
				accountID, cycle, r.KeyID).Scan(&spent)
			if err != nil {
				return fmt.Errorf("reading what the key has used: %w", err)
			}
			if left := max(0, limit-spent); r.Calls > left {
				return &QuotaError{OfKey: true, Limit: limit, Used: spent, Left: left, Wanted: r.Calls, Resets: end}
			}
		}
		err = tx.append(ctx, entry{
			requestID: r.RequestID, kind: reserved, keyID: r.KeyID, work: r.Work, node: a.cfg.Node,
			cycle: cycle, asked: tx.now.UnixMilli(), amount: r.Calls, balance: used + r.Calls,
		})
		if err != nil {
			return err
		}
		defer wrap(&err, "writing the lease")
		_, err = tx.ExecContext(ctx, `INSERT INTO lease (request_id, account_id, node, expires) VALUES ($1, $2, $3, $4)`,
			r.RequestID, accountID, a.cfg.Node, tx.now.Add(a.cfg.Lease).UnixMilli())
		return err
	})
}

// Settle makes a reservation final: its work is done and its calls are spent.
// Settling again does nothing, and so a database that is not available is asked
// again until ctx ends. It returns ErrRefunded if the reservation was refunded, as it
// is when its lease ended, and ErrNoReservation if there is none.
func (a *Account) Settle(ctx context.Context, requestID string) (err error) {
	defer a.timed(StepSettle, time.Now(), &err)
	defer wrap(&err, "settling request "+requestID)
	a.release(requestID)
	for {
		if err = a.conclude(ctx, requestID, settled); !errors.Is(err, ErrUnavailable) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(askAgain):
		}
	}
}

// Refund gives a reservation's calls back to the cycle they were taken from.
// Refunding again does nothing. It returns ErrSettled if the reservation was
// settled, and ErrNoReservation if there is none. With ErrUnavailable, the refund is
// made as soon as the database is there again.
func (a *Account) Refund(ctx context.Context, requestID string) (err error) {
	defer a.timed(StepRefund, time.Now(), &err)
	defer wrap(&err, "refunding request "+requestID)
	a.release(requestID)
	if err = a.conclude(ctx, requestID, refunded); errors.Is(err, ErrUnavailable) {
		a.owe(requestID)
	}
	return err
}

func (a *Account) conclude(ctx context.Context, requestID string, outcome entryKind) error {
	if !a.file {
		return a.concludeInBlock(ctx, requestID, outcome)
	}
	return a.write(ctx, func(tx *transaction) error { return tx.conclude(ctx, requestID, a.cfg.Node, outcome) })
}

// entryKind is what an entry of the ledger does.
type entryKind string

const (
	reserved entryKind = "reserve"
	settled  entryKind = "settle"
	refunded entryKind = "refund"
)

// entry is one line of the ledger.
type entry struct {
	requestID string
	kind      entryKind
	keyID     string
	work      Work
	node      string
	cycle     int64 // start, ms
	asked     int64 // when the reservation was made, ms
	amount    int64
	balance   int64
}

// conclude writes the outcome of a reservation, settled or refunded, unless it
// has that outcome already.
func (tx *transaction) conclude(ctx context.Context, requestID, node string, outcome entryKind) (err error) {
	reservation, concluded, err := tx.reservation(ctx, requestID)
	switch {
	case err != nil:
		return err
	case concluded == outcome:
		return nil
	case concluded == settled:
		return ErrSettled
	case concluded == refunded:
		return ErrRefunded
	}

	done := reservation
	done.kind, done.node, done.amount = outcome, node, 0
	if outcome == refunded {
		done.amount = -reservation.amount
	}
	if done.balance, err = tx.balance(ctx, reservation.cycle); err != nil {
		return err
	}
	done.balance += done.amount
	if err := tx.append(ctx, done); err != nil {
		return err
	}
	defer wrap(&err, "ending the lease")
	_, err = tx.ExecContext(ctx, `DELETE FROM lease WHERE request_id = $1`, requestID)
	return err
}

// reservation returns a request's reservation and its outcome, "" while it is open.
func (tx *transaction) reservation(ctx context.Context, requestID string) (reservation entry, outcome entryKind, err error) {
	defer wrap(&err, "reading the ledger")
	rows, err := tx.QueryContext(ctx, `SELECT kind, key_id, work, cycle_start, amount, at FROM ledger WHERE request_id = $1`, requestID)
	if err != nil {
		return entry{}, "", err
	}
	defer rows.Close()
	for rows.Next() {
		e := entry{requestID: requestID}
		if err := rows.Scan(&e.kind, &e.keyID, &e.work, &e.cycle, &e.amount, &e.asked); err != nil {
			return entry{}, "", err
		}
		if e.kind == reserved {
			reservation = e
		} else {
			outcome = e.kind
		}
	}
	if err = rows.Err(); err == nil && reservation.requestID == "" {
		err = ErrNoReservation
	}
	return reservation, outcome, err
}

// balance returns what the cycle that begins at start (ms) has used so far.
func (tx *transaction) balance(ctx context.Context, start int64) (used int64, err error) {
	if err = tx.QueryRowContext(ctx, selectBalance, accountID, start).Scan(&used); errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	wrap(&err, "reading the balance")
	return used, err
}

// append writes an entry at the end of the ledger, and adds it to its day.
func (tx *transaction) append(ctx context.Context, e entry) (err error) {
	if tx.wrote {
		if err := tx.lock(ctx); err != nil {
			return err
		}
	}
	tx.wrote = true
	defer wrap(&err, "writing the ledger")
	_, err = tx.ExecContext(ctx, `INSERT INTO ledger (request_id, kind, account_id, key_id, work, node, cycle_start, seq, amount, balance, at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
		e.requestID, string(e.kind), accountID, e.keyID, string(e.work), e.node, e.cycle, tx.seq, e.amount, e.balance, tx.now.UnixMilli())
	if err != nil || e.amount == 0 {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO day_calls (account_id, cycle_start, day, key_id, work, calls) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (account_id, cycle_start, day, key_id, work) DO UPDATE SET calls = day_calls.calls + excluded.calls`,
		accountID, e.cycle, e.asked/dayMillis, e.keyID, string(e.work), e.amount)
	return err
}
