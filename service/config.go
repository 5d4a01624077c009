package service

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/pelletier/go-toml/v2"

	"assay/service/account"
	"assay/service/ingress"
	"assay/wire/datadir"
	"assay/wire/tomlwords"
)

// DefaultListen is where a service listens if nothing else is said.
const DefaultListen = "127.0.0.1:8700"

const (
	defaultIdleAfter    = 15 * time.Minute
	defaultDrainTimeout = 30 * time.Second
	defaultLameDuck     = 5 * time.Second
	defaultMaxSessions  = 20
	minSessionMemory    = 256 // MiB
	minSessionDisk      = 256 // MiB
	minLease            = 3   // seconds: it is renewed three times in its length
)

// AllowPrivate is the policy for pages at loopback and private addresses.
type AllowPrivate string

// The policies.
const (
	AllowPrivateAuto AllowPrivate = "auto" // yes for a service that listens on loopback, else no
	AllowPrivateYes  AllowPrivate = "yes"
	AllowPrivateNo   AllowPrivate = "no"
)

// LogFormat is how the log is written.
type LogFormat string

// The formats.
const (
	LogText LogFormat = "text" // key=value pairs, for people
	LogJSON LogFormat = "json" // an object a line, for programs that collect logs
)

// Config says how a service runs. A zero value means the default in brackets.
// The fields with a toml name may also be set in a settings file; see ReadFile.
type Config struct {
	Listen       string       `toml:"listen"`        // HOST:PORT [DefaultListen]; port 0 is any free one
	DataDir      string       `toml:"data_dir"`      // [datadir.Default()]
	Database     string       `toml:"database"`      // a SQLite file, or a postgres:// address, which may hold a secret [assay.db in DataDir]
	UsageLimit   int64        `toml:"usage_limit"`   // calls per cycle of an account that is made [10,000]
	AllowPrivate AllowPrivate `toml:"allow_private"` // [AllowPrivateAuto]
	TLSCert      string       `toml:"tls_cert"`      // PEM files of a certificate [a private authority's]
	TLSKey       string       `toml:"tls_key"`

	MaxSessions   int            `toml:"max_sessions"`   // browser sessions at a time [20]
	KeySessions   int            `toml:"key_sessions"`   // the same of one API key [MaxSessions]
	SessionMemory int            `toml:"session_memory"` // MiB that a session's browser may use, where the system can bound it; negative is no bound [2,048]
	SessionDisk   int            `toml:"session_disk"`   // MiB that a session may have on disk: profile, cache and downloads; negative is no bound [2,048]
	SessionDomain string         `toml:"session_domain"` // sessions are names under it, on the service's port [a port each]
	NodeURL       string         `toml:"node_url"`       // https://HOST[:PORT] by which clients reach this node from outside; sessions are at it [the address it listens on]
	PeerCA        string         `toml:"peer_ca"`        // PEM file that vouches for the NodeURLs of other nodes [the system's authorities]
	ManagedProxy  []ManagedProxy `toml:"managed_proxy"`  // the proxies of type "managed"

	TrustedProxy []string `toml:"trusted_proxy"` // networks of reverse proxies, as 10.0.0.0/8, whose X-Forwarded-For is believed [none]

	Drain    Duration `toml:"drain"`     // for sessions to end after SIGTERM [none]
	LameDuck Duration `toml:"lame_duck"` // after SIGTERM in which work is still taken, but the service not ready [5 s with Drain, else none]

	Lease int `toml:"lease"` // seconds without a sign of a node until its work is refunded by another [300]

	OCRLanguages string `toml:"ocr_languages"` // of scans and images, Tesseract's names: "eng,deu" [those installed]
	MaxUpload    int    `toml:"max_upload"`    // MiB of a document [50]
	MaxPages     int    `toml:"max_pages"`     // of a document [500]

	MetricsListen string `toml:"metrics_listen"` // HOST:PORT of plain HTTP for operators: /metrics, /healthz, /readyz, without a key [the service's port]

	LogFormat LogFormat `toml:"log_format"` // [LogText]
	LogLevel  string    `toml:"log_level"`  // the least that is logged: debug (probes as well), info, warn or error [info]

	MaxQueries int `toml:"max_queries"` // queries at a time; more wait for a while [64]
	KeyQueries int `toml:"key_queries"` // the same of one API key [half of MaxQueries]

	Compat bool `toml:"compat"` // also take the paths and words of another service with this interface, for its clients [no]

	LLMURL     string `toml:"llm_url"`      // of a chat completions interface, as https://host/v1 [none]
	LLMModel   string `toml:"llm_model"`    // the model's name there; needed with LLMURL
	LLMKeyFile string `toml:"llm_key_file"` // holds the interface's key [the variable LLMKeyVariable]
	LLMTokens  int64  `toml:"llm_tokens"`   // of a page's text in one call [8,000]

	// Background tells that a command started the service: it logs to its
	// file, stops when it has been idle for IdleAfter, and gives way to a
	// newer build.
	Background bool `toml:"-"`

	// Reload brings wishes to read the files of the TLS certificate at once. [none]
	Reload <-chan os.Signal `toml:"-"`

	IdleAfter    time.Duration `toml:"-"` // [15 min]
	DrainTimeout time.Duration `toml:"-"` // for running requests to finish at the end [30 s]
	Version      string        `toml:"-"` // of this build
	Log          *slog.Logger  `toml:"-"` // [slog.Default()]

	nodeHost   string // of NodeURL
	nodePort   int
	noDatabase bool           // Database was left out
	trusted    []netip.Prefix // TrustedProxy
}

