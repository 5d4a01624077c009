package editor_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"assay/keymap"
	"assay/themes"
	"assay/ui/editor"
)

// pool is what random texts are made of: everything that was ever hard to draw.
var pool = []string{
	"a", "name", " ", "  ", "\n", "\t", "{", "}", "(", ")", "[", "]", `"`, "!", "(x)", "日本", "é", "e\u0301", "\u0301", "👩‍👩‍👧", "🇩🇪", "🇩",
	"❤️", "1️⃣", "\u200b", "\u200d", "\u202e", "\ufeff", "\u0600", "\u0e33", "क्षि", "\x1b[31m", "\x00", "\x7f", "\u009b", "\u2028", "\r\n", "\r", "한", "ᄀ", "ᅡ",
	"\U0010ffff", "\ufffd", "a_very_long_name_that_goes_on_and_on",
}

func randomText(r *rand.Rand, n int) string {
	var b strings.Builder
	for range n {
		b.WriteString(pool[r.IntN(len(pool))])
	}
	return b.String()
}

// checkFrame fails unless the view is exactly width by height cells with nothing
// in it but text and colours.
func checkFrame(view string, width, height int) error {
	lines := strings.Split(view, "\n")
	if len(lines) != height {
		return fmt.Errorf("%d lines, want %d", len(lines), height)
	}
	for i, line := range lines {
		if w := ansi.StringWidth(line); w != width {
			return fmt.Errorf("line %d is %d cells wide, want %d: %q", i, w, width, line)
		}
		rest := line
		for {
			at := strings.IndexFunc(rest, func(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e })
			if at < 0 {
				break
			}
			end := strings.IndexByte(rest[at:], 'm')
			if !strings.HasPrefix(rest[at:], "\x1b[") || end < 0 || strings.Trim(rest[at+2:at+end], "0123456789;") != "" {
				return fmt.Errorf("line %d has a control character: %q", i, rest[at:])
			}
			rest = rest[at+end+1:]
		}
	}
	return nil
}

// TestAnythingGoes presses random keys in random texts and sizes: nothing panics,
// every frame is exactly as large as asked for, undoing everything gives the first
// text back and redoing everything the last.
func TestAnythingGoes(t *testing.T) {
	keys := keymap.Default()
	var actions []keymap.Action
	for _, b := range keys.In(keymap.Editor) {
		actions = append(actions, b.Action)
	}
	for seed := range uint64(60) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 1))
			var lang editor.Language = braces{}
			if seed%3 == 0 {
				lang = nil
			}
			profile := []termenv.Profile{termenv.TrueColor, termenv.ANSI, termenv.Ascii}[seed%3]
			m := editor.New(themes.New(themes.Default(seed%2 == 0), profile, themes.GlyphsFor(seed%5 == 0)), keys, lang)
			m.SetPlaceholder(randomText(r, 8))
			width, height := 1+r.IntN(60), 1+r.IntN(12)
			m.SetSize(width, height)
			m.SetValue(randomText(r, r.IntN(60)))
			m.Focus()
			first := m.Value()
			var log []string
			for range 300 {
				switch n := r.IntN(20); {
				case n < 10:
					a := actions[r.IntN(len(actions))]
					log = append(log, string(a))
					m.Perform(a)
				case n < 13:
					s := pool[r.IntN(len(pool))]
					log = append(log, fmt.Sprintf("type %q", s))
					m.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(s)})
				case n < 14:
					s := randomText(r, r.IntN(6))
					log = append(log, fmt.Sprintf("paste %q", s))
					m.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(s), Paste: true})
				case n < 18:
					e := tea.MouseMsg{X: r.IntN(width+4) - 2, Y: r.IntN(height+4) - 2, Button: tea.MouseButton(r.IntN(9)), Action: tea.MouseAction(r.IntN(3))}
					log = append(log, fmt.Sprintf("mouse %+v", e))
					m.Update(e)
				case n < 19:
					width, height = 1+r.IntN(60), 1+r.IntN(12)
					log = append(log, fmt.Sprintf("size %dx%d", width, height))
					m.SetSize(width, height)
				default:
					if r.IntN(2) == 0 {
						m.Blur()
					}
					m.Focus()
				}
				if err := checkFrame(m.View(), width, height); err != nil {
					t.Fatalf("%v\nafter %s\nin %q", err, strings.Join(log, ", "), m.Value())
				}
				if !utf8.ValidString(m.Value()) {
					t.Fatalf("invalid text after %s", strings.Join(log, ", "))
				}
			}
			exhaust := func(a keymap.Action) {
				for before := -1; before != m.Version(); {
					before = m.Version()
					m.Perform(a)
				}
			}
			exhaust(keymap.EditorRedo)
			last := m.Value()
			exhaust(keymap.EditorUndo)
			if m.Value() != first {
				t.Fatalf("undone to %q, want %q\nafter %s", m.Value(), first, strings.Join(log, ", "))
			}
			exhaust(keymap.EditorRedo)
			if m.Value() != last {
				t.Fatalf("redone to %q, want %q\nafter %s", m.Value(), last, strings.Join(log, ", "))
			}
		})
	}
}

// FuzzView draws any text at any size.
func FuzzView(f *testing.F) {
	f.Add("{\n  in_stock(bolean)\n}", 40, 8, false)
	f.Add("All products 日本語 👩‍👩‍👧", 11, 3, true)
	f.Add("\x1b]0;x\a\u0301\u202e\t", 3, 2, false)
	f.Fuzz(func(t *testing.T, text string, width, height int, prose bool) {
		width, height = min(max(width, 1), 200), min(max(height, 1), 60)
		var lang editor.Language = braces{}
		if prose {
			lang = nil
		}
		m := newEditor(lang, text, width, height)
		for range 4 {
			if err := checkFrame(m.View(), width, height); err != nil {
				t.Fatal(err)
			}
			press(m, "<down><down><ctrl+right><shift+end>")
		}
	})
}

func text64K() string {
	var b strings.Builder
	b.WriteString("{\n")
	for i := 0; b.Len() < 64<<10-40; i++ {
		fmt.Fprintf(&b, "  section[] {\n    name\n    price(number)\n    in_stock(boolean)\n  }\n")
	}
	b.WriteString("}")
	return b.String()
}

// BenchmarkKey64K is one key and the drawing after it in the middle of 64 KiB.
func BenchmarkKey64K(b *testing.B) {
	oneLine := strings.ReplaceAll(text64K(), "\n", " ")
	for _, bench := range []struct {
		name, text string
		keys       []string
	}{
		{"typing", text64K(), []string{"a", "b", "c", "backspace", "backspace", "backspace"}},
		{"enter", text64K(), []string{"enter", "backspace"}},
		{"moving", text64K(), []string{"down", "down", "up", "right"}},
		{"page", text64K(), []string{"pgdown", "pgup"}},
		{"typing in one line", oneLine, []string{"a", "backspace"}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			m := newEditor(braces{}, bench.text, 100, 40)
			m.SetCursor(strings.Count(bench.text, "\n")/2, 3)
			m.View()
			b.ReportAllocs()
			b.ResetTimer()
			for i := range b.N {
				m.Update(key(bench.keys[i%len(bench.keys)]))
				m.View()
			}
		})
	}
}
