// Package service is the embedded extraction service: it puts the account, the
// connections to the outside, the page loader, the API and a listener together, starts them and
// stops them. What they do is theirs.
package service

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"

	"assay/service/account"
	"assay/service/api"
	"assay/service/browser"
	"assay/service/browser/sessions"
	"assay/service/document"
	"assay/service/egress"
	"assay/service/metrics"
	"assay/service/page"
	"assay/service/portal/liveview"
	"assay/wire/datadir"
)

const (
	// Bounds on a connection. How long a body may take is the API's.
	readHeaderTimeout = 10 * time.Second
	idleTimeout       = 2 * time.Minute
	maxHeaderBytes    = 64 << 10

	// drainEvery is how often it is looked whether sessions are left that end by themselves.
	drainEvery = 100 * time.Millisecond

	// abortTimeout is for requests to give up after the time to finish is over;
	// then their connections are cut.
	abortTimeout = time.Second
	// closeTimeout is for answers to be sent, and endTimeout for the browsers to end, which
	// takes a busy machine a while.
	closeTimeout = 5 * time.Second
	endTimeout   = 15 * time.Second
)

// Service is a service on a data directory.
type Service struct {
	cfg         Config
	claim       *datadir.Claim
	account     *account.Account
	listener    net.Listener
	address     address
	pages       *page.Loader
	sessions    *sessions.Manager
	api         *api.API
	metrics     *metrics.Metrics
	server      *http.Server
	unused      sync.Map                // connections without a request so far
	freeAddress func()                  // lets pages visit its address again
	abort       context.CancelCauseFunc // ends the contexts of all requests

	operators   *http.Server // of MetricsListen; nil without
	operatorsAt net.Listener
	operated    atomic.Pointer[http.ServeMux] // what it answers

	documents  *document.Reader
	fontsBuilt sync.WaitGroup

	leaving atomic.Bool // no more sessions are placed here

	unwatched   repeatedWarning // keys that may not be valid any more
	unannounced repeatedWarning // this node

	begun time.Time
	stop  sync.Once
	done  chan struct{}
	err   error // why it stopped by itself; read after done is closed
}

// New claims the data directory, opens what is in it, and listens; nothing is
// answered before Start. It fails if another service holds the directory, if it
// cannot listen, and on a Config that contradicts itself. While PostgreSQL is away it waits,
// until ctx ends; the operators' address says so.
func New(ctx context.Context, cfg Config) (*Service, error) {
	if err := cfg.complete(); err != nil {
		return nil, err
	}
	s := &Service{cfg: cfg, done: make(chan struct{})}
	if err := s.open(ctx); err != nil {
		s.release()
		return nil, err
	}
	return s, nil
}

// open takes what the service needs; release gives it back, also when open has
// come only part of the way.
func (s *Service) open(ctx context.Context) (err error) {
	if s.claim, err = datadir.ClaimDir(s.cfg.DataDir, s.cfg.Background); err != nil {
		return err
	}
	browsers := filepath.Join(s.cfg.DataDir, "browsers")
	if err := browser.Sweep(browsers, s.cfg.Log); err != nil {
		s.cfg.Log.Warn("some of an earlier service's browsers are left", "error", err)
	}
	s.metrics = metrics.New(s.cfg.Version)
	assistant, err := s.cfg.assistant(s.metrics.Model)
	if err != nil {
		return err
	}
	if err := s.listenForMetrics(); err != nil {
		return err
	}
	if err := s.openAccount(ctx); err != nil {
		return err
	}
	if err := s.listen(); err != nil {
		return err
	}
	dialer := egress.NewDialer(egress.Config{AllowPrivate: s.allowPrivate(), Refused: s.metrics.Refused})
	s.freeAddress = dialer.Protect(s.listener.Addr())
	s.pages = page.NewLoader(page.Config{
		Browsers: browser.PoolConfig{Dir: browsers, Logger: s.cfg.Log},
		Egress:   dialer,
	})
	managed, err := s.managedProxies()
	if err != nil {
		return err
	}
	s.sessions = sessions.New(s.sessionConfig(browsers, dialer))
	uploads, err := s.openUploads()
	if err != nil {
		return err
	}
	s.openDocuments(uploads)
	peers, err := s.peers(ctx)
	if err != nil {
		return err
	}
	s.api = api.New(api.Config{
		Account:     s.account,
		Pages:       s.pages,
		Sessions:    s.sessions,
		Managed:     managed,
		Log:         s.cfg.Log,
		Version:     s.cfg.Version,
		Metrics:     s.metrics,
		Peers:       peers,
		Rules:       s.rules(),
		OpenMetrics: s.address.loopback,
		Compat:      s.cfg.Compat,
		Missing:     (&readiness{account: s.account, documents: s.documents, dir: uploads, known: make(chan struct{})}).missing,

		MaxConcurrent: s.cfg.MaxQueries,
		PerKey:        s.cfg.KeyQueries,

		Assistant: assistant,

		Documents: s.documents,
		Uploads:   uploads,
		MaxUpload: int64(s.cfg.MaxUpload) << 20,
	})
	if err := s.openPortal(ctx); err != nil {
		return err
	}
	s.gauge()
	requests, abort := context.WithCancelCause(context.Background())
	s.abort = abort
	s.server = &http.Server{
		Handler:           s.handler(),
		BaseContext:       func(net.Listener) context.Context { return requests },
		ConnState:         s.noteConnection,
		ReadHeaderTimeout: readHeaderTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		ErrorLog:          slog.NewLogLogger(s.cfg.Log.Handler(), slog.LevelDebug),
		TLSConfig:         s.address.tls,
	}
	return nil
}

