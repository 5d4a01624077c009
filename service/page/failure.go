package page

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"assay/service/browser"
	"assay/service/egress"
)

// failure says why the page's own document could not be had. What the way out
// recorded comes first; the browser's own error is for what happens above it.
func (v *visit) failure() error {
	v.mu.Lock()
	main := v.main
	v.mu.Unlock()
	if main.failure == "net::ERR_HTTP_RESPONSE_CODE_FAILURE" {
		return errEmpty
	}
	if failure := v.tab.Gate.Failure(main.url); failure != nil {
		return dialError(host(main.url), failure)
	}
	return browserError(main)
}

// dialError is the error of a connection that the way out could not make.
func dialError(host string, failure *egress.Error) *Error {
	e := &Error{Err: failure}
	switch failure.Kind {
	case egress.Refused:
		e.Kind, e.Message = Forbidden, fmt.Sprintf("This service may not visit %s: %s.", host, failure.Reason)
	case egress.TimedOut:
		e.Kind, e.Message = Timeout, fmt.Sprintf("%s could not be reached: %s.", host, failure.Reason)
	case egress.ProxyRefused:
		e.Kind, e.Message = ProxyForbidden, fmt.Sprintf("%s could not be visited: %s.", host, failure.Reason)
	case egress.ProxyFailed, egress.ProxyAuth:
		e.Kind, e.Message = ProxyFailed, fmt.Sprintf("%s could not be reached through the proxy: %s.", host, failure.Reason)
	default:
		e.Kind, e.Message = Unreachable, fmt.Sprintf("%s could not be reached: %s.", host, failure.Reason)
	}
	return e
}

// browserError is the error of a navigation that failed in the browser.
func browserError(main mainRequest) *Error {
	code := strings.TrimPrefix(main.failure, "net::")
	e := &Error{Kind: Unreachable, Err: errors.New(main.failure)}
	site := host(main.url)
	switch {
	case main.status == 204 || main.status == 205:
		e.Kind, e.Message = BadInput, fmt.Sprintf("%s answered without a page (status %d).", site, main.status)
	case code == "ERR_ABORTED" && (main.download || main.mime != ""):
		e.Kind, e.Message = BadInput, fmt.Sprintf("%s offers a file to download (%s), not a page.", site, main.mime)
	case code == "ERR_ABORTED":
		e.Message = fmt.Sprintf("%s gave up loading the page.", site)
	case strings.HasPrefix(code, "ERR_CERT_"):
		e.Message = fmt.Sprintf("%s could not be reached: its certificate is not valid (%s).", site, words(code, "ERR_CERT_"))
	case strings.HasPrefix(code, "ERR_SSL_"), code == "ERR_BAD_SSL_CLIENT_AUTH_CERT":
		e.Message = fmt.Sprintf("%s could not be reached: TLS failed (%s).", site, words(code, "ERR_SSL_"))
	case code == "ERR_TOO_MANY_REDIRECTS":
		e.Message = fmt.Sprintf("%s redirects without end.", site)
	case code == "ERR_TIMED_OUT", code == "ERR_CONNECTION_TIMED_OUT":
		e.Kind, e.Message = Timeout, fmt.Sprintf("%s did not answer in time.", site)
	case code == "ERR_UNSAFE_PORT", code == "ERR_UNSAFE_REDIRECT", code == "ERR_UNKNOWN_URL_SCHEME",
		code == "ERR_DISALLOWED_URL_SCHEME", code == "ERR_BLOCKED_BY_CLIENT", code == "ERR_BLOCKED_BY_ADMINISTRATOR":
		e.Kind, e.Message = Forbidden, fmt.Sprintf("This service may not visit %s (%s).", site, words(code, "ERR_"))
	case code == "ERR_CONTENT_DECODING_FAILED":
		e.Message = fmt.Sprintf("%s sent a page that cannot be decoded: it is not compressed as its Content-Encoding says.", site)
	case code == "":
		e.Message = fmt.Sprintf("%s could not be loaded.", site)
	default:
		e.Message = fmt.Sprintf("%s could not be reached: %s.", site, words(code, "ERR_"))
	}
	return e
}

// words turns a code such as ERR_CERT_DATE_INVALID into words.
func words(code, prefix string) string {
	return strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(code, prefix), "_", " "))
}

func (v *visit) tooLargeError() *Error {
	return &Error{Kind: TooLarge, Message: fmt.Sprintf("The page at %s is larger than this service reads.", host(v.address()))}
}

// explain turns any error of loading into what Load returns.
func explain(ctx context.Context, request Request, err error) error {
	if known, ok := errors.AsType[*Error](err); ok {
		return known
	}
	site := "the page"
	if request.URL != nil {
		site = request.URL.Host
	}
	switch {
	case errors.Is(ctx.Err(), context.Canceled), errors.Is(err, context.Canceled):
		return context.Canceled
	case errors.Is(err, context.DeadlineExceeded):
		return &Error{Kind: Timeout, Message: fmt.Sprintf("Loading %s took too long.", site), Err: err}
	case errors.Is(err, browser.ErrMissing):
		return &Error{Kind: Missing, Message: sentence(err.Error()), Err: err}
	case errors.Is(err, browser.ErrClosed):
		return &Error{Kind: Closed, Message: "The service is shutting down.", Err: err}
	case errors.Is(err, browser.ErrMessageTooLarge):
		return &Error{Kind: TooLarge, Message: fmt.Sprintf("The page at %s is larger than this service reads.", site), Err: err}
	case errors.Is(err, browser.ErrCrashed):
		return &Error{Kind: Unreachable, Message: fmt.Sprintf("The browser could not bear the page at %s: it crashed.", site), Err: err}
	case errors.Is(err, browser.ErrGone), errors.Is(err, browser.ErrDetached):
		return &Error{Kind: Unreachable, Message: fmt.Sprintf("The browser ended while it loaded %s.", site), Err: err}
	case errors.Is(err, browser.ErrStart):
		return &Error{Kind: Missing, Message: "Chromium does not start on this machine: run `assay doctor`.", Err: err}
	}
	return &Error{Kind: Unreachable, Message: fmt.Sprintf("The browser could not load %s.", site), Err: err}
}

func sentence(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

// host returns the host of an address, for a message.
func host(address string) string {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Host == "" {
		return "the page"
	}
	return parsed.Host
}
