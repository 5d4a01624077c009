// Package profile decides which service a command speaks to and how: it reads
// the settings file, with its named profiles, the environment and the flags,
// and says for every value where it came from. A flag beats the environment,
// which beats the settings file, which beats the default.
package profile

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"assay/ui/spell"
	"assay/wire"
	"assay/workspace/history"
	"assay/workspace/tomlfile"
	"assay/workspace/variables"
)

// DefaultName is the profile in use when none is named anywhere. It need not
// be in the settings file.
const DefaultName = "default"

// Flags are the values given on the command line; an empty one was not given.
type Flags struct {
	ConfigFile string
	Profile    string
	BaseURL    string
	APIKey     string
	CAFile     string
	Theme      string
	// Named keeps to what the settings file says of Profile: neither other flags nor
	// the environment have a say in what service it means.
	Named bool
}

// environment returns the value of a variable that chooses the service.
func (f Flags) environment(name string) string {
	if f.Named {
		return ""
	}
	return os.Getenv(name)
}

// Add adds the flags of every command that speaks to a service to a set. Theme,
// which only the dashboard has, is not among them.
func (f *Flags) Add(set *pflag.FlagSet) {
	set.StringVar(&f.ConfigFile, "config", "", "settings `file` [$ASSAY_CONFIG, "+ConfigFile()+"]")
	set.StringVar(&f.Profile, "profile", "", "`name` of a profile of the settings file [$ASSAY_PROFILE]")
	set.StringVar(&f.BaseURL, "base-url", "", "`address` of the service [$ASSAY_BASE_URL, this machine's own]")
	set.StringVar(&f.APIKey, "api-key", "", "API `key`; others can see it in the list of processes [$ASSAY_API_KEY]")
	set.StringVar(&f.CAFile, "ca-file", "", "PEM `file` of a certificate authority to trust [$ASSAY_CA_FILE]")
}

// Profile is the outcome of Resolve.
type Profile struct {
	// Name is the profile's name; DefaultName if none was chosen.
	Name string
	// BaseURL is the service's address without a trailing slash; empty for
	// the background service of this machine.
	BaseURL string
	// Key tells how to get the API key; its zero value means that none was
	// given.
	Key Key
	// CAFile is a PEM file of certificate authorities to trust besides the
	// system's, or empty.
	CAFile string
	// Theme is a theme's name, or empty for the one that fits the terminal.
	Theme string
	// ScreenReader asks for the dashboard as lines of text.
	ScreenReader bool
	// Keys maps the name of a dashboard action to the keys that do it,
	// for the actions that the settings file remaps.
	Keys map[string][]string
	// Workspace is the folder of saved queries, or empty for the one that
	// saved.Folder chooses.
	Workspace string
	// Variables are the values of the {{name}} in queries and addresses.
	Variables map[string]string
	// History bounds the history of the dashboard's calls.
	History history.Limits
	// File is the settings file that was read, or empty if there is none.
	File string
	// Path is where the settings file is, or would be.
	Path string
	// Names are the profiles of the settings file, sorted.
	Names []string
	// Sources says where each value came from. Values that are empty have
	// none.
	Sources Sources
	// Warnings are sentences to show once: a settings file with a key in it
	// that other users can read.
	Warnings []string
}

// Sources says in words where the values of a Profile came from, such as
// "--base-url", "ASSAY_BASE_URL" or "/home/u/.config/assay/config.toml,
// profile work".
type Sources struct {
	Name, BaseURL, Key, CAFile, Theme string
}

// settings is the form of the settings file.
type settings struct {
	Profile      string             `toml:"profile"`
	Theme        string             `toml:"theme"`
	ScreenReader bool               `toml:"screen_reader"`
	Keys         map[string]any     `toml:"keys"`
	Workspace    string             `toml:"workspace"`
	Variables    map[string]string  `toml:"variables"`
	Profiles     map[string]section `toml:"profiles"`
	History      historySection     `toml:"history"`
}

