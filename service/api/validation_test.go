package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// TestInvalidRequests has every field of a web query with values it must not have.
// Each answer names the field, and nothing is counted.
func TestInvalidRequests(t *testing.T) {
	t.Parallel()
	s := start(t)
	const query, html = "{ title }", "<h1>x</h1>"

	params := func(name string, value any) string {
		return object("query", query, "html", html, "params", map[string]any{name: value})
	}
	proxy := func(members ...any) string {
		m := map[string]any{}
		for i := 0; i < len(members); i += 2 {
			m[members[i].(string)] = members[i+1]
		}
		return params("proxy", m)
	}
	custom := func(members ...any) string {
		return proxy(append([]any{"type", "custom"}, members...)...)
	}
	managed := func(members ...any) string {
		return proxy(append([]any{"type", "managed"}, members...)...)
	}
	deep := strings.Repeat("{a", 65) + strings.Repeat("}", 65)
	var many strings.Builder
	for i := range 2001 {
		fmt.Fprintf(&many, "f%d\n", i)
	}

	tests := []struct {
		name, body, code, field string
		says                    string // what the sentence must mention, besides the field
	}{
		{"array as body", `[]`, "invalid_type", "", "array"},
		{"null as body", `null`, "invalid_type", "", "null"},
		{"string as body", `"query"`, "invalid_type", "", "string"},

		{"neither query nor prompt", object("html", html), "missing_field", "query", "prompt"},
		{"both null", object("html", html, "query", nil, "prompt", nil), "missing_field", "query", "prompt"},
		{"query is a number", object("query", 5, "html", html), "invalid_type", "query", "number"},
		{"query is an array", object("query", []string{query}, "html", html), "invalid_type", "query", "array"},
		{"query is empty", object("query", "", "html", html), "invalid_value", "query", "empty"},
		{"query is blank", object("query", " \n\t ", "html", html), "invalid_value", "query", "empty"},
		{"query too long", object("query", "{ a"+strings.Repeat(" ", 64<<10)+"}", "html", html), "out_of_range", "query", "64 KiB"},
		{"query too deep", object("query", deep, "html", html), "out_of_range", "query", "65"},
		{"query with too many fields", object("query", "{"+many.String()+"}", "html", html), "out_of_range", "query", "2001"},
		{"query with a syntax error", object("query", "{ a[ }", "html", html), "invalid_query", "query", "row 1"},
		{"query of nothing", object("query", "{}", "html", html), "invalid_query", "query", "row 1"},
		{"prompt is a boolean", object("prompt", true, "html", html), "invalid_type", "prompt", "boolean"},
		{"prompt is blank", object("prompt", "  ", "html", html), "invalid_value", "prompt", "empty"},
		{"prompt too long", object("prompt", strings.Repeat("names ", 11000), "html", html), "out_of_range", "prompt", "64 KiB"},
		{"prompt that names nothing", object("prompt", "?!", "html", html), "invalid_prompt", "prompt", ""},
		{"prompt of the wrong type beside a good query", object("query", query, "prompt", 5, "html", html), "invalid_type", "prompt", "number"},
		{"bad query beside a good prompt", object("query", "{", "prompt", "names", "html", html), "invalid_query", "query", ""},
		{"html of the wrong type beside a good url", object("query", query, "url", "http://example.com", "html", 5), "invalid_type", "html", "number"},

		{"neither url nor html", object("query", query), "missing_field", "url", "html"},
		{"url and html null", object("query", query, "url", nil, "html", nil), "missing_field", "url", "html"},
		{"url is a number", object("query", query, "url", 1), "invalid_type", "url", "number"},
		{"url is empty", object("query", query, "url", ""), "invalid_value", "url", "empty"},
		{"url is blank", object("query", query, "url", "  "), "invalid_value", "url", "empty"},
		{"url without a scheme", object("query", query, "url", "example.com/x"), "unsupported_scheme", "url", "http://"},
		{"url of numbers, a port and no scheme", object("query", query, "url", "127.0.0.1:80/x"), "unsupported_scheme", "url", "http:// or https://"},
		{"url of IPv6 numbers and no scheme", object("query", query, "url", "[::1]:80/x"), "unsupported_scheme", "url", "http:// or https://"},
		{"url with a port and no scheme", object("query", query, "url", "localhost:8080"), "unsupported_scheme", "url", "localhost"},
		{"url of a file", object("query", query, "url", "file:///etc/passwd"), "unsupported_scheme", "url", "file"},
		{"url of a file in capitals", object("query", query, "url", "FILE:///etc/passwd"), "unsupported_scheme", "url", "file"},
		{"url of chrome", object("query", query, "url", "chrome://version"), "unsupported_scheme", "url", "chrome"},
		{"url of view-source", object("query", query, "url", "view-source:http://example.com"), "unsupported_scheme", "url", "view-source"},
		{"url of javascript", object("query", query, "url", "javascript:alert(1)"), "unsupported_scheme", "url", "javascript"},
		{"url of data", object("query", query, "url", "data:text/html,x"), "unsupported_scheme", "url", "data"},
		{"url of ftp", object("query", query, "url", "ftp://example.com"), "unsupported_scheme", "url", "ftp"},
		{"url without a host", object("query", query, "url", "http:///path"), "invalid_value", "url", "host"},
		{"url that is none", object("query", query, "url", "http://exa mple.com"), "invalid_value", "url", ""},
		{"url with a bad port", object("query", query, "url", "http://example.com:99999/"), "invalid_value", "url", "port"},
		{"url of a bad scheme beside html", object("query", query, "url", "file:///x", "html", html), "unsupported_scheme", "url", "file"},
		{"html is an object", object("query", query, "html", map[string]any{}), "invalid_type", "html", "object"},
		{"html is empty", object("query", query, "html", ""), "invalid_value", "html", "empty"},

		{"params is an array", object("query", query, "html", html, "params", []int{}), "invalid_type", "params", "array"},
		{"params is a string", object("query", query, "html", html, "params", "{}"), "invalid_type", "params", "string"},
		{"wait_for is a string", params("wait_for", "3"), "invalid_type", "params.wait_for", "string"},
		{"wait_for is negative", params("wait_for", -0.5), "out_of_range", "params.wait_for", "-0.5"},
		{"wait_for too long", params("wait_for", 10.01), "out_of_range", "params.wait_for", "10.01"},
		{"wait_for beyond all numbers", strings.Replace(params("wait_for", 7), "7", "1e999", 1), "out_of_range", "params.wait_for", "1e999"},
		{"scroll is a number", params("is_scroll_to_bottom_enabled", 1), "invalid_type", "params.is_scroll_to_bottom_enabled", "number"},
		{"scroll is a string", params("is_scroll_to_bottom_enabled", "true"), "invalid_type", "params.is_scroll_to_bottom_enabled", "string"},
		{"mode is a boolean", params("mode", false), "invalid_type", "params.mode", "boolean"},
		{"mode is unknown", params("mode", "turbo"), "invalid_value", "params.mode", `"fast" or "standard"`},
		{"mode in capitals", params("mode", "FAST"), "invalid_value", "params.mode", "FAST"},
		{"mode is empty", params("mode", ""), "invalid_value", "params.mode", `""`},
		{"screenshot is a string", params("is_screenshot_enabled", "no"), "invalid_type", "params.is_screenshot_enabled", "string"},
		{"profile is a number", params("browser_profile", 2), "invalid_type", "params.browser_profile", "number"},
		{"profile is unknown", params("browser_profile", "dark"), "invalid_value", "params.browser_profile", `"light" or "stealth"`},
		{"evidence is a number", params("is_evidence_enabled", 1), "invalid_type", "params.is_evidence_enabled", "number"},

		{"proxy is a string", params("proxy", "http://proxy"), "invalid_type", "params.proxy", "string"},
		{"proxy without a type", proxy("url", "http://proxy:80"), "missing_field", "params.proxy.type", "custom"},
		{"proxy of an unknown type", proxy("type", "tor"), "invalid_value", "params.proxy.type", "tor"},
		{"proxy type is a number", proxy("type", 1), "invalid_type", "params.proxy.type", "number"},
		{"managed with a url", managed("url", "http://proxy:80"), "invalid_value", "params.proxy.url", "managed"},
		{"managed with a user name", managed("username", "me"), "invalid_value", "params.proxy.username", "managed"},
		{"managed with a password", managed("password", "pass"), "invalid_value", "params.proxy.password", "managed"},
		{"managed in a country of three letters", managed("country_code", "DEU"), "invalid_value", "params.proxy.country_code", "DEU"},
		{"managed in a country of digits", managed("country_code", "49"), "invalid_value", "params.proxy.country_code", "49"},
		{"managed in a country that is a number", managed("country_code", 49), "invalid_type", "params.proxy.country_code", "number"},
		{"managed in a country", managed("country_code", "de"), "no_managed_proxy", "params.proxy.country_code", "no managed proxies"},
		{"custom with a country", custom("url", "http://proxy:80", "country_code", "DE"), "invalid_value", "params.proxy.country_code", "custom"},
		{"custom without a url", custom("username", "me"), "missing_field", "params.proxy.url", ""},
		{"custom with an empty url", custom("url", ""), "missing_field", "params.proxy.url", ""},
		{"custom with a url that is a number", custom("url", 8080), "invalid_type", "params.proxy.url", "number"},
		{"custom of another scheme", custom("url", "ftp://proxy:21"), "invalid_value", "params.proxy.url", "socks5"},
		{"custom without a scheme", custom("url", "proxy:8080"), "invalid_value", "params.proxy.url", "http://"},
		{"custom without a host", custom("url", "http://:8080"), "invalid_value", "params.proxy.url", "host"},
		{"custom with a user name that is a number", custom("url", "http://proxy:80", "username", 7), "invalid_type", "params.proxy.username", "number"},
		{"custom with a password that is an array", custom("url", "http://proxy:80", "password", []int{1}), "invalid_type", "params.proxy.password", "array"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := s.in(t)
			body := s.failed(s.query(test.body), 422, test.code)
			if field := deref(body.Field); field != test.field {
				t.Errorf("field = %q, want %q (%s)", field, test.field, body.ErrorInfo)
			}
			for _, want := range []string{test.field, test.says} {
				if !strings.Contains(body.ErrorInfo, want) {
					t.Errorf("error_info = %q, want it to mention %q", body.ErrorInfo, want)
				}
			}
			if (body.Position != nil) != (test.code == "invalid_query") {
				t.Errorf("position = %v for %s", body.Position, test.code)
			}
		})
	}
	if used := s.used(); used != 0 {
		t.Errorf("invalid requests used %d calls", used)
	}
}

