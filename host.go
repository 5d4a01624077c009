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
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"assay/client/misspelt"
	"assay/client/oneshot"
	"assay/service"
	"assay/service/host"
	"assay/ui/desktop"
	"assay/wire/datadir"
	"assay/workspace/background"
)

func serveCommand() *cobra.Command {
	var cfg service.Config
	var file string
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the service in the foreground",
		Long: `Runs the service until it is told to stop. When it is ready it prints one line of
JSON with base_url, ca_file, database, pid and version, and then logs to standard error. At
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
				log, err := datadir.OpenLog(cfg.DataDir)
				if err != nil {
					return err
				}
				defer log.Close()
				output = log
			}
			cfg.Log = slog.New(slog.NewTextHandler(output, nil))
			cfg.Version = background.Version()
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
	addDatabase(f, &cfg.Database, "assay.db in the data folder")
	f.StringVar(&file, "config", "", "settings `file` of the service, with the names of these flags as keys, such as data_dir")
	f.Int64Var(&cfg.UsageLimit, "usage-limit", 0, "`calls` per cycle of a new account; assay usage limit changes it later [10,000]")
	f.StringVar((*string)(&cfg.AllowPrivate), "allow-private", string(service.AllowPrivateAuto), "whether pages at loopback and private addresses may be visited: auto (if the service listens on loopback only), yes or no")
	f.StringVar(&cfg.TLSCert, "tls-cert", "", "PEM `file` of a TLS certificate chain [a private authority's]")
	f.StringVar(&cfg.TLSKey, "tls-key", "", "PEM `file` of the certificate's key")
	f.IntVar(&cfg.MaxSessions, "max-sessions", 0, "browser `sessions` at a time [20]")
	f.IntVar(&cfg.KeySessions, "key-sessions", 0, "browser `sessions` of one API key at a time [as many as there may be]")
	f.IntVar(&cfg.SessionMemory, "session-memory", 0, "`MiB` that a session's browser may use, where the system can bound it; -1 is no bound [2048]")
	f.IntVar(&cfg.SessionDisk, "session-disk", 0, "`MiB` that a session may have on disk, with its profile, cache and downloads; -1 is no bound [2048]")
	f.StringVar(&cfg.SessionDomain, "session-domain", "", "`domain` under which each session is a name, on the service's own port; needs wildcard DNS [a port for each session]")
	f.StringVar(&cfg.NodeURL, "node-url", "", "`https://HOST[:PORT]` by which clients reach this node from outside, such as through a load balancer: sessions are at it")
	f.StringSliceVar(&cfg.TrustedProxy, "trusted-proxy", nil, "`network` of a reverse proxy, such as 10.0.0.0/8, whose X-Forwarded-For is believed; may be given more than once [none]")
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
	var again []func() error // give the flags what they had
	flags.Visit(func(f *pflag.Flag) {
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values := list.GetSlice()
			again = append(again, func() error { return list.Replace(values) })
			return
		}
		value := f.Value.String()
		again = append(again, func() error { return f.Value.Set(value) })
	})
	if err := cfg.ReadFile(file); err != nil {
		return err
	}
	cfg.Database = cmp.Or(os.Getenv(databaseVariable), cfg.Database)
	for _, give := range again {
		if err := give(); err != nil {
			return err
		}
	}
	return nil
}

// serviceData says on which service's data a command works.
type serviceData struct {
	cfg  service.Config // its DataDir and Database
	file string
}

func (d *serviceData) addFlags(f *pflag.FlagSet) {
	addDataDir(f, &d.cfg.DataDir)
	addDatabase(f, &d.cfg.Database, "where the service of the data folder keeps it")
	f.StringVar(&d.file, "config", "", "settings `file` of the service, for its data_dir and database")
}

// find returns the data folder, and where the account is kept if that is said.
func (d *serviceData) find(cmd *cobra.Command) (dataDir, database string, err error) {
	if err := readServiceFile(cmd.Flags(), &d.cfg, d.file); err != nil {
		return "", "", wrongCall(err)
	}
	return d.cfg.DataDir, d.cfg.Database, nil
}

