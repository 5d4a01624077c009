package service

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"assay/service/account"
	"assay/service/document"
	"assay/service/host"
	"assay/service/metrics"
	"assay/wire"
)

// storageEvery is how often the disk is tried, at most: anybody may ask whether the node
// is ready.
const storageEvery = time.Second

// storageBytes is what the disk is tried with: less is no room for a browser.
const storageBytes = 1 << 20

// partsEvery is how often the machine is looked at for the programs that the service
// uses: it means starting the browsers, which a busy machine takes its time for. Nobody
// waits for that but who asks first, for firstLook at most: a load balancer takes a node that
// does not answer soon for dead.
const (
	partsEvery = time.Minute
	firstLook  = time.Second
)

// readiness says what a node lacks. It is safe for concurrent use.
type readiness struct {
	account   *account.Account
	documents *document.Reader
	dir       string        // what is written by the node; it is emptied at each start
	known     chan struct{} // closed when parts is known

	mu      sync.Mutex
	looking time.Time // when the last look at the parts began
	parts   []string
	tried   time.Time
	full    bool // the disk could not be written
}

// missing names what this node lacks to answer every request.
func (r *readiness) missing(ctx context.Context) []string {
	var missing []string
	err := r.account.Ping(ctx)
	r.mu.Lock()
	if time.Since(r.looking) > partsEvery {
		r.looking = time.Now()
		go r.look()
	}
	r.mu.Unlock()
	select {
	case <-r.known:
	case <-time.After(firstLook):
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if time.Since(r.tried) > storageEvery {
		r.full = tryStorage(r.dir) != nil
		r.tried = time.Now()
	}
	ofDisk := errors.Is(err, account.ErrStorage)
	if err != nil && !ofDisk {
		missing = append(missing, "database")
	}
	if r.full || ofDisk {
		missing = append(missing, "storage")
	}
	return append(missing, r.parts...)
}

// look finds out which parts are missing.
func (r *readiness) look() {
	var parts []string
	for _, found := range host.Missing() {
		if found.Part != host.Fonts { // pages are read without, only not shown as well
			parts = append(parts, found.Part.String())
		}
	}
	if !slices.Contains(parts, host.Tesseract.String()) && r.documents.CheckLanguages(context.Background()) != nil {
		parts = append(parts, "OCR languages")
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.parts = parts
	select {
	case <-r.known:
	default:
		close(r.known)
	}
}

// tryStorage writes a file to a folder, and removes it.
func tryStorage(dir string) error {
	file, err := os.CreateTemp(dir, "try-*")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	_, err = file.Write(make([]byte, storageBytes))
	return errors.Join(err, file.Close())
}

// observeLedger counts a step of the account's.
func (s *Service) observeLedger(step account.Step, took time.Duration, err error) {
	s.metrics.Ledger(string(step), took, errors.Is(err, account.ErrUnavailable))
}

// figuresTimeout is how long the metrics wait for the account's database.
const figuresTimeout = 2 * time.Second

// quota returns the account's figures for the metrics.
func (s *Service) quota() (metrics.Quota, error) {
	ctx, cancel := context.WithTimeout(context.Background(), figuresTimeout)
	defer cancel()
	usage, err := s.account.Usage(ctx)
	return metrics.Quota{Limit: usage.Limit, Used: usage.Used, Resets: usage.End}, err
}

// keyFigures returns those of the API keys.
func (s *Service) keyFigures() (metrics.Keys, error) {
	ctx, cancel := context.WithTimeout(context.Background(), figuresTimeout)
	defer cancel()
	figures := metrics.Keys{States: map[string]int{"active": 0, "expired": 0, "revoked": 0}, Calls: make(map[string]int64)}
	keys, err := s.account.Keys(ctx)
	if err != nil {
		return figures, err
	}
	calls, err := s.account.CallsByKey(ctx)
	for _, key := range keys {
		switch {
		case !key.Revoked.IsZero():
			figures.States["revoked"]++
		case !key.Expires.IsZero() && key.Expires.Before(time.Now()):
			figures.States["expired"]++
		default:
			figures.States["active"]++
		}
		if n := calls[key.ID]; n != 0 {
			figures.Calls[key.Prefix] = n
		}
	}
	return figures, err
}

// gauge adds what is asked of the account and the browsers when the metrics are read.
func (s *Service) gauge() {
	s.metrics.Quota(s.quota)
	s.metrics.Keys(s.keyFigures)
	for _, state := range []string{wire.StateStarting, wire.StateActive, wire.StateIdle} {
		s.metrics.Gauge("sessions_"+state, fmt.Sprintf("Browser sessions that are %s.", state), func() float64 {
			return float64(s.sessions.Count()[state])
		})
	}
	s.metrics.Gauge("sessions_limit", "Browser sessions that this node may have at a time.", func() float64 {
		return float64(s.cfg.MaxSessions)
	})
	s.metrics.Gauge("sessions_used_ratio", "Share of the sessions that this node may have which are alive, from 0 to 1.", func() float64 {
		alive, _ := s.sessions.Active()
		return float64(alive) / float64(max(1, s.cfg.MaxSessions))
	})
	s.metrics.Gauge("browsers_spare", "Browsers that were started ahead of their sessions and wait for them.", func() float64 {
		return float64(s.sessions.Spares())
	})
	s.metrics.Gauge("browsers", "Browsers that read pages; each session has one besides.", func() float64 {
		return float64(s.pages.Browsers())
	})
}

// listenForMetrics opens the address that only an operator reaches, in plain HTTP and
// without a key. Until the service has started, it says that it has not.
func (s *Service) listenForMetrics() error {
	if s.cfg.MetricsListen == "" {
		return nil
	}
	listener, err := net.Listen("tcp", s.cfg.MetricsListen)
	if err != nil {
		return fmt.Errorf("listening on %s (--metrics-listen gives another address): %w", s.cfg.MetricsListen, err)
	}
	starting := http.NewServeMux()
	starting.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		fmt.Fprintln(w, `{"status":"starting"}`)
	})
	starting.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.WriteHeader(http.StatusServiceUnavailable)
		fmt.Fprintln(w, `{"status":"starting","missing":["database"]}`)
	})
	s.operated.Store(starting)
	s.operatorsAt = listener
	s.operators = &http.Server{
		Handler:           http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.operated.Load().ServeHTTP(w, r) }),
		ReadHeaderTimeout: readHeaderTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeaderBytes,
	}
	go s.operators.Serve(listener)
	return nil
}

// answerOperators answers there what a service answers that has started.
func (s *Service) answerOperators() {
	if s.operators == nil {
		return
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", s.operatorsMetrics(s.operatorsAt.Addr().(*net.TCPAddr)))
	mux.Handle("GET /healthz", s.api)
	mux.Handle("GET /readyz", s.api)
	s.operated.Store(mux)
}

// operatorsMetrics answers /metrics on the operators' address, but not to a page that
// makes its own name mean that address. Names without a dot are those of a network's
// own machines, which no page has.
func (s *Service) operatorsMetrics(bound *net.TCPAddr) http.Handler {
	rules := s.rules()
	given, _, _ := net.SplitHostPort(s.cfg.MetricsListen)
	known := rules.Named
	rules.Named = func(host string) bool {
		return known(host) || strings.EqualFold(host, given) || !bound.IP.IsLoopback() && !strings.Contains(host, ".")
	}
	metrics := s.metrics.OperatorsHandler()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !rules.OwnHost(r) {
			http.Error(w, "This is not a name of this service: ask for its address, for this machine's name or for the one in --metrics-listen.", http.StatusForbidden)
			return
		}
		metrics.ServeHTTP(w, r)
	})
}
