package datadir

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

// claimTimeout is how long a service waits for a lock that someone is only
// looking at.
const claimTimeout = time.Second

// Claim is a service's hold on its data directory.
type Claim struct {
	dir   string
	lock  *flock.Flock
	start *flock.Flock
}

// ClaimDir makes dataDir if there is none (for its owner alone) and claims it
// for the calling process. If another service holds it, the error says which.
//
// background tells that the process was started by a command, which guards the
// start; otherwise the claim guards it itself until Ready.
func ClaimDir(dataDir string, background bool) (*Claim, error) {
	if err := os.MkdirAll(dataDir, 0o700); err != nil {
		return nil, fmt.Errorf("making the data directory: %w", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), claimTimeout)
	defer cancel()
	c := &Claim{dir: dataDir, lock: flock.New(filepath.Join(dataDir, serviceLock))}
	if !background {
		c.start = flock.New(filepath.Join(dataDir, startLock))
		if err := lock(ctx, c.start); err != nil {
			return nil, c.refused("is being started by another command", err)
		}
	}
	if err := lock(ctx, c.lock); err != nil {
		c.Ready()
		return nil, c.refused(Holder(dataDir), err)
	}
	if err := c.announce(); err != nil {
		c.Release()
		return nil, err
	}
	return c, nil
}

func (c *Claim) refused(why string, err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("the service of %s %s", c.dir, why)
	}
	return fmt.Errorf("locking the data directory %s: %w", c.dir, err)
}

// announce removes what a killed service left behind and says who holds the
// lock now.
func (c *Claim) announce() error {
	if err := RemoveInfo(c.dir); err != nil {
		return err
	}
	return os.WriteFile(c.lock.Path(), []byte(strconv.Itoa(os.Getpid())+"\n"), 0o600)
}

// Ready ends the start: service.json is written and others may use it.
func (c *Claim) Ready() {
	if c.start != nil {
		c.start.Unlock()
		c.start = nil
	}
}

// Release gives the data directory free. service.json must be gone by then.
func (c *Claim) Release() {
	c.Ready()
	c.lock.Unlock()
}

// Running reports whether a service holds dataDir: one that answers, or one
// that is starting or stopping.
func Running(dataDir string) (bool, error) {
	l := flock.New(filepath.Join(dataDir, serviceLock))
	if _, err := os.Stat(dataDir); errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	free, err := l.TryRLock()
	if err != nil {
		return false, fmt.Errorf("looking for the running service: %w", err)
	}
	if free {
		l.Unlock()
	}
	return !free, nil
}

// Holder describes the service that holds dataDir.
func Holder(dataDir string) string {
	pid := "unknown"
	if data, err := os.ReadFile(filepath.Join(dataDir, serviceLock)); err == nil {
		pid = strings.TrimSpace(string(data))
	}
	if info, err := ReadInfo(dataDir); err == nil {
		return fmt.Sprintf("is running already: process %s at %s; stop it with `assay service stop --data-dir %s` or give another --data-dir", pid, info.BaseURL, dataDir)
	}
	return fmt.Sprintf("is starting or stopping: process %s; try again in a moment or give another --data-dir", pid)
}

// PID returns the process id of the service that holds dataDir.
func PID(dataDir string) (int, error) {
	text, err := os.ReadFile(filepath.Join(dataDir, serviceLock))
	if err != nil {
		return 0, err
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil || pid <= 0 {
		return 0, fmt.Errorf("the service of %s %s", dataDir, Holder(dataDir))
	}
	return pid, nil
}

// LockStart waits until no other process is starting or replacing the service of
// dataDir, and keeps others from it until unlock is called.
func LockStart(ctx context.Context, dataDir string) (unlock func() error, err error) {
	start := flock.New(filepath.Join(dataDir, startLock))
	if err := lock(ctx, start); err != nil {
		return nil, err
	}
	return start.Unlock, nil
}

// WaitGone waits until no service holds dataDir.
func WaitGone(ctx context.Context, dataDir string) error {
	l := flock.New(filepath.Join(dataDir, serviceLock))
	if err := lock(ctx, l); err != nil {
		return fmt.Errorf("it %s: %w", Holder(dataDir), context.Cause(ctx))
	}
	return l.Unlock()
}

// lock takes l's exclusive lock, waiting for it until ctx ends. A wait that
// ctx ended goes on unseen, and lets the lock go when it gets it.
func lock(ctx context.Context, l *flock.Flock) error {
	if ok, err := l.TryLock(); ok || err != nil {
		return err
	}
	taken := make(chan error, 1)
	go func() { taken <- l.Lock() }()
	select {
	case err := <-taken:
		return err
	case <-ctx.Done():
		go func() {
			if <-taken == nil {
				l.Unlock()
			}
		}()
		return ctx.Err()
	}
}
