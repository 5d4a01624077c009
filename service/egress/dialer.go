// Package egress is the checked way out: everything the service fetches and every
// browser's traffic leaves through it.
//
// A Dialer resolves names itself, checks each address against the policy and dials
// the very address it checked, so that a second DNS answer changes nothing. A Gate
// puts a Dialer behind a forwarding proxy on loopback for one browser context, and
// remembers why connections failed.
//
// Through an Upstream the proxy resolves names, not this machine. Literal addresses
// and special names are still checked, as is the proxy's own address; and if the
// proxy is on this machine or its networks, names are looked up and checked too,
// because such a proxy could lead back in.
package egress

import (
	"cmp"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	dialTimeout     = 10 * time.Second       // for a connection, all addresses and a proxy's handshake together
	dialStagger     = 250 * time.Millisecond // head start of an address before the next one (RFC 8305)
	interfaceMaxAge = 10 * time.Second       // of the cached list of this machine's addresses
)

// Resolver looks up the addresses of a name. [net.Resolver] is one; network is
// "ip", and a name that does not exist is a [net.DNSError] with IsNotFound set.
type Resolver interface {
	LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
}

// Config sets a Dialer's policy. The zero value allows only public addresses.
type Config struct {
	AllowPrivate bool           // loopback and private addresses are allowed too
	Resolver     Resolver       // nil: the system's
	RootCAs      *x509.CertPool // who may sign the certificate of an https proxy; nil: the system's
	Refused      func()         // told of each address that the policy does not allow; nil: nobody
}

// Dialer makes connections that its policy allows. It is safe for concurrent use.
type Dialer struct {
	config Config
	dial   func(ctx context.Context, network, address string) (net.Conn, error)

	mu         sync.Mutex
	protected  map[uint16]int // ports this service listens on, with how many listeners
	interfaces []netip.Addr
	listed     time.Time // when interfaces was read
}

// NewDialer returns a Dialer with the policy of config.
func NewDialer(config Config) *Dialer {
	if config.Resolver == nil {
		config.Resolver = net.DefaultResolver
	}
	return &Dialer{
		config:    config,
		dial:      (&net.Dialer{}).DialContext,
		protected: map[uint16]int{},
	}
}

// Protect marks the port of a listener of this service, so that nothing that goes
// through the Dialer can reach it on any address of this machine. The returned
// function ends that; it may be called more than once.
func (d *Dialer) Protect(listener net.Addr) (release func()) {
	parsed, err := netip.ParseAddrPort(listener.String())
	if err != nil {
		return func() {}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.protected[parsed.Port()]++
	return sync.OnceFunc(func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.protected[parsed.Port()]--; d.protected[parsed.Port()] == 0 {
			delete(d.protected, parsed.Port())
		}
	})
}

// Check reports, without any traffic, whether the policy refuses the address of a
// URL for what can be seen in it: a literal address or a special name. A nil error
// does not promise that a name's addresses will be allowed.
func (d *Dialer) Check(target *url.URL) error {
	host, port, err := split(target.Host, target.Scheme)
	if err != nil {
		return err
	}
	addresses, err := d.literal(host, port)
	if err != nil || len(addresses) == 0 {
		return err
	}
	_, err = d.permitted(host, port, addresses)
	return err
}

// DialContext connects to host:port directly. The network must be "tcp"; errors
// are of type *Error, or ctx's own.
func (d *Dialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	if network != "tcp" {
		return nil, fmt.Errorf("egress: network %q", network)
	}
	host, port, err := split(address, "")
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	conn, err := d.dialHost(limited, host, port)
	if err != nil && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return conn, err
}

// Transport returns an HTTP transport whose connections the Dialer makes, through
// upstream unless it is nil. Redirects are the client's to follow; each of them is
// a new connection and checked like any other.
func (d *Dialer) Transport(upstream *Upstream) *http.Transport {
	return &http.Transport{
		DialContext: func(ctx context.Context, _, address string) (net.Conn, error) {
			return d.connect(ctx, address, upstream)
		},
		TLSHandshakeTimeout: dialTimeout,
		MaxIdleConns:        16,
		IdleConnTimeout:     30 * time.Second,
		ForceAttemptHTTP2:   true,
	}
}

func (d *Dialer) dialHost(ctx context.Context, host string, port uint16) (net.Conn, error) {
	addresses, err := d.lookup(ctx, host, port)
	if err != nil {
		return nil, err
	}
	allowed, err := d.permitted(host, port, addresses)
	if err != nil {
		return nil, err
	}
	conn, err := d.race(ctx, allowed, port)
	if err != nil {
		return nil, unreachable(target(host, port), err)
	}
	return conn, nil
}

// lookup returns the addresses of host, unchecked and at least one.
func (d *Dialer) lookup(ctx context.Context, host string, port uint16) ([]netip.Addr, error) {
	addresses, err := d.literal(host, port)
	if err != nil || len(addresses) > 0 {
		return addresses, err
	}
	addresses, err = d.config.Resolver.LookupNetIP(ctx, "ip", host)
	if err == nil && len(addresses) == 0 {
		err = &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	if err == nil {
		return addresses, nil
	}
	failure := &Error{Kind: NotFound, Target: target(host, port), Reason: "the name does not resolve", Err: err}
	var dns *net.DNSError
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &dns) && dns.IsTimeout:
		failure.Kind, failure.Reason = TimedOut, "the name server did not answer in time"
	case errors.As(err, &dns) && !dns.IsNotFound:
		failure.Reason = "the name server failed"
	}
	return nil, failure
}