func TestQueryErrorHasItsPosition(t *testing.T) {
	t.Parallel()
	s := start(t)
	body := s.failed(s.query(object("query", "{\n  title\n  größe;\n}", "html", "<p>x</p>")), 422, "invalid_query")
	if body.Position == nil || body.Position.Row != 3 || body.Position.Column != 8 {
		t.Errorf("position = %+v, want row 3, column 8 (%s)", body.Position, body.ErrorInfo)
	}
	if !strings.Contains(body.ErrorInfo, "row 3, column 8") {
		t.Errorf("error_info = %q, want the position in it", body.ErrorInfo)
	}
}

func TestMalformedBodyHasItsPosition(t *testing.T) {
	t.Parallel()
	s := start(t)
	for _, test := range []struct {
		name, body  string
		row, column int
	}{
		{"comma missing", "{\n  \"quéry\": \"{ a }\" \"html\": 1}", 2, 20},
		{"cut short", `{"query": "{ a }"`, 1, 18},
		{"more after it", "{} {}", 1, 4},
		{"no JSON at all", "query=x", 1, 1},
		{"bare word as value", `{"query": nul}`, 1, 14},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := s.in(t)
			body := s.failed(s.query(test.body), 400, "malformed_json")
			if body.Position == nil || body.Position.Row != test.row || body.Position.Column != test.column {
				t.Errorf("position = %+v, want row %d, column %d (%s)", body.Position, test.row, test.column, body.ErrorInfo)
			}
			if body.Field != nil {
				t.Errorf("field = %q, want null", *body.Field)
			}
		})
	}
}

