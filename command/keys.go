package command

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"assay/service"
	"assay/service/account"
)

func keysCommand() *cobra.Command {
	var data serviceData
	cmd := group(&cobra.Command{
		Use:   "keys",
		Short: "Manage the API keys of a service on this machine",
		Long: `Works on the account of the service that uses the data folder, whether it runs or not.
All keys share one subscription.`,
	})
	data.addFlags(cmd.PersistentFlags())

	var save bool
	var rules keyRules
	create := &cobra.Command{
		Use:   "create [NAME]",
		Short: "Make a key and print it; it cannot be shown again",
		Args:  arguments(0, 1),
		RunE: data.run(func(cmd *cobra.Command, args []string, dataDir, database string) error {
			change, err := rules.change(cmd.Flags())
			if err != nil {
				return wrongCall(err)
			}
			if len(args) > 0 {
				change.Name = &args[0]
			}
			return service.CreateKey(cmd.Context(), dataDir, database, change, save, os.Stdout)
		}),
	}
	create.Flags().BoolVar(&save, "save", false, "write it to api-key in the data folder, for this machine's commands, and do not print it")
	rules.addFlags(create.Flags())
	change := &cobra.Command{
		Use:   "change ID|PREFIX",
		Short: "Change a key's name, scopes, limits or expiry",
		Args:  arguments(1, 1),
		RunE: data.run(func(cmd *cobra.Command, args []string, dataDir, database string) error {
			change, err := rules.change(cmd.Flags())
			if err == nil && change == (account.KeyChange{}) {
				err = errors.New("nothing to change: give --name, --expires, --scopes, --sessions, --per-cycle or --per-minute")
			}
			if err != nil {
				return wrongCall(err)
			}
			key, err := service.ChangeKey(cmd.Context(), dataDir, database, args[0], change)
			if err == nil {
				fmt.Fprintf(os.Stderr, "Changed %s (%s).\n", key.Prefix, key.Name)
			}
			return err
		}),
	}
	change.Flags().StringVar(&rules.name, "name", "", "the key's `name`")
	rules.addFlags(change.Flags())
	list := &cobra.Command{
		Use:   "list",
		Short: "List the keys; the secret part is not shown",
		Args:  cobra.NoArgs,
		RunE: data.run(func(cmd *cobra.Command, _ []string, dataDir, database string) error {
			return service.ListKeys(cmd.Context(), dataDir, database, os.Stdout)
		}),
	}
	revoke := &cobra.Command{
		Use:   "revoke ID|PREFIX",
		Short: "Revoke a key at once; it cannot be undone",
		Args:  arguments(1, 1),
		RunE: data.run(func(cmd *cobra.Command, args []string, dataDir, database string) error {
			key, err := service.RevokeKey(cmd.Context(), dataDir, database, args[0])
			if err == nil {
				fmt.Fprintf(os.Stderr, "Revoked %s (%s).\n", key.Prefix, key.Name)
			}
			return err
		}),
	}
	cmd.AddCommand(create, change, list, revoke)
	return cmd
}

// keyRules are the flags that say what a key may do.
type keyRules struct {
	name     string
	expires  string
	scopes   []string
	sessions int

	perCycle, perMinute int64
}

func (r *keyRules) addFlags(f *pflag.FlagSet) {
	f.StringVar(&r.expires, "expires", "", "`day` on which the key expires, at 00:00 UTC, such as 2027-01-31, or never")
	f.StringSliceVar(&r.scopes, "scopes", nil, "what the key may do: any of `query,document,session`, or all")
	f.IntVar(&r.sessions, "sessions", 0, "browser `sessions` the key may have at the same time, on all nodes; 0 uses --key-sessions")
	f.Int64Var(&r.perCycle, "per-cycle", 0, "`calls` the key may make in a cycle, on all nodes; 0 is no limit but the subscription's")
	f.Int64Var(&r.perMinute, "per-minute", 0, "`calls` the key may make in a minute, on all nodes; 0 is no limit")
}

// change returns the rules that were given.
func (r *keyRules) change(f *pflag.FlagSet) (change account.KeyChange, err error) {
	if f.Changed("name") {
		change.Name = &r.name
	}
	if f.Changed("expires") {
		change.Expires = new(time.Time)
		if r.expires != "never" {
			if *change.Expires, err = time.Parse(time.DateOnly, r.expires); err != nil {
				return change, fmt.Errorf("--expires %q is neither never nor a day such as 2027-01-31", r.expires)
			}
			if !change.Expires.After(time.Now()) {
				return change, fmt.Errorf("--expires %s has passed: give a day to come; to end a key now, revoke it with `assay keys revoke`", r.expires)
			}
		}
	}
	if f.Changed("scopes") {
		scopes, err := account.ParseScopes(r.scopes)
		if err != nil {
			return change, err
		}
		change.Scopes = &scopes
	}
	if f.Changed("sessions") {
		change.Sessions = &r.sessions
	}
	if f.Changed("per-cycle") {
		change.PerCycle = &r.perCycle
	}
	if f.Changed("per-minute") {
		change.PerMinute = &r.perMinute
	}
	return change, change.Check()
}
