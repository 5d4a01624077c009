package command

import (
	"errors"
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
		Short: "Back up this machine's service: account, keys and certificate authority",
		Long: `Writes one file with the account (its keys and usage), the private certificate authority,
this machine's API key and the saved queries, all as of one moment, whether the service
runs or not. Restore it on another machine with assay restore, and clients continue as
before. An account in PostgreSQL is not included: copy it with pg_dump. Keep the file
secret.`,
		Args: backupFile,
		RunE: data.run(func(cmd *cobra.Command, args []string, dataDir, database string) error {
			made, err := service.Backup(cmd.Context(), dataDir, database, args[0], background.Version())
			if err == nil && made.Database != "" {
				fmt.Fprintf(os.Stderr, "%s does not include the account, which is in %s: copy it with pg_dump.\n", args[0], made.Database)
			}
			return err
		}),
	}
	data.addFlags(cmd.Flags())
	return cmd
}

// backupFile wants one argument. Unlike elsewhere, - is no stream: a backup that was cut
// short would look like a whole one until it is needed.
func backupFile(cmd *cobra.Command, args []string) error {
	if err := arguments(1, 1)(cmd, args); err != nil {
		return err
	}
	if args[0] == "-" {
		return wrongCall(errors.New("a backup is a file, not a stream: name a file (./- if it is to be called -)"))
	}
	return nil
}

func restoreCommand() *cobra.Command {
	var data serviceData
	cmd := &cobra.Command{
		Use:   "restore FILE",
		Short: "Restore a backup into a new data folder",
		Long: `Restores a backup into a data folder that is new or empty. A service that starts on the
folder has the keys, usage and certificate authority of the one that was backed up. Calls
that were running at the time of the backup are refunded.`,
		Args: backupFile,
		RunE: data.run(func(cmd *cobra.Command, args []string, dataDir, database string) error {
			made, err := service.Restore(cmd.Context(), dataDir, database, args[0])
			if err != nil {
				return err
			}
			fmt.Fprintf(os.Stderr, "Restored the backup of %s to %s.\n", made.Made.Local().Format("2 January 2006 15:04"), dataDir)
			if made.Database != "" {
				fmt.Fprintf(os.Stderr, "It does not include the account, which was in %s: start the service with --database.\n", made.Database)
			}
			return nil
		}),
	}
	data.addFlags(cmd.Flags())
	return cmd
}
