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
)

// Least is the shortest time between two runs.
const Least = 10 * time.Second

// Event is something that is worth telling: the first answer, one that differs from
// the answer before, a failure after a success, or the success after a failure.
type Event struct {
	At     time.Time       // when the run began
	Data   json.RawMessage // of the answer, compact; nil if Err is not
	Change bool            // Data differs from the answer before, or is the first
	Err    error           // why there is no answer
}

// Ask gets an answer's data.
type Ask func(context.Context) (json.RawMessage, error)

// Run asks at once and then in each interval, until the context ends (nil), or no
// later run can succeed: the quota is used up or the key is not accepted. tell is
// called in Run's own goroutine. A failure that follows a failure is not told.
func Run(ctx context.Context, every time.Duration, ask Ask, tell func(Event)) error {
	if every < Least {
		return fmt.Errorf("the interval must be %v at least", Least)
	}
	ticks := time.NewTicker(every)
	defer ticks.Stop()
	var last []byte
	failing := false
	for {
		at := time.Now()
		data, err := ask(ctx)
		var compact bytes.Buffer
		if err == nil {
			err = json.Compact(&compact, data)
		}
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, client.ErrQuotaExhausted), errors.Is(err, client.ErrUnauthorized):
			return err
		case err != nil:
			if !failing {
				tell(Event{At: at, Err: err})
			}
			failing = true
		default:
			change := last == nil || !bytes.Equal(last, compact.Bytes())
			if change || failing {
				tell(Event{At: at, Data: compact.Bytes(), Change: change})
			}
			last, failing = compact.Bytes(), false
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticks.C:
		}
	}
}

// Daily returns how many calls a day an interval costs.
func Daily(every time.Duration) int64 { return int64((24*time.Hour + every - 1) / every) }
