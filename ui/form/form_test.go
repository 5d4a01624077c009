package form_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"assay/keymap"
	"assay/themes"
	"assay/ui/form"
)

func fields() []form.Field {
	proxied := func(kind string) func(form.Values) bool {
		return func(v form.Values) bool { return v["proxy"] == kind }
	}
	return []form.Field{
		{Name: "mode", Label: "Mode", Kind: form.Choice, Options: []form.Option{{Value: "fast"}, {Value: "standard"}}, Help: "standard looks deeper"},
		{Name: "wait", Label: "Wait", Kind: form.Number, Max: 10, Step: 0.5, Unit: "s", Placeholder: "0", Help: "seconds to wait"},
		{Name: "scroll", Label: "Scroll", Kind: form.Toggle},
		{Name: "proxy", Label: "Proxy", Kind: form.Choice, Options: []form.Option{{Value: "none"}, {Value: "managed", Label: "the service's"}, {Value: "custom", Label: "my own"}}},
		{Name: "country", Label: "Country", Shown: proxied("managed")},
		{Name: "url", Label: "Proxy URL", Shown: proxied("custom"), Check: func(v string) error {
			if !strings.Contains(v, "://") {
				return errors.New("must start with http://")
			}
			return nil
		}},
		{Name: "password", Label: "Password", Kind: form.Secret, Shown: proxied("custom")},
	}
}

func newForm(width, height int) *form.Model {
	m := form.New(themes.New(themes.Default(true), termenv.TrueColor, themes.GlyphsFor(false)), keymap.Default(), fields())
	m.SetSize(width, height)
	return m
}

// press sends keys, by name or as text to type, and returns the last result.
func press(m *form.Model, keys ...string) form.Result {
	var result form.Result
	for _, k := range keys {
		result, _ = m.Update(keymap.KeyNamed(k))
	}
	return result
}

func TestValues(t *testing.T) {
	for _, test := range []struct {
		name string
		keys []string
		want form.Values
	}{
		{"as they are at first", nil, form.Values{"mode": "fast", "wait": "", "scroll": "false", "proxy": "none"}},
		{"typing over what was there", []string{"tab", "4", "tab", "up", "2"}, form.Values{"mode": "fast", "wait": "2", "scroll": "false", "proxy": "none"}},
		{"choosing", []string{"right"}, form.Values{"mode": "standard", "wait": "", "scroll": "false", "proxy": "none"}},
		{"choosing goes round", []string{"left"}, form.Values{"mode": "standard", "wait": "", "scroll": "false", "proxy": "none"}},
		{"typing a number", []string{"tab", "1", ".", "x", "5"}, form.Values{"mode": "fast", "wait": "1.5", "scroll": "false", "proxy": "none"}},
		{"stepping a number", []string{"down", "right", "right", "left"}, form.Values{"mode": "fast", "wait": "0.5", "scroll": "false", "proxy": "none"}},
		{"a number stays within its bounds", []string{"down", "left"}, form.Values{"mode": "fast", "wait": "0", "scroll": "false", "proxy": "none"}},
		{"switching", []string{"tab", "tab", "space"}, form.Values{"mode": "fast", "wait": "", "scroll": "true", "proxy": "none"}},
		{"a dependent field", []string{"up", "right", "tab", "DE"}, form.Values{"mode": "fast", "wait": "", "scroll": "false", "proxy": "managed", "country": "DE"}},
		{"space is typed into text", []string{"up", "left", "tab", "tab", "a", "space", "b"}, form.Values{"mode": "fast", "wait": "", "scroll": "false", "proxy": "custom", "url": "", "password": "a b"}},
		{"fields go round", []string{"tab", "tab", "tab", "tab", "right"}, form.Values{"mode": "standard", "wait": "", "scroll": "false", "proxy": "none"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := newForm(60, 12)
			press(m, test.keys...)
			if got := m.Values(); fmt.Sprint(got) != fmt.Sprint(test.want) {
				t.Errorf("%v gives\n%v, want\n%v", test.keys, got, test.want)
			}
		})
	}
}

func TestResults(t *testing.T) {
	m := newForm(60, 12)
	if press(m, "right") != form.Open {
		t.Error("choosing closed the form")
	}
	if press(m, "enter") != form.Accepted {
		t.Error("enter did not accept")
	}
	if press(m, "esc") != form.Cancelled {
		t.Error("esc did not cancel")
	}
}

func TestAPasteOnAChoiceGoesToTheTextBelow(t *testing.T) {
	m := newForm(60, 20)
	m.Set("proxy", "custom")
	m.Focus("proxy")
	m.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("http://proxy.example"), Paste: true})
	if got := m.Values()["url"]; got != "http://proxy.example" || m.Focused() != "url" {
		t.Errorf("the text below holds %q, and %s has the focus", got, m.Focused())
	}
}

func TestAcceptingGoesToWhatIsWrong(t *testing.T) {
	m := newForm(60, 12)
	press(m, "tab", "99", "up")
	if press(m, "enter") != form.Open {
		t.Fatal("a wrong value was accepted")
	}
	if m.Focused() != "wait" {
		t.Errorf("the focus is on %q", m.Focused())
	}
	if !strings.Contains(screen(m), "must be from 0 to 10") {
		t.Errorf("it shows\n%s", screen(m))
	}
	if press(m, "backspace", "enter") != form.Accepted {
		t.Errorf("not accepted:\n%s", screen(m))
	}
}

