package portal_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"assay/service/account"
)

// newKey is the form of a key that may do everything, as the page has it.
func newKey(name string) []string {
	return []string{"name", name, "scope_query", "on", "scope_document", "on", "scope_session", "on"}
}

// TestKeyRules makes a key with rules and changes them.
func TestKeyRules(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	v := s.visitor()
	v.signIn()
	for _, wrong := range []struct{ name, value, says string }{
		{"expires", "2026-03-10", "Give a day to come"},
		{"expires", "tomorrow", "Give a day, such as 2027-01-31, or none."},
		{"sessions", "0", "Give a whole number from 1, or none."},
		{"per_cycle", "many", "Give a whole number from 1, or none."},
		{"per_minute", "-1", "Give a whole number from 1, or none."},
		{"per_minute", "1000001", "Give 1,000,000 or less, or none."},
	} {
		v.submit("/portal/keys", "/portal/keys", append(newKey("shop"), wrong.name, wrong.value)...).
			want(t, http.StatusUnprocessableEntity, wrong.says, wrong.name+`-error`, `value="`+wrong.value+`"`)
	}
	v.submit("/portal/keys", "/portal/keys", "name", "shop").want(t, http.StatusUnprocessableEntity, "Choose what the key is for.")

	v.submit("/portal/keys", "/portal/keys", "name", "shop", "scope_query", "on", "expires", "2026-04-01", "per_cycle", "500", "per_minute", "60", "sessions", "2").
		wantRedirect(t, "/portal/keys/created")
	shown := v.get("/portal/keys/created")
	shown.want(t, http.StatusOK, "curl --fail-with-body "+s.url+"/v1/query-data", "await fetch(", "requests.post(", "$ASSAY_API_KEY", `href="/docs"`)
	key, err := s.account.Authenticate(t.Context(), plainKey(t, shown))
	if err != nil {
		t.Fatal(err)
	}
	if want := (account.Limits{PerCycle: 500, PerMinute: 60}); key.Limits != want || key.Sessions != 2 || key.May(account.ScopeDocument) || !key.Expires.Equal(time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("the key is %+v", key)
	}
	v.get("/portal/keys").want(t, http.StatusOK, "query only, 60 calls a minute, 2 sessions", "of 500", "1 Apr 2026", "/portal/keys/"+key.ID)

	page := "/portal/keys/" + key.ID
	v.get(page).want(t, http.StatusOK, `value="shop"`, `value="2026-04-01"`, `value="500"`, `value="60"`, `name="scope_query" checked`, `name="scope_document">`)
	v.submit(page, page, "name", "", "scope_query", "on").want(t, http.StatusUnprocessableEntity, "Give the key a name")
	r := v.submit(page, page, append(newKey("web shop"), "expires", "2026-04-01", "per_minute", "6")...)
	r.wantRedirect(t, "/portal/keys?changed="+key.Prefix)
	v.get(r.header.Get("Location")).want(t, http.StatusOK, "Changed "+key.Prefix, "web shop", "6 calls a minute")
	s.clock.Pass(30 * 24 * time.Hour)
	v.signIn()
	v.get("/portal/keys").want(t, http.StatusOK, "1 Apr 2026", "expired")
	// A day that is over may stay as it is.
	v.submit(page, page, append(newKey("old shop"), "expires", "2026-04-01")...).wantRedirect(t, "/portal/keys?changed="+key.Prefix)
	if _, err := s.account.RevokeKey(t.Context(), key.ID); err != nil {
		t.Fatal(err)
	}
	v.get(page).wantRedirect(t, "/portal/keys")
	v.get("/portal/keys/none").want(t, http.StatusNotFound)
}

func TestKeys(t *testing.T) { onEach(t, testKeys) }

