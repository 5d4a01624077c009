package portal_test

import (
	"math"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"assay/service/account"
	"assay/service/ingress"
	"assay/service/portal"
	"assay/wire/datadir"
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
	t.Parallel()
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
		s.clock.Pass(time.Minute)
		v := s.visitor()
		r := v.submit("/portal/sign-in?"+url.Values{"next": {next}}.Encode(), "/portal/sign-in", "password", password, "next", next)
		if got := r.header.Get("Location"); got != want {
			t.Errorf("next %q leads to %q, want %q", next, got, want)
		}
	}
}

// TestCookies looks at the session's cookie, on plain HTTP and behind a proxy with TLS.
func TestCookies(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	plain := s.visitor().get("/portal/open/" + s.links.Token(s.clock.Now().Add(time.Minute))).header.Get("Set-Cookie")
	if !strings.HasPrefix(plain, "assay-portal=") || !strings.Contains(plain, "; HttpOnly; SameSite=Strict") || strings.Contains(plain, "Secure") {
		t.Errorf("on plain HTTP: %s", plain)
	}
	secure := s.visitor().get("/portal/sign-in", header("X-Forwarded-Proto", "https")).header.Get("Set-Cookie")
	if !strings.HasPrefix(secure, "__Host-assay-portal=") || !strings.Contains(secure, "; Path=/; HttpOnly; Secure; SameSite=Strict") {
		t.Errorf("with TLS: %s", secure)
	}
}

