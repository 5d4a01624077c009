package jsontree

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"assay/themes"
	"assay/ui/jsondoc"
)

// What is visible is the same as if every node were asked whether something it is
// in is folded, and rows and nodes lead to each other.
func TestFoldsAgainstModel(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	for range 60 {
		around := random.IntN(24) // lists that all else is in: some documents are deeper than others
		data := strings.Repeat(`[0,{"a":[]},`, around) + randomJSON(random, 0) + strings.Repeat(",[1]]", around)
		doc, err := jsondoc.Index(context.Background(), []byte(data), jsondoc.Options{})
		if err != nil {
			t.Fatal(err)
		}
		f := newFolds(doc)
		folded := map[int]bool{}
		each := func(from, to int, value bool) {
			for n := max(from, f.first); n < to; n++ {
				folded[n] = value && doc.HasChildren(n)
			}
		}
		for range 60 {
			n := f.first + random.IntN(doc.Len()-f.first)
			switch random.IntN(8) {
			case 0, 1:
				f.fold(n)
				folded[n] = doc.HasChildren(n)
			case 2, 3:
				f.unfold(n)
				folded[n] = false
			case 4:
				f.foldBelow(n)
				each(n, doc.End(n), true)
			case 5:
				f.unfoldBelow(n)
				each(n, doc.End(n), false)
			case 6:
				f.reveal(n)
				for p := doc.Parent(n); p >= f.first; p = doc.Parent(p) {
					folded[p] = false
				}
			case 7:
				f.foldAll()
				each(f.first, doc.Len(), true)
			}
			row := 0
			for n := f.first; n < doc.Len(); n++ {
				visible := true
				for p := doc.Parent(n); p >= f.first && visible; p = doc.Parent(p) {
					visible = !folded[p]
				}
				if f.isFolded(n) != folded[n] || f.visible.Has(n) != visible {
					t.Fatalf("node %d: folded %v, visible %v, want %v, %v", n, f.isFolded(n), f.visible.Has(n), folded[n], visible)
				}
				if !visible {
					continue
				}
				if f.row(n) != row || f.node(row) != n {
					t.Fatalf("node %d is row %d, want %d", n, f.row(n), row)
				}
				row++
			}
			if f.rows() != row {
				t.Fatalf("%d rows, want %d", f.rows(), row)
			}
		}
	}
}

func randomJSON(random *rand.Rand, depth int) string {
	pool := []rune("ab \u00a0é\u0301東京👨\u200d👩🏽🇩🇪❤\ufe0f\u202e\u0627\u0915\u094d\u0937\u093f\u200b\ufeff\u0085\U000f0000")
	text := func() string {
		s := ""
		for range random.IntN(30) {
			s += string(pool[random.IntN(len(pool))])
		}
		out, _ := json.Marshal(s)
		if random.IntN(4) == 0 {
			return `"\u001b[31m` + strings.Repeat(`\n`, random.IntN(5)) + "\xff" + string(out[1:])
		}
		return string(out)
	}
	switch kind := random.IntN(8); {
	case depth == 0 || kind < 3 && depth < 7:
		parts := make([]string, random.IntN(7))
		if random.IntN(2) == 0 {
			for i := range parts {
				parts[i] = randomJSON(random, depth+1)
			}
			return "[" + strings.Join(parts, ",") + "]"
		}
		for i := range parts {
			parts[i] = text() + ":" + randomJSON(random, depth+1)
		}
		return "{" + strings.Join(parts, ",") + "}"
	case kind < 6:
		return text()
	}
	return []string{"0", "-1.5e300", "true", "null", "[]", "{}", strings.Repeat("9", 200)}[random.IntN(7)]
}

// Whatever the data, the size and the keys, a frame has exactly its lines, each
// exactly its cells, and no control character.
func TestFramesAreExact(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	colour := themes.New(themes.Default(false), termenv.TrueColor, glyphs())
	keys := []string{"j", "k", "h", "l", "enter", "pgup", "pgdown", "ctrl+d", "ctrl+u", "g", "G", "{", "}", "-", "+", "[", "]", "c", "C", "w", "shift+left", "shift+right", "n", "N"}
	for range 150 {
		m := newTree(t, randomJSON(random, 0), 30, 5)
		for i := range 60 {
			switch random.IntN(12) {
			case 0:
				m.SetSize(random.IntN(70), random.IntN(20))
			case 1:
				m.SetTheme([]*themes.Theme{plain, colour}[random.IntN(2)])
			case 2:
				run(m.Search([]string{"a", "東", "é", "", "\u0301", `\n`}[random.IntN(6)], jsondoc.SearchOptions{}))
			case 3:
				m.Update(tea.MouseMsg{X: random.IntN(80), Y: random.IntN(25), Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
			case 4:
				set(t, m, randomJSON(random, 0))
			default:
				press(t, m, keys[random.IntN(len(keys))])
			}
			checkFrame(t, m.View(), m.width, m.height)
			if row, rows := m.Position(); row < 1 || row > rows || m.height > 0 && (m.top > row-1 || row > m.top+m.height) {
				t.Fatalf("step %d: row %d of %d is selected, the first shown is %d of %d", i, row, rows, m.top, m.height)
			}
		}
	}
}

func checkFrame(t *testing.T, frame string, width, height int) {
	t.Helper()
	lines := strings.Split(frame, "\n")
	if height == 0 {
		if frame != "" {
			t.Fatalf("a frame without height is %q", frame)
		}
		return
	}
	if len(lines) != height {
		t.Fatalf("%d lines instead of %d:\n%s", len(lines), height, frame)
	}
	for _, line := range lines {
		if w := ansi.StringWidth(line); w != width {
			t.Fatalf("%d cells instead of %d: %q", w, width, line)
		}
		for _, r := range ansi.Strip(line) {
			if r < ' ' || r >= 0x7f && r < 0xa0 || r == 0x202e || r == 0xfffd {
				t.Fatalf("%U reaches the terminal: %q", r, line)
			}
		}
	}
}

func TestDeepData(t *testing.T) {
	const depth = 10_000
	m := newTree(t, strings.Repeat(`{"a":[`, depth)+`"bottom"`+strings.Repeat("]}", depth), 60, 10)
	press(t, m, "+", "G")
	if !strings.Contains(screen(m), "bottom") {
		t.Errorf("the bottom is not in sight:\n%s", screen(m))
	}
	checkFrame(t, m.View(), 60, 10)
	press(t, m, "-", "]", "]", "h", "g")
	checkFrame(t, m.View(), 60, 10)
}

func TestHugeString(t *testing.T) {
	for _, unit := range []string{"x", "東", "e\u0301", "\u0301", `\u0301`, "\u200d", `\n`} {
		m := newTree(t, `{"s":"`+strings.Repeat(unit, 1_000_000/len(unit))+`","t":1}`, 60, 10)
		for _, key := range []string{"w", ".", ".", "w", ".", ".", ","} {
			press(t, m, key)
			checkFrame(t, m.View(), 60, 10)
		}
	}
}
