package main

import (
	"cmp"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"assay/client"
	"assay/client/misspelt"
	"assay/client/oneshot"
	"assay/workspace/profile"
)

func profileCommand() *cobra.Command {
	var file string
	cmd := &cobra.Command{
		Use:   "profile",
		Short: "List, add, test and remove the services of the settings file",
		Long: `A profile is a service and the key to it, under a name. The key is kept in the
system's keyring, or in a file for its owner alone, or comes from a command or a
variable. It is typed at a prompt or read from standard input, never an argument.
The rest of the settings file stays as it was written.`,
		Args: misspelt.Subcommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.PersistentFlags().StringVar(&file, "config", "", "settings `file` [$ASSAY_CONFIG, "+profile.ConfigFile()+"]")
	settings := func() string {
		return cmp.Or(file, os.Getenv("ASSAY_CONFIG"), profile.ConfigFile())
	}

	var output string
	list := &cobra.Command{
		Use: "list", Short: "List the profiles; their keys are not shown", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			format, err := oneshot.ParseFormat(output)
			if err != nil {
				return err
			}
			return oneshot.ListProfiles(settings(), format, oneshot.Standard())
		},
	}
	oneshot.AddOutput(list.Flags(), &output)

	var flags oneshot.ProfileFlags
	add := &cobra.Command{
		Use: "add NAME", Short: "Add a profile", Args: cobra.ExactArgs(1),
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
			return oneshot.AddProfile(cmd.Context(), settings(), args[0], flags, ask, oneshot.Standard())
		},
	}
	flags.Add(add.Flags())

	var dataDir string
	test := &cobra.Command{
		Use: "test [NAME]", Short: "Ask a profile's service for the usage", Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			t := target{flags: profile.Flags{ConfigFile: file, Profile: strings.Join(args, ""), Named: len(args) > 0}, dataDir: dataDir}
			p, err := t.profile()
			if err != nil {
				return err
			}
			return t.call(cmd.Context(), func(c *client.Client) error {
				return oneshot.TestProfile(cmd.Context(), c, p.Name, oneshot.Standard())
			})
		},
	}
	addDataDir(test.Flags(), &dataDir)
	use := &cobra.Command{
		Use: "use NAME", Short: "Use a profile when none is named", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return oneshot.UseProfile(settings(), args[0], oneshot.Standard())
		},
	}
	remove := &cobra.Command{
		Use: "remove NAME", Short: "Remove a profile and its key", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return oneshot.RemoveProfile(settings(), args[0], oneshot.Standard())
		},
	}
	cmd.AddCommand(list, add, test, use, remove)
	return cmd
}
