package reference_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"assay/service/portal/reference"
)

// TestPage looks for what somebody who reads the page would look for, in the real
// description.
func TestPage(t *testing.T) {
	openapi, err := os.ReadFile("../../api/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	handler, err := reference.New(openapi, "/portal/static/style.css")
	if err != nil {
		t.Fatal(err)
	}
	get := func(method, path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest(method, path, nil))
		return w
	}
	w := get(http.MethodGet, "/docs")
	text := w.Body.String()
	if w.Code != 200 || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") {
		t.Fatalf("%d %s", w.Code, w.Header())
	}
	for _, want := range []string{
		"/v1/query-data", "/v1/query-document", "/v1/managed/sessions/{session_id}", "/v1/usage", "/readyz",
		"params.wait_for", "0 to 10", "params.proxy.country_code", "inactivity_timeout_seconds", "5 to 86400; default 300",
		"fast, standard; default fast", "quota_exhausted", "metadata.evidence[].pointer", "sessions[].pages[].title",
		"-F file=@invoice.pdf", "X-API-Key: $ASSAY_API_KEY", "curl -X DELETE",
	} {
		if !strings.Contains(html.UnescapeString(text), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, unwanted := range []string{"<script", "style=", "http://", "null or", "<nil>", "map["} {
		if strings.Contains(text, unwanted) {
			t.Errorf("the page has %q", unwanted)
		}
	}
	if policy := w.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
		t.Errorf("policy = %q", policy)
	}
	if css := get(http.MethodGet, "/docs/page.css"); css.Code != 200 || !strings.HasPrefix(css.Header().Get("Content-Type"), "text/css") {
		t.Errorf("the style: %d %s", css.Code, css.Header())
	}
	if w := get(http.MethodGet, "/docs/other"); w.Code != 404 {
		t.Errorf("another path = %d", w.Code)
	}
	if w := get(http.MethodPost, "/docs"); w.Code != 405 || w.Header().Get("Allow") != "GET, HEAD" {
		t.Errorf("POST = %d, Allow %q", w.Code, w.Header().Get("Allow"))
	}
}

func TestBadDescriptions(t *testing.T) {
	for _, bad := range []string{``, `[]`, `{"tags": [{"name": "a"}], "paths": {"/": {"get": {"tags": ["a"], "responses": {"200": {"$ref": "#/components/responses/none"}}}}}}`} {
		if _, err := reference.New([]byte(bad), ""); err == nil {
			t.Errorf("New(%q) succeeded", bad)
		}
	}
}
