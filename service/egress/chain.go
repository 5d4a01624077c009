package egress

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/net/proxy"
)

// maxProxyHead bounds the head of a proxy's answer to CONNECT.
const maxProxyHead = 64 << 10

// errBeyondProxy is a socks5 proxy's answer that the target cannot be reached.
var errBeyondProxy = errors.New("the proxy works")

// errConnectStatus is a proxy's answer other than 2xx to CONNECT.
type errConnectStatus int

func (e errConnectStatus) Error() string {
	return fmt.Sprintf("the proxy answered %d %s", int(e), http.StatusText(int(e)))
}

// connect makes a connection to host:port, directly or through upstream. Where that
// is one of several managed proxies and fails, the others are tried.
func (d *Dialer) connect(ctx context.Context, address string, upstream *Upstream) (net.Conn, error) {
	if upstream == nil {
		return d.DialContext(ctx, "tcp", address)
	}
	if len(upstream.group) == 0 {
		return d.connectThrough(ctx, address, upstream)
	}
	var first error
	for _, member := range upstream.order() {
		conn, err := d.connectThrough(ctx, address, member)
		if err == nil || !isProxyFault(err) {
			return conn, err
		}
		member.health.failed()
		if first == nil {
			first = err
		}
	}
	return nil, first
}

func (d *Dialer) connectThrough(ctx context.Context, address string, upstream *Upstream) (net.Conn, error) {
	host, port, err := split(address, "")
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, 2*dialTimeout)
	defer cancel()
	if err := d.checkChained(limited, host, port, upstream); err != nil {
		return nil, err
	}
	open := d.openTunnel
	if upstream.URL.Scheme == "socks5" {
		open = d.openSOCKS
	}
	conn, err := open(limited, target(host, port), upstream)
	switch {
	case err == nil:
		return conn, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case limited.Err() != nil:
		return nil, proxyFailed(target(host, port), "the proxy did not answer in time", err)
	}
	return nil, err
}

// proxyFailed is the error of a connection to a target that a proxy did not make.
func proxyFailed(target, reason string, cause error) *Error {
	return &Error{Kind: ProxyFailed, Target: target, Reason: reason, Err: cause}
}

// checkChained applies the policy to a target that an upstream proxy will reach.
// Names are the proxy's to resolve, unless it is on this machine or its networks.
func (d *Dialer) checkChained(ctx context.Context, host string, port uint16, upstream *Upstream) error {
	addresses, err := d.literal(host, port)
	if err != nil {
		return err
	}
	if len(addresses) == 0 && d.isNear(ctx, upstream) {
		// A name that only the proxy can resolve is no way back in.
		if addresses, err = d.lookup(ctx, host, port); err != nil {
			return nil
		}
	}
	if len(addresses) == 0 {
		return nil
	}
	allowed, err := d.permitted(host, port, addresses)
	if err == nil && len(allowed) < len(addresses) && net.ParseIP(host) == nil {
		// Which of them the proxy takes cannot be said from here.
		return &Error{Kind: Refused, Target: target(host, port), Reason: "one of its addresses is not allowed"}
	}
	return err
}

// isNear reports whether the proxy is on this machine or its networks.
func (d *Dialer) isNear(ctx context.Context, upstream *Upstream) bool {
	if !d.config.AllowPrivate {
		return false // it could not be reached
	}
	host, port, err := splitAuthority(upstream.URL.Host, upstream.URL.Scheme)
	if err != nil {
		return false
	}
	addresses, err := d.lookup(ctx, host, port)
	if err != nil {
		return false
	}
	for _, address := range addresses {
		if class, _, _ := classify(address); class != public {
			return true
		}
	}
	return false
}

// dialProxy connects to the proxy itself, with TLS if it is an https proxy, on the way
// to a target.
func (d *Dialer) dialProxy(ctx context.Context, target string, upstream *Upstream) (net.Conn, error) {
	host, port, err := splitAuthority(upstream.URL.Host, upstream.URL.Scheme)
	if err != nil {
		return nil, proxyFailed(target, "the proxy's address has "+err.Error(), nil)
	}
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	conn, err := d.dialHost(ctx, host, port)
	var failure *Error
	switch {
	case errors.As(err, &failure) && failure.Kind == Refused:
		return nil, &Error{Kind: ProxyRefused, Target: target, Reason: "the proxy may not be used: " + failure.Reason, Err: err}
	case failure != nil:
		return nil, proxyFailed(target, "the proxy could not be reached: "+failure.Reason, err)
	case err != nil || upstream.URL.Scheme != "https":
		return conn, err
	}
	secured := tls.Client(conn, &tls.Config{ServerName: host, RootCAs: d.config.RootCAs, NextProtos: []string{"http/1.1"}})
	if err := secured.HandshakeContext(ctx); err != nil {
		conn.Close()
		return nil, proxyFailed(target, "TLS with the proxy failed: "+tlsReason(err), err)
	}
	return secured, nil
}