type section struct {
	BaseURL       string `toml:"base_url"`
	APIKey        string `toml:"api_key"`
	APIKeyCommand string `toml:"api_key_command"`
	APIKeyKeyring string `toml:"api_key_keyring"`
	APIKeyFile    string `toml:"api_key_file"`
	APIKeyEnv     string `toml:"api_key_env"`
	CAFile        string `toml:"ca_file"`
	Theme         string `toml:"theme"`
}

// Resolve combines flags, environment and settings file. It runs no command
// and asks no keyring: that is Key.Get's, when the key is needed.
//
// The settings file is the one that flags or ASSAY_CONFIG name, which must
// exist, else ConfigFile(), which need not. Resolve fails on a settings file
// with an unknown or contradictory setting, on a profile that does not exist
// and on a base URL that is not one.
func Resolve(flags Flags) (Profile, error) {
	var p Profile
	s, err := p.read(flags)
	if err != nil {
		return Profile{}, err
	}
	if flags.Named {
		flags.BaseURL, flags.APIKey, flags.CAFile = "", "", ""
	}
	p.Names = slices.Sorted(maps.Keys(s.Profiles))
	p.Name = choose(&p.Sources.Name,
		value{flags.Profile, "--profile"},
		value{flags.environment("ASSAY_PROFILE"), "ASSAY_PROFILE"},
		value{s.Profile, p.File},
		value{DefaultName, "default"})
	chosen, ok := s.Profiles[p.Name]
	if !ok && p.Name != DefaultName {
		return Profile{}, p.noSuchProfile()
	}
	inFile := fmt.Sprintf("%s, profile %s", p.File, p.Name)

	p.BaseURL = choose(&p.Sources.BaseURL,
		value{flags.BaseURL, "--base-url"},
		value{flags.environment("ASSAY_BASE_URL"), "ASSAY_BASE_URL"},
		value{chosen.BaseURL, inFile})
	if p.BaseURL, err = checkBaseURL(p.BaseURL); err != nil {
		return Profile{}, fmt.Errorf("%w (from %s)", err, p.Sources.BaseURL)
	}
	p.CAFile = choose(&p.Sources.CAFile,
		value{flags.CAFile, "--ca-file"},
		value{flags.environment("ASSAY_CA_FILE"), "ASSAY_CA_FILE"},
		value{p.besideFile(chosen.CAFile), inFile})
	p.Theme = choose(&p.Sources.Theme,
		value{flags.Theme, "--theme"},
		value{chosen.Theme, inFile},
		value{s.Theme, p.File})
	if p.Key, err = p.chooseKey(flags, chosen, inFile); err != nil {
		return Profile{}, err
	}
	p.Sources.Key = p.Key.source
	if p.History, err = s.History.limits(p.File); err != nil {
		return Profile{}, err
	}
	if p.ScreenReader, err = chooseScreenReader(s.ScreenReader); err != nil {
		return Profile{}, err
	}
	if p.Keys, err = keyTable(p.File, s.Keys); err != nil {
		return Profile{}, err
	}
	p.Workspace, p.Variables = p.besideFile(s.Workspace), s.Variables
	for name := range s.Variables {
		if !variables.IsName(name) {
			return Profile{}, fmt.Errorf("%s: variables: %q cannot name a variable: use letters, digits, _ - and .", p.File, name)
		}
	}
	return p, nil
}

// chooseScreenReader returns what ASSAY_SCREEN_READER says, or else the settings file.
func chooseScreenReader(inFile bool) (bool, error) {
	text := os.Getenv("ASSAY_SCREEN_READER")
	if text == "" {
		return inFile, nil
	}
	on, err := strconv.ParseBool(text)
	if err != nil {
		return false, fmt.Errorf("ASSAY_SCREEN_READER is %q: it must be 1 or 0", text)
	}
	return on, nil
}

