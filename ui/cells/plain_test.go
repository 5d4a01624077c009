package cells

import (
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// Every character that is taken for one cell is one, alone and beside others.
func TestPlainCharacters(t *testing.T) {
	plain := 0
	for r := rune(0x20); r < 0x3000; r++ {
		s := string(r)
		if end, width, ok := step(s, 0); ok {
			plain++
			if beside := "a" + s + s + "é" + s + "─"; end != len(s) || width != 1 || ansi.StringWidth(s) != 1 || ansi.StringWidth(beside) != 6 {
				t.Errorf("%U: taken for %d bytes and %d cells", r, end, width)
			}
		}
	}
	if plain < 700 {
		t.Errorf("only %d characters are plain", plain)
	}
}

func FuzzPlain(f *testing.F) {
	for _, s := range []string{
		"plain", "\x1b[1;38;2;1;2;3mbold\x1b[0m rest", "╭─ Title ───╮", "│ é … → ⣿ │", "日本語", "e\u0301x", "👩‍👩‍👧", "\x1b]8;;http://a\x1b\\link\x1b]8;;\x1b\\",
		"\x1b[", "\x1b[3", "\x1bM", "a\tb\n", "\xe2\x94", "\xc3", "\u00ad\u200b", "▶\ufe0f", "\x1b[31m\x1b[0mx\x1b[1my\x1b[0m", "\x9b31m", "\x1b[ 0A", "\x1b[?25l", "\x1b[1:2m",
	} {
		f.Add(s, 3)
		f.Add(s, 1)
	}
	f.Fuzz(func(t *testing.T, s string, n int) {
		n = n % 50
		if got, want := Width(s), ansi.StringWidth(s); got != want {
			t.Errorf("Width(%q) = %d, want %d", s, got, want)
		}
		for _, tail := range []string{"", "…"} {
			if got, want := Truncate(s, n, tail), ansi.Truncate(s, n, tail); got != want {
				t.Errorf("Truncate(%q, %d, %q) = %q, want %q", s, n, tail, got, want)
			}
		}
		if got, want := TruncateLeft(s, n), ansi.TruncateLeft(s, n, ""); got != want {
			t.Errorf("TruncateLeft(%q, %d) = %q, want %q", s, n, got, want)
		}
	})
}

// BenchmarkWidth measures a line of a pane, as drawn.
func BenchmarkWidth(b *testing.B) {
	const line = "\x1b[38;2;90;90;90m│\x1b[0m \x1b[1mname\x1b[0m   \x1b[38;2;1;200;3m\"Alder desk lamp, oak and brass\"\x1b[0m                  12 › 40 \x1b[38;2;90;90;90m│\x1b[0m"
	for b.Loop() {
		Width(line)
	}
}
