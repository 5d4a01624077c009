package profile

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"
	"github.com/zalando/go-keyring"

	"assay/wire/datadir"
	"assay/workspace/tomlfile"
	"assay/workspace/wholefile"
)

// KeyFrom is where a profile of the settings file has its key from.
type KeyFrom string

// The sources of a key.
const (
	FromNowhere  KeyFrom = ""         // none: the service on this machine needs none
	FromKeyring  KeyFrom = "keyring"  // the system's keyring
	FromFile     KeyFrom = "file"     // a file of its own, for its owner alone
	FromCommand  KeyFrom = "command"  // what a command prints
	FromVariable KeyFrom = "env"      // a variable of the environment
	FromSettings KeyFrom = "settings" // the settings file itself
)

// Entry is a profile as the settings file has it.
type Entry struct {
	Name    string
	BaseURL string // "" is the service on this machine
	CAFile  string
	KeyFrom KeyFrom
	// KeyRef is the user of the keyring's entry, the file's path, the command or the
	// variable's name. When a key is stored, "" takes one made of the profile's name.
	KeyRef string
}

// KeyPlace says in words where the key comes from.
func (e Entry) KeyPlace() string {
	switch e.KeyFrom {
	case FromKeyring:
		return "keyring"
	case FromFile:
		return "file " + e.KeyRef
	case FromCommand:
		return "command " + e.KeyRef
	case FromVariable:
		return "$" + e.KeyRef
	case FromSettings:
		return "settings file"
	}
	if e.BaseURL == "" {
		return "this machine's own"
	}
	return "none"
}

// ErrNoKeyring is a system without a keyring that answers.
var ErrNoKeyring = errors.New("no keyring answers on this machine: keep the key in a file (mode 0600), or name a command or a variable that has it")

// List returns the profiles of a settings file by name, and the one it has in use.
// The default profile is there even if the file does not have it.
func List(file string) (entries []Entry, current string, err error) {
	s, err := readSettings(file)
	if err != nil {
		return nil, "", err
	}
	if _, ok := s.Profiles[DefaultName]; !ok {
		entries = append(entries, Entry{Name: DefaultName})
	}
	for _, name := range slices.Sorted(maps.Keys(s.Profiles)) {
		entries = append(entries, s.Profiles[name].entry(name))
	}
	return entries, cmp.Or(s.Profile, DefaultName), nil
}

func (s section) entry(name string) Entry {
	from, ref := s.key()
	if from == FromSettings {
		ref = ""
	}
	return Entry{Name: name, BaseURL: s.BaseURL, CAFile: s.CAFile, KeyFrom: from, KeyRef: ref}
}

// CheckName says what is wrong with the name of a profile.
func CheckName(name string) error {
	switch {
	case name == "":
		return errors.New("a profile needs a name")
	case len(name) > 60 || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == '/' || r == 0x7f }):
		return errors.New("the name of a profile is short and has no slash")
	}
	return nil
}

// CheckBaseURL says what is wrong with an address of a service; "" is the service
// on this machine.
func CheckBaseURL(address string) error {
	_, err := checkBaseURL(address)
	return err
}

// Save writes a profile to the settings file, new or in place of the one of its
// name, and puts a key that is given into its keyring or file. Without a key the one
// that is there already holds. The error is ErrNoKeyring where there is none.
func Save(ctx context.Context, file string, e Entry, key datadir.Secret) error {
	address, err := checkBaseURL(e.BaseURL)
	if err := errors.Join(CheckName(e.Name), err); err != nil {
		return err
	}
	s, unlock, err := lockSettings(file)
	if err != nil {
		return err
	}
	defer unlock()
	if e.KeyRef == "" && !key.IsZero() {
		e.KeyRef = e.Name
		if e.KeyFrom == FromFile {
			e.KeyRef = filepath.Join(filepath.Dir(file), "keys", strings.TrimLeft(e.Name, "."))
		}
	}
	if e.KeyRef == "" && e.KeyFrom != FromNowhere && e.KeyFrom != FromSettings {
		return fmt.Errorf("the key is missing: it is to come from the %s", map[KeyFrom]string{FromKeyring: "keyring", FromFile: "file", FromCommand: "command", FromVariable: "environment"}[e.KeyFrom])
	}
	if !key.IsZero() {
		if err := e.store(ctx, key); err != nil {
			return err
		}
	}
	return tomlfile.Edit(file, s.changes(e, address)...)
}

// changes are what makes the settings have an entry, whose address is complete.
func (s settings) changes(e Entry, address string) []tomlfile.Change {
	old, known := s.Profiles[e.Name]
	before := old.entry(e.Name)
	var changes []tomlfile.Change
	set := func(name, value, before string) {
		if value != before {
			changes = append(changes, tomlfile.Change{Path: []string{"profiles", e.Name, name}, Value: value, Remove: value == ""})
		}
	}
	if !known && e.BaseURL == "" && e.KeyFrom == FromNowhere && e.CAFile == "" {
		changes = append(changes, tomlfile.Change{Path: []string{"profiles", e.Name, "base_url"}})
	}
	set("base_url", address, old.BaseURL)
	set("ca_file", e.CAFile, old.CAFile)
	if before.KeyFrom != FromNowhere && before.KeyFrom != e.KeyFrom {
		changes = append(changes, tomlfile.Change{Path: []string{"profiles", e.Name, before.KeyFrom.setting()}, Remove: true})
	}
	if e.KeyFrom != FromNowhere && (before.KeyFrom != e.KeyFrom || before.KeyRef != e.KeyRef) {
		changes = append(changes, tomlfile.Change{Path: []string{"profiles", e.Name, e.KeyFrom.setting()}, Value: e.KeyRef})
	}
	return changes
}

