package watch_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"assay/client"
	"assay/wire"
	"assay/workspace/watch"
)

func TestRun(t *testing.T) {
	away := errors.New("away")
	answers := []struct {
		data string
		err  error
		took time.Duration
	}{
		{data: `{"a": 1}`}, {data: `{"a":1}`}, {data: `{"a":2}`}, {err: away}, {err: away}, {data: `{"a":2}`},
		{err: away}, {data: `{"a":1}`, took: 90 * time.Second}, {data: `{"a":3}`}, {err: &client.Error{Status: 402, Message: "none left"}},
	}
	want := []string{
		`0s 0 {"a":1} <nil>`, `2m0s 2 {"a":2} <nil>`, `3m0s 3  away`, `5m0s 1 {"a":2} <nil>`,
		`6m0s 3  away`, `7m0s 2 {"a":1} <nil>`, `8m30s 2 {"a":3} <nil>`,
	}
	synctest.Test(t, func(t *testing.T) {
		began, next := time.Now(), 0
		var told []string
		err := watch.Run(t.Context(), time.Minute, func(context.Context) (json.RawMessage, error) {
			a := answers[next]
			next++
			time.Sleep(a.took)
			return json.RawMessage(a.data), a.err
		}, func(e watch.Event) {
			if !e.Repeat {
				told = append(told, fmt.Sprintf("%v %v %s %v", e.At.Sub(began), e.Step, e.Data, e.Err))
			}
		})
		if !errors.Is(err, client.ErrQuotaExhausted) || next != len(answers) {
			t.Errorf("it ends with %v after %d runs", err, next)
		}
		if !slices.Equal(told, want) {
			t.Errorf("it tells\n%q, want\n%q", told, want)
		}
	})
}

func TestRunEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		runs := 0
		err := watch.Run(ctx, 10*time.Minute, func(context.Context) (json.RawMessage, error) { runs++; return json.RawMessage("1"), nil }, func(watch.Event) {})
		if err != nil || runs < 6 || runs > 7 {
			t.Errorf("in an hour it ran %d times every ten minutes and ended with %v", runs, err)
		}
	})
}

// A service that is away is tried again sooner, since that costs nothing.
func TestUnreachable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began, runs := time.Now(), 0
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var at []time.Duration
		err := watch.Run(ctx, 10*time.Minute, func(context.Context) (json.RawMessage, error) {
			runs++
			if runs < 3 {
				return nil, fmt.Errorf("%w: refused", client.ErrUnreachable)
			}
			return json.RawMessage("1"), nil
		}, func(e watch.Event) {
			at = append(at, e.At.Sub(began))
			if e.Step == watch.First {
				if next := e.Next.Sub(began); next != 12*time.Minute {
					t.Errorf("the run after the first answer is due after %v", next)
				}
				cancel()
			}
		})
		if want := []time.Duration{0, time.Minute, 2 * time.Minute}; err != nil || !slices.Equal(at, want) {
			t.Errorf("it ran after %v, want %v; it ended with %v", at, want, err)
		}
	})
}

func TestUsedUp(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	usage := &wire.Usage{Limit: 100, Used: 90, PeriodEnd: now.Add(time.Hour)}
	if at, ok := watch.UsedUp(usage, 5*time.Minute, now); !ok || !at.Equal(now.Add(50*time.Minute)) {
		t.Errorf("ten calls every five minutes are used up at %v, %v", at, ok)
	}
	if at, ok := watch.UsedUp(usage, 10*time.Minute, now); ok {
		t.Errorf("ten calls every ten minutes are used up at %v, after the cycle", at)
	}
}

func TestBounds(t *testing.T) {
	if watch.Check(watch.Most+1, watch.Least) == nil || watch.Check(watch.Least-1, watch.Least) == nil || watch.Check(watch.Least, watch.Least) != nil {
		t.Error("the bounds are not the bounds")
	}
	if got := watch.Hourly(7 * time.Minute); got != 9 {
		t.Errorf("every seven minutes is %d calls an hour", got)
	}
	if got := watch.Daily(10 * time.Minute); got != 144 {
		t.Errorf("every ten minutes is %d calls a day", got)
	}
}
