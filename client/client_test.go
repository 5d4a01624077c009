package client_test

import (
	"context"
	"encoding/json"
	"encoding/pem"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/client"
	"assay/wire"
)

const (
	apiKey    = "ak_test+key/4711=="
	requestID = "5b0f7c7e-6c0a-4b52-9a6e-0d6f0a7c1d11"
)

// newClient starts a server with the given handler and returns a client for it.
func newClient(t *testing.T, handler http.HandlerFunc, adjust ...func(*client.Config)) *client.Client {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	config := client.Config{BaseURL: server.URL, APIKey: apiKey}
	for _, f := range adjust {
		f(&config)
	}
	c, err := client.New(config)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// readJSON reads a request's body as JSON, in which every member counts.
func readJSON(t *testing.T, r *http.Request) map[string]any {
	t.Helper()
	data, err := io.ReadAll(r.Body)
	if err != nil {
		t.Errorf("reading the request: %v", err)
	}
	var got map[string]any
	if err := json.Unmarshal(data, &got); err != nil {
		t.Errorf("the request %s is not JSON: %v", data, err)
	}
	if r.ContentLength != int64(len(data)) {
		t.Errorf("Content-Length is %d, the body has %d bytes", r.ContentLength, len(data))
	}
	return got
}

func checkPost(t *testing.T, r *http.Request, path, contentType string) {
	t.Helper()
	if r.Method != http.MethodPost || r.URL.Path != path || r.URL.RawQuery != "" {
		t.Errorf("the request is %s %s, want POST %s", r.Method, r.URL, path)
	}
	for name, want := range map[string]string{
		"X-API-Key": apiKey, "Content-Type": contentType, "Accept": "application/json", "User-Agent": "assay",
	} {
		if got := r.Header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

func object(pairs ...any) map[string]any {
	m := make(map[string]any)
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i].(string)] = pairs[i+1]
	}
	return m
}

