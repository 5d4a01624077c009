// Package ingress says where a request comes from and whether it was meant for this
// service. Both stand in headers, which the sender writes: what they say is believed
// as far as an operator's settings vouch for it.
package ingress

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// Rules are what a service believes of the requests that it gets. The zero value
// trusts no proxy and has no name but localhost.
type Rules struct {
	Proxies []netip.Prefix         // the networks of reverse proxies: see ParseNetworks
	Named   func(host string) bool // whether a host name, in lower case, is the service's; nil for none
}

// Origin is where a request comes from.
type Origin struct {
	// Client is the address of who sent the request: the far end of the connection or,
	// if that is a trusted proxy, the last address of X-Forwarded-For that is none. It
	// is not valid if the connection has no address.
	Client netip.Addr

	// Encrypted reports whether the client speaks TLS, with the service or, as
	// X-Forwarded-Proto says, with a proxy. That header is believed from everybody:
	// who makes it up only gets a cookie that is kept better.
	Encrypted bool

	// Direct reports that no header tells of a proxy, trusted or not.
	Direct bool
}

// proxyHeaders are those that proxies add.
var proxyHeaders = []string{"Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip"}

// Origin returns where a request comes from.
func (rules Rules) Origin(r *http.Request) Origin {
	return Origin{
		Client:    rules.client(r),
		Encrypted: r.TLS != nil || strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "https"),
		Direct: !slices.ContainsFunc(proxyHeaders, func(name string) bool {
			return len(r.Header.Values(name)) > 0
		}),
	}
}

// client goes back along the proxies that the request came through. Each writes at the
// end of the header who sent it the request, so what stands before the last address
// that is no trusted proxy's may be invented.
func (rules Rules) client(r *http.Request) netip.Addr {
	client, ok := parseHop(r.RemoteAddr)
	if !ok {
		return netip.Addr{}
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		if !rules.trusts(client) {
			break
		}
		before, ok := parseHop(hop)
		if !ok {
			break
		}
		client = before
	}
	return client
}

func (rules Rules) trusts(address netip.Addr) bool {
	return slices.ContainsFunc(rules.Proxies, func(network netip.Prefix) bool { return network.Contains(address) })
}

// parseHop reads an address, which may have a port.
func parseHop(text string) (netip.Addr, bool) {
	text = strings.TrimSpace(text)
	address, err := netip.ParseAddr(strings.Trim(text, "[]"))
	if err != nil {
		var withPort netip.AddrPort
		withPort, err = netip.ParseAddrPort(text)
		address = withPort.Addr()
	}
	return address.Unmap().WithZone(""), err == nil
}

// OwnHost reports whether a request was sent to an address, to localhost or to a name
// of the service's. A page that makes its own name mean this machine (DNS rebinding)
// sends its requests to that name.
func (rules Rules) OwnHost(r *http.Request) bool {
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if _, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return true
	}
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || rules.Named != nil && rules.Named(host)
}

// ParseNetworks reads networks in CIDR notation; an address alone is a network of one.
func ParseNetworks(texts []string) ([]netip.Prefix, error) {
	networks := make([]netip.Prefix, len(texts))
	for i, text := range texts {
		network, err := netip.ParsePrefix(text)
		if address, alone := netip.ParseAddr(text); alone == nil {
			network, err = address.WithZone("").Prefix(address.BitLen())
		}
		switch {
		case err != nil:
			return nil, fmt.Errorf("%q is no network such as 10.0.0.0/8 or 2001:db8::/32", text)
		case network.Addr().Is4In6():
			return nil, fmt.Errorf("the network %q is one of IPv4: write it as such", text)
		case network.Bits() == 0:
			return nil, fmt.Errorf("the network %q is everybody", text)
		}
		networks[i] = network
	}
	return networks, nil
}
