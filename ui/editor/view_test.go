package editor_test

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"assay/ui/cells"
	"assay/ui/editor"
)

// screen returns what the editor shows without colours and trailing blanks.
func screen(m *editor.Model) string {
	lines := strings.Split(ansi.Strip(m.View()), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

func TestScreen(t *testing.T) {
	long := "abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz"
	numbered := strings.TrimSuffix(strings.Repeat("line\n", 20), "\n")
	for _, test := range []struct {
		name          string
		text          string
		keys          string
		width, height int
		prose         bool
		want          string
	}{
		{name: "diagnostic under its token", text: "{\n  in_stock(bolean)\n  link\n}", width: 50, height: 8, want: `
  1  {
● 2    in_stock(bolean)
                ~~~~~~ did you mean boolean?
  3    link
  4  }`},
		{name: "before its token when there is no room after", text: "price_of_the_thing_as_shown(x)", width: 38, height: 4, want: `
● 1  price_of_the_thing_as_shown(x)
           did you mean boolean? ~`},
		{name: "on a row of its own when there is room on neither side", text: "in_stock(x)", width: 28, height: 4, want: `
● 1  in_stock(x)
              ~
       did you mean boolean?`},
		{name: "long messages are wrapped", text: "a!", width: 18, height: 6, want: `
● 1  a!
      ~
     shouting does
     not help`},
		{name: "what is missing at the end", text: "{", width: 40, height: 4, want: `
● 1  {
      ~ expected }`},
		{name: "only those nearest to the cursor", text: "a(x)\nb(x)\nc(x)\nd(x)", keys: "<ctrl+end>", width: 50, height: 9, want: `
● 1  a(x)
● 2  b(x)
● 3  c(x)
       ~ did you mean boolean?
● 4  d(x)
       ~ did you mean boolean?`},
		{name: "two on one line", text: "a(x) b(yy)", width: 50, height: 9, want: `
● 1  a(x) b(yy)
       ~    ~~ did you mean boolean?`},
		{name: "further right than the screen", text: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa(x)", width: 40, height: 3, want: `
● 1  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…
                 did you mean boolean? →`},
		{name: "squiggles count cells", text: "日本(x)", width: 50, height: 3, want: `
● 1  日本(x)
          ~ did you mean boolean?`},
		{name: "long lines are marked as cut", text: long, width: 30, height: 2, want: `
  1  abcdefghijklmnopqrstuvwx…`},
		{name: "sideways with the cursor", text: long, keys: "<end>", width: 30, height: 2, want: `
  1  …ijklmnopqrstuvwxyz`},
		{name: "down with the cursor, keeping rows in sight", text: numbered, keys: "<down><down><down><down><down><down><down>", width: 20, height: 9, want: `
  2  line
  3  line
  4  line
  5  line
  6  line
  7  line
  8  line
  9  line
 10  line`},
		{name: "the end of the text stays at the bottom", text: numbered, keys: "<ctrl+end>", width: 20, height: 4, want: `
 17  line
 18  line
 19  line
 20  line`},
		{name: "scrolling leaves the cursor behind", text: numbered, keys: "<ctrl+down><ctrl+down>", width: 20, height: 2, want: `
  3  line
  4  line`},
		{name: "moving comes back to the cursor", text: numbered, keys: "<ctrl+down><ctrl+down><right>", width: 20, height: 2, want: `
  1  line
  2  line`},
		{name: "a problem on the cursor's line is in sight at the bottom", text: numbered + "\na(x)\nb", keys: "<ctrl+end><up>", width: 60, height: 4, want: `
 19  line
 20  line
●21  a(x)
       ~ did you mean boolean?`},
		{name: "prose is wrapped at words", text: "All products with name and price", width: 20, height: 3, prose: true, want: `
 All products with
 name and price`},
		{name: "words longer than a row are broken", text: "abcdefghijkl mno", width: 7, height: 4, prose: true, want: `
abcdef
ghijkl
mno`},
		{name: "wide characters wrap anywhere", text: "日本語のページ", width: 7, height: 4, prose: true, want: `
日本語
のペー
ジ`},
		{name: "control characters are shown", text: "a\x1b[31m\u202eb\tc", width: 40, height: 2, want: `
  1  a^[[31m\u202eb  c`},
		{name: "nothing but the find bar moves up", text: "ab\nab", keys: "<ctrl+f>b", width: 30, height: 4, want: `
  1  ab
  2  ab

 find b                1 of 2`},
		{name: "not found", text: "ab", keys: "<ctrl+f>x", width: 30, height: 3, want: `
  1  ab

 find x             not found`},
		{name: "no line numbers where there is no room", text: "abc", width: 12, height: 1, want: `
abc`},
	} {
		t.Run(test.name, func(t *testing.T) {
			var lang editor.Language = braces{}
			if test.prose {
				lang = nil
			}
			m := newEditor(lang, test.text, test.width, test.height)
			press(m, test.keys)
			if got := screen(m); got != strings.TrimPrefix(test.want, "\n") {
				t.Errorf("shows\n%s\nwant%s", got, test.want)
			}
		})
	}
}

func TestEmptyTextIsNotWrongYet(t *testing.T) {
	m := newEditor(never{}, "a", 20, 3)
	if got := len(m.Diagnostics()); got != 1 {
		t.Fatalf("%d diagnostics of a text that is wrong", got)
	}
	if press(m, "<delete>"); len(m.Diagnostics()) != 0 {
		t.Errorf("an empty text has diagnostics: %v", m.Diagnostics())
	}
}

// never is a language in which every text is wrong.
type never struct{ braces }

func (never) Diagnose(string) []editor.Diagnostic { return []editor.Diagnostic{{Message: "wrong"}} }

func TestPlaceholder(t *testing.T) {
	m := newEditor(nil, "", 20, 3)
	m.SetPlaceholder("say what you want in words")
	if got := screen(m); got != " say what you want\n in words" {
		t.Errorf("empty editor shows %q", got)
	}
	if press(m, "a"); screen(m) != " a" {
		t.Errorf("after typing it shows %q", screen(m))
	}
}

// painted returns the parts of the first row shown in the given style, joined.
func painted(view, on string) string {
	row, _, _ := strings.Cut(view, "\n")
	var out strings.Builder
	for {
		i := strings.Index(row, on)
		if i < 0 {
			return out.String()
		}
		row = row[i+len(on):]
		text, rest, _ := strings.Cut(row, "\x1b")
		out.WriteString(text)
		row = "\x1b" + rest
	}
}

func TestSelectionIsPainted(t *testing.T) {
	m := newEditor(nil, "abcdef", 20, 2)
	press(m, "<right><shift+right><shift+right>")
	th := theme()
	if got := painted(m.View(), th.Text.Over(th.Range).On()); got != "bc" {
		t.Errorf("painted as selected: %q in %q", got, m.View())
	}
}

func TestCursorIsReversed(t *testing.T) {
	m := newEditor(nil, "ab", 20, 2)
	th := theme()
	press(m, "<right>")
	if got := painted(m.View(), th.Cursor.Over(th.Text).On()); got != "b" {
		t.Errorf("painted as cursor: %q in %q", got, m.View())
	}
	m.Blur()
	if got := painted(m.View(), th.Cursor.Over(th.Text).On()); got != "" {
		t.Errorf("without the focus the cursor is still painted on %q", got)
	}
}

func TestTokensArePainted(t *testing.T) {
	m := newEditor(braces{}, `price(number) "text"`, 40, 1)
	press(m, "<end>")
	m.Blur()
	th := theme()
	for _, test := range []struct{ on, want string }{
		{th.Key.On(), "price"}, {th.Literal.On(), "number"}, {th.Punctuation.On(), "()"}, {th.String.On(), `"text"`},
	} {
		if got := painted(m.View(), test.on); got != test.want {
			t.Errorf("painted %q, want %q in %q", got, test.want, m.View())
		}
	}
}

func mouse(button tea.MouseButton, action tea.MouseAction, x, y int) tea.MouseMsg {
	return tea.MouseMsg{X: x, Y: y, Button: button, Action: action}
}

func TestMouse(t *testing.T) {
	const left, pressed, motion, release = tea.MouseButtonLeft, tea.MouseActionPress, tea.MouseActionMotion, tea.MouseActionRelease
	many := strings.TrimSuffix(strings.Repeat("shop name\n", 30), "\n")
	for _, test := range []struct {
		name   string
		text   string
		events []tea.MouseMsg
		want   string // selection, or row:column of the cursor
	}{
		{"click", "shop name", []tea.MouseMsg{mouse(left, pressed, 7, 0)}, "1:3"},
		{"click past the end of a line", "ab\nc", []tea.MouseMsg{mouse(left, pressed, 30, 0)}, "1:3"},
		{"click below the text", "ab\nc", []tea.MouseMsg{mouse(left, pressed, 5, 6)}, "2:2"},
		{"click in the gutter", "ab\ncd", []tea.MouseMsg{mouse(left, pressed, 1, 1)}, "2:1"},
		{"click on a wide character", "日本", []tea.MouseMsg{mouse(left, pressed, 8, 0)}, "1:2"},
		{"click under a diagnostic", "a(x)\nbc", []tea.MouseMsg{mouse(left, pressed, 6, 2)}, "2:2"},
		{"double click selects a word", "shop name", []tea.MouseMsg{mouse(left, pressed, 7, 0), mouse(left, release, 7, 0), mouse(left, pressed, 7, 0)}, "shop"},
		{"triple click selects the line", "shop name\nb", []tea.MouseMsg{mouse(left, pressed, 7, 0), mouse(left, pressed, 7, 0), mouse(left, pressed, 7, 0)}, "shop name\n"},
		{"drag", "shop name", []tea.MouseMsg{mouse(left, pressed, 7, 0), mouse(left, motion, 10, 0), mouse(left, release, 10, 0)}, "op "},
		{"drag over lines", "ab\ncd", []tea.MouseMsg{mouse(left, pressed, 6, 0), mouse(left, motion, 6, 1)}, "b\nc"},
		{"motion after release", "shop name", []tea.MouseMsg{mouse(left, pressed, 7, 0), mouse(left, release, 7, 0), mouse(left, motion, 10, 0)}, "1:3"},
		{"wheel leaves the cursor", many, []tea.MouseMsg{mouse(tea.MouseButtonWheelDown, pressed, 7, 0)}, "1:1"},
		{"click after the wheel", many, []tea.MouseMsg{mouse(tea.MouseButtonWheelDown, pressed, 7, 0), mouse(left, pressed, 5, 0)}, "4:1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := newEditor(braces{}, test.text, 40, 8)
			for _, e := range test.events {
				m.View()
				m.Update(e)
			}
			got := m.Selection()
			if got == "" {
				row, column := m.Cursor()
				got = string(rune('0'+row)) + ":" + string(rune('0'+column))
			}
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// A line that is longer than the editor goes aside for the cursor, and the others stay.
func TestOtherLinesStayInSight(t *testing.T) {
	m := newEditor(braces{}, "a_name_of_one\na_name_that_is_longer_than_30_cells\na_name_of_two", 30, 5)
	for _, k := range []string{"ctrl+end", "up", "end"} {
		m.Update(key(k))
	}
	want := "  1  a_name_of_one\n  2  …nger_than_30_cells\n  3  a_name_of_two"
	if got := screen(m); got != want {
		t.Errorf("shows\n%s\ninstead of\n%s", got, want)
	}
	m.Update(mouse(tea.MouseButtonLeft, tea.MouseActionPress, 5+8, 0))
	if row, column := m.Cursor(); row != 1 || column != 9 {
		t.Errorf("a click beside the line that went aside comes to %d:%d", row, column)
	}
	if got := screen(m); !strings.Contains(got, "  2  a_name_that") {
		t.Errorf("with the cursor gone from it, the long line is not back:\n%s", got)
	}
	m.Update(mouse(tea.MouseButtonWheelRight, tea.MouseActionPress, 7, 0))
	if got := screen(m); strings.Contains(got, "a_name") {
		t.Errorf("scrolled by hand, not all lines go aside:\n%s", got)
	}
}

// TestDragScrolls drags below the last row.
func TestDragScrolls(t *testing.T) {
	m := newEditor(braces{}, strings.TrimSuffix(strings.Repeat("ab\n", 30), "\n"), 40, 5)
	m.View()
	m.Update(mouse(tea.MouseButtonLeft, tea.MouseActionPress, 5, 4))
	for range 3 {
		m.View()
		m.Update(mouse(tea.MouseButtonLeft, tea.MouseActionMotion, 5, 9))
	}
	if row, _ := m.Cursor(); row != 8 {
		t.Errorf("cursor on line %d, want 8", row)
	}
	if got := screen(m); !strings.HasPrefix(got, "  4  ab") {
		t.Errorf("shows\n%s", got)
	}
}

// TestLongTextIsDiagnosedByACommand follows the editor's messages the way a program
// passes them on.
func TestLongTextIsDiagnosedByACommand(t *testing.T) {
	m := newEditor(braces{}, strings.Repeat("a_name\n", 3000), 60, 10)
	m.View()
	cmd := m.Update(key("paste:b(x)"))
	if cmd == nil {
		t.Fatal("an edit of a long text gave no command")
	}
	if got := m.Diagnostics(); len(got) != 0 {
		t.Fatalf("diagnosed before the command ran: %v", got)
	}
	for cmd != nil {
		msg := cmd()
		cmd = m.Update(msg)
	}
	got := m.Diagnostics()
	if len(got) != 1 || got[0].Row != 1 || got[0].Column != 3 {
		t.Fatalf("diagnostics %+v", got)
	}
	if !strings.Contains(screen(m), "did you mean boolean?") {
		t.Errorf("shows\n%s", screen(m))
	}

	stale := m.Update(key("paste:\\n"))
	m.Update(key("home"))
	m.Update(key("paste:\\n"))
	if cmd := m.Update(stale()); cmd != nil {
		t.Error("a text that changed since is diagnosed")
	}
	if got := m.Diagnostics(); len(got) != 1 || got[0].Row != 1 {
		t.Errorf("after edits in other lines the diagnostic is at %+v", got)
	}
	if got := m.Diagnose(); len(got) != 1 {
		t.Errorf("Diagnose gives %+v", got)
	}
}

func TestFind(t *testing.T) {
	for _, test := range []struct {
		name, text, script, selected, foot string
	}{
		{"whatever the case", "price\nPRICE\nname", "<ctrl+f>price", "price", "1 of 2"},
		{"the next", "price\nPRICE\nname", "<ctrl+f>price<enter>", "PRICE", "2 of 2"},
		{"around the end", "price\nPRICE\nname", "<ctrl+f>price<enter><enter>", "price", "1 of 2"},
		{"the previous", "price\nPRICE\nname", "<ctrl+f>price<up>", "PRICE", "2 of 2"},
		{"case where it has capitals", "price Price", "<ctrl+f>Price", "Price", "1 of 1"},
		{"no pattern", "a+ aa", "<ctrl+f>a+", "a+", "1 of 1"},
		{"what is selected", "one two one", "<ctrl+shift+right><ctrl+f><enter>", "one", "2 of 2"},
		{"nothing", "price", "<ctrl+f>nowhere", "", "not found"},
		{"closed again", "price", "<ctrl+f>ice<esc>", "ice", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := newEditor(braces{}, test.text, 60, 6)
			press(m, test.script)
			if m.Selection() != test.selected {
				t.Errorf("%q is selected, not %q", m.Selection(), test.selected)
			}
			if m.Value() != test.text {
				t.Errorf("the text became %q", m.Value())
			}
			for _, width := range []int{60, 30, 12} {
				m.SetSize(width, 6)
				lines := strings.Split(m.View(), "\n")
				if len(lines) != 6 {
					t.Errorf("%d lines", len(lines))
				}
				for _, line := range lines {
					if cells.Width(line) != width {
						t.Errorf("a line is %d wide, not %d: %q", cells.Width(line), width, line)
					}
				}
				if foot := ansi.Strip(lines[5]); width == 60 && !strings.Contains(foot, test.foot) {
					t.Errorf("the bar says %q, not %q", foot, test.foot)
				}
			}
		})
	}
}

// A line that is too long is shown where it is typed; what is read is read from its start.
func TestLongLineAtRest(t *testing.T) {
	m := newEditor(braces{}, "{ invoice_number total(number) }", 24, 4)
	press(m, "<end>")
	if shown := screen(m); !strings.HasSuffix(shown, "…tal(number) }") {
		t.Errorf("while it is typed it shows %q", shown)
	}
	m.Blur()
	m.SetSize(25, 4)
	if shown := screen(m); !strings.Contains(shown, "1  { invoice_number") {
		t.Errorf("at rest it shows %q", shown)
	}
	m.Focus()
	m.SetSize(60, 4)
	if shown := screen(m); !strings.Contains(shown, "1  { invoice_number total(number) }") {
		t.Errorf("with room for all it shows %q", shown)
	}
}
