package portal_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"assay/service/account"
)

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
		v.submit("/portal/keys", "/portal/keys", "name", name).want(t, http.StatusUnprocessableEntity, wrong, `aria-describedby="name-error"`)
	}
	if keys, err := s.account.Keys(t.Context()); err != nil || len(keys) != 0 {
		t.Fatalf("keys with bad names were made: %v, %v", keys, err)
	}

	v.submit("/portal/keys", "/portal/keys", "name", " <script>alert(1)</script> ").wantRedirect(t, "/portal/keys/created")
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
	s := start(t, "")
	v, thief := s.visitor(), s.visitor()
	v.signIn()
	thief.signIn()
	v.submit("/portal/keys", "/portal/keys", "name", "mine").wantRedirect(t, "/portal/keys/created")
	sealed := v.cookie("assay-portal-key")
	if strings.Contains(sealed, "assay_") || sealed == "" {
		t.Errorf("the cookie is %q", sealed)
	}
	thief.get("/portal/keys/created", func(r *http.Request) { r.AddCookie(&http.Cookie{Name: "assay-portal-key", Value: sealed}) }).
		wantRedirect(t, "/portal/keys")
	s.clock.pass(time.Minute)
	v.get("/portal/keys/created").wantRedirect(t, "/portal/keys")
}
