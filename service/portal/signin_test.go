package portal_test

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"assay/client/local"
	"assay/service/account"
	"assay/service/portal"
)

func TestSignIn(t *testing.T) { onEach(t, testSignIn) }

func testSignIn(t *testing.T, database string) {
	s := start(t, database)
	v := s.visitor()
	v.submit("/portal/sign-in", "/portal/sign-in", "password", "").want(t, http.StatusUnprocessableEntity, "Enter the operator's password", `aria-invalid="true"`)
	v.submit("/portal/sign-in", "/portal/sign-in", "password", "not the password").want(t, http.StatusForbidden, "not the operator's password", `aria-invalid="true"`)
	v.get("/portal").wantRedirect(t, "/portal/sign-in")

	before := v.cookie("assay-portal")
	v.submit("/portal/sign-in?next=/portal/keys", "/portal/sign-in", "password", password, "next", "/portal/keys").wantRedirect(t, "/portal/keys")
	session := v.cookie("assay-portal")
	if session == before {
		t.Error("the cookie of before signing in is that of the session")
	}
	v.get("/portal", withCookie(before)).wantRedirect(t, "/portal/sign-in")
	v.get("/portal").want(t, http.StatusOK, "<h1>Usage</h1>")
	v.get("/portal/sign-in").wantRedirect(t, "/portal")

	v.submit("/portal", "/portal/sign-out").wantRedirect(t, "/portal/sign-in")
	if got := v.cookie("assay-portal"); got != "" {
		t.Errorf("a cookie is left: %s", got)
	}
	v.get("/portal", withCookie(session)).wantRedirect(t, "/portal/sign-in")
}

// TestNext signs in on the way to places, those of other sites among them.
func TestNext(t *testing.T) {
	s := start(t, "")
	for next, want := range map[string]string{
		"/portal/keys":            "/portal/keys",
		"/portal":                 "/portal",
		"":                        "/portal",
		"//evil.example":          "/portal",
		"https://evil.example/":   "/portal",
		"/portal/../v1/usage":     "/portal",
		"/portal//evil.example":   "/portal",
		"/portal/\\evil.example":  "/portal",
		"/portalx":                "/portal",
		"/portal/keys?revoked=x":  "/portal",
		"/portal/keys\r\nX-Y: 1":  "/portal",
		"javascript:alert(1)":     "/portal",
		"/v1/usage":               "/portal",
		"/portal/keys/\x00/x\x7f": "/portal",
	} {
		s.clock.pass(time.Minute)
		v := s.visitor()
		r := v.submit("/portal/sign-in?"+url.Values{"next": {next}}.Encode(), "/portal/sign-in", "password", password, "next", next)
		if got := r.header.Get("Location"); got != want {
			t.Errorf("next %q leads to %q, want %q", next, got, want)
		}
	}
}

// TestCookies looks at the session's cookie, on plain HTTP and behind a proxy with TLS.
func TestCookies(t *testing.T) {
	s := start(t, "")
	token := func() string { return s.links.Token(s.clock.Now().Add(time.Minute)) }
	v := s.visitor()
	plain := v.get("/portal/open/" + token()).header.Get("Set-Cookie")
	if !strings.HasPrefix(plain, "assay-portal=") || !strings.Contains(plain, "; HttpOnly; SameSite=Strict") || strings.Contains(plain, "Secure") {
		t.Errorf("on plain HTTP: %s", plain)
	}
	proxied := func(r *http.Request) { r.Header.Set("X-Forwarded-Proto", "https") }
	secure := s.visitor().get("/portal/open/"+token(), proxied).header.Get("Set-Cookie")
	if !strings.HasPrefix(secure, "__Host-assay-portal=") || !strings.Contains(secure, "; Path=/; HttpOnly; Secure; SameSite=Strict") {
		t.Errorf("with TLS: %s", secure)
	}
}

