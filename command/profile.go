package command

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"assay/wire/datadir"
	"assay/workspace/profile"
)

func profileCommand() *cobra.Command {
	var file string
	cmd := group(&cobra.Command{
		Use:   "profile",
		Short: "List, add and remove the services of the settings file",
		Long: `A profile names a service and its API key. The key is kept in the system's keyring or in
a file that only you can read, or comes from a command or a variable. You type it at a
prompt or pipe it in; it is never an argument. The rest of the settings file stays as it
is. assay usage --profile NAME tests a profile.`,
	})
	cmd.PersistentFlags().StringVar(&file, "config", "", "settings `file` [$ASSAY_CONFIG, "+profile.ConfigFile()+"]")
	settings := func() string { return settingsFile(file) }

	var output Format
	list := &cobra.Command{
		Use: "list", Short: "List the profiles; their keys are not shown", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			return ListProfiles(settings(), output, Standard())
		},
	}
	AddOutput(list.Flags(), &output)

	var flags ProfileFlags
	add := &cobra.Command{
		Use: "add NAME", Short: "Add a profile", Args: arguments(1, 1),
		Example: `  assay profile add work --base-url https://assay.example --use
  pass show assay | assay profile add work --base-url https://assay.example --key-file
  assay profile add work --base-url https://assay.example --key-command "pass show assay"`,
		RunE: func(cmd *cobra.Command, args []string) error {
			var ask func() (string, error)
			if isTerminal(os.Stdin) {
				ask = func() (string, error) {
					text, err := term.ReadPassword(int(os.Stdin.Fd()))
					return string(text), err
				}
			}
			return AddProfile(cmd.Context(), settings(), args[0], flags, ask, Standard())
		},
	}
	flags.Add(add.Flags())

	use := &cobra.Command{
		Use: "use NAME", Short: "Make a profile the default", Args: arguments(1, 1), ValidArgsFunction: offerProfile,
		RunE: func(_ *cobra.Command, args []string) error {
			return UseProfile(settings(), args[0], Standard())
		},
	}
	remove := &cobra.Command{
		Use: "remove NAME", Short: "Remove a profile and its key", Args: arguments(1, 1), ValidArgsFunction: offerProfile,
		RunE: func(_ *cobra.Command, args []string) error {
			return RemoveProfile(settings(), args[0], Standard())
		},
	}
	cmd.AddCommand(list, add, use, remove)
	return cmd
}

// settingsFile returns the settings file, which --config may name.
func settingsFile(given string) string {
	return cmp.Or(given, os.Getenv("ASSAY_CONFIG"), profile.ConfigFile())
}

// ProfileFlags are the flags of assay profile add.
type ProfileFlags struct {
	BaseURL, CAFile         string
	KeyCommand, KeyVariable string
	KeyInFile, Use, NoKey   bool
}

// Add adds the flags to a set.
func (f *ProfileFlags) Add(set *pflag.FlagSet) {
	set.StringVar(&f.BaseURL, "base-url", "", "`address` of the service [this machine's own]")
	set.StringVar(&f.CAFile, "ca-file", "", "PEM `file` of a certificate authority to trust")
	set.StringVar(&f.KeyCommand, "key-command", "", "`command` that prints the API key, such as \"pass show assay\"")
	set.StringVar(&f.KeyVariable, "key-env", "", "`variable` of the environment that has the API key")
	set.BoolVar(&f.KeyInFile, "key-file", false, "keep the API key in a file (mode 0600) instead of the keyring")
	set.BoolVar(&f.NoKey, "no-key", false, "do not ask for an API key")
	set.BoolVar(&f.Use, "use", false, "make it the default profile")
}

