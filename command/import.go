package command

import (
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"assay/wire/datadir"
	"assay/workspace/importer"
	"assay/workspace/profile"
	"assay/workspace/saved"
)

func importCommand() *cobra.Command {
	var t target
	var folder string
	cmd := &cobra.Command{
		Use:   "import FILE|-...",
		Short: "Turn curl commands into saved queries",
		Long: `Reads files of curl commands and saves each as a query. A call of a service that extracts
data becomes the same query; from a request for a page the address and the proxy are kept.
It says what it leaves out.`,
		Example: `  assay import requests.sh
  assay import - --folder queries <<< "curl https://shop.example/lamps"`,
		Args: arguments(1, math.MaxInt),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := t.profile()
			if err != nil {
				return err
			}
			if folder == "" {
				folder = saved.Folder(p.Workspace, filepath.Join(datadir.Default(), "queries"))
			}
			for _, name := range args {
				if err := importFile(name, folder); err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&t.flags.ConfigFile, "config", "", "settings `file` [$ASSAY_CONFIG, "+profile.ConfigFile()+"]")
	cmd.Flags().StringVar(&folder, "folder", "", "`folder` for the saved queries [the workspace]")
	return cmd
}

// importFile saves the requests of a file and prints the path of each.
func importFile(name, folder string) error {
	var data []byte
	var err error
	if name == "-" {
		data, err = io.ReadAll(os.Stdin)
	} else {
		data, err = os.ReadFile(name)
	}
	if err != nil {
		return fmt.Errorf("reading the requests: %w", err)
	}
	requests, err := importer.Read(data)
	if err != nil {
		return fmt.Errorf("%s: %w", nameOf(name), err)
	}
	for _, r := range requests {
		path, err := r.Save(folder)
		if err != nil {
			return err
		}
		fmt.Println(path)
		if len(r.Left) > 0 {
			fmt.Fprintf(os.Stderr, "%s: left out: %s\n", path, strings.Join(r.Left, "; "))
		}
		if p := r.Params.Proxy; p != nil && p.Password != "" {
			fmt.Fprintf(os.Stderr, "%s: the proxy's password is not kept; set ASSAY_PROXY_PASSWORD\n", path)
		}
	}
	return nil
}
