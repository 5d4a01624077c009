package command

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"assay/service"
	"assay/workspace/background"
)

func backupCommand() *cobra.Command {
	var data serviceData
	cmd := &cobra.Command{
		Use:   "backup FILE",
		Short: "Copy what another machine needs of a service on this one: account, keys, certificate authority",
		Long: `Writes the account with its keys and what was used, the private certificate authority,
this machine's API key and the saved queries to one file, as they are at one instant,
whether the service runs or not. assay restore puts them on another machine, where
clients go on as if nothing had happened. An account in PostgreSQL is left out: pg_dump
copies it. The file is a secret.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			dataDir, database, err := data.find(cmd)
			if err != nil {
				return err
			}
			made, err := service.Backup(cmd.Context(), dataDir, database, args[0], background.Version())
			if err == nil && made.Database != "" {
				fmt.Fprintf(os.Stderr, "%s does not hold the account, which is in %s: pg_dump copies it.\n", args[0], made.Database)
			}
			return err
		},
	}
	data.addFlags(cmd.Flags())
	return cmd
}

func restoreCommand() *cobra.Command {
	var data serviceData
	cmd := &cobra.Command{
		Use:   "restore FILE",
		Short: "Put what assay backup wrote into a new data folder",
		Long: `Puts what assay backup wrote into a data folder that is new or empty. A service that is
then started on it has the keys, the usage and the certificate authority of the one that
was backed up. Work that was under way at the time of the backup is refunded.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			dataDir, database, err := data.find(cmd)
			if err != nil {
				return err
			}
			made, err := service.Restore(cmd.Context(), dataDir, database, args[0])
			if err != nil {
				return err
			}
			fmt.Fprintf(os.Stderr, "Restored the backup of %s to %s.\n", made.Made.Local().Format("2 January 2006 15:04"), dataDir)
			if made.Database != "" {
				fmt.Fprintf(os.Stderr, "It does not hold the account, which was in %s: start the service with --database.\n", made.Database)
			}
			return nil
		},
	}
	data.addFlags(cmd.Flags())
	return cmd
}