func testKeys(t *testing.T, database string) {
	s := start(t, database)
	v := s.visitor()
	v.signIn()
	v.get("/portal/keys").want(t, http.StatusOK, "There is no key that can be used")
	for name, wrong := range map[string]string{
		"":                        "Give the key a name",
		"  \t ":                   "Give the key a name",
		strings.Repeat("x", 101):  "at most 100 characters",
		"a\x1b[31mred":            "all of which can be seen",
		"bidi \u202e":             "all of which can be seen",
		"not UTF-8 \xff":          "all of which can be seen",
		"<b>&\"' long" + "\u200b": "all of which can be seen",
	} {
		v.submit("/portal/keys", "/portal/keys", newKey(name)...).want(t, http.StatusUnprocessableEntity, wrong, `aria-describedby="name-error"`)
	}
	if keys, err := s.account.Keys(t.Context()); err != nil || len(keys) != 0 {
		t.Fatalf("keys with bad names were made: %v, %v", keys, err)
	}

	v.submit("/portal/keys", "/portal/keys", newKey(" <script>alert(1)</script> ")...).wantRedirect(t, "/portal/keys/created")
	shown := v.get("/portal/keys/created")
	shown.want(t, http.StatusOK, "cannot be shown again", "&lt;script&gt;alert(1)&lt;/script&gt;")
	plain := plainKey(t, shown)
	v.get("/portal/keys/created").wantRedirect(t, "/portal/keys")
	key, err := s.account.Authenticate(t.Context(), plain)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.account.Reserve(t.Context(), account.Reservation{RequestID: "r", KeyID: key.ID, Work: account.Document, Calls: 12}); err != nil {
		t.Fatal(err)
	}
	list := v.get("/portal/keys")
	list.want(t, http.StatusOK, key.Prefix+"…", "&lt;script&gt;alert(1)&lt;/script&gt;", ">12<", "10 Mar 2026 12:00")
	if strings.Contains(list.body, plain) || strings.Contains(list.body, "<script>alert") {
		t.Errorf("the list shows the key, or runs its name:\n%s", list.body)
	}

	revoke := "/portal/keys/" + key.ID + "/revoke"
	v.get(revoke).want(t, http.StatusOK, "Revoke this key?", key.Prefix, ">12<")
	if _, err := s.account.Authenticate(t.Context(), plain); err != nil {
		t.Errorf("a look at the confirmation revoked the key: %v", err)
	}
	r := v.submit(revoke, revoke)
	r.wantRedirect(t, "/portal/keys?revoked="+key.Prefix)
	if _, err := s.account.Authenticate(t.Context(), plain); !errors.Is(err, account.ErrUnauthorized) {
		t.Errorf("the revoked key: %v", err)
	}
	v.get(r.header.Get("Location")).want(t, http.StatusOK, "Revoked "+key.Prefix, "Revoked keys (1)", "There is no key that can be used")
	if r := v.get("/portal/keys?revoked=assay_notmine"); strings.Contains(r.body, "notmine") {
		t.Error("the page repeats what its address says")
	}
	v.get(revoke).wantRedirect(t, "/portal/keys")
	v.submit("/portal/keys", revoke).wantRedirect(t, "/portal/keys?revoked="+key.Prefix)
	v.submit("/portal/keys", "/portal/keys/nothing/revoke").want(t, http.StatusNotFound)
}

// TestCreatedKeyIsForItsVisitor takes the cookie with a new key elsewhere, and comes
// too late.
func TestCreatedKeyIsForItsVisitor(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	v, thief := s.visitor(), s.visitor()
	v.signIn()
	thief.signIn()
	v.submit("/portal/keys", "/portal/keys", newKey("mine")...).wantRedirect(t, "/portal/keys/created")
	sealed := v.cookie("assay-portal-key")
	if strings.Contains(sealed, "assay_") || sealed == "" {
		t.Errorf("the cookie is %q", sealed)
	}
	thief.get("/portal/keys/created", func(r *http.Request) { r.AddCookie(&http.Cookie{Name: "assay-portal-key", Value: sealed}) }).
		wantRedirect(t, "/portal/keys")
	s.clock.Pass(time.Minute)
	v.get("/portal/keys/created").wantRedirect(t, "/portal/keys")
}
