// Package portal is the developer portal: the pages on which an operator makes, changes and
// revokes API keys, sees what is used, sees and ends browser sessions, and tries
// queries. Its pages are plain HTML
// that the service writes; they work without JavaScript and load nothing from
// other sites.
//
// Who may see them has signed in with the operator's password, or with a link that
// only this machine's user can make. Sessions are kept in the account's database,
// so that they hold, and end, on all nodes.
package portal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"assay/service/account"
	"assay/service/browser/sessions"
	"assay/service/ingress"
	"assay/wire/datadir"
)

// Prefix is the path of the portal.
const Prefix = datadir.PortalPath

const (
	// maxForm is how large a form may be, but for the playground's, which may hold a
	// page.
	maxForm           = 64 << 10
	maxPlaygroundForm = 8 << 20

	formTime  = time.Minute      // for a form to arrive
	writeTime = 30 * time.Second // for a page to be taken

	retryDatabase = 3 * time.Second
)

// Query answers a web query on behalf of a key: see api.API.Query.
type Query func(ctx context.Context, key account.Key, body []byte) (status int, header http.Header, answer []byte)

// Sessions returns the browser sessions of all keys on all nodes: see api.API.Sessions.
type Sessions func(context.Context) (list []sessions.Owned, silent []string, err error)

// EndSession ends one of them: see api.API.EndSession.
type EndSession func(ctx context.Context, id string) error

// Config is what a portal needs.
type Config struct {
	Account    *account.Account
	Query      Query
	Sessions   Sessions
	EndSession EndSession
	LinkKey    datadir.LinkKey  // of the links that sign in; empty for none
	Rules      ingress.Rules    // for where visits come from
	Log        *slog.Logger     // nil for slog.Default()
	Now        func() time.Time // the clock; nil for time.Now
}

// Portal answers the requests below Prefix. It is safe for concurrent use.
type Portal struct {
	cfg      Config // with its defaults
	keys     keyring
	links    links
	attempts *attempts
	checker  checker
	sameSite *http.CrossOriginProtection
	mux      *http.ServeMux
	pages    *pages
}

// New returns a portal on an open account.
func New(ctx context.Context, cfg Config) (*Portal, error) {
	cfg.Log = cmp.Or(cfg.Log, slog.Default())
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	p := &Portal{cfg: cfg, checker: newChecker(), sameSite: http.NewCrossOriginProtection(), mux: http.NewServeMux()}
	signing, err := p.cfg.Account.PortalKey(ctx)
	if err != nil {
		return nil, err
	}
	p.keys = newKeyring(signing)
	p.links = newLinks(cfg.LinkKey, p.cfg.Now)
	p.attempts = newAttempts(p.cfg.Now)
	if p.pages, err = newPages(); err != nil {
		return nil, err
	}

	p.route(Prefix, methods{http.MethodGet: signedIn(p.showUsage)})
	p.route(Prefix+"/{$}", methods{http.MethodGet: func(v *visit) error { return v.redirect(Prefix) }})
	p.route(Prefix+"/sign-in", methods{http.MethodGet: p.showSignIn, http.MethodPost: p.signIn})
	p.route(Prefix+"/sign-out", methods{http.MethodPost: p.signOut})
	p.route(datadir.OpenPath+"{token}", methods{http.MethodGet: p.openLink})
	p.route(Prefix+"/keys", methods{http.MethodGet: signedIn(p.showKeys), http.MethodPost: signedIn(p.createKey)})
	p.route(Prefix+"/keys/created", methods{http.MethodGet: signedIn(p.showCreated)})
	p.route(Prefix+"/keys/{id}", methods{http.MethodGet: signedIn(p.showKey), http.MethodPost: signedIn(p.changeKey)})
	p.route(Prefix+"/keys/{id}/revoke", methods{http.MethodGet: signedIn(p.confirmRevoke), http.MethodPost: signedIn(p.revokeKey)})
	p.route(callsPath, methods{http.MethodGet: signedIn(p.showCalls)})
	p.route(csvPath, methods{http.MethodGet: signedIn(p.sendCalls)})
	p.route(sessionsPath, methods{http.MethodGet: signedIn(p.showSessions)})
	p.route(sessionsPath+"/{id}/end", methods{http.MethodGet: signedIn(p.confirmEnd), http.MethodPost: signedIn(p.endSession)})
	p.route(playgroundPath, methods{http.MethodGet: signedIn(p.showPlayground), http.MethodPost: signedIn(p.runPlayground)})
	p.route("/", methods{http.MethodGet: func(*visit) error { return errNotFound }})
	p.mux.HandleFunc(Prefix+"/static/{file}", p.asset)
	return p, nil
}

// visit is one request for a page.
type visit struct {
	http.ResponseWriter
	r        *http.Request
	p        *Portal
	origin   ingress.Origin
	secret   string // that the visitor's cookie holds; "" if it has none that is ours
	signedIn bool
}

// handler answers a visit. The error it returns instead becomes a page.
type handler func(*visit) error

// methods are the handlers of a path.
type methods map[string]handler

