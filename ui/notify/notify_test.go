package notify

import (
	"bytes"
	"strings"
	"testing"
)

func TestTell(t *testing.T) {
	for _, test := range []struct {
		name string
		env  map[string]string
		want string
	}{
		{"some xterm", map[string]string{"TERM": "xterm-256color"}, "\x1b]9;as;say: changed\a\a"},
		{"iTerm", map[string]string{"TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"}, "\x1b]9;as;say: changed\a\a"},
		{"kitty", map[string]string{"TERM": "xterm-kitty"}, "\x1b]9;as;say: changed\a\a"},
		{"foot", map[string]string{"TERM": "foot-extra"}, "\x1b]777;notify;as,say;changed\a\a"},
		{"VTE", map[string]string{"TERM": "xterm-256color", "VTE_VERSION": "7600"}, "\x1b]777;notify;as,say;changed\a\a"},
		{"ghostty", map[string]string{"TERM": "xterm-ghostty", "TERM_PROGRAM": "ghostty"}, "\x1b]777;notify;as,say;changed\a\a"},
		{"tmux", map[string]string{"TERM": "tmux-256color", "TMUX": "/tmp/s,1,0"}, "\x1bPtmux;\x1b\x1b]9;as;say: changed\a\x1b\\\a"},
		{"screen", map[string]string{"TERM": "screen.xterm"}, "\x1bP\x1b]9;as;say: changed\a\x1b\\\a"},
		{"console", map[string]string{"TERM": "linux"}, "\a"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			n := New(&out)
			n.getenv = func(name string) string { return test.env[name] }
			if err := n.Tell("as;say", "changed"); err != nil {
				t.Fatal(err)
			}
			if got := out.String(); got != test.want {
				t.Errorf("it writes %q, want %q", got, test.want)
			}
		})
	}
}

func TestTextIsClean(t *testing.T) {
	for text, want := range map[string]string{
		"two\nlines\tof  it":           "two lines of it",
		"a\x1b]0;x\ab\u009b31m\u202ec": "a]0;xb31mc",
		"bad \xff bytes\u2028end":      "bad  bytes end",
		strings.Repeat("é", 1000):      strings.Repeat("é", Longest) + "…",
		"família 👩‍👩‍👧 1,234 €; 日本語":   "família 👩👩👧 1,234 €; 日本語",
	} {
		if got := clean(text); got != want {
			t.Errorf("clean(%q) is %q, want %q", text, got, want)
		}
	}
}
