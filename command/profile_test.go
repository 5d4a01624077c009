package command_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zalando/go-keyring"

	"assay/command"
)

func TestProfilesFromScripts(t *testing.T) {
	keyring.MockInit()
	file := filepath.Join(t.TempDir(), "config.toml")
	var out, said bytes.Buffer
	with := func(input string) command.IO {
		out.Reset()
		said.Reset()
		return command.IO{In: strings.NewReader(input), Out: &out, Err: &said}
	}
	if err := command.AddProfile(t.Context(), file, "work", command.ProfileFlags{BaseURL: "https://a.example", Use: true}, nil, with("secret-key\n")); err != nil {
		t.Fatal(err)
	}
	if key, err := keyring.Get("assay", "work"); err != nil || key != "secret-key" {
		t.Errorf("in the keyring: %q %v", key, err)
	}
	err := command.AddProfile(t.Context(), file, "work", command.ProfileFlags{}, nil, with(""))
	if usage := (*command.UsageError)(nil); !errors.As(err, &usage) {
		t.Errorf("a second one of the name: %v", err)
	}
	err = command.AddProfile(t.Context(), file, "home", command.ProfileFlags{BaseURL: "https://b.example"}, nil, with(""))
	if err == nil || !strings.Contains(err.Error(), "--key-command") {
		t.Errorf("without a key: %v", err)
	}
	keyring.MockInitWithError(errors.New("no bus"))
	err = command.AddProfile(t.Context(), file, "home", command.ProfileFlags{BaseURL: "https://b.example"}, nil, with("k\n"))
	if err == nil || !strings.Contains(err.Error(), "no keyring answers") {
		t.Errorf("without a keyring: %v", err)
	}
	asked := func() (string, error) { return "typed-key", nil }
	if err := command.AddProfile(t.Context(), file, "home", command.ProfileFlags{BaseURL: "https://b.example", KeyInFile: true}, asked, with("")); err != nil {
		t.Fatal(err)
	}
	if err := command.ListProfiles(file, command.CSV, with("")); err != nil {
		t.Fatal(err)
	}
	want := "name,base_url,key,used\ndefault,,this machine's own,false\nhome,https://b.example,file " + filepath.Join(filepath.Dir(file), "keys", "home") + ",false\nwork,https://a.example,keyring,true\n"
	if got := strings.ReplaceAll(out.String(), "\r", ""); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if err := command.RemoveProfile(file, "home", with("")); err != nil {
		t.Fatal(err)
	}
	if text, _ := os.ReadFile(file); strings.Contains(string(text), "home") || strings.Contains(string(text), "secret-key") {
		t.Errorf("the settings are\n%s", text)
	}
}