// TestKeyTwice has a key twice in each object of a request, on its way through the
// service: of two values neither is taken.
func TestKeyTwice(t *testing.T) {
	t.Parallel()
	s := start(t, withSessions(t, 1))
	for _, test := range []struct {
		path, body, field string
		column            int
	}{
		{"/v1/query-data", `{"query":"{","query":"{ title }","html":"<h1>x</h1>"}`, "query", 14},
		{"/v1/query-data", `{"query":"{ a }","html":"x","quer\u0079":"{ b }"}`, "query", 29},
		{"/v1/query-data", `{"query":"{ a }","html":"x","params":{},"params":{}}`, "params", 41},
		{"/v1/query-data", `{"query":"{ a }","html":"x","params":{"mode":"fast","mode":null}}`, "params.mode", 53},
		{"/v1/query-data", `{"query":"{ a }","html":"x","params":{"proxy":{"type":"custom","url":"http://a","url":"http://b"}}}`, "params.proxy.url", 81},
		{"/v1/managed/sessions", `{"browser_profile":"light","browser_profile":"stealth"}`, "browser_profile", 28},
		{"/v1/managed/sessions", `{"proxy":{"type":"managed","type":"custom"}}`, "proxy.type", 28},
	} {
		s := s.in(t)
		body := s.failed(s.send(http.MethodPost, test.path, strings.NewReader(test.body)), 400, "malformed_json")
		if deref(body.Field) != test.field || !strings.Contains(body.ErrorInfo, test.field) {
			t.Errorf("%s: field %q: %s", test.body, deref(body.Field), body.ErrorInfo)
		}
		if p := body.Position; p == nil || p.Row != 1 || p.Column != test.column {
			t.Errorf("%s: position %+v, want column %d", test.body, p, test.column)
		}
	}
	if used := s.used(); used != 0 {
		t.Errorf("%d calls used", used)
	}
}

// in returns the service with its checks bound to a subtest.
func (s *service) in(t *testing.T) *service {
	sub := *s
	sub.t = t
	return &sub
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
