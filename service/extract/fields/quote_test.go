package fields

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// TestQuote holds quote to what package json writes.
func TestQuote(t *testing.T) {
	var controls strings.Builder
	for c := range byte(0x80) {
		controls.WriteByte(c)
	}
	for _, s := range []string{
		"", "plain", `"quoted" \ and <b>&`, controls.String(), "Grüße, 世界 👍", "a\u2028b\u2029c\u2027d",
		"\xff broken \xe2\x80", "\ufffd", "line\nline\r\n\ttab", strings.Repeat("word\n", 1000),
	} {
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(s); err != nil {
			t.Fatal(err)
		}
		if got, want := Quote(s), strings.TrimSuffix(b.String(), "\n"); got != want {
			t.Errorf("Quote(%q) = %s, want %s", s, got, want)
		}
	}
}
