package service

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"text/tabwriter"
	"time"

	"assay/client/local"
	"assay/client/profile"
	"assay/service/account"
)

// withAccount runs work on the account of a data directory, whether a service
// runs on it or not. database is where it is kept; empty for the usual file.
func withAccount(ctx context.Context, dataDir, database string, work func(*account.Account) error) (err error) {
	if database == "" {
		database = DatabaseFile(dataDir)
	}
	if err := os.MkdirAll(dataDir, 0o700); err != nil {
		return fmt.Errorf("making the data directory: %w", err)
	}
	a, err := account.Open(ctx, account.Config{Database: database})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	return work(a)
}

// Backup copies the account of a data directory to a new file. database is where the
// account is kept; empty for the usual file.
func Backup(ctx context.Context, dataDir, database, file string) error {
	return account.Backup(ctx, cmp.Or(database, DatabaseFile(dataDir)), file)
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
		fmt.Fprintln(table, "PREFIX\tNAME\tCREATED\tLAST USED\tREVOKED\tID")
		for _, k := range keys {
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\n", k.Prefix, k.Name, minute(k.Created), minute(k.LastUsed), minute(k.Revoked), k.ID)
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

// CreateKey makes an API key. It is written to the data directory's api-key if
// save is set, else to out.
func CreateKey(ctx context.Context, dataDir, database, name string, save bool, out io.Writer) error {
	return withAccount(ctx, dataDir, database, func(a *account.Account) error {
		_, plain, err := a.CreateKey(ctx, name)
		if err != nil {
			return err
		}
		if save {
			return local.WriteKey(dataDir, profile.NewSecret(plain))
		}
		_, err = fmt.Fprintln(out, plain)
		return err
	})
}

// RevokeKey ends the validity of the key with this id or prefix. A running
// service refuses it from then on.
func RevokeKey(ctx context.Context, dataDir, database, idOrPrefix string) (key account.Key, err error) {
	err = withAccount(ctx, dataDir, database, func(a *account.Account) error {
		key, err = a.RevokeKey(ctx, idOrPrefix)
		if errors.Is(err, account.ErrNoKey) {
			return fmt.Errorf("there is no key with the id or prefix %q; `assay keys list` shows them", idOrPrefix)
		}
		return err
	})
	return key, err
}
