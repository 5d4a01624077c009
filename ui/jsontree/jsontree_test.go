package jsontree

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"assay/keymap"
	"assay/themes"
	"assay/ui/jsondoc"
)

var plain = themes.New(themes.Default(true), termenv.Ascii, glyphs())

func glyphs() themes.Glyphs {
	g := themes.GlyphsFor(true)
	g.Bar, g.Open, g.Closed, g.Ellipsis = "▌", "▾", "▸", "…"
	return g
}

func newTree(t testing.TB, data string, width, height int) *Model {
	t.Helper()
	m := New(plain, keymap.Default())
	m.SetSize(width, height)
	m.Focus()
	set(t, m, data)
	return m
}

// set gives the tree data and delivers the messages of its command.
func set(t testing.TB, m *Model, data string) {
	t.Helper()
	for _, msg := range run(m.SetData([]byte(data))) {
		if cmd := m.Update(msg); cmd != nil {
			if _, progress := msg.(progressMsg); !progress {
				run(cmd)
			}
		}
	}
}

// run carries out a command and returns its messages.
func run(cmd tea.Cmd) []tea.Msg {
	if cmd == nil {
		return nil
	}
	switch msg := cmd().(type) {
	case tea.BatchMsg:
		var all []tea.Msg
		for _, cmd := range msg {
			all = append(all, run(cmd)...)
		}
		return all
	case nil:
		return nil
	default:
		return []tea.Msg{msg}
	}
}

func press(t testing.TB, m *Model, keys ...string) []tea.Msg {
	t.Helper()
	var out []tea.Msg
	for _, key := range keys {
		out = append(out, run(m.Update(keymap.KeyNamed(key)))...)
	}
	return out
}

