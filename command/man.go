package command

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"

	"assay/wire/datadir"
	"assay/workspace/profile"
)

func manCommand() *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:   "man [COMMAND...]",
		Short: "Print a manual page, or write all of them to a folder",
		RunE: func(cmd *cobra.Command, args []string) error {
			header := &doc.GenManHeader{Title: "ASSAY", Section: "1", Source: "Assay", Manual: "User Commands"}
			cmd.Root().DisableAutoGenTag = true
			forAnybody(cmd.Root())
			// Without a commit the date is $SOURCE_DATE_EPOCH, or today.
			if committed, err := time.Parse(time.RFC3339, readBuild().Time); err == nil {
				header.Date = &committed
			}
			if dir != "" {
				if err := os.MkdirAll(dir, 0o755); err != nil {
					return err
				}
				header.Title = ""
				return doc.GenManTree(cmd.Root(), header, dir)
			}
			page, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return wrongCall(fmt.Errorf("unknown command %q", strings.Join(args, " ")))
			}
			header.Title = strings.ToUpper(strings.ReplaceAll(page.CommandPath(), " ", "-"))
			return doc.GenMan(page, header, os.Stdout)
		},
	}
	cmd.Flags().StringVar(&dir, "dir", "", "write the pages of all commands to this `folder`")
	return cmd
}

// forAnybody writes the defaults of flags as they are for anybody, not for the user and
// the machine that make the pages.
func forAnybody(cmd *cobra.Command) {
	usual := strings.NewReplacer(
		profile.ConfigFile(), "~/.config/assay/config.toml",
		datadir.Default(), "~/.local/share/assay",
	)
	for _, flags := range []*pflag.FlagSet{cmd.Flags(), cmd.PersistentFlags()} {
		flags.VisitAll(func(f *pflag.Flag) { f.Usage, f.DefValue = usual.Replace(f.Usage), usual.Replace(f.DefValue) })
	}
	for _, child := range cmd.Commands() {
		forAnybody(child)
	}
}
