package rows

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"assay/themes"
)

func safe(s string, form Form) string {
	var t Text
	t.Safe([]byte(s), 0, 1<<20, form)
	return string(t.Bytes)
}

func TestSafe(t *testing.T) {
	tests := []struct {
		name, source string
		form         Form
		want         string
	}{
		{"ascii", "plain text", Plain, "plain text"},
		{"umlauts", "Größe", Plain, "Größe"},
		{"escape sequence", "a\x1b[31mred", Plain, `a\u001b[31mred`},
		{"newline and tab", "a\n\tb", Plain, `a\n\tb`},
		{"delete", "a\x7f", Plain, `a\u007f`},
		{"C1 control", "a\u009bm", Plain, `a\u009bm`},
		{"invalid UTF-8", "a\xff\xc3", Plain, `a\xff\xc3`},
		{"right-to-left override", "a\u202eb", Plain, `a\u202eb`},
		{"zero-width space", "a\u200bb", Plain, `a\u200bb`},
		{"no-break space", "64,50\u00a0€", Plain, "64,50 €"},
		{"family", "👨‍👩‍👧", Plain, "👨👩👧"},
		{"emoji presentation", "❤️", Plain, "❤"},
		{"skin tone", "👍🏽", Plain, "👍"},
		{"private use", "\ue0b0", Plain, `\ue0b0`},
		{"beyond the BMP", "\U000f0000", Plain, `\u{f0000}`},
		{"backslash in plain text", `a\n`, Plain, `a\n`},
		{"JSON escapes stay", `a\n\"b\"\\`, JSONString, `a\n\"b\"\\`},
		{"JSON slash", `a\/b`, JSONString, "a/b"},
		{"JSON code point", `\u00e9\u4e1c`, JSONString, "é东"},
		{"JSON pair", `\ud83d\ude42`, JSONString, "🙂"},
		{"JSON lone surrogate", `\ud83d!`, JSONString, `\ud83d!`},
		{"JSON escaped control", `\u001b`, JSONString, `\u001b`},
		{"JSON escaped override", `\u202E`, JSONString, `\u202e`},
		{"many marks", "e" + strings.Repeat("\u0301", 5000) + "x", Plain, "e" + strings.Repeat("\u0301", marksPerCell) + "x"},
	}
	for _, test := range tests {
		if got := safe(test.source, test.form); got != test.want {
			t.Errorf("%s: %q becomes %q, want %q", test.name, test.source, got, test.want)
		}
	}
}

func TestSafeStopsAndGoesOn(t *testing.T) {
	source := []byte(strings.Repeat(`東\u00e9x`, 200))
	var whole, part Text
	whole.Safe(source, 0, 1<<20, JSONString)
	var joined []byte
	for at := 0; at < len(source); at = part.End {
		part.Safe(source, at, 20, JSONString)
		joined = append(joined, part.Bytes...)
		if more := part.End < len(source); part.More != more {
			t.Fatalf("More is %v with %d of %d bytes taken", part.More, part.End, len(source))
		}
	}
	if string(joined) != string(whole.Bytes) {
		t.Error("the parts do not make the whole")
	}
}

func TestLine(t *testing.T) {
	tests := []struct {
		source      string
		width, skip int
		limit       int
		want        string
	}{
		{"short", 8, 0, 8, "short   "},
		{"exactly8", 8, 0, 8, "exactly8"},
		{"a long text", 8, 0, 8, "a long …"},
		{"a long text", 8, 0, 4, "a l…    "},
		{"東京タワー", 8, 0, 8, "東京タ… "},
		{"東京タワー", 10, 0, 10, "東京タワー"},
		{"東京タワー", 10, 1, 10, " 京タワー"},
		{"abcdef", 4, 2, 99, "cdef"},
		{"e\u0301e\u0301e\u0301", 2, 0, 2, "e\u0301…"},
	}
	for _, test := range tests {
		var text Text
		text.Safe([]byte(test.source), 0, 1000, Plain)
		var line Line
		line.Start(test.width, test.skip)
		line.Text(&text, themes.Style{}, nil, test.limit, "…")
		got := line.Finish(themes.Style{})
		if strings.TrimRight(ansi.Strip(got), " ") != strings.TrimRight(test.want, " ") || ansi.StringWidth(got) != test.width {
			t.Errorf("%q in %d cells from %d: %q (%d cells), want %q", test.source, test.width, test.skip, got, ansi.StringWidth(got), test.want)
		}
	}
}

func TestMarks(t *testing.T) {
	theme := themes.New(themes.Default(true), termenv.TrueColor, themes.GlyphsFor(false))
	var text Text
	text.Safe([]byte("one two three"), 0, 1000, Plain)
	var line Line
	line.Start(20, 0)
	line.Text(&text, theme.String, []Mark{{4, 7, theme.Match}}, 20, "…")
	got := line.Finish(theme.Text)
	if !strings.Contains(got, theme.Match.Render("two")) || !strings.Contains(got, theme.String.Render("one ")) {
		t.Errorf("the mark is not drawn: %q", got)
	}
}

// ambiguous are characters whose width alone is not agreed on.
const ambiguous = "\u1161\u11a8🇩🇪"

// Whatever the text, a row takes exactly its cells by the measure the renderer uses.
func TestLineIsAlwaysExact(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pool := []rune("ab \"\\/{}\t\n\x1b\x7f\u0085\u00a0é\u0301\u0308東京ﾊﾝ한\u1100\u1161\u11a8👨\u200d👩🏽🇩🇪❤\ufe0f\u202e\u0627\u0628\u0915\u094d\u0937\u093e\u0e33\u200b\ufeff\ue000\U000e0067\U0001f3fb")
	theme := themes.New(themes.Default(true), termenv.TrueColor, themes.GlyphsFor(false))
	for range 20000 {
		var source []byte
		for range random.IntN(40) {
			if random.IntN(12) == 0 {
				source = append(source, byte(random.IntN(256)))
				continue
			}
			source = append(source, string(pool[random.IntN(len(pool))])...)
		}
		var text Text
		text.Safe(source, 0, 10+random.IntN(200), Plain)
		width, skip := random.IntN(30), random.IntN(6)
		styles := []themes.Style{{}, theme.String, theme.Match}
		var line Line
		line.Start(width, skip)
		line.Put(styles[random.IntN(3)], "x")
		line.Text(&text, styles[random.IntN(3)], []Mark{{random.IntN(9), random.IntN(20), styles[random.IntN(3)]}}, random.IntN(40), "…")
		line.Put(styles[random.IntN(3)], "y")
		got := line.Finish(themes.Style{})
		if w := ansi.StringWidth(got); w != width {
			t.Fatalf("%q: %d cells instead of %d (skip %d): %q", source, w, width, skip, got)
		}
		if w := ansi.StringWidthWc(got); w != width && !strings.ContainsAny(got, ambiguous) {
			t.Fatalf("%q: %d cells in most terminals instead of %d: %q", source, w, width, got)
		}
		for _, r := range ansi.Strip(got) {
			if r < ' ' || r >= 0x7f && r < 0xa0 || r == 0x202e {
				t.Fatalf("%q: %U reaches the terminal", source, r)
			}
		}
	}
}