// managedProxies reads the operator's list.
func (s *Service) managedProxies() (*egress.Managed, error) {
	list := make([]egress.ManagedProxy, len(s.cfg.ManagedProxy))
	for i, proxy := range s.cfg.ManagedProxy {
		list[i] = egress.ManagedProxy(proxy)
	}
	return egress.NewManaged(list)
}

// sessionConfig says where sessions run and how they are reached.
func (s *Service) sessionConfig(browsers string, dialer *egress.Dialer) sessions.Config {
	bound := s.listener.Addr().(*net.TCPAddr)
	host, port := s.address.host, bound.Port
	if s.cfg.NodeURL != "" {
		host, port = s.cfg.nodeHost, s.cfg.nodePort
	}
	return sessions.Config{
		Dir:    browsers,
		Egress: dialer,
		Log:    s.cfg.Log,
		Listen: bound.IP.String(),
		Host:   host,
		TLS:    s.address.tls,
		Plain:  s.address.loopback,
		Domain: s.cfg.SessionDomain,
		Shared: s.cfg.NodeURL != "",
		Port:   port,
		Max:    s.cfg.MaxSessions,
		PerKey: s.cfg.KeySessions,
		Memory: int64(s.cfg.SessionMemory) << 20,
		Disk:   int64(s.cfg.SessionDisk) << 20,

		LiveView:    liveview.Serve,
		Ended:       s.sessionEnded,
		ClientFiles: s.clientsAreHere(),
		Data:        s.cfg.DataDir,
	}
}

// clientsAreHere reports whether no client can come from another machine, neither itself
// nor through a proxy on this one.
func (s *Service) clientsAreHere() bool {
	return s.address.loopback && s.cfg.SessionDomain == "" && s.cfg.NodeURL == "" && len(s.cfg.TrustedProxy) == 0
}

func (s *Service) allowPrivate() bool {
	if s.cfg.AllowPrivate == AllowPrivateAuto {
		return s.address.loopback
	}
	return s.cfg.AllowPrivate == AllowPrivateYes
}

// Start begins to answer, announces the service in its data directory, and
// returns what it announced.
func (s *Service) Start() (datadir.Info, error) {
	s.begun = time.Now()
	go func() {
		if err := s.server.Serve(s.listener); !errors.Is(err, http.ErrServerClosed) {
			s.finish(fmt.Errorf("listening on %s: %w", s.listener.Addr(), err))
		}
	}()
	s.answerOperators()
	ahead, cancel := context.WithCancel(context.Background())
	go func() {
		<-s.done
		cancel()
	}()
	if s.cfg.NodeURL != "" {
		s.withdraw(ahead) // what a process before this one had is gone
		s.announce(ahead)
		go every(ahead, announceEvery, s.announce)
	}
	info := s.address.info(&s.cfg)
	if err := datadir.WriteInfo(s.cfg.DataDir, info); err != nil {
		return datadir.Info{}, err
	}
	s.claim.Ready()
	if s.cfg.Background {
		go s.watchIdle()
	}
	go every(ahead, watchKeysEvery, s.watchKeys)
	if s.address.files != nil {
		go s.reload()
	}
	go s.warm(ahead)
	s.fontsBuilt.Go(func() { s.buildFonts(ahead) })
	s.fontsBuilt.Go(func() { s.warnOfLanguages(ahead) })
	return info, nil
}

// warm starts a browser ahead of the first page. Where there is none, pages say
// so themselves.
func (s *Service) warm(ctx context.Context) {
	if err := s.pages.Warm(ctx); err != nil {
		if ctx.Err() == nil {
			s.cfg.Log.Warn("no browser could be started", "error", err)
		}
		return
	}
	s.sessions.Warm()
}

// Done is closed when the service wants to be shut down by itself: it was idle
// for long enough, gives way to a newer build, or cannot listen any more.
func (s *Service) Done() <-chan struct{} { return s.done }

// finish closes Done, once, for the reason err; nil if all is well.
func (s *Service) finish(err error) {
	s.stop.Do(func() {
		s.err = err
		close(s.done)
	})
}

