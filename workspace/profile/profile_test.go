package profile_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/zalando/go-keyring"

	"assay/wire/datadir"
	"assay/workspace/profile"
)

const secret = "assay_0123456789abcdefghijWXYZ"

// settings writes a settings file where Resolve looks for it, with no other
// setting around, and returns its path.
func settings(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"ASSAY_BASE_URL", "ASSAY_API_KEY", "ASSAY_CA_FILE", "ASSAY_PROFILE", "ASSAY_CONFIG"} {
		t.Setenv(name, "")
	}
	t.Setenv("XDG_CONFIG_HOME", dir)
	path := filepath.Join(dir, "assay", "config.toml")
	if text == "" {
		return path
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestScreenReader(t *testing.T) {
	settings(t, "screen_reader = true\n")
	for variable, want := range map[string]bool{"": true, "0": false, "1": true} {
		t.Setenv("ASSAY_SCREEN_READER", variable)
		if p, err := profile.Resolve(profile.Flags{}); err != nil || p.ScreenReader != want {
			t.Errorf("%q: %v, %v", variable, p.ScreenReader, err)
		}
	}
	t.Setenv("ASSAY_SCREEN_READER", "perhaps")
	if _, err := profile.Resolve(profile.Flags{}); err == nil || !strings.Contains(err.Error(), "it must be 1 or 0") {
		t.Errorf("a value that is neither: %v", err)
	}
}

func TestPrecedence(t *testing.T) {
	const both = `
profile = "work"
theme = "plain"
[profiles.work]
base_url = "https://work.example/"
api_key = "filekey"
ca_file = "ca/work.pem"
theme = "nord"
[profiles.lab]
base_url = "https://lab.example"
`
	type values struct{ Name, BaseURL, Key, CAFile, Theme string }
	tests := []struct {
		name    string
		file    string
		env     map[string]string
		flags   profile.Flags
		want    values
		sources profile.Sources // FILE stands for the settings file
	}{
		{
			name:    "nothing is set",
			want:    values{Name: "default"},
			sources: profile.Sources{Name: "default"},
		},
		{
			name: "the settings file",
			file: both,
			want: values{"work", "https://work.example", "filekey", "DIR/ca/work.pem", "nord"},
			sources: profile.Sources{
				Name: "FILE", BaseURL: "FILE, profile work", Key: "FILE, profile work",
				CAFile: "FILE, profile work", Theme: "FILE, profile work",
			},
		},
		{
			name: "the environment beats the file",
			file: both,
			env: map[string]string{
				"ASSAY_PROFILE": "lab", "ASSAY_BASE_URL": "http://env.example:8080/v/", "ASSAY_API_KEY": "envkey",
				"ASSAY_CA_FILE": "/env.pem",
			},
			want: values{"lab", "http://env.example:8080/v", "envkey", "/env.pem", "plain"},
			sources: profile.Sources{
				Name: "ASSAY_PROFILE", BaseURL: "ASSAY_BASE_URL", Key: "ASSAY_API_KEY", CAFile: "ASSAY_CA_FILE", Theme: "FILE",
			},
		},
		{
			name: "flags beat the environment",
			file: both,
			env: map[string]string{
				"ASSAY_PROFILE": "lab", "ASSAY_BASE_URL": "http://env.example", "ASSAY_API_KEY": "envkey",
				"ASSAY_CA_FILE": "/env.pem",
			},
			flags: profile.Flags{
				Profile: "work", BaseURL: "http://flag.example", APIKey: "flagkey", CAFile: "flag.pem", Theme: "mono",
			},
			want: values{"work", "http://flag.example", "flagkey", "flag.pem", "mono"},
			sources: profile.Sources{
				Name: "--profile", BaseURL: "--base-url", Key: "--api-key", CAFile: "--ca-file", Theme: "--theme",
			},
		},
		{
			name:    "a profile named default is used unasked",
			file:    "[profiles.default]\nbase_url = 'https://d.example'\n",
			want:    values{Name: "default", BaseURL: "https://d.example"},
			sources: profile.Sources{Name: "default", BaseURL: "FILE, profile default"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			file := settings(t, tt.file)
			for name, value := range tt.env {
				t.Setenv(name, value)
			}
			p, err := profile.Resolve(tt.flags)
			if err != nil {
				t.Fatal(err)
			}
			key, err := p.Key.Get(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			got := values{p.Name, p.BaseURL, key.Reveal(), strings.Replace(p.CAFile, filepath.Dir(file), "DIR", 1), p.Theme}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("values (-want +got):\n%s", diff)
			}
			sources := p.Sources
			for _, s := range []*string{&sources.Name, &sources.BaseURL, &sources.Key, &sources.CAFile, &sources.Theme} {
				*s = strings.Replace(*s, file, "FILE", 1)
			}
			if diff := cmp.Diff(tt.sources, sources); diff != "" {
				t.Errorf("sources (-want +got):\n%s", diff)
			}
		})
	}
}

func TestResolveRefuses(t *testing.T) {
	tests := []struct {
		name, file string
		flags      profile.Flags
		want       string
	}{
		{"an unknown setting", "[profiles.a]\n\nbase_rul = 'x'\n", profile.Flags{}, `config.toml:3: unknown setting "profiles.a.base_rul"; did you mean "base_url"?`},
		{"a misspelt profile", "[profiles.work]\n", profile.Flags{Profile: "wrok"}, `there is no profile "wrok" (from --profile)`},
		{"a misspelt profile's neighbour", "[profiles.work]\n", profile.Flags{Profile: "wrok"}, `did you mean "work"?`},
		{"a profile without a settings file", "", profile.Flags{Profile: "work"}, "does not exist"},
		{"a default profile that is not there", "profile = 'work'\n", profile.Flags{}, `there is no profile "work"`},
		{"two ways to the key", "[profiles.default]\napi_key='a'\napi_key_command='b'\n", profile.Flags{}, "only one of api_key, api_key_command, api_key_keyring"},
		{"a base URL with another scheme", "", profile.Flags{BaseURL: "ftp://work.example"}, "must begin with http:// or https:// and a host (from --base-url)"},
		{"a base URL with a password", "", profile.Flags{BaseURL: "https://u:hunter2@work.example"}, "must not hold a user name or password"},
		{"a base URL with a query", "", profile.Flags{BaseURL: "https://work.example/?api_key=hunter2"}, "must end before any '?'"},
		{"a settings file that is not there", "", profile.Flags{ConfigFile: "/nonexistent.toml"}, "/nonexistent.toml named by --config does not exist"},
		{"a key table with a number", "[keys]\nrun = 3\n", profile.Flags{}, "keys.run must be a key"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			settings(t, tt.file)
			_, err := profile.Resolve(tt.flags)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Resolve = %v, want an error with %q", err, tt.want)
			}
			if err != nil && strings.Contains(err.Error(), "hunter2") {
				t.Errorf("the error shows a secret: %v", err)
			}
		})
	}
}

