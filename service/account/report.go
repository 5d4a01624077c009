package account

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// dayMillis is the length of a day.
const dayMillis = int64(24 * time.Hour / time.Millisecond)

// sumsOfDays are the calls of a cycle that a report adds up.
const sumsOfDays = `(SELECT day, key_id, work, calls FROM day_calls WHERE account_id = $1 AND cycle_start = $2
	UNION ALL SELECT day, key_id, work, calls FROM node_calls WHERE account_id = $1 AND cycle_start = $2) AS sums`

// DayCalls are the calls of one kind of work on one day.
type DayCalls struct {
	Day   time.Time // its beginning, UTC
	Work  Work
	Calls int64 // settled, and reserved by requests that are running
}

// CallsByDay returns the calls of the current cycle by the day on which they were
// asked for, oldest first. Days without any are left out.
func (a *Account) CallsByDay(ctx context.Context) (days []DayCalls, err error) {
	err = a.inCycle(ctx, `SELECT day, work, CAST(sum(calls) AS BIGINT) FROM `+sumsOfDays+`
		GROUP BY day, work HAVING sum(calls) <> 0 ORDER BY day, work`,
		func(rows *sql.Rows) error {
			var number int64
			var d DayCalls
			if err := rows.Scan(&number, &d.Work, &d.Calls); err != nil {
				return err
			}
			d.Day = fromMillis(number * dayMillis)
			days = append(days, d)
			return nil
		})
	if err != nil {
		return nil, fmt.Errorf("reading the calls by day: %w", err)
	}
	return days, nil
}

// CallsByKey returns the calls of the current cycle by the id of the key that asked.
// Keys without any are left out.
func (a *Account) CallsByKey(ctx context.Context) (map[string]int64, error) {
	calls := make(map[string]int64)
	err := a.inCycle(ctx, `SELECT key_id, CAST(sum(calls) AS BIGINT) FROM `+sumsOfDays+`
		GROUP BY key_id HAVING sum(calls) <> 0`,
		func(rows *sql.Rows) error {
			var id string
			var n int64
			if err := rows.Scan(&id, &n); err != nil {
				return err
			}
			calls[id] = n
			return nil
		})
	if err != nil {
		return nil, fmt.Errorf("reading the calls by key: %w", err)
	}
	return calls, nil
}

// inCycle asks for rows of the current cycle: $1 is the account, $2 the cycle's start.
func (a *Account) inCycle(ctx context.Context, question string, each func(*sql.Rows) error) error {
	return a.read(ctx, func(ctx context.Context) error {
		start, _ := Cycle(a.created, a.now())
		return a.each(ctx, question, each, accountID, start.UnixMilli())
	})
}

func (a *Account) each(ctx context.Context, question string, each func(*sql.Rows) error, args ...any) error {
	rows, err := a.reader.QueryContext(ctx, question, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := each(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Outcome is what became of a call.
type Outcome string

// The outcomes.
const (
	Running  Outcome = "running"  // reserved: the work goes on
	Answered Outcome = "answered" // settled
	Refunded Outcome = "refunded" // the work failed and cost nothing
)

// Call is one request in the ledger, without anything of what it asked.
type Call struct {
	RequestID string
	KeyID     string
	KeyName   string // "" if the key is none of the account's
	KeyPrefix string // the same
	Work      Work
	Calls     int64 // that were reserved
	Outcome   Outcome
	Asked     time.Time
	Done      time.Time // zero while it is running
}

// LatestCalls returns the requests that asked last, newest first, at most limit.
func (a *Account) LatestCalls(ctx context.Context, limit int) (calls []Call, err error) {
	err = a.read(ctx, func(ctx context.Context) error {
		return a.each(ctx,
			`SELECT r.request_id, r.key_id, COALESCE(k.name, ''), COALESCE(k.prefix, ''), r.work, r.amount, r.at, COALESCE(c.kind, ''), COALESCE(c.at, 0)
			FROM ledger r
			LEFT JOIN ledger c ON c.request_id = r.request_id AND c.kind <> 'reserve'
			LEFT JOIN api_key k ON k.id = r.key_id
			WHERE r.account_id = $1 AND r.kind = 'reserve'
			ORDER BY r.at DESC, r.seq DESC LIMIT $2`,
			func(rows *sql.Rows) error {
				call := Call{Outcome: Running}
				var asked, done int64
				var kind entryKind
				if err := rows.Scan(&call.RequestID, &call.KeyID, &call.KeyName, &call.KeyPrefix, &call.Work, &call.Calls, &asked, &kind, &done); err != nil {
					return err
				}
				call.Asked = fromMillis(asked)
				switch kind {
				case settled:
					call.Outcome, call.Done = Answered, fromMillis(done)
				case refunded:
					call.Outcome, call.Done = Refunded, fromMillis(done)
				}
				calls = append(calls, call)
				return nil
			}, accountID, limit)
	})
	if err != nil {
		return nil, fmt.Errorf("reading the latest calls: %w", err)
	}
	return calls, nil
}