func TestQueryOnTheWire(t *testing.T) {
	for _, test := range []struct {
		name    string
		request wire.QueryRequest
		want    map[string]any
	}{
		{"query and url", wire.QueryRequest{Query: "{ a }", URL: "https://shop.example/?a=1&b=2"},
			object("query", "{ a }", "url", "https://shop.example/?a=1&b=2")},
		{"prompt and html", wire.QueryRequest{Prompt: "all prices", HTML: "<p>1 & 2</p>"},
			object("prompt", "all prices", "html", "<p>1 & 2</p>")},
		{"no params set", wire.QueryRequest{Query: "{ a }", HTML: "x", Params: &wire.Params{}},
			object("query", "{ a }", "html", "x", "params", object())},
		{"all params", wire.QueryRequest{Query: "{ a }", URL: "https://shop.example", Params: &wire.Params{
			WaitFor: 1.5, ScrollToBottom: true, Mode: wire.ModeStandard, Screenshot: true,
			BrowserProfile: wire.ProfileStealth, Proxy: wire.ManagedProxy("DE"), Evidence: true,
		}}, object("query", "{ a }", "url", "https://shop.example", "params", object(
			"wait_for", 1.5, "is_scroll_to_bottom_enabled", true, "mode", "standard", "is_screenshot_enabled", true,
			"browser_profile", "stealth", "proxy", object("type", "managed", "country_code", "DE"), "is_evidence_enabled", true))},
		{"managed proxy without a country", wire.QueryRequest{Query: "{ a }", URL: "u", Params: &wire.Params{Proxy: wire.ManagedProxy("")}},
			object("query", "{ a }", "url", "u", "params", object("proxy", object("type", "managed")))},
		{"custom proxy", wire.QueryRequest{Query: "{ a }", URL: "u", Params: &wire.Params{
			Mode: wire.ModeFast, BrowserProfile: wire.ProfileLight, Proxy: wire.CustomProxy("socks5://p.example:1080", "me", "pass"),
		}}, object("query", "{ a }", "url", "u", "params", object("mode", "fast", "browser_profile", "light",
			"proxy", object("type", "custom", "url", "socks5://p.example:1080", "username", "me", "password", "pass")))},
		{"custom proxy without credentials", wire.QueryRequest{Query: "{ a }", URL: "u", Params: &wire.Params{Proxy: wire.CustomProxy("http://p.example", "", "")}},
			object("query", "{ a }", "url", "u", "params", object("proxy", object("type", "custom", "url", "http://p.example")))},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
				checkPost(t, r, "/v1/query-data", "application/json")
				if diff := cmp.Diff(test.want, readJSON(t, r)); diff != "" {
					t.Errorf("body (-want +got):\n%s", diff)
				}
				io.WriteString(w, `{"data":{},"metadata":{"request_id":"`+requestID+`","screenshot":null}}`)
			})
			if _, err := c.Query(t.Context(), test.request); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestQueryResponse(t *testing.T) {
	const data = `{ "z":1.50, "a":[ {"é":"<&>\u00e9"} ],  "big":12345678901234567890 }`
	c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, `{"metadata":{"request_id":"`+requestID+`","screenshot":"aGk=","generated_query":"{ z }","later":1,
			"evidence":[{"pointer":"/z","kind":"label","text":"Z: 1.50","selector":"li > b","box":[1,2,3.5,4],"score":0.97},
				{"pointer":"/a/0/é","kind":"text","text":"é","selector":null,"page":2,"box":null,"score":0.5}]},"data":`+data+`}`)
	})
	got, err := c.Query(t.Context(), wire.QueryRequest{Prompt: "z", URL: "https://shop.example"})
	if err != nil {
		t.Fatal(err)
	}
	want := &wire.QueryResponse{
		Data: json.RawMessage(data),
		Metadata: wire.Metadata{
			RequestID: requestID, Screenshot: new("aGk="), GeneratedQuery: new("{ z }"),
			Evidence: []wire.Evidence{
				{Pointer: "/z", Kind: "label", Text: "Z: 1.50", Selector: new("li > b"), Box: &[4]float64{1, 2, 3.5, 4}, Score: 0.97},
				{Pointer: "/a/0/é", Kind: "text", Text: "é", Page: 2, Score: 0.5},
			},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("response (-want +got):\n%s", diff)
	}
}

// A service answers with the same types; what the contract says is there must
// be there, null or not.
func TestResponsesAsAServiceWritesThem(t *testing.T) {
	start := time.Date(2025, 11, 1, 0, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		value any
		want  string
	}{
		{wire.QueryResponse{Data: json.RawMessage(`{"b":1,"a":null}`), Metadata: wire.Metadata{RequestID: "r"}},
			`{"data":{"b":1,"a":null},"metadata":{"request_id":"r","screenshot":null,"generated_query":null}}`},
		{wire.Metadata{Evidence: []wire.Evidence{}},
			`{"request_id":"","screenshot":null,"generated_query":null,"evidence":[]}`},
		{wire.Metadata{PageStatus: 404},
			`{"request_id":"","screenshot":null,"generated_query":null,"page_status":404}`},
		{wire.Evidence{Pointer: "/a", Kind: "name", Text: "x", Score: 1},
			`{"pointer":"/a","kind":"name","text":"x","selector":null,"box":null,"score":1}`},
		{wire.Session{ID: "s", CDPURL: "wss://h/c", BaseURL: "https://h/b"},
			`{"session_id":"s","cdp_url":"wss://h/c","base_url":"https://h/b"}`},
		{wire.Usage{Limit: 10, Used: 3, PeriodStart: start, PeriodEnd: start.AddDate(0, 1, 0)},
			`{"usage_limit":10,"current_cycle_usage":3,"current_period_start":"2025-11-01T00:00:00Z","current_period_end":"2025-12-01T00:00:00Z"}`},
		{wire.ErrorBody{ErrorInfo: "no", Detail: "no", Code: "c", Metadata: wire.ErrorMetadata{RequestID: "r"}},
			`{"error_info":"no","detail":"no","code":"c","field":null,"metadata":{"request_id":"r"}}`},
	} {
		got, err := json.Marshal(test.value)
		if err != nil || string(got) != test.want {
			t.Errorf("%T is written as\n%s (%v)\nwant\n%s", test.value, got, err, test.want)
		}
	}
}

