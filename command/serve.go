package command

import (
	"cmp"
	"errors"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"assay/service"
	"assay/wire/datadir"
	"assay/workspace/background"
)

func serveCommand() *cobra.Command {
	var cfg service.Config
	var file string
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the service in the foreground",
		Long: `Runs the service until you stop it. When it is ready it prints one line of JSON with
base_url, ca_file, database, pid and version, and then logs to standard error. At the first
start it makes an API key and writes it to api-key in the data folder.

SIGTERM, SIGINT and SIGHUP stop it: it takes no new requests and gives running ones half a
minute to finish. With --drain, sessions continue for that time and can be listed and
ended; other requests get 503 after --lame-duck. A second signal ends it at once. With
--tls-cert, SIGHUP reads the certificate's files again instead.`,
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
			cfg.Log = cfg.Logger(output)
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
	f.DurationVar(&cfg.Drain.Duration, "drain", 0, "`time` for sessions to end by themselves after SIGTERM, such as 10m; then they are ended [none]")
	f.DurationVar(&cfg.LameDuck.Duration, "lame-duck", 0, "`time` after SIGTERM in which work is still taken while /readyz says 503, for load balancers to notice [5s with --drain, else none]")
	f.IntVar(&cfg.Lease, "lease", 0, "`seconds` without a sign of a node after which another refunds its work; longer than any outage of the database to be borne [300]")
	f.StringVar(&cfg.MetricsListen, "metrics-listen", "", "`address` of plain HTTP for operators, as HOST:PORT: /metrics, /healthz and /readyz without a key [the service's own, with one]")
	f.StringVar((*string)(&cfg.LogFormat), "log-format", string(service.LogText), "how the log is written: text or json")
	f.StringVar(&cfg.LogLevel, "log-level", "info", "the least `level` that is logged: debug, info, warn or error; probes and scrapes are at debug")
	f.IntVar(&cfg.MaxQueries, "max-queries", 0, "`queries` at a time; more wait for a while [64]")
	f.IntVar(&cfg.KeyQueries, "key-queries", 0, "`queries` of one API key at a time [half of them]")
	f.StringVar(&cfg.OCRLanguages, "ocr-languages", "", "`languages` of scans and images, as Tesseract names them, the likeliest first: eng,deu [those installed]")
	f.IntVar(&cfg.MaxUpload, "max-upload", 0, "`MiB` that a document may have [50]")
	f.IntVar(&cfg.MaxPages, "max-pages", 0, "`pages` that a document may have [500]")
	f.StringVar(&cfg.LLMURL, "llm-url", "", "`address` of a language model's chat completions interface, such as http://127.0.0.1:8080/v1, to fill in standard mode what the engine leaves open")
	f.StringVar(&cfg.LLMModel, "llm-model", "", "`name` of the model there")
	f.StringVar(&cfg.LLMKeyFile, "llm-key-file", "", "`file` with the interface's key [the variable "+service.LLMKeyVariable+"]")
	f.Int64Var(&cfg.LLMTokens, "llm-tokens", 0, "at most so many `tokens` of a page's text in one call [8,000]")
	f.BoolVar(&cfg.Compat, "compat", false, "also take the paths and words of another service with this interface, so that its clients work: see docs/clients.md")
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

// run makes work on the service's data the RunE of a command. database is where the account
// is kept, if that is said.
func (d *serviceData) run(work func(cmd *cobra.Command, args []string, dataDir, database string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		if err := readServiceFile(cmd.Flags(), &d.cfg, d.file); err != nil {
			return wrongCall(err)
		}
		return work(cmd, args, d.cfg.DataDir, d.cfg.Database)
	}
}
