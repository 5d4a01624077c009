// Package command is the program's commands. Those that make one call read what the
// user gave, make it, and write the answer for a person or for the next program in a
// pipe. Data goes to standard output, everything else to standard error.
package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"assay/client"
	"assay/wire/datadir"
	"assay/workspace/background"
	"assay/workspace/profile"
)

// Run runs a command line and returns its exit code. What it prints goes to the
// standard streams of the process.
func Run(ctx context.Context, args []string) int {
	root := newRoot()
	root.SetArgs(args)
	started := false
	root.PersistentPreRun = func(cmd *cobra.Command, _ []string) {
		started = true
		warnOfPassword(cmd, os.Stderr)
	}
	command, err := root.ExecuteContextC(ctx)
	if err == nil {
		return ExitOK
	}
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		err = errors.New("interrupted")
	}
	fmt.Fprintf(os.Stderr, "assay: %s\n", strings.TrimSpace(err.Error()))
	var usage *UsageError
	if !started || errors.As(err, &usage) {
		fmt.Fprintf(os.Stderr, "Run `%s --help` for usage.\n", command.CommandPath())
		return ExitUsage
	}
	return ExitCode(err)
}

// wrongCall makes err one in how a command was called.
func wrongCall(err error) error {
	if err == nil {
		return nil
	}
	return &UsageError{Message: err.Error()}
}

func newRoot() *cobra.Command {
	var target target
	var ascii, lines bool
	root := &cobra.Command{
		Use:   "assay",
		Short: "Extract data from web pages and documents",
		Long: `Assay extracts data from web pages and documents as JSON.

Without a command it opens the dashboard. If no base URL is set, the dashboard and the
commands use a service on this machine, and start it in the background when they first
need it.

With --screen-reader, ASSAY_SCREEN_READER=1 or screen_reader = true in the settings
file the dashboard works in lines of text: it asks a question, reads the answer from
standard input and prints the result below.

Exit codes: 0 success, 1 the request failed, 2 wrong usage, 3 quota exhausted,
4 not authorised.`,
		Args:          onlySubcommands,
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
	root.SetFlagErrorFunc(nearestFlag)
	target.addFlags(root.Flags())
	root.Flags().StringVar(&target.flags.Theme, "theme", "", "`name` of the dashboard's colours")
	root.Flags().BoolVar(&ascii, "ascii", false, "draw with ASCII characters only")
	root.Flags().BoolVar(&lines, screenReaderFlag, false, "use lines of text, for screen readers and Braille displays [$ASSAY_SCREEN_READER]")
	root.AddCommand(queryCommand(), documentCommand(), sessionCommand(), usageCommand(), profileCommand(), viewCommand(), importCommand(), mcpCommand(), manCommand(), versionCommand())
	root.AddCommand(serviceCommands()...)
	root.InitDefaultHelpCmd()
	if help, _, err := root.Find([]string{"help"}); err == nil && help != root {
		help.Args = knownCommand
	}
	root.InitDefaultCompletionCmd()
	if completion, _, err := root.Find([]string{"completion"}); err == nil && completion != root {
		group(completion)
	}
	offer(root)
	return root
}

// group makes a command that only has others below it: alone it shows its help.
func group(cmd *cobra.Command) *cobra.Command {
	cmd.Args = onlySubcommands
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	return cmd
}

// serviceCommands are the commands that run the service or work on its data. Where it
// cannot run, they say so, and what they need is left out of the program.
func serviceCommands() []*cobra.Command {
	if background.Supported {
		return []*cobra.Command{serveCommand(), serviceCommand(), keysCommand(), backupCommand(), restoreCommand(), portalCommand(), setupCommand(), doctorCommand()}
	}
	var commands []*cobra.Command
	for _, name := range []string{"serve", "service", "keys", "backup", "restore", "portal", "setup", "doctor"} {
		commands = append(commands, &cobra.Command{
			Use:                name,
			Short:              "Only where the service can run: Linux and macOS",
			DisableFlagParsing: true,
			RunE:               func(*cobra.Command, []string) error { return background.ErrUnsupported },
		})
	}
	return commands
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

func addDataDir(f *pflag.FlagSet, dataDir *string) {
	f.StringVar(dataDir, "data-dir", datadir.Default(), "data `folder` of this machine's service")
}

func isTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// UsageError is a command that cannot run as it was given.
type UsageError struct{ Message string }

// Error gives the message.
func (e *UsageError) Error() string { return e.Message }

// The exit codes of every command.
const (
	ExitOK           = 0
	ExitFailed       = 1 // the request failed
	ExitUsage        = 2 // bad usage, a query with errors among it
	ExitQuota        = 3 // the quota is exhausted
	ExitUnauthorized = 4 // the API key is missing or not accepted, or not for this
)

// ExitCode returns the exit code for what a command returned.
func ExitCode(err error) int {
	var (
		usage  *UsageError
		query  *QueryError
		answer *client.Error
	)
	switch {
	case err == nil:
		return ExitOK
	case errors.As(err, &usage), errors.As(err, &query):
		return ExitUsage
	case errors.Is(err, client.ErrQuotaExhausted):
		return ExitQuota
	case errors.Is(err, client.ErrUnauthorized), errors.Is(err, client.ErrNoKey), errors.As(err, &answer) && answer.Code == "scope":
		return ExitUnauthorized
	}
	return ExitFailed
}
