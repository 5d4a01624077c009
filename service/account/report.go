package account

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
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
	defer wrap(&err, "reading the calls by day")
	start, _ := Cycle(a.created, a.cfg.Now())
	return list(ctx, a, func(rows *sql.Rows, d *DayCalls) error {
		var number int64
		err := rows.Scan(&number, &d.Work, &d.Calls)
		d.Day = fromMillis(number * dayMillis)
		return err
	}, `SELECT day, work, CAST(sum(calls) AS BIGINT) FROM `+sumsOfDays+`
		GROUP BY day, work HAVING sum(calls) <> 0 ORDER BY day, work`, accountID, start.UnixMilli())
}

// CallsByKey returns the calls of the current cycle by the id of the key that asked.
// Keys without any are left out.
func (a *Account) CallsByKey(ctx context.Context) (calls map[string]int64, err error) {
	defer wrap(&err, "reading the calls by key")
	start, _ := Cycle(a.created, a.cfg.Now())
	calls = make(map[string]int64)
	_, err = list(ctx, a, func(rows *sql.Rows, _ *struct{}) error {
		var id string
		var n int64
		err := rows.Scan(&id, &n)
		calls[id] = n
		return err
	}, `SELECT key_id, CAST(sum(calls) AS BIGINT) FROM `+sumsOfDays+`
		GROUP BY key_id HAVING sum(calls) <> 0`, accountID, start.UnixMilli())
	return calls, err
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
	Place     CallPlace
}

// Charged returns what the request costs.
func (c Call) Charged() int64 {
	if c.Outcome == Refunded {
		return 0
	}
	return c.Calls
}

// CallPlace is where a request stands in the order in which requests asked. The zero
// CallPlace is nowhere.
type CallPlace struct {
	At  int64 // ms since 1970
	Seq int64 // of the ledger's entry
}

// CallFilter says which requests to list. What is zero does not matter.
type CallFilter struct {
	KeyID         string
	Work          Work
	Outcome       Outcome
	From, Until   time.Time // they asked at From or later, and before Until
	Before, After CallPlace // they asked before one place, or after another; not both
	Limit         int       // of their number; it is needed
}

// Calls returns requests, newest first: those that asked last, or with After those that
// asked first.
func (a *Account) Calls(ctx context.Context, filter CallFilter) (calls []Call, err error) {
	defer wrap(&err, "reading the calls")
	args := []any{accountID}
	arg := func(value any, kind string) string {
		args = append(args, value)
		return fmt.Sprintf("CAST($%d AS %s)", len(args), kind)
	}
	question := `SELECT r.request_id, r.key_id, COALESCE(k.name, ''), COALESCE(k.prefix, ''), r.work, r.amount, r.at, r.seq, COALESCE(c.kind, ''), COALESCE(c.at, 0)
		FROM ledger r
		LEFT JOIN ledger c ON c.request_id = r.request_id AND c.kind <> 'reserve'
		LEFT JOIN api_key k ON k.id = r.key_id
		WHERE r.account_id = $1 AND r.kind = 'reserve'`
	if filter.KeyID != "" {
		question += ` AND r.key_id = ` + arg(filter.KeyID, "TEXT")
	}
	if filter.Work != "" {
		question += ` AND r.work = ` + arg(string(filter.Work), "TEXT")
	}
	switch filter.Outcome {
	case Running:
		question += ` AND c.kind IS NULL`
	case Answered:
		question += ` AND c.kind = 'settle'`
	case Refunded:
		question += ` AND c.kind = 'refund'`
	}
	if !filter.From.IsZero() {
		question += ` AND r.at >= ` + arg(filter.From.UnixMilli(), "BIGINT")
	}
	if !filter.Until.IsZero() {
		question += ` AND r.at < ` + arg(filter.Until.UnixMilli(), "BIGINT")
	}
	place := func(p CallPlace, is string) string {
		at, seq := arg(p.At, "BIGINT"), arg(p.Seq, "BIGINT")
		// The first condition is for the index.
		return fmt.Sprintf(` AND r.at %s= %s AND (r.at <> %s OR r.seq %s %s)`, is, at, at, is, seq)
	}
	order := "DESC"
	switch {
	case filter.After != CallPlace{}:
		question += place(filter.After, ">")
		order = "ASC"
	case filter.Before != CallPlace{}:
		question += place(filter.Before, "<")
	}
	question += ` ORDER BY r.at ` + order + `, r.seq ` + order + ` LIMIT ` + arg(filter.Limit, "BIGINT")
	calls, err = list(ctx, a, func(rows *sql.Rows, call *Call) error {
		var done int64
		var kind entryKind
		err := rows.Scan(&call.RequestID, &call.KeyID, &call.KeyName, &call.KeyPrefix, &call.Work, &call.Calls, &call.Place.At, &call.Place.Seq, &kind, &done)
		call.Asked = fromMillis(call.Place.At)
		switch kind {
		case settled:
			call.Outcome, call.Done = Answered, fromMillis(done)
		case refunded:
			call.Outcome, call.Done = Refunded, fromMillis(done)
		default:
			call.Outcome = Running
		}
		return err
	}, question, args...)
	if order == "ASC" {
		slices.Reverse(calls)
	}
	return calls, err
}
