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
	cmd := &cobra.Command{
		Use:   "portal",
		Short: "Open the service's web pages for keys and usage, or set their password",
		Args:  onlySubcommands,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}

	var printOnly bool
	open := &cobra.Command{
		Use:   "open",
		Short: "Open the portal of this machine's service in a browser, signed in",
		Long: `Prints a link that signs in to the portal without the password, and opens it in the
browser of this machine's desktop. It can be used once, for two minutes, on this
machine. The service is started if it does not run.`,
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
				fmt.Fprintf(os.Stderr, "No browser was opened (%v): open the link yourself, within two minutes.\n", err)
			}
			return nil
		},
	}
	addDataDir(open.Flags(), &dataDir)
	open.Flags().BoolVar(&printOnly, "print", false, "print the link and open nothing")

	password := &cobra.Command{
		Use:   "password",
		Short: "Set the operator's password for the portal; this ends all of its sessions",
		Long: `Asks for a password of at least 10 characters, twice, or reads it from standard input
if that is no terminal. It is kept, hashed, in the account's database, and so holds
for all nodes.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			dataDir, database, err := data.find(cmd)
			if err != nil {
				return err
			}
			if err := service.SetPortalPassword(cmd.Context(), dataDir, database, os.Stdin, os.Stderr); err != nil {
				return err
			}
			fmt.Fprintln(os.Stderr, "The password is set.")
			return nil
		},
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
