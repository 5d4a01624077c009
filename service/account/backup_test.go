package account_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"assay/service/account"
)

// TestBackupWhileCallsAreCounted copies an account that is written to all the while:
// the copy holds what was settled before, is whole, and goes on by itself.
func TestBackupWhileCallsAreCounted(t *testing.T) {
	path := newPath(t)
	a := open(t, account.Config{Database: path, UsageLimit: 10_000})
	key, plain, err := a.CreateKey(t.Context(), "kept")
	if err != nil {
		t.Fatal(err)
	}
	charge := func(id string) error {
		if err := a.Reserve(t.Context(), account.Reservation{RequestID: id, KeyID: key.ID, Work: account.Web, Calls: 1}); err != nil {
			return err
		}
		return a.Settle(t.Context(), id)
	}
	for i := range 20 {
		if err := charge("before-" + strconv.Itoa(i)); err != nil {
			t.Fatal(err)
		}
	}
	stop, stopped := make(chan struct{}), make(chan error)
	go func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				stopped <- nil
				return
			default:
			}
			if err := charge("during-" + strconv.Itoa(i)); err != nil {
				stopped <- err
				return
			}
		}
	}()
	copied := filepath.Join(t.TempDir(), "copy.db")
	if err := account.Backup(t.Context(), path, copied); err != nil {
		t.Fatal(err)
	}
	close(stop)
	if err := <-stopped; err != nil {
		t.Errorf("a call while the account was copied: %v", err)
	}
	if info, err := os.Stat(copied); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the copy is %v, %v", info.Mode(), err)
	}

	b := open(t, account.Config{Database: copied})
	if _, err := b.Authenticate(t.Context(), plain); err != nil {
		t.Errorf("the key is not in the copy: %v", err)
	}
	if _, err := b.Recover(t.Context()); err != nil {
		t.Fatal(err)
	}
	usage, err := b.Usage(t.Context())
	if err != nil || usage.Used < 20 {
		t.Errorf("the copy has %d calls, of which at least 20 were settled before it: %v", usage.Used, err)
	}
	check(t, b, copied, usage.Used)
}

func TestBackupRefuses(t *testing.T) {
	path := newPath(t)
	open(t, account.Config{Database: path})
	taken := filepath.Join(t.TempDir(), "taken")
	if err := os.WriteFile(taken, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ database, file, want string }{
		"a file that is there":  {path, taken, "exists"},
		"an account that isn't": {path + "x", filepath.Join(t.TempDir(), "c"), "no account"},
		"PostgreSQL":            {"postgres://assay:hush@db/assay", filepath.Join(t.TempDir(), "c"), "pg_dump"},
	} {
		err := account.Backup(t.Context(), c.database, c.file)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Stat(c.file); c.file != taken && err == nil {
			t.Errorf("%s: something was left behind", name)
		}
	}
	if text, _ := os.ReadFile(taken); string(text) != "mine" {
		t.Error("a file that was there was written to")
	}
}
