package command

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"assay/workspace/background"
)

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		Run:   func(*cobra.Command, []string) { fmt.Print(versionText()) },
	}
}

func versionText() string {
	return fmt.Sprintf("assay %s %s %s/%s\n", background.Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
