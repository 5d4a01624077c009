package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"assay/client/profile"
	"assay/themes"
	"assay/themes/custom"
	"assay/views"
	"assay/views/screenreader"
)

func viewCommand() *cobra.Command {
	var t target
	var ascii, lines bool
	cmd := &cobra.Command{
		Use:   "view FILE|-",
		Short: "Look at a JSON or NDJSON file",
		Long: `Shows a JSON or NDJSON file, or with - what comes on standard input, as a tree that
folds, searches, filters with jq and copies, as text, and its lists as tables.`,
		Example: `  assay view answer.json
  assay query --url https://shop.example/lamps '{ products[] { name } }' | assay view -`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := t.profile()
			if err != nil {
				return err
			}
			if !cmd.Flags().Changed(screenReaderFlag) {
				lines = p.ScreenReader
			}
			return viewFile(cmd.Context(), p, ascii, lines, args[0])
		},
	}
	cmd.Flags().StringVar(&t.flags.ConfigFile, "config", "", "settings `file` [$ASSAY_CONFIG, "+profile.ConfigFile()+"]")
	cmd.Flags().StringVar(&t.flags.Theme, "theme", "", "`name` of the colours")
	cmd.Flags().BoolVar(&ascii, "ascii", false, "draw with ASCII characters only")
	cmd.Flags().BoolVar(&lines, screenReaderFlag, false, "read it in lines of text, for screen readers and Braille [$ASSAY_SCREEN_READER]")
	return cmd
}

// viewFile opens the viewer, or reads the file in lines. With the data on standard input, keys come from the
// terminal itself.
func viewFile(ctx context.Context, p profile.Profile, ascii, lines bool, name string) error {
	if !lines && (!isTerminal(os.Stdout) || os.Getenv("TERM") == "dumb") {
		return wrongCall(errors.New("the viewer needs a terminal to draw on"))
	}
	file, keys := os.Stdin, os.Stdin
	if name == "-" {
		if isTerminal(os.Stdin) {
			return wrongCall(errors.New("nothing comes on standard input: pipe JSON into it, or name a file"))
		}
		tty, err := os.Open("/dev/tty")
		if err != nil {
			return fmt.Errorf("the terminal to read keys from cannot be opened: %w", err)
		}
		defer tty.Close()
		keys, name = tty, "standard input"
	} else {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		if info, err := f.Stat(); err == nil && info.IsDir() {
			return fmt.Errorf("%s is a folder, not a file", name)
		}
		file = f
		if !lines && !isTerminal(keys) {
			return wrongCall(errors.New("the viewer reads keys from standard input, which is no terminal"))
		}
	}
	if lines {
		defer file.Close()
		data, err := io.ReadAll(file)
		if err != nil {
			return fmt.Errorf("reading %s: %w", name, err)
		}
		return talk(ctx, keys, func(ctx context.Context, o screenreader.Options) error {
			return screenreader.View(ctx, o, name, data)
		})
	}
	return views.ViewFile(ctx, views.Options{Profile: p.Name, Theme: p.Theme, Themes: custom.Dir(p.Path), Settings: p.Path, ASCII: ascii, Links: themes.Hyperlinks(p.Hyperlinks), Keys: p.Keys, Commands: p.Commands, StateDir: profile.StateDir()}, name, file, keys)
}
