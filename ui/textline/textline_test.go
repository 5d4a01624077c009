package textline_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"assay/keymap"
	"assay/themes"
	"assay/ui/textline"
)

func newLine(text string, width int) *textline.Model {
	m := textline.New(themes.New(themes.Default(true), termenv.TrueColor, themes.GlyphsFor(false)), keymap.Default())
	m.SetWidth(width)
	m.SetValue(text)
	m.Focus()
	return m
}

// press sends keys: names, "paste:text", or characters to type.
func press(m *textline.Model, keys ...string) {
	for _, k := range keys {
		msg := keymap.KeyNamed(k)
		if text, paste := strings.CutPrefix(k, "paste:"); paste {
			msg = tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true}
		}
		m.Update(msg)
	}
}

func withCursor(m *textline.Model) string {
	runes := []rune(m.Value())
	return string(runes[:m.Cursor()]) + "|" + string(runes[m.Cursor():])
}

func TestKeys(t *testing.T) {
	for _, test := range []struct {
		name, text string
		keys       []string
		want       string
	}{
		{"replacing all", "https://a.example", []string{"alt+a", "b"}, "b|"},
		{"pasting over all", "abc", []string{"alt+a", "paste:x y"}, "x y|"},
		{"erasing all", "abc", []string{"alt+a", "backspace"}, "|"},
		{"undoing what took the place of all", "abc", []string{"alt+a", "x", "ctrl+_"}, "abc|"},
		{"leaving all to the left", "abc", []string{"alt+a", "left", "x"}, "x|abc"},
		{"leaving all to the right", "abc", []string{"left", "alt+a", "right", "x"}, "abcx|"},
		{"typing", "", []string{"a", "space", "b"}, "a b|"},
		{"in the middle", "ac", []string{"left", "b"}, "ab|c"},
		{"whole characters", "a👩‍👩‍👧", []string{"backspace"}, "a|"},
		{"delete", "ab", []string{"home", "delete"}, "|b"},
		{"words of an address", "https://shop.example/lamps", []string{"ctrl+left", "ctrl+left"}, "https://shop.example|/lamps"},
		{"delete word before", "shop name", []string{"ctrl+w"}, "shop |"},
		{"delete word after", "shop name", []string{"home", "alt+d"}, "| name"},
		{"delete to start", "shop name", []string{"left", "ctrl+u"}, "|e"},
		{"delete to end", "shop name", []string{"home", "right", "alt+k"}, "s|"},
		{"pasted line ends are spaces", "", []string{"paste:a\r\nb\tc\n"}, "a b c|"},
		{"undo a run of typing", "x", []string{"a", "b", "ctrl+_"}, "x|"},
		{"undo a deletion", "ab cd", []string{"ctrl+w", "ctrl+_"}, "ab cd|"},
		{"redo", "", []string{"a", "ctrl+_", "ctrl+y"}, "a|"},
		{"other keys do nothing", "a", []string{"esc", "up"}, "a|"},
		{"the ends hold", "a", []string{"right", "right", "home", "left", "backspace"}, "|a"},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := newLine(test.text, 40)
			press(m, test.keys...)
			if got := withCursor(m); got != test.want {
				t.Errorf("%q then %v gives %q, want %q", test.text, test.keys, got, test.want)
			}
		})
	}
}

func TestView(t *testing.T) {
	const address = "https://shop.example/lamps?page=2"
	for _, test := range []struct {
		name  string
		make  func() *textline.Model
		width int
		want  string
	}{
		{"short", func() *textline.Model { return newLine("abc", 8) }, 8, "abc     "},
		{"cut at the left at the end", func() *textline.Model { return newLine(address, 12) }, 12, "…mps?page=2 "},
		{"cut at the right at the start", func() *textline.Model { m := newLine(address, 12); press(m, "home"); return m }, 12, "https://sho…"},
		{"cut in the middle without the focus", func() *textline.Model { m := newLine(address, 13); m.Blur(); return m }, 13, "https:…page=2"},
		{"wide characters", func() *textline.Model { return newLine("日本語日本語日本語", 9) }, 9, "… 日本語 "},
		{"masked", func() *textline.Model { m := newLine("sécret", 8); m.SetMasked(true); return m }, 8, "••••••  "},
		{"placeholder", func() *textline.Model { m := newLine("", 8); m.SetPlaceholder("a longer one"); return m }, 8, "a longe…"},
		{"control characters", func() *textline.Model { return newLine("a\x1bb", 8) }, 8, "a^[b    "},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := ansi.Strip(test.make().View()); got != test.want {
				t.Errorf("shows %q, want %q", got, test.want)
			}
		})
	}
}

func TestMaskedTextTellsNothingOfItsWords(t *testing.T) {
	m := newLine("my secret words", 30)
	m.SetMasked(true)
	if strings.Contains(m.View(), "secret") {
		t.Error("a masked text is shown")
	}
	if press(m, "ctrl+left"); m.Cursor() != 0 {
		t.Errorf("a word to the left is %d", m.Cursor())
	}
	m.Blur()
	if strings.Contains(m.View(), "secret") {
		t.Error("a masked text is shown without the focus")
	}
}

func TestClick(t *testing.T) {
	m := newLine("日本語", 10)
	m.View()
	m.Update(tea.MouseMsg{X: 3, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
	if got := withCursor(m); got != "日|本語" {
		t.Errorf("click puts the cursor at %q", got)
	}
}

// TestAnythingGoes presses random keys and checks that what is shown is always
// exactly as wide as asked for.
func TestAnythingGoes(t *testing.T) {
	pool := []string{
		"a", " ", "日本", "e\u0301", "\u0301", "👩‍👩‍👧", "🇩", "❤️", "\u200b", "\u0600", "\u0e33", "\x1b[31m", "\u009b", "\t", "\n",
		"left", "right", "home", "end", "backspace", "delete", "ctrl+left", "ctrl+right", "ctrl+w", "ctrl+u", "alt+d", "alt+k", "ctrl+_", "ctrl+y", "paste:日\n\u0301本",
	}
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 2))
		width := 1 + r.IntN(24)
		m := newLine("", width)
		m.SetMasked(seed%5 == 0)
		m.SetPlaceholder(pool[r.IntN(15)] + pool[r.IntN(15)])
		var log []string
		for range 200 {
			k := pool[r.IntN(len(pool))]
			log = append(log, k)
			press(m, k)
			switch r.IntN(10) {
			case 0:
				m.Blur()
			case 1:
				m.Focus()
			case 2:
				m.Update(tea.MouseMsg{X: r.IntN(width+2) - 1, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
			}
			view := m.View()
			if w := ansi.StringWidth(view); w != width || strings.ContainsAny(view, "\n\t\u009b") {
				t.Fatalf("%d cells wide, want %d: %q after %s", w, width, view, fmt.Sprintf("%q", log))
			}
		}
	}
}
