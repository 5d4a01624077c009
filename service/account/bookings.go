package account

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"
)

// maxBatch is how many bookings go to PostgreSQL at once.
const maxBatch = 256

// gather is how long a batch waits for more to come, if the one before was of several: each
// is a transaction, whatever is in it.
const gather = 2 * time.Millisecond

// booking is a step of the ledger that waits for its turn: a reservation to be made if
// outcome is "", else one to be concluded.
type booking struct {
	Reservation
	outcome entryKind
	gone    context.Context // of who waits for it
	answer  chan booked     // holds one
}

// booked is what became of a booking.
type booked struct {
	result string // as assay_book says it
	quota  int64  // calls per cycle, of a reservation; the key's with bookedKeyQuota
	used   int64  // of them, if the reservation did not fit
	err    error
}

// book has a step taken together with those that wait when it does: PostgreSQL is asked
// for one batch at a time, of which each is a transaction.
func (a *Account) book(ctx context.Context, b *booking) (booked, error) {
	limited, cancel := context.WithTimeout(ctx, a.cfg.Timeout)
	defer cancel()
	b.gone, b.answer = limited, make(chan booked, 1)
	select {
	case a.bookings <- b:
	case <-limited.Done():
		return booked{}, unavailable(ctx, limited.Err())
	case <-a.upkeepCtx.Done():
		return booked{}, unavailable(ctx, sql.ErrConnDone)
	}
	select {
	case answer := <-b.answer:
		return answer, unavailable(ctx, answer.err)
	case <-limited.Done():
		go func() {
			if (<-b.answer).result == bookedReserved { // for nobody
				a.owe(b.RequestID)
			}
		}()
		return booked{}, unavailable(ctx, limited.Err())
	}
}

// keepBooks takes the steps that are waiting, until the account is closed.
func (a *Account) keepBooks(ctx context.Context) {
	var next *booking
	busy := false
	for {
		if next == nil {
			select {
			case next = <-a.bookings:
			case <-ctx.Done():
				return
			}
		}
		batch, ids := []*booking{next}, map[string]bool{next.RequestID: true}
		next = nil
		if busy { // those whose answers came together come again together
			time.Sleep(gather)
		}
	more:
		for len(batch) < maxBatch {
			select {
			case b := <-a.bookings:
				if ids[b.RequestID] { // a batch has no order
					next = b
					break more
				}
				ids[b.RequestID] = true
				batch = append(batch, b)
			default:
				break more
			}
		}
		busy = len(batch) > 1
		a.send(ctx, batch)
	}
}

// send books a batch and gives each its answer.
func (a *Account) send(ctx context.Context, batch []*booking) {
	answers, err := a.ask(ctx, batch)
	a.failing.Store(errors.Is(unavailable(ctx, err), ErrUnavailable))
	for _, b := range batch {
		answer := answers[b.RequestID]
		if answer.err = err; err != nil {
			answer.result = ""
		}
		b.answer <- answer
	}
}

// What assay_book says of reservations, beside the kinds of entries.
const (
	bookedReserved = "reserved"
	bookedQuota    = "quota"
	bookedKeyQuota = "key_quota"
	bookedExists   = "exists"
	bookedNone     = "none"
)

// ask puts a batch to PostgreSQL. What was sent on a connection that turned out to be
// dead may have been done: reservations that exist the second time are the first's.
func (a *Account) ask(ctx context.Context, batch []*booking) (answers map[string]booked, err error) {
	done, outcomes := []string{}, []string{}
	ids, keys, works, calls, limits := []string{}, []string{}, []string{}, []int64{}, []int64{}
	for _, b := range batch {
		switch {
		case b.outcome != "":
			done, outcomes = append(done, b.RequestID), append(outcomes, string(b.outcome))
		case b.gone.Err() == nil:
			ids, keys, works = append(ids, b.RequestID), append(keys, b.KeyID), append(works, string(b.Work))
			calls, limits = append(calls, b.Calls), append(limits, b.Limits.PerCycle)
		}
	}
	now := a.cfg.Now()
	start, _ := Cycle(a.created, now)
	book := `SELECT request, result, quota, used FROM assay_book($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`
	args := []any{accountID, a.cfg.Node, now.UnixMilli(), now.Add(a.cfg.Lease).UnixMilli(), start.UnixMilli(), done, outcomes, ids, keys, works, calls}
	if slices.ContainsFunc(limits, func(limit int64) bool { return limit > 0 }) {
		book = `SELECT request, result, quota, used FROM assay_book_limited($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`
		args = append(args, limits)
	}
	ctx, cancel := context.WithTimeout(ctx, a.cfg.Timeout)
	defer cancel()
	again := false
	err = onLiving(ctx, func() error {
		answers = make(map[string]booked, len(batch))
		rows, err := a.writer.QueryContext(ctx, book, args...)
		if err != nil {
			again = true
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var id string
			var answer booked
			if err := rows.Scan(&id, &answer.result, &answer.quota, &answer.used); err != nil {
				return err
			}
			if again && answer.result == bookedExists {
				answer.result = bookedReserved
			}
			answers[id] = answer
		}
		again = true
		return rows.Err()
	})
	return answers, err
}

// reserveInBlock is Reserve for an account that nodes may share.
func (a *Account) reserveInBlock(ctx context.Context, r Reservation) error {
	answer, err := a.book(ctx, &booking{Reservation: r})
	if err != nil {
		return err
	}
	ofKey := answer.result == bookedKeyQuota
	if !ofKey {
		a.sawLimit(answer.quota)
	}
	switch answer.result {
	case bookedReserved:
		return nil
	case bookedQuota, bookedKeyQuota:
		_, end := Cycle(a.created, a.cfg.Now())
		return &QuotaError{OfKey: ofKey, Limit: answer.quota, Used: answer.used, Left: max(0, answer.quota-answer.used), Wanted: r.Calls, Resets: end}
	}
	return fmt.Errorf("request %q has a reservation already", r.RequestID)
}

// concludeInBlock settles or refunds a reservation of an account that nodes may share.
func (a *Account) concludeInBlock(ctx context.Context, requestID string, outcome entryKind) error {
	answer, err := a.book(ctx, &booking{Reservation: Reservation{RequestID: requestID}, outcome: outcome})
	if err != nil {
		return err
	}
	switch answer.result {
	case string(outcome):
		return nil
	case bookedNone:
		return ErrNoReservation
	case string(settled):
		return ErrSettled
	}
	return ErrRefunded
}

// refundInBlock refunds reservations of any node, as many as are open, and returns how
// many they were.
func (a *Account) refundInBlock(ctx context.Context, ids []string) (count int, err error) {
	batch := make([]*booking, len(ids))
	for i, id := range ids {
		batch[i] = &booking{Reservation: Reservation{RequestID: id}, outcome: refunded}
	}
	answers, err := a.ask(ctx, batch)
	for _, answer := range answers {
		if answer.result == string(refunded) {
			count++
		}
	}
	return count, unavailable(ctx, err)
}