// store puts a key where the profile has it from.
func (e Entry) store(ctx context.Context, key datadir.Secret) error {
	switch e.KeyFrom {
	case FromKeyring:
		return storeInKeyring(ctx, e.KeyRef, key)
	case FromFile:
		if err := os.MkdirAll(filepath.Dir(e.KeyRef), 0o700); err != nil {
			return fmt.Errorf("keeping the key: %w", err)
		}
		if err := os.Chmod(e.KeyRef, 0o600); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("keeping the key: %w", err)
		}
		if err := wholefile.Replace(e.KeyRef, []byte(key.Reveal()+"\n"), 0o600); err != nil {
			return fmt.Errorf("keeping the key: %w", err)
		}
		return nil
	}
	return errors.New("a key is kept in the keyring or in a file; a command or a variable has it already")
}

// storeTimeout bounds the keyring, which may ask the user to be unlocked.
const storeTimeout = 30 * time.Second

func storeInKeyring(ctx context.Context, user string, key datadir.Secret) error {
	ctx, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- keyring.Set(KeyringService, user, key.Reveal()) }()
	select {
	case err := <-done:
		if err != nil {
			return fmt.Errorf("%w (%w)", ErrNoKeyring, err)
		}
		return nil
	case <-ctx.Done():
		return fmt.Errorf("%w (%w)", ErrNoKeyring, ctx.Err())
	}
}

// Remove takes a profile out of the settings file, and its key out of the keyring or
// its file.
func Remove(file, name string) error {
	s, unlock, err := lockSettings(file)
	if err != nil {
		return err
	}
	defer unlock()
	section, ok := s.Profiles[name]
	if !ok {
		return fmt.Errorf("there is no profile %q in %s", name, file)
	}
	changes := []tomlfile.Change{{Path: []string{"profiles", name}, Remove: true}}
	if s.Profile == name {
		changes = append(changes, tomlfile.Change{Path: []string{"profile"}, Remove: true})
	}
	if err := tomlfile.Edit(file, changes...); err != nil {
		return err
	}
	switch e := section.entry(name); {
	case e.KeyFrom == FromKeyring:
		err = keyring.Delete(KeyringService, e.KeyRef)
		if errors.Is(err, keyring.ErrNotFound) {
			err = nil
		}
	case e.KeyFrom == FromFile && filepath.Dir(e.KeyRef) == filepath.Join(filepath.Dir(file), "keys"): // one that Save made
		err = os.Remove(e.KeyRef)
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
	}
	if err != nil {
		return fmt.Errorf("the profile is gone, but not its key: %w", err)
	}
	return nil
}

// Use makes a profile the one that is used when none is named.
func Use(file, name string) error {
	s, unlock, err := lockSettings(file)
	if err != nil {
		return err
	}
	defer unlock()
	if _, ok := s.Profiles[name]; !ok && name != DefaultName {
		p := Profile{File: file, Names: slices.Sorted(maps.Keys(s.Profiles)), Name: name}
		p.Sources.Name = "the command line"
		return p.noSuchProfile()
	}
	return tomlfile.Edit(file, tomlfile.Change{Path: []string{"profile"}, Value: name})
}

// SaveTheme makes a theme the one of the settings file, or with "" none. A theme of
// the profile's own is replaced; else it becomes the theme of all profiles.
func SaveTheme(file, profile, theme string) error {
	s, unlock, err := lockSettings(file)
	if err != nil {
		return err
	}
	defer unlock()
	path := []string{"theme"}
	if s.Profiles[profile].Theme != "" {
		path = []string{"profiles", profile, "theme"}
	}
	return tomlfile.Edit(file, tomlfile.Change{Path: path, Value: theme, Remove: theme == ""})
}

// lockSettings reads a settings file that is about to be changed, and keeps other
// commands and dashboards from changing it until unlock is called.
func lockSettings(file string) (s settings, unlock func() error, err error) {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return s, nil, err
	}
	lock := flock.New(file + ".lock")
	if err := lock.Lock(); err != nil {
		return s, nil, fmt.Errorf("locking the settings: %w", err)
	}
	if s, err = readSettings(file); err != nil {
		lock.Unlock()
	}
	return s, lock.Unlock, err
}

// readSettings reads a settings file; one that does not exist is empty.
func readSettings(file string) (settings, error) {
	var s settings
	if err := tomlfile.Read(file, &s); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return s, fmt.Errorf("reading the settings: %w", err)
	}
	return s, nil
}
