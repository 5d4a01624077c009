package egress

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// maxRecords bounds how many hosts a Gate remembers failures of.
const maxRecords = 4096

// Gate is a forwarding proxy on loopback for one browser context. What cannot be
// reached is answered by closing the connection, never with a page of the Gate's
// or the upstream proxy's own; Failure tells the reason.
//
// Chromium can give no credentials to the proxy it is started with, so a Gate asks
// for none: another user of this machine who finds the port gets what the policy
// allows, and no more.
type Gate struct {
	dialer   *Dialer
	deny     func(host string) bool
	listener net.Listener
	server   *http.Server
	release  func()

	upstream atomic.Pointer[Upstream]
	plain    atomic.Pointer[plainTransport]

	mu       sync.Mutex
	failures map[string]*Error // by host:port
	tunnels  map[net.Conn]struct{}
	closed   bool
}

// OpenGate starts a proxy on a free port of loopback. deny, if not nil, names hosts
// that are refused before the policy is asked: see Background and Everything.
func OpenGate(dialer *Dialer, deny func(host string) bool) (*Gate, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	return ServeGate(listener, dialer, deny, false), nil
}

// ServeGate is OpenGate on a listener, which the Gate closes: of this machine's loopback,
// or private, in a network of the browser's own that nothing else can reach.
func ServeGate(listener net.Listener, dialer *Dialer, deny func(host string) bool, private bool) *Gate {
	release := func() {}
	if !private {
		release = dialer.Protect(listener.Addr())
	}
	gate := &Gate{
		dialer:   dialer,
		deny:     deny,
		listener: listener,
		release:  release,
		failures: map[string]*Error{},
		tunnels:  map[net.Conn]struct{}{},
	}
	gate.SetUpstream(nil)
	gate.server = &http.Server{
		Handler:           http.HandlerFunc(gate.serve),
		ReadHeaderTimeout: 30 * time.Second,
		ErrorLog:          slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug),
	}
	go gate.server.Serve(listener)
	return gate
}

// Everything denies every host: for traffic that nobody asked for.
func Everything(string) bool { return true }

// Background denies the hosts that Chromium calls on its own account (updates,
// components, lists, messaging) and that no page needs. Hosts that people also
// visit, such as accounts.google.com, are not among them: a browser's own calls
// there are stopped by giving its default context a Gate that denies Everything.
func Background(host string) bool {
	switch host {
	case "update.googleapis.com", "optimizationguide-pa.googleapis.com", "content-autofill.googleapis.com",
		"safebrowsing.googleapis.com", "safebrowsingohttpgateway.googleapis.com", "android.clients.google.com",
		"mtalk.google.com", "redirector.gvt1.com", "edgedl.me.gvt1.com", "clientservices.googleapis.com":
		return true
	}
	return false
}

// Addr returns the proxy's address, host:port.
func (g *Gate) Addr() string { return g.listener.Addr().String() }

// SetUpstream makes new connections go through upstream, or directly if it is nil.
func (g *Gate) SetUpstream(upstream *Upstream) {
	g.upstream.Store(upstream)
	if old := g.plain.Swap(newPlainTransport(g, upstream)); old != nil {
		old.CloseIdleConnections()
	}
}

// Failure returns how the last attempt to reach the host of a URL failed, or nil if it
// succeeded or there was none.
func (g *Gate) Failure(address string) *Error {
	parsed, err := url.Parse(address)
	if err != nil {
		return nil
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.failures[normal(parsed.Host, parsed.Scheme)]
}

// Close stops the proxy and every connection through it.
func (g *Gate) Close() error {
	g.mu.Lock()
	g.closed = true
	tunnels := g.tunnels
	g.tunnels = nil
	g.mu.Unlock()
	for conn := range tunnels {
		conn.Close()
	}
	err := g.server.Close()
	g.plain.Load().CloseIdleConnections()
	g.release()
	return err
}

func (g *Gate) serve(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodConnect {
		g.tunnel(w, r)
		return
	}
	if r.URL.Scheme != "http" || r.URL.Host == "" {
		http.Error(w, "this is a proxy", http.StatusBadRequest)
		return
	}
	forward := httputil.ReverseProxy{
		// Rewrite gets the request without hop-by-hop headers and adds none of its own.
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.RawQuery = r.In.URL.RawQuery // also where it is no valid form
			r.Out.Host = r.In.Host
			r.Out.Header["X-Forwarded-For"] = r.In.Header["X-Forwarded-For"]
			r.Out.Header["X-Forwarded-Host"] = r.In.Header["X-Forwarded-Host"]
			r.Out.Header["X-Forwarded-Proto"] = r.In.Header["X-Forwarded-Proto"]
			r.Out.Header["Forwarded"] = r.In.Header["Forwarded"]
		},
		Transport:     g.plain.Load(),
		FlushInterval: -1,
		ErrorLog:      g.server.ErrorLog,
		ErrorHandler:  func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) },
	}
	forward.ServeHTTP(w, r)
}

// tunnel answers CONNECT.
func (g *Gate) tunnel(w http.ResponseWriter, r *http.Request) {
	far, err := g.connect(r.Context(), r.Host)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	defer far.Close()
	near, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	defer near.Close()
	if !g.track(near, far) {
		return
	}
	defer g.untrack(near, far)
	if _, err := io.WriteString(near, "HTTP/1.1 200 Connection Established\r\n\r\n"); err != nil {
		return
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		io.Copy(far, buffered)
		closeWrite(far)
	}()
	_, err = io.Copy(near, far)
	closeWrite(near)
	if err != nil {
		near.Close()
		far.Close()
	}
	<-done
}

// connect makes a connection for the browser and records how that went.
func (g *Gate) connect(ctx context.Context, authority string) (net.Conn, error) {
	host, _, err := splitAuthority(authority, "")
	if err == nil && g.deny != nil && g.deny(host) {
		err = &Error{Kind: Refused, Target: authority, Reason: "this browser may not visit it"}
		g.record(authority, err)
		return nil, err
	}
	conn, err := g.dialer.connect(ctx, authority, g.upstream.Load())
	g.record(authority, err)
	return conn, err
}

func (g *Gate) record(authority string, err error) {
	authority = normal(authority, "")
	g.mu.Lock()
	defer g.mu.Unlock()
	if failure, ok := errors.AsType[*Error](err); ok {
		if len(g.failures) < maxRecords {
			g.failures[authority] = failure
		}
	} else if err == nil {
		delete(g.failures, authority)
	}
}

// normal returns host:port in the form that failures are kept by; the default port is
// that of a scheme.
func normal(authority, scheme string) string {
	host, port, err := splitAuthority(authority, scheme)
	if err != nil {
		return strings.ToLower(authority)
	}
	return target(host, port)
}

func (g *Gate) track(conns ...net.Conn) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return false
	}
	for _, conn := range conns {
		g.tunnels[conn] = struct{}{}
	}
	return true
}

func (g *Gate) untrack(conns ...net.Conn) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, conn := range conns {
		delete(g.tunnels, conn)
	}
}
