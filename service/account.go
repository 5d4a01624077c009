package service

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/google/uuid"

	"assay/service/account"
	"assay/wire/datadir"
)

const (
	// databaseAgain is how long PostgreSQL is left in peace that is away at the start.
	databaseAgain = time.Second

	// startStep is longer than any step of a start takes, for systemd.
	startStep = 90 * time.Second
)

// awaitDatabase opens the account, again for as long as PostgreSQL is away: after the power
// was, the machines of a service start in any order.
func (s *Service) awaitDatabase(ctx context.Context, open func() error) error {
	var began time.Time
	var waits repeatedWarning
	for {
		err := open()
		if err == nil && !began.IsZero() {
			s.cfg.Log.Info("the database is there", "waited", time.Since(began).Round(time.Second))
		}
		if !errors.Is(err, account.ErrUnavailable) || !account.IsPostgres(s.cfg.Database) || ctx.Err() != nil {
			return err
		}
		if began.IsZero() {
			began = time.Now()
		}
		waits.warn(s.cfg.Log, "the service waits for its database before it starts", err)
		s.tellWaiting("waiting for the database " + account.DatabaseName(s.cfg.Database))
		select {
		case <-ctx.Done():
			return err
		case <-time.After(databaseAgain):
		}
	}
}

// openAccount opens the account, refunds what a crash interrupted, and sees to
// it that this machine has a key.
func (s *Service) openAccount(ctx context.Context) error {
	before, err := datadir.Database(s.cfg.DataDir)
	if err != nil {
		return err
	}
	if before != "" && s.cfg.noDatabase {
		return fmt.Errorf("the service of %s kept its account in %s when it ran last: give that with --database or --config, or --database %s to begin another account", s.cfg.DataDir, before, s.cfg.Database)
	}
	node, err := nodeName(s.cfg.DataDir)
	if err != nil {
		return err
	}
	err = s.awaitDatabase(ctx, func() (err error) {
		s.account, err = account.Open(ctx, account.Config{
			Database:   s.cfg.Database,
			Node:       node,
			UsageLimit: s.cfg.UsageLimit,
			Lease:      time.Duration(s.cfg.Lease) * time.Second,
			Log:        s.cfg.Log,
			Observe:    s.observeLedger,
		})
		return err
	})
	if err != nil {
		return err
	}
	named := ""
	if s.cfg.Database != DatabaseFile(s.cfg.DataDir) {
		named = account.DatabaseName(s.cfg.Database)
	}
	if err := datadir.WriteDatabase(s.cfg.DataDir, named); err != nil {
		return err
	}
	refunded, err := s.account.Recover(ctx)
	if err != nil {
		return err
	}
	if refunded > 0 {
		s.cfg.Log.Info("refunded the requests that the last stop interrupted", "count", refunded)
	}
	return s.firstKey(ctx)
}

// firstKey makes a key for this machine's commands if there is no key at all.
// A background service, which is there for those commands alone, also makes one
// if their key's file is gone.
func (s *Service) firstKey(ctx context.Context) (err error) {
	if _, err := os.Stat(datadir.KeyFile(s.cfg.DataDir)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	const name = "this machine"
	var plain string
	if s.cfg.Background {
		_, plain, err = s.account.CreateKey(ctx, name)
	} else {
		plain, err = s.account.CreateFirstKey(ctx, name)
	}
	if err != nil || plain == "" {
		return err
	}
	return datadir.WriteKey(s.cfg.DataDir, datadir.NewSecret(plain))
}

// nodeFile holds the name of a data directory's node.
const nodeFile = "node"

// nodeName returns the name of this data directory in the ledger, which it makes
// at the first start.
func nodeName(dataDir string) (string, error) {
	path := filepath.Join(dataDir, nodeFile)
	data, err := os.ReadFile(path)
	if name := strings.TrimSpace(string(data)); err == nil && name != "" {
		return name, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	name := uuid.NewString()
	if err := os.WriteFile(path, []byte(name+"\n"), 0o600); err != nil {
		return "", fmt.Errorf("naming the node: %w", err)
	}
	return name, nil
}
