// Package client makes the calls of the extraction service over HTTP: one method a
// call, the stream of a session's live view, and typed errors. It works against any
// service that keeps the contract and knows nothing of how it is kept.
package client

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/http/httpproxy"

	"assay/wire"
)

// DefaultTimeout is how long a call may take if nothing else is said.
const DefaultTimeout = 300 * time.Second

// usagePath is the one path whose key goes into the query, as the contract has it.
const usagePath = "/v1/usage"

// maxResponse is the size, in bytes, above which an answer is refused.
const maxResponse = 256 << 20

// Config says where the service is and how to reach it. BaseURL and APIKey are
// required.
type Config struct {
	// BaseURL is the address before /v1: http or https, with or without a path
	// and a trailing slash.
	BaseURL string

	// APIKey is sent with every call. It is never part of an error.
	APIKey string

	// CAFile names a PEM file of certificate authorities to trust besides the
	// system's, or is "".
	CAFile string

	// Timeout bounds a call whose context has no deadline. 0 means
	// DefaultTimeout, less means no bound.
	Timeout time.Duration

	// UserAgent is sent as such; "" means "assay".
	UserAgent string

	// Transport replaces the HTTP transport. CAFile and the proxies of the
	// environment are then its own matter.
	Transport http.RoundTripper
}

// Client makes calls. It is safe for concurrent use.
type Client struct {
	base    *url.URL
	key     string
	timeout time.Duration
	agent   string
	caFile  string
	http    *http.Client
	live    func() (*http.Client, error) // for the hosts of sessions; made on first use

	life context.Context // until Close
	end  context.CancelFunc
}

// ErrNoKey is New's error for a configuration without a key.
var ErrNoKey = errors.New("the API key is missing: set ASSAY_API_KEY or put it in the profile")

// New returns a client, or an error that says what is wrong with the
// configuration. It does not touch the network.
//
// Proxies are taken from HTTP_PROXY, HTTPS_PROXY and NO_PROXY as they are now,
// but never for a service on this machine. Redirects are not followed: they
// would carry the key elsewhere.
func New(config Config) (*Client, error) {
	base, err := parseBaseURL(config.BaseURL)
	if err != nil {
		return nil, err
	}
	if config.APIKey == "" {
		return nil, ErrNoKey
	}
	if i := strings.IndexFunc(config.APIKey, func(r rune) bool { return r <= ' ' || r > '~' }); i >= 0 {
		return nil, errors.New("the API key has a character that no key has (a space, a row break or a letter beyond ASCII): copy it again")
	}
	c := &Client{
		base:    base,
		key:     config.APIKey,
		timeout: config.Timeout,
		agent:   config.UserAgent,
		caFile:  config.CAFile,
	}
	c.life, c.end = context.WithCancel(context.Background())
	if c.timeout == 0 {
		c.timeout = DefaultTimeout
	}
	if c.agent == "" {
		c.agent = "assay"
	}
	transport := config.Transport
	if transport == nil {
		if transport, err = NewTransport(base.Scheme == "https", config.CAFile); err != nil {
			return nil, err
		}
	}
	c.http = direct(transport)
	c.live = sync.OnceValues(func() (*http.Client, error) {
		if config.Transport != nil {
			return c.http, nil
		}
		transport, err := NewTransport(true, config.CAFile)
		if err != nil {
			return nil, err
		}
		return direct(transport), nil
	})
	return c, nil
}

