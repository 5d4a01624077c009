package portal_test

import (
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/argon2"

	"assay/service/account"
	"assay/service/api"
	"assay/service/browser/sessions"
	"assay/service/ingress"
	"assay/service/page"
	"assay/service/portal"
	"assay/service/portal/reference"
	"assay/service/servicetest"
	"assay/wire/datadir"
)

const password = "correct horse battery"

// hash is the stored form of the password, at the least cost that a check can have.
var hash = sync.OnceValue(func() string {
	salt, text := make([]byte, 16), base64.RawStdEncoding.EncodeToString
	sum := argon2.IDKey([]byte(password), salt, 1, 8, 1, 32)
	return fmt.Sprintf("$argon2id$v=%d$m=8,t=1,p=1$%s$%s", argon2.Version, text(salt), text(sum))
})

func TestMain(m *testing.M) { os.Exit(servicetest.MainWithPages(m, &pages)) }

// site is a running portal with the operator's password set.
type site struct {
	t       *testing.T
	url     string
	account *account.Account
	links   datadir.LinkKey
	rules   ingress.Rules // these are of the nodes that are started from then on
	manager *sessions.Manager
	clock   *servicetest.Clock
	log     *servicetest.Log
}

func start(t *testing.T, database string) *site {
	t.Helper()
	s := &site{
		t: t, log: new(servicetest.Log), links: datadir.LinkKey("the key of this test's service"),
		clock: servicetest.NewClock(time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)),
	}
	if database == "" {
		database = filepath.Join(t.TempDir(), "account.db")
	}
	var err error
	s.account, err = account.Open(t.Context(), account.Config{Database: database, Node: "test", Now: s.clock.Now, UsageLimit: 1000})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.account.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := s.account.SetPortalPassword(t.Context(), hash()); err != nil {
		t.Fatal(err)
	}
	s.url = s.node(s.account).URL
	return s
}

// node starts a node's portal, with the pages of a real API behind its playground.
func (s *site) node(a *account.Account) *httptest.Server {
	s.t.Helper()
	log := slog.New(slog.NewTextHandler(s.log, nil))
	service := api.New(api.Config{Account: a, Log: log, Pages: pages, Sessions: s.manager, Rules: s.rules})
	site, err := portal.New(s.t.Context(), portal.Config{
		Account: a, Query: service.Query, Sessions: service.Sessions, EndSession: service.EndSession,
		LinkKey: s.links, Rules: s.rules, Log: log, Now: s.clock.Now,
	})
	if err != nil {
		s.t.Fatal(err)
	}
	service.Mount(portal.Prefix, site)
	service.Mount(reference.Path, reference.New("test"))
	server := httptest.NewServer(service)
	s.t.Cleanup(server.Close)
	return server
}

// pages loads pages, with a browser if need be.
var pages *page.Loader

// visitor is a browser without a screen: it keeps cookies and follows no redirect.
type visitor struct {
	*site
	http http.Client
}

