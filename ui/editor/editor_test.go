package editor_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"assay/keymap"
	"assay/themes"
	"assay/ui/editor"
)

func theme() *themes.Theme {
	return themes.New(themes.Default(true), termenv.TrueColor, themes.GlyphsFor(false))
}

func newEditor(lang editor.Language, text string, width, height int) *editor.Model {
	m := editor.New(theme(), keymap.Default(), lang)
	m.SetSize(width, height)
	m.SetValue(text)
	m.Focus()
	return m
}

func key(name string) tea.KeyMsg {
	if text, ok := strings.CutPrefix(name, "paste:"); ok {
		return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(strings.ReplaceAll(text, `\n`, "\n")), Paste: true}
	}
	return keymap.KeyNamed(name)
}

// press sends the keys of a script: names in angle brackets, characters one by one.
func press(m *editor.Model, script string) {
	for script != "" {
		if end := strings.IndexByte(script, '>'); script[0] == '<' && end > 1 {
			m.Update(key(script[1:end]))
			script = script[end+1:]
			continue
		}
		r, size := utf8.DecodeRuneInString(script)
		m.Update(keymap.KeyNamed(string(r)))
		script = script[size:]
	}
}

// withCaret returns the text with the selection in ‹› or the cursor as |.
func withCaret(m *editor.Model) string {
	row, column := m.Cursor()
	lines := strings.Split(m.Value(), "\n")
	runes := []rune(lines[row-1])
	if selected := m.Selection(); selected != "" {
		return m.Value() + " selecting " + fmt.Sprintf("%q", selected)
	}
	lines[row-1] = string(runes[:column-1]) + "|" + string(runes[column-1:])
	return strings.Join(lines, "\n")
}

