package cells_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"assay/ui/cells"
)

func TestSplit(t *testing.T) {
	for _, test := range []struct {
		name, line string
		want       string // what is drawn, cells separated by |
	}{
		{"ascii", "ab c", "a|b| |c"},
		{"tabs reach stops of four", "a\tb\t", "a|   |b|   "},
		{"wide", "日本", "日|本"},
		{"combining mark stays with its base", "e\u0301x", "e\u0301|x"},
		{"joined emoji are one cell", "👩‍👩‍👧!", "👩|!"},
		{"emoji presentation", "❤️1️⃣👍🏽", "❤|1|👍"},
		{"flags", "🇩🇪🇫🇷", "🇩🇪|🇫🇷"},
		{"control characters", "\x1b[0m\x00\x7f", "^[|[|0|m|^@|\\x7f"},
		{"C1 controls", "\u009b", `\u009b`},
		{"a mark without a base", "\u0301", `\u0301`},
		{"no width", "a\u200bb", `a|\u200b|b`},
		{"direction override", "a\u202eb", `a|\u202e|b`},
		{"prepended mark would swallow what follows", "\u0600", `\u0600`},
		{"vowel sign would join what is before", "\u0e33", `\u0e33`},
		{"invalid UTF-8", "a\xffb", "a|\ufffd|b"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var shown []string
			for _, c := range cells.Split(test.line, 4) {
				shown = append(shown, c.Show)
			}
			if got := strings.Join(shown, "|"); got != test.want {
				t.Errorf("Split(%q) draws %q, want %q", test.line, got, test.want)
			}
		})
	}
}

func TestVisible(t *testing.T) {
	if got, want := cells.Visible("a\r\nb\tc\x1b\u0301"), `a b c^[\u0301`; got != want {
		t.Errorf("Visible gives %q, want %q", got, want)
	}
}

// FuzzSplit checks that cells cover the line without gaps and that what is drawn
// is as wide as the cells say, whatever is drawn on either side.
func FuzzSplit(f *testing.F) {
	for _, seed := range []string{"", "plain", "\t日本\u0301", "🇩🇪🇩", "\u0600a\u200d👩", "\xf0\x9f\x00\xff", "🇩\u200d🇩", "क्षि\u094d"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		line = strings.ReplaceAll(line, "\n", "")
		at, col := 0, 0
		var b strings.Builder
		b.WriteByte('a')
		for _, c := range cells.Split(line, 4) {
			if c.Start != at || c.End <= c.Start || c.Col != col || c.Width < 1 {
				t.Fatalf("cell %+v after offset %d, column %d of %q", c, at, col, line)
			}
			if strings.ContainsFunc(c.Show, func(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 }) {
				t.Fatalf("%q shows the control character of %q", c.Show, line)
			}
			at, col = c.End, col+c.Width
			b.WriteString(c.Show)
		}
		if at != len(line) {
			t.Fatalf("cells of %q end at %d", line, at)
		}
		b.WriteByte(' ')
		if got := ansi.StringWidth(b.String()); got != col+2 {
			t.Fatalf("%q is drawn %d cells wide, want %d", b.String(), got, col+2)
		}
	})
}

// What Visible leaves as it is, is what Split draws.
func TestVisibleDrawsWhatSplitDoes(t *testing.T) {
	for _, text := range []string{"", "plain ~ text", "tab\tbell\x07", "line\r\nend\n", "é…", "👩‍👩‍👧 日本", "a\u0301", "\x7f", "\xff"} {
		var want strings.Builder
		for _, c := range cells.Split(strings.NewReplacer("\r\n", " ", "\n", " ").Replace(text), 1) {
			want.WriteString(c.Show)
		}
		if got := cells.Visible(text); got != want.String() {
			t.Errorf("Visible(%q) is %q, want %q", text, got, want.String())
		}
	}
}
