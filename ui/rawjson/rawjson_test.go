package rawjson

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"assay/keymap"
	"assay/themes"
	"assay/ui/jsondoc"
)

func theme(profile termenv.Profile) *themes.Theme {
	glyphs := themes.GlyphsFor(true)
	glyphs.Bar, glyphs.Ellipsis = "▌", "…"
	return themes.New(themes.Default(true), profile, glyphs)
}

func newView(t testing.TB, data string, width, height int) *Model {
	t.Helper()
	m := New(theme(termenv.Ascii), keymap.Default())
	m.Focus()
	m.SetSize(width, height)
	m.SetDocument(document(t, data))
	return m
}

func document(t testing.TB, data string) *jsondoc.Document {
	t.Helper()
	doc, err := jsondoc.Index(context.Background(), []byte(data), jsondoc.Options{Many: true})
	if err != nil {
		t.Fatalf("%.80q: %v", data, err)
	}
	return doc
}

func press(m *Model, keys ...string) {
	for _, key := range keys {
		m.Update(keymap.KeyNamed(key))
	}
}

func screen(m *Model) string {
	lines := strings.Split(ansi.Strip(m.View()), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

func TestLook(t *testing.T) {
	m := newView(t, `{"a":[1,{"b":"text"},[]],"c":{},"d":null}`, 30, 12)
	want := strings.Trim(`
▌ 1 {
  2   "a": [
  3     1,
  4     {
  5       "b": "text"
  6     },
  7     []
  8   ],
  9   "c": {},
 10   "d": null
 11 }
`, "\n")
	if got := screen(m); got != want {
		t.Errorf("shows\n%s\ninstead of\n%s", got, want)
	}
}

// Without line numbers the text is what encoding/json writes.
func TestAgainstIndent(t *testing.T) {
	for _, data := range []string{`{"a":[1,{"b":"text"},[]],"c":{},"d":null}`, `[]`, `"x"`, `[[[1,2],[3]],{"a":{"b":{}}}]`, `{"":[{}]}`} {
		var want bytes.Buffer
		json.Indent(&want, []byte(data), "", "  ")
		lines := strings.Split(want.String(), "\n")
		m := newView(t, data, 80, len(lines))
		for i, line := range strings.Split(screen(m), "\n") {
			if got := string([]rune(line)[m.gutter():]); got != lines[i] {
				t.Errorf("%s: line %d is %q, want %q", data, i+1, got, lines[i])
			}
		}
	}
}

func TestSeveralDocuments(t *testing.T) {
	m := newView(t, "{\"a\":1}\n[2]", 20, 6)
	want := "▌1 {\n 2   \"a\": 1\n 3 }\n 4 [\n 5   2\n 6 ]"
	if got := screen(m); got != want {
		t.Errorf("shows\n%s", got)
	}
}

func TestMovingAndSelecting(t *testing.T) {
	items := make([]string, 100)
	for i := range items {
		items[i] = fmt.Sprintf(`{"id":%d}`, i)
	}
	data := "[" + strings.Join(items, ",") + "]"
	m := newView(t, data, 40, 10)
	press(m, "G")
	if m.Status() != "line 302/302" {
		t.Errorf("at the end: %s", m.Status())
	}
	press(m, "g", "j", "j")
	if m.doc.Path(m.Node()) != ".[0].id" {
		t.Errorf("on %s", m.doc.Path(m.Node()))
	}
	n, _ := m.doc.Find("/50/id")
	m.Select(n)
	if m.Node() != n || !strings.Contains(screen(m), `"id": 50`) {
		t.Errorf("the selected node is not in sight:\n%s", screen(m))
	}
	m.SetDocument(document(t, strings.Replace(data, `{"id":0}`, `{"id":0,"new":1}`, 1)))
	if got := m.doc.Path(m.Node()); got != ".[50].id" {
		t.Errorf("with new data on %s", got)
	}
	m.Search("99", jsondoc.SearchOptions{})
	if got := m.doc.Path(m.Node()); got != ".[99].id" || m.Status() != "1 of 1 - line 301/303" {
		t.Errorf("the search goes to %s, %s", got, m.Status())
	}
	m.EndSearch(true)
	if got := m.doc.Path(m.Node()); got != ".[50].id" {
		t.Errorf("after the search on %s", got)
	}
}

func TestLongLines(t *testing.T) {
	m := newView(t, `{"long":"`+strings.Repeat("x", 500)+`needle","b":1}`, 40, 5)
	m.Search("needle", jsondoc.SearchOptions{})
	if !strings.Contains(screen(m), "needle") {
		t.Errorf("the hit is not in sight:\n%s", screen(m))
	}
	press(m, "g")
	for range 100 {
		press(m, "right")
	}
	if got := m.left; got > 520 {
		t.Errorf("scrolled %d cells, past the end", got)
	}
	for range 100 {
		press(m, "left")
	}
	if !strings.Contains(screen(m), `"long": "x`) {
		t.Errorf("back at the left:\n%s", screen(m))
	}
}

func TestDeepData(t *testing.T) {
	const depth = 10_000
	m := newView(t, strings.Repeat("[", depth)+`"bottom"`+strings.Repeat("]", depth), 60, 10)
	n := m.doc.Len() - 1
	m.Select(n)
	if !strings.Contains(screen(m), "bottom") {
		t.Errorf("the bottom is not in sight:\n%s", screen(m))
	}
}

func TestFramesAreExact(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 14))
	pieces := []string{"a", " ", "é", "e\u0301", "東", "👨‍👩‍👧", "❤️", "\u202e", "क्षि", "\u200b", `\n`, `\u001b`, `\ud83d`, "\xff", "\u0085"}
	for range 200 {
		var b strings.Builder
		b.WriteString("[")
		for i := range 1 + random.IntN(12) {
			if i > 0 {
				b.WriteString(",")
			}
			b.WriteString(`{"`)
			for range random.IntN(20) {
				b.WriteString(pieces[random.IntN(len(pieces))])
			}
			b.WriteString(`":"`)
			for range random.IntN(60) {
				b.WriteString(pieces[random.IntN(len(pieces))])
			}
			b.WriteString(`"}`)
		}
		b.WriteString("]")
		width, height := random.IntN(60), 1+random.IntN(12)
		m := newView(t, b.String(), width, height)
		m.SetTheme(theme([]termenv.Profile{termenv.Ascii, termenv.TrueColor}[random.IntN(2)]))
		for range 10 {
			press(m, []string{"j", "k", "right", "left", "pgdown", "pgup", "G", "n"}[random.IntN(8)])
			m.Search(pieces[random.IntN(6)], jsondoc.SearchOptions{})
			lines := strings.Split(m.View(), "\n")
			if len(lines) != height {
				t.Fatalf("%d lines instead of %d", len(lines), height)
			}
			for _, line := range lines {
				if w := ansi.StringWidth(line); w != width {
					t.Fatalf("%d cells instead of %d: %q", w, width, line)
				}
				if strings.ContainsAny(ansi.Strip(line), "\x1b\u0085\u202e\u200d") {
					t.Fatalf("a control character reaches the terminal: %q", line)
				}
			}
		}
	}
}
