// Assay is a terminal dashboard for a service that extracts data from web pages
// and documents, and that service itself.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"assay/client"
	"assay/client/local"
	"assay/client/oneshot"
	"assay/client/profile"
	"assay/client/spell"
	"assay/service"
	"assay/service/host"
	"assay/themes"
	"assay/themes/custom"
	"assay/ui/desktop"
	"assay/ui/notify"
	"assay/views"
	"assay/views/frame"
	"assay/views/queries"
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
	root.PersistentPreRun = func(*cobra.Command, []string) { started = true }
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
		Args:          spell.Subcommand,
		Version:       local.Version(),
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
	root.SetFlagErrorFunc(spell.Flag)
	target.addFlags(root.Flags())
	root.Flags().StringVar(&target.flags.Theme, "theme", "", "`name` of the dashboard's colours")
	root.Flags().BoolVar(&ascii, "ascii", false, "draw with ASCII characters only")
	root.Flags().BoolVar(&lines, screenReaderFlag, false, "talk in lines of text, for screen readers and Braille [$ASSAY_SCREEN_READER]")
	root.AddCommand(queryCommand(), documentCommand(), sessionCommand(), usageCommand(), profileCommand(), serveCommand(), keysCommand(), backupCommand(), portalCommand(),
		setupCommand(), doctorCommand(), viewCommand(), manCommand(), versionCommand())
	root.InitDefaultCompletionCmd()
	if completion, _, err := root.Find([]string{"completion"}); err == nil && completion != root {
		completion.Args = spell.Subcommand
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
	endpoint, err := local.Connect(ctx, p, t.dataDir, local.Version())
	if err != nil {
		return nil, err
	}
	return client.New(client.Config{
		BaseURL:   endpoint.BaseURL,
		APIKey:    endpoint.Key.Reveal(),
		CAFile:    endpoint.CAFile,
		UserAgent: "assay/" + local.Version(),
	})
}

func addDataDir(f *pflag.FlagSet, dataDir *string) {
	f.StringVar(dataDir, "data-dir", profile.DataDir(), "`folder` of this machine's own service")
}

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
		Themes:   custom.Dir(p.Path),
		ASCII:    ascii,
		Links:    themes.Hyperlinks(p.Hyperlinks),
		Keys:     p.Keys,
		Settings: p.Path,
		Queries: queries.Options{
			Workspace: p.Workspace, Folder: filepath.Join(profile.DataDir(), "queries"),
			Environments: p.Environments, Environment: p.Environment,
		},
		History: p.History,
		Notifications: notify.Settings{
			Kind: notify.Kind(p.Notifications.Kind), Focused: p.Notifications.Focused,
		},
		Version:    local.Version(),
		Thresholds: frame.Thresholds{Warn: p.UsageWarn, Critical: p.UsageCritical},
		StateDir:   profile.StateDir(),
	}
	if p.BaseURL == "" {
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

func isTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

func queryCommand() *cobra.Command {
	var t target
	var flags oneshot.QueryFlags
	cmd := &cobra.Command{
		Use:   "query [QUERY|FILE.assay]",
		Short: "Extract data from a web page",
		Long: `Asks a page, given by its address or as a file, for the data that a query or a
prompt names, and prints it. A saved query, a file whose name ends in .assay, brings
its page and its params along; flags come before what it says. A {{name}} in the
address, the query or the prompt is a variable.

--urls asks the same of every page of a list and writes a row of JSON for each as it
comes: {"url", "data"} or {"url", "error"}. Blank lines and lines that begin with # are
left out. With --journal FILE the answers are kept, and the same command goes on where
it was stopped. It ends with 1 if a page failed.

--watch 10m asks again every ten minutes, and prints a row of JSON, {"at", "data"}, at
first and whenever the data has changed. Every answer costs a call.`,
		Example: `  assay query --url https://shop.example/lamps '{ products[] { name price(number) } }'
  assay query --html page.html --prompt "all products with name and price" --output csv
  assay query lamps.assay --var page=2
  assay query lamps.assay --urls urls.txt --jobs 8 --journal lamps.journal > lamps.ndjson`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := t.profile()
			if err != nil {
				return err
			}
			options, err := flags.Options(strings.Join(args, ""), p.Environments, p.Environment)
			if err != nil {
				return err
			}
			return t.call(cmd.Context(), func(c *client.Client) error {
				return oneshot.Query(cmd.Context(), c, options, oneshot.Standard())
			})
		},
	}
	flags.Add(cmd.Flags())
	t.addFlags(cmd.Flags())
	return cmd
}

