// Package api is the service's HTTP interface: routes, authentication,
// validation, errors and metering. It is the only package that speaks HTTP JSON;
// what it answers with is made by page, document, extract and account.
//
// A request flows one way: authenticate, validate, reserve, load, extract,
// settle, reply. Whatever fails after the reservation refunds it.
package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"path"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/google/uuid"

	"assay/service/account"
	"assay/service/browser/sessions"
	"assay/service/document"
	"assay/service/egress"
	"assay/service/extract/assist"
	"assay/service/ingress"
	"assay/service/metrics"
	"assay/service/page"
)

// Config is what an API needs. Zero values mean the default in brackets.
type Config struct {
	Account  *account.Account
	Pages    *page.Loader
	Sessions *sessions.Manager
	Managed  *egress.Managed  // the operator's proxies; may be nil
	Log      *slog.Logger     // [slog.Default()]
	Version  string           // shown by /healthz
	Metrics  *metrics.Metrics // [of its own]

	Peers *Peers // nil for a node that is alone

	Rules ingress.Rules // for where requests come from

	// OpenMetrics answers /metrics to who has no API key, too, if it is the service's
	// own name that was asked for.
	OpenMetrics bool

	// Missing names what this node lacks to answer every request, for /readyz; nil for
	// nothing ever.
	Missing func(context.Context) []string

	Documents *document.Reader // [document.NewReader(document.Config{})]
	Uploads   string           // folder of the files being queried [os.TempDir()]
	MaxUpload int64            // bytes of such a file [DefaultMaxUpload]

	// Assistant fills what the engine left open, in standard mode only; nil for
	// none.
	Assistant *assist.Assistant

	// Compat also takes the paths and words of another service with this interface.
	Compat bool

	MaxConcurrent int           // queries at a time [DefaultMaxConcurrent]
	PerKey        int           // queries of one key at a time [half of MaxConcurrent]
	QueueTime     time.Duration // that a query may wait for its turn [DefaultQueueTime]
	QueryTimeout  time.Duration // for a query from reservation to answer [2 min]
	BodyTimeout   time.Duration // for a request's body to arrive [1 min]
}

// The limits of an API whose Config names none.
const (
	DefaultMaxConcurrent = 64
	DefaultQueueTime     = 10 * time.Second
)

// maxPending is how much the bodies of queries that are not answered yet may take.
const maxPending = 1 << 30

// limits returns the bounds on queries that a Config means.
func (c *Config) limits() limits {
	node := cmp.Or(c.MaxConcurrent, DefaultMaxConcurrent)
	return limits{
		node:    node,
		perKey:  cmp.Or(c.PerKey, max(1, node/2)),
		queue:   4 * node,
		wait:    cmp.Or(c.QueueTime, DefaultQueueTime),
		pending: maxPending,
	}
}

// API answers the service's requests. It is safe for concurrent use.
type API struct {
	cfg Config // with its defaults

	mux       *http.ServeMux
	mounted   []string // prefixes of what is not the API's own
	paths     []string // of the routes
	limit     *limiter
	computing chan struct{} // holds one for each answer that is being worked out
	activity  activity
	lacking   atomic.Value // string: what the node lacked when it was last asked
	leaving   atomic.Bool  // not ready, though it may still take work
	draining  atomic.Bool  // takes no more work
}

// New returns an API on an open account.
func New(cfg Config) *API {
	cfg.Log = cmp.Or(cfg.Log, slog.Default())
	cfg.MaxUpload = cmp.Or(cfg.MaxUpload, DefaultMaxUpload)
	cfg.QueryTimeout = cmp.Or(cfg.QueryTimeout, 2*time.Minute)
	cfg.BodyTimeout = cmp.Or(cfg.BodyTimeout, time.Minute)
	if cfg.Metrics == nil {
		cfg.Metrics = metrics.New(cfg.Version)
	}
	if cfg.Missing == nil {
		cfg.Missing = func(context.Context) []string { return nil }
	}
	if cfg.Documents == nil {
		cfg.Documents = document.NewReader(document.Config{})
	}
	a := &API{cfg: cfg, mux: http.NewServeMux()}
	a.limit = newLimiter(cfg.limits())
	a.computing = make(chan struct{}, 1+runtime.GOMAXPROCS(0))
	a.cfg.Metrics.Gauge("queries_running", "Queries that are being answered.", func() float64 {
		running, _ := a.limit.counts()
		return float64(running)
	})
	a.cfg.Metrics.Gauge("queries_waiting", "Queries that wait for their turn.", func() float64 {
		_, waiting := a.limit.counts()
		return float64(waiting)
	})

	a.route("/v1/query-data", methods{http.MethodPost: a.queryData})
	a.route(sessionsPath, methods{http.MethodPost: a.createSession, http.MethodGet: a.listSessions})
	a.route(sessionsPath+"/{id}", methods{http.MethodGet: a.showSession, http.MethodDelete: a.deleteSession})
	a.route(sessionsPath+"/{id}/query-data", methods{http.MethodPost: a.querySession})
	a.route("/v1/query-document", methods{http.MethodPost: a.queryDocument})
	a.route("/v1/usage", methods{http.MethodGet: a.usage})
	a.route(healthPath, methods{http.MethodGet: a.health})
	a.route(readyPath, methods{http.MethodGet: a.ready})
	a.route(metricsPath, methods{http.MethodGet: a.showMetrics})
	a.route("/openapi.json", methods{http.MethodGet: a.describe})
	if a.cfg.Compat {
		a.routeCompat()
	}
	a.mux.Handle("/", handler(func(c *call) error { return unknownPath(c.r) }))
	return a
}

