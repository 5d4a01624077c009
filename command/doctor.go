package command

import (
	"errors"
	"os"

	"github.com/spf13/cobra"

	"assay/service/host"
)

func doctorCommand() *cobra.Command {
	var dataDir string
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check what the service needs and explain what is missing",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			report := host.Doctor(cmd.Context(), dataDir)
			if _, err := report.WriteTo(os.Stdout); err != nil {
				return err
			}
			if report.Failed() {
				return errors.New("something is missing; see above")
			}
			return nil
		},
	}
	addDataDir(cmd.Flags(), &dataDir)
	return cmd
}