func TestSessionOnTheWire(t *testing.T) {
	for _, test := range []struct {
		name    string
		status  int
		request wire.SessionRequest
		want    map[string]any
	}{
		{"nothing set", http.StatusCreated, wire.SessionRequest{}, object()},
		{"everything set", http.StatusOK, wire.SessionRequest{
			UAPreset: wire.PresetWindows, BrowserProfile: wire.ProfileStealth, InactivityTimeout: 600,
			Proxy: wire.ManagedProxy("us"), ShutdownMode: wire.ShutdownOnInactivity,
		}, object("browser_ua_preset", "windows", "browser_profile", "stealth", "inactivity_timeout_seconds", 600.0,
			"proxy", object("type", "managed", "country_code", "us"), "shutdown_mode", "on_inactivity_timeout")},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
				checkPost(t, r, "/v1/managed/sessions", "application/json")
				if diff := cmp.Diff(test.want, readJSON(t, r)); diff != "" {
					t.Errorf("body (-want +got):\n%s", diff)
				}
				w.WriteHeader(test.status)
				io.WriteString(w, `{"session_id":"s1","cdp_url":"wss://h.example/x","base_url":"https://h.example/b/"}`)
			})
			got, err := c.CreateSession(t.Context(), test.request)
			if err != nil {
				t.Fatal(err)
			}
			want := &wire.Session{ID: "s1", CDPURL: "wss://h.example/x", BaseURL: "https://h.example/b"}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("session (-want +got):\n%s", diff)
			}
			if got, want := got.StreamURL(0), "https://h.example/b/stream/0"; got != want {
				t.Errorf("the stream is at %s, want %s", got, want)
			}
		})
	}
}

func TestUsageOnTheWire(t *testing.T) {
	start := time.Date(2025, 11, 1, 0, 0, 0, 0, time.UTC)
	for _, form := range []string{"2025-11-01T00:00:00Z", "2025-11-01T00:00:00.000Z", "2025-11-01T00:00:00+00:00", "2025-11-01T01:00:00+0100", "2025-11-01T00:00:00", "2025-11-01T00:00:00.000000"} {
		c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodGet || r.URL.Path != "/v1/usage" || r.ContentLength != 0 {
				t.Errorf("the request is %s %s with %d bytes", r.Method, r.URL.Path, r.ContentLength)
			}
			if diff := cmp.Diff(url.Values{"api_key": {apiKey}}, r.URL.Query()); diff != "" {
				t.Errorf("query parameters (-want +got):\n%s", diff)
			}
			if r.Header.Get("X-API-Key") != "" {
				t.Error("the key is sent twice")
			}
			io.WriteString(w, `{"usage_limit":10000,"current_cycle_usage":3410,"current_period_start":"`+form+`","current_period_end":"2025-12-01T00:00:00Z"}`)
		})
		got, err := c.Usage(t.Context())
		if err != nil {
			t.Fatalf("%s: %v", form, err)
		}
		want := &wire.Usage{Limit: 10000, Used: 3410, PeriodStart: start, PeriodEnd: start.AddDate(0, 1, 0)}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: usage (-want +got):\n%s", form, diff)
		}
		if got.Left() != 6590 || got.TimeLeft(start.AddDate(0, 0, 29)) != 24*time.Hour || got.TimeLeft(start.AddDate(0, 2, 0)) != 0 {
			t.Errorf("left: %d calls, %v", got.Left(), got.TimeLeft(start.AddDate(0, 0, 29)))
		}
	}
}

