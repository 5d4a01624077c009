package account

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Backup copies the account in a SQLite file to another file, as it is at one
// instant, whether a service runs on it or not. The copy is an account like any
// other: it is restored by putting it in the place of the first. It fails if the copy
// is there already, and leaves none behind when it fails.
func Backup(ctx context.Context, database, file string) (err error) {
	if IsPostgres(database) {
		return fmt.Errorf("the account is in %s, of which pg_dump makes a copy", DatabaseName(database))
	}
	path, err := filepath.Abs(database)
	if err != nil {
		return err
	}
	if _, err := os.Stat(path); err != nil {
		return fmt.Errorf("there is no account to copy: %w", err)
	}
	// Whoever reads the copy reads the hashes of the keys.
	made, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("making the copy: %w", err)
	}
	defer func() {
		if err != nil {
			os.Remove(file)
		}
	}()
	if err := made.Close(); err != nil {
		return err
	}
	db, err := sql.Open("sqlite", dataSource(path, answerTimeout))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if _, err := db.ExecContext(ctx, "VACUUM INTO $1", file); err != nil {
		return fmt.Errorf("copying the account in %s: %w", database, err)
	}
	return nil
}
