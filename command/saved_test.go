package command_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"

	"assay/command"
	"assay/wire"
)

func savedOptions(t *testing.T, args ...string) (command.QueryOptions, error) {
	t.Helper()
	return optionsWith(t, map[string]string{"base": "https://shop.example"}, args...)
}

func optionsWith(t *testing.T, vars map[string]string, args ...string) (command.QueryOptions, error) {
	t.Helper()
	var flags command.QueryFlags
	set := pflag.NewFlagSet("query", pflag.ContinueOnError)
	flags.Add(set)
	if err := set.Parse(args); err != nil {
		t.Fatal(err)
	}
	return flags.Options(strings.Join(set.Args(), ""), vars)
}

func TestSavedQuery(t *testing.T) {
	t.Setenv("ASSAY_PROXY_PASSWORD", "hush")
	dir := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	lamps := write("lamps.assay", "---\nurl = '{{base}}/lamps?page={{page}}'\n[params]\nmode = 'standard'\nis_screenshot_enabled = true\n---\n{ a({{page}}) }\n")
	page := write("page.assay", "---\nhtml = 'page.html'\nprompt = 'all lamps'\n[params.proxy]\ntype = 'custom'\nurl = 'http://p:1'\nusername = 'u'\n---\n")

	tests := []struct {
		name string
		args []string
		want command.QueryOptions
	}{
		{"variables of the settings file and of --var", []string{lamps, "--var", "page=7"},
			command.QueryOptions{Query: "{ a(7) }\n", URL: "https://shop.example/lamps?page=7", Params: wire.Params{Mode: "standard"}}},
		{"--var beats the settings file", []string{lamps, "--var", "page=1", "--var", "base=https://staging.example"},
			command.QueryOptions{Query: "{ a(1) }\n", URL: "https://staging.example/lamps?page=1", Params: wire.Params{Mode: "standard"}}},
		{"flags come first", []string{lamps, "--var", "page=1", "--url", "{{base}}", "--mode", "fast"},
			command.QueryOptions{Query: "{ a(1) }\n", URL: "https://shop.example", Params: wire.Params{Mode: "fast"}}},
		{"a page beside it, a prompt, a proxy", []string{page},
			command.QueryOptions{Prompt: "all lamps", HTMLFile: filepath.Join(dir, "page.html"), Params: wire.Params{Proxy: wire.CustomProxy("http://p:1", "u", "hush")}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := savedOptions(t, tt.args...)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{lamps}, "{{page}} is not defined in the query: set it with --var page=VALUE"},
		{[]string{"{ a }", "--url", "https://shop.example/{{p}}.html"}, "{{p}} is not defined in the URL: set it with --var p=VALUE"},
		{[]string{lamps, "--var", "page"}, "it must be like page=2"},
		{[]string{filepath.Join(dir, "none.assay")}, "no such file"},
	} {
		_, err := optionsWith(t, nil, tt.args...)
		var usage *command.UsageError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v: %v, want %q", tt.args, err, tt.want)
		}
	}
}
