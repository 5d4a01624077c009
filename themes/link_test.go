package themes

import (
	"strings"
	"testing"

	"github.com/muesli/termenv"
)

func TestTerminalsWithLinks(t *testing.T) {
	for _, test := range []struct {
		name string
		env  map[string]string
		want bool
	}{
		{"kitty", map[string]string{"TERM": "xterm-kitty"}, true},
		{"iTerm", map[string]string{"TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"}, true},
		{"Windows Terminal", map[string]string{"TERM": "xterm-256color", "WT_SESSION": "1"}, true},
		{"GNOME Terminal", map[string]string{"TERM": "xterm-256color", "VTE_VERSION": "7006"}, true},
		{"an old VTE", map[string]string{"TERM": "xterm-256color", "VTE_VERSION": "4205"}, false},
		{"Apple's", map[string]string{"TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"}, false},
		{"some xterm", map[string]string{"TERM": "xterm-256color"}, false},
		{"the console of Linux", map[string]string{"TERM": "linux", "WT_SESSION": "1"}, false},
		{"tmux", map[string]string{"TERM": "tmux-256color", "TMUX": "x", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.4"}, true},
		{"an old tmux", map[string]string{"TERM": "xterm-kitty", "TMUX": "x", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.2a"}, false},
		{"screen in kitty", map[string]string{"TERM": "screen-256color", "KITTY_WINDOW_ID": "1"}, false},
		{"nothing known", nil, false},
	} {
		if got := showsLinks(func(name string) string { return test.env[name] }); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

func TestLinks(t *testing.T) {
	plain := New(Default(true), termenv.TrueColor, GlyphsFor(false))
	on, off := plain.Linked(true), plain.Linked(false)
	const address = "https://shop.example/?a=1"
	if got := on.Link(address, "shop"); got != "\x1b]8;;"+address+"\x1b\\shop\x1b]8;;\x1b\\" {
		t.Errorf("the link is %q", got)
	}
	if got := off.Link(address, "shop"); got != "shop" {
		t.Errorf("without links there is %q", got)
	}
	if got := on.With(Default(false)).Link(address, "shop"); got == "shop" {
		t.Error("another palette has no links any more")
	}
	if got := on.LinkStart("https://例.example/ü", false); got != "\x1b]8;;https://%E4%BE%8B.example/%C3%BC\x1b\\" {
		t.Errorf("a link beyond ASCII is %q", got)
	}
	first, other := on.LinkStart(address, true), on.LinkStart(address+"2", true)
	if first != on.LinkStart(address, true) || !strings.HasPrefix(first, "\x1b]8;id=") || first[:12] == other[:12] {
		t.Errorf("wrapped links are %q and %q", first, other)
	}
	for _, text := range []string{"", "shop", "javascript:alert(1)", "file:///etc/passwd", "https://a b", "https://a\x1b]8;;x", "https://a\x07", "https://" + strings.Repeat("a", 3000)} {
		if got := on.LinkStart(text, false); got != "" {
			t.Errorf("%q is linked: %q", text, got)
		}
	}
}