func documentCommand() *cobra.Command {
	var t target
	var flags oneshot.DocumentFlags
	cmd := &cobra.Command{
		Use:   "document FILE... [QUERY]",
		Short: "Extract data from PDFs and images",
		Long: `Asks PDFs and images (JPEG, PNG) for the data that a query or a prompt names, and
prints it. Each page and each image costs one call; --dry-run tells the cost without
sending anything. Files that cost more than is left are not sent at all.

One file gives its data. Several give an array of objects with "file" and "data", or
"file" and "error"; --output ndjson a row for each file, csv and table a row for each
record of its first list, with the fields beside that list.`,
		Example: `  assay document invoice.pdf '{ invoice_number date(date) total(number) }'
  assay document --dry-run *.pdf
  assay document receipts/*.jpg --prompt "shop, date and total" --output csv`,
		RunE: func(cmd *cobra.Command, args []string) error {
			options, err := flags.Options(args)
			if err != nil {
				return err
			}
			if options.DryRun {
				return oneshot.Cost(cmd.Context(), options, oneshot.Standard())
			}
			return t.call(cmd.Context(), func(c *client.Client) error {
				return oneshot.Document(cmd.Context(), c, options, oneshot.Standard())
			})
		},
	}
	flags.Add(cmd.Flags())
	t.addFlags(cmd.Flags())
	return cmd
}

func usageCommand() *cobra.Command {
	var t target
	var output string
	var watch bool
	const every = 30 * time.Second
	cmd := &cobra.Command{
		Use:   "usage [--watch [INTERVAL]]",
		Short: "Show what is used of the subscription and what is left",
		Long: `Shows what is used of the subscription and what is left. --watch shows it again
and again, every half minute or as often as is said after it: in a terminal in the
same place, else a row of JSON each time.`,
		Example: `  assay usage --watch
  assay usage --watch 10s >> usage.ndjson`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			options := oneshot.UsageOptions{}
			var err error
			if options.Output, err = oneshot.ParseFormat(output); err != nil {
				return err
			}
			switch {
			case len(args) > 0 && !watch:
				return wrongCall(fmt.Errorf("%q: an interval goes with --watch", args[0]))
			case len(args) > 0:
				if options.Watch, err = time.ParseDuration(args[0]); err != nil || options.Watch < oneshot.MinWatch {
					return wrongCall(fmt.Errorf("%q is not an interval of a second or more, such as 10s or 5m", args[0]))
				}
			case watch:
				options.Watch = every
			}
			return t.call(cmd.Context(), func(c *client.Client) error {
				return oneshot.Usage(cmd.Context(), c, options, oneshot.Standard())
			})
		},
	}
	cmd.Flags().BoolVar(&watch, "watch", false, "show it again and again, every 30s or the interval given")
	oneshot.AddOutput(cmd.Flags(), &output)
	t.addFlags(cmd.Flags())
	return cmd
}

