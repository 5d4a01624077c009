// Package custom reads the user's own themes: TOML files in a folder, each named
// after its theme. A theme is another one with some of its colours replaced.
package custom

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"assay/themes"
	"assay/ui/spell"
	"assay/workspace/tomlfile"
)

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
	var file struct {
		Base           string `toml:"base"` // "" is assay-dark
		themes.Palette        // what is not given is as in the base
	}
	wrong := func(key string, err error) error {
		return fmt.Errorf("%s:%d: %s: %w", path, tomlfile.Line(data, key), key, err)
	}
	var values map[string]any
	_ = toml.Unmarshal(data, &values) // what is no TOML is told below
	for key, value := range values {
		if number, is := value.(int64); is { // whose place the decoder would not tell
			return themes.Palette{}, wrong(key, fmt.Errorf("%d is not a colour such as \"#88c0d0\"", number))
		}
	}
	base := themes.Default(true)
	if name, given := values["base"].(string); given {
		known := false
		if base, known = themes.Named(name); !known {
			return base, wrong("base", unknown(name, builtIn()))
		}
	}
	file.Palette = base
	if err := tomlfile.Decode(path, data, &file); err != nil {
		return base, err
	}
	file.Palette.Name, file.Palette.Plain = name, false
	return file.Palette, nil
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
