package custom

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/themes"
)

func write(t *testing.T, name, text string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestThemeReplacesColoursOfItsBase(t *testing.T) {
	dir := write(t, "mine.toml", "base = \"nord\" # cold\naccent = \"#FF0000\"\ngood = \"#00ff00 10\"\n")
	p, err := Find(dir, "mine")
	if err != nil {
		t.Fatal(err)
	}
	nord, _ := themes.Named("nord")
	if p.Name != "mine" || p.Text != nord.Text || p.Accent != (themes.Color{Hex: "#ff0000", ANSI: 9}) || p.Good != (themes.Color{Hex: "#00ff00", ANSI: 10}) {
		t.Errorf("read %+v", p)
	}
}

func TestWrongThemesSayWhere(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"text = \"#ffffff\"\nacent = \"#ff0000\"\n", `bad.toml:2: unknown setting "acent"; did you mean "accent"?`},
		{"\naccent = \"red\"\n", `bad.toml:2:10: accent: "red" is not a colour`},
		{"accent = \"#ff0000 16\"\n", `bad.toml:1:10: accent: "#ff0000 16": the number after the colour must be from 0 to 15`},
		{"accent = 4\n", "bad.toml:1: accent: 4 is not a colour"},
		{"base = \"nrd\"\n", `bad.toml:1: base: there is no theme "nrd"; did you mean "nord"?`},
		{"accent = \n", "bad.toml:1"},
	} {
		_, err := Find(write(t, "bad.toml", tt.text), "bad")
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %s", tt.text, err, tt.want)
		}
	}
}

func TestUnknownNamesListAll(t *testing.T) {
	dir := write(t, "mine.toml", "")
	_, err := Find(dir, "neon")
	if err == nil || !strings.Contains(err.Error(), "solarized-light") || !strings.Contains(err.Error(), "mine") {
		t.Errorf("%v", err)
	}
	if _, err := Find(filepath.Join(dir, "nowhere"), "nord"); err != nil {
		t.Error(err)
	}
}
