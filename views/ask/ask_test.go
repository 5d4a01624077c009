package ask

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"assay/keymap"
	"assay/themes"
	"assay/views/frame"
	"assay/views/state"
)

func newPane(t *testing.T) *Pane {
	t.Helper()
	env := &frame.Env{
		Theme: themes.New(themes.Default(true), termenv.Ascii, themes.GlyphsFor(false)), Keys: keymap.Default(),
		State: state.Open(t.TempDir(), "test"), Now: time.Now,
	}
	p := New(env)
	p.SetSize(60, 14)
	p.Focus(true)
	return p
}

func typed(p *Pane, text string) {
	for _, r := range text {
		p.Key(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
	}
}

func shown(p *Pane) string { return ansi.Strip(strings.Join(p.View(), "\n")) }

func TestSwitchKeepsBoth(t *testing.T) {
	p := newPane(t)
	typed(p, "{ title ")
	before := p.Version()
	p.Do(keymap.AskSwitch)
	if p.Version() == before {
		t.Error("the switch is not a change of the question")
	}
	typed(p, "all the lamps")
	want := Question{Query: "{ title }", Prompt: "all the lamps", IsPrompt: true}
	if got := p.Question(); got.Prompt != want.Prompt || !got.IsPrompt || !strings.HasPrefix(got.Query, "{ title") {
		t.Errorf("%+v, want %+v", got, want)
	}
	p.Do(keymap.AskSwitch)
	if got := shown(p); !strings.Contains(got, "title") || strings.Contains(got, "lamps") {
		t.Errorf("the query is not back:\n%s", got)
	}
}

func TestReplacedQueryIsFormattedAndUndone(t *testing.T) {
	p := newPane(t)
	typed(p, "{ title ")
	before := p.Question().Query
	p.Switch()
	p.ReplaceQuery("{products[]{name price}}")
	if got := p.Question(); got.Query != "{\n  products[] {\n    name\n    price\n  }\n}" || got.IsPrompt {
		t.Errorf("%+v", got)
	}
	p.Do(keymap.EditorUndo)
	if got := p.Question().Query; got != before {
		t.Errorf("undone it is %q, want %q", got, before)
	}
}

func TestCheckPointsAtTheError(t *testing.T) {
	p := newPane(t)
	p.SetQuestion(Question{Query: "{\n  a\n  ]\n}"})
	if err := p.Check(); err == nil || !strings.Contains(err.Error(), "row 3") {
		t.Errorf("%v", err)
	}
	if row, column := p.query.Cursor(); row != 3 || column != 3 {
		t.Errorf("the cursor is at %d:%d", row, column)
	}
	p.SetQuestion(Question{Query: "{ größe 商品名 ] }"})
	if err := p.Check(); err == nil || !strings.Contains(err.Error(), "row 1, column 13") {
		t.Errorf("%v", err)
	}
	if row, column := p.query.Cursor(); row != 1 || column != 13 {
		t.Errorf("the cursor is at %d:%d", row, column)
	}
	p.SetQuestion(Question{Query: " \n"})
	if err := p.Check(); err == nil || !strings.Contains(err.Error(), "query is empty") {
		t.Errorf("%v", err)
	}
	p.SetQuestion(Question{IsPrompt: true, Prompt: " \n"})
	if err := p.Check(); err == nil || !strings.Contains(err.Error(), "prompt is empty") {
		t.Errorf("%v", err)
	}
}

func TestCopy(t *testing.T) {
	p := newPane(t)
	typed(p, "{ a ")
	p.Do(keymap.EditorSelectAll)
	if got := p.Do(keymap.EditorCopy)().(frame.Owned).Deliver()().(frame.Copy); got.Text != "{ a }" {
		t.Errorf("copied %q", got.Text)
	}
}

// The text goes to the user's editor and comes back as one change.
func TestOwnEditor(t *testing.T) {
	t.Setenv("VISUAL", "")
	t.Setenv("EDITOR", "my-editor --wait")
	t.Setenv("TMPDIR", t.TempDir())
	p := newPane(t)
	p.SetQuestion(Question{Query: "{ a }"})
	run := p.Do(keymap.AskOutside)().(frame.ExternalCommand)
	name := run.Args[len(run.Args)-1]
	if text, err := os.ReadFile(name); err != nil || string(text) != "{ a }" || filepath.Ext(name) != ".assay" {
		t.Fatalf("%s holds %q, %v", name, text, err)
	}
	if got := run.Args[1]; got != `my-editor --wait "$@"` {
		t.Errorf("the shell is given %q", got)
	}
	if err := os.WriteFile(name, []byte("{ b }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	msg := run.Done(nil)
	if _, err := os.Stat(name); !os.IsNotExist(err) {
		t.Error("the temporary file is left behind")
	}
	msg.(frame.Owned).Deliver()
	if got := p.Question().Query; got != "{ b }" {
		t.Errorf("came back as %q", got)
	}
	p.Do(keymap.EditorUndo)
	if got := p.Question().Query; got != "{ a }" {
		t.Errorf("undone it is %q", got)
	}
}

func TestOwnEditorThatFails(t *testing.T) {
	t.Setenv("VISUAL", "no-such-editor")
	t.Setenv("TMPDIR", t.TempDir())
	p := newPane(t)
	p.SetQuestion(Question{Query: "{ a }"})
	run := p.Do(keymap.AskOutside)().(frame.ExternalCommand)
	notice := run.Done(os.ErrNotExist).(frame.Owned).Deliver()().(frame.Notice)
	if !strings.Contains(notice.Text, "no-such-editor") || p.Question().Query != "{ a }" {
		t.Errorf("%q, and the query is %q", notice.Text, p.Question().Query)
	}
}

func TestCompletionOfTheQuery(t *testing.T) {
	tests := []struct{ name, query, typed, want string }{
		{"a type after a parenthesis", "", "{ price(nu\t", "{ price(number)}"},
		{"a name of this query", "{ shop_address a[] { b } }", "\tsh\t", "shop_address"},
		{"a name of an earlier query", "", "{ warr\t", "{ warranty}"},
		{"a shape", "", "{ art\t", "headline"},
		{"a name beyond ASCII", "", "{ grö\t", "{ größe}"},
		{"a name of ideographs", "", "{ 商品\t", "{ 商品名}"},
		{"nothing for a name that is whole", "", "{ warranty\t", "{ warranty"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newPane(t)
			p.SetNames([]Name{{"warranty", "used once"}, {"weight", ""}, {"größe", ""}, {"商品名", ""}})
			p.SetQuestion(Question{Query: tt.query})
			for _, r := range tt.typed {
				switch msg := (tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}}); {
				case r != '\t':
					p.Key(msg)
				case p.Takes(tea.KeyMsg{Type: tea.KeyTab}):
					p.Key(tea.KeyMsg{Type: tea.KeyTab})
				default:
					p.PointAt(1, 3)
				}
			}
			if got := p.Question().Query; !strings.Contains(got, tt.want) {
				t.Errorf("%q does not hold %q", got, tt.want)
			}
		})
	}
}