// direct returns an HTTP client that follows no redirects.
func direct(transport http.RoundTripper) *http.Client {
	return &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// BaseURL returns the address of the service, without a trailing slash.
func (c *Client) BaseURL() string { return c.base.String() }

// CAFile returns the name of the file with the authorities that are trusted besides
// the system's, or "".
func (c *Client) CAFile() string { return c.caFile }

// Close cancels the calls that run and any to come.
func (c *Client) Close() {
	c.end()
	c.http.CloseIdleConnections()
}

// CloseIdleConnections closes connections that no call is using.
func (c *Client) CloseIdleConnections() { c.http.CloseIdleConnections() }

func parseBaseURL(s string) (*url.URL, error) {
	const example = ", such as https://service.example"
	s = strings.TrimSpace(s)
	if s == "" {
		return nil, errors.New("the base URL is missing: give the address of the service" + example)
	}
	u, err := url.Parse(s)
	switch {
	case err != nil:
		if parse, ok := errors.AsType[*url.Error](err); ok {
			err = parse.Err // without the address, which may hold a secret
		}
		return nil, fmt.Errorf("the base URL cannot be read: %w", err)
	case u.User != nil:
		return nil, errors.New("the base URL must not hold a user name or password: the API key is given apart")
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, fmt.Errorf("the base URL %q must begin with http:// or https://%s", s, example)
	case u.Hostname() == "":
		return nil, fmt.Errorf("the base URL %q names no host%s", s, example)
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return nil, errors.New(`the base URL must end before "?" and "#"` + example)
	}
	return &url.URL{Scheme: u.Scheme, Host: u.Host, Path: strings.TrimRight(u.Path, "/")}, nil
}

// NewTransport returns a transport that trusts the authorities of the CA file, if
// one is named; without TLS the file is only checked.
func NewTransport(usesTLS bool, caFile string) (*http.Transport, error) {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConnsPerHost = 8
	proxy := httpproxy.FromEnvironment().ProxyFunc()
	t.Proxy = func(r *http.Request) (*url.URL, error) {
		if wire.IsLoopback(r.URL.Hostname()) {
			return nil, nil
		}
		return proxy(r.URL)
	}
	if caFile == "" {
		return t, nil
	}
	pem, err := os.ReadFile(caFile)
	if err != nil {
		return nil, fmt.Errorf("reading the CA file: %w", err)
	}
	extra := x509.NewCertPool()
	if !extra.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("the CA file %s has no PEM certificate in it", caFile)
	}
	if !usesTLS {
		return t, nil // spares loading the system's authorities
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = extra
	} else {
		pool.AppendCertsFromPEM(pem)
	}
	t.TLSClientConfig = &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}
	return t, nil
}

// Query extracts data from a web page; with an address of wire.SessionAddress it is
// QuerySession.
func (c *Client) Query(ctx context.Context, request wire.QueryRequest) (*wire.QueryResponse, error) {
	if id, ask, ok := request.OfSession(); ok {
		if p := request.Params; p != nil && (p.ScrollToBottom || p.Proxy != nil || p.BrowserProfile == wire.ProfileStealth) {
			return nil, errors.New("the page of a session is asked as it stands: scrolling, browser profile and proxy are for pages that are loaded")
		}
		return c.QuerySession(ctx, id, ask)
	}
	return c.query(ctx, "/v1/query-data", jsonBody(request))
}

func (c *Client) query(ctx context.Context, path string, body body) (*wire.QueryResponse, error) {
	var response wire.QueryResponse
	if err := c.call(ctx, http.MethodPost, path, body, &response); err != nil {
		return nil, err
	}
	return &response, nil
}

// Usage reads what the subscription has left.
func (c *Client) Usage(ctx context.Context) (*wire.Usage, error) {
	var usage wire.Usage
	if err := c.call(ctx, http.MethodGet, usagePath, body{}, &usage); err != nil {
		return nil, err
	}
	return &usage, nil
}

// body is what a request carries.
type body struct {
	reader      io.Reader
	size        int64 // -1 if unknown
	contentType string
	err         error
}

func jsonBody(v any) body {
	text, err := wire.Marshal(v)
	if err != nil {
		return body{err: fmt.Errorf("encoding the request: %w", err)}
	}
	return body{bytes.NewReader(text), int64(len(text)), "application/json", nil}
}

