package service

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"assay/service/account"
	"assay/wire/datadir"
)

// withAccount runs work on the account of a data directory, whether a service runs on it
// or not. database is where it is kept; empty for where the directory's service keeps it.
// The account must be there: a second one beside it would be nobody's.
func withAccount(ctx context.Context, dataDir, database string, work func(*account.Account) error) (err error) {
	found := database
	if found == "" {
		if found, err = serviceDatabase(dataDir); err != nil {
			return err
		}
	}
	a, err := account.Open(ctx, account.Config{Database: found, Existing: true})
	switch {
	case err != nil && database == "" && account.IsPostgres(found):
		return fmt.Errorf("%w; the service of %s keeps its account there: give the address with its password by --database or --config, or the password alone by PGPASSWORD or PGPASSFILE", err, dataDir)
	case err != nil:
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	return work(a)
}

// serviceDatabase returns where the service of a data directory keeps its account.
func serviceDatabase(dataDir string) (string, error) {
	database, err := datadir.Database(dataDir)
	if err != nil || database != "" {
		return database, err
	}
	file := DatabaseFile(dataDir)
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("%s holds no account: no service has run there; name the right folder with --data-dir, or the account with --database or --config", dataDir)
	}
	return filepath.Abs(file)
}

// SetUsageLimit changes how many calls a cycle of a data directory's account has, at once
// and for all nodes, and returns how many it had.
func SetUsageLimit(ctx context.Context, dataDir, database string, calls int64) (before int64, err error) {
	err = withAccount(ctx, dataDir, database, func(a *account.Account) error {
		before, err = a.SetUsageLimit(ctx, calls)
		return err
	})
	return before, err
}

// ListKeys writes the API keys of a data directory's account to out as a table,
// revoked ones too, oldest first.
func ListKeys(ctx context.Context, dataDir, database string, out io.Writer) error {
	return withAccount(ctx, dataDir, database, func(a *account.Account) error {
		keys, err := a.Keys(ctx)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "PREFIX\tNAME\tCREATED\tLAST USED\tREVOKED\tEXPIRES\tSCOPES\tSESSIONS\tPER CYCLE\tPER MINUTE\tID")
		limit := func(n int64) string {
			if n == 0 {
				return "-"
			}
			return strconv.FormatInt(n, 10)
		}
		for _, k := range keys {
			scopes := "all"
			if k.Scopes != nil {
				scopes = strings.Trim(fmt.Sprint(k.Scopes), "[]")
			}
			fmt.Fprintln(table, strings.Join([]string{
				k.Prefix, k.Name, minute(k.Created), minute(k.LastUsed), minute(k.Revoked), minute(k.Expires), scopes,
				limit(int64(k.Sessions)), limit(k.PerCycle), limit(k.PerMinute), k.ID,
			}, "\t"))
		}
		return table.Flush()
	})
}

// minute words a time for a table; "-" if it has not come.
func minute(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.Local().Format("2006-01-02 15:04")
}

// CreateKey makes an API key with rules. It is written to the data directory's api-key if
// save is set, else to out.
func CreateKey(ctx context.Context, dataDir, database string, rules account.KeyChange, save bool, out io.Writer) error {
	if save && database != "" {
		if err := isServices(dataDir, database); err != nil {
			return err
		}
	}
	return withAccount(ctx, dataDir, database, func(a *account.Account) error {
		_, plain, err := a.CreateKeyWith(ctx, rules)
		if err != nil {
			return err
		}
		if save {
			return datadir.WriteKey(dataDir, datadir.NewSecret(plain))
		}
		_, err = fmt.Fprintln(out, plain)
		return err
	})
}

// watchKeysEvery is how soon the sessions of a key end that is not valid any more,
// whichever process or node revoked it.
const watchKeysEvery = 2 * time.Second

// watchKeys ends the sessions of keys that were revoked or have expired.
func (s *Service) watchKeys(ctx context.Context) {
	keys := make(map[string]bool)
	for _, key := range s.sessions.Alive() {
		keys[key] = true
	}
	invalid, err := s.account.Invalid(ctx, slices.Collect(maps.Keys(keys)))
	if ctx.Err() == nil {
		s.unwatched.warn(s.cfg.Log, "sessions of keys that are not valid any more go on", err)
	}
	for _, key := range invalid {
		s.sessions.EndKey(key)
	}
}

// isServices refuses a database that is not the one of a data directory's service.
func isServices(dataDir, database string) error {
	own, err := serviceDatabase(dataDir)
	if err != nil {
		return err
	}
	if !account.IsPostgres(database) {
		if database, err = filepath.Abs(database); err != nil {
			return err
		}
	}
	if name := account.DatabaseName(database); name != own {
		return fmt.Errorf("a key of %s cannot be saved in %s, whose service keeps its account in %s and would refuse it", name, dataDir, own)
	}
	return nil
}

// ChangeKey changes the key with this id or prefix, at once also for a running service.
func ChangeKey(ctx context.Context, dataDir, database, idOrPrefix string, change account.KeyChange) (key account.Key, err error) {
	err = withAccount(ctx, dataDir, database, func(a *account.Account) error {
		key, err = a.ChangeKey(ctx, idOrPrefix, change)
		return noKey(err, idOrPrefix)
	})
	return key, err
}

// noKey says what to do about a key that is not there.
func noKey(err error, idOrPrefix string) error {
	if errors.Is(err, account.ErrNoKey) {
		return fmt.Errorf("there is no key with the id or prefix %q; `assay keys list` shows them", idOrPrefix)
	}
	return err
}

// RevokeKey ends the validity of the key with this id or prefix. A running
// service refuses it from then on.
func RevokeKey(ctx context.Context, dataDir, database, idOrPrefix string) (key account.Key, err error) {
	err = withAccount(ctx, dataDir, database, func(a *account.Account) error {
		key, err = a.RevokeKey(ctx, idOrPrefix)
		return noKey(err, idOrPrefix)
	})
	return key, err
}