// screen returns what the tree shows, without colours, trailing blanks and empty
// lines at the end.
func screen(m *Model) string {
	lines := strings.Split(ansi.Strip(m.View()), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

func path(t testing.TB, m *Model) string {
	t.Helper()
	if m.Node() < 0 {
		t.Fatal("nothing is selected")
	}
	return m.Document().Path(m.Node())
}

const lamps = `{"shop": "Lamps & Sons", "products": [
	{"name": "Alder Desk Lamp", "price": 64.5, "in_stock": true, "tags": ["oak", "E27"]},
	{"name": "Birch Floor Lamp", "price": 129, "in_stock": false, "tags": []}],
	"next_page": null}`

func expect(t *testing.T, m *Model, want string) {
	t.Helper()
	if got := screen(m); got != strings.Trim(want, "\n") {
		t.Errorf("the screen shows\n%s\ninstead of\n%s", got, strings.Trim(want, "\n"))
	}
}

func TestLook(t *testing.T) {
	m := newTree(t, lamps, 51, 16)
	expect(t, m, `
▌   shop       "Lamps & Sons"
  ▾ products  [2]
    ▾ 0
        name      "Alder Desk Lamp"
        price     64.5
        in_stock  true
      ▾ tags  [2]
          0  "oak"
          1  "E27"
    ▾ 1
        name      "Birch Floor Lamp"
        price     129
        in_stock  false
        tags      []
    next_page  null
`)
	press(t, m, "down", "down", "enter", "down", "enter")
	expect(t, m, `
    shop       "Lamps & Sons"
  ▾ products  [2]
    ▸ 0  { name: "Alder Desk Lamp", … }
▌   ▸ 1  { name: "Birch Floor Lamp", … }
    next_page  null
`)
	press(t, m, "-")
	expect(t, m, `
    shop       "Lamps & Sons"
▌ ▸ products   [2] { name, price, in_stock, tags }
    next_page  null
`)
	if path(t, m) != ".products" {
		t.Errorf("%s is selected", path(t, m))
	}
}

// What is folded is previewed in the cells that there are: long texts are cut where
// others would not be seen.
func TestPreviewUsesFreeCells(t *testing.T) {
	m := newTree(t, `[{"name":"Alder Desk Lamp of oak and brass","price":9}]`, 64, 2)
	press(t, m, "-")
	if got := screen(m); !strings.Contains(got, `{ name: "Alder Desk Lamp of oak and brass", price: 9 }`) {
		t.Errorf("it shows\n%s", got)
	}
	m.SetSize(56, 2)
	if got := screen(m); !strings.Contains(got, `price: 9 }`) || !strings.Contains(got, "…") {
		t.Errorf("with less room it shows\n%s", got)
	}
}

func TestRoots(t *testing.T) {
	tests := []struct{ data, want string }{
		{`"text"`, `▌   "text"`},
		{`12`, `▌   12`},
		{`{}`, `▌   {}`},
		{`[]`, `▌   []`},
		{`[1]`, `▌   0  1`},
		{`{"":1}`, `▌   ""  1`},
	}
	for _, test := range tests {
		m := newTree(t, test.data, 30, 3)
		if got := screen(m); got != test.want {
			t.Errorf("%s shows %q, want %q", test.data, got, test.want)
		}
		press(t, m, "left", "right", "enter", "down", "up", "G", "g", "+", "-", "c", "C", "[", "]", "w", "shift+right", "shift+left", "}", "{", "n")
		if got := screen(m); strings.Count(got, "\n") != 0 || !strings.HasPrefix(got, "▌") {
			t.Errorf("%s after all keys shows %q", test.data, got)
		}
	}
}

func TestMoving(t *testing.T) {
	m := newTree(t, lamps, 44, 6)
	steps := []struct{ key, path string }{
		{"j", ".products"}, {"l", ".products[0]"}, {"}", ".products[1]"}, {"}", ".products[1]"}, {"{", ".products[0]"},
		{"h", ".products[0]"}, {"l", ".products[0]"}, {"l", ".products[0].name"}, {"h", ".products[0]"},
		{"G", ".next_page"}, {"k", ".products[1].tags"}, {"g", ".shop"}, {"ctrl+d", ".products[0].name"},
		{"ctrl+u", ".shop"}, {"pgdown", ".products[0].in_stock"}, {"pgdown", ".products[1].name"}, {"pgdown", ".next_page"}, {"pgup", ".products[1]"},
		{"home", ".shop"}, {"up", ".shop"},
	}
	for i, step := range steps {
		press(t, m, step.key)
		if got := path(t, m); got != step.path {
			t.Fatalf("step %d, %s: %s is selected, want %s", i, step.key, got, step.path)
		}
	}
}

func TestFoldAll(t *testing.T) {
	m := newTree(t, lamps, 60, 20)
	count := func(want int) {
		t.Helper()
		if _, rows := m.Position(); rows != want {
			t.Errorf("%d rows, want %d", rows, want)
		}
	}
	press(t, m, "-")
	count(3)
	press(t, m, "+")
	count(15)
	press(t, m, "j", "c", "l")
	count(5)
	press(t, m, "C")
	count(15)
}

func TestCopying(t *testing.T) {
	m := newTree(t, lamps, 60, 20)
	selectPointer(m, "/products/0/name")
	tests := []struct{ key, text string }{
		{"y", "Alder Desk Lamp"},
		{"Y", `"Alder Desk Lamp"`},
		{"p", ".products[0].name"},
		{"K", "name"},
	}
	for _, test := range tests {
		messages := press(t, m, test.key)
		if len(messages) != 1 || messages[0].(CopyMsg).Text != test.text {
			t.Errorf("%s copies %q, want %q", test.key, messages, test.text)
		}
	}
	selectPointer(m, "/products/0/tags")
	if got := press(t, m, "y")[0].(CopyMsg).Text; got != "[\n  \"oak\",\n  \"E27\"\n]" {
		t.Errorf("a list is copied as %q", got)
	}
	var want bytes.Buffer
	json.Indent(&want, []byte(lamps), "", "  ")
	if got := press(t, m, "J")[0].(CopyMsg).Text; got != want.String() {
		t.Errorf("the document is copied as %q", got)
	}
}

func TestSearch(t *testing.T) {
	m := newTree(t, lamps, 60, 20)
	press(t, m, "-")
	if messages := press(t, m, "/"); len(messages) != 1 || messages[0] != (SearchMsg{}) {
		t.Errorf("/ gives %v", messages)
	}
	for _, text := range []string{"l", "la", "lam", "lamp"} {
		run(m.Search(text, jsondoc.SearchOptions{}))
	}
	steps := []struct{ key, path, status string }{
		{"", ".shop", "1 of 3"},
		{"n", ".products[0].name", "2 of 3"},
		{"n", ".products[1].name", "3 of 3"},
		{"n", ".shop", "1 of 3"},
		{"N", ".products[1].name", "3 of 3"},
		{"j", ".products[1].price", "3 matches"},
		{"N", ".products[1].name", "3 of 3"},
	}
	for i, step := range steps {
		if step.key != "" {
			press(t, m, step.key)
		}
		status, _ := m.SearchStatus()
		if path(t, m) != step.path || status != step.status {
			t.Fatalf("step %d: %s, %s; want %s, %s", i, path(t, m), status, step.path, step.status)
		}
	}
	m.EndSearch(true)
	if status, _ := m.SearchStatus(); status != "" || path(t, m) != ".shop" {
		t.Errorf("after the search %s is selected, status %q", path(t, m), status)
	}
	run(m.Search("(", jsondoc.SearchOptions{Regexp: true}))
	if status, wrong := m.SearchStatus(); !wrong || !strings.Contains(status, "missing closing )") {
		t.Errorf("status %q, wrong %v", status, wrong)
	}
	run(m.Search("nothing like it", jsondoc.SearchOptions{}))
	if status, wrong := m.SearchStatus(); wrong || status != "no matches" {
		t.Errorf("status %q, wrong %v", status, wrong)
	}
}

func TestSearchScrollsToTheHit(t *testing.T) {
	data := fmt.Sprintf(`{"long":"%sneedle%s"}`, strings.Repeat("x", 5000), strings.Repeat("y", 5000))
	m := newTree(t, data, 40, 4)
	run(m.Search("needle", jsondoc.SearchOptions{}))
	if !strings.Contains(screen(m), "needle") {
		t.Errorf("the hit is not in sight: %s", screen(m))
	}
	press(t, m, "w")
	run(m.Search("needl", jsondoc.SearchOptions{}))
	if !strings.Contains(strings.ReplaceAll(strings.ReplaceAll(screen(m), "\n", ""), " ", ""), "needle"[:3]) {
		t.Errorf("the hit is not in sight when wrapped: %s", screen(m))
	}
}

// What is cut ends before the border beside it.
func TestTheLastCellStaysFree(t *testing.T) {
	m := newTree(t, lamps, 24, 16)
	for range 2 {
		for line := range strings.SplitSeq(m.View(), "\n") {
			if line = ansi.Strip(line); ansi.StringWidth(line) != 24 || !strings.HasSuffix(line, " ") {
				t.Errorf("%q touches what is beside it", line)
			}
		}
		press(t, m, "-")
	}
}

func TestWholeValue(t *testing.T) {
	m := newTree(t, `{"a":1,"text":"Dear reader,\n\nthis is a text of several words that goes on.\tEnd","b":2}`, 37, 12)
	press(t, m, "j", "w")
	expect(t, m, `
    a     1
▌   text  Dear reader,
▌
▌         this is a text of several
▌         words that goes on.\tEnd
    b     2
`)
	press(t, m, "j")
	expect(t, m, `
    a     1
    text  "Dear reader,\n\nthis is …
▌   b     2
`)
	press(t, m, "k", "w")
	expect(t, m, `
    a     1
▌   text  "Dear reader,\n\nthis is …
    b     2
`)
}

func TestWholeValueThatIsLongerThanThePane(t *testing.T) {
	words := make([]string, 300)
	for i := range words {
		words[i] = fmt.Sprintf("word%03d", i)
	}
	m := newTree(t, `{"a":1,"text":"`+strings.Join(words, " ")+`","z":1}`, 40, 8)
	press(t, m, "j", "w")
	if got := screen(m); !strings.Contains(got, "word000") || strings.Count(got, "\n") != 7 || !strings.Contains(got, "\n…") {
		t.Errorf("at first it shows\n%s", got)
	}
	for range 100 {
		press(t, m, "shift+right")
	}
	if got := screen(m); !strings.Contains(got, "word299") {
		t.Errorf("at the end it shows\n%s", got)
	}
	for range 100 {
		press(t, m, "shift+left")
	}
	if got := screen(m); !strings.Contains(got, "word000") {
		t.Errorf("back at the start it shows\n%s", got)
	}
}

func TestScrollingAValue(t *testing.T) {
	m := newTree(t, `{"text":"0123456789abcdefghijklmnopqrstuvwxyz"}`, 25, 1)
	shown := []string{}
	for range 6 {
		shown = append(shown, screen(m))
		press(t, m, "shift+right")
	}
	want := []string{`▌   text  "0123456789ab…`, `▌   text  …789abcdefghi…`, `▌   text  …efghijklmnop…`, `▌   text  …lmnopqrstuvw…`, `▌   text  …stuvwxyz"`, `▌   text  …stuvwxyz"`}
	if strings.Join(shown, "\n") != strings.Join(want, "\n") {
		t.Errorf("shows\n%s", strings.Join(shown, "\n"))
	}
	press(t, m, "shift+left", "shift+left", "shift+left", "shift+left", "shift+left")
	if screen(m) != shown[0] {
		t.Errorf("back at the start: %s", screen(m))
	}
}

func TestRunAgainKeepsThePlace(t *testing.T) {
	data := func(extra string, price int) string {
		items := make([]string, 40)
		for i := range items {
			items[i] = fmt.Sprintf(`{"id": %d, "price": %d, "tags": ["a","b"]}`, i, price)
		}
		return `{` + extra + `"items": [` + strings.Join(items, ",") + `]}`
	}
	m := newTree(t, data("", 1), 50, 12)
	selectPointer(m, "/items/20/tags/1")
	m.Do(keymap.TreeFirst)
	press(t, m, "j", "h") // folds the first item
	selectPointer(m, "/items/20/price")
	before := screen(m)
	if !strings.Contains(before, "▌       price  1") {
		t.Fatalf("shows\n%s", before)
	}
	set(t, m, data(`"new": true, `, 2))
	if path(t, m) != ".items[20].price" || screen(m) != strings.NewReplacer("price: 1", "price: 2", "price  1", "price  2").Replace(before) {
		t.Errorf("%s is selected, shown is\n%s\ninstead of\n%s", path(t, m), screen(m), before)
	}
	if m.folds.isFolded(nodeAt(t, m, "/items/20")) || !m.folds.isFolded(nodeAt(t, m, "/items/0")) {
		t.Error("the folds are not kept")
	}
	set(t, m, `{"items": [1]}`)
	if path(t, m) != ".items" {
		t.Errorf("where the way ends, %s is selected", path(t, m))
	}
}

func nodeAt(t testing.TB, m *Model, pointer string) int {
	t.Helper()
	n, ok := m.doc.Find(pointer)
	if !ok {
		t.Fatalf("%s is not there", pointer)
	}
	return n
}

func TestNotJSON(t *testing.T) {
	m := newTree(t, "{\n  \"a\": [1, 2 3]\n}", 60, 6)
	expect(t, m, `
  x This is not JSON  line 2, column 14
  unexpected '3', a comma or ']' is missing

  2 |   "a": [1, 2 3]
`)
	if m.Node() >= 0 || m.Document() != nil {
		t.Error("something is selected")
	}
	press(t, m, "j", "enter", "n", "y", "G")
	set(t, m, `{"a": 1}`)
	expect(t, m, "▌   a  1")
}

func TestSeveralDocuments(t *testing.T) {
	m := New(plain, keymap.Default())
	m.SetSize(40, 5)
	m.AcceptMany(true)
	set(t, m, "{\"a\":1}\n{\"a\":2}\n")
	press(t, m, "j", "j", "j")
	if path(t, m) != ".[1].a" {
		t.Errorf("%s is selected", path(t, m))
	}
}

func TestLargeDataIsReadAside(t *testing.T) {
	data := `{"items":[` + strings.Repeat(`{"name":"x"},`, 40_000) + `{"name":"last"}]}`
	m := newTree(t, `{"before": 1}`, 40, 5)
	cmd := m.SetData([]byte(data))
	if !m.Busy() || !strings.Contains(screen(m), "before") {
		t.Errorf("what was shown is gone:\n%s", screen(m))
	}
	var loaded LoadedMsg
	for _, msg := range run(cmd) {
		if l, ok := msg.(LoadedMsg); ok {
			loaded = l
		}
		m.Update(msg)
	}
	if m.Busy() || loaded.Document == nil || !loaded.Of(m) || m.Document() != loaded.Document {
		t.Fatal("the data did not arrive")
	}
	selectPointer(m, "/items/7/name")
	cmd = m.Search("last", jsondoc.SearchOptions{Regexp: true})
	if cmd == nil || !m.Busy() {
		t.Fatal("the search is not made aside")
	}
	for _, msg := range run(cmd) {
		m.Update(msg)
	}
	if path(t, m) != ".items[40000].name" {
		t.Errorf("%s is selected", path(t, m))
	}

	selectPointer(m, "/items/7/name")
	for _, msg := range run(m.SetData([]byte(data))) {
		for _, msg := range run(m.Update(msg)) {
			m.Update(msg)
		}
	}
	if status, _ := m.SearchStatus(); status != "1 match" || path(t, m) != ".items[7].name" {
		t.Errorf("read again with a search on: %s is selected, status %q", path(t, m), status)
	}

	stale := m.SetData([]byte(data))
	set(t, m, `{"after": 1}`)
	for _, msg := range run(stale) {
		m.Update(msg)
	}
	if !strings.Contains(screen(m), "after") {
		t.Error("an earlier answer replaced a later one")
	}
}

func TestMouse(t *testing.T) {
	m := newTree(t, lamps, 44, 6)
	click := func(x, y int) {
		m.Update(tea.MouseMsg{X: x, Y: y, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
	}
	click(20, 3)
	if path(t, m) != ".products[0].name" {
		t.Errorf("a click selects %s", path(t, m))
	}
	click(4, 2)
	if path(t, m) != ".products[0]" || !m.folds.isFolded(m.selected) {
		t.Error("a click on the mark does not fold")
	}
	for range 10 {
		m.Update(tea.MouseMsg{X: 1, Y: 1, Button: tea.MouseButtonWheelDown, Action: tea.MouseActionPress})
	}
	if !strings.HasSuffix(screen(m), "next_page  null") {
		t.Errorf("the wheel shows\n%s", screen(m))
	}
	click(1, 99)
}

// selectPointer selects what a JSON Pointer leads to.
func selectPointer(m *Model, pointer string) {
	if n, found := m.Document().Find(pointer); found {
		m.Select(n)
	}
}
