package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"assay/themes"
	"assay/views"
	"assay/views/screenreader"
	"assay/workspace/profile"
)

func viewCommand() *cobra.Command {
	var t target
	var ascii, lines bool
	cmd := &cobra.Command{
		Use:   "view FILE|-",
		Short: "Look at a file of JSON or NDJSON",
		Long: `Shows a file of JSON or NDJSON, or with - what comes on standard input, as a tree
that folds, searches, filters with jq and copies, as text, and its lists as tables.`,
		Example: `  assay view answer.json
  assay query --url https://shop.example/lamps '{ products[] { name } }' | assay view -`,
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := t.profile()
			if err != nil {
				return err
			}
			if !cmd.Flags().Changed(screenReaderFlag) {
				lines = p.ScreenReader
			}
			if lines {
				return readInLines(cmd.Context(), args[0])
			}
			return viewFile(cmd.Context(), p, ascii, args[0])
		},
	}
	cmd.Flags().StringVar(&t.flags.ConfigFile, "config", "", "settings `file` [$ASSAY_CONFIG, "+profile.ConfigFile()+"]")
	cmd.Flags().StringVar(&t.flags.Theme, "theme", "", "`name` of the colours")
	cmd.Flags().BoolVar(&ascii, "ascii", false, "draw with ASCII characters only")
	cmd.Flags().BoolVar(&lines, screenReaderFlag, false, "use lines of text, for screen readers and Braille displays [$ASSAY_SCREEN_READER]")
	return cmd
}

// openFile opens the file to be viewed; - is standard input.
func openFile(name string) (views.File, error) {
	if name == "-" {
		if isTerminal(os.Stdin) {
			return views.File{}, wrongCall(errors.New("there is nothing on standard input: pipe JSON in, or name a file"))
		}
		return views.File{Name: "standard input", Source: os.Stdin}, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return views.File{}, err
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return views.File{}, fmt.Errorf("%s is a folder, not a file", name)
	}
	return views.File{Name: name, Source: f}, nil
}

// viewFile opens the viewer. With data on standard input, keys come from the terminal
// itself.
func viewFile(ctx context.Context, p profile.Profile, ascii bool, name string) error {
	if !isTerminal(os.Stdout) || os.Getenv("TERM") == "dumb" {
		return wrongCall(errors.New("the viewer needs a terminal to draw on"))
	}
	file, err := openFile(name)
	if err != nil {
		return err
	}
	keys := os.Stdin
	switch {
	case name == "-":
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
		Profile: p.Name, Theme: p.Theme, Settings: p.Path, ASCII: ascii,
		Links: themes.ShowsLinks(), Keys: p.Keys, StateDir: profile.StateDir(),
	}
	return views.ViewFile(ctx, options, file, keys)
}

// readInLines reads a file in lines of text. With the data on standard input, answers
// come from the terminal itself; where there is none, all is read.
func readInLines(ctx context.Context, name string) error {
	file, err := openFile(name)
	if err != nil {
		return err
	}
	keys := os.Stdin
	defer file.Source.Close()
	data, err := io.ReadAll(file.Source)
	if err != nil {
		return fmt.Errorf("reading %s: %w", file.Name, err)
	}
	if name == "-" {
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
