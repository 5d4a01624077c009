package command

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"assay/service/account"
)

const (
	databaseFlag = "database"

	// databaseVariable says the same as the flag. Other users of the machine see the
	// arguments of a command, but not its environment.
	databaseVariable = "ASSAY_DATABASE"
)

// addDatabase adds the flag that says where the account is kept; otherwise says where it is
// without the flag and the variable.
func addDatabase(flags *pflag.FlagSet, database *string, otherwise string) {
	flags.StringVar(database, databaseFlag, "", "where the account is kept: an SQLite `file` or a postgres:// address [$"+databaseVariable+", or "+otherwise+"]")
	*database = os.Getenv(databaseVariable)
}

// warnOfPassword tells that a command was given a password where others see it.
func warnOfPassword(cmd *cobra.Command, messages io.Writer) {
	flag := cmd.Flags().Lookup(databaseFlag)
	if flag != nil && flag.Changed && account.HasPassword(flag.Value.String()) {
		fmt.Fprintf(messages, "assay: warning: the list of processes shows the password in --%s to everybody on this machine; give the address in $%s, or the password in a file that $PGPASSFILE names\n", databaseFlag, databaseVariable)
	}
}
