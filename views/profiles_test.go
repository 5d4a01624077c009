package views

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/zalando/go-keyring"

	"assay/client"
	"assay/ui/dialog"
	"assay/views/frame"
	"assay/wire/datadir"
	"assay/workspace/profile"
)

// withProfiles opens a dashboard whose settings file has two profiles, one of the
// stage and one of a service that is not there.
func withProfiles(t *testing.T, change ...func(*Options)) (d *player, file string) {
	t.Helper()
	keyring.MockInit()
	s := newStage(t)
	file = filepath.Join(t.TempDir(), "config.toml")
	text := "# mine\nprofile = \"here\"\n\n[profiles.here] # local\nbase_url = \"" + s.URL + "\"\napi_key = \"k\"\n\n[profiles.gone]\nbase_url = \"http://127.0.0.1:1\"\napi_key = \"k\"\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	state := stateDir(t)
	var of func(name string) (Options, error)
	of = func(name string) (Options, error) {
		p, err := profile.Resolve(profile.Flags{ConfigFile: file, Profile: name, Named: true})
		return Options{
			Keys: p.Keys, Profile: p.Name, Address: p.BaseURL, Theme: "assay-dark", Settings: file, StateDir: state, For: of,
			Connect: func(ctx context.Context) (*client.Client, error) {
				key, err := p.Key.Get(ctx)
				if err != nil {
					return nil, err
				}
				return client.New(client.Config{BaseURL: p.BaseURL, APIKey: key.Reveal()})
			},
		}, err
	}
	options, err := of("here")
	if err != nil {
		t.Fatal(err)
	}
	return open(t, s, 100, 30, append([]func(*Options){func(o *Options) { *o = options }}, change...)...), file
}

// follow goes on with the dashboard that the one shown ended for.
func (d *player) follow() {
	d.t.Helper()
	d.await("it does not go on with another profile", func() bool { return d.m.next != nil })
	d.m.next.copier = discardingClipboard()
	size := tea.WindowSizeMsg{Width: d.m.width, Height: d.m.height}
	d.m = d.m.next
	d.perform(d.m.Init())
	d.send(size)
}

func TestProfilesAreTestedAndSwitched(t *testing.T) {
	d, _ := withProfiles(t)
	d.until("3,410 of 10,000")
	d.keys("alt+A")
	d.until("Profiles", "here", "in use · default", "gone", "this machine", "settings file")
	d.keys("r")
	d.until("✓", "6,590 of 10,000 calls left")
	d.measure()
	d.keys("k", "k", "j", "r")
	d.until("does not work", "127.0.0.1:1")
	d.measure()
	d.keys("enter")
	old := d.m
	d.follow()
	d.until("now with the profile gone", "The usage could not be read")
	if _, err := old.env.Service.Client(t.Context()); err == nil {
		c, _ := old.env.Service.Client(t.Context())
		if _, err := c.Usage(t.Context()); !errors.Is(err, context.Canceled) {
			t.Errorf("the old service still answers: %v", err)
		}
	}
	d.keys("alt+A")
	d.until("Profiles")
	d.keys("j", "enter")
	d.follow()
	d.until("now with the profile here", "3,410 of 10,000")
}

// A watch ends with the profile it is of: that is asked about.
func TestSwitchingAsksAboutAWatch(t *testing.T) {
	d, _ := withProfiles(t)
	watchAt(d, "1h")
	d.until("Ask every 1h?")
	d.afterGuard("enter")
	d.until("1 watch")
	d.keys("alt+A")
	d.until("Profiles", "gone")
	d.keys("k", "enter")
	d.until("Switch to the profile gone?", "1 query is watched, and will no longer be.")
	d.measure()
	d.afterGuard("esc")
	d.until("1 watch", "every 1h, next", "run")
	d.keys("alt+A")
	d.until("Profiles", "gone")
	d.keys("k", "enter")
	d.until("Switch to the profile gone?")
	d.afterGuard("enter")
	d.follow()
	d.until("now with the profile gone")
	d.refuse("1 watch")
}

