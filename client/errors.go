package client

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"assay/query"
	"assay/wire"
)

// What callers tell errors apart by, with errors.Is. The first four match an
// *Error by its status, the fifth a *TransportError. A call that took too long
// matches context.DeadlineExceeded, a cancelled one context.Canceled.
var (
	ErrUnauthorized   = errors.New("the API key is not accepted")        // 401
	ErrQuotaExhausted = errors.New("the quota is exhausted")             // 402
	ErrBusy           = errors.New("too many calls at once")             // 429
	ErrUnavailable    = errors.New("the service is not able to do this") // 503
	ErrUnreachable    = errors.New("the service cannot be reached")      // no answer at all
)

var (
	errTimeout  = errors.New("the time limit of the call has passed")
	errTooLarge = fmt.Errorf("the answer is larger than %d MiB", maxResponse>>20)
)

// Error is an answer that says the call failed, or one that does not keep the
// contract.
type Error struct {
	Status     int             // HTTP status
	Code       string          // the service's word for it, such as quota_exhausted; "" if it gave none
	Message    string          // one readable sentence, no control characters
	Field      string          // the request's field at fault, such as params.wait_for, or ""
	Position   *query.Position // in the query, of a query that does not parse; no byte offset; else nil
	RequestID  string          // to ask the service's operator about, or ""
	RetryAfter time.Duration   // how long to wait before trying again; 0 if nothing was said
}

// Error gives the message, the field and the status.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Message)
	fmt.Fprintf(&b, " (HTTP %d", e.Status)
	if e.Code != "" {
		b.WriteString(" " + e.Code)
	}
	if e.Field != "" && !strings.Contains(e.Message, e.Field) {
		b.WriteString(", field " + e.Field)
	}
	if e.RetryAfter > 0 {
		fmt.Fprintf(&b, ", try again in %v", e.RetryAfter.Round(time.Second))
	}
	b.WriteString(")")
	return b.String()
}

// Is makes errors.Is tell errors apart by status.
func (e *Error) Is(target error) bool {
	switch target {
	case ErrUnauthorized:
		return e.Status == http.StatusUnauthorized
	case ErrQuotaExhausted:
		return e.Status == http.StatusPaymentRequired
	case ErrBusy:
		return e.Status == http.StatusTooManyRequests
	case ErrUnavailable:
		return e.Status == http.StatusServiceUnavailable
	}
	return false
}

// TransportError is a call that got no answer, or only a part of one.
type TransportError struct {
	Message string // what happened and what to do; without the API key
	err     error
	reached bool
}

// Error gives the message.
func (e *TransportError) Error() string { return e.Message }

// Unwrap gives the cause. It never holds the address of the call, which for
// usage has the API key in it.
func (e *TransportError) Unwrap() error { return e.err }

// Is reports whether the target is ErrUnreachable and the service was not
// reached.
func (e *TransportError) Is(target error) bool { return target == ErrUnreachable && !e.reached }

// transportError explains why there was no answer.
func (c *Client) transportError(ctx context.Context, err error) error {
	for {
		var wrapped *url.Error
		if !errors.As(err, &wrapped) {
			break
		}
		err = wrapped.Err
	}
	t := &TransportError{err: err, reached: true}
	host := c.base.Host
	var (
		dns       *net.DNSError
		authority x509.UnknownAuthorityError
		hostname  x509.HostnameError
		invalid   x509.CertificateInvalidError
		record    tls.RecordHeaderError
		op        *net.OpError
		local     *localError
	)
	switch {
	case errors.As(err, &local):
		t.Message = local.Error()
	case context.Cause(ctx) == errTimeout:
		t.err = context.DeadlineExceeded
		t.Message = fmt.Sprintf("no answer from %s within %v", c.base, c.timeout)
	case errors.Is(ctx.Err(), context.Canceled):
		t.err = context.Canceled
		t.Message = "the call was cancelled"
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		t.err = context.DeadlineExceeded
		t.Message = fmt.Sprintf("no answer from %s in the time given", c.base)
	case errors.Is(err, errTooLarge):
		t.Message = err.Error() + ": ask for less"
	case errors.Is(err, errRefused):
		t.reached = false
		t.Message = fmt.Sprintf("nothing listens at %s: is the service running there? (connection refused)", c.base)
	case errors.As(err, &dns):
		t.reached = false
		t.Message = fmt.Sprintf("the name %s does not resolve: check the base URL and the network", dns.Name)
	case errors.As(err, &authority):
		t.reached = false
		t.Message = fmt.Sprintf("the certificate of %s is signed by an unknown authority: give that authority's certificate with --ca-file", host)
	case errors.As(err, &hostname):
		t.reached = false
		t.Message = fmt.Sprintf("the certificate of %s is for another name: %v", host, hostname)
	case errors.As(err, &invalid):
		t.reached = false
		t.Message = fmt.Sprintf("the certificate of %s is not valid: %v", host, invalid)
	case errors.As(err, &record), strings.Contains(err.Error(), "HTTP response to HTTPS client"):
		t.reached = false
		t.Message = fmt.Sprintf("%s does not speak TLS: use http:// in the base URL", host)
	case errors.As(err, &op) && (op.Op == "dial" || op.Op == "proxyconnect"):
		t.reached = false
		t.Message = fmt.Sprintf("cannot connect to %s: %v", c.base, err)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, errReset), errors.Is(err, errBroken):
		t.Message = fmt.Sprintf("%s closed the connection before it had answered: was it stopped?", c.base)
	default:
		t.Message = fmt.Sprintf("calling %s: %v", c.base, err)
	}
	if clean := c.redact(t.Message); clean != t.Message || c.redact(t.err.Error()) != t.err.Error() {
		t.Message, t.err = clean, nil
	}
	return t
}

