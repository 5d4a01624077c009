package account

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

const (
	// blockTime is how long a node may use what it has taken of a key's minute.
	blockTime = time.Second

	// blockShare is how much of a key's minute a node takes ahead at most.
	blockShare = 64
)

// RateError says that a key has used as many calls as it may in a minute.
type RateError struct {
	Limit int64         // calls a minute
	Wait  time.Duration // until the request fits
}

func (e *RateError) Error() string {
	return fmt.Sprintf("the API key has used its %d calls a minute; there are enough again in %s", e.Limit, e.Wait)
}

// rateBlock is what this node has taken of a key's minute and not used yet.
type rateBlock struct {
	left  int64
	size  int64 // calls that were taken ahead
	until time.Time
}

// pace takes calls of what a key may use in a minute, on all nodes together: its limit at
// once, and that much more with each minute. Work that costs more than the limit gets its
// turn after a pause that is as long as the work is dear. A busy node takes for several
// requests at once, so that not every one writes to the database. The error is a *RateError.
func (a *Account) pace(ctx context.Context, keyID string, calls, limit int64) (err error) {
	defer wrap(&err, "counting the calls of a key's minute")
	now := a.cfg.Now()
	a.mu.Lock()
	block := a.rates[keyID]
	fresh := now.Before(block.until)
	if fresh && block.left >= calls {
		block.left -= calls
		a.rates[keyID] = block
		a.mu.Unlock()
		return nil
	}
	a.mu.Unlock()

	if fresh { // and used up: this node is busy
		block.size = min(2*block.size+1, limit/blockShare)
	} else {
		block.size = 0
	}
	taken, err := a.takeRate(ctx, keyID, now, calls+block.size, limit)
	if err == nil && !taken && block.size > 0 {
		block.size = 0
		taken, err = a.takeRate(ctx, keyID, now, calls, limit)
	}
	if err != nil {
		return err
	}
	if !taken {
		var full int64
		err := a.read(ctx, func(ctx context.Context) error {
			return a.reader.QueryRowContext(ctx, `SELECT full_at FROM key_rate WHERE key_id = $1`, keyID).Scan(&full)
		})
		if err != nil {
			return err
		}
		return &RateError{Limit: limit, Wait: max(0, time.UnixMicro(full).Add(-rateRoom(calls, limit)).Sub(now))}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if kept := a.rates[keyID]; !now.Before(kept.until) {
		a.rates[keyID] = rateBlock{block.size, block.size, now.Add(blockTime)}
	} else {
		kept.left += block.size
		kept.size = max(kept.size, block.size)
		a.rates[keyID] = kept
	}
	return nil
}

// rateCost is how long calls take to come back.
func rateCost(calls, limit int64) time.Duration {
	return time.Duration(float64(time.Minute) / float64(limit) * float64(calls))
}

// rateRoom is how much may be missing of a minute when calls are taken.
func rateRoom(calls, limit int64) time.Duration {
	return max(0, time.Minute-rateCost(calls, limit))
}

func (a *Account) takeRate(ctx context.Context, keyID string, now time.Time, calls, limit int64) (taken bool, err error) {
	err = a.read(ctx, func(ctx context.Context) error {
		err := a.shared().QueryRowContext(ctx, `INSERT INTO key_rate AS r (key_id, full_at) VALUES ($1, CAST($2 AS BIGINT) + CAST($3 AS BIGINT))
			ON CONFLICT (key_id) DO UPDATE SET full_at = CASE WHEN r.full_at > $2 THEN r.full_at ELSE $2 END + $3 WHERE r.full_at <= $4
			RETURNING full_at`,
			keyID, now.UnixMicro(), rateCost(calls, limit).Microseconds(), now.Add(rateRoom(calls, limit)).UnixMicro()).Scan(new(int64))
		taken = err == nil
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		return err
	})
	return taken, err
}