func profileCommand() *cobra.Command {
	var file string
	cmd := &cobra.Command{
		Use:   "profile",
		Short: "List, add, test and remove the services of the settings file",
		Long: `A profile is a service and the key to it, under a name. The key is kept in the
system's keyring, or in a file for its owner alone, or comes from a command or a
variable. It is typed at a prompt or read from standard input, never an argument.
The rest of the settings file stays as it was written.`,
		Args: spell.Subcommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.PersistentFlags().StringVar(&file, "config", "", "settings `file` [$ASSAY_CONFIG, "+profile.ConfigFile()+"]")
	settings := func() string {
		return cmp.Or(file, os.Getenv("ASSAY_CONFIG"), profile.ConfigFile())
	}

	var output string
	list := &cobra.Command{
		Use: "list", Short: "List the profiles; their keys are not shown", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			format, err := oneshot.ParseFormat(output)
			if err != nil {
				return err
			}
			return oneshot.ListProfiles(settings(), format, oneshot.Standard())
		},
	}
	oneshot.AddOutput(list.Flags(), &output)

	var flags oneshot.ProfileFlags
	add := &cobra.Command{
		Use: "add NAME", Short: "Add a profile", Args: cobra.ExactArgs(1),
		Example: `  assay profile add work --base-url https://assay.example --use
  pass show assay | assay profile add work --base-url https://assay.example --key-file
  assay profile add work --base-url https://assay.example --key-command "pass show assay"`,
		RunE: func(cmd *cobra.Command, args []string) error {
			var ask func() (string, error)
			if isTerminal(os.Stdin) {
				ask = func() (string, error) {
					text, err := term.ReadPassword(int(os.Stdin.Fd()))
					return string(text), err
				}
			}
			return oneshot.AddProfile(cmd.Context(), settings(), args[0], flags, ask, oneshot.Standard())
		},
	}
	flags.Add(add.Flags())

	var dataDir string
	test := &cobra.Command{
		Use: "test [NAME]", Short: "Ask a profile's service for the usage", Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			t := target{flags: profile.Flags{ConfigFile: file, Profile: strings.Join(args, ""), Named: len(args) > 0}, dataDir: dataDir}
			p, err := t.profile()
			if err != nil {
				return err
			}
			return t.call(cmd.Context(), func(c *client.Client) error {
				return oneshot.TestProfile(cmd.Context(), c, p.Name, oneshot.Standard())
			})
		},
	}
	addDataDir(test.Flags(), &dataDir)
	use := &cobra.Command{
		Use: "use NAME", Short: "Use a profile when none is named", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return oneshot.UseProfile(settings(), args[0], oneshot.Standard())
		},
	}
	remove := &cobra.Command{
		Use: "remove NAME", Short: "Remove a profile and its key", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return oneshot.RemoveProfile(settings(), args[0], oneshot.Standard())
		},
	}
	cmd.AddCommand(list, add, test, use, remove)
	return cmd
}

func sessionCommand() *cobra.Command {
	var t target
	cmd := &cobra.Command{
		Use:   "session",
		Short: "Start, list and close remote browsers",
		Long: `Starts browsers on the service's machine, which automation tools drive over the
DevTools protocol. Who has a session's cdp_url or base_url has its browser: keep
them secret.`,
		Args: spell.Subcommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	t.addFlags(cmd.PersistentFlags())

	var flags oneshot.SessionFlags
	create := &cobra.Command{
		Use:   "create",
		Short: "Start a browser and print its addresses",
		Example: `  assay session create --browser-ua-preset windows --browser-profile stealth
  assay session create | jq -r .cdp_url`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			options, err := flags.Options()
			if err != nil {
				return err
			}
			return t.call(cmd.Context(), func(c *client.Client) error {
				return oneshot.CreateSession(cmd.Context(), c, options, oneshot.Standard())
			})
		},
	}
	flags.Add(create.Flags())

	var output string
	list := &cobra.Command{
		Use:   "list",
		Short: "List the sessions; on a terminal their addresses are masked",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			format, err := oneshot.ParseFormat(output)
			if err != nil {
				return err
			}
			return t.call(cmd.Context(), func(c *client.Client) error {
				return oneshot.ListSessions(cmd.Context(), c, format, oneshot.Standard())
			})
		},
	}
	oneshot.AddOutput(list.Flags(), &output)

	var all bool
	closing := &cobra.Command{
		Use:   "close ID...",
		Short: "Close sessions and their browsers",
		RunE: func(cmd *cobra.Command, ids []string) error {
			if err := oneshot.CheckClose(ids, all); err != nil {
				return err
			}
			return t.call(cmd.Context(), func(c *client.Client) error {
				return oneshot.CloseSessions(cmd.Context(), c, ids, all, oneshot.Standard())
			})
		},
	}
	closing.Flags().BoolVar(&all, "all", false, "close every session that is alive")
	cmd.AddCommand(create, list, closing)
	return cmd
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

