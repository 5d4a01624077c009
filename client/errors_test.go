package client_test

import (
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/client"
	"assay/query"
	"assay/wire"
)

var discard = log.New(io.Discard, "", 0)

func TestErrors(t *testing.T) {
	const body = `{"error_info":"wait_for must be at most 10","detail":"wait_for must be at most 10","code":"out_of_range","field":"params.wait_for","metadata":{"request_id":"` + requestID + `"}}`
	for _, test := range []struct {
		name   string
		status int
		header http.Header
		body   string
		want   client.Error
		is     error
	}{
		{"the contract's body", 422, nil, body,
			client.Error{Code: "out_of_range", Message: "wait_for must be at most 10", Field: "params.wait_for", RequestID: requestID}, nil},
		{"a position", 422, nil, `{"error_info":"expected a name","detail":"d","code":"invalid_query","field":"query","position":{"row":3,"column":7},"metadata":{"request_id":"r"}}`,
			client.Error{Code: "invalid_query", Message: "expected a name", Field: "query", RequestID: "r", Position: &query.Position{Row: 3, Column: 7}}, nil},
		{"nulls", 400, nil, `{"error_info":null,"detail":"broken JSON","code":null,"field":null,"position":null,"metadata":null}`,
			client.Error{Message: "broken JSON"}, nil},
		{"unauthorised", 401, http.Header{"X-Request-Id": {"from-header"}}, `{"error_info":"no such key"}`,
			client.Error{Message: "no such key", RequestID: "from-header"}, client.ErrUnauthorized},
		{"quota", 402, nil, `{"error_info":"the quota is exhausted","code":"quota_exhausted"}`,
			client.Error{Message: "the quota is exhausted", Code: "quota_exhausted"}, client.ErrQuotaExhausted},
		{"busy, in seconds", 429, http.Header{"Retry-After": {"7"}}, `{"error_info":"busy"}`,
			client.Error{Message: "busy", RetryAfter: 7 * time.Second}, client.ErrBusy},
		{"busy, with a date gone by", 429, http.Header{"Retry-After": {"Wed, 21 Oct 2015 07:28:00 GMT"}}, `{"error_info":"busy"}`,
			client.Error{Message: "busy"}, client.ErrBusy},
		{"unavailable", 503, nil, `{"error_info":"Chromium is missing"}`,
			client.Error{Message: "Chromium is missing"}, client.ErrUnavailable},
		{"a list of validation errors", 422, nil, `{"detail":[{"loc":["body","url"],"msg":"field required","type":"missing"},{"loc":["body",3],"msg":"too long"}]}`,
			client.Error{Message: "body.url: field required; body.3: too long"}, nil},
		{"an object", 500, nil, `{"error_info":{"message":"it broke"}}`, client.Error{Message: "it broke"}, nil},
		{"an object without a message", 500, nil, `{"detail":{"why":"unknown"}}`, client.Error{Message: `{"why":"unknown"}`}, nil},
		{"a nested error", 500, nil, `{"error":{"message":"it broke"}}`, client.Error{Message: "it broke"}, nil},
		{"numbers where words belong", 500, nil, `{"error_info":"it broke","code":17,"field":["a"],"position":"here","metadata":{"request_id":4}}`,
			client.Error{Message: "it broke"}, nil},
		{"a row of text", 502, nil, "upstream went away\n\x1b[31mnow\x00", client.Error{Message: "BASE answered 502 Bad Gateway: upstream went away [31mnow"}, nil},
		{"a web page", 502, nil, "<html><body>Bad gateway</body></html>", client.Error{Message: "BASE answered 502 Bad Gateway with a web page: is that the address of the service?"}, nil},
		{"nothing", 500, nil, "", client.Error{Message: "BASE answered 500 Internal Server Error without saying why"}, nil},
		{"an empty object", 404, nil, "{}", client.Error{Message: "BASE answered 404 Not Found without saying why"}, nil},
		{"broken JSON", 404, nil, `{"error_info":"x`, client.Error{Message: "BASE answered 404 Not Found without saying why"}, nil},
		{"a redirect", 308, http.Header{"Location": {"https://other.example/v1/query-data?api_key=k"}}, "",
			client.Error{Message: "BASE sends its callers on to https://other.example/v1/query-data: set the base URL to where the service is"}, nil},
		{"the key in the message", 400, nil, `{"error_info":"bad address ?api_key=` + url.QueryEscape(apiKey) + ` of ` + apiKey + `"}`,
			client.Error{Message: "bad address ?api_key=•••• of ••••"}, nil},
		{"a success that is a web page", 200, nil, "<!doctype html>", client.Error{Code: "bad_answer", Message: "BASE answered with a web page: is that the address of the service?"}, nil},
		{"a success with nothing", 200, nil, "", client.Error{Code: "bad_answer", Message: "BASE answered with nothing"}, nil},
		{"a success that is not JSON", 200, nil, `{"data":{}`, client.Error{Code: "bad_answer", Message: "the answer of BASE is not JSON: unexpected end of JSON input at byte 10"}, nil},
		{"a success without data", 200, nil, `{"metadata":{}}`, client.Error{Code: "bad_answer", Message: `the answer of BASE does not keep the contract: it has no "data"`}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
				for name, values := range test.header {
					w.Header()[name] = values
				}
				w.WriteHeader(test.status)
				io.WriteString(w, test.body)
			})
			_, err := c.Query(t.Context(), wire.QueryRequest{})
			var got *client.Error
			if !errors.As(err, &got) {
				t.Fatalf("Query gives %v, want a *client.Error", err)
			}
			want := test.want
			want.Status = test.status
			want.Message = strings.ReplaceAll(want.Message, "BASE", c.BaseURL())
			if diff := cmp.Diff(&want, got); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
			for _, sentinel := range []error{client.ErrUnauthorized, client.ErrQuotaExhausted, client.ErrBusy, client.ErrUnavailable, client.ErrUnreachable} {
				if is := errors.Is(err, sentinel); is != (sentinel == test.is) {
					t.Errorf("errors.Is(err, %q) is %v", sentinel, is)
				}
			}
		})
	}
}

