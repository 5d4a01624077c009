package command

import (
	"os"

	"github.com/spf13/cobra"

	"assay/service/host"
)

func setupCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "setup",
		Short: "Install Chromium, Poppler and Tesseract with the system's package manager",
		Long: `Installs what the service needs and this machine lacks, with apt, dnf, pacman or Homebrew.
What is already there stays as it is, so you can run it again.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return host.Install(cmd.Context(), os.Stdout) },
	}
}