// literal returns the addresses that host stands for without a look-up: its own if
// it is an address, those of loopback if it is a name for it, none if it is a name
// to be looked up. Names that cannot exist are errors.
func (d *Dialer) literal(host string, port uint16) ([]netip.Addr, error) {
	if address, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{address}, nil
	}
	switch {
	case host == "localhost" || strings.HasSuffix(host, ".localhost"):
		return []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1}), netip.IPv6Loopback()}, nil
	case host == "metadata.google.internal" || host == "metadata.goog":
		return nil, d.refuse(host, port, "it is a cloud metadata address")
	case endsInNumber(host), strings.ContainsAny(host, " :%/\\@"):
		return nil, d.refuse(host, port, "it is not a valid host")
	case strings.HasSuffix(host, ".invalid"), strings.HasSuffix(host, ".onion"):
		return nil, &Error{Kind: NotFound, Target: target(host, port), Reason: "the name does not resolve"}
	}
	return nil, nil
}

// permitted returns those of a host's addresses that the policy allows, unwrapped;
// it is an error if none is.
func (d *Dialer) permitted(host string, port uint16, addresses []netip.Addr) ([]netip.Addr, error) {
	var allowed []netip.Addr
	var refusal string
	for _, address := range addresses {
		if reason := d.refuses(address, port); reason == "" {
			allowed = append(allowed, address.Unmap())
		} else if refusal == "" {
			if host == address.String() {
				refusal = "it is " + reason
			} else {
				refusal = fmt.Sprintf("its address %s is %s", address, reason)
			}
		}
	}
	if len(allowed) == 0 {
		return nil, d.refuse(host, port, refusal)
	}
	return allowed, nil
}

// split is splitAuthority for an address that was asked for: its error is an *Error.
func split(authority, scheme string) (host string, port uint16, err error) {
	if host, port, err = splitAuthority(authority, scheme); err != nil {
		err = &Error{Kind: Refused, Target: authority, Reason: "the address has " + err.Error()}
	}
	return host, port, err
}

// refuse makes the error of an address that the policy does not allow, and counts it.
func (d *Dialer) refuse(host string, port uint16, reason string) *Error {
	if d.config.Refused != nil {
		d.config.Refused()
	}
	return &Error{Kind: Refused, Target: target(host, port), Reason: reason}
}

// refuses returns why the policy does not allow an address, or "".
func (d *Dialer) refuses(address netip.Addr, port uint16) string {
	class, name, end := classify(address)
	if class == special || class == private && !d.config.AllowPrivate {
		return name
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.protected[port] > 0 && (end.IsLoopback() || d.isLocal(end)) {
		return "a port of this service"
	}
	return ""
}

// isLocal reports whether address belongs to this machine. d.mu is held.
func (d *Dialer) isLocal(address netip.Addr) bool {
	if time.Since(d.listed) > interfaceMaxAge {
		d.interfaces, d.listed = d.interfaces[:0], time.Now()
		networks, _ := net.InterfaceAddrs()
		for _, network := range networks {
			if prefix, err := netip.ParsePrefix(network.String()); err == nil {
				d.interfaces = append(d.interfaces, prefix.Addr().Unmap())
			}
		}
	}
	return slices.Contains(d.interfaces, address)
}

// race connects to one of the addresses: it tries them in turn, the families
// alternating, each with a head start before the next, and returns the first
// connection or else the first error.
func (d *Dialer) race(ctx context.Context, addresses []netip.Addr, port uint16) (net.Conn, error) {
	type result struct {
		conn net.Conn
		err  error
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	addresses = alternate(addresses)
	results := make(chan result)
	begin := func(address netip.Addr) {
		conn, err := d.dial(ctx, "tcp", netip.AddrPortFrom(address, port).String())
		select {
		case results <- result{conn, err}:
		case <-ctx.Done():
			if conn != nil {
				conn.Close()
			}
		}
	}
	var first error
	running, next := 0, 0
	for {
		if next < len(addresses) {
			go begin(addresses[next])
			running, next = running+1, next+1
		}
		var stagger <-chan time.Time
		if next < len(addresses) {
			stagger = time.After(dialStagger)
		}
		select {
		case result := <-results:
			if result.err == nil {
				return result.conn, nil
			}
			first = cmp.Or(first, result.err)
			if running--; running == 0 && next == len(addresses) {
				return nil, first
			}
		case <-stagger:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// alternate orders addresses so that the families take turns, beginning with the
// first address's.
func alternate(addresses []netip.Addr) []netip.Addr {
	var same, other []netip.Addr
	for _, address := range addresses {
		if address.Is4() == addresses[0].Is4() {
			same = append(same, address)
		} else {
			other = append(other, address)
		}
	}
	for i, address := range other {
		same = slices.Insert(same, min(2*i+1, len(same)), address)
	}
	return same
}

// unreachable wraps the error of a connection that was tried.
func unreachable(target string, err error) *Error {
	failure := &Error{Kind: Unreachable, Target: target, Reason: "no connection", Err: err}
	var timeout net.Error
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		failure.Reason = "the connection was refused"
	case errors.Is(err, syscall.ECONNRESET):
		failure.Reason = "the connection was reset"
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		failure.Kind, failure.Reason = TimedOut, "it did not answer in time"
	case errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH):
		failure.Reason = "there is no route to it"
	}
	return failure
}

func target(host string, port uint16) string {
	return net.JoinHostPort(host, fmt.Sprint(port))
}
