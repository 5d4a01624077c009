package table

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"assay/keymap"
	"assay/themes"
	"assay/ui/jsondoc"
)

const lamps = `{"shop":"Fernhill","products":[
 {"name":"Alder","price":64.5,"added":"2026-03-01","tags":["desk","oak"],"maker":{"country":"DE"}},
 {"name":"birch","price":129,"added":"2025-12-24","link":"https://shop.example/p/birch"},
 {"name":"Cedar","price":9,"added":"2026-07-30","note":null}],
 "reviews":[{"stars":5}],"plain":[1,2]}`

func document(t testing.TB, data string) *jsondoc.Document {
	t.Helper()
	doc, err := jsondoc.Index(context.Background(), []byte(data), jsondoc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// shown returns a table of the first list of the data.
func shown(t testing.TB, data string, width, height int) *Model {
	t.Helper()
	doc := document(t, data)
	m := New(themes.New(themes.Default(true), termenv.Ascii, themes.GlyphsFor(false)), keymap.Default())
	m.SetSize(width, height)
	m.Focus()
	settle(m, m.Show(doc, Outermost(doc)))
	return m
}

// settle runs a command that does not wait for anything, and hands over its message.
func settle(m *Model, cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	msg := cmd()
	if batch, ok := msg.(tea.BatchMsg); ok {
		for _, c := range batch {
			settle(m, c)
		}
		return
	}
	settle(m, m.Update(msg))
}

func press(m *Model, actions ...keymap.Action) {
	for _, a := range actions {
		settle(m, m.Do(a))
	}
}

func text(m *Model) string { return ansi.Strip(m.View()) }

// A text is not cut while cells are free.
func TestFreeCellsAreUsed(t *testing.T) {
	const name = "a lamp of oak and brass that goes on and on and on"
	m := shown(t, `[{"name":"`+name+`","price":9},{"name":"Birch","price":129}]`, 80, 4)
	if got := text(m); !strings.Contains(got, name+"      9") {
		t.Errorf("it shows\n%s", got)
	}
	m.SetSize(40, 4)
	if got := text(m); !strings.Contains(got, "…") || !strings.Contains(got, "129") {
		t.Errorf("with less room it shows\n%s", got)
	}
}

// What is cut ends before the border beside it, at any width.
func TestTheLastCellStaysFree(t *testing.T) {
	for width := 12; width < 80; width++ {
		m := shown(t, `[{"name":"Alder Desk Lamp","price":9,"link":"https://shop.example/lamps/alder"}]`, width, 3)
		for line := range strings.SplitSeq(text(m), "\n") {
			if ansi.StringWidth(line) != width || !strings.HasSuffix(line, " ") {
				t.Errorf("in %d cells %q touches what is beside it", width, line)
			}
		}
	}
}

// names returns the first word of every row after its number.
func names(m *Model) string {
	var names []string
	for i, line := range strings.Split(text(m), "\n") {
		if fields := strings.Fields(strings.TrimPrefix(line, "▌")); i > 0 && len(fields) > 1 {
			names = append(names, fields[1])
		}
	}
	return strings.Join(names, " ")
}

func TestListsOfObjects(t *testing.T) {
	doc := document(t, lamps)
	if got := doc.Path(Outermost(doc)); got != ".products" {
		t.Errorf("the outermost list is %s", got)
	}
	inner, _ := doc.Find("/products/1/name")
	if list := Around(doc, inner); list < 0 || doc.Path(list) != ".products" {
		t.Errorf("around a name is %d", list)
	}
	if shop, _ := doc.Find("/shop"); Around(doc, shop) != -1 {
		t.Error("a value outside any list is in one")
	}
}

func TestColumnsComeFromAllRecords(t *testing.T) {
	m := shown(t, lamps, 120, 10)
	if got := strings.Join(m.Columns(), " "); got != "name price added tags maker link note" {
		t.Errorf("columns are %s", got)
	}
	for _, want := range []string{"desk, oak", "{country: DE}", "https://shop.example/p/birch"} {
		if !strings.Contains(text(m), want) {
			t.Errorf("%q is not shown:\n%s", want, text(m))
		}
	}
}

func TestSorting(t *testing.T) {
	tests := []struct {
		column   int
		up, down string
	}{
		{0, "Alder birch Cedar", "Cedar birch Alder"},
		{1, "Cedar Alder birch", "birch Alder Cedar"}, // 9 before 64.5 before 129
		{2, "birch Alder Cedar", "Cedar Alder birch"},
		{5, "birch Alder Cedar", "birch Alder Cedar"}, // those without a value stay last
	}
	for _, tt := range tests {
		m := shown(t, lamps, 120, 10)
		for range tt.column {
			press(m, keymap.TableRight)
		}
		press(m, keymap.TableSort)
		if got := names(m); got != tt.up {
			t.Errorf("column %d up: %s, want %s", tt.column, got, tt.up)
		}
		press(m, keymap.TableSort)
		if got := names(m); got != tt.down {
			t.Errorf("column %d down: %s, want %s", tt.column, got, tt.down)
		}
		press(m, keymap.TableSort)
		if got := names(m); got != "Alder birch Cedar" {
			t.Errorf("column %d as it came: %s", tt.column, got)
		}
	}
}

func TestHiddenColumns(t *testing.T) {
	m := shown(t, lamps, 120, 10)
	press(m, keymap.TableHide, keymap.TableHide)
	if got := strings.Join(m.Columns(), " "); got != "added tags maker link note" {
		t.Errorf("after hiding two: %s", got)
	}
	if !strings.Contains(m.Status(), "2 hidden") {
		t.Errorf("status is %s", m.Status())
	}
	for range 9 {
		press(m, keymap.TableHide)
	}
	if len(m.Columns()) != 1 {
		t.Errorf("the last column was hidden: %v", m.Columns())
	}
	press(m, keymap.TableUnhide)
	if len(m.Columns()) != 7 {
		t.Errorf("not all are back: %v", m.Columns())
	}
}

// A table wider than the screen scrolls so that the cell one is on is seen whole.
func TestSideways(t *testing.T) {
	m := shown(t, lamps, 44, 6)
	for _, name := range m.Columns() {
		if !strings.Contains(text(m), name) {
			t.Errorf("%s is not in sight:\n%s", name, text(m))
		}
		press(m, keymap.TableRight)
	}
	press(m, keymap.TableFirstColumn)
	if !strings.Contains(text(m), "name") {
		t.Error("the first column is not in sight again")
	}
}

func TestCopies(t *testing.T) {
	m := shown(t, lamps, 120, 10)
	press(m, keymap.TableRight)
	for action, want := range map[keymap.Action]string{
		keymap.TableCopyCell: "64.5", keymap.TableCopyPath: ".products[0].price", keymap.TableCopyColumn: "price",
	} {
		if got := m.Do(action)().(CopyMsg).Text; got != want {
			t.Errorf("%s copies %q, want %q", action, got, want)
		}
	}
	if got := m.Do(keymap.TableCopyRow)().(CopyMsg).Text; !strings.Contains(got, `"name": "Alder"`) {
		t.Errorf("the row copies as %q", got)
	}
}

func TestSearchGoesToRowAndColumn(t *testing.T) {
	m := shown(t, lamps, 120, 10)
	settle(m, m.Search("BIRCH", jsondoc.SearchOptions{}))
	if n := m.Node(); m.doc.Path(n) != ".products[1].name" {
		t.Errorf("the first hit is %s", m.doc.Path(n))
	}
	press(m, keymap.TableNextHit)
	if n := m.Node(); m.doc.Path(n) != ".products[1].link" {
		t.Errorf("the second hit is %s", m.doc.Path(n))
	}
}

// What was chosen for a column holds for the same column of other data.
func TestOtherData(t *testing.T) {
	m := shown(t, lamps, 120, 10)
	press(m, keymap.TableRight, keymap.TableSort, keymap.TableFirstColumn, keymap.TableHide)
	doc := document(t, `{"products":[{"name":"A","price":3},{"name":"B","price":1},{"name":"C","price":2}]}`)
	settle(m, m.Show(doc, Outermost(doc)))
	if got := names(m); got != "1 2 3" {
		t.Errorf("the prices are %s:\n%s", got, text(m))
	}
}

func records(n int) string {
	var b strings.Builder
	b.WriteString(`[`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"id":%d,"name":"item %d","price":%d.5,"added":"2026-01-%02d","tags":["a","b"]}`, i, i*7919%n, i*31%1000, i%28+1)
	}
	return b.String() + `]`
}

// A hundred thousand rows are laid out off the program's own goroutine, and moving
// among them takes next to nothing.
func TestManyRows(t *testing.T) {
	doc := document(t, records(100_000))
	m := New(themes.New(themes.Default(true), termenv.TrueColor, themes.GlyphsFor(false)), keymap.Default())
	m.SetSize(120, 40)
	cmd := m.Show(doc, Outermost(doc))
	if m.List() >= 0 || cmd == nil {
		t.Fatal("the list was laid out at once")
	}
	settle(m, cmd)
	press(m, keymap.TableRight, keymap.TableSort)
	if !strings.HasPrefix(names(m), "0 ") && !strings.Contains(text(m), "item 0") {
		t.Errorf("sorted by name it begins\n%s", text(m)[:400])
	}
	start := time.Now()
	for range 100 {
		press(m, keymap.TablePageDown)
		m.View()
	}
	if took := time.Since(start); took > time.Second {
		t.Errorf("100 pages took %v", took)
	}
}

func TestFramesAreExact(t *testing.T) {
	data := `[{"日本語":"東京タワー","e":"👩‍👩‍👧‍👦 e\u0301\u0301"},{"x":"\u001b[31m\u202e","日本語":null},7,[1],{"long":"` + strings.Repeat("word ", 300) + `"},{}]`
	actions := []keymap.Action{keymap.TableRight, keymap.TableSort, keymap.TableDown, keymap.TableHide, keymap.TableLast, keymap.TableUnhide, keymap.TableLeft}
	for _, size := range [][2]int{{0, 0}, {1, 1}, {7, 3}, {20, 2}, {60, 16}, {200, 50}} {
		m := shown(t, data, size[0], size[1])
		for i := range 60 {
			press(m, actions[i*7%len(actions)])
			lines := strings.Split(m.View(), "\n")
			if size[1] > 0 && len(lines) != size[1] {
				t.Fatalf("%d lines of %d", len(lines), size[1])
			}
			for _, line := range lines {
				if w := ansi.StringWidth(line); w != size[0] {
					t.Fatalf("%v: a line of %d cells: %q", size, w, line)
				}
			}
		}
	}
}

func BenchmarkSort100k(b *testing.B) {
	doc := document(b, records(100_000))
	g, err := readGrid(context.Background(), doc, Outermost(doc))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		g.sorted(1, false)
	}
}

func BenchmarkRead100k(b *testing.B) {
	doc := document(b, records(100_000))
	for b.Loop() {
		if _, err := readGrid(context.Background(), doc, Outermost(doc)); err != nil {
			b.Fatal(err)
		}
	}
}