func screen(m *form.Model) string {
	lines := strings.Split(ansi.Strip(m.View()), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

func TestScreen(t *testing.T) {
	for _, test := range []struct {
		name          string
		keys          []string
		width, height int
		want          string
	}{
		{"at first", nil, 50, 8, `
▌ Mode       ‹ fast · standard ›
  Wait       0        s
  Scroll     [ ] off
  Proxy      ‹ none · the service's · my own ›



  standard looks deeper`},
		{"what is wrong is under its field", []string{"tab", "99"}, 50, 9, `
  Mode       ‹ fast · standard ›
▌ Wait       99       s
             must be from 0 to 10
  Scroll     [ ] off
  Proxy      ‹ none · the service's · my own ›



  seconds to wait`},
		{"dependent fields", []string{"up", "left", "tab", "http://p", "tab", "abc"}, 50, 7, `
  Mode       ‹ fast · standard ›
  Wait       0        s
  Scroll     [ ] off
  Proxy      ‹ none · the service's · my own ›
  Proxy URL  http://p
▌ Password   •••`},
		{"scrolled to the focus", []string{"up"}, 50, 2, `
  Scroll     [ ] off
▌ Proxy      ‹ none · the service's · my own ›`},
		{"choices that do not fit", []string{"up", "right"}, 32, 4, `
  Mode       ‹ fast · standard ›
  Wait       0        s
  Scroll     [ ] off
▌ Proxy      ‹ the service's ›`},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := newForm(test.width, test.height)
			press(m, test.keys...)
			if got := screen(m); got != strings.TrimPrefix(test.want, "\n") {
				t.Errorf("shows\n%s\nwant%s", got, test.want)
			}
		})
	}
}

func TestErrorFromOutside(t *testing.T) {
	m := newForm(50, 10)
	m.SetError("wait", errors.New("the service wants less"))
	if m.Focused() != "wait" || !strings.Contains(screen(m), "the service wants less") {
		t.Errorf("focus on %q, shows\n%s", m.Focused(), screen(m))
	}
	if press(m, "3"); strings.Contains(screen(m), "the service wants less") {
		t.Error("the error stays after the value has changed")
	}
	if m.SetError("url", errors.New("hidden")); m.Focused() != "wait" || strings.Contains(screen(m), "hidden") {
		t.Error("a field that is not shown took an error")
	}
}

func TestMouse(t *testing.T) {
	m := newForm(60, 12)
	click := func(x, y int) {
		m.View()
		m.Update(tea.MouseMsg{X: x, Y: y, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
	}
	click(24, 0)
	if v := m.Values()["mode"]; v != "standard" {
		t.Errorf("a click on standard chooses %q", v)
	}
	click(14, 2)
	if !m.Values().Bool("scroll") || m.Focused() != "scroll" {
		t.Errorf("a click on the switch gives %v, focus on %q", m.Values(), m.Focused())
	}
	click(2, 1)
	if m.Focused() != "wait" {
		t.Errorf("a click on the label puts the focus on %q", m.Focused())
	}
	m.Set("proxy", "custom")
	m.Set("url", "http://proxy")
	click(15, 4)
	if press(m, "X"); m.Values()["url"] != "htXtp://proxy" {
		t.Errorf("typing after a click gives %q", m.Values()["url"])
	}
}

// TestAnythingGoes presses random keys at random sizes: every frame is exactly as
// large as asked for.
func TestAnythingGoes(t *testing.T) {
	pool := []string{"tab", "shift+tab", "up", "down", "left", "right", "space", "enter", "esc", "backspace", "1", "-", "日本", "\u0301", "👩‍👩‍👧", "\x1b[31m", "a"}
	for seed := range uint64(25) {
		r := rand.New(rand.NewPCG(seed, 3))
		width, height := 1+r.IntN(70), 1+r.IntN(14)
		m := newForm(width, height)
		for range 150 {
			press(m, pool[r.IntN(len(pool))])
			switch r.IntN(8) {
			case 0:
				m.Update(tea.MouseMsg{X: r.IntN(width+2) - 1, Y: r.IntN(height+2) - 1, Button: tea.MouseButton(r.IntN(6)), Action: tea.MouseAction(r.IntN(3))})
			case 1:
				width, height = 1+r.IntN(70), 1+r.IntN(14)
				m.SetSize(width, height)
			case 2:
				m.SetError([]string{"mode", "wait", "url"}[r.IntN(3)], errors.New("wrong\nin\x1b two ways 日本"))
			}
			lines := strings.Split(m.View(), "\n")
			if len(lines) != height {
				t.Fatalf("seed %d: %d lines, want %d", seed, len(lines), height)
			}
			for _, line := range lines {
				if w := ansi.StringWidth(line); w != width {
					t.Fatalf("seed %d: %d cells wide, want %d: %q", seed, w, width, line)
				}
			}
		}
	}
}