func keysCommand() *cobra.Command {
	var data serviceData
	cmd := &cobra.Command{
		Use:   "keys",
		Short: "Manage the API keys of a service on this machine",
		Long: `Works on the account of the service that keeps its data in the data folder, whether it
runs or not. All keys share one subscription.`,
		Args: misspelt.Subcommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	data.addFlags(cmd.PersistentFlags())

	var save bool
	create := &cobra.Command{
		Use:   "create [NAME]",
		Short: "Make a key and print it; it cannot be shown again",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			dataDir, database, err := data.find(cmd)
			if err != nil {
				return err
			}
			return service.CreateKey(cmd.Context(), dataDir, database, strings.Join(args, ""), save, os.Stdout)
		},
	}
	create.Flags().BoolVar(&save, "save", false, "write it to api-key in the data folder, for this machine's commands, instead")
	list := &cobra.Command{
		Use:   "list",
		Short: "List the keys, without what is secret of them",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			dataDir, database, err := data.find(cmd)
			if err != nil {
				return err
			}
			return service.ListKeys(cmd.Context(), dataDir, database, os.Stdout)
		},
	}
	revoke := &cobra.Command{
		Use:   "revoke ID|PREFIX",
		Short: "End a key's validity, at once and for good",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			dataDir, database, err := data.find(cmd)
			if err != nil {
				return err
			}
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
	var data serviceData
	cmd := &cobra.Command{
		Use:   "backup FILE",
		Short: "Copy what another machine needs of a service on this one: account, keys, certificate authority",
		Long: `Writes the account with its keys and what was used, the private certificate authority,
this machine's API key and the saved queries to one file, as they are at one instant,
whether the service runs or not. assay restore puts them on another machine, where
clients go on as if nothing had happened. An account in PostgreSQL is left out: pg_dump
copies it. The file is a secret.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			dataDir, database, err := data.find(cmd)
			if err != nil {
				return err
			}
			made, err := service.Backup(cmd.Context(), dataDir, database, args[0], background.Version())
			if err == nil && made.Database != "" {
				fmt.Fprintf(os.Stderr, "%s does not hold the account, which is in %s: pg_dump copies it.\n", args[0], made.Database)
			}
			return err
		},
	}
	data.addFlags(cmd.Flags())
	return cmd
}

func restoreCommand() *cobra.Command {
	var data serviceData
	cmd := &cobra.Command{
		Use:   "restore FILE",
		Short: "Put what assay backup wrote into a new data folder",
		Long: `Puts what assay backup wrote into a data folder that is new or empty. A service that is
then started on it has the keys, the usage and the certificate authority of the one that
was backed up. Work that was under way at the time of the backup is refunded.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			dataDir, database, err := data.find(cmd)
			if err != nil {
				return err
			}
			made, err := service.Restore(cmd.Context(), dataDir, database, args[0])
			if err != nil {
				return err
			}
			fmt.Fprintf(os.Stderr, "Restored the backup of %s to %s.\n", made.Made.Local().Format("2 January 2006 15:04"), dataDir)
			if made.Database != "" {
				fmt.Fprintf(os.Stderr, "It does not hold the account, which was in %s: start the service with --database.\n", made.Database)
			}
			return nil
		},
	}
	data.addFlags(cmd.Flags())
	return cmd
}

func portalCommand() *cobra.Command {
	var dataDir string // of open
	var data serviceData
	cmd := &cobra.Command{
		Use:   "portal",
		Short: "Open the service's web pages for keys and usage, or set their password",
		Args:  misspelt.Subcommand,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}

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
	addDataDir(open.Flags(), &dataDir)
	open.Flags().BoolVar(&printOnly, "print", false, "print the link and open nothing")

	password := &cobra.Command{
		Use:   "password",
		Short: "Set the operator's password for the portal; this ends all of its sessions",
		Long: `Asks for a password of at least 10 characters, twice, or reads it from standard input
if that is no terminal. It is kept, hashed, in the account's database, and so holds
for all nodes.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			dataDir, database, err := data.find(cmd)
			if err != nil {
				return err
			}
			if err := service.SetPortalPassword(cmd.Context(), dataDir, database, os.Stdin, os.Stderr); err != nil {
				return err
			}
			fmt.Fprintln(os.Stderr, "The password is set.")
			return nil
		},
	}
	data.addFlags(password.Flags())
	cmd.AddCommand(open, password)
	return cmd
}

func serviceCommand() *cobra.Command {
	var dataDir string
	cmd := &cobra.Command{
		Use:   "service",
		Short: "See and end the service that runs in the background",
		Long: `Without a base URL the dashboard and the commands start a service of their own in the
background, one for each data folder. It ends when it has had no request and no session
for 15 minutes. These commands see and end it, and any other that runs on the folder.`,
		Args: misspelt.Subcommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	addDataDir(cmd.PersistentFlags(), &dataDir)

	var output string
	status := &cobra.Command{
		Use:   "status",
		Short: "Show the service that runs: its process, address, account and sessions",
		Long:  `Shows the service that runs. It starts none: if none runs, it says so and ends with 1.`,
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			format, err := oneshot.ParseFormat(output)
			if err != nil {
				return err
			}
			return oneshot.PrintService(cmd.Context(), dataDir, format, oneshot.Standard())
		},
	}
	oneshot.AddOutput(status.Flags(), &output)
	stop := &cobra.Command{
		Use:   "stop",
		Short: "End the service and its browser sessions",
		Long: `Ends the service, as SIGTERM does: it takes no new requests, gives those that run half a
minute to finish, and closes its sessions. A dashboard that is open starts it anew when
it next asks it for something.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return oneshot.StopService(cmd.Context(), dataDir, oneshot.Standard())
		},
	}
	var follow bool
	logs := &cobra.Command{
		Use:   "logs",
		Short: "Print what the service in the background has logged",
		Long: `Prints the log of the service in the background, the latest last. It holds 4 to 8 MiB;
what is older is dropped.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return oneshot.ServiceLog(cmd.Context(), dataDir, follow, oneshot.Standard())
		},
	}
	logs.Flags().BoolVarP(&follow, "follow", "f", false, "print the last lines, and then what is added until Ctrl+C")
	cmd.AddCommand(status, stop, logs)
	return cmd
}

// portalLink makes a link into the portal of this machine's service, which it may
// start.
func portalLink(ctx context.Context, dataDir string) (string, error) {
	info, _, err := background.Ensure(ctx, dataDir, background.Version())
	if err != nil {
		return "", err
	}
	return datadir.NewLink(dataDir, info, time.Now())
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
