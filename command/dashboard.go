package command

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"assay/client"
	"assay/service/host"
	"assay/themes"
	"assay/views"
	"assay/views/queries"
	"assay/wire/datadir"
	"assay/workspace/background"
	"assay/workspace/profile"
)

// dashboard opens the dashboard, which needs a terminal that can move its cursor.
func dashboard(ctx context.Context, t *target, p profile.Profile, ascii bool) error {
	if !isTerminal(os.Stdin) || !isTerminal(os.Stdout) || os.Getenv("TERM") == "dumb" {
		return wrongCall(errors.New("the dashboard needs a terminal; without one use `assay query`, `assay document`, `assay session`, `assay usage`, `assay serve` or `assay --screen-reader`"))
	}
	options, err := t.dashboardOptions(p, ascii)
	if err != nil {
		return err
	}
	return views.Run(ctx, options)
}

// dashboardOptions returns what the dashboard of a profile is started with.
func (t *target) dashboardOptions(p profile.Profile, ascii bool) (views.Options, error) {
	options := views.Options{
		Profile: p.Name,
		Address: p.BaseURL,
		For: func(name string) (views.Options, error) {
			other := target{flags: profile.Flags{ConfigFile: p.Path, Profile: name, Theme: t.flags.Theme, Named: true}, dataDir: t.dataDir}
			p, err := profile.Resolve(other.flags)
			if err != nil {
				return views.Options{}, err
			}
			return other.dashboardOptions(p, ascii)
		},
		Connect:  func(ctx context.Context) (*client.Client, error) { return t.connect(ctx, p) },
		Theme:    p.Theme,
		ASCII:    ascii,
		Links:    themes.ShowsLinks(),
		Keys:     p.Keys,
		Settings: p.Path,
		Queries: queries.Options{
			Workspace: p.Workspace, Folder: filepath.Join(datadir.Default(), "queries"),
			Variables: p.Variables,
		},
		History:  p.History,
		Version:  background.Version(),
		StateDir: profile.StateDir(),
	}
	if p.BaseURL == "" && background.Supported {
		program, err := os.Executable()
		if err != nil {
			return options, err
		}
		options.Missing = missing
		options.Portal = func(ctx context.Context) (string, error) { return portalLink(ctx, t.dataDir) }
		if options.Profile == profile.DefaultName {
			options.Service = "embedded"
		}
		options.Setup = []string{program, "setup"}
	}
	return options, nil
}

// missing words for the dashboard what this machine lacks.
func missing(context.Context) []views.Part {
	var parts []views.Part
	for _, f := range host.Missing() {
		parts = append(parts, views.Part{Name: f.Part.String(), For: f.Part.Purpose()})
	}
	return parts
}