func TestErrorText(t *testing.T) {
	err := &client.Error{Status: 422, Code: "out_of_range", Message: "too long", Field: "params.wait_for", RetryAfter: 3 * time.Second}
	if got, want := err.Error(), "too long (HTTP 422 out_of_range, field params.wait_for, try again in 3s)"; got != want {
		t.Errorf("Error() = %q, want %q", got, want)
	}
}

// checkTransport checks what every failure to get an answer has in common.
func checkTransport(t *testing.T, err error, want string, unreachable bool) {
	t.Helper()
	var transport *client.TransportError
	if !errors.As(err, &transport) {
		t.Fatalf("Usage gives %v, want a *client.TransportError of usage", err)
	}
	if !strings.Contains(err.Error(), want) {
		t.Errorf("Usage gives %q, want %q in it", err, want)
	}
	if is := errors.Is(err, client.ErrUnreachable); is != unreachable {
		t.Errorf("%q: unreachable is %v, want %v", err, is, unreachable)
	}
	for cause := error(transport); cause != nil; cause = errors.Unwrap(cause) {
		if s := cause.Error(); strings.Contains(s, apiKey) || strings.Contains(s, url.QueryEscape(apiKey)) || strings.Contains(s, "api_key") {
			t.Errorf("the error %q shows the key", s)
		}
	}
}

func TestTransportErrors(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	refused := "http://" + listener.Addr().String()
	listener.Close()

	plain := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer plain.Close()
	closing := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	defer closing.Close()
	cut := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		io.WriteString(w, `{"usage`)
	}))
	defer cut.Close()
	tls := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	tls.Config.ErrorLog = discard
	tls.StartTLS()
	defer tls.Close()

	for _, test := range []struct {
		name, base, want string
		unreachable      bool
	}{
		{"refused", refused, "nothing listens at " + refused + ": is the service running there?", true},
		{"no TLS", strings.Replace(plain.URL, "http:", "https:", 1), "does not speak TLS: use http://", true},
		{"unknown authority", tls.URL, "give that authority's certificate with --ca-file", true},
		{"closed", closing.URL, "closed the connection before it had answered", false},
		{"cut off", cut.URL, "closed the connection before it had answered", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, err := client.New(client.Config{BaseURL: test.base, APIKey: apiKey})
			if err != nil {
				t.Fatal(err)
			}
			_, err = c.Usage(t.Context())
			checkTransport(t, err, test.want, test.unreachable)
		})
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestTransportErrorsWithoutANetwork(t *testing.T) {
	for _, test := range []struct {
		name, want  string
		err         error
		unreachable bool
	}{
		{"no such name", "the name service.example does not resolve", &net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", Name: "service.example", IsNotFound: true}}, true},
		{"unroutable", "cannot connect to http://service.example", &net.OpError{Op: "dial", Err: errors.New("network is unreachable")}, true},
		{"the key in a cause", "odd: ••••", errors.New("odd: " + url.QueryEscape(apiKey)), false},
		{"an address in a cause", "no luck", &url.Error{Op: "Get", URL: "http://x/?api_key=" + apiKey, Err: errors.New("no luck")}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, err := client.New(client.Config{BaseURL: "http://service.example", APIKey: apiKey,
				Transport: roundTrip(func(*http.Request) (*http.Response, error) { return nil, test.err })})
			if err != nil {
				t.Fatal(err)
			}
			_, err = c.Usage(t.Context())
			checkTransport(t, err, test.want, test.unreachable)
		})
	}
}

func TestAnswerTooLarge(t *testing.T) {
	c, err := client.New(client.Config{BaseURL: "http://service.example", APIKey: apiKey,
		Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: 200, ContentLength: 1 << 40, Body: io.NopCloser(strings.NewReader("{")), Request: r}, nil
		})})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Usage(t.Context())
	checkTransport(t, err, "larger than 256 MiB", false)
}