// drain lets load balancers turn away from the service while it still takes work, and
// then lets its sessions go on until the last has ended or their time is up.
func (s *Service) drain() {
	if s.cfg.LameDuck.Duration+s.cfg.Drain.Duration == 0 {
		return
	}
	s.leaving.Store(true)
	s.tellSystemd(daemon.SdNotifyStopping + "\nSTATUS=leaving: sessions go on for " + s.cfg.Drain.String())
	s.api.Leave()
	s.announce(context.Background())
	s.cfg.Log.Info("leaving: not ready any more", "work_taken_for", s.cfg.LameDuck.Duration, "sessions_end_in", s.cfg.Drain.Duration)
	over := time.After(s.cfg.Drain.Duration)
	time.Sleep(s.cfg.LameDuck.Duration)
	s.api.Drain()
	ticker := time.NewTicker(drainEvery)
	defer ticker.Stop()
	for {
		if alive, _ := s.sessions.Active(); alive == 0 {
			return
		}
		select {
		case <-ticker.C:
		case <-over:
			return
		}
	}
}

// Shutdown takes no new work, lets running requests finish until ctx ends, then
// aborts them, which refunds them, and ends the browsers. It returns the error
// that stopped the service, if one did, and ctx's error if requests had to be
// aborted. The data directory is free when it returns.
func (s *Service) Shutdown(ctx context.Context) error {
	defer s.release()
	s.finish(nil)
	err := s.err
	s.leaving.Store(true)
	s.tellSystemd(daemon.SdNotifyStopping + "\nSTATUS=stopping")
	s.api.Drain()
	err = errors.Join(err, datadir.RemoveInfo(s.cfg.DataDir))
	s.cfg.Log.Info("stopping: no new requests are taken")
	flush := closeTimeout
	if waitErr := s.api.Wait(ctx); waitErr != nil {
		flush = abortTimeout
		err = errors.Join(err, fmt.Errorf("requests were aborted: %w", waitErr))
		s.abort(api.ErrAborted)
		aborting, cancel := context.WithTimeout(context.Background(), abortTimeout)
		defer cancel()
		s.api.Wait(aborting)
	}
	flushing, cancel := context.WithTimeout(context.Background(), flush)
	defer cancel()
	s.withdraw(flushing)
	s.unused.Range(func(connection, _ any) bool {
		connection.(net.Conn).Close()
		return true
	})
	if flushErr := s.server.Shutdown(flushing); err == nil {
		err = flushErr
	}
	s.server.Close()
	s.fontsBuilt.Wait()
	closing, cancel := context.WithTimeout(context.Background(), endTimeout)
	defer cancel()
	return errors.Join(err, s.api.Wait(closing), s.sessions.Shutdown(closing), s.pages.Shutdown(closing))
}

// noteConnection remembers the connections on which no request has come. Clients open some
// in advance, and a server that ends would wait five seconds for their first request.
func (s *Service) noteConnection(connection net.Conn, state http.ConnState) {
	if state == http.StateNew {
		s.unused.Store(connection, nil)
	} else {
		s.unused.Delete(connection)
	}
}

// release gives back what open took.
func (s *Service) release() {
	if s.abort != nil {
		s.abort(nil)
	}
	if s.freeAddress != nil {
		s.freeAddress()
	}
	if s.listener != nil {
		s.listener.Close()
	}
	if s.operators != nil {
		s.operators.Close()
	}
	if s.account != nil {
		if err := s.account.Close(); err != nil {
			s.cfg.Log.Error("closing the account", "error", err)
		}
	}
	if s.claim != nil {
		s.claim.Release()
	}
}

const (
	// gcPercent lets the heap grow to five times what is live before it is
	// collected. The trees of a page are large and short-lived and little else
	// lives: collecting at the usual twice costs a fifth of the throughput.
	gcPercent = 400
	// memoryLimit, in bytes, is where the collector begins to work harder instead:
	// the largest pages would else take five times what they need.
	memoryLimit = 512 << 20
)

// tuneMemory sets the process's garbage collector, unless the environment did.
func tuneMemory() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
	}
}

// Run runs a service until ctx ends or it stops by itself. When it answers, one
// line of JSON with the fields of datadir.Info is written to ready.
func Run(ctx context.Context, cfg Config, ready io.Writer) error {
	tuneMemory()
	s, err := New(ctx, cfg)
	if err != nil {
		return err
	}
	info, err := s.Start()
	if err == nil {
		err = json.NewEncoder(ready).Encode(info)
	}
	if err != nil {
		s.finish(fmt.Errorf("announcing the service: %w", err))
	} else {
		s.tellSystemd(daemon.SdNotifyReady + "\nSTATUS=answering at " + info.BaseURL)
		s.cfg.Log.Info("the service is ready", "base_url", info.BaseURL, "data_dir", s.cfg.DataDir, "version", info.Version)
	}
	select {
	case <-ctx.Done():
		s.drain()
	case <-s.Done():
	}
	drain, cancel := context.WithTimeout(context.Background(), s.cfg.DrainTimeout)
	defer cancel()
	return s.Shutdown(drain)
}