// Paths returns the paths that are answered, as patterns of http.ServeMux.
func (a *API) Paths() []string { return a.paths }

// Active returns how many requests are running, of any kind, and when one last
// began or ended; the zero time if there was none.
func (a *API) Active() (requests int, last time.Time) { return a.activity.now() }

// Leave makes the API say that it is not ready, and close connections after their answers,
// so that load balancers turn away from it. It goes on to take work.
func (a *API) Leave() { a.leaving.Store(true) }

// Drain makes the API refuse new work with 503 while what runs goes on; see Wait.
// Sessions that are alive can be asked for and ended.
func (a *API) Drain() {
	a.Leave()
	a.draining.Store(true)
}

// ErrAborted is the cause to cancel requests with that the service gives up on at
// its end. They are answered with 503; a request cancelled for another reason is
// one whose client has gone.
var ErrAborted = errors.New("the service stopped before this request was answered")

// Wait returns when no request is running, or with ctx's error when ctx ends.
func (a *API) Wait(ctx context.Context) error { return a.activity.wait(ctx) }

// call is one request being answered, and the way to answer it.
type call struct {
	http.ResponseWriter
	r        *http.Request
	id       string      // of the request, in the ledger and the log
	givenID  string      // that the client or a proxy before it has for the request; "" for none
	key      account.Key // once authenticated
	operator bool        // who sees the sessions of all keys
	late     bool        // the body did not arrive in time
	status   int         // that was sent, 0 before
	err      error       // that the handler returned
}

// WriteHeader notes the status for the log.
func (c *call) WriteHeader(status int) {
	if c.status == 0 {
		c.status = status
	}
	c.ResponseWriter.WriteHeader(status)
}

// Write notes the status of an answer that begins with its body.
func (c *call) Write(body []byte) (int, error) {
	if c.status == 0 {
		c.status = http.StatusOK
	}
	return c.ResponseWriter.Write(body)
}

// Unwrap lets http.ResponseController find the connection.
func (c *call) Unwrap() http.ResponseWriter { return c.ResponseWriter }

// handler answers a call. The error it returns instead is sent by ServeHTTP.
type handler func(*call) error

// ServeHTTP is how http.ServeMux calls a handler: with the call as the writer.
func (h handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c := w.(*call)
	c.r = r
	c.err = h(c)
}

// methods are the handlers of a path.
type methods map[string]handler

// find returns the handler of a method; HEAD is answered as GET, without the body.
func (m methods) find(method string) handler {
	if method == http.MethodHead {
		method = http.MethodGet
	}
	return m[method]
}

// route registers the handlers of a path, which is a pattern of http.ServeMux
// without a method.
func (a *API) route(pattern string, handlers methods) {
	var allowed []string
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodDelete} {
		if handlers.find(method) != nil {
			allowed = append(allowed, method)
		}
	}
	a.paths = append(a.paths, pattern)
	allow := strings.Join(append(allowed, http.MethodOptions), ", ")
	a.mux.Handle(pattern, handler(func(c *call) error {
		if handle := handlers.find(c.r.Method); handle != nil {
			return handle(c)
		}
		if c.r.Method == http.MethodOptions {
			c.Header().Set("Allow", allow)
			c.WriteHeader(http.StatusNoContent)
			return nil
		}
		f := fail(methodNotAllowed, "%s does not take %s, only %s.", c.r.URL.Path, c.r.Method, strings.Join(allowed, " or "))
		f.allow = allow
		return f
	}))
}

func unknownPath(r *http.Request) *failure {
	shown := r.URL.Path
	if len(shown) > 100 {
		shown = shown[:100] + "…"
	}
	return fail(notFound, "There is nothing at the path %q.", shown)
}

