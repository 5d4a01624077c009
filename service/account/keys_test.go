package account_test

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/service/account"
	"assay/service/servicetest"
)

func TestKeyLife(t *testing.T) { onEach(t, testKeyLife) }

func testKeyLife(t *testing.T, database string) {
	at := servicetest.NewClock(instant(t, "2026-11-05T10:00:00Z"))
	a := open(t, account.Config{Database: database, Now: at.Now})

	key, plain, err := a.CreateKey(t.Context(), "laptop")
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`^assay_[0-9A-Za-z]{36}$`).MatchString(plain) {
		t.Errorf("plain key %q has an unexpected form", plain)
	}
	if key.Name != "laptop" || !strings.HasPrefix(plain, key.Prefix) || len(key.Prefix) != 12 || !key.Created.Equal(at.Now()) {
		t.Errorf("key = %+v for %q", key, plain)
	}

	got, err := a.Authenticate(t.Context(), plain)
	if err != nil {
		t.Fatal(err)
	}
	if got.ID != key.ID {
		t.Errorf("authenticated as %+v, want %+v", got, key)
	}

	wrongEnd := plain[:len(plain)-1] + "!"
	for _, wrong := range []string{"", "assay_", plain[:len(plain)-1], plain + "x", wrongEnd, strings.ToUpper(plain), key.Prefix, key.ID, "' OR 1=1 --"} {
		if _, err := a.Authenticate(t.Context(), wrong); !errors.Is(err, account.ErrUnauthorized) {
			t.Errorf("Authenticate(%q) = %v, want ErrUnauthorized", wrong, err)
		}
	}

	// Revoked through another handle, as `assay keys revoke` does.
	other := open(t, account.Config{Database: database, Now: at.Now})
	revoked, err := other.RevokeKey(t.Context(), key.Prefix)
	if err != nil {
		t.Fatal(err)
	}
	if revoked.ID != key.ID || !revoked.Revoked.Equal(at.Now()) {
		t.Errorf("revoked %+v", revoked)
	}
	if _, err := a.Authenticate(t.Context(), plain); !errors.Is(err, account.ErrUnauthorized) {
		t.Errorf("a revoked key gives %v, want ErrUnauthorized", err)
	}

	at.Set(at.Now().Add(time.Hour))
	again, err := a.RevokeKey(t.Context(), key.ID)
	if err != nil || !again.Revoked.Equal(revoked.Revoked) {
		t.Errorf("revoking again: %+v, %v; want the first time kept", again, err)
	}
	if _, err := a.RevokeKey(t.Context(), "assay_nobody"); !errors.Is(err, account.ErrNoKey) {
		t.Errorf("revoking an unknown key: %v, want ErrNoKey", err)
	}
}

func TestKeyNames(t *testing.T) {
	a := open(t, account.Config{Database: newPath(t)})
	for name, good := range map[string]bool{
		"": true, "CI of the shop": true, "büro 日本": true, strings.Repeat("é", 100): true,
		strings.Repeat("é", 101): false, "a\nb": false, "\x1b[31mred": false, "right\u202eleft": false, "\xff": false,
	} {
		if _, _, err := a.CreateKey(t.Context(), name); (err == nil) != good || err != nil && !errors.Is(err, account.ErrKeyName) {
			t.Errorf("%q: %v, want it accepted: %t", name, err, good)
		}
	}
}

func TestKeysListsAllWithTheirUse(t *testing.T) { onEach(t, testKeysListsAllWithTheirUse) }

func testKeysListsAllWithTheirUse(t *testing.T, database string) {
	at := servicetest.NewClock(instant(t, "2026-11-05T10:00:00Z"))
	a := open(t, account.Config{Database: database, Now: at.Now})
	if keys, err := a.Keys(t.Context()); err != nil || len(keys) != 0 {
		t.Fatalf("a new account has keys %v, %v", keys, err)
	}
	_, first, err := a.CreateKey(t.Context(), "first")
	if err != nil {
		t.Fatal(err)
	}
	at.Set(at.Now().Add(time.Second))
	if _, _, err := a.CreateKey(t.Context(), "second"); err != nil {
		t.Fatal(err)
	}

	used := func() []time.Time {
		t.Helper()
		keys, err := a.Keys(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if len(keys) != 2 || keys[0].Name != "first" || keys[1].Name != "second" {
			t.Fatalf("keys = %+v", keys)
		}
		return []time.Time{keys[0].LastUsed, keys[1].LastUsed}
	}
	authenticate := func() {
		t.Helper()
		if _, err := a.Authenticate(t.Context(), first); err != nil {
			t.Fatal(err)
		}
	}

	if got := used(); !got[0].IsZero() || !got[1].IsZero() {
		t.Errorf("unused keys were used at %v", got)
	}
	began := at.Now()
	authenticate()
	at.Set(began.Add(59 * time.Second))
	authenticate()
	if got := used(); !got[0].Equal(began) || !got[1].IsZero() {
		t.Errorf("used at %v, want the first at %v", got, began)
	}
	at.Set(began.Add(time.Minute))
	authenticate()
	if got := used(); !got[0].Equal(began.Add(time.Minute)) {
		t.Errorf("used at %v, want %v", got, began.Add(time.Minute))
	}
}

func TestPlainKeyIsNotStored(t *testing.T) {
	path := newPath(t)
	a, err := account.Open(t.Context(), account.Config{Database: path})
	if err != nil {
		t.Fatal(err)
	}
	key, plain, err := a.CreateKey(t.Context(), "k")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Authenticate(t.Context(), plain); err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	stored, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(stored), key.Prefix) {
		t.Fatal("the file does not hold the key's prefix: the test looks in the wrong place")
	}
	if strings.Contains(string(stored), plain[len(key.Prefix):]) {
		t.Error("the file holds the key's secret part")
	}
}

// TestFirstKey has nodes start together on an empty database: one of them makes the key.
func TestFirstKey(t *testing.T) {
	onEach(t, func(t *testing.T, database string) {
		var all sync.WaitGroup
		keys := make([]string, 4)
		for i := range keys {
			node := open(t, account.Config{Database: database, Node: fmt.Sprint("node-", i)})
			all.Go(func() {
				var err error
				if keys[i], err = node.CreateFirstKey(t.Context(), "this machine"); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		keys = slices.DeleteFunc(keys, func(key string) bool { return key == "" })
		a := open(t, account.Config{Database: database})
		made, err := a.Keys(t.Context())
		if err != nil || len(keys) != 1 || len(made) != 1 {
			t.Fatalf("%d nodes have a key, and there are %d (%v)", len(keys), len(made), err)
		}
		if key, err := a.Authenticate(t.Context(), keys[0]); err != nil || key.ID != made[0].ID {
			t.Errorf("the key is %+v, %v", key, err)
		}
	})
}