// call makes one call and decodes its answer into v; nil takes any answer.
func (c *Client) call(ctx context.Context, method, path string, body body, v any) error {
	if body.err != nil {
		return body.err
	}
	if err := c.life.Err(); err != nil {
		return c.transportError(c.life, err)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	defer context.AfterFunc(c.life, stop)()
	if _, ok := ctx.Deadline(); !ok && c.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, c.timeout, errTimeout)
		defer cancel()
	}
	request, err := c.request(ctx, method, path, body)
	if err != nil {
		return err
	}
	response, err := c.http.Do(request)
	if err != nil {
		return c.transportError(ctx, err)
	}
	defer response.Body.Close()
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return c.readError(response)
	}
	data, err := readAll(response)
	if err != nil {
		return c.transportError(ctx, err)
	}
	if v == nil {
		return nil
	}
	if err := decode(data, v); err != nil {
		return c.badAnswer(response, data, err)
	}
	if usage, ok := v.(*wire.Usage); ok {
		var left int64
		if n, _ := fmt.Sscanf(response.Header.Get("RateLimit"), `"calls";r=%d`, &left); n == 1 {
			usage.KeyLeft = &left
		}
		usage.MaxPages, _ = strconv.Atoi(response.Header.Get(wire.MaxPagesHeader))
		usage.MaxUpload, _ = strconv.ParseInt(response.Header.Get(wire.MaxUploadHeader), 10, 64)
	}
	return nil
}

func (c *Client) request(ctx context.Context, method, path string, body body) (*http.Request, error) {
	target := *c.base
	target.Path += path
	if path == usagePath {
		target.RawQuery = url.Values{"api_key": {c.key}}.Encode()
	}
	request, err := http.NewRequestWithContext(ctx, method, target.String(), body.reader)
	if err != nil {
		return nil, errors.New("making the request: " + c.redact(err.Error()))
	}
	request.Header.Set("User-Agent", c.agent)
	request.Header.Set("Accept", "application/json")
	if path != usagePath {
		request.Header.Set("X-API-Key", c.key)
	}
	if body.reader != nil {
		request.Header.Set("Content-Type", body.contentType)
		request.ContentLength = body.size
	}
	return request, nil
}

// readAll reads an answer into memory.
func readAll(response *http.Response) ([]byte, error) {
	var b bytes.Buffer
	if n := response.ContentLength; n > maxResponse {
		return nil, errTooLarge
	} else if n > 0 {
		b.Grow(int(n) + bytes.MinRead)
	}
	n, err := b.ReadFrom(io.LimitReader(response.Body, maxResponse+1))
	if err != nil {
		return nil, err
	}
	if n > maxResponse {
		return nil, errTooLarge
	}
	return b.Bytes(), nil
}

// part is a member's value where it stands in an answer, which nothing else has.
type part []byte

// UnmarshalJSON does not copy the value, of which the data of a query can be large.
func (p *part) UnmarshalJSON(value []byte) error {
	*p = slices.Clip(value)
	return nil
}

// decode reads an answer, which it may keep, and checks that what must be in it is
// there.
func decode(data []byte, v any) error {
	target := v
	var parts struct {
		Data     part           `json:"data"`
		Metadata *wire.Metadata `json:"metadata"`
	}
	response, ofQuery := v.(*wire.QueryResponse)
	if ofQuery {
		parts.Metadata = &response.Metadata
		target = &parts
	}
	if err := json.Unmarshal(data, target); err != nil {
		return err
	}
	switch v := v.(type) {
	case *wire.QueryResponse:
		if v.Data = json.RawMessage(parts.Data); v.Data == nil {
			return errors.New(`it has no "data"`)
		}
	case *wire.Session:
		if v.CDPURL == "" || v.BaseURL == "" {
			return errors.New(`it has no "cdp_url" or no "base_url"`)
		}
	case *sessionList:
		if v.Sessions == nil {
			return errors.New(`it has no "sessions"`)
		}
	case *wire.SessionInfo:
		if v.ID == "" {
			return errors.New(`it has no "session_id"`)
		}
	}
	return nil
}
