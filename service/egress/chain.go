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
	var conn net.Conn
	if upstream.URL.Scheme == "socks5" {
		conn, err = d.connectSOCKS(limited, host, port, upstream)
	} else {
		conn, err = d.connectHTTP(limited, host, port, upstream)
	}
	if err != nil && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return conn, err
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

// dialProxy connects to the proxy itself, with TLS if it is an https proxy.
func (d *Dialer) dialProxy(ctx context.Context, upstream *Upstream, wanted string) (net.Conn, error) {
	host, port, err := splitAuthority(upstream.URL.Host, upstream.URL.Scheme)
	if err != nil {
		return nil, &Error{Kind: ProxyFailed, Target: wanted, Reason: "the proxy's address has " + err.Error()}
	}
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	conn, err := d.dialHost(ctx, host, port)
	if err != nil {
		var failure *Error
		if errors.As(err, &failure) && failure.Kind == Refused {
			return nil, &Error{Kind: ProxyRefused, Target: wanted, Reason: "the proxy may not be used: " + failure.Reason, Err: err}
		}
		if errors.As(err, &failure) {
			return nil, &Error{Kind: ProxyFailed, Target: wanted, Reason: "the proxy could not be reached: " + failure.Reason, Err: err}
		}
		return nil, err
	}
	if upstream.URL.Scheme != "https" {
		return conn, nil
	}
	secured := tls.Client(conn, &tls.Config{ServerName: host, RootCAs: d.config.RootCAs, NextProtos: []string{"http/1.1"}})
	if err := secured.HandshakeContext(ctx); err != nil {
		conn.Close()
		return nil, &Error{Kind: ProxyFailed, Target: wanted, Reason: "TLS with the proxy failed: " + tlsReason(err), Err: err}
	}
	return secured, nil
}

// connectHTTP opens a tunnel through an http or https proxy with CONNECT.
func (d *Dialer) connectHTTP(ctx context.Context, host string, port uint16, upstream *Upstream) (net.Conn, error) {
	wanted := target(host, port)
	conn, err := d.dialProxy(ctx, upstream, wanted)
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { conn.SetDeadline(time.Unix(1, 0)) })
	tunnel, err := openTunnel(conn, wanted, upstream)
	if !stop() || ctx.Err() != nil {
		conn.Close()
		return nil, &Error{Kind: ProxyFailed, Target: wanted, Reason: "the proxy did not answer in time", Err: context.Cause(ctx)}
	}
	if err != nil {
		conn.Close()
		return nil, err
	}
	return tunnel, nil
}

func openTunnel(conn net.Conn, wanted string, upstream *Upstream) (net.Conn, error) {
	request := &http.Request{Method: http.MethodConnect, URL: &url.URL{Opaque: wanted}, Host: wanted, Header: http.Header{}}
	request.Header.Set("User-Agent", "") // none is sent
	if credentials := upstream.basic(); credentials != "" {
		request.Header.Set("Proxy-Authorization", credentials)
	}
	if err := request.Write(conn); err != nil {
		return nil, &Error{Kind: ProxyFailed, Target: wanted, Reason: "the proxy closed the connection", Err: err}
	}
	reader := bufio.NewReader(&io.LimitedReader{R: conn, N: maxProxyHead})
	response, err := http.ReadResponse(reader, request)
	if err != nil {
		return nil, &Error{Kind: ProxyFailed, Target: wanted, Reason: "the proxy gave no valid answer", Err: err}
	}
	switch {
	case response.StatusCode == http.StatusProxyAuthRequired:
		return nil, authFailed(wanted, upstream, errConnectStatus(response.StatusCode))
	case response.StatusCode/100 != 2:
		failure := errConnectStatus(response.StatusCode)
		return nil, &Error{Kind: ProxyFailed, Target: wanted, Reason: failure.Error(), Err: failure}
	}
	if reader.Buffered() == 0 {
		return conn, nil
	}
	early, _ := reader.Peek(reader.Buffered())
	return earlyConn{conn, io.MultiReader(bytes.NewReader(early), conn)}, nil
}

func authFailed(wanted string, upstream *Upstream, cause error) *Error {
	reason := "the proxy wants a user name and password"
	if upstream.Username != "" {
		reason = "the proxy did not accept the user name and password"
	}
	return &Error{Kind: ProxyAuth, Target: wanted, Reason: reason, Err: cause}
}

// connectSOCKS connects through a socks5 proxy, which resolves the name.
func (d *Dialer) connectSOCKS(ctx context.Context, host string, port uint16, upstream *Upstream) (net.Conn, error) {
	wanted := target(host, port)
	forward := &proxyDialer{dialer: d, upstream: upstream, wanted: wanted}
	var auth *proxy.Auth
	if upstream.Username != "" {
		auth = &proxy.Auth{User: upstream.Username, Password: upstream.Password}
	}
	socks, err := proxy.SOCKS5("tcp", upstream.authority(), auth, forward)
	if err != nil {
		return nil, &Error{Kind: ProxyFailed, Target: wanted, Reason: "the proxy cannot be used", Err: err}
	}
	conn, err := socks.(proxy.ContextDialer).DialContext(ctx, "tcp", wanted)
	if err == nil {
		return conn, nil
	}
	if forward.err != nil {
		return nil, forward.err
	}
	text := err.Error()
	switch {
	case strings.Contains(text, "authentication"):
		return nil, authFailed(wanted, upstream, err)
	case errors.Is(err, context.DeadlineExceeded), ctx.Err() != nil:
		return nil, &Error{Kind: ProxyFailed, Target: wanted, Reason: "the proxy did not answer in time", Err: err}
	}
	reason := "the proxy could not connect"
	if _, after, found := strings.Cut(text, "unknown error "); found {
		reason += ": " + after
		err = fmt.Errorf("%w: %w", errBeyondProxy, err)
	}
	return nil, &Error{Kind: ProxyFailed, Target: wanted, Reason: reason, Err: err}
}

// proxyDialer lets the socks5 client reach its proxy through the policy, and keeps
// the error, which that client turns into text.
type proxyDialer struct {
	dialer   *Dialer
	upstream *Upstream
	wanted   string
	err      error
}

// Dial is part of proxy.Dialer; the client uses DialContext.
func (p *proxyDialer) Dial(network, address string) (net.Conn, error) {
	return p.DialContext(context.Background(), network, address)
}

// DialContext connects to the proxy, whatever the address.
func (p *proxyDialer) DialContext(ctx context.Context, _, _ string) (net.Conn, error) {
	var conn net.Conn
	conn, p.err = p.dialer.dialProxy(ctx, p.upstream, p.wanted)
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
	var verification *tls.CertificateVerificationError
	if errors.As(err, &verification) {
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