// redact takes the API key out of a text.
func (c *Client) redact(s string) string {
	const mask = "••••"
	s = strings.ReplaceAll(s, url.QueryEscape(c.key), mask)
	return strings.ReplaceAll(s, c.key, mask)
}

// maxErrorBody is how much of an error's body is read, in bytes.
const maxErrorBody = 1 << 20

// readError makes an Error of an answer whose status is no success.
func (c *Client) readError(response *http.Response) *Error {
	e := &Error{
		Status:     response.StatusCode,
		RequestID:  response.Header.Get("X-Request-Id"),
		RetryAfter: retryAfter(response.Header.Get("Retry-After"), time.Now()),
	}
	// What could be read of a body that breaks off is still worth showing.
	data, _ := io.ReadAll(io.LimitReader(response.Body, maxErrorBody))
	e.readBody(data)
	if e.Message == "" {
		e.Message = c.describe(response, data)
	}
	e.Message = c.redact(sentence(e.Message))
	return e
}

// readBody reads the contract's error body, and what comes close to it.
func (e *Error) readBody(data []byte) {
	var members map[string]json.RawMessage
	if json.Unmarshal(data, &members) != nil {
		return
	}
	for _, name := range [...]string{"error_info", "detail", "message", "error"} {
		if e.Message = messageOf(members[name]); e.Message != "" {
			break
		}
	}
	_ = json.Unmarshal(members["code"], &e.Code)
	_ = json.Unmarshal(members["field"], &e.Field)
	var position query.Position
	if json.Unmarshal(members["position"], &position) == nil && position.Row > 0 {
		e.Position = &position
	}
	var metadata wire.ErrorMetadata
	if json.Unmarshal(members["metadata"], &metadata) == nil && metadata.RequestID != "" {
		e.RequestID = metadata.RequestID
	}
}

// messageOf makes a sentence of what services put where a message belongs: a
// string, a list of them, or objects with the message inside.
func messageOf(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil {
		var parts []string
		for _, item := range list {
			if part := messageOf(item); part != "" {
				parts = append(parts, part)
			}
		}
		return strings.Join(parts, "; ")
	}
	var object map[string]json.RawMessage
	if json.Unmarshal(raw, &object) == nil && len(object) > 0 {
		for _, name := range [...]string{"error_info", "message", "msg", "detail", "error"} {
			if text := messageOf(object[name]); text != "" {
				if where := location(object["loc"]); where != "" {
					return where + ": " + text
				}
				return text
			}
		}
		return string(raw)
	}
	return ""
}

// location reads the path of a field as validators give it: ["body", "url"].
func location(raw json.RawMessage) string {
	var steps []any
	if json.Unmarshal(raw, &steps) != nil {
		return ""
	}
	names := make([]string, len(steps))
	for i, step := range steps {
		names[i] = fmt.Sprint(step)
	}
	return strings.Join(names, ".")
}

// describe says what there is to say of an answer without a message.
func (c *Client) describe(response *http.Response, body []byte) string {
	status := strings.TrimSpace(strconv.Itoa(response.StatusCode) + " " + http.StatusText(response.StatusCode))
	if response.StatusCode >= 300 && response.StatusCode < 400 {
		if to, err := response.Location(); err == nil {
			to.RawQuery, to.User, to.Fragment = "", nil, ""
			return fmt.Sprintf("%s sends its callers on to %s: set the base URL to where the service is", c.base, to)
		}
	}
	text := strings.TrimSpace(string(body))
	switch {
	case text == "" || text[0] == '{' || text[0] == '[':
		return fmt.Sprintf("%s answered %s without saying why", c.base, status)
	case text[0] == '<':
		return fmt.Sprintf("%s answered %s with a web page: is that the address of the service?", c.base, status)
	}
	return fmt.Sprintf("%s answered %s: %s", c.base, status, text)
}

// badAnswer makes an Error of a success that does not keep the contract.
func (c *Client) badAnswer(response *http.Response, data []byte, err error) *Error {
	e := &Error{Status: response.StatusCode, Code: "bad_answer", RequestID: response.Header.Get("X-Request-Id")}
	text := strings.TrimSpace(string(data[:min(len(data), 64)]))
	var syntax *json.SyntaxError
	switch {
	case text == "":
		e.Message = fmt.Sprintf("%s answered with nothing", c.base)
	case text[0] == '<':
		e.Message = fmt.Sprintf("%s answered with a web page: is that the address of the service?", c.base)
	case errors.As(err, &syntax):
		e.Message = fmt.Sprintf("the answer of %s is not JSON: %v at byte %d", c.base, err, syntax.Offset)
	default:
		e.Message = fmt.Sprintf("the answer of %s does not keep the contract: %v", c.base, err)
	}
	e.Message = c.redact(sentence(e.Message))
	return e
}

// sentence makes one line of at most 1,000 characters without control
// characters.
func sentence(s string) string {
	const limit = 1000
	s = strings.Join(strings.FieldsFunc(strings.ToValidUTF8(s, "\ufffd"), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r)
	}), " ")
	if utf8.RuneCountInString(s) > limit {
		return string([]rune(s)[:limit]) + "…"
	}
	return s
}

// retryAfter reads a Retry-After header: seconds or a date.
func retryAfter(value string, now time.Time) time.Duration {
	if seconds, err := strconv.Atoi(value); err == nil {
		return time.Duration(max(0, seconds)) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}
