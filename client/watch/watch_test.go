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
	"assay/client/watch"
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
	want := []string{`0s {"a":1} true`, `2m0s {"a":2} true`, `3m0s away`, `5m0s {"a":2} false`, `6m0s away`, `7m0s {"a":1} true`, `8m30s {"a":3} true`}
	synctest.Test(t, func(t *testing.T) {
		began, next := time.Now(), 0
		var told []string
		err := watch.Run(t.Context(), time.Minute, func(context.Context) (json.RawMessage, error) {
			a := answers[next]
			next++
			time.Sleep(a.took)
			return json.RawMessage(a.data), a.err
		}, func(e watch.Event) {
			if e.Err != nil {
				told = append(told, fmt.Sprintf("%v %v", e.At.Sub(began), e.Err))
			} else {
				told = append(told, fmt.Sprintf("%v %s %v", e.At.Sub(began), e.Data, e.Change))
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

func TestBounds(t *testing.T) {
	if err := watch.Run(t.Context(), time.Second, nil, nil); err == nil {
		t.Error("a run every second is taken")
	}
	if got := watch.Daily(10 * time.Minute); got != 144 {
		t.Errorf("every ten minutes is %d calls a day", got)
	}
}