func TestForgedCookies(t *testing.T) {
	s := start(t, "")
	v := s.visitor()
	v.signIn()
	good := v.cookie("assay-portal")
	v.get("/portal", withCookie(good)).want(t, http.StatusOK)
	secret, signature, _ := strings.Cut(good, ".")
	other := s.visitor()
	other.get("/portal/sign-in")
	otherSecret, otherSignature, _ := strings.Cut(other.cookie("assay-portal"), ".")
	for name, cookie := range map[string]string{
		"empty":               "",
		"the secret alone":    secret,
		"without signature":   secret + ".",
		"another's signature": secret + "." + otherSignature,
		"another's secret":    otherSecret + "." + signature,
		"changed secret":      "A" + good[1:],
		"cut short":           good[:len(good)-1],
		"longer":              good + "A",
		"signed, unknown":     other.cookie("assay-portal"),
		"garbage":             strings.Repeat("x.", 500),
	} {
		if cookie == good {
			continue
		}
		r := v.get("/portal", withCookie(cookie))
		if r.status != http.StatusSeeOther {
			t.Errorf("%s: status %d", name, r.status)
		}
	}
}

// TestSessionsEnd lets time pass, and changes the password.
func TestSessionsEnd(t *testing.T) {
	s := start(t, "")
	v := s.visitor()
	v.signIn()
	s.clock.pass(59 * time.Minute)
	v.get("/portal").want(t, http.StatusOK)
	s.clock.pass(time.Hour)
	v.get("/portal").wantRedirect(t, "/portal/sign-in")

	v.signIn()
	for range 13 {
		s.clock.pass(55 * time.Minute)
		v.get("/portal").want(t, http.StatusOK)
	}
	s.clock.pass(6 * time.Minute)
	v.get("/portal").wantRedirect(t, "/portal/sign-in")

	v.signIn()
	if err := s.account.SetPortalPassword(t.Context(), hash()); err != nil {
		t.Fatal(err)
	}
	v.get("/portal").wantRedirect(t, "/portal/sign-in")
}

// TestSecondNode signs in on one node and goes on, and out, on another.
func TestSecondNode(t *testing.T) { onEach(t, testSecondNode) }

