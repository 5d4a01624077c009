package api

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// enter takes a place and fails the test if there is none.
func enter(t *testing.T, l *limiter, key string) (release func()) {
	t.Helper()
	release, err := l.acquire(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	return release
}

// refused checks that there is no place for a key, and returns the Retry-After.
func refused(t *testing.T, l *limiter, key string) time.Duration {
	t.Helper()
	_, err := l.acquire(t.Context(), key)
	f := (*failure)(nil)
	if !errors.As(err, &f) || f.code != tooManyRequests {
		t.Fatalf("acquire = %v, want a refusal", err)
	}
	return f.retryAfter
}

// TestTurns lets one key ask for much and another for little: the places that become
// free go to both in turn.
func TestTurns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(limits{node: 1, perKey: 1, queue: 100, wait: time.Minute})
		first := enter(t, l, "greedy")
		var mu sync.Mutex
		var order []string
		ask := func(key string) {
			go func() {
				release := enter(t, l, key)
				mu.Lock()
				order = append(order, key)
				mu.Unlock()
				release()
			}()
			synctest.Wait()
		}
		for range 4 {
			ask("greedy")
		}
		ask("modest")
		ask("modest")
		first()
		synctest.Wait()
		want := "greedy modest greedy modest greedy greedy"
		if got := strings.Join(order, " "); got != want {
			t.Errorf("order = %s, want %s", got, want)
		}
		if running, waiting := l.counts(); running != 0 || waiting != 0 || len(l.shares) != 0 || len(l.turns) != 0 {
			t.Errorf("%d running, %d waiting, shares %v, turns %v: something is left", running, waiting, l.shares, l.turns)
		}
	})
}

// TestKeyAtItsLimit leaves the places of a node to the keys that may still run.
func TestKeyAtItsLimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(limits{node: 3, perKey: 2, queue: 100, wait: time.Minute})
		busy := []func(){enter(t, l, "a"), enter(t, l, "a")}
		admitted := make(chan func(), 1)
		go func() { admitted <- enter(t, l, "a") }()
		synctest.Wait()
		enter(t, l, "b")() // a third place is free, though one of a waits
		select {
		case <-admitted:
			t.Fatal("a key runs more than it may")
		default:
		}
		busy[0]()
		(<-admitted)()
		busy[1]()
	})
}

func TestWaitEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(limits{node: 1, perKey: 1, queue: 2, wait: 3 * time.Second})
		release := enter(t, l, "k")
		began := time.Now()
		refused(t, l, "k")
		if waited := time.Since(began); waited != 3*time.Second {
			t.Errorf("refused after %s, want 3 s", waited)
		}

		ctx, leave := context.WithCancel(t.Context())
		left := make(chan error, 2)
		for range 2 {
			go func() {
				_, err := l.acquire(ctx, "k")
				left <- err
			}()
		}
		synctest.Wait()
		began = time.Now()
		refused(t, l, "other") // the queue is full
		if time.Since(began) != 0 {
			t.Error("a full queue keeps its guests waiting")
		}
		leave()
		for range 2 {
			if err := <-left; !errors.Is(err, context.Canceled) {
				t.Errorf("who left the queue got %v", err)
			}
		}
		release()
		enter(t, l, "k")()
	})
}

// TestRetryAfterIsHonest refuses at once what would wait for too long, with the time
// it takes until there is a place.
func TestRetryAfterIsHonest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(limits{node: 2, perKey: 2, queue: 100, wait: 5 * time.Second})
		for range 200 { // queries take 4 s
			a, b := enter(t, l, "k"), enter(t, l, "k")
			time.Sleep(4 * time.Second)
			a()
			b()
		}
		running := []func(){enter(t, l, "k"), enter(t, l, "k")}
		var group sync.WaitGroup
		for range 2 {
			group.Go(func() { enter(t, l, "k")() })
		}
		synctest.Wait()
		began := time.Now()
		after := refused(t, l, "k")
		if time.Since(began) != 0 || after < 5*time.Second || after > 8*time.Second {
			t.Errorf("refused after %s with a Retry-After of %s, want at once and about 6 s", time.Since(began), after)
		}
		time.Sleep(time.Second)
		for _, release := range running {
			release()
		}
		group.Wait()
		if got := l.took.Round(100 * time.Millisecond); got > 4*time.Second {
			t.Errorf("queries are taken to last %s", got)
		}
	})
}

func TestPending(t *testing.T) {
	t.Parallel()
	l := newLimiter(limits{pending: 100})
	if err := errors.Join(l.hold(60), l.hold(40)); err != nil {
		t.Fatal(err)
	}
	if err := l.hold(1); err == nil {
		t.Error("more bytes are held than may be")
	}
	l.drop(100)
	if err := l.hold(500); err != nil {
		t.Errorf("a single body is refused: %v", err)
	}
}
