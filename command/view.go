package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"assay/themes"
	"assay/themes/custom"
	"assay/views"
	"assay/views/screenreader"
	"assay/workspace/profile"
)

func viewCommand() *cobra.Command {
	var t target
	var ascii, lines bool
	cmd := &cobra.Command{
		Use:   "view FILE|-...",
		Short: "Look at files of JSON or NDJSON",
		Long: `Shows files of JSON or NDJSON, or with - what comes on standard input, as a tree
that folds, searches, filters with jq and copies, as text, and its lists as tables. Several
files have a tab each. Records that come through a pipe, one a line, are shown as they come.`,
		Example: `  assay view answer.json lamps.ndjson
  assay query --url https://shop.example/lamps '{ products[] { name } }' | assay view -
  tail -f -n +1 lamps.ndjson | assay view -`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := t.profile()
			if err != nil {
				return err
			}
			if !cmd.Flags().Changed(screenReaderFlag) {
				lines = p.ScreenReader
			}
			if lines {
				return readInLines(cmd.Context(), args)
			}
			return viewFiles(cmd.Context(), p, ascii, args)
		},
	}
	cmd.Flags().StringVar(&t.flags.ConfigFile, "config", "", "settings `file` [$ASSAY_CONFIG, "+profile.ConfigFile()+"]")
	cmd.Flags().StringVar(&t.flags.Theme, "theme", "", "`name` of the colours")
	cmd.Flags().BoolVar(&ascii, "ascii", false, "draw with ASCII characters only")
	cmd.Flags().BoolVar(&lines, screenReaderFlag, false, "use lines of text, for screen readers and Braille displays [$ASSAY_SCREEN_READER]")
	return cmd
}

// openFiles opens the files to be viewed; - is standard input.
func openFiles(names []string) ([]views.File, error) {
	var files []views.File
	for _, name := range names {
		if name == "-" {
			if isTerminal(os.Stdin) {
				return nil, wrongCall(errors.New("there is nothing on standard input: pipe JSON in, or name a file"))
			}
			files = append(files, views.File{Name: "standard input", Source: os.Stdin})
			continue
		}
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		if info, err := f.Stat(); err == nil && info.IsDir() {
			return nil, fmt.Errorf("%s is a folder, not a file", name)
		}
		files = append(files, views.File{Name: name, Source: f})
	}
	return files, nil
}

// viewFiles opens the viewer. With data on standard input, keys come from the terminal
// itself.
func viewFiles(ctx context.Context, p profile.Profile, ascii bool, names []string) error {
	if !isTerminal(os.Stdout) || os.Getenv("TERM") == "dumb" {
		return wrongCall(errors.New("the viewer needs a terminal to draw on"))
	}
	files, err := openFiles(names)
	if err != nil {
		return err
	}
	keys := os.Stdin
	switch {
	case slices.Contains(names, "-"):
		tty, err := openTerminal()
		if err != nil {
			return fmt.Errorf("the terminal to read keys from cannot be opened: %w", err)
		}
		defer tty.Close()
		keys = tty
	case !isTerminal(keys):
		return wrongCall(errors.New("the viewer reads keys from standard input, which is not a terminal"))
	}
	options := views.Options{
		Profile: p.Name, Theme: p.Theme, Themes: custom.Dir(p.Path), Settings: p.Path, ASCII: ascii,
		Links: themes.Hyperlinks(p.Hyperlinks), Keys: p.Keys, StateDir: profile.StateDir(),
	}
	return views.ViewFiles(ctx, options, files, keys)
}

// readInLines reads a file in lines of text. With the data on standard input, answers
// come from the terminal itself; where there is none, all is read.
func readInLines(ctx context.Context, names []string) error {
	if len(names) > 1 {
		return wrongCall(errors.New("--screen-reader reads one file at a time"))
	}
	files, err := openFiles(names)
	if err != nil {
		return err
	}
	file, keys := files[0], os.Stdin
	defer file.Source.Close()
	data, err := io.ReadAll(file.Source)
	if err != nil {
		return fmt.Errorf("reading %s: %w", file.Name, err)
	}
	if names[0] == "-" {
		tty, err := openTerminal()
		if err != nil { // nobody is there to say how to go on
			return screenreader.Read(ctx, os.Stdout, file.Name, data)
		}
		defer tty.Close()
		keys = tty
	}
	return talk(ctx, keys, func(ctx context.Context, o screenreader.Options) error {
		return screenreader.View(ctx, o, file.Name, data)
	})
}