// Duration is a length of time, written as 90s or 10m. It is a struct because TOML's reader
// takes a bare number for one of any integer type, here for nanoseconds.
type Duration struct{ time.Duration }

// UnmarshalText reads a duration.
func (d *Duration) UnmarshalText(text []byte) (err error) {
	if d.Duration, err = time.ParseDuration(string(text)); err != nil {
		return fmt.Errorf(`%q is no time: write it as "90s" or "10m"`, text)
	}
	return nil
}

// ManagedProxy is a proxy that requests can ask for by country.
type ManagedProxy struct {
	Country string `toml:"country"` // two letters
	URL     string `toml:"url"`     // http, https or socks5, with credentials inside; a secret
}

// ReadFile sets what the settings file at path gives and leaves the rest. Paths
// in it are relative to its folder.
func (c *Config) ReadFile(path string) error {
	file := *c
	paths := []*string{&file.DataDir, &file.Database, &file.TLSCert, &file.TLSKey, &file.PeerCA, &file.LLMKeyFile}
	before := make([]string, len(paths))
	for i, p := range paths {
		before[i], *p = *p, ""
	}
	if err := readSettings(path, &file); err != nil {
		return fmt.Errorf("reading the service's settings: %w", err)
	}
	for i, p := range paths {
		switch {
		case *p == "":
			*p = before[i]
		case !filepath.IsAbs(*p) && !account.IsPostgres(*p):
			*p = filepath.Join(filepath.Dir(path), *p)
		}
	}
	*c = file
	return nil
}

