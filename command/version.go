package command

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"

	"github.com/spf13/cobra"

	"assay/workspace/background"
)

func versionCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if asJSON {
				return json.NewEncoder(os.Stdout).Encode(readBuild())
			}
			fmt.Print(versionText())
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, with the commit it was built from")
	return cmd
}

func versionText() string {
	return fmt.Sprintf("assay %s %s %s/%s\n", background.Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// build is what `assay version --json` prints.
type build struct {
	Version  string `json:"version"`
	Commit   string `json:"commit"`   // "" if it was built outside the repository
	Time     string `json:"time"`     // of the commit, RFC 3339
	Modified bool   `json:"modified"` // files were changed since the commit
	Go       string `json:"go"`
	OS       string `json:"os"`
	Arch     string `json:"arch"`
}

func readBuild() build {
	b := build{Version: background.Version(), Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.time":
			b.Time = s.Value
		case "vcs.modified":
			b.Modified, _ = strconv.ParseBool(s.Value)
		}
	}
	return b
}
