package tomlwords_test

import (
	"errors"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"assay/wire/tomlwords"
)

func TestOf(t *testing.T) {
	type inner struct {
		Calls *int64 `toml:"calls"`
	}
	for text, want := range map[string]string{
		"number = 'x'":                  "number: it must be a whole number",
		"number = 1.5":                  "number: it must be a whole number",
		"share = 'x'":                   "share: it must be a number",
		"text = 1":                      "text: it must be text in quotes",
		"[text]\na = 1":                 "text: it must be text in quotes",
		"[[text]]\na = 1":               "text: it must be text in quotes",
		"list = 'x'":                    "list: it must be a list",
		"list = [1]":                    "list: it must be text in quotes",
		"yes = 'x'":                     "yes: it must be true or false",
		"table = 1":                     "table: it must be a table",
		"any = [1]":                     "any: it must be a table",
		"any.a = 1\nvars.a = 1":         "vars.a: it must be text in quotes",
		"[inner]\ncalls = 'x'":          "inner.calls: it must be a whole number",
		"number = 99999999999999999999": "number: decimal number is too large to fit in a 64-bit signed integer",
	} {
		var settings struct {
			Number int               `toml:"number"`
			Share  float64           `toml:"share"`
			Text   string            `toml:"text"`
			List   []string          `toml:"list"`
			Yes    *bool             `toml:"yes"`
			Table  map[string]inner  `toml:"table"`
			Any    map[string]any    `toml:"any"`
			Vars   map[string]string `toml:"vars"`
			Inner  inner             `toml:"inner"`
		}
		err := toml.Unmarshal([]byte(text), &settings)
		wrong, ok := errors.AsType[*toml.DecodeError](err)
		if !ok {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := tomlwords.Of(wrong); got != want {
			t.Errorf("%s: %s (from %v), want %s", text, got, err, want)
		}
	}
}
