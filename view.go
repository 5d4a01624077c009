package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"assay/client/profile"
	"assay/themes"
	"assay/themes/custom"
	"assay/views"
)

func viewCommand() *cobra.Command {
	var t target
	var ascii bool
	cmd := &cobra.Command{
		Use:   "view FILE|-",
		Short: "Look at a JSON or NDJSON file",
		Long: `Shows a JSON or NDJSON file, or with - what comes on standard input, as a tree that
folds, searches, filters with jq and copies, as text, and its lists as tables.`,
		Example: `  assay view answer.json
  assay query --url https://shop.example/lamps '{ products[] { name } }' | assay view -`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return viewFile(cmd.Context(), &t, ascii, args[0])
		},
	}
	cmd.Flags().StringVar(&t.flags.ConfigFile, "config", "", "settings `file` [$ASSAY_CONFIG, "+profile.ConfigFile()+"]")
	cmd.Flags().StringVar(&t.flags.Theme, "theme", "", "`name` of the colours")
	cmd.Flags().BoolVar(&ascii, "ascii", false, "draw with ASCII characters only")
	return cmd
}

// viewFile opens the viewer. With the data on standard input, keys come from the
// terminal itself.
func viewFile(ctx context.Context, t *target, ascii bool, name string) error {
	if !isTerminal(os.Stdout) || os.Getenv("TERM") == "dumb" {
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
		if !isTerminal(keys) {
			return wrongCall(errors.New("the viewer reads keys from standard input, which is no terminal"))
		}
	}
	p, err := t.profile()
	if err != nil {
		return err
	}
	return views.ViewFile(ctx, views.Options{Profile: p.Name, Theme: p.Theme, Themes: custom.Dir(p.Path), Settings: p.Path, ASCII: ascii, Links: themes.Hyperlinks(p.Hyperlinks), Keys: p.Keys, StateDir: profile.StateDir()}, name, file, keys)
}
