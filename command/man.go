package command

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func manCommand() *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:   "man [COMMAND...]",
		Short: "Print a manual page, or write all of them to a folder",
		RunE: func(cmd *cobra.Command, args []string) error {
			header := &doc.GenManHeader{Title: "ASSAY", Section: "1", Source: "Assay", Manual: "User Commands"}
			cmd.Root().DisableAutoGenTag = true
			if dir != "" {
				if err := os.MkdirAll(dir, 0o755); err != nil {
					return err
				}
				header.Title = ""
				return doc.GenManTree(cmd.Root(), header, dir)
			}
			page, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return wrongCall(fmt.Errorf("there is no command %q", strings.Join(args, " ")))
			}
			header.Title = strings.ToUpper(strings.ReplaceAll(page.CommandPath(), " ", "-"))
			return doc.GenMan(page, header, os.Stdout)
		},
	}
	cmd.Flags().StringVar(&dir, "dir", "", "write the pages of all commands to this `folder`")
	return cmd
}
