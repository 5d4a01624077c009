package command

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"assay/service"
	"assay/ui/desktop"
	"assay/wire/datadir"
	"assay/workspace/background"
)

func portalCommand() *cobra.Command {
	var dataDir string // of open
	var data serviceData
	cmd := group(&cobra.Command{
		Use:   "portal",
		Short: "Open the service's developer portal, or set its password",
	})

	var printOnly bool
	open := &cobra.Command{
		Use:   "open",
		Short: "Open the portal of this machine's service in a browser, signed in",
		Long: `Prints a link that signs in to the portal without a password, and opens it in this
machine's browser. The link works once, within two minutes, on this machine. The service
starts if it is not running.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			link, err := portalLink(cmd.Context(), dataDir)
			if err != nil {
				return err
			}
			fmt.Println(link)
			if printOnly {
				return nil
			}
			if err := desktop.Open(link); err != nil {
				fmt.Fprintf(os.Stderr, "Could not open a browser (%v): open the link yourself within two minutes.\n", err)
			}
			return nil
		},
	}
	addDataDir(open.Flags(), &dataDir)
	open.Flags().BoolVar(&printOnly, "print", false, "print the link and open nothing")

	password := &cobra.Command{
		Use:   "password",
		Short: "Set the operator's password for the portal and sign everyone out",
		Long: `Asks twice for a password of at least 10 characters, or reads it from standard input if
that is not a terminal. The password is stored, hashed, in the account's database, so it
is the same on all nodes.`,
		Args: cobra.NoArgs,
		RunE: data.run(func(cmd *cobra.Command, _ []string, dataDir, database string) error {
			if err := service.SetPortalPassword(cmd.Context(), dataDir, database, os.Stdin, os.Stderr); err != nil {
				return err
			}
			fmt.Fprintln(os.Stderr, "The password is set.")
			return nil
		}),
	}
	data.addFlags(password.Flags())
	cmd.AddCommand(open, password)
	return cmd
}

// portalLink makes a link into the portal of this machine's service, which it may
// start.
func portalLink(ctx context.Context, dataDir string) (string, error) {
	info, _, err := background.Ensure(ctx, dataDir, background.Version())
	if err != nil {
		return "", err
	}
	return datadir.NewLink(dataDir, info, time.Now())
}