// openTunnel opens a tunnel through an http or https proxy with CONNECT.
func (d *Dialer) openTunnel(ctx context.Context, target string, upstream *Upstream) (net.Conn, error) {
	conn, err := d.dialProxy(ctx, target, upstream)
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { conn.SetDeadline(time.Unix(1, 0)) })
	tunnel, err := requestTunnel(conn, target, upstream)
	if !stop() && err == nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		conn.Close()
		return nil, err
	}
	return tunnel, nil
}

func requestTunnel(conn net.Conn, target string, upstream *Upstream) (net.Conn, error) {
	request := &http.Request{Method: http.MethodConnect, URL: &url.URL{Opaque: target}, Host: target, Header: http.Header{}}
	request.Header.Set("User-Agent", "") // none is sent
	if credentials := upstream.basic(); credentials != "" {
		request.Header.Set("Proxy-Authorization", credentials)
	}
	if err := request.Write(conn); err != nil {
		return nil, proxyFailed(target, "the proxy closed the connection", err)
	}
	reader := bufio.NewReader(&io.LimitedReader{R: conn, N: maxProxyHead})
	response, err := http.ReadResponse(reader, request)
	if err != nil {
		return nil, proxyFailed(target, "the proxy gave no valid answer", err)
	}
	switch failure := errConnectStatus(response.StatusCode); {
	case failure == http.StatusProxyAuthRequired:
		return nil, authFailed(target, upstream, failure)
	case failure/100 != 2:
		return nil, proxyFailed(target, failure.Error(), failure)
	}
	if reader.Buffered() == 0 {
		return conn, nil
	}
	early, _ := reader.Peek(reader.Buffered())
	return earlyConn{conn, io.MultiReader(bytes.NewReader(early), conn)}, nil
}

func authFailed(target string, upstream *Upstream, cause error) *Error {
	reason := "the proxy asks for a user name and password"
	if upstream.Username != "" {
		reason = "the proxy did not accept the user name and password"
	}
	return &Error{Kind: ProxyAuth, Target: target, Reason: reason, Err: cause}
}

// openSOCKS connects through a socks5 proxy, which resolves the name.
func (d *Dialer) openSOCKS(ctx context.Context, target string, upstream *Upstream) (net.Conn, error) {
	forward := &proxyDialer{dialer: d, upstream: upstream, target: target}
	var auth *proxy.Auth
	if upstream.Username != "" {
		auth = &proxy.Auth{User: upstream.Username, Password: upstream.Password}
	}
	socks, err := proxy.SOCKS5("tcp", upstream.authority(), auth, forward)
	if err != nil {
		return nil, proxyFailed(target, "the proxy cannot be used", err)
	}
	conn, err := socks.(proxy.ContextDialer).DialContext(ctx, "tcp", target)
	switch {
	case err == nil:
		return conn, nil
	case forward.err != nil:
		return nil, forward.err
	case strings.Contains(err.Error(), "authentication"):
		return nil, authFailed(target, upstream, err)
	}
	reason := "the proxy could not connect"
	if _, after, found := strings.Cut(err.Error(), "unknown error "); found {
		reason += ": " + after
		err = fmt.Errorf("%w: %w", errBeyondProxy, err)
	}
	return nil, proxyFailed(target, reason, err)
}

// proxyDialer lets the socks5 client reach its proxy through the policy, and keeps
// the error, which that client turns into text.
type proxyDialer struct {
	dialer   *Dialer
	upstream *Upstream
	target   string
	err      error
}

// Dial is part of proxy.Dialer; the client uses DialContext.
func (p *proxyDialer) Dial(network, address string) (net.Conn, error) {
	return p.DialContext(context.Background(), network, address)
}

// DialContext connects to the proxy, whatever the address.
func (p *proxyDialer) DialContext(ctx context.Context, _, _ string) (net.Conn, error) {
	var conn net.Conn
	conn, p.err = p.dialer.dialProxy(ctx, p.target, p.upstream)
	return conn, p.err
}

// basic returns the value of Proxy-Authorization, or "".
func (u *Upstream) basic() string {
	if u.Username == "" && u.Password == "" {
		return ""
	}
	return "Basic " + base64.StdEncoding.EncodeToString([]byte(u.Username+":"+u.Password))
}

// authority returns host:port with the scheme's default port filled in.
func (u *Upstream) authority() string {
	host, port, err := splitAuthority(u.URL.Host, u.URL.Scheme)
	if err != nil {
		return u.URL.Host
	}
	return target(host, port)
}

// tlsReason says what was wrong with a TLS handshake, without Go's prefixes.
func tlsReason(err error) string {
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return "its certificate is not trusted"
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return "no answer in time"
	}
	return strings.TrimPrefix(err.Error(), "tls: ")
}

// earlyConn is a connection of which the first bytes were read already.
type earlyConn struct {
	net.Conn
	whole io.Reader // the early bytes, then the rest
}

// Read returns the early bytes first.
func (c earlyConn) Read(p []byte) (int, error) { return c.whole.Read(p) }

// CloseWrite ends the outgoing half, where the connection has halves.
func (c earlyConn) CloseWrite() error { return closeWrite(c.Conn) }

func closeWrite(conn net.Conn) error {
	if half, ok := conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}
