package datadir

import (
	"fmt"
	"log/slog"
)

// Secret is a string that does not show itself: printed, logged or encoded in
// any way it is a mask. Only Reveal gives the value.
type Secret struct{ value string }

// NewSecret wraps value.
func NewSecret(value string) Secret { return Secret{value} }

// Reveal returns the value, to be sent to the service and nowhere else.
func (s Secret) Reveal() string { return s.value }

// IsZero reports whether there is no value.
func (s Secret) IsZero() bool { return s.value == "" }

// String returns the mask: "" for no value, else four asterisks, followed by
// the last four characters of a value long enough to stay secret without them.
func (s Secret) String() string {
	switch {
	case s.value == "":
		return ""
	case len(s.value) < 20:
		return "****"
	default:
		return "****" + s.value[len(s.value)-4:]
	}
}

// Format writes the mask, whatever the verb.
func (s Secret) Format(f fmt.State, _ rune) { fmt.Fprint(f, s.String()) }

// LogValue is the mask.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// MarshalText is the mask.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }
