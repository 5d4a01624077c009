package account_test

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"assay/service/account"
	"assay/service/servicetest"
)

var portalLimits = account.SessionLimits{Idle: time.Hour, Absolute: 10 * time.Hour}

func TestPortalKeyIsShared(t *testing.T) { onEach(t, testPortalKeyIsShared) }

func testPortalKeyIsShared(t *testing.T, database string) {
	one, other := open(t, account.Config{Database: database}), open(t, account.Config{Database: database, Node: "node-2"})
	var keys [2][]byte
	for i, a := range []*account.Account{one, other} {
		key, err := a.PortalKey(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		keys[i] = key
	}
	if len(keys[0]) != 32 || !bytes.Equal(keys[0], keys[1]) {
		t.Errorf("the nodes sign with %x and %x", keys[0], keys[1])
	}
}

func TestPortalSessions(t *testing.T) { onEach(t, testPortalSessions) }

func testPortalSessions(t *testing.T, database string) {
	began := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	now := servicetest.NewClock(began)
	a := open(t, account.Config{Database: database, Now: now.Now})
	other := open(t, account.Config{Database: database, Node: "node-2", Now: now.Now})
	begin := func(secret, hash string) error {
		return a.BeginPortalSession(t.Context(), secret, hash, portalLimits)
	}
	alive := func(secret string, want bool, when string) {
		t.Helper()
		got, err := other.PortalSession(t.Context(), secret, portalLimits)
		if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("%s: session %s alive = %v, want %v", when, secret, got, want)
		}
	}

	alive("one", false, "before it began")
	if err := begin("one", ""); err != nil {
		t.Fatal(err)
	}
	alive("one", true, "at once")
	for range 10 {
		now.Set(now.Now().Add(59 * time.Minute))
		alive("one", true, "in use")
	}
	now.Set(began.Add(10 * time.Hour))
	alive("one", false, "at the absolute limit")

	if err := begin("two", ""); err != nil {
		t.Fatal(err)
	}
	now.Set(now.Now().Add(time.Hour))
	alive("two", false, "after an hour unused")

	if err := begin("three", ""); err != nil {
		t.Fatal(err)
	}
	if err := other.EndPortalSession(t.Context(), "three"); err != nil {
		t.Fatal(err)
	}
	alive("three", false, "ended by another node")

	if err := a.SetPortalPassword(t.Context(), "hash-1"); err != nil {
		t.Fatal(err)
	}
	if hash, err := other.PortalPassword(t.Context()); err != nil || hash != "hash-1" {
		t.Errorf("the password's hash is %q, %v", hash, err)
	}
	if err := begin("four", "hash-1"); err != nil {
		t.Fatal(err)
	}
	alive("four", true, "with the password")
	if err := other.SetPortalPassword(t.Context(), "hash-2"); err != nil {
		t.Fatal(err)
	}
	alive("four", false, "after the password was changed")
	if err := begin("five", "hash-1"); !errors.Is(err, account.ErrUnauthorized) {
		t.Errorf("with a password that was changed meanwhile: %v", err)
	}
	alive("five", false, "with a password that was changed meanwhile")

	var left int
	if err := inspect(t, database).QueryRowContext(t.Context(), `SELECT count(*) FROM portal_session`).Scan(&left); err != nil {
		t.Fatal(err)
	}
	if left != 0 {
		t.Errorf("%d dead sessions are kept", left)
	}
}