func testSecondNode(t *testing.T, database string) {
	if database == "" {
		database = t.TempDir() + "/shared.db"
	}
	s := start(t, database)
	v := s.visitor()
	v.signIn()
	session := v.cookie("assay-portal")
	v.submit("/portal/keys", "/portal/keys", "name", "shared").wantRedirect(t, "/portal/keys/created")

	other, err := account.Open(t.Context(), account.Config{Database: database, Node: "test-2", Now: s.clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { other.Close() })
	first := s.url
	s.url = s.node(other).URL // cookies do not tell ports apart
	plain := plainKey(t, v.get("/portal/keys/created"))
	if _, err := other.Authenticate(t.Context(), plain); err != nil {
		t.Errorf("the key that the other node shows: %v", err)
	}
	v.submit("/portal", "/portal/sign-out").wantRedirect(t, "/portal/sign-in")
	s.url = first
	v.get("/portal", withCookie(session)).wantRedirect(t, "/portal/sign-in")
}

func TestTooManyAttempts(t *testing.T) {
	s := start(t, "")
	v := s.visitor()
	try := func(text string) reply { return v.submit("/portal/sign-in", "/portal/sign-in", "password", text) }
	for range 5 {
		try("not the password").want(t, http.StatusForbidden)
	}
	for range 3 {
		r := try(password) // the right one too
		r.want(t, http.StatusTooManyRequests, "too many attempts")
		if wait, err := strconv.Atoi(r.header.Get("Retry-After")); err != nil || wait != 15 {
			t.Errorf("Retry-After is %q, want 15", r.header.Get("Retry-After"))
		}
	}
	s.clock.pass(14 * time.Second)
	try(password).want(t, http.StatusTooManyRequests)
	s.clock.pass(time.Second)
	try("not the password").want(t, http.StatusForbidden)
	try(password).want(t, http.StatusTooManyRequests)
	s.clock.pass(15 * time.Second)
	try(password).wantRedirect(t, "/portal")
}

// TestNoPasswordSet compares how long a wrong password takes with and without one.
func TestNoPasswordSet(t *testing.T) {
	s := start(t, "")
	took := func() (least time.Duration) {
		least = time.Hour
		for range 3 {
			s.clock.pass(time.Minute)
			v := s.visitor()
			token := v.token("/portal/sign-in")
			began := time.Now()
			v.post("/portal/sign-in", url.Values{"csrf_token": {token}, "password": {"not the password"}}).want(t, http.StatusForbidden, "or none is set")
			least = min(least, time.Since(began))
		}
		return least
	}
	wrong := took()
	if err := s.account.SetPortalPassword(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	none := took()
	if none < wrong/5 || none > 5*wrong { // without the hashing it would be a hundredth
		t.Errorf("a wrong password takes %v, and %v if none is set", wrong, none)
	}
}

func TestLinks(t *testing.T) {
	s := start(t, "")
	now := s.clock.Now()
	good := s.links.Token(now.Add(2 * time.Minute))
	v := s.visitor()
	open := func(token string, edit ...func(*http.Request)) reply {
		t.Helper()
		return v.get("/portal/open/"+token, edit...)
	}
	header := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	open(good, header("X-Forwarded-For", "203.0.113.7")).want(t, http.StatusForbidden, "for the service's own machine")
	open(good, header("Forwarded", "for=203.0.113.7")).want(t, http.StatusForbidden, "for the service's own machine")
	open(good, header("Sec-Purpose", "prefetch;prerender")).want(t, http.StatusServiceUnavailable)
	v.send(http.MethodHead, "/portal/open/"+good, nil).want(t, http.StatusServiceUnavailable)
	v.get("/portal").wantRedirect(t, "/portal/sign-in")

	open(good).wantRedirect(t, "/portal")
	v.get("/portal").want(t, http.StatusOK)
	for name, token := range map[string]string{
		"used":                      good,
		"used, written differently": good + "%0A",
		"of another service":        local.LinkKey("another").Token(now.Add(time.Minute)),
		"expired":                   s.links.Token(now),
		"good for too long":         s.links.Token(now.Add(time.Hour)),
		"garbage":                   "x",
		"cut short":                 good[:len(good)-1],
	} {
		r := s.visitor().get("/portal/open/" + token)
		if r.status != http.StatusForbidden || r.header.Get("Set-Cookie") != "" {
			t.Errorf("a link that is %s: %d, %q", name, r.status, r.header.Get("Set-Cookie"))
		}
	}
	late := s.links.Token(now.Add(2 * time.Minute))
	s.clock.pass(2 * time.Minute)
	open(late).want(t, http.StatusForbidden, "not good any more")
	open(good).want(t, http.StatusForbidden)

	// A link opened over a session begins another and ends the first.
	session := v.cookie("assay-portal")
	open(s.links.Token(s.clock.Now().Add(time.Minute))).wantRedirect(t, "/portal")
	v.get("/portal", withCookie(session)).wantRedirect(t, "/portal/sign-in")
	v.get("/portal").want(t, http.StatusOK)
}

func TestHashPassword(t *testing.T) {
	for _, bad := range []string{"", "nine char", strings.Repeat("x", 513), "ten characters\n", "ten chars\x00 or so", "not UTF-8 \xff\xff"} {
		if hash, err := portal.HashPassword(bad); err == nil {
			t.Errorf("%q is accepted: %s", bad, hash)
		}
	}
	if !strings.HasPrefix(hash(), "$argon2id$v=19$m=65536,t=3,p=4$") {
		t.Errorf("the stored form is %s", hash())
	}
	again, err := portal.HashPassword(password)
	if err != nil {
		t.Fatal(err)
	}
	if again == hash() {
		t.Error("two hashes of a password are the same")
	}
}