func (s *site) visitor() *visitor {
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.t.Fatal(err)
	}
	return &visitor{site: s, http: http.Client{
		Jar:           jar,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// reply is an answer of the portal.
type reply struct {
	status int
	header http.Header
	body   string
}

func (v *visitor) send(method, path string, body io.Reader, edit ...func(*http.Request)) reply {
	v.t.Helper()
	r, err := http.NewRequestWithContext(v.t.Context(), method, v.url+path, body)
	if err != nil {
		v.t.Fatal(err)
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for _, edit := range edit {
		edit(r)
	}
	response, err := v.http.Do(r)
	if err != nil {
		v.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		v.t.Fatal(err)
	}
	return reply{response.StatusCode, response.Header, string(text)}
}

func (v *visitor) get(path string, edit ...func(*http.Request)) reply {
	v.t.Helper()
	return v.send(http.MethodGet, path, nil, edit...)
}

// post sends a form without adding anything to it.
func (v *visitor) post(path string, form url.Values, edit ...func(*http.Request)) reply {
	v.t.Helper()
	return v.send(http.MethodPost, path, strings.NewReader(form.Encode()), edit...)
}

var tokenPattern = regexp.MustCompile(`name="csrf_token" value="([^"]+)"`)

// token returns what the forms of a page must send.
func (v *visitor) token(path string) string {
	v.t.Helper()
	r := v.get(path)
	found := tokenPattern.FindStringSubmatch(r.body)
	if found == nil {
		v.t.Fatalf("%s has no form: %d\n%s", path, r.status, r.body)
	}
	return found[1]
}

// submit sends a form as the page at from has it.
func (v *visitor) submit(from, to string, fields ...string) reply {
	v.t.Helper()
	form := url.Values{"csrf_token": {v.token(from)}}
	for i := 0; i < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	return v.post(to, form)
}

// signIn signs in with a link, which takes less time than the password.
func (v *visitor) signIn() {
	v.t.Helper()
	if r := v.get("/portal/open/" + v.links.Token(v.clock.Now().Add(time.Minute))); r.status != http.StatusSeeOther {
		v.t.Fatalf("signing in: %d\n%s", r.status, r.body)
	}
}

// cookie returns the visitor's cookie of a name.
func (v *visitor) cookie(name string) string {
	address, err := url.Parse(v.url)
	if err != nil {
		v.t.Fatal(err)
	}
	for _, cookie := range v.http.Jar.Cookies(address) {
		if cookie.Name == name {
			return cookie.Value
		}
	}
	return ""
}

func withCookie(value string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set("Cookie", "assay-portal="+value) }
}

func (r reply) want(t *testing.T, status int, contains ...string) {
	t.Helper()
	if r.status != status {
		t.Errorf("status = %d, want %d\n%s", r.status, status, r.body)
	}
	for _, text := range contains {
		if !strings.Contains(r.body, text) && !strings.Contains(html.UnescapeString(r.body), text) {
			t.Errorf("the page lacks %q:\n%s", text, r.body)
		}
	}
}

func (r reply) wantRedirect(t *testing.T, to string) {
	t.Helper()
	if r.status != http.StatusSeeOther || r.header.Get("Location") != to {
		t.Errorf("answered %d to %q, want a redirect to %q", r.status, r.header.Get("Location"), to)
	}
}

// forms are the places that take one, and what each needs.
func forms(s *site) map[string]url.Values {
	s.t.Helper()
	key, _, err := s.account.CreateKey(s.t.Context(), "to revoke")
	if err != nil {
		s.t.Fatal(err)
	}
	return map[string]url.Values{
		"/portal/sign-in":                    {"password": {password}},
		"/portal/sign-out":                   {},
		"/portal/keys":                       {"name": {"forged"}, "scope_query": {"on"}},
		"/portal/keys/" + key.ID:             {"name": {"forged"}, "scope_query": {"on"}},
		"/portal/keys/" + key.ID + "/revoke": {},
		"/portal/sessions/x/end":             {},
		"/portal/playground":                 {"ask": {"query"}, "query": {"{ title }"}, "source": {"html"}, "html": {"<title>x</title>"}, "mode": {"fast"}},
	}
}

// TestFormsNeedTheirToken sends every form without its token, with a wrong one, with
// another visitor's, and from another site. None of them may change anything.
func TestFormsNeedTheirToken(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	v, other := s.visitor(), s.visitor()
	v.signIn()
	other.signIn()
	own, foreign := v.token("/portal"), other.token("/portal")
	wrong := "A" + own[1:]
	if wrong == own {
		wrong = "B" + own[1:]
	}
	for path, form := range forms(s) {
		for name, try := range map[string]struct {
			token []string
			edit  func(*http.Request)
		}{
			"none":              {nil, func(*http.Request) {}},
			"empty":             {[]string{""}, func(*http.Request) {}},
			"wrong":             {[]string{wrong}, func(*http.Request) {}},
			"another visitor's": {[]string{foreign}, func(*http.Request) {}},
			"another site":      {[]string{own}, func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }},
			"a sibling site":    {[]string{own}, func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "same-site") }},
			"another origin":    {[]string{own}, func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") }},
			"no origin":         {[]string{own}, func(r *http.Request) { r.Header.Set("Origin", "null") }},
		} {
			sent := url.Values{}
			for field, value := range form {
				sent[field] = value
			}
			if try.token != nil {
				sent["csrf_token"] = try.token
			}
			if r := v.post(path, sent, try.edit); r.status != http.StatusForbidden {
				t.Errorf("%s, token: %s: status %d, want 403", path, name, r.status)
			}
		}
	}
	v.get("/portal").want(t, http.StatusOK)
	keys, err := s.account.Keys(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(keys) != 1 || !keys[0].Revoked.IsZero() {
		t.Errorf("a form without its token did something: %+v", keys)
	}
	if usage, err := s.account.Usage(t.Context()); err != nil || usage.Used != 0 {
		t.Errorf("a form without its token was charged: %+v, %v", usage, err)
	}
}

// TestPagesNeedASession visits every page without one.
func TestPagesNeedASession(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	v := s.visitor()
	for path, next := range map[string]string{
		"/portal":                "",
		"/portal/keys":           "?next=%2Fportal%2Fkeys",
		"/portal/keys/created":   "?next=%2Fportal%2Fkeys%2Fcreated",
		"/portal/keys/x/revoke":  "?next=%2Fportal%2Fkeys%2Fx%2Frevoke",
		"/portal/sessions":       "?next=%2Fportal%2Fsessions",
		"/portal/sessions/x/end": "?next=%2Fportal%2Fsessions%2Fx%2Fend",
		"/portal/playground":     "?next=%2Fportal%2Fplayground",
	} {
		v.get(path).wantRedirect(t, "/portal/sign-in"+next)
	}
	token := v.token("/portal/sign-in")
	for path, form := range forms(s) {
		if path == "/portal/sign-in" || path == "/portal/sign-out" {
			continue
		}
		form.Set("csrf_token", token)
		v.post(path, form).wantRedirect(t, "/portal/sign-in")
	}
	v.get("/portal/").wantRedirect(t, "/portal")
}

// TestOddRequests asks for what is not there, in ways that are not known.
func TestOddRequests(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	v := s.visitor()
	v.signIn()
	v.get("/portal/nothing").want(t, http.StatusNotFound, "There is no such page", "Sign out")
	v.get("/portal/keys/x/revoke").want(t, http.StatusNotFound, "There is no such page")
	v.get("/portal/static/../portal.go").want(t, http.StatusTemporaryRedirect)
	v.get("/portal/static/nothing.css").want(t, http.StatusNotFound, "There is no such page")
	for path, allow := range map[string]string{
		"/portal":                  "GET, HEAD",
		"/portal/sign-in":          "GET, HEAD, POST",
		"/portal/sign-out":         "POST",
		"/portal/open/x":           "GET, HEAD",
		"/portal/keys":             "GET, HEAD, POST",
		"/portal/keys/created":     "GET, HEAD",
		"/portal/keys/x":           "GET, HEAD, POST",
		"/portal/keys/x/revoke":    "GET, HEAD, POST",
		"/portal/calls":            "GET, HEAD",
		"/portal/calls.csv":        "GET, HEAD",
		"/portal/sessions":         "GET, HEAD",
		"/portal/sessions/x/end":   "GET, HEAD, POST",
		"/portal/playground":       "GET, HEAD, POST",
		"/portal/static/style.css": "GET, HEAD",
	} {
		r := v.send("PUT", path, nil)
		r.want(t, http.StatusMethodNotAllowed, "This page does not take that")
		if got := r.header.Get("Allow"); got != allow {
			t.Errorf("%s allows %q, want %q", path, got, allow)
		}
	}
	v.send("POST", "/portal/keys", strings.NewReader("csrf_token=%zz")).want(t, http.StatusBadRequest, "This form cannot be read")
	v.send("POST", "/portal/keys", strings.NewReader(strings.Repeat("a", 70<<10))).want(t, http.StatusRequestEntityTooLarge, "This form is too large")
	v.send("POST", "/portal/playground", strings.NewReader(strings.Repeat("a", 9<<20))).want(t, http.StatusRequestEntityTooLarge, "This form is too large")
	if r := v.send("HEAD", "/portal", nil); r.status != http.StatusOK || r.body != "" {
		t.Errorf("HEAD: %d, %d bytes", r.status, len(r.body))
	}
}

// TestHeaders looks at those of a page, an error, a redirect and a file.
func TestHeaders(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	v := s.visitor()
	style := regexp.MustCompile(`/portal/static/style\.css\?v=[0-9a-f]+`).FindString(v.get("/portal/sign-in").body)
	for path, cache := range map[string]string{
		"/portal/sign-in":          "no-store",
		"/portal":                  "no-store",
		"/portal/nothing":          "no-store",
		"/portal/static/style.css": "no-store",
		style:                      "public, max-age=31536000, immutable",
	} {
		header := v.get(path).header
		for name, want := range map[string]string{
			"Cache-Control":          cache,
			"X-Content-Type-Options": "nosniff",
			"Referrer-Policy":        "same-origin",
			"X-Frame-Options":        "DENY",
		} {
			if got := header.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", path, name, got, want)
			}
		}
		policy := header.Get("Content-Security-Policy")
		if !strings.Contains(policy, "default-src 'none'") || !strings.Contains(policy, "frame-ancestors 'none'") || strings.Contains(policy, "unsafe") {
			t.Errorf("%s: the policy is %q", path, policy)
		}
		if header.Get("X-Request-Id") == "" {
			t.Errorf("%s: no request id", path)
		}
	}
}

