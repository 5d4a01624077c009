package profile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"github.com/zalando/go-keyring"

	"assay/wire/datadir"
)

// KeyringService is the name under which keys are looked up in the system's
// keyring; the user or account name is the setting's value.
const KeyringService = "assay"

// keyTimeout is how long a key command or the keyring may take: long enough
// for a person to unlock a password store.
const keyTimeout = 60 * time.Second

// keys returns the sources of a key that a profile of the settings has, with what they
// are: the key itself, a command, the user of the keyring's entry, a path, a variable.
func (s section) keys() map[KeyFrom]string {
	keys := map[KeyFrom]string{
		FromSettings: s.APIKey, FromCommand: s.APIKeyCommand, FromKeyring: s.APIKeyKeyring, FromFile: s.APIKeyFile, FromVariable: s.APIKeyEnv,
	}
	maps.DeleteFunc(keys, func(_ KeyFrom, ref string) bool { return ref == "" })
	return keys
}

// key returns the one source of a key that there is, or FromNowhere.
func (s section) key() (from KeyFrom, ref string) {
	for from, ref = range s.keys() {
		return from, ref
	}
	return FromNowhere, ""
}

// setting is the name of the setting that a key can come from.
func (from KeyFrom) setting() string {
	if from == FromSettings {
		return "api_key"
	}
	return "api_key_" + string(from)
}

// Key is a way to get an API key. The zero value means that none was given.
type Key struct {
	from   KeyFrom
	ref    string
	value  datadir.Secret // the key itself, if it was given
	source string
}

// Get returns the key. It may run the user's command or ask the keyring, which
// may in turn ask the user; it gives up when ctx ends or after a minute. A key
// that cannot be had is an error, never an empty key.
func (k Key) Get(ctx context.Context) (datadir.Secret, error) {
	ctx, cancel := context.WithTimeout(ctx, keyTimeout)
	defer cancel()
	var text string
	var err error
	switch k.from {
	case FromCommand:
		text, err = fromCommand(ctx, k.ref)
	case FromVariable:
		if text = os.Getenv(k.ref); text == "" {
			err = fmt.Errorf("the variable %s is not set", k.ref)
		}
	case FromFile:
		text, err = fromFile(k.ref)
	case FromKeyring:
		text, err = fromKeyring(ctx, k.ref)
	default:
		return k.value, nil
	}
	text = strings.TrimSpace(text)
	switch {
	case err != nil:
	case text == "":
		err = errors.New("the answer is empty")
	case strings.ContainsAny(text, " \t\r\n"):
		err = errors.New("the answer is more than one word")
	}
	if err != nil {
		return datadir.Secret{}, fmt.Errorf("getting the API key (%s): %w", k.source, err)
	}
	return datadir.NewSecret(text), nil
}

// chooseKey applies the order of precedence to the key and its references.
func (p *Profile) chooseKey(flags Flags, chosen section, inFile string) (Key, error) {
	if len(chosen.keys()) > 1 {
		return Key{}, fmt.Errorf("%s: only one of api_key, api_key_command, api_key_keyring, api_key_file and api_key_env may be set", inFile)
	}
	env := flags.environment("ASSAY_API_KEY")
	from, ref := chosen.key()
	switch {
	case flags.APIKey != "":
		return Key{value: datadir.NewSecret(flags.APIKey), source: "--api-key"}, nil
	case env != "":
		return Key{value: datadir.NewSecret(env), source: "ASSAY_API_KEY"}, nil
	case from == FromNowhere:
		return Key{}, nil
	case from == FromSettings:
		return Key{value: datadir.NewSecret(ref), source: inFile}, nil
	case from == FromFile:
		ref = p.besideFile(ref)
	}
	return Key{from: from, ref: ref, source: inFile + ", " + from.setting()}, nil
}

// othersRead reports whether other users can read a file, by its mode. On Windows modes
// say nothing of that.
func othersRead(info fs.FileInfo) bool {
	return info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows"
}

// fromFile reads a file that holds a key, which must be its owner's alone.
func fromFile(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if othersRead(info) {
		return "", fmt.Errorf("other users of this machine can read %s; run: chmod 600 %s", path, path)
	}
	text, err := os.ReadFile(path)
	return string(text), err
}

// fromCommand runs command with sh and returns what it prints. What it says on
// stderr becomes part of the error; what it prints never does.
func fromCommand(ctx context.Context, command string) (string, error) {
	cmd := exec.CommandContext(ctx, "sh", "-c", command)
	cmd.WaitDelay = time.Second
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return "", fmt.Errorf("the command did not finish: %w", ctx.Err())
	}
	if err != nil {
		said, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n")
		if said == "" {
			return "", fmt.Errorf("the command failed: %w", err)
		}
		return "", fmt.Errorf("the command failed: %w: %s", err, said)
	}
	return string(out), nil
}

// fromKeyring asks the system's keyring, which takes no context: when ctx ends
// the question is left behind.
func fromKeyring(ctx context.Context, user string) (string, error) {
	type answer struct {
		text string
		err  error
	}
	answers := make(chan answer, 1)
	go func() {
		text, err := keyring.Get(KeyringService, user)
		answers <- answer{text, err}
	}()
	select {
	case a := <-answers:
		if errors.Is(a.err, keyring.ErrNotFound) {
			return "", fmt.Errorf("the keyring has no entry with service %q and user %q", KeyringService, user)
		}
		if a.err != nil {
			return "", fmt.Errorf("no keyring answers on this machine (%w); use api_key_command or ASSAY_API_KEY instead", a.err)
		}
		return a.text, nil
	case <-ctx.Done():
		return "", fmt.Errorf("the keyring did not answer: %w", ctx.Err())
	}
}
