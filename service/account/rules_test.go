package account_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"assay/service/account"
	"assay/service/servicetest"
)

// TestKeyRules changes a key's name, what it is for and how long it is valid, and takes it
// back again. Another handle sees it at once.
func TestKeyRules(t *testing.T) { onEach(t, testKeyRules) }

func testKeyRules(t *testing.T, database string) {
	at := servicetest.NewClock(instant(t, "2026-11-05T10:00:00Z"))
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
	perCycle, perMinute := int64(5000), int64(60)
	rules := account.KeyChange{Name: &name, Expires: &expires, Scopes: &scopes, Sessions: &sessions, PerCycle: &perCycle, PerMinute: &perMinute}
	changed, err := a.ChangeKey(t.Context(), made.Prefix, rules)
	if err != nil {
		t.Fatal(err)
	}
	if with, _, err := a.CreateKeyWith(t.Context(), rules); err != nil || with.Name != name || !with.Expires.Equal(expires) || with.Limits != changed.Limits || with.Sessions != sessions {
		t.Errorf("a key made with these rules is %+v, %v", with, err)
	}
	key, err := other.Authenticate(t.Context(), plain)
	if err != nil || key.Name != name || key.Sessions != sessions || !key.Expires.Equal(expires) || !slices.Equal(key.Scopes, scopes) {
		t.Errorf("the changed key is %+v, %v", key, err)
	}
	if want := (account.Limits{PerCycle: perCycle, PerMinute: perMinute}); key.Limits != want {
		t.Errorf("its limits are %+v, want %+v", key.Limits, want)
	}
	if !key.May(account.ScopeQuery) || key.May(account.ScopeDocument) {
		t.Errorf("scopes %v: query %t, document %t", key.Scopes, key.May(account.ScopeQuery), key.May(account.ScopeDocument))
	}
	at.Set(expires.Add(-time.Millisecond))
	if _, err := other.Authenticate(t.Context(), plain); err != nil {
		t.Errorf("just before it expires: %v", err)
	}
	at.Set(expires)
	if _, err := other.Authenticate(t.Context(), plain); !errors.Is(err, account.ErrExpired) || !errors.Is(err, account.ErrUnauthorized) {
		t.Errorf("when it has expired: %v", err)
	}
	never, all, any, calls := time.Time{}, []account.Scope(nil), 0, int64(0)
	if _, err := a.ChangeKey(t.Context(), made.ID, account.KeyChange{Expires: &never, Scopes: &all, Sessions: &any, PerCycle: &calls, PerMinute: &calls}); err != nil {
		t.Fatal(err)
	}
	if key, err := other.Authenticate(t.Context(), plain); err != nil || key.Name != name || !key.Expires.IsZero() || key.Scopes != nil || key.Sessions != 0 || key.Limits != (account.Limits{}) {
		t.Errorf("the key without rules is %+v, %v", key, err)
	}
	for _, wrong := range [][]account.Scope{{}, {"everything"}} {
		if _, err := a.ChangeKey(t.Context(), made.ID, account.KeyChange{Scopes: &wrong}); !errors.Is(err, account.ErrScope) {
			t.Errorf("scopes %q: %v, want ErrScope", wrong, err)
		}
	}
	for _, wrong := range []account.KeyChange{{Sessions: new(-1)}, {PerCycle: new(int64(-1))}, {PerMinute: new(int64(1_000_001))}} {
		if _, err := a.ChangeKey(t.Context(), made.ID, wrong); !errors.Is(err, account.ErrLimits) {
			t.Errorf("limits out of bounds: %v, want ErrLimits", err)
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