// read loads the settings file and sets what of p concerns it.
func (p *Profile) read(flags Flags) (settings, error) {
	var s settings
	var source string
	file := choose(&source,
		value{flags.ConfigFile, "--config"},
		value{os.Getenv("ASSAY_CONFIG"), "ASSAY_CONFIG"},
		value{ConfigFile(), ""})
	p.Path = file
	err := tomlfile.Read(file, &s)
	switch {
	case errors.Is(err, fs.ErrNotExist) && (source == "" || flags.Named):
		return s, nil
	case errors.Is(err, fs.ErrNotExist):
		return s, fmt.Errorf("the settings file %s named by %s does not exist", file, source)
	case err != nil:
		return s, fmt.Errorf("reading the settings: %w", err)
	}
	p.File = file
	if info, err := os.Stat(file); err == nil && othersRead(info) && s.holdsKey() {
		p.Warnings = append(p.Warnings, fmt.Sprintf("%s holds an API key and other users of this machine can read it; run: chmod 600 %s", file, file))
	}
	return s, nil
}

func (s settings) holdsKey() bool {
	for _, section := range s.Profiles {
		if section.APIKey != "" {
			return true
		}
	}
	return false
}

func (p *Profile) noSuchProfile() error {
	if p.File == "" {
		return fmt.Errorf("there is no profile %q (from %s): the settings file %s does not exist", p.Name, p.Sources.Name, ConfigFile())
	}
	if len(p.Names) == 0 {
		return fmt.Errorf("there is no profile %q (from %s): %s has no [profiles.NAME] section", p.Name, p.Sources.Name, p.File)
	}
	known := "it has " + strings.Join(p.Names, ", ")
	if near := spell.Nearest(p.Name, p.Names); near != "" {
		known = fmt.Sprintf("did you mean %q?", near)
	}
	return fmt.Errorf("there is no profile %q (from %s) in %s; %s", p.Name, p.Sources.Name, p.File, known)
}

// besideFile makes a path of the settings file absolute: "~/" is the home
// folder, anything else relative is relative to the settings file.
func (p *Profile) besideFile(path string) string {
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	return filepath.Join(filepath.Dir(p.File), path)
}

// value is a candidate for a setting and where it was found.
type value struct{ text, source string }

// choose returns the first candidate that is not empty and sets *source.
func choose(source *string, candidates ...value) string {
	for _, c := range candidates {
		if c.text != "" {
			*source = c.source
			return c.text
		}
	}
	return ""
}

// checkBaseURL returns address without trailing slashes, completed if it has no
// scheme. The error does not repeat an address that could hold a password.
func checkBaseURL(address string) (string, error) {
	if address == "" {
		return "", nil
	}
	if complete, err := wire.CompleteURL(address); err == nil {
		address = complete
	}
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return "", errors.New("the base URL is not a valid URL")
	case u.User != nil:
		return "", errors.New("the base URL must not hold a user name or password")
	case u.Scheme != "http" && u.Scheme != "https", u.Host == "":
		return "", fmt.Errorf("the base URL %q must begin with http:// or https:// and a host", address)
	case u.RawQuery != "" || u.Fragment != "":
		return "", errors.New("the base URL must end before any '?' or '#'")
	}
	return strings.TrimRight(address, "/"), nil
}

// keyTable reads the [keys] table, whose values are one key or a list.
func keyTable(file string, raw map[string]any) (map[string][]string, error) {
	table := make(map[string][]string, len(raw))
	for action, v := range raw {
		switch v := v.(type) {
		case string:
			table[action] = []string{v}
			continue
		case []any:
			keys := make([]string, 0, len(v))
			for _, element := range v {
				if key, ok := element.(string); ok {
					keys = append(keys, key)
				}
			}
			if len(keys) == len(v) {
				table[action] = keys
				continue
			}
		}
		return nil, fmt.Errorf("%s: keys.%s must be a key such as \"ctrl+r\" or a list of keys", file, action)
	}
	return table, nil
}