func TestKeys(t *testing.T) {
	for _, test := range []struct {
		name  string
		text  string
		keys  string
		want  string
		prose bool
	}{
		{name: "typing", keys: "name", want: "name|"},
		{name: "wide and joined characters", keys: "日本<left>é<backspace>x", want: "日x|本"},
		{name: "a whole emoji goes at once", text: "a👩‍👩‍👧b", keys: "<right><right><backspace>", want: "a|b"},
		{name: "combining mark typed after its base", keys: "e\u0301<left>x", want: "x|e\u0301"},

		{name: "brace brings its partner", keys: "{", want: "{|}"},
		{name: "enter opens a block", keys: "{<enter>", want: "{\n  |\n}"},
		{name: "enter opens a block with text around", text: "a[] ", keys: "<end>{<enter>b", want: "a[] {\n  b|\n}"},
		{name: "enter keeps the indentation", text: "    a", keys: "<end><enter>b", want: "    a\n    b|"},
		{name: "enter leaves no white space behind", text: "  a b", keys: "<right><right><right><enter>", want: "  a\n  |b"},
		{name: "enter after an open brace", text: "{ a", keys: "<right><enter>", want: "{\n  |a"},
		{name: "enter between braces on one line", text: "{ a b }", keys: "<right><right><right><enter>", want: "{ a\n  |b }"},
		{name: "enter before the closing brace", text: "{ a }", keys: "<right><right><right><enter>b", want: "{ a\n  b|\n}"},
		{name: "enter between braces in braces", text: "{ a { b } }", keys: "<right><right><right><right><right><right><right><enter>", want: "{ a { b\n    |\n  } }"},
		{name: "enter after a closed block", text: "  a { b } c", keys: "<end><left><left><enter>", want: "  a { b }\n  |c"},
		{name: "enter does not open a block in a string", text: `"{"`, keys: "<right><right><enter>", want: "\"{\n|\""},
		{name: "prose does not indent or pair", keys: "a {<enter>b(", want: "a {\nb(|", prose: true},
		{name: "closing one is passed over", keys: "price(number)", want: "price(number)|"},
		{name: "unmatched closing one is typed", text: ")", keys: ")", want: ")|)"},
		{name: "no pair before a word", text: "a", keys: "(", want: "(|a"},
		{name: "pair before a closing one", text: "{}", keys: "<right>(", want: "{(|)}"},
		{name: "quote brings its partner", keys: `"a`, want: `"a|"`},
		{name: "quote after a word does not", text: "a", keys: `<end>"`, want: `a"|`},
		{name: "no pair in a string", text: `"a "`, keys: "<right><right><right>(", want: `"a (|"`},
		{name: "backspace takes an empty pair", keys: "a({<backspace>", want: "a(|)"},
		{name: "selection is put between", text: "name", keys: "<shift+end>(", want: `(name) selecting "name"`},
		{name: "closing brace takes its opening one's indentation", text: "  a {\n    b\n    ", keys: "<ctrl+end>}", want: "  a {\n    b\n  }|"},
		{name: "several characters in one message", keys: "<a(n)b>", want: "a(n)b|"},

		{name: "paste is taken as it is", keys: "<paste:{\\n  a\\n}>", want: "{\n  a\n}|"},
		{name: "paste replaces the selection", text: "abc", keys: "<shift+right><paste:x>", want: "x|bc"},
		{name: "paste is undone at once", text: "a", keys: "<end><paste:b\\nc><ctrl+_>", want: "a|"},
		{name: "carriage returns become line ends", keys: "<paste:a\r\nb\rc>", want: "a\nb\nc|"},

		{name: "backspace takes a level of indentation", text: "    a", keys: "<home><home><right><right><right><right><backspace>", want: "  |a"},
		{name: "backspace joins lines", text: "a\nb", keys: "<down><backspace>", want: "a|b"},
		{name: "delete joins lines", text: "a\nb", keys: "<end><delete>", want: "a|b"},
		{name: "delete word before", text: "shop name", keys: "<end><ctrl+w>", want: "shop |"},
		{name: "delete word after", text: "shop name", keys: "<alt+d>", want: "| name"},
		{name: "delete to start", text: "shop name", keys: "<end><ctrl+u>", want: "|"},
		{name: "delete to end", text: "shop name", keys: "<ctrl+right><alt+k>", want: "shop|"},

		{name: "word right", text: "a.bc  de\nf", keys: "<ctrl+right><ctrl+right><ctrl+right>", want: "a.bc|  de\nf"},
		{name: "word right goes to the next line", text: "a\nf", keys: "<ctrl+right><ctrl+right>", want: "a\n|f"},
		{name: "word left", text: "a.bc  de", keys: "<end><alt+b><alt+b>", want: "a.|bc  de"},
		{name: "home goes to the text first", text: "  a", keys: "<end><home>", want: "  |a"},
		{name: "home again goes to the start", text: "  a", keys: "<end><home><home>", want: "|  a"},
		{name: "up and down keep the column", text: "abcd\na\nabcd", keys: "<end><down><down>", want: "abcd\na\nabcd|"},
		{name: "columns are cells", text: "日本\nabcd", keys: "<right><down>", want: "日本\nab|cd"},
		{name: "up from the first row", text: "abc", keys: "<end><up>", want: "|abc"},
		{name: "down from the last row", text: "abc", keys: "<down>", want: "abc|"},
		{name: "text end and start", text: "a\nb", keys: "<ctrl+end>x<ctrl+home>y", want: "y|a\nbx"},

		{name: "select and replace", text: "shop name", keys: "<ctrl+shift+right>x", want: "x| name"},
		{name: "select lines", text: "a\nb\nc", keys: "<shift+down>", want: "a\nb\nc selecting \"a\\n\""},
		{name: "left drops the selection at its start", text: "abc", keys: "<right><shift+right><left>", want: "a|bc"},
		{name: "right drops the selection at its end", text: "abc", keys: "<shift+right><shift+right><right>", want: "ab|c"},
		{name: "select all and delete", text: "a\nb", keys: "<alt+a><backspace>", want: "|"},
		{name: "cut and paste", text: "ab", keys: "<shift+right><ctrl+x><end><ctrl+v>", want: "ba|"},
		{name: "cut without a selection takes the line", text: "a\nb", keys: "<ctrl+x>", want: "|b"},
		{name: "cut the last line", text: "a\nb", keys: "<down><ctrl+x>", want: "a|"},
		{name: "a line is pasted above", text: "a\nb", keys: "<alt+c><down><ctrl+v>", want: "a\na\n|b"},
		{name: "format", text: "{a{b}}", keys: "<alt+l>", want: "|{\n  a\n  {\n    b\n  }\n}"},
		{name: "format is undone at once", text: "{a{b}}", keys: "<alt+l><alt+u>", want: "|{a{b}}"},
		{name: "format leaves what is wrong", text: "{a{b}", keys: "<alt+l>", want: "|{a{b}"},

		{name: "undo takes back a word", keys: "shop name<ctrl+_>", want: "shop |"},
		{name: "undo twice", keys: "shop name<ctrl+_><ctrl+_>", want: "|"},
		{name: "redo", keys: "shop name<ctrl+_><ctrl+_><ctrl+y>", want: "shop |"},
		{name: "moving ends a run", keys: "ab<left>c<ctrl+_>", want: "a|b"},
		{name: "deleting is a run of its own", keys: "abc<backspace><backspace><ctrl+_>", want: "abc|"},
		{name: "typing forgets what could be redone", keys: "a<ctrl+_>b<ctrl+y>", want: "b|"},
		{name: "undo restores the selection", text: "abc", keys: "<shift+right><shift+right>x<ctrl+_>", want: `abc selecting "ab"`},
		{name: "undo of a block", keys: "{<enter><ctrl+_>", want: "{|}"},
		{name: "undo of a closing brace's indentation", text: "{\n    ", keys: "<ctrl+end>}<ctrl+_>", want: "{\n    |"},
		{name: "nothing to undo", text: "a", keys: "<ctrl+_>", want: "|a"},

		{name: "next problem", text: "{\n  a(x)\n  b(y)\n}", keys: "<alt+n><alt+n>", want: "{\n  a(x)\n  b(|y)\n}"},
		{name: "problems go round", text: "a(x)\nb(y)", keys: "<alt+n><alt+n><alt+n>", want: "a(|x)\nb(y)"},
		{name: "previous problem", text: "a(x)\nb(y)", keys: "<alt+N>", want: "a(x)\nb(|y)"},

		{name: "find as one types", text: "price name\nPrice", keys: "<ctrl+f>na", want: "price name\nPrice selecting \"na\""},
		{name: "find next ignores case", text: "price name\nPrice", keys: "<ctrl+f>price<enter>", want: "price name\nPrice selecting \"Price\""},
		{name: "upper case asks for it", text: "price name\nPrice", keys: "<ctrl+f>Price<esc><delete>", want: "price name\n|"},
		{name: "find goes round", text: "aba", keys: "<ctrl+f>a<enter><enter><esc><left>", want: "|aba"},
		{name: "find previous", text: "aba", keys: "<ctrl+f>a<up><esc><left>", want: "ab|a"},
		{name: "nothing found goes back", text: "abc", keys: "<right><ctrl+f>bz<esc>", want: "a|bc"},
		{name: "find again after closing", text: "abab", keys: "<ctrl+f>b<esc><ctrl+n><delete>", want: "aba|"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var lang editor.Language = braces{}
			if test.prose {
				lang = nil
			}
			m := newEditor(lang, test.text, 40, 10)
			press(m, test.keys)
			if got := withCaret(m); got != test.want {
				t.Errorf("%q then %s gives\n%s\nwant\n%s", test.text, test.keys, got, test.want)
			}
		})
	}
}