func TestKeyTable(t *testing.T) {
	settings(t, "[keys]\nrun = 'ctrl+r'\nquit = ['q', 'ctrl+q']\n")
	p, err := profile.Resolve(profile.Flags{})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{"run": {"ctrl+r"}, "quit": {"q", "ctrl+q"}}
	if diff := cmp.Diff(want, p.Keys); diff != "" {
		t.Errorf("keys (-want +got):\n%s", diff)
	}
}

func TestWarnsOfReadableKey(t *testing.T) {
	tests := []struct {
		name, file string
		mode       os.FileMode
		warn       bool
	}{
		{"key, others may read", "[profiles.a]\napi_key='k'\n", 0o644, true},
		{"key, group may read", "[profiles.a]\napi_key='k'\n", 0o640, true},
		{"key, owner only", "[profiles.a]\napi_key='k'\n", 0o600, false},
		{"no key", "[profiles.a]\napi_key_command='k'\n", 0o644, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			file := settings(t, tt.file)
			if err := os.Chmod(file, tt.mode); err != nil {
				t.Fatal(err)
			}
			p, err := profile.Resolve(profile.Flags{})
			if err != nil {
				t.Fatal(err)
			}
			if got := len(p.Warnings) > 0; got != tt.warn {
				t.Errorf("warnings = %q, want some: %v", p.Warnings, tt.warn)
			}
			if tt.warn && !strings.Contains(p.Warnings[0], "chmod 600 "+file) {
				t.Errorf("warning %q does not say what to do", p.Warnings[0])
			}
		})
	}
}