func serveCommand() *cobra.Command {
	var cfg service.Config
	var file string
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the service in the foreground",
		Long: `Runs the service until it is told to stop. When it is ready it prints one line of
JSON with base_url, ca_file, pid and version, and then logs to standard error. At
the first start it makes an API key and writes it to api-key in the data folder.

SIGTERM, SIGINT and SIGHUP stop it: it takes no new requests and gives those that
run half a minute to finish. A second signal ends it at once. With a certificate of
its own (--tls-cert), SIGHUP makes it read the certificate's files again instead.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := readServiceFile(cmd.Flags(), &cfg, file); err != nil {
				return wrongCall(err)
			}
			var output io.Writer = os.Stderr
			if cfg.Background {
				log, err := local.OpenLog(cfg.DataDir)
				if err != nil {
					return err
				}
				defer log.Close()
				output = log
			}
			cfg.Log = slog.New(slog.NewTextHandler(output, nil))
			cfg.Version = local.Version()
			if cfg.TLSCert != "" {
				cfg.Reload = hangUps()
			}
			err := service.Run(cmd.Context(), cfg, os.Stdout)
			if contradiction := (*service.ConfigError)(nil); errors.As(err, &contradiction) {
				return wrongCall(err)
			}
			return err
		},
	}
	f := cmd.Flags()
	f.StringVar(&cfg.Listen, "listen", service.DefaultListen, "`address` to listen on, as HOST:PORT")
	addDataDir(f, &cfg.DataDir)
	f.StringVar(&cfg.Database, "database", "", "where the account is kept: an SQLite `file` or a postgres:// address [assay.db in the data folder]")
	f.StringVar(&file, "config", "", "settings `file` of the service, with the names of these flags as keys, such as data_dir")
	f.Int64Var(&cfg.UsageLimit, "usage-limit", 0, "`calls` per cycle [what the account has; 10,000 at first]")
	f.StringVar((*string)(&cfg.AllowPrivate), "allow-private", string(service.AllowPrivateAuto), "whether pages at loopback and private addresses may be visited: auto (if the service listens on loopback only), yes or no")
	f.StringVar(&cfg.TLSCert, "tls-cert", "", "PEM `file` of a TLS certificate chain [a private authority's]")
	f.StringVar(&cfg.TLSKey, "tls-key", "", "PEM `file` of the certificate's key")
	f.IntVar(&cfg.MaxSessions, "max-sessions", 0, "browser `sessions` at a time [20]")
	f.IntVar(&cfg.KeySessions, "key-sessions", 0, "browser `sessions` of one API key at a time [as many as there may be]")
	f.IntVar(&cfg.SessionMemory, "session-memory", 0, "`MiB` that a session's browser may use, where the system can bound it; -1 is no bound [2048]")
	f.StringVar(&cfg.SessionDomain, "session-domain", "", "`domain` under which each session is a name, on the service's own port; needs wildcard DNS [a port for each session]")
	f.StringVar(&cfg.NodeURL, "node-url", "", "`https://HOST[:PORT]` by which clients reach this node from outside, such as through a load balancer: sessions are at it")
	f.StringVar(&cfg.PeerCA, "peer-ca", "", "PEM `file` of the authority that vouches for other nodes [the system's]")
	f.IntVar(&cfg.Lease, "lease", 0, "`seconds` without a sign of a node after which another refunds its work; longer than any outage of the database to be borne [300]")
	f.StringVar(&cfg.MetricsListen, "metrics-listen", "", "`address` of plain HTTP for operators, as HOST:PORT: /metrics, /healthz and /readyz without a key [the service's own, with one]")
	f.IntVar(&cfg.MaxQueries, "max-queries", 0, "`queries` at a time; more wait for a while [64]")
	f.IntVar(&cfg.KeyQueries, "key-queries", 0, "`queries` of one API key at a time [half of them]")
	f.Float64Var(&cfg.KeyRate, "key-rate", 0, "queries a `second` of one API key, in the long run [any]")
	f.StringVar(&cfg.OCRLanguages, "ocr-languages", "", "`languages` of scans and images, as Tesseract names them, the likeliest first: eng,deu [those installed]")
	f.IntVar(&cfg.MaxUpload, "max-upload", 0, "`MiB` that a document may have [50]")
	f.IntVar(&cfg.MaxPages, "max-pages", 0, "`pages` that a document may have [500]")
	f.StringVar(&cfg.LLMURL, "llm-url", "", "`address` of a language model's chat completions interface, such as http://127.0.0.1:8080/v1, to fill in standard mode what the engine leaves open")
	f.StringVar(&cfg.LLMModel, "llm-model", "", "`name` of the model there")
	f.StringVar(&cfg.LLMKeyFile, "llm-key-file", "", "`file` with the interface's key [the variable "+service.LLMKeyVariable+"]")
	f.Int64Var(&cfg.LLMTokens, "llm-tokens", 0, "at most so many `tokens` of a page's text in one call [8,000]")
	f.BoolVar(&cfg.Background, "background", false, "")
	f.MarkHidden("background")
	return cmd
}