func TestCopyAsksForTheClipboard(t *testing.T) {
	m := newEditor(braces{}, "shop name", 40, 5)
	press(m, "<ctrl+shift+right>")
	cmd := m.Update(key("alt+c"))
	if cmd == nil {
		t.Fatal("copying gave no command")
	}
	if got := cmd(); got != (editor.CopyMsg{Text: "shop"}) {
		t.Errorf("copying sent %#v", got)
	}
}

func TestVersionCountsChanges(t *testing.T) {
	m := newEditor(braces{}, "a", 40, 5)
	before := m.Version()
	if press(m, "<right><left><shift+end>"); m.Version() != before {
		t.Error("moving the cursor counts as a change")
	}
	if press(m, "x"); m.Version() == before {
		t.Error("typing does not count as a change")
	}
}

func TestReplaceCanBeUndone(t *testing.T) {
	m := newEditor(braces{}, "old", 40, 5)
	m.Replace("new\ntext")
	if m.Value() != "new\ntext" {
		t.Fatalf("value %q", m.Value())
	}
	if press(m, "<ctrl+_>"); m.Value() != "old" {
		t.Errorf("undo gives %q", m.Value())
	}
	m.SetValue("fresh")
	if press(m, "<ctrl+_>"); m.Value() != "fresh" {
		t.Errorf("undo after SetValue gives %q", m.Value())
	}
}

func TestSetCursor(t *testing.T) {
	m := newEditor(braces{}, "日本x\nab", 40, 5)
	for _, test := range []struct{ row, column, wantRow, wantColumn int }{
		{1, 3, 1, 3}, {2, 9, 2, 3}, {9, 1, 2, 1}, {0, 0, 1, 1},
	} {
		m.SetCursor(test.row, test.column)
		if row, column := m.Cursor(); row != test.wantRow || column != test.wantColumn {
			t.Errorf("SetCursor(%d, %d) goes to %d, %d", test.row, test.column, row, column)
		}
	}
}

func TestKeysOnlyWithTheFocus(t *testing.T) {
	m := newEditor(braces{}, "", 40, 5)
	m.Blur()
	if press(m, "abc"); m.Value() != "" {
		t.Errorf("without the focus typing gives %q", m.Value())
	}
}

// TestNoClashes holds the editor's keys apart from those that hold around it.
func TestNoClashes(t *testing.T) {
	keys := keymap.Default()
	if _, err := keys.Remap(nil); err != nil {
		t.Error(err)
	}
	for _, b := range keys.In(keymap.Editor) {
		for _, k := range b.Keys {
			if k == "esc" { // the find bar has it first while it is open
				continue
			}
			if other := keys.Find(k, keymap.Global, keymap.Query); other != "" {
				t.Errorf("%s is both %s and %s", k, b.Action, other)
			}
		}
		if b.Help == "" || b.Group == "" {
			t.Errorf("%s has no help or group", b.Action)
		}
	}
}
