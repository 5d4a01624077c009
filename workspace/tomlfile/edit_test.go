package tomlfile_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/workspace/tomlfile"
)

func TestChangesLeaveTheRestAlone(t *testing.T) {
	const mine = `# mine
profile = "work"   # of all days

# the colours
theme = 'nord' # cold

# at work
[profiles.work] # since May
base_url = "https://a.example"
api_key_command = "pass show a" # gpg

# at home
[profiles."my home"]
base_url = "https://b.example"

# the end
`
	set := func(value string, path ...string) tomlfile.Change { return tomlfile.Change{Path: path, Value: value} }
	remove := func(path ...string) tomlfile.Change { return tomlfile.Change{Path: path, Remove: true} }
	tests := []struct {
		name, text string
		change     tomlfile.Change
		from, to   string // what is replaced in text; "" is the whole
	}{
		{"a value", mine, set("plain", "theme"), "'nord' # cold", "\"plain\" # cold"},
		{"a new setting", mine, set("q", "workspace"), "# cold\n", "# cold\nworkspace = \"q\"\n"},
		{"a value in a table", mine, set("https://c.example", "profiles", "work", "base_url"), "https://a.example", "https://c.example"},
		{"a new one in a table", mine, set("x.pem", "profiles", "work", "ca_file"), "# gpg\n", "# gpg\nca_file = \"x.pem\"\n"},
		{"a new table", mine, set("u", "profiles", "a.b", "base_url"), "# the end\n", "# the end\n\n[profiles.\"a.b\"]\nbase_url = \"u\"\n"},
		{"without a key", mine, remove("profiles", "work", "api_key_command"), "api_key_command = \"pass show a\" # gpg\n", ""},
		{"without a table", mine, remove("profiles", "work"), "# at work\n[profiles.work] # since May\nbase_url = \"https://a.example\"\napi_key_command = \"pass show a\" # gpg\n\n", ""},
		{"without what is not there", mine, remove("profiles", "none"), "# mine", "# mine"},
		{"a quoted table", mine, set("https://d.example", "profiles", "my home", "base_url"), "https://b.example", "https://d.example"},
		{"nothing yet", "", set("nord", "theme"), "", "theme = \"nord\"\n"},
		{"only a comment", "# mine", set("nord", "theme"), "", "# mine\ntheme = \"nord\"\n"},
		{"only a table", "# of keys\n[keys]\n\"query.run\" = [\n  \"f5\", # run\n]\n", set("nord", "theme"), "# of keys", "theme = \"nord\"\n\n# of keys"},
		{"after an array", "[keys]\n\"query.run\" = [\n  \"f5\", # run\n]\n", set("f2", "keys", "usage.refresh"), "# run\n]\n", "# run\n]\n\"usage.refresh\" = \"f2\"\n"},
		{"dotted keys", "profiles.a.base_url = \"x\"\n", set("y", "profiles", "a", "base_url"), "\"x\"", "\"y\""},
		{"quotes", "", set("a\"b\\c\nd", "theme"), "", "theme = \"a\\\"b\\\\c\\u000Ad\"\n"},
		{"a text over rows", "theme = \"\"\"\nx\n\"\"\" # end\n", set("y", "theme"), "\"\"\"\nx\n\"\"\"", "\"y\""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := tt.change.Apply([]byte(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			want := tt.to
			if tt.from != "" {
				want = strings.Replace(tt.text, tt.from, tt.to, 1)
			}
			if string(got) != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func TestWhatCannotBeChangedSaysSo(t *testing.T) {
	for _, text := range []string{"profiles = { work = { base_url = \"x\" } }\n", "[profiles]\nwork = { base_url = \"x\" }\n"} {
		_, err := tomlfile.Change{Path: []string{"profiles", "work", "base_url"}, Value: "y"}.Apply([]byte(text))
		if err == nil || !strings.Contains(err.Error(), "change it in an editor") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestEditKeepsLinksAndModes(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "dotfiles.toml"), filepath.Join(dir, "config.toml")
	if err := os.WriteFile(file, []byte("# mine\n"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	if err := tomlfile.Edit(link, tomlfile.Change{Path: []string{"theme"}, Value: "nord"}); err != nil {
		t.Fatal(err)
	}
	got, _ := os.ReadFile(file)
	info, _ := os.Stat(file)
	if string(got) != "# mine\ntheme = \"nord\"\n" || info.Mode().Perm() != 0o640 {
		t.Errorf("%s with mode %v", got, info.Mode())
	}
	if info, err := os.Lstat(link); err != nil || info.Mode().Type() != os.ModeSymlink {
		t.Error("the link is gone")
	}
	made := filepath.Join(dir, "new", "config.toml")
	if err := tomlfile.Edit(made, tomlfile.Change{Path: []string{"theme"}, Value: "nord"}); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(made); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("a new file: %v %v", info, err)
	}
}