// hangUps returns the SIGHUPs that come from now on, which end the program no more.
func hangUps() <-chan os.Signal {
	signal.Ignore(syscall.SIGHUP)
	received := make(chan os.Signal, 1)
	signal.Notify(received, syscall.SIGHUP)
	return received
}

// readServiceFile reads the service's settings file, which the flags beat.
func readServiceFile(flags *pflag.FlagSet, cfg *service.Config, file string) error {
	if file == "" {
		return nil
	}
	given := make(map[*pflag.Flag]string)
	flags.Visit(func(f *pflag.Flag) { given[f] = f.Value.String() })
	if err := cfg.ReadFile(file); err != nil {
		return err
	}
	for flag, value := range given {
		if err := flag.Value.Set(value); err != nil {
			return err
		}
	}
	return nil
}

func keysCommand() *cobra.Command {
	var dataDir, database string
	cmd := &cobra.Command{
		Use:   "keys",
		Short: "Manage the API keys of a service on this machine",
		Long: `Works on the service's data folder, whether the service runs or not. All keys share
one subscription.`,
		Args: spell.Subcommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	addDataDir(cmd.PersistentFlags(), &dataDir)
	cmd.PersistentFlags().StringVar(&database, "database", "", "where the account is kept: an SQLite `file` or a postgres:// address [assay.db in the data folder]")

	var save bool
	create := &cobra.Command{
		Use:   "create [NAME]",
		Short: "Make a key and print it; it cannot be shown again",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return service.CreateKey(cmd.Context(), dataDir, database, strings.Join(args, ""), save, os.Stdout)
		},
	}
	create.Flags().BoolVar(&save, "save", false, "write it to api-key in the data folder, for this machine's commands, instead")
	list := &cobra.Command{
		Use:   "list",
		Short: "List the keys, without what is secret of them",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return service.ListKeys(cmd.Context(), dataDir, database, os.Stdout)
		},
	}
	revoke := &cobra.Command{
		Use:   "revoke ID|PREFIX",
		Short: "End a key's validity, at once and for good",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			key, err := service.RevokeKey(cmd.Context(), dataDir, database, args[0])
			if err == nil {
				fmt.Fprintf(os.Stderr, "Revoked %s (%s).\n", key.Prefix, key.Name)
			}
			return err
		},
	}
	cmd.AddCommand(create, list, revoke)
	return cmd
}

