package egress

import "fmt"

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