// TestNothingSecretIsLogged does all there is to do and looks into the log.
func TestNothingSecretIsLogged(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	v := s.visitor()
	link := s.links.Token(s.clock.Now().Add(time.Minute))
	v.get("/portal/open/"+link).wantRedirect(t, "/portal")
	first := v.cookie("assay-portal")
	v.submit("/portal", "/portal/sign-out").wantRedirect(t, "/portal/sign-in")
	v.submit("/portal/sign-in", "/portal/sign-in", "password", "hunter2hunter2")
	v.submit("/portal/sign-in", "/portal/sign-in", "password", password).wantRedirect(t, "/portal")
	v.submit("/portal/keys", "/portal/keys", newKey("shop")...)
	plain := plainKey(t, v.get("/portal/keys/created"))
	v.submit("/portal/playground", "/portal/playground", "ask", "query", "query", "{ heading }", "source", "html", "html", "<h1>Confidential</h1>", "mode", "fast").
		want(t, http.StatusOK, "Confidential")
	log := s.log.String()
	for name, secret := range map[string]string{
		"the link": link, "the first session": first, "the session": v.cookie("assay-portal"), "the password": password, "a wrong one": "hunter2hunter2",
		"the key": plain, "the page": "Confidential", "the query": "heading", "the form's token": v.token("/portal"),
	} {
		if strings.Contains(log, secret) {
			t.Errorf("%s is in the log:\n%s", name, log)
		}
	}
	for _, noted := range []string{"signed in with a link", "signed in with the password", "portal: a wrong password", "an API key was made"} {
		if !strings.Contains(log, noted) {
			t.Errorf("the log lacks %q:\n%s", noted, log)
		}
	}
}

// TestDatabaseGone closes the database under the portal.
func TestDatabaseGone(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	v := s.visitor()
	v.signIn()
	other, err := account.Open(t.Context(), account.Config{Database: filepath.Join(t.TempDir(), "other.db"), Now: s.clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	server := s.node(other)
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	s.url = server.URL
	gone := s.visitor()
	r := gone.submit("/portal/sign-in", "/portal/sign-in", "password", password)
	if r.status != http.StatusServiceUnavailable && r.status != http.StatusInternalServerError {
		t.Errorf("status %d without a database", r.status)
	}
	if !strings.Contains(r.body, "<h1>") {
		t.Errorf("no page: %s", r.body)
	}
}

func plainKey(t *testing.T, r reply) string {
	t.Helper()
	found := regexp.MustCompile(`assay_[0-9A-Za-z]{36}`).FindString(r.body)
	if found == "" {
		t.Fatalf("no key is shown: %d\n%s", r.status, r.body)
	}
	return found
}

func onEach(t *testing.T, test func(t *testing.T, database string)) {
	t.Run("SQLite", func(t *testing.T) { test(t, "") })
	t.Run("PostgreSQL", func(t *testing.T) { test(t, servicetest.Database(t)) })
}
