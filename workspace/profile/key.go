package profile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
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

// Key is a way to get an API key. The zero value means that none was given.
type Key struct {
	value   datadir.Secret
	command string
	keyring string
	file    string
	env     string
	source  string
}

// String says where the key comes from, not what it is.
func (k Key) String() string { return k.source }

// Get returns the key. It may run the user's command or ask the keyring, which
// may in turn ask the user; it gives up when ctx ends or after a minute. A key
// that cannot be had is an error, never an empty key.
func (k Key) Get(ctx context.Context) (datadir.Secret, error) {
	ctx, cancel := context.WithTimeout(ctx, keyTimeout)
	defer cancel()
	var text string
	var err error
	switch {
	case k.command != "":
		text, err = fromCommand(ctx, k.command)
	case k.env != "":
		if text = os.Getenv(k.env); text == "" {
			err = fmt.Errorf("the variable %s is not set", k.env)
		}
	case k.file != "":
		text, err = fromFile(k.file)
	case k.keyring != "":
		text, err = fromKeyring(ctx, k.keyring)
	default:
		return k.value, nil
	}
	if err != nil {
		return datadir.Secret{}, fmt.Errorf("getting the API key (%s): %w", k.source, err)
	}
	text = strings.TrimSpace(text)
	if text == "" {
		return datadir.Secret{}, fmt.Errorf("getting the API key (%s): the answer is empty", k.source)
	}
	if strings.ContainsAny(text, " \t\r\n") {
		return datadir.Secret{}, fmt.Errorf("getting the API key (%s): the answer is more than one word", k.source)
	}
	return datadir.NewSecret(text), nil
}

// chooseKey applies the order of precedence to the key and its references.
func (p *Profile) chooseKey(flags Flags, chosen section, inFile string) (Key, error) {
	given := 0
	for _, v := range []string{chosen.APIKey, chosen.APIKeyCommand, chosen.APIKeyKeyring, chosen.APIKeyFile, chosen.APIKeyEnv} {
		if v != "" {
			given++
		}
	}
	if given > 1 {
		return Key{}, fmt.Errorf("%s: only one of api_key, api_key_command, api_key_keyring, api_key_file and api_key_env may be set", inFile)
	}
	env := flags.environment("ASSAY_API_KEY")
	switch {
	case flags.APIKey != "":
		return Key{value: datadir.NewSecret(flags.APIKey), source: "--api-key"}, nil
	case env != "":
		return Key{value: datadir.NewSecret(env), source: "ASSAY_API_KEY"}, nil
	case chosen.APIKey != "":
		return Key{value: datadir.NewSecret(chosen.APIKey), source: inFile}, nil
	case chosen.APIKeyCommand != "":
		return Key{command: chosen.APIKeyCommand, source: inFile + ", api_key_command"}, nil
	case chosen.APIKeyKeyring != "":
		return Key{keyring: chosen.APIKeyKeyring, source: inFile + ", api_key_keyring"}, nil
	case chosen.APIKeyFile != "":
		return Key{file: p.besideFile(chosen.APIKeyFile), source: inFile + ", api_key_file"}, nil
	case chosen.APIKeyEnv != "":
		return Key{env: chosen.APIKeyEnv, source: inFile + ", api_key_env"}, nil
	}
	return Key{}, nil
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