// entry returns the profile, and whether a key is to be read.
func (f ProfileFlags) entry(name string) (e profile.Entry, asks bool, err error) {
	e = profile.Entry{Name: name, BaseURL: f.BaseURL, CAFile: f.CAFile}
	given := 0
	for _, one := range []struct {
		is   bool
		from profile.KeyFrom
		ref  string
	}{{f.KeyCommand != "", profile.FromCommand, f.KeyCommand}, {f.KeyVariable != "", profile.FromVariable, f.KeyVariable},
		{f.KeyInFile, profile.FromFile, ""}, {f.NoKey, profile.FromNowhere, ""}} {
		if one.is {
			given++
			e.KeyFrom, e.KeyRef = one.from, one.ref
		}
	}
	if given > 1 {
		return e, false, &UsageError{"only one of --key-command, --key-env, --key-file and --no-key may be given"}
	}
	if given == 0 && f.BaseURL != "" {
		e.KeyFrom = profile.FromKeyring
	}
	return e, e.KeyFrom == profile.FromKeyring || e.KeyFrom == profile.FromFile, nil
}

// ListProfiles runs assay profile list.
func ListProfiles(file string, format Format, io IO) error {
	entries, current, err := profile.List(file)
	if err != nil {
		return err
	}
	type row struct {
		Name    string `json:"name"`
		BaseURL string `json:"base_url"`
		Key     string `json:"key"`
		Used    bool   `json:"used"`
	}
	var rows []row
	for _, e := range entries {
		rows = append(rows, row{e.Name, e.BaseURL, e.KeyPlace(), e.Name == current})
	}
	if format == Auto && io.OutTTY {
		format = Table
	}
	return writeValue(rows, format, io)
}

// AddProfile runs assay profile add. Ask reads the key from a person, without
// showing it; nil reads a row of io.In.
func AddProfile(ctx context.Context, file, name string, flags ProfileFlags, ask func() (string, error), io IO) error {
	entries, _, err := profile.List(file)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Name == name && (name != profile.DefaultName || e != profile.Entry{Name: name}) {
			return &UsageError{fmt.Sprintf("there is already a profile %q: remove it first with `assay profile remove %s`", name, name)}
		}
	}
	e, asks, err := flags.entry(name)
	if err != nil {
		return err
	}
	if err := errors.Join(profile.CheckName(name), profile.CheckBaseURL(e.BaseURL)); err != nil {
		return &UsageError{err.Error()}
	}
	var key datadir.Secret
	if asks {
		if key, err = readKey(ask, io); err != nil {
			return err
		}
	}
	err = profile.Save(ctx, file, e, key)
	if errors.Is(err, profile.ErrNoKeyring) {
		return fmt.Errorf("%w; see --key-file, --key-command and --key-env", err)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(io.Err, "Saved the profile %s in %s.\n", name, file)
	if flags.Use {
		return UseProfile(file, name, io)
	}
	return nil
}

func readKey(ask func() (string, error), io IO) (datadir.Secret, error) {
	var text string
	var err error
	if ask != nil {
		fmt.Fprint(io.Err, "API key: ")
		text, err = ask()
		fmt.Fprintln(io.Err)
	} else {
		lines := bufio.NewScanner(io.In)
		lines.Scan()
		text, err = lines.Text(), lines.Err()
	}
	text = strings.TrimSpace(text)
	switch {
	case err != nil:
		return datadir.Secret{}, fmt.Errorf("reading the API key: %w", err)
	case text == "":
		return datadir.Secret{}, &UsageError{"no API key given: type it, pipe it in, or name a command (--key-command) or a variable (--key-env) that has it"}
	}
	return datadir.NewSecret(text), nil
}

// UseProfile runs assay profile use.
func UseProfile(file, name string, io IO) error {
	if err := profile.Use(file, name); err != nil {
		return &UsageError{err.Error()}
	}
	fmt.Fprintf(io.Err, "The profile %s is now the default.\n", name)
	return nil
}

// RemoveProfile runs assay profile remove.
func RemoveProfile(file, name string, io IO) error {
	if err := profile.Remove(file, name); err != nil {
		return err
	}
	fmt.Fprintf(io.Err, "Removed the profile %s and its key.\n", name)
	return nil
}
