package egress

import (
	"errors"
	"fmt"
	"syscall"
)

// Kind says why there is no connection.
type Kind uint8

// The kinds of errors.
const (
	Refused      Kind = iota // the policy does not allow the address
	NotFound                 // the name does not resolve
	Unreachable              // no connection: refused, reset, no route
	TimedOut                 // no connection in time
	ProxyRefused             // the policy does not allow the upstream proxy's address
	ProxyFailed              // the upstream proxy could not be reached or failed
	ProxyAuth                // the upstream proxy did not accept the credentials
)

// String returns the kind as lower-case words.
func (k Kind) String() string {
	return [...]string{"refused", "not found", "unreachable", "timed out", "proxy refused", "proxy failed", "proxy authentication"}[k]
}

// Error is a connection that was not made.
type Error struct {
	Kind   Kind
	Target string // what was to be reached, host:port
	Reason string // what was wrong, a clause without credentials
	Err    error  // the cause, or nil
}

// Error returns the target and the reason.
func (e *Error) Error() string { return fmt.Sprintf("%s: %s", e.Target, e.Reason) }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// NetError returns what Chromium calls such an error when it makes its connections
// itself, such as net::ERR_NAME_NOT_RESOLVED.
func (e *Error) NetError() string {
	switch e.Kind {
	case Refused:
		return "net::ERR_BLOCKED_BY_ADMINISTRATOR"
	case NotFound:
		return "net::ERR_NAME_NOT_RESOLVED"
	case TimedOut:
		return "net::ERR_CONNECTION_TIMED_OUT"
	case ProxyAuth:
		return "net::ERR_PROXY_AUTH_REQUESTED"
	case ProxyRefused:
		return "net::ERR_PROXY_CONNECTION_FAILED"
	case ProxyFailed:
		if isProxyFault(e) {
			return "net::ERR_PROXY_CONNECTION_FAILED"
		}
		return "net::ERR_TUNNEL_CONNECTION_FAILED" // the proxy could not reach the site
	}
	switch {
	case errors.Is(e, syscall.ECONNREFUSED):
		return "net::ERR_CONNECTION_REFUSED"
	case errors.Is(e, syscall.ECONNRESET):
		return "net::ERR_CONNECTION_RESET"
	case errors.Is(e, syscall.EHOSTUNREACH), errors.Is(e, syscall.ENETUNREACH):
		return "net::ERR_ADDRESS_UNREACHABLE"
	}
	return "net::ERR_EMPTY_RESPONSE" // there was a connection, but no answer
}
