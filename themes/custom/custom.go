// Package custom reads the user's own themes: TOML files in a folder, each named
// after its theme. A theme is another one with some of its colours replaced.
package custom

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/muesli/termenv"

	"assay/themes"
	"assay/ui/spell"
	"assay/workspace/tomlfile"
)

// file is the form of a theme's file. What is not given is as in the base.
type file struct {
	Base        string `toml:"base"` // "" is assay-dark
	Dark        *bool  `toml:"dark"`
	Background  string `toml:"background"`
	Text        string `toml:"text"`
	Dim         string `toml:"dim"`
	Faint       string `toml:"faint"`
	Border      string `toml:"border"`
	Accent      string `toml:"accent"`
	Ink         string `toml:"ink"`
	Select      string `toml:"select"`
	Raise       string `toml:"raise"`
	Good        string `toml:"good"`
	Warn        string `toml:"warn"`
	Bad         string `toml:"bad"`
	Key         string `toml:"key"`
	String      string `toml:"string"`
	Number      string `toml:"number"`
	Literal     string `toml:"literal"`
	Punctuation string `toml:"punctuation"`
	Match       string `toml:"match"`
}

// readColor reads a colour as it is written: "#rrggbb", or "#rrggbb 6" with the
// number of the one that stands in for it on a terminal with 16 colours.
func readColor(text string) (themes.Color, error) {
	value, number, numbered := strings.Cut(text, " ")
	rgb, err := strconv.ParseUint(strings.TrimPrefix(value, "#"), 16, 32)
	if len(value) != 7 || value[0] != '#' || err != nil {
		return themes.Color{}, fmt.Errorf("%q is not a colour such as \"#88c0d0\" or \"#88c0d0 6\"", text)
	}
	c := themes.Color{Hex: fmt.Sprintf("#%06x", rgb)}
	if !numbered {
		if near, ok := termenv.ANSI.Color(c.Hex).(termenv.ANSIColor); ok {
			c.ANSI = int(near)
		}
		return c, nil
	}
	if c.ANSI, err = strconv.Atoi(strings.TrimSpace(number)); err != nil || c.ANSI < 0 || c.ANSI > 15 {
		return c, fmt.Errorf("%q: the number after the colour must be from 0 to 15", text)
	}
	return c, nil
}

// Dir returns the folder of themes beside a settings file.
func Dir(settings string) string { return filepath.Join(filepath.Dir(settings), "themes") }

// Names returns the names of the themes in a folder, sorted. A folder that does not
// exist has none.
func Names(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("reading the themes: %w", err)
	}
	var names []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), ".toml"); ok && !e.IsDir() && name != "" {
			names = append(names, name)
		}
	}
	return names, nil
}

// Read reads a theme of a folder. Errors name the file and, for a setting that is
// wrong, its line and its key.
func Read(dir, name string) (themes.Palette, error) {
	path := filepath.Join(dir, name+".toml")
	data, err := os.ReadFile(path)
	if err != nil {
		return themes.Palette{}, err
	}
	var f file
	if err := tomlfile.Decode(path, data, &f); err != nil {
		return themes.Palette{}, err
	}
	wrong := func(key string, err error) error {
		return fmt.Errorf("%s:%d: %s: %w", path, tomlfile.Line(data, key), key, err)
	}
	p := themes.Default(true)
	if f.Base != "" {
		base, ok := themes.Named(f.Base)
		if !ok {
			return p, wrong("base", unknown(f.Base, builtIn()))
		}
		p = base
	}
	p.Name, p.Plain = name, false
	if f.Dark != nil {
		p.Dark = *f.Dark
	}
	for _, replaced := range []struct {
		key  string
		to   *themes.Color
		with string
	}{
		{"background", &p.Background, f.Background}, {"text", &p.Text, f.Text}, {"dim", &p.Dim, f.Dim}, {"faint", &p.Faint, f.Faint},
		{"border", &p.Border, f.Border}, {"accent", &p.Accent, f.Accent}, {"ink", &p.Ink, f.Ink}, {"select", &p.Select, f.Select},
		{"raise", &p.Raise, f.Raise}, {"good", &p.Good, f.Good}, {"warn", &p.Warn, f.Warn}, {"bad", &p.Bad, f.Bad}, {"key", &p.Key, f.Key},
		{"string", &p.String, f.String}, {"number", &p.Number, f.Number}, {"literal", &p.Literal, f.Literal},
		{"punctuation", &p.Punctuation, f.Punctuation}, {"match", &p.Match, f.Match},
	} {
		if replaced.with == "" {
			continue
		}
		if *replaced.to, err = readColor(replaced.with); err != nil {
			return p, wrong(replaced.key, err)
		}
	}
	return p, nil
}

// Find returns the theme of a name: one of the folder, which may replace a built-in
// one of the same name, or a built-in one. An unknown name is an error that lists
// those there are.
func Find(dir, name string) (themes.Palette, error) {
	own, err := Names(dir)
	if err != nil {
		return themes.Palette{}, err
	}
	for _, n := range own {
		if n == name {
			return Read(dir, name)
		}
	}
	if p, ok := themes.Named(name); ok {
		return p, nil
	}
	return themes.Palette{}, unknown(name, append(builtIn(), own...))
}

func builtIn() []string {
	var names []string
	for _, p := range themes.Palettes() {
		names = append(names, p.Name)
	}
	return names
}

func unknown(name string, known []string) error {
	list := strings.Join(known, ", ")
	if near := spell.Nearest(name, known); near != "" {
		return fmt.Errorf("there is no theme %q; did you mean %q? There are %s", name, near, list)
	}
	return fmt.Errorf("there is no theme %q; there are %s", name, list)
}
