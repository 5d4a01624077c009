// Package watch asks the same again and again, and tells when the answer is another.
package watch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"assay/client"
	"assay/wire"
)

const (
	// Least is the shortest time between two runs.
	Least = 10 * time.Second
	// Most is the longest.
	Most = 31 * 24 * time.Hour
	// Soon is how long after a run that did not reach the service the next one is, if
	// that is sooner than the interval: it costs nothing.
	Soon = time.Minute
)

// Step is how a run compares with the one before.
type Step uint8

// The steps.
const (
	First     Step = iota // the first answer
	Unchanged             // the same answer
	Changed               // another answer
	Failing               // no answer; it is tried again
)

// Event is one run.
type Event struct {
	Step   Step
	Repeat bool            // Failing after Failing, or Unchanged after an answer
	At     time.Time       // when the run began
	Next   time.Time       // when the next is due
	Data   json.RawMessage // of the answer, compact; nil if it is Failing
	Err    error           // why it is Failing
}

// Ask gets an answer's data.
type Ask func(context.Context) (json.RawMessage, error)

// Check says what is wrong with an interval that is to be no shorter than least.
func Check(every, least time.Duration) error {
	switch {
	case every < least:
		return fmt.Errorf("the interval must be %v at least", least)
	case every > Most:
		return fmt.Errorf("the interval must be %d days at most", Most/(24*time.Hour))
	}
	return nil
}

// Run asks at once and then in each interval, until the context ends (nil), or no
// later run can succeed: the quota is used up or the key is not accepted. tell is
// called after each other run, in Run's own goroutine. The interval must be positive;
// Check it first.
func Run(ctx context.Context, every time.Duration, ask Ask, tell func(Event)) error {
	var last []byte
	failing := false
	for {
		e := Event{At: time.Now()}
		data, err := ask(ctx)
		var compact bytes.Buffer
		if err == nil {
			err = json.Compact(&compact, data)
		}
		e.Next = e.At.Add(every)
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, client.ErrQuotaExhausted), errors.Is(err, client.ErrUnauthorized):
			return err
		case err != nil:
			if errors.Is(err, client.ErrUnreachable) {
				e.Next = e.At.Add(min(every, Soon))
			}
			e.Step, e.Err, e.Repeat = Failing, err, failing
			failing = true
		default:
			e.Data = compact.Bytes()
			switch {
			case last == nil:
				e.Step = First
			case bytes.Equal(last, e.Data):
				e.Step, e.Repeat = Unchanged, !failing
			default:
				e.Step = Changed
			}
			last, failing = e.Data, false
		}
		if now := time.Now(); e.Next.Before(now) {
			e.Next = now
		}
		tell(e)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(time.Until(e.Next)):
		}
	}
}

// Hourly returns how many calls an hour an interval costs, at most.
func Hourly(every time.Duration) int64 { return calls(time.Hour, every) }

// Daily returns how many calls a day an interval costs, at most.
func Daily(every time.Duration) int64 { return calls(24*time.Hour, every) }

func calls(in, every time.Duration) int64 { return int64((in + every - 1) / every) }

// UsedUp returns when so many calls are used up by runs from now on, and false if a
// new cycle begins before.
func UsedUp(usage *wire.Usage, every time.Duration, now time.Time) (time.Time, bool) {
	left := max(usage.Left(), 0)
	if left > int64(usage.PeriodEnd.Sub(now)/every) {
		return time.Time{}, false
	}
	return now.Add(time.Duration(left) * every), true
}