// readSettings decodes a settings file. A key that there is not, or a value that is none of
// its key's, is an error that gives the file, the line and the key.
func readSettings(path string, settings *Config) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	err = toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields().Decode(settings)
	if unknown, ok := errors.AsType[*toml.StrictMissingError](err); ok {
		var all []error
		for _, e := range unknown.Errors {
			line, _ := e.Position()
			all = append(all, fmt.Errorf("%s:%d: unknown setting %q", path, line, strings.Join(e.Key(), ".")))
		}
		return errors.Join(all...)
	}
	if invalid, ok := errors.AsType[*toml.DecodeError](err); ok {
		line, column := invalid.Position()
		return fmt.Errorf("%s:%d:%d: %s", path, line, column, tomlwords.Of(invalid))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// ConfigError is a Config that contradicts itself or makes no sense.
type ConfigError struct{ Message string }

// Error gives the message.
func (e *ConfigError) Error() string { return e.Message }

func wrong(format string, args ...any) error {
	return &ConfigError{fmt.Sprintf(format, args...)}
}

// complete fills in the defaults and checks what can be checked without touching
// the machine.
func (c *Config) complete() (err error) {
	for _, step := range []func() error{c.setDefaults, c.checkNumbers, c.checkChoices, c.checkNode} {
		if err := step(); err != nil {
			return err
		}
	}
	if c.trusted, err = ingress.ParseNetworks(c.TrustedProxy); err != nil {
		return wrong("the proxies to be trusted: %v", err)
	}
	return checkLanguages(c.OCRLanguages)
}

// setDefaults fills in what is not given.
func (c *Config) setDefaults() error {
	c.Listen = cmp.Or(c.Listen, DefaultListen)
	c.AllowPrivate = cmp.Or(c.AllowPrivate, AllowPrivateAuto)
	c.LogFormat = cmp.Or(c.LogFormat, LogText)
	c.LogLevel = cmp.Or(c.LogLevel, "info")
	c.SessionDomain = strings.Trim(strings.ToLower(c.SessionDomain), "*.")
	c.MaxSessions = cmp.Or(c.MaxSessions, defaultMaxSessions)
	c.IdleAfter = cmp.Or(c.IdleAfter, defaultIdleAfter)
	c.DrainTimeout = cmp.Or(c.DrainTimeout, defaultDrainTimeout)
	c.Log = cmp.Or(c.Log, slog.Default())
	if c.Drain.Duration > 0 {
		c.LameDuck.Duration = cmp.Or(c.LameDuck.Duration, defaultLameDuck)
	}
	if c.DataDir == "" {
		c.DataDir = datadir.Default() // which looks at the environment
	}
	dir, err := filepath.Abs(c.DataDir)
	if err != nil {
		return err
	}
	c.DataDir = dir
	switch {
	case c.Database == "":
		c.Database, c.noDatabase = DatabaseFile(c.DataDir), true
	case !account.IsPostgres(c.Database) && !strings.Contains(c.Database, "://"):
		if c.Database, err = filepath.Abs(c.Database); err != nil {
			return err
		}
	}
	return nil
}

// checkNumbers checks limits, sizes and times.
func (c *Config) checkNumbers() error {
	for _, n := range []struct {
		what  string
		value float64
	}{
		{"number of sessions", float64(c.MaxSessions)},
		{"number of sessions of a key", float64(c.KeySessions)},
		{"number of queries", float64(c.MaxQueries)},
		{"number of queries of a key", float64(c.KeyQueries)},
		{"size of an upload", float64(c.MaxUpload)},
		{"number of pages", float64(c.MaxPages)},
		{"usage limit", float64(c.UsageLimit)},
		{"budget of tokens for a language model", float64(c.LLMTokens)},
		{"time for sessions to end", c.Drain.Seconds()},
		{"time in which work is still taken", c.LameDuck.Seconds()},
	} {
		if n.value < 0 {
			return wrong("the %s must not be negative: it is %g", n.what, n.value)
		}
	}
	switch {
	case c.SessionMemory > 0 && c.SessionMemory < minSessionMemory:
		return wrong("the memory of a session %d MiB is too little for a browser: give at least %d", c.SessionMemory, minSessionMemory)
	case c.SessionDisk > 0 && c.SessionDisk < minSessionDisk:
		return wrong("the disk of a session %d MiB is too little for a browser: give at least %d", c.SessionDisk, minSessionDisk)
	case c.Lease != 0 && c.Lease < minLease:
		return wrong("a lease of %d seconds is too short: give at least %d", c.Lease, minLease)
	}
	return nil
}

var domainName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z0-9_-]+(\.[a-z0-9_-]+)*$`) })

// checkChoices checks addresses, and what goes with what.
func (c *Config) checkChoices() error {
	_, port, err := net.SplitHostPort(c.Listen)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	switch {
	case err != nil:
		return wrong("the address to listen on %q must be HOST:PORT, such as %s", c.Listen, DefaultListen)
	case strings.Contains(c.Database, "://") && !account.IsPostgres(c.Database):
		scheme, _, _ := strings.Cut(c.Database, "://")
		return wrong("the database must be a path or begin with postgres://, not with %s://", scheme)
	case c.AllowPrivate != AllowPrivateAuto && c.AllowPrivate != AllowPrivateYes && c.AllowPrivate != AllowPrivateNo:
		return wrong("the policy for private addresses %q must be auto, yes or no", c.AllowPrivate)
	case c.LogFormat != LogText && c.LogFormat != LogJSON:
		return wrong("the format of the log %q must be text or json", c.LogFormat)
	case new(slog.Level).UnmarshalText([]byte(c.LogLevel)) != nil:
		return wrong("the level of the log %q must be debug, info, warn or error", c.LogLevel)
	case (c.TLSCert == "") != (c.TLSKey == ""):
		return wrong("a TLS certificate and its key must be given together")
	case c.SessionDomain != "" && !domainName().MatchString(c.SessionDomain):
		return wrong("the domain of sessions %q must be a name such as sessions.example", c.SessionDomain)
	case c.LLMURL == "" && (c.LLMModel != "" || c.LLMKeyFile != ""):
		return wrong("a language model is named, but not the address of its interface")
	case c.LLMURL != "" && c.LLMModel == "":
		return wrong("the address of a language model's interface is given, but not the model's name")
	}
	return nil
}

// checkNode reads the node's address.
func (c *Config) checkNode() error {
	switch {
	case c.NodeURL == "" && c.PeerCA != "":
		return wrong("an authority of other nodes is given, but not the address of this node")
	case c.NodeURL == "":
		return nil
	}
	address, err := url.Parse(c.NodeURL)
	if err != nil || address.Scheme != "https" || address.Hostname() == "" || address.User != nil ||
		strings.Trim(address.Path, "/") != "" || address.RawQuery != "" || address.Fragment != "" {
		return wrong("the address of this node %q must be https://HOST or https://HOST:PORT", c.NodeURL)
	}
	c.nodeHost, c.nodePort = address.Hostname(), 443
	if port := address.Port(); port != "" {
		if c.nodePort, err = net.LookupPort("tcp", port); err != nil || c.nodePort == 0 {
			return wrong("the address of this node %q has a port that is none", c.NodeURL)
		}
	}
	return nil
}

// Logger returns the log that a Config wishes for, which writes to a writer.
func (c *Config) Logger(to io.Writer) *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.LogLevel)); err != nil {
		level = slog.LevelInfo // Run says what is wrong with the level
	}
	options := &slog.HandlerOptions{Level: level}
	if c.LogFormat == LogJSON {
		return slog.New(slog.NewJSONHandler(to, options))
	}
	return slog.New(slog.NewTextHandler(to, options))
}

// DatabaseFile is the path of a data directory's account when none is named.
func DatabaseFile(dataDir string) string { return filepath.Join(dataDir, "assay.db") }