func backupCommand() *cobra.Command {
	var dataDir, database string
	cmd := &cobra.Command{
		Use:   "backup FILE",
		Short: "Copy the account of a service on this machine: its keys and what was used",
		Long: `Copies the account as it is at one instant, whether the service runs or not. To
restore it, put the copy in the place of assay.db in the data folder while no service
runs, and remove assay.db-wal and assay.db-shm. An account in PostgreSQL is copied
with pg_dump.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return service.Backup(cmd.Context(), dataDir, database, args[0])
		},
	}
	addDataDir(cmd.Flags(), &dataDir)
	cmd.Flags().StringVar(&database, "database", "", "SQLite `file` in which the account is kept [assay.db in the data folder]")
	return cmd
}

func portalCommand() *cobra.Command {
	var dataDir string
	cmd := &cobra.Command{
		Use:   "portal",
		Short: "Open the service's web pages for keys and usage, or set their password",
		Args:  spell.Subcommand,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	addDataDir(cmd.PersistentFlags(), &dataDir)

	var printOnly bool
	open := &cobra.Command{
		Use:   "open",
		Short: "Open the portal of this machine's service in a browser, signed in",
		Long: `Prints a link that signs in to the portal without the password, and opens it in the
browser of this machine's desktop. It can be used once, for two minutes, on this
machine. The service is started if it does not run.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			link, err := portalLink(cmd.Context(), dataDir)
			if err != nil {
				return err
			}
			fmt.Println(link)
			if printOnly {
				return nil
			}
			if err := desktop.Open(link); err != nil {
				fmt.Fprintf(os.Stderr, "No browser was opened (%v): open the link yourself, within two minutes.\n", err)
			}
			return nil
		},
	}
	open.Flags().BoolVar(&printOnly, "print", false, "print the link and open nothing")

	var database string
	password := &cobra.Command{
		Use:   "password",
		Short: "Set the operator's password for the portal; this ends all of its sessions",
		Long: `Asks for a password of at least 10 characters, twice, or reads it from standard input
if that is no terminal. It is kept, hashed, in the account's database, and so holds
for all nodes.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			err := service.SetPortalPassword(cmd.Context(), dataDir, database, os.Stdin, os.Stderr)
			if err == nil {
				fmt.Fprintln(os.Stderr, "The password is set.")
			}
			return err
		},
	}
	password.Flags().StringVar(&database, "database", "", "where the account is kept: an SQLite `file` or a postgres:// address [assay.db in the data folder]")
	cmd.AddCommand(open, password)
	return cmd
}

// portalLink makes a link into the portal of this machine's service, which it may
// start.
func portalLink(ctx context.Context, dataDir string) (string, error) {
	info, _, err := local.Ensure(ctx, dataDir, local.Version())
	if err != nil {
		return "", err
	}
	return local.NewLink(dataDir, info, time.Now())
}

func setupCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "setup",
		Short: "Install Chromium, Poppler and Tesseract with the system's package manager",
		Long: `Installs what the service needs and this machine lacks, with apt, dnf, pacman or
Homebrew. What is there is left alone; run it as often as you like.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return host.Install(cmd.Context(), os.Stdout) },
	}
}

func doctorCommand() *cobra.Command {
	var dataDir string
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Say what the service needs, what is missing and what that means",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			report := host.Doctor(cmd.Context(), dataDir)
			if _, err := report.WriteTo(os.Stdout); err != nil {
				return err
			}
			if report.Failed() {
				return errors.New("something is missing; see above")
			}
			return nil
		},
	}
	addDataDir(cmd.Flags(), &dataDir)
	return cmd
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

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		Run:   func(*cobra.Command, []string) { fmt.Print(versionText()) },
	}
}

func versionText() string {
	return fmt.Sprintf("assay %s %s %s/%s\n", local.Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
