package account_test

import (
	"errors"
	"maps"
	"os"
	"strings"
	"testing"
	"time"

	"assay/service/account"
	"assay/service/servicetest"
)

// What testdata/schema4.* hold at old: see fixture.
var old = time.Date(2026, time.November, 15, 12, 1, 0, 0, time.UTC)

const oldUsed = 115 // calls, 7 of which are reserved by the request that is open

var oldKeys = map[string]struct{ id, plain, revoked string }{
	"sqlite": {"eafac43f-832b-472b-881c-5f25c6d5fbbd", "assay_OQue0fodmUfornsjMOx2MNKbky9OcJX71o8m",
		"assay_4ZqXxGlu43I7CnSYd6iyCpoqfFsy22GK2ssq"},
	"postgres": {"8d9514a4-411e-4d15-b00a-0c910d5a8fea", "assay_XeSCtknVUY2T06bgeGXY8vLVYZ33DEIksTL6",
		"assay_HgDzgNLr23YE7rbYTXGqRQRKS0V73YVDD3aO"},
}

// fixture fills an empty database with an account that the program of schema 4 left, and
// returns the kind of the database.
func fixture(t *testing.T, database string) (kind string) {
	t.Helper()
	kind = "sqlite"
	if account.IsPostgres(database) {
		kind = "postgres"
	}
	text, err := os.ReadFile("testdata/schema4." + kind + ".sql")
	if err != nil {
		t.Fatal(err)
	}
	db := inspect(t, database)
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(t.Context(), string(text)); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil { // with the settings that the text makes
		t.Fatal(err)
	}
	return kind
}

// TestUpgrade brings an old schema up to date under a node of the version that made it,
// which goes on, and restarts once more, beside a new one. What it left is kept.
func TestUpgrade(t *testing.T) { onEach(t, testUpgrade) }

func testUpgrade(t *testing.T, database string) {
	kind := fixture(t, database)
	keys := oldKeys[kind]
	at := servicetest.NewClock(old)
	previous := openPrevious(t, database, "node-2")
	previous.now = at.Now
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	ctx := t.Context()
	must(previous.Reserve(ctx, "before", 2, time.Hour))

	a := open(t, account.Config{Database: database, Node: "node-1", Now: at.Now})
	check(t, a, database, oldUsed+2)
	usage, err := a.Usage(ctx)
	must(err)
	if start := time.Date(2026, time.October, 31, 0, 0, 0, 0, time.UTC); usage.Limit != 500 || !usage.Start.Equal(start) {
		t.Errorf("the usage is %+v", usage)
	}
	if key, err := a.Authenticate(ctx, keys.plain); err != nil || key.Name != "shop" || key.ID != keys.id || !key.May(account.ScopeSession) {
		t.Errorf("the key is %+v, %v", key, err)
	}
	if _, err := a.Authenticate(ctx, keys.revoked); !errors.Is(err, account.ErrUnauthorized) {
		t.Errorf("the revoked key: %v", err)
	}
	if password, err := a.PortalPassword(ctx); err != nil || password != "hashed password" {
		t.Errorf("the portal's password is %q, %v", password, err)
	}
	calls, err := a.CallsByKey(ctx)
	must(err)
	if want := (map[string]int64{keys.id: 79, "k": 2}); calls[keys.id] != want[keys.id] || calls["k"] != want["k"] {
		t.Errorf("the calls of keys are %v, want %v besides the revoked one's", calls, want)
	}

	// The old node goes on, on the connection that it had and as it would start again.
	must(previous.conclude(ctx, "before", "settle"))
	reserve(t, a, "new", 5)
	must(previous.Reserve(ctx, "beside", 3, time.Hour))
	again := openPrevious(t, database, "node-2")
	again.now = at.Now
	must(again.conclude(ctx, "beside", "refund"))
	must(again.Reserve(ctx, "again", 4, time.Hour))
	must(a.Settle(ctx, "new"))
	check(t, a, database, oldUsed+2+5+4)

	// What the old program had reserved at its death is refunded by the new one.
	refunded, err := a.Recover(ctx)
	must(err)
	if refunded != 1 {
		t.Errorf("%d requests were refunded, want the one that was open", refunded)
	}
	must(again.conclude(ctx, "again", "settle"))
	check(t, a, database, oldUsed-7+2+5+4)
	after, err := a.CallsByKey(ctx)
	must(err)
	calls[keys.id] -= 7
	calls["k"] += 5 + 4
	if !maps.Equal(calls, after) {
		t.Errorf("the calls of keys are %v, want %v", after, calls)
	}
}

// TestLaterSchema opens a database that a later version has brought up to date. If that only
// added to it, it is as good as before; if it admits this version no more, nothing is
// touched, and the error says what to install.
func TestLaterSchema(t *testing.T) { onEach(t, testLaterSchema) }

func testLaterSchema(t *testing.T, database string) {
	a, err := account.Open(t.Context(), account.Config{Database: database})
	if err != nil {
		t.Fatal(err)
	}
	reserve(t, a, "r", 3)
	if err := errors.Join(a.Settle(t.Context(), "r"), a.Close()); err != nil {
		t.Fatal(err)
	}
	db := inspect(t, database)
	do := func(statement string) {
		t.Helper()
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	applied := "1"
	if account.IsPostgres(database) {
		applied = "true"
	}
	do(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, ` + applied + `)`)
	later, err := account.Open(t.Context(), account.Config{Database: database})
	if err != nil {
		t.Fatalf("a schema that admits this version: %v", err)
	}
	check(t, later, database, 3)
	if err := later.Close(); err != nil {
		t.Fatal(err)
	}

	do(`UPDATE oldest_program SET migration = 9999, version = 'v9.1.0'`)
	for _, existing := range []bool{false, true} {
		_, err := account.Open(t.Context(), account.Config{Database: database, Existing: existing})
		var refused *account.SchemaError
		if !errors.As(err, &refused) || refused.Schema != 9999 || refused.Version != "v9.1.0" || errors.Is(err, account.ErrUnavailable) ||
			!strings.Contains(err.Error(), "has schema 9999, which needs assay v9.1.0 or newer") {
			t.Errorf("a schema that does not admit this version: %v", err)
		}
	}
}
