package account_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"assay/service/account"
)

// TestKeyRules changes a key's name, what it is for and how long it is valid, and takes it
// back again. Another handle sees it at once.
func TestKeyRules(t *testing.T) { onEach(t, testKeyRules) }

func testKeyRules(t *testing.T, database string) {
	at := &clock{now: instant(t, "2026-11-05T10:00:00Z")}
	a := open(t, account.Config{Database: database, Now: at.Now})
	other := open(t, account.Config{Database: database, Node: "node-2", Now: at.Now})
	made, plain, err := a.CreateKey(t.Context(), "shop")
	if err != nil {
		t.Fatal(err)
	}
	if !made.May(account.ScopeQuery) || !made.May(account.ScopeSession) {
		t.Error("a new key may not be used for everything")
	}
	name, sessions, expires, scopes := "web shop", 3, instant(t, "2026-12-01T00:00:00Z"), []account.Scope{account.ScopeQuery}
	if _, err := a.ChangeKey(t.Context(), made.Prefix, account.KeyChange{Name: &name, Expires: &expires, Scopes: &scopes, Sessions: &sessions}); err != nil {
		t.Fatal(err)
	}
	key, err := other.Authenticate(t.Context(), plain)
	if err != nil || key.Name != name || key.Sessions != sessions || !key.Expires.Equal(expires) || !slices.Equal(key.Scopes, scopes) {
		t.Errorf("the changed key is %+v, %v", key, err)
	}
	if !key.May(account.ScopeQuery) || key.May(account.ScopeDocument) {
		t.Errorf("scopes %v: query %t, document %t", key.Scopes, key.May(account.ScopeQuery), key.May(account.ScopeDocument))
	}
	at.set(expires.Add(-time.Millisecond))
	if _, err := other.Authenticate(t.Context(), plain); err != nil {
		t.Errorf("just before it expires: %v", err)
	}
	at.set(expires)
	if _, err := other.Authenticate(t.Context(), plain); !errors.Is(err, account.ErrExpired) || !errors.Is(err, account.ErrUnauthorized) {
		t.Errorf("when it has expired: %v", err)
	}
	never, all, any := time.Time{}, []account.Scope(nil), 0
	if _, err := a.ChangeKey(t.Context(), made.ID, account.KeyChange{Expires: &never, Scopes: &all, Sessions: &any}); err != nil {
		t.Fatal(err)
	}
	if key, err := other.Authenticate(t.Context(), plain); err != nil || key.Name != name || !key.Expires.IsZero() || key.Scopes != nil || key.Sessions != 0 {
		t.Errorf("the key without rules is %+v, %v", key, err)
	}
	for _, wrong := range [][]account.Scope{{}, {"everything"}} {
		if _, err := a.ChangeKey(t.Context(), made.ID, account.KeyChange{Scopes: &wrong}); !errors.Is(err, account.ErrScope) {
			t.Errorf("scopes %q: %v, want ErrScope", wrong, err)
		}
	}
	bell := "\a"
	if _, err := a.ChangeKey(t.Context(), made.ID, account.KeyChange{Name: &bell}); !errors.Is(err, account.ErrKeyName) {
		t.Errorf("a name that rings: %v", err)
	}
	if _, err := a.ChangeKey(t.Context(), "assay_none", account.KeyChange{Name: &name}); !errors.Is(err, account.ErrNoKey) {
		t.Errorf("changing no key: %v", err)
	}
}