// route registers the handlers of a path, which is a pattern of http.ServeMux without
// a method. HEAD is answered as GET is, without the body, which net/http leaves out.
func (p *Portal) route(pattern string, handlers methods) {
	var allowed []string
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost} {
		if handlers.find(method) != nil {
			allowed = append(allowed, method)
		}
	}
	p.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		v := &visit{ResponseWriter: w, r: r, p: p, origin: p.cfg.Rules.Origin(r)}
		defer v.recover()
		handle := handlers.find(r.Method)
		if pattern == "/" {
			handle = handlers[http.MethodGet]
		}
		if handle == nil {
			w.Header().Set("Allow", strings.Join(allowed, ", "))
			handle = func(*visit) error { return errMethod }
		}
		err := v.identify()
		if err == nil && r.Method == http.MethodPost {
			err = v.readForm()
		}
		if err == nil {
			err = handle(v)
		}
		if err != nil {
			v.fail(err)
		}
	})
}

func (m methods) find(method string) handler {
	if method == http.MethodHead {
		method = http.MethodGet
	}
	return m[method]
}

// ServeHTTP answers a request below Prefix.
func (p *Portal) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Content-Security-Policy", policy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("X-Frame-Options", "DENY")
	header.Set("Cross-Origin-Opener-Policy", "same-origin")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	// With no-referrer, browsers would send forms with "Origin: null".
	header.Set("Referrer-Policy", "same-origin")
	header.Set("Cache-Control", "no-store")
	p.mux.ServeHTTP(w, r)
}

// policy lets a page use what comes from the portal itself, and screenshots, which
// are in the page.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// signedIn lets only those in who have signed in, and sends others to where they can.
func signedIn(h handler) handler {
	return func(v *visit) error {
		if v.signedIn {
			return h(v)
		}
		return v.redirect(signInAddress(v.r))
	}
}

// readForm reads the form of a POST, which must come from a page of the portal's that
// was made for this visitor.
func (v *visit) readForm() error {
	if err := v.p.sameSite.Check(v.r); err != nil {
		return errOrigin
	}
	limit := int64(maxForm)
	if v.r.URL.Path == playgroundPath && v.signedIn {
		limit = maxPlaygroundForm
	}
	controller := http.NewResponseController(v.ResponseWriter)
	controller.SetReadDeadline(time.Now().Add(formTime)) // not every writer has deadlines
	v.r.Body = http.MaxBytesReader(v.ResponseWriter, v.r.Body, limit)
	err := v.r.ParseForm()
	large := (*http.MaxBytesError)(nil)
	switch {
	case errors.As(err, &large):
		return errTooLarge
	case errors.Is(err, os.ErrDeadlineExceeded):
		v.Header().Set("Connection", "close")
		return errBadForm
	case err != nil:
		return errBadForm
	}
	controller.SetReadDeadline(time.Time{})
	if !v.p.keys.checkForm(v.secret, v.r.PostForm.Get(tokenField)) {
		return errForm
	}
	return nil
}

// redirect sends the visitor on, with GET.
func (v *visit) redirect(to string) error {
	v.Header().Set("Location", to)
	v.WriteHeader(http.StatusSeeOther)
	return nil
}

// recover answers a visit whose handler panicked.
func (v *visit) recover() {
	value := recover()
	if value == nil {
		return
	}
	if err, ok := value.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		panic(value)
	}
	v.p.cfg.Log.Error("panic", "route", v.r.Pattern, "value", fmt.Sprintf("%T", value), "stack", string(debug.Stack()))
	v.failed(errInternal)
}

// problem is an error that the visitor sees as a page.
type problem struct {
	status     int
	title      string
	message    string
	retryAfter time.Duration // 0 for not saying
}

func (p *problem) Error() string { return p.title }

var (
	errNotFound = &problem{status: http.StatusNotFound, title: "There is no such page", message: "The address may be mistyped, or what it showed is gone."}
	errMethod   = &problem{status: http.StatusMethodNotAllowed, title: "This page does not take that", message: "Its address was called with a method that it does not know."}
	errOrigin   = &problem{status: http.StatusForbidden, title: "This form came from another site", message: "Forms are taken from the portal's own pages only. Nothing was changed."}
	errForm     = &problem{status: http.StatusForbidden, title: "This form has expired", message: "It was made for a visit that has ended, or your browser refuses cookies, which the portal needs. Nothing was changed: go back, reload the page and try again."}
	errBadForm  = &problem{status: http.StatusBadRequest, title: "This form cannot be read", message: "It is cut short or damaged, or took too long to arrive. Nothing was changed."}
	errTooLarge = &problem{status: http.StatusRequestEntityTooLarge, title: "This form is too large", message: "What it holds is more than the portal takes. A large page can be queried over the interface, as a file."}
	errDatabase = &problem{status: http.StatusServiceUnavailable, title: "The database is not available", message: "Nothing is lost. Try again in a moment.", retryAfter: retryDatabase}
	errInternal = &problem{status: http.StatusInternalServerError, title: "Something went wrong", message: "This is a fault of the service. The operator finds the reason in its log, under the request id that came with this page."}
)

// fail answers with a page for an error.
func (v *visit) fail(err error) {
	seen := (*problem)(nil)
	switch {
	case errors.As(err, &seen):
	case v.r.Context().Err() != nil:
		panic(http.ErrAbortHandler) // nobody is there to read it
	case errors.Is(err, account.ErrUnavailable):
		seen = errDatabase
	default:
		seen = errInternal
	}
	if seen.status >= http.StatusInternalServerError {
		v.p.cfg.Log.Error("portal", "route", v.r.Pattern, "request_id", v.Header().Get("X-Request-Id"), "error", err)
	}
	v.failed(seen)
}

// failed shows the page of a problem.
func (v *visit) failed(seen *problem) {
	if seen.retryAfter > 0 {
		v.Header().Set("Retry-After", retryAfter(seen.retryAfter))
	}
	v.show(seen.status, "problem", seen.title, seen.message)
}