func TestForgedCookies(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
	s := start(t, "")
	v := s.visitor()
	v.signIn()
	s.clock.Pass(59 * time.Minute)
	v.get("/portal").want(t, http.StatusOK)
	s.clock.Pass(time.Hour)
	v.get("/portal").wantRedirect(t, "/portal/sign-in")

	v.signIn()
	for range 13 {
		s.clock.Pass(55 * time.Minute)
		v.get("/portal").want(t, http.StatusOK)
	}
	s.clock.Pass(6 * time.Minute)
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
	v.submit("/portal/keys", "/portal/keys", newKey("shared")...).wantRedirect(t, "/portal/keys/created")

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

// behindProxy puts a site behind a proxy on this machine that it trusts.
func behindProxy(t *testing.T, s *site) {
	t.Helper()
	var err error
	if s.rules.Proxies, err = ingress.ParseNetworks([]string{"127.0.0.1"}); err != nil {
		t.Fatal(err)
	}
	s.url = s.node(s.account).URL
}

// tryFrom returns a way to sign in through proxies that say where it comes from.
func (s *site) tryFrom(forwarded string) func(text string) reply {
	v := s.visitor()
	token := v.token("/portal/sign-in")
	return func(text string) reply {
		s.t.Helper()
		return v.post("/portal/sign-in", url.Values{"csrf_token": {token}, "password": {text}}, header("X-Forwarded-For", forwarded))
	}
}

func header(name, value string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

// TestTooManyAttempts tries wrong passwords: the wait grows to half a minute and no
// further, for the address that tried them, and ends with the right one.
func TestTooManyAttempts(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	behindProxy(t, s)
	try := s.tryFrom("203.0.113.7")
	for _, wait := range []int{0, 0, 1, 2, 4, 8, 16, 30, 30, 30} {
		try("not the password").want(t, http.StatusForbidden)
		if wait == 0 {
			continue
		}
		s.clock.Pass(time.Duration(wait)*time.Second - time.Millisecond)
		for range 3 { // the right one too, which makes the wait no longer
			r := try(password)
			r.want(t, http.StatusTooManyRequests, "too many attempts from your address", "Try again in 1 s.")
			if got := r.header.Get("Retry-After"); got != "1" {
				t.Errorf("Retry-After is %q, want 1", got)
			}
		}
		s.clock.Pass(time.Millisecond)
	}
	try("not the password").want(t, http.StatusForbidden)
	if got := try(password).header.Get("Retry-After"); got != "30" {
		t.Errorf("Retry-After is %q, want 30", got)
	}

	s.tryFrom("203.0.113.8")(password).wantRedirect(t, "/portal")
	s.tryFrom("203.0.113.7, 203.0.113.8")(password).wantRedirect(t, "/portal")
	s.tryFrom("203.0.113.8, 203.0.113.7")(password).want(t, http.StatusTooManyRequests) // the first is invented
	s.visitor().get("/portal/open/"+s.links.Token(s.clock.Now().Add(time.Minute))).wantRedirect(t, "/portal")

	s.clock.Pass(30 * time.Second)
	try(password).wantRedirect(t, "/portal")
	try = s.tryFrom("203.0.113.7") // the form was of the visit before signing in
	for range 2 {
		for range 3 {
			try("not the password").want(t, http.StatusForbidden, "not the operator's password")
		}
		try(password).want(t, http.StatusTooManyRequests)
		s.clock.Pass(15 * time.Minute)
	}
	log := s.log.String()
	for _, line := range []string{`msg="portal: a wrong password" client=203.0.113.7`, `method=POST route=/portal/sign-in status=403 duration=\S+ client=203\.0\.113\.7\n`} {
		if !regexp.MustCompile(line).MatchString(log) {
			t.Errorf("the log lacks %s:\n%s", line, log)
		}
	}
}

// TestAttemptsOfNeighbours: an address of IPv6 counts with the others of its network.
func TestAttemptsOfNeighbours(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	behindProxy(t, s)
	for _, from := range []string{"2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:2:3::4"} {
		s.tryFrom(from)("not the password").want(t, http.StatusForbidden)
	}
	s.tryFrom("2001:db8:1:2:ffff::")(password).want(t, http.StatusTooManyRequests)
	s.tryFrom("2001:db8:1:3::1")(password).wantRedirect(t, "/portal")
}

// TestUntrustedProxy: what says that it forwards is not believed unless it is trusted.
func TestUntrustedProxy(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	for _, claimed := range []string{"203.0.113.1", "203.0.113.2", "203.0.113.3"} {
		s.tryFrom(claimed)("not the password").want(t, http.StatusForbidden)
	}
	s.tryFrom("203.0.113.4")(password).want(t, http.StatusTooManyRequests)
	if log := s.log.String(); strings.Contains(log, "203.0.113.") {
		t.Errorf("the log has what was claimed:\n%s", log)
	}
}

// TestNoPasswordSet compares how long a wrong password takes with and without one.
func TestNoPasswordSet(t *testing.T) {
	s := start(t, "")
	took := func() (least time.Duration) {
		least = time.Hour
		for range 3 {
			s.clock.Pass(time.Minute)
			v := s.visitor()
			token := v.token("/portal/sign-in")
			began := time.Now()
			v.post("/portal/sign-in", url.Values{"csrf_token": {token}, "password": {"not the password"}}).want(t, http.StatusForbidden, "or none is set")
			least = min(least, time.Since(began))
		}
		return least
	}
	made, err := portal.HashPassword(password)
	if err != nil {
		t.Fatal(err)
	}
	set := func(hash string) {
		t.Helper()
		if err := s.account.SetPortalPassword(t.Context(), hash); err != nil {
			t.Fatal(err)
		}
	}
	wrong, none := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
	for range 5 { // a busy machine may hold up one of them
		set(made)
		wrong = min(wrong, took())
		set("")
		none = min(none, took())
		if none >= wrong/5 && none <= 5*wrong { // without the hashing it would be a hundredth
			return
		}
	}
	t.Errorf("a wrong password takes %v, and %v if none is set", wrong, none)
}

func TestLinks(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	now := s.clock.Now()
	good := s.links.Token(now.Add(2 * time.Minute))
	v := s.visitor()
	open := func(token string, edit ...func(*http.Request)) reply {
		t.Helper()
		return v.get("/portal/open/"+token, edit...)
	}
	open(good, header("X-Forwarded-For", "203.0.113.7")).want(t, http.StatusForbidden, "for the service's own machine")
	open(good, header("Forwarded", "for=203.0.113.7")).want(t, http.StatusForbidden, "for the service's own machine")
	open(good, header("X-Forwarded-Proto", "https")).want(t, http.StatusForbidden, "for the service's own machine")
	open(good, func(r *http.Request) { r.Host = "evil.test" }).want(t, http.StatusForbidden, "at another name")
	open(good, header("Sec-Purpose", "prefetch;prerender")).want(t, http.StatusServiceUnavailable)
	v.send(http.MethodHead, "/portal/open/"+good, nil).want(t, http.StatusServiceUnavailable)
	v.get("/portal").wantRedirect(t, "/portal/sign-in")

	open(good).wantRedirect(t, "/portal")
	v.get("/portal").want(t, http.StatusOK)
	for name, token := range map[string]string{
		"used":                      good,
		"used, written differently": good + "%0A",
		"of another service":        datadir.LinkKey("another").Token(now.Add(time.Minute)),
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
	s.clock.Pass(2 * time.Minute)
	open(late).want(t, http.StatusForbidden, "not good any more")
	open(good).want(t, http.StatusForbidden)

	// A link opened over a session begins another and ends the first.
	session := v.cookie("assay-portal")
	open(s.links.Token(s.clock.Now().Add(time.Minute))).wantRedirect(t, "/portal")
	v.get("/portal", withCookie(session)).wantRedirect(t, "/portal/sign-in")
	v.get("/portal").want(t, http.StatusOK)
}

func TestHashPassword(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"", "nine char", strings.Repeat("x", 513), "ten characters\n", "ten chars\x00 or so", "not UTF-8 \xff\xff"} {
		if hash, err := portal.HashPassword(bad); err == nil {
			t.Errorf("%q is accepted: %s", bad, hash)
		}
	}
	made, err := portal.HashPassword(password)
	if err != nil || !strings.HasPrefix(made, "$argon2id$v=19$m=65536,t=3,p=4$") {
		t.Errorf("the stored form is %s, %v", made, err)
	}
	again, err := portal.HashPassword(password)
	if err != nil || again == made {
		t.Errorf("two hashes of a password are the same, %v", err)
	}
	s := start(t, "")
	if err := s.account.SetPortalPassword(t.Context(), made); err != nil {
		t.Fatal(err)
	}
	s.visitor().signIn()
	s.tryFrom("127.0.0.1")("not the password").want(t, http.StatusForbidden)
}