// What is left is what the key may still use, if that is less than the subscription has left.
func TestUsageOfALimitedKey(t *testing.T) {
	for header, want := range map[string]int64{"": 6590, `"calls";r=3;t=60`: 3, `"calls";r=9000;t=60`: 6590, `limit=10, remaining=2`: 6590} {
		c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("RateLimit", header)
			io.WriteString(w, `{"usage_limit":10000,"current_cycle_usage":3410,"current_period_start":"2025-11-01T00:00:00Z","current_period_end":"2025-12-01T00:00:00Z"}`)
		})
		got, err := c.Usage(t.Context())
		if err != nil || got.Left() != want {
			t.Errorf("with %q %v calls are left (%v), want %d", header, got, err, want)
		}
	}
}

func TestBaseURLForms(t *testing.T) {
	for _, suffix := range []string{"", "/", "//", "/gateway", "/gateway/", "/gate%20way/v"} {
		var path string
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			path = r.URL.EscapedPath()
			io.WriteString(w, `{"data":{},"metadata":{}}`)
		}))
		c, err := client.New(client.Config{BaseURL: " " + server.URL + suffix + "\n", APIKey: apiKey})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Query(t.Context(), wire.QueryRequest{}); err != nil {
			t.Error(err)
		}
		if want := strings.TrimRight(suffix, "/") + "/v1/query-data"; path != want {
			t.Errorf("with %q the path is %s, want %s", suffix, path, want)
		}
		if got, want := c.BaseURL(), server.URL+strings.TrimRight(suffix, "/"); got != want {
			t.Errorf("BaseURL() is %s, want %s", got, want)
		}
		server.Close()
	}
}

func TestNewRefuses(t *testing.T) {
	folder := t.TempDir()
	empty := filepath.Join(folder, "empty.pem")
	if err := os.WriteFile(empty, []byte("nothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name   string
		config client.Config
		want   string
	}{
		{"no URL", client.Config{APIKey: "k"}, "base URL is missing"},
		{"no scheme", client.Config{BaseURL: "service.example", APIKey: "k"}, "must begin with http:// or https://"},
		{"host and port only", client.Config{BaseURL: "localhost:8080", APIKey: "k"}, "must begin with http:// or https://"},
		{"other scheme", client.Config{BaseURL: "ftp://service.example", APIKey: "k"}, "must begin with http:// or https://"},
		{"no host", client.Config{BaseURL: "https://", APIKey: "k"}, "names no host"},
		{"port only", client.Config{BaseURL: "https://:80", APIKey: "k"}, "names no host"},
		{"credentials", client.Config{BaseURL: "https://me:hidden@service.example", APIKey: "k"}, "must not hold a user name"},
		{"query", client.Config{BaseURL: "https://service.example/?api_key=hidden", APIKey: "k"}, `must end before "?"`},
		{"fragment", client.Config{BaseURL: "https://service.example/#hidden", APIKey: "k"}, `must end before "?"`},
		{"bad escape", client.Config{BaseURL: "https://service.example/%zz?hidden", APIKey: "k"}, "cannot be read"},
		{"no key", client.Config{BaseURL: "https://service.example"}, "API key is missing"},
		{"key with a row break", client.Config{BaseURL: "https://service.example", APIKey: "hidden\n"}, "has a character that no key has"},
		{"no CA file", client.Config{BaseURL: "https://service.example", APIKey: "k", CAFile: filepath.Join(folder, "none.pem")}, "reading the CA file"},
		{"empty CA file", client.Config{BaseURL: "http://service.example", APIKey: "k", CAFile: empty}, "has no PEM certificate"},
	} {
		_, err := client.New(test.config)
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "hidden") {
			t.Errorf("%s: New gives %v, want an error with %q", test.name, err, test.want)
		}
	}
}