// Settings that the user edits hold at once; those that cannot hold are told, and change
// nothing.
func TestSettingsAreEdited(t *testing.T) {
	d, file := withProfiles(t)
	d.until("3,410 of 10,000")
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	d.keys("alt+;")
	if run := waitFor[frame.ExternalCommand](d); !slices.Contains(run.Args, file) {
		t.Fatalf("the editor is not given the file: %q", run.Args)
	}
	edit := func(keys string) {
		after := slices.Concat(before, []byte("\n[keys]\n"+keys+"\n"))
		if err := os.WriteFile(file, after, 0o600); err != nil {
			t.Fatal(err)
		}
		d.send(settingsEdited{settingsOpened{file: file, before: before}, after})
	}
	edit(`"usage.refresh" = "I"`)
	d.until("the settings from before hold on", `"I" is bound to both`, "usage.refresh and usage.interval")
	edit(`"usage.refresh" = "z"`)
	d.follow()
	d.until("the new settings hold", "z refresh")
}

func TestProfileIsSetUp(t *testing.T) {
	d, file := withProfiles(t)
	d.until("3,410 of 10,000")
	d.keys("alt+A")
	d.until("Profiles")
	d.keys("a")
	d.until("New profile", "API key")
	d.measure()
	d.typed("work")
	d.keys("tab")
	d.typed("ftp://x")
	d.until("must begin with http")
	d.keys("ctrl+u")
	d.typed(strings.TrimRight(d.m.options.Address, "/"))
	d.keys("tab", "tab")
	d.paste("secret-key-1")
	d.refuse("secret-key-1")
	d.keys("enter")
	d.follow()
	d.until("now with the profile work", "3,410 of 10,000")
	if key, err := keyring.Get(profile.KeyringService, "work"); err != nil || key != "secret-key-1" {
		t.Errorf("in the keyring: %q %v", key, err)
	}
	text, _ := os.ReadFile(file)
	if !strings.HasPrefix(string(text), "# mine\nprofile = \"here\"\n\n[profiles.here] # local\n") || !strings.Contains(string(text), "[profiles.work]") || strings.Contains(string(text), "secret-key-1") {
		t.Errorf("the settings are\n%s", text)
	}

	d.keys("alt+A")
	d.until("default")
	d.keys("D")
	d.until("the profile work is used when none is named")
	d.keys("x")
	d.until("this profile is in use")
	d.keys("k", "k", "k", "j", "x") // default, gone
	d.until("Remove the profile gone?")
	d.m.env.Now = func() time.Time { return time.Now().Add(dialog.Guard) }
	d.keys("enter")
	d.until("the profile gone is gone")
	if text, _ := os.ReadFile(file); strings.Contains(string(text), "127.0.0.1:1\"") || !strings.Contains(string(text), "profile = \"work\"") {
		t.Errorf("the settings are\n%s", text)
	}
}

func TestWithoutAKeyringTheFormOffersMore(t *testing.T) {
	d, file := withProfiles(t)
	keyring.MockInitWithError(errors.New("no bus"))
	d.until("3,410 of 10,000")
	d.keys("alt+A")
	d.until("Profiles")
	d.keys("a")
	d.typed("work")
	d.keys("tab", "tab", "tab")
	d.typed("secret-key-2")
	d.keys("enter")
	d.until("this machine has no keyring")
	d.measure()
	d.keys("enter")
	d.follow()
	if key, err := os.ReadFile(filepath.Join(filepath.Dir(file), "keys", "work")); err != nil || string(key) != "secret-key-2\n" {
		t.Errorf("the file has %q, %v", key, err)
	}
}

func TestAKeyThatIsNotAcceptedIsAskedFor(t *testing.T) {
	d, _ := withProfiles(t, func(o *Options) {
		connect := o.Connect
		o.Connect = func(ctx context.Context) (*client.Client, error) {
			c, err := connect(ctx)
			if err != nil {
				return nil, err
			}
			return client.New(client.Config{BaseURL: c.BaseURL(), APIKey: "k", Transport: refusing{}})
		}
	})
	d.until("The API key of this service is not accepted", "Key in")
	d.keys("esc")
	d.refuse("Key in")
}

type refusing struct{}

func (refusing) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: 401, Header: http.Header{}, Body: http.NoBody, Request: r}, nil
}

// A name is not cut while cells are empty beside it, nor is an address.
func TestProfilesAreShownWhole(t *testing.T) {
	const name, address = "production-europe-west", "https://assay.staging.example"
	d, file := withProfiles(t)
	for _, add := range []profile.Entry{{Name: name, BaseURL: "https://assay.example"}, {Name: "staging", BaseURL: address}} {
		if err := profile.Save(t.Context(), file, add, datadir.NewSecret("")); err != nil {
			t.Fatal(err)
		}
	}
	d.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	d.keys("alt+A")
	d.until(name, address, "this machine", "in use · default")
	d.keys("r")
	d.until("✓", "6,590 of 10,000 calls left until")
	d.measure()
}
