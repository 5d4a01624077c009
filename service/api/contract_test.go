package api_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"assay/client"
	"assay/query"
	"assay/service/account"
	"assay/service/api"
	"assay/wire"
)

const productPage = `<!doctype html><html lang="en"><head><title>Shop</title></head><body>
<h1>Blue kettle</h1>
<p>Price: <span class="price">$19.99</span></p>
<a class="manual" href="/manual.pdf">Manual</a>
</body></html>`

func TestQueryOfHTML(t *testing.T) {
	t.Parallel()
	s := start(t)
	r := s.query(object("query", "{ price(number) title missing_thing tags[] }", "html", productPage))
	body := s.answered(r)

	// The bytes are looked at, because order counts.
	if !regexp.MustCompile(`^\{"data":\{"price":19\.99,"title":"[^"]*","missing_thing":null,"tags":\[.*\]\},"metadata":\{"request_id":"`).Match(r.body) {
		t.Errorf("answer = %s", r.body)
	}
	var metadata map[string]json.RawMessage
	var whole struct{ Metadata *map[string]json.RawMessage }
	whole.Metadata = &metadata
	if err := json.Unmarshal(r.body, &whole); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"screenshot", "generated_query"} {
		if string(metadata[name]) != "null" {
			t.Errorf("metadata.%s = %s, want null", name, metadata[name])
		}
	}
	if _, ok := metadata["evidence"]; ok {
		t.Error("metadata has evidence that was not asked for")
	}
	if got := r.header.Get("Content-Type"); got != "application/json; charset=utf-8" {
		t.Errorf("Content-Type = %q", got)
	}
	if used := s.used(); used != 1 {
		t.Errorf("used = %d, want 1", used)
	}
	if !strings.Contains(s.logged(body.Metadata.RequestID), `"status":200`) {
		t.Error("the log has no status 200")
	}
}

func TestEvidenceOnRequest(t *testing.T) {
	t.Parallel()
	s := start(t)
	body := s.answered(s.query(object("query", "{ price(number) nothing_like_it }", "html", productPage,
		"params", map[string]any{"is_evidence_enabled": true})))
	if len(body.Metadata.Evidence) != 1 || body.Metadata.Evidence[0].Pointer != "/price" {
		t.Errorf("evidence = %+v, want one item for /price", body.Metadata.Evidence)
	}
	r := s.query(object("query", "{ nothing_like_it }", "html", "<p>x</p>", "params", map[string]any{"is_evidence_enabled": true}))
	s.answered(r)
	if !bytes.Contains(r.body, []byte(`"evidence":[]`)) {
		t.Errorf("evidence of nothing is not an empty list: %s", r.body)
	}
}

func TestPrompt(t *testing.T) {
	t.Parallel()
	s := start(t)
	body := s.answered(s.query(object("prompt", "all products with name and price", "html", productPage)))
	if body.Metadata.GeneratedQuery == nil {
		t.Fatal("generated_query is null")
	}
	generated, err := query.Parse(*body.Metadata.GeneratedQuery)
	if err != nil {
		t.Fatalf("generated_query %q: %v", *body.Metadata.GeneratedQuery, err)
	}
	if len(generated.Root.Fields) == 0 || !strings.HasPrefix(string(body.Data), `{"`+generated.Root.Fields[0].Name+`":`) {
		t.Errorf("data %s is not shaped by %q", body.Data, *body.Metadata.GeneratedQuery)
	}
}

// TestRequestsOfRealClients has what clients are known to send besides what is
// documented. All are answered.
func TestRequestsOfRealClients(t *testing.T) {
	t.Parallel()
	s := start(t)
	const title = "{ title }"
	for _, test := range []struct {
		name, body string
		inferred   bool
	}{
		{"nulls everywhere", `{"query":"{ title }","prompt":null,"url":null,"html":"<h1>x</h1>","params":null}`, false},
		{"nulls in params", `{"query":"{ title }","html":"<h1>x</h1>","params":{"wait_for":null,"is_scroll_to_bottom_enabled":null,"mode":null,
			"is_screenshot_enabled":null,"browser_profile":null,"proxy":null,"is_evidence_enabled":null}}`, false},
		{"nulls in proxy", `{"query":"{ title }","html":"<h1>x</h1>","params":{"proxy":{"type":"managed","country_code":null,"url":null,"username":null,"password":null}}}`, false},
		{"null query beside a prompt", `{"query":null,"prompt":"the title","html":"<h1>x</h1>"}`, true},
		{"empty query beside a prompt", `{"query":"","prompt":"the title","html":"<h1>x</h1>"}`, true},
		{"query and prompt: the query wins", `{"query":"{ title }","prompt":"?!","html":"<h1>x</h1>"}`, false},
		{"metadata and unknown fields", `{"query":"{ title }","html":"<h1>x</h1>","metadata":{"a":[1,{}]},"verbose":true,"params":{"later":{"x":1}}}`, false},
		{"defaults spelled out", `{"query":"{ title }","html":"<h1>x</h1>","params":{"wait_for":0,"is_scroll_to_bottom_enabled":false,"mode":"fast",
			"is_screenshot_enabled":false,"browser_profile":"light"}}`, false},
		{"number with an exponent", `{"query":"{ title }","html":"<h1>x</h1>","params":{"wait_for":0e3}}`, false},
		{"empty url beside html", `{"query":"{ title }","html":"<h1>x</h1>","url":""}`, false},
		{"byte order mark", "\ufeff" + `{"query":"{ title }","html":"<h1>x</h1>"}`, false},
		{"half a surrogate pair", `{"query":"{ title }","html":"<h1>x \ud83d</h1>"}`, false},
		{"invalid UTF-8", "{\"query\":\"{ title }\",\"html\":\"<h1>x \xff\xfe</h1>\"}", false},
		{"NUL in the page", `{"query":"{ title }","html":"<h1>x \u0000 y</h1>"}`, false},
		{"white space around", "\n\t {\"query\":\"{ title }\",\"html\":\"<h1>x</h1>\"} \r\n", false},
		{"windows line ends in the query", `{"query":"{\r\n  title\r\n}","html":"<h1>x</h1>"}`, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			body := s.in(t).answered(s.in(t).query(test.body))
			if (body.Metadata.GeneratedQuery != nil) != test.inferred {
				t.Errorf("generated_query = %v, want one: %t", body.Metadata.GeneratedQuery, test.inferred)
			}
		})
	}
	for _, contentType := range []string{"", "text/plain", "application/json;charset=UTF-8", "application/x-www-form-urlencoded"} {
		s.answered(s.query(object("query", title, "html", "<h1>x</h1>"), header("Content-Type", contentType),
			header("X-TF-Request-Origin", "sdk"), header("request_origin", "sdk"), header("Authorization", "Bearer x")))
	}
}