func TestCAFile(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, `{"data":{},"metadata":{}}`)
	}))
	server.Config.ErrorLog = discard
	server.StartTLS()
	defer server.Close()
	c, err := client.New(client.Config{BaseURL: server.URL, APIKey: apiKey})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Query(t.Context(), wire.QueryRequest{})
	if err == nil || !strings.Contains(err.Error(), "--ca-file") || !errors.Is(err, client.ErrUnreachable) {
		t.Errorf("an unknown authority gives %v", err)
	}
	file := filepath.Join(t.TempDir(), "ca.pem")
	cert := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	if err := os.WriteFile(file, cert, 0o600); err != nil {
		t.Fatal(err)
	}
	c, err = client.New(client.Config{BaseURL: server.URL, APIKey: apiKey, CAFile: file})
	if err != nil {
		t.Fatal(err)
	}
	if _, err = c.Query(t.Context(), wire.QueryRequest{}); err != nil {
		t.Errorf("with the CA file: %v", err)
	}
}

func TestProxyFromEnvironment(t *testing.T) {
	var asked string
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = r.URL.String()
		io.WriteString(w, `{"data":{},"metadata":{}}`)
	}))
	defer proxy.Close()
	t.Setenv("HTTP_PROXY", proxy.URL)
	t.Setenv("http_proxy", proxy.URL)
	t.Setenv("NO_PROXY", "")
	t.Setenv("no_proxy", "")
	c, err := client.New(client.Config{BaseURL: "http://service.example/x", APIKey: apiKey})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Query(t.Context(), wire.QueryRequest{}); err != nil || asked != "http://service.example/x/v1/query-data" {
		t.Errorf("through the proxy: %v; it was asked for %q", err, asked)
	}
	asked = ""
	direct := newClient(t, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, `{"data":{},"metadata":{}}`) })
	for _, base := range []string{direct.BaseURL(), strings.Replace(direct.BaseURL(), "127.0.0.1", "localhost", 1)} {
		c, err := client.New(client.Config{BaseURL: base, APIKey: apiKey})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Query(t.Context(), wire.QueryRequest{}); err != nil || asked != "" {
			t.Errorf("%s: %v; the proxy was asked for %q", base, err, asked)
		}
	}
}

func TestCancel(t *testing.T) {
	arrived := make(chan struct{})
	c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		close(arrived)
		<-r.Context().Done()
	})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-arrived
		cancel()
	}()
	_, err := c.Query(ctx, wire.QueryRequest{})
	if !errors.Is(err, context.Canceled) || errors.Is(err, client.ErrUnreachable) || err.Error() != "the call was cancelled" {
		t.Errorf("a cancelled call gives %v", err)
	}
}

// A client that is closed makes no call, however fast the service answers.
func TestCloseEndsCallsToCome(t *testing.T) {
	c := newClient(t, func(http.ResponseWriter, *http.Request) { t.Error("a closed client calls") })
	c.Close()
	for range 100 {
		if _, err := c.Usage(t.Context()); !errors.Is(err, context.Canceled) {
			t.Fatalf("a closed client gives %v", err)
		}
	}
}

func TestTimeout(t *testing.T) {
	slow := func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	}
	c := newClient(t, slow, func(config *client.Config) { config.Timeout = 20 * time.Millisecond })
	_, err := c.Usage(t.Context())
	if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "within 20ms") {
		t.Errorf("a slow service gives %v", err)
	}

	// A deadline of the caller's replaces the client's bound, longer or shorter.
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err = newClient(t, slow).Usage(ctx)
	if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "in the time given") {
		t.Errorf("the caller's deadline gives %v", err)
	}
	release := make(chan struct{})
	c = newClient(t, func(w http.ResponseWriter, r *http.Request) {
		<-release
		io.WriteString(w, `{"data":{},"metadata":{}}`)
	}, func(config *client.Config) { config.Timeout = time.Nanosecond })
	time.AfterFunc(10*time.Millisecond, func() { close(release) })
	ctx, cancel = context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if _, err := c.Query(ctx, wire.QueryRequest{}); err != nil {
		t.Errorf("within the caller's deadline: %v", err)
	}
}