// ServeHTTP answers one request.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	began := time.Now()
	if a.cfg.Compat {
		r = compatible(r)
	}
	c := &call{ResponseWriter: w, r: r, id: uuid.NewString(), givenID: givenRequestID(r)}
	w.Header().Set(requestIDHeader, cmp.Or(c.givenID, c.id))
	a.activity.begin()
	defer a.activity.end()
	defer a.finish(c, began)

	if a.leaving.Load() {
		w.Header().Set("Connection", "close")
	}
	if r.Header.Get(hopHeader) != "" {
		w.Header().Set(hopHeader, c.id)
		w.WriteHeader(http.StatusProcessing)
	}
	// A path that is not clean would make the mux redirect, which is no answer
	// that clients of a JSON interface understand.
	if p := r.URL.Path; (p != path.Clean(p) || !strings.HasPrefix(p, "/")) && !a.isMounted(p) {
		c.err = unknownPath(r)
		return
	}
	a.mux.ServeHTTP(c, r)
}

// finish sends the error a handler returned or panicked with, and writes the log.
// The log holds nothing of what was asked and answered: no query strings, bodies,
// keys or pages.
func (a *API) finish(c *call, began time.Time) {
	if p := recover(); p != nil {
		if err, ok := p.(error); ok && errors.Is(err, http.ErrAbortHandler) {
			panic(p)
		}
		// The value may quote a page; its type and the stack say where to look.
		a.cfg.Log.Error("panic", "request_id", c.id, "value", fmt.Sprintf("%T", p), "stack", string(debug.Stack()))
		c.err = internal(nil)
	}

	attrs := make([]slog.Attr, 0, 10)
	if c.err != nil {
		f := a.failureOf(c)
		switch {
		case f.code == clientGone:
			// What is not answered would go out as an empty success, to a client
			// that only shut its sending half.
			defer panic(http.ErrAbortHandler)
		case c.status == 0:
			c.discardBody()
			f.write(c, c.id)
		}
		attrs = append(attrs, slog.String("code", string(f.code)))
		if f.cause != nil {
			attrs = append(attrs, slog.String("cause", f.cause.Error()))
		}
		c.status = f.code.status()
		if c.key.Prefix != "" && (c.status == http.StatusPaymentRequired || c.status == http.StatusTooManyRequests || f.code == scopeMissing) {
			a.cfg.Metrics.KeyRefused(c.key.Prefix, string(f.code))
		}
	}
	route := c.r.Pattern
	if route == "" || route == "/" {
		route = "unmatched"
	}
	a.cfg.Metrics.Request(route, c.status, time.Since(began))
	attrs = append(attrs,
		slog.String("request_id", c.id))
	if c.givenID != "" {
		attrs = append(attrs, slog.String("x_request_id", c.givenID))
	}
	attrs = append(attrs,
		slog.String("method", c.r.Method),
		slog.String("route", route),
		slog.Int("status", c.status),
		slog.Duration("duration", time.Since(began)))
	if from := a.cfg.Rules.Origin(c.r).Client; from.IsValid() {
		attrs = append(attrs, slog.String("client", from.String()))
	}
	if c.key.Prefix != "" {
		attrs = append(attrs, slog.String("key", c.key.Prefix))
	}
	// Pages that fail are everyday; a fault of the service or its machine is not. What
	// asks every few seconds whether the service is well would hide all else.
	level := slog.LevelInfo
	if isProbe(route) {
		level = slog.LevelDebug
	} else if c.status == http.StatusInternalServerError || c.status == missingDependency.status() {
		level = slog.LevelError
	}
	a.cfg.Log.LogAttrs(context.WithoutCancel(c.r.Context()), level, "request", attrs...)
}

// failureOf returns a handler's error as the failure to send.
func (a *API) failureOf(c *call) *failure {
	f, cause := (*failure)(nil), c.err
	if errors.As(c.err, &f) {
		if cause = f.cause; f.code.status() < http.StatusInternalServerError || !isStorage(cause) {
			return f
		}
	}
	if f := c.interrupted(); f != nil {
		return f
	}
	if isStorage(cause) {
		return fail(storageGone, "The service cannot write to its disk, which is full or read-only; this request was not counted. Try again when its operator has made room.").after(retryStorage).because(cause)
	}
	if errors.Is(c.err, account.ErrUnavailable) {
		return fail(databaseGone, "The service's database is not available at the moment; this request was not counted. Try again shortly.").after(retryDatabase).because(c.err)
	}
	return internal(c.err)
}

// isStorage reports whether an error is of a disk that cannot be written.
func isStorage(err error) bool {
	return errors.Is(err, account.ErrStorage) || errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EROFS)
}

// interrupted returns why nobody waits for the answer any more, nil if somebody does.
func (c *call) interrupted() *failure {
	ctx := c.r.Context()
	switch {
	case ctx.Err() == nil:
		return nil
	case errors.Is(context.Cause(ctx), ErrAborted):
		return fail(shuttingDown, "The service stopped before this request was answered; it was not counted.").after(retryShutdown)
	}
	return fail(clientGone, "The client closed the connection.")
}
