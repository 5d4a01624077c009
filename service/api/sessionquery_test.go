package api_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/remote"

	"assay/service/page"
	"assay/wire"
)

// desk serves a page with a frame of another site, in which a frame of a third is, and a
// shadow root; a click on the button adds the order.
func desk(t *testing.T) (address string) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, port, _ := strings.Cut(r.Host, ":")
		w.Header().Set("Content-Type", "text/html")
		switch r.URL.Path {
		case "/":
			fmt.Fprintf(w, `<title>Desk</title><h1>Front desk</h1>
				<button onclick="document.getElementById('order').innerHTML = '<dl><dt>Order number</dt><dd>A-1042</dd></dl>'">Order</button>
				<div id="order"></div><div id="host"></div>
				<script>document.getElementById('host').attachShadow({mode: 'open'}).innerHTML = '<dl><dt>Delivery day</dt><dd>Thursday</dd></dl>'</script>
				<iframe width="600" height="300" src="http://localhost:%s/frame"></iframe>`, port)
		case "/frame":
			fmt.Fprintf(w, `<dl><dt>Carrier</dt><dd>Northern Post</dd></dl><iframe src="http://127.0.0.1:%s/inner"></iframe>`, port)
		case "/inner":
			fmt.Fprint(w, `<dl><dt>Tracking code</dt><dd>ZX 81</dd></dl>`)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// TestSessionQuery asks the page that a client has brought to a state of its own.
func TestSessionQuery(t *testing.T) {
	t.Parallel()
	impatient := page.NewLoader(page.Config{LoadLimit: 3 * time.Second})
	s := start(t, withSessions(t, 2), usageLimit(6), withPages(impatient))
	address := desk(t)
	var session wire.Session
	if r := s.session(`{"browser_profile":"stealth"}`); json.Unmarshal(r.body, &session) != nil || session.ID == "" {
		t.Fatalf("creating a session: %s", r.body)
	}
	path := "/v1/managed/sessions/" + session.ID + "/query-data"
	ask := func(body string, edit ...func(*http.Request)) *reply {
		t.Helper()
		return s.send(http.MethodPost, path, strings.NewReader(body), edit...)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	ctx, cancel = remote.NewAllocator(ctx, wire.PlainURL(session.CDPURL))
	defer cancel()
	ctx, cancel = chromedp.NewContext(ctx)
	defer cancel()
	if err := chromedp.Do(ctx, chromedp.Navigate(address), chromedp.Click("button")); err != nil {
		t.Fatal(err)
	}

	const all = `{ order_number delivery_day carrier tracking_code }`
	full := s.answered(ask(object("query", all, "params", map[string]any{"is_screenshot_enabled": true, "is_evidence_enabled": true, "wait_for": 0.1})))
	if want := `{"order_number":"A-1042","delivery_day":"Thursday","carrier":"Northern Post","tracking_code":"ZX 81"}`; string(full.Data) != want {
		t.Errorf("data %s, want %s", full.Data, want)
	}
	if picture, err := base64.StdEncoding.DecodeString(*full.Metadata.Screenshot); err != nil || !strings.HasPrefix(string(picture), "\x89PNG") {
		t.Errorf("a screenshot of %d bytes, %v", len(picture), err)
	}
	for _, value := range full.Metadata.Evidence {
		if value.Pointer == "/carrier" && (value.Box == nil || value.Box[1] < 50) {
			t.Errorf("evidence in a frame is at %v, which is not where the frame is", value.Box)
		}
	}
	if len(full.Metadata.Evidence) != 4 {
		t.Errorf("evidence %+v", full.Metadata.Evidence)
	}
	if asked := s.answered(ask(`{"prompt": "the order number", "params": {"page": 1, "mode": "standard"}}`)); asked.Metadata.GeneratedQuery == nil || !strings.Contains(string(asked.Data), "A-1042") {
		t.Errorf("a prompt was answered with %s", asked.Data)
	}
	if blank := s.answered(ask(`{"query": "{ carrier }", "params": {"page": 0, "is_screenshot_enabled": true}}`)); string(blank.Data) != `{"carrier":null}` {
		t.Errorf("the first page, which is blank, was answered with %s", blank.Data)
	}
	if used := s.used(); used != 3 {
		t.Errorf("three answers cost %d calls", used)
	}

	for _, test := range []struct{ body, code, field string }{
		{`{}`, "missing_field", "query"},
		{`{"query": "{ a"}`, "invalid_query", "query"},
		{`{"query": "{ a }", "url": "http://127.0.0.1/"}`, "invalid_value", "url"},
		{`{"query": "{ a }", "html": "<p>"}`, "invalid_value", "html"},
		{`{"query": "{ a }", "params": {"page": -1}}`, "out_of_range", "params.page"},
		{`{"query": "{ a }", "params": {"page": 9}}`, "invalid_value", "params.page"},
		{`{"query": "{ a }", "params": {"wait_for": 11}}`, "out_of_range", "params.wait_for"},
	} {
		if body := s.failed(ask(test.body), http.StatusUnprocessableEntity, test.code); body.Field == nil || *body.Field != test.field {
			t.Errorf("%s: field %v, want %s", test.body, body.Field, test.field)
		}
	}
	s.failed(ask(`{`), http.StatusBadRequest, "malformed_json")
	s.failed(ask(`{"query": "{ a }"}`, header("X-API-Key", "")), http.StatusUnauthorized, "unauthorized")
	s.failed(ask(`{"query": "{ a }"}`, header("X-API-Key", s.newKey())), http.StatusNotFound, "not_found")
	s.failed(s.send(http.MethodGet, path, nil), http.StatusMethodNotAllowed, "method_not_allowed")
	if used := s.used(); used != 3 {
		t.Errorf("what failed was counted: %d calls", used)
	}

	// A page that answers nobody: the query ends, and costs nothing.
	if _, err := chromedp.Run(ctx, chromedp.Evaluate[int](`setTimeout(() => { for (;;); })`)); err != nil {
		t.Fatal(err)
	}
	s.failed(ask(`{"query": "{ a }"}`), http.StatusGatewayTimeout, "timeout")

	for range 3 {
		s.answered(ask(`{"query": "{ a }", "params": {"page": 0}}`))
	}
	refused := s.failed(ask(`{"query": "{ a }"}`), http.StatusPaymentRequired, "quota_exhausted")
	log := s.logged(refused.Metadata.RequestID)
	if !strings.Contains(log, `"route":"/v1/managed/sessions/{id}/query-data"`) {
		t.Error("the log does not name the route")
	}
	for _, secret := range []string{"order_number", "A-1042", address, strings.Split(session.BaseURL, "/")[3]} {
		if strings.Contains(log, secret) {
			t.Errorf("the log has %q", secret)
		}
	}
}
