package editor_test

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/editor"
)

// fruits completes names of fruits, and a shape of two lines.
type fruits struct{ braces }

func (fruits) Complete(text string, at int, asked bool) editor.Completions {
	start := editor.WordBefore(text, at)
	found := editor.Completions{Start: start, End: at}
	for _, name := range []string{"pear", "peach", "plum"} {
		if strings.HasPrefix(name, text[start:at]) && (asked || at > start) {
			found.Items = append(found.Items, editor.Completion{Label: name, Insert: name})
		}
	}
	if strings.HasPrefix("basket", text[start:at]) && at > start {
		found.Items = append(found.Items, editor.Completion{Label: "basket", Insert: "basket {\n  fruit\n}", Cursor: len("basket {\n  fruit")})
	}
	return found
}

func TestCompletionAccepts(t *testing.T) {
	tests := []struct{ name, text, keys, want string }{
		{"the first by Tab", "", "pe<tab>", "pear|"},
		{"another by Enter", "", "pe<down><down><enter>", "peach|"},
		{"the last by going up", "", "pe<up><tab>", "peach|"},
		{"nothing by Enter while none is chosen", "", "pe<enter>x", "pe\nx|"},
		{"nothing after Esc", "", "pe<esc><enter>x", "pe\nx|"},
		{"all when asked for", "", "<alt+/><tab>", "pear|"},
		{"a shape, indented, with the cursor in it", "  ", "<end>ba<tab>", "  basket {\n    fruit|\n  }"},
		{"what follows the word typed on", "", "pear<backspace>", "pea|"},
		{"as one change", "", "x pe<tab><alt+u>", "x pe|"},
		{"nothing after a move", "", "pe<left><enter>x", "p\nx|e"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := newEditor(fruits{}, tt.text, 40, 12)
			press(m, tt.keys)
			if got := withCaret(m); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// asking notes how much text it is asked to complete in.
type asking struct {
	fruits
	most *int
}

func (a asking) Complete(text string, at int, asked bool) editor.Completions {
	*a.most = max(*a.most, len(text))
	return a.fruits.Complete(text, at, asked)
}

// However long the text is, completions are made from the lines around the cursor, and go
// where it is.
func TestCompletionInALongText(t *testing.T) {
	most := 0
	m := newEditor(asking{most: &most}, strings.Repeat("first\n", 100_000)+"here\n"+strings.Repeat("last\n", 100_000), 40, 12)
	m.SetCursor(100_001, 5)
	press(m, "<space>pe<down><down><enter>")
	if got := strings.Split(m.Value(), "\n")[100_000]; got != "here peach" {
		t.Errorf("the line is %q", got)
	}
	if most == 0 || most > 80<<10 {
		t.Errorf("it was asked about %d bytes", most)
	}
}

func TestWordsOfAnyScript(t *testing.T) {
	for _, word := range []string{"price_2", "größe", "gro\u0308ße", "商品名", "कीमत", "цена"} {
		text := "(x) " + word + "[]"
		for at := range text {
			if at < len("(x) ") || at > len("(x) ")+len(word) {
				continue
			}
			before, after := editor.WordBefore(text, at), editor.WordAfter(text, at)
			if text[before:after] != word {
				t.Errorf("the word around byte %d of %q is %q", at, text, text[before:after])
			}
		}
	}
}

func TestCompletionIsDrawnBesideTheWord(t *testing.T) {
	m := newEditor(fruits{}, "one\ntwo\n", 40, 9)
	press(m, "<ctrl+end>pe")
	shown := screen(m)
	if !strings.Contains(shown, "pear") || !strings.Contains(shown, "peach") {
		t.Fatalf("the list is not drawn:\n%s", shown)
	}
	lines := strings.Split(shown, "\n")
	for y, line := range lines {
		if x := strings.Index(line, "peach"); x >= 0 {
			column := len([]rune(line[:x]))
			m.Update(tea.MouseMsg{X: column, Y: y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
		}
	}
	if got := withCaret(m); got != "one\ntwo\npeach|" {
		t.Errorf("a press on it gives %q", got)
	}
}

func TestCompletionAtTheFootIsDrawnAbove(t *testing.T) {
	m := newEditor(fruits{}, "1\n2\n3\n4\n5\n6\n7\n", 30, 8)
	press(m, "<ctrl+end>pl")
	shown := screen(m)
	if plum := strings.Index(shown, "plum"); plum < 0 || !strings.HasSuffix(shown, " pl") {
		t.Errorf("the list is not above the word:\n%s", shown)
	}
}
