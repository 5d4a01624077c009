// Assay is a terminal dashboard for a service that extracts data from web pages
// and documents, and that service itself.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"assay/client"
	"assay/client/misspelt"
	"assay/client/oneshot"
	"assay/wire/datadir"
	"assay/workspace/background"
	"assay/workspace/profile"
)

func main() {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(run(ctx, os.Args[1:]))
}

// run runs a command line and returns its exit code.
func run(ctx context.Context, args []string) int {
	root := newRoot()
	root.SetArgs(args)
	started := false
	root.PersistentPreRun = func(cmd *cobra.Command, _ []string) {
		started = true
		warnOfPassword(cmd, os.Stderr)
	}
	command, err := root.ExecuteContextC(ctx)
	if err == nil {
		return oneshot.ExitOK
	}
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		err = errors.New("interrupted")
	}
	fmt.Fprintf(os.Stderr, "assay: %s\n", strings.TrimSpace(err.Error()))
	var usage *oneshot.UsageError
	if !started || errors.As(err, &usage) {
		fmt.Fprintf(os.Stderr, "Run `%s --help` for how to call it.\n", command.CommandPath())
		return oneshot.ExitUsage
	}
	return oneshot.ExitCode(err)
}

// wrongCall makes err one in how a command was called.
func wrongCall(err error) error {
	if err == nil {
		return nil
	}
	return &oneshot.UsageError{Message: err.Error()}
}

func newRoot() *cobra.Command {
	var target target
	var ascii, lines bool
	root := &cobra.Command{
		Use:   "assay",
		Short: "Extract data from web pages and documents",
		Long: `Assay asks web pages and documents for data and gets JSON.

Without a command it opens the dashboard. With no base URL set, the dashboard and
the commands use a service of their own on this machine, which they start in the
background when it is first needed.

With --screen-reader, ASSAY_SCREEN_READER=1 or screen_reader = true in the settings
file the dashboard is lines of text instead: it asks a question, reads the answer from
standard input and appends what comes of it.

Exit codes: 0 success, 1 the request failed, 2 wrong call, 3 quota exhausted,
4 not authorised.`,
		Args:          misspelt.Subcommand,
		Version:       background.Version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			p, err := target.profile()
			if err != nil {
				return err
			}
			if !cmd.Flags().Changed(screenReaderFlag) {
				lines = p.ScreenReader
			}
			if lines {
				return screenReader(cmd.Context(), &target, p)
			}
			return dashboard(cmd.Context(), &target, p, ascii)
		},
	}
	root.SetVersionTemplate(versionText())
	root.SetFlagErrorFunc(misspelt.Flag)
	target.addFlags(root.Flags())
	root.Flags().StringVar(&target.flags.Theme, "theme", "", "`name` of the dashboard's colours")
	root.Flags().BoolVar(&ascii, "ascii", false, "draw with ASCII characters only")
	root.Flags().BoolVar(&lines, screenReaderFlag, false, "talk in lines of text, for screen readers and Braille [$ASSAY_SCREEN_READER]")
	root.AddCommand(queryCommand(), documentCommand(), sessionCommand(), usageCommand(), profileCommand(), serveCommand(), serviceCommand(), keysCommand(), backupCommand(), restoreCommand(), portalCommand(),
		setupCommand(), doctorCommand(), viewCommand(), importCommand(), manCommand(), versionCommand())
	root.InitDefaultCompletionCmd()
	if completion, _, err := root.Find([]string{"completion"}); err == nil && completion != root {
		completion.Args = misspelt.Subcommand
		completion.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	}
	return root
}

// target is the service that a command speaks to.
type target struct {
	flags    profile.Flags
	dataDir  string
	resolved *profile.Profile
}

func (t *target) addFlags(f *pflag.FlagSet) {
	t.flags.Add(f)
	addDataDir(f, &t.dataDir)
}

// profile resolves the flags, once, and shows what is to be warned of.
func (t *target) profile() (profile.Profile, error) {
	if t.resolved != nil {
		return *t.resolved, nil
	}
	p, err := profile.Resolve(t.flags)
	if err == nil {
		t.resolved = &p
	}
	for _, warning := range p.Warnings {
		fmt.Fprintln(os.Stderr, "assay: warning:", warning)
	}
	return p, wrongCall(err)
}

// connect returns a client of the service that p means, which it may start.
func (t *target) connect(ctx context.Context, p profile.Profile) (*client.Client, error) {
	endpoint, err := background.Connect(ctx, p, t.dataDir, background.Version())
	if err != nil {
		return nil, err
	}
	return client.New(client.Config{
		BaseURL:   endpoint.BaseURL,
		APIKey:    endpoint.Key.Reveal(),
		CAFile:    endpoint.CAFile,
		UserAgent: "assay/" + background.Version(),
	})
}

func addDataDir(f *pflag.FlagSet, dataDir *string) {
	f.StringVar(dataDir, "data-dir", datadir.Default(), "`folder` of this machine's own service")
}

func isTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// call makes a one-shot call to the target.
func (t *target) call(ctx context.Context, work func(*client.Client) error) error {
	p, err := t.profile()
	if err != nil {
		return err
	}
	c, err := t.connect(ctx, p)
	if err != nil {
		return err
	}
	return work(c)
}

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

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		Run:   func(*cobra.Command, []string) { fmt.Print(versionText()) },
	}
}

func versionText() string {
	return fmt.Sprintf("assay %s %s %s/%s\n", background.Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