func TestKeyCommand(t *testing.T) {
	tests := []struct{ name, command, want, wantErr string }{
		{"one word", "echo " + secret, secret, ""},
		{"white space around it", "printf ' k1 \\n'", "k1", ""},
		{"nothing", "true", "", "the answer is empty"},
		{"two words", "echo " + secret + " two", "", "more than one word"},
		{"failure", "echo " + secret + "; echo locked >&2; exit 3", "", "exit status 3: locked"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			settings(t, fmt.Sprintf("[profiles.default]\napi_key_command = %q\n", tt.command))
			p, err := profile.Resolve(profile.Flags{})
			if err != nil {
				t.Fatal(err)
			}
			key, err := p.Key.Get(t.Context())
			if tt.wantErr == "" && (err != nil || key.Reveal() != tt.want) {
				t.Errorf("Get = %q, %v; want %q", key.Reveal(), err, tt.want)
			}
			if tt.wantErr != "" && (err == nil || !strings.Contains(err.Error(), tt.wantErr)) {
				t.Errorf("Get = %v, want an error with %q", err, tt.wantErr)
			}
			if err != nil && strings.Contains(err.Error(), secret) {
				t.Errorf("the error shows the key: %v", err)
			}
		})
	}
}

func TestKeyCommandIsAbandoned(t *testing.T) {
	settings(t, "[profiles.default]\napi_key_command = 'sleep 60'\n")
	p, err := profile.Resolve(profile.Flags{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Key.Get(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Get with an ended context = %v, want context.Canceled", err)
	}
}

func TestKeyring(t *testing.T) {
	settings(t, "[profiles.default]\napi_key_keyring = 'me'\n")
	p, err := profile.Resolve(profile.Flags{})
	if err != nil {
		t.Fatal(err)
	}
	keyring.MockInit()
	if _, err := p.Key.Get(t.Context()); err == nil || !strings.Contains(err.Error(), `no entry with service "assay" and user "me"`) {
		t.Errorf("Get without an entry = %v", err)
	}
	if err := keyring.Set(profile.KeyringService, "me", secret); err != nil {
		t.Fatal(err)
	}
	if key, err := p.Key.Get(t.Context()); err != nil || key.Reveal() != secret {
		t.Errorf("Get = %q, %v; want the entry", key.Reveal(), err)
	}
	keyring.MockInitWithError(errors.New("no bus"))
	if _, err := p.Key.Get(t.Context()); err == nil || !strings.Contains(err.Error(), "api_key_command or ASSAY_API_KEY") {
		t.Errorf("Get without a keyring = %v, want to be told what to use instead", err)
	}
}

func TestPathsFollowTheEnvironment(t *testing.T) {
	for _, tt := range []struct {
		variable, end string
		path          func() string
	}{
		{"XDG_DATA_HOME", "assay", datadir.Default},
		{"XDG_STATE_HOME", "assay", profile.StateDir},
		{"XDG_CONFIG_HOME", "assay/config.toml", profile.ConfigFile},
	} {
		dir := t.TempDir()
		t.Setenv(tt.variable, dir)
		if got, want := tt.path(), filepath.Join(dir, tt.end); got != want {
			t.Errorf("with %s=%s: %s, want %s", tt.variable, dir, got, want)
		}
		t.Setenv(tt.variable, "relative")
		if got := tt.path(); !filepath.IsAbs(got) {
			t.Errorf("with a relative %s: %s, want it ignored", tt.variable, got)
		}
	}
}
