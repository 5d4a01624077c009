package egress

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
)

// plainTransport forwards a Gate's plain http requests. Through an http proxy it
// asks for a tunnel first, because only then a proxy's own errors and those of the
// site differ for sure; proxies that open no tunnel to such ports are sent the
// request itself.
type plainTransport struct {
	gate     *Gate
	upstream *Upstream
	tunnel   *http.Transport
	absolute *http.Transport // sends requests to the proxy; nil unless upstream is http or https

	refused atomic.Int32 // the status with which the proxy refused a tunnel, 0 before
}

func newPlainTransport(gate *Gate, upstream *Upstream) *plainTransport {
	p := &plainTransport{gate: gate, upstream: upstream, tunnel: gate.dialer.Transport(nil)}
	p.tunnel.DisableCompression = true // the browser's own Accept-Encoding goes through
	p.tunnel.DialContext = func(ctx context.Context, _, authority string) (net.Conn, error) {
		return gate.connect(ctx, authority)
	}
	if upstream != nil && upstream.URL.Scheme != "socks5" {
		p.absolute = p.tunnel.Clone()
		p.absolute.Proxy = http.ProxyURL(&url.URL{Scheme: "http", Host: upstream.authority()})
		p.absolute.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) {
			return gate.dialer.dialProxy(ctx, upstream.authority(), upstream)
		}
	}
	return p
}

// RoundTrip forwards one request. Its failure is recorded by the Gate.
func (p *plainTransport) RoundTrip(request *http.Request) (*http.Response, error) {
	host, port, err := splitAuthority(request.URL.Host, "http")
	if err != nil {
		return nil, err
	}
	authority := target(host, port)
	response, err := p.forward(request, authority)
	if err != nil && request.Context().Err() == nil {
		var failure *Error
		if !errors.As(err, &failure) {
			failure = unreachable(authority, err)
			if failure.Reason == "no connection" {
				failure.Reason = "the connection was closed without a valid answer"
			}
		}
		p.gate.record(authority, failure)
	}
	return response, err
}

func (p *plainTransport) forward(request *http.Request, authority string) (*http.Response, error) {
	if p.absolute == nil {
		return p.tunnel.RoundTrip(request)
	}
	if p.refused.Load() == 0 {
		first := request.Clone(request.Context())
		if request.Body != nil {
			first.Body = io.NopCloser(request.Body) // unread if there is no connection
		}
		response, err := p.tunnel.RoundTrip(first)
		var status errConnectStatus
		if err == nil || !errors.As(err, &status) || !refusesTunnels(int(status)) {
			return response, err
		}
		p.refused.Store(int32(status))
	}
	return p.forwardAbsolute(request, authority)
}

// forwardAbsolute sends the request itself to the proxy. An answer that may be the
// proxy's own is an error.
func (p *plainTransport) forwardAbsolute(request *http.Request, authority string) (*http.Response, error) {
	host, port, _ := splitAuthority(authority, "")
	if p.gate.deny != nil && p.gate.deny(host) {
		return nil, &Error{Kind: Refused, Target: authority, Reason: "this browser may not visit it"}
	}
	if err := p.gate.dialer.checkChained(request.Context(), host, port, p.upstream); err != nil {
		return nil, err
	}
	request = request.Clone(request.Context())
	if credentials := p.upstream.basic(); credentials != "" {
		request.Header.Set("Proxy-Authorization", credentials)
	}
	response, err := p.absolute.RoundTrip(request)
	if err != nil {
		var failure *Error
		if errors.As(err, &failure) || request.Context().Err() != nil {
			return nil, err
		}
		return nil, proxyFailed(authority, "the proxy gave no valid answer", err)
	}
	status := response.StatusCode
	switch {
	case status == http.StatusProxyAuthRequired:
		response.Body.Close()
		return nil, authFailed(authority, p.upstream, errConnectStatus(status))
	case status == http.StatusBadGateway, status == http.StatusGatewayTimeout,
		// The answer it gave to CONNECT, without the Via of one it passes on.
		status == int(p.refused.Load()) && response.Header.Get("Via") == "",
		response.Header.Get("X-Squid-Error") != "", strings.Contains(response.Header.Get("Proxy-Status"), "error="):
		response.Body.Close()
		failure := errConnectStatus(status)
		return nil, proxyFailed(authority, failure.Error(), failure)
	}
	p.gate.record(authority, nil)
	return response, nil
}

// CloseIdleConnections closes what no request uses.
func (p *plainTransport) CloseIdleConnections() {
	p.tunnel.CloseIdleConnections()
	if p.absolute != nil {
		p.absolute.CloseIdleConnections()
	}
}

// refusesTunnels reports whether a proxy that answers CONNECT with status may still
// forward plain requests.
func refusesTunnels(status int) bool {
	switch status {
	case http.StatusBadRequest, http.StatusForbidden, http.StatusNotFound,
		http.StatusMethodNotAllowed, http.StatusNotImplemented:
		return true
	}
	return false
}
