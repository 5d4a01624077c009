package views

import (
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/cells"
	"assay/wire"
	"assay/workspace/history"
)

// nasty is text that terminals and width tables are known to stumble over.
var nasty = []string{
	"plain", "a\x1b[31mred\x1b[2J", "\x1b]0;title\x07", "\x1bP1$r\x1b\\", "bell\x07back\x08\x7f", "line\nfeed\r\ttab", "\u009b31m", "nul\x00",
	"👩‍👩‍👧‍👦", "🇩🇪🇫🇷🇯", "❤️", "1️⃣", "שלום עולם", "مرحبا", "e\u0301\u0302\u0303", "z" + strings.Repeat("\u0335", 60), "\u200b\u200d\u2060\ufeff",
	"\u202etxt.exe\u202c", "日本語テキスト", "\u2028\u2029", "\xff\xfe\xc3", "ｆｕｌｌ", strings.Repeat("long ", 2000),
	"https://shop.example/a?b=1&c=%20", "https://例え.example/ü", "https://x.example/\x1b]8;;\x1b\\", "https://y.example/\u009c", "https://long.example/" + strings.Repeat("p/", 300),
}

// styling is the only use of escapes that a frame makes: colours, and links to plain
// addresses.
var styling = regexp.MustCompile("\x1b\\[[0-9;:]*m|\x1b\\]8;(id=[0-9a-f]+)?;(https?://[!-~]*)?\x1b\\\\")

// clean fails if the frame has a byte that would do something to a terminal, other
// than colour.
func (d *player) clean() {
	d.t.Helper()
	frame := styling.ReplaceAllString(d.m.View(), "")
	if !utf8.ValidString(frame) {
		d.t.Fatalf("the frame is not UTF-8: %q", frame)
	}
	for i, r := range frame {
		if r != '\n' && (r < ' ' || r >= 0x7f && r < 0xa0) {
			d.t.Fatalf("the frame has the control character %U: %q", r, frame[max(i-40, 0):min(i+40, len(frame))])
		}
	}
}

// inside fails if the frame is wider or higher than the terminal.
func (d *player) inside() {
	d.t.Helper()
	lines := strings.Split(d.m.View(), "\n")
	if len(lines) > d.m.height {
		d.t.Fatalf("%d lines on a terminal of %dx%d:\n%s", len(lines), d.m.width, d.m.height, d.text())
	}
	for i, line := range lines {
		if width := cells.Width(line); width > d.m.width {
			d.t.Fatalf("line %d is %d wide on a terminal of %dx%d: %q", i, width, d.m.width, d.m.height, line)
		}
	}
}

// nastyData is a result made of nasty names and values, some of it in rows.
func nastyData(random *rand.Rand) string {
	word := func() string { return nasty[random.IntN(len(nasty))] + nasty[random.IntN(len(nasty))] }
	rows := make([]any, 1+random.IntN(6))
	for i := range rows {
		rows[i] = map[string]any{"name": word(), nasty[i]: word()}
	}
	var deep any = word()
	for range 1 + random.IntN(300) {
		deep = []any{deep}
	}
	text, err := json.Marshal(map[string]any{"rows": rows, word(): word(), "deep": deep})
	if err != nil {
		panic(err)
	}
	return string(text)
}

// Whatever the data, a frame stays inside the terminal and has no control
// characters, in every tab, with every overlay, at any size.
func TestNastyDataStaysInTheFrame(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(6, 8))
	for range 3 {
		s := newStage(t)
		s.Answer(nastyData(random), "null")
		d := open(t, s, 120, 36, func(o *Options) { o.Links = true })
		d.until("3,410 of 10,000")
		word := strings.ToValidUTF8(strings.Join(nasty[:20], " "), "?")
		recorded(d, history.OfQuery(time.Now(), wire.QueryRequest{URL: "https://shop.example/" + word, Query: word}, ""))
		d.queried("https://shop.example", "{ a ")
		d.until("6,589")
		look := func() {
			for _, over := range []string{"", "f1", "ctrl+k", "alt+m"} {
				if over != "" {
					d.keys(over)
				}
				for range 6 {
					d.send(tea.WindowSizeMsg{Width: 1 + random.IntN(300), Height: 1 + random.IntN(100)})
					d.inside()
					d.clean()
				}
				if over != "" {
					d.keys("esc")
				}
			}
		}
		for range 3 {
			look()
			d.keys("f4")
		}
		s.Refuse(422, "bad_query", word)
		d.keys("f5")
		d.until("The query failed")
		look()
		d.paste(word)
		look()
		for _, tab := range []string{"alt+1", "alt+3", "alt+4", "alt+5", "alt+2"} {
			d.keys(tab)
			look()
			d.paste(word)
			look()
		}
	}
}

// The same holds of every scene, with nasty text after all that services, files and
// users say in it.
func TestNastyScenes(t *testing.T) {
	spoil = " " + allNasty()
	defer func() { spoil = "" }()
	for i, s := range scenes {
		t.Run(s.name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(6, uint64(100+i)))
			d := s.open(t)
			d.look(random)
			for _, key := range []string{"down", "tab", "right", "esc"} {
				d.keys(key)
				d.glance(random)
			}
		})
	}
}
