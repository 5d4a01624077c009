package profile_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zalando/go-keyring"

	"assay/wire/datadir"
	"assay/workspace/profile"
)

const written = "# mine\ntheme = \"nord\" # cold\n\n# at work\n[profiles.work]\nbase_url = \"https://a.example\" # behind the gate\napi_key_command = \"pass show a\"\n"

func settingsFile(t *testing.T) string {
	t.Helper()
	keyring.MockInit()
	file := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(file, []byte(written), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func content(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func resolved(t *testing.T, file, name string) (profile.Profile, string) {
	t.Helper()
	t.Setenv("ASSAY_BASE_URL", "https://elsewhere.example")
	t.Setenv("ASSAY_API_KEY", "of-the-environment")
	p, err := profile.Resolve(profile.Flags{ConfigFile: file, Profile: name, Named: true})
	if err != nil {
		t.Fatal(err)
	}
	key, err := p.Key.Get(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return p, key.Reveal()
}

func TestSavedProfilesResolve(t *testing.T) {
	t.Setenv("A_KEY", "from-env")
	for _, tt := range []struct {
		from profile.KeyFrom
		ref  string
		key  string
		want string
	}{
		{profile.FromKeyring, "", "in-the-ring", "in-the-ring"},
		{profile.FromFile, "", "in-a-file", "in-a-file"},
		{profile.FromCommand, "echo by-command", "", "by-command"},
		{profile.FromVariable, "A_KEY", "", "from-env"},
	} {
		file := settingsFile(t)
		e := profile.Entry{Name: "home", BaseURL: "https://b.example/", KeyFrom: tt.from, KeyRef: tt.ref}
		if err := profile.Save(t.Context(), file, e, datadir.NewSecret(tt.key)); err != nil {
			t.Fatal(err)
		}
		p, key := resolved(t, file, "home")
		if p.BaseURL != "https://b.example" || key != tt.want {
			t.Errorf("%s: %s with %s", tt.from, p.BaseURL, key)
		}
		text := content(t, file)
		if !strings.HasPrefix(text, written) || tt.key != "" && strings.Contains(text, tt.key) {
			t.Errorf("%s: the settings are\n%s", tt.from, text)
		}
		if tt.from == profile.FromFile {
			if info, err := os.Stat(filepath.Join(filepath.Dir(file), "keys", "home")); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("the key's file: %v %v", info, err)
			}
		}
		if err := profile.Remove(file, "home"); err != nil {
			t.Fatal(err)
		}
		if got := content(t, file); strings.TrimSpace(got) != strings.TrimSpace(written) {
			t.Errorf("after removing it:\n%s", got)
		}
		if _, err := os.Stat(filepath.Join(filepath.Dir(file), "keys", "home")); err == nil {
			t.Error("the key's file is left")
		}
		if _, err := keyring.Get(profile.KeyringService, "home"); err == nil {
			t.Error("the key is left in the keyring")
		}
	}
}

func TestChangingAProfileKeepsWhatIsSaidOfIt(t *testing.T) {
	file := settingsFile(t)
	entries, _, err := profile.List(file)
	if err != nil || len(entries) != 2 || entries[0].Name != profile.DefaultName || entries[1].KeyPlace() != "command pass show a" {
		t.Fatalf("%+v %v", entries, err)
	}
	e := entries[1]
	e.BaseURL, e.KeyFrom, e.KeyRef = "https://c.example", profile.FromKeyring, ""
	if err := profile.Save(t.Context(), file, e, datadir.NewSecret("k")); err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(strings.Replace(written, "a.example", "c.example", 1), "api_key_command = \"pass show a\"", "api_key_keyring = \"work\"", 1)
	if got := content(t, file); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if err := profile.Use(file, "work"); err != nil {
		t.Fatal(err)
	}
	if _, current, _ := profile.List(file); current != "work" {
		t.Errorf("in use is %s", current)
	}
	if err := profile.Use(file, "wrok"); err == nil || !strings.Contains(err.Error(), `did you mean "work"`) {
		t.Errorf("%v", err)
	}
	if err := profile.Remove(file, "work"); err != nil {
		t.Fatal(err)
	}
	if _, current, _ := profile.List(file); current != profile.DefaultName {
		t.Errorf("in use is %s", current)
	}
}

func TestProfilesSavedAtOnceAreAllKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "new", "config.toml")
	const many = 8
	saved := make(chan error)
	for i := range many {
		go func() {
			saved <- profile.Save(t.Context(), file, profile.Entry{Name: fmt.Sprint("p", i), BaseURL: "https://a.example"}, datadir.Secret{})
		}()
	}
	for range many {
		if err := <-saved; err != nil {
			t.Error(err)
		}
	}
	if entries, _, err := profile.List(file); err != nil || len(entries) != many+1 { // the default profile as well
		t.Errorf("%d profiles are left: %v\n%s", len(entries)-1, err, content(t, file))
	}
}

func TestWithoutAKeyringItSaysWhatElse(t *testing.T) {
	file := settingsFile(t)
	keyring.MockInitWithError(errors.New("no bus"))
	err := profile.Save(context.Background(), file, profile.Entry{Name: "home", KeyFrom: profile.FromKeyring}, datadir.NewSecret("k"))
	if !errors.Is(err, profile.ErrNoKeyring) || !strings.Contains(err.Error(), "file") {
		t.Errorf("%v", err)
	}
	if content(t, file) != written {
		t.Error("the settings were changed all the same")
	}
}

func TestAFileOthersCanReadIsNoPlaceForAKey(t *testing.T) {
	file := settingsFile(t)
	if err := profile.Save(t.Context(), file, profile.Entry{Name: "home", KeyFrom: profile.FromFile}, datadir.NewSecret("k")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(filepath.Dir(file), "keys", "home"), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := profile.Resolve(profile.Flags{ConfigFile: file, Profile: "home", Named: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Key.Get(t.Context()); err == nil || !strings.Contains(err.Error(), "chmod 600") {
		t.Errorf("%v", err)
	}
}
