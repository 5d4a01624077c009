package command

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"assay/service"
)

func keysCommand() *cobra.Command {
	var data serviceData
	cmd := &cobra.Command{
		Use:   "keys",
		Short: "Manage the API keys of a service on this machine",
		Long: `Works on the account of the service that keeps its data in the data folder, whether it
runs or not. All keys share one subscription.`,
		Args: onlySubcommands,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	data.addFlags(cmd.PersistentFlags())

	var save bool
	create := &cobra.Command{
		Use:   "create [NAME]",
		Short: "Make a key and print it; it cannot be shown again",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			dataDir, database, err := data.find(cmd)
			if err != nil {
				return err
			}
			return service.CreateKey(cmd.Context(), dataDir, database, strings.Join(args, ""), save, os.Stdout)
		},
	}
	create.Flags().BoolVar(&save, "save", false, "write it to api-key in the data folder, for this machine's commands, instead")
	list := &cobra.Command{
		Use:   "list",
		Short: "List the keys, without what is secret of them",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			dataDir, database, err := data.find(cmd)
			if err != nil {
				return err
			}
			return service.ListKeys(cmd.Context(), dataDir, database, os.Stdout)
		},
	}
	revoke := &cobra.Command{
		Use:   "revoke ID|PREFIX",
		Short: "End a key's validity, at once and for good",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			dataDir, database, err := data.find(cmd)
			if err != nil {
				return err
			}
			key, err := service.RevokeKey(cmd.Context(), dataDir, database, args[0])
			if err == nil {
				fmt.Fprintf(os.Stderr, "Revoked %s (%s).\n", key.Prefix, key.Name)
			}
			return err
		},
	}
	cmd.AddCommand(create, list, revoke)
	return cmd
}