// TestQueryOfAnyScript asks by names outside ASCII, with descriptions on the next row and
// after the list.
func TestQueryOfAnyScript(t *testing.T) {
	t.Parallel()
	s := start(t)
	body := s.answered(s.query(object("html", "<table><tr><th>Größe</th><td>42</td></tr><tr><th>名前</th><td>Kessel</td></tr></table>",
		"query", "{ gro\u0308ße[]\n(integer) 名前\n(text)[] цена }")))
	if got, want := string(body.Data), "{\"größe\":[42],\"名前\":[\"Kessel\"],\"цена\":null}"; got != want {
		t.Errorf("data = %s, want %s", got, want)
	}
}

func TestURLIsTheBaseOfHTML(t *testing.T) {
	t.Parallel()
	s := start(t)
	body := s.answered(s.query(object("query", "{ manual(url) }", "html", productPage, "url", "https://shop.example/kettles/blue")))
	if got, want := string(body.Data), `{"manual":"https://shop.example/manual.pdf"}`; got != want {
		t.Errorf("data = %s, want %s", got, want)
	}
}

func TestGzippedBody(t *testing.T) {
	t.Parallel()
	s := start(t)
	for _, encoding := range []string{"gzip", "GZIP", "x-gzip"} {
		s.answered(s.send(http.MethodPost, "/v1/query-data", compress(t, object("query", "{ title }", "html", productPage)),
			header("Content-Encoding", encoding)))
	}
}

func compress(t *testing.T, text string) io.Reader {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return &b
}

func TestUsage(t *testing.T) { onEach(t, testUsage) }

func testUsage(t *testing.T, on option) {
	now := time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)
	s := start(t, on, usageLimit(500), func(_ *api.Config, a *account.Config) {
		a.Now = func() time.Time { return now }
	})
	other := s.newKey()
	now = time.Date(2026, 12, 24, 18, 0, 0, 0, time.UTC)
	s.answered(s.query(object("query", "{ title }", "html", productPage)))
	const want = `{"usage_limit":500,"current_cycle_usage":1,"current_period_start":"2026-12-21T00:00:00Z","current_period_end":"2027-01-21T00:00:00Z"}`
	for name, r := range map[string]*reply{
		"the parameter":                        s.send(http.MethodGet, "/v1/usage?api_key="+s.key, nil, header("X-API-Key", "")),
		"the header":                           s.send(http.MethodGet, "/v1/usage", nil),
		"the parameter before the header":      s.send(http.MethodGet, "/v1/usage?api_key="+s.key, nil, header("X-API-Key", "bad")),
		"an empty parameter and the header":    s.send(http.MethodGet, "/v1/usage?api_key=", nil),
		"another key of the same subscription": s.send(http.MethodGet, "/v1/usage?api_key="+other, nil, header("X-API-Key", "")),
	} {
		if r.status != 200 || string(r.body) != want {
			t.Errorf("by %s: %d %s, want %s", name, r.status, r.body, want)
		}
		s.checkID(r, r.header.Get("X-Request-Id"))
	}
	head := s.send(http.MethodHead, "/v1/usage", nil)
	if head.status != 200 || len(head.body) != 0 || head.header.Get("X-Request-Id") == "" {
		t.Errorf("HEAD: %d %q", head.status, head.body)
	}
}

func TestHealth(t *testing.T) {
	t.Parallel()
	s := start(t)
	for _, want := range []string{`{"status":"ok","version":"1.2.3"}`, `{"status":"draining","version":"1.2.3"}`} {
		r := s.send(http.MethodGet, "/healthz", nil, header("X-API-Key", ""))
		if r.status != 200 || string(r.body) != want {
			t.Errorf("health = %d %s, want %s", r.status, r.body, want)
		}
		s.api.Drain()
	}
}

// TestOwnClient lets Assay's own client speak to Assay's own service.
func TestOwnClient(t *testing.T) {
	t.Parallel()
	s := start(t)
	c, err := client.New(client.Config{BaseURL: s.url + "/", APIKey: s.key})
	if err != nil {
		t.Fatal(err)
	}
	answer, err := c.Query(t.Context(), wire.QueryRequest{Query: "{ price(number) }", HTML: productPage})
	if err != nil {
		t.Fatal(err)
	}
	if string(answer.Data) != `{"price":19.99}` {
		t.Errorf("data = %s", answer.Data)
	}
	usage, err := c.Usage(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if usage.Used != 1 || usage.Limit != account.DefaultUsageLimit {
		t.Errorf("usage = %+v", usage)
	}
}
