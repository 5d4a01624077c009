package tomlfile_test

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"assay/workspace/tomlfile"
)

type server struct {
	BaseURL string `toml:"base_url"`
	Retries int    `toml:"retries"`
}

type settings struct {
	Theme   string            `toml:"theme"`
	Servers map[string]server `toml:"servers"`
	Proxies []server          `toml:"proxies"`
}

func TestDecodeErrors(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string // substrings of the error; none: no error
	}{
		{"valid", "theme = 'dark'\n[servers.a]\nbase_url = 'http://x'\n", nil},
		{"empty", "", nil},
		{"near", "\n\nthem = 'dark'\n", []string{`f.toml:3: unknown setting "them"; did you mean "theme"?`}},
		{"far", "colour = 'dark'\n", []string{`f.toml:1: unknown setting "colour"; the settings here are proxies, servers, theme`}},
		{"in a named table", "[servers.a]\nbase_ulr = 'x'\n", []string{`f.toml:2: unknown setting "servers.a.base_ulr"; did you mean "base_url"?`}},
		{"in an array of tables", "[[proxies]]\nretry = 1\nretires = 2\n", []string{`f.toml:3: unknown setting "proxies.retires"; did you mean "retries"?`}},
		{"table", "[server.a]\nbase_url = 'x'\n", []string{`f.toml:1: unknown setting "server.a"; did you mean "servers"?`}},
		{"every one is named", "a = 1\nthene = 2\n", []string{`f.toml:1: unknown setting "a"`, `f.toml:2: unknown setting "thene"`}},
		{"wrong type", "\ntheme = 3\n", []string{"f.toml:2:9: "}},
		{"syntax", "theme = \n", []string{"f.toml:1:"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var s settings
			err := tomlfile.Decode("f.toml", []byte(tt.text), &s)
			if len(tt.want) == 0 {
				if err != nil {
					t.Fatalf("Decode(%q) = %v, want no error", tt.text, err)
				}
				return
			}
			if err == nil {
				t.Fatalf("Decode(%q) succeeded, want an error with %q", tt.text, tt.want)
			}
			for _, want := range tt.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("Decode(%q) = %q, want it to contain %q", tt.text, err, want)
				}
			}
		})
	}
}

func TestReadMissing(t *testing.T) {
	err := tomlfile.Read(filepath.Join(t.TempDir(), "none.toml"), &settings{})
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Read of a missing file = %v, want fs.ErrNotExist", err)
	}
}
