package egress

import (
	"errors"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// class says who can be behind an address.
type class uint8

const (
	public  class = iota
	private       // this machine or its own networks: allowed where the policy says so
	special       // never a place to visit: link-local, metadata, multicast, reserved …
)

// A block is a range of addresses with a use of its own.
type block struct {
	prefix netip.Prefix
	class  class
	name   string // with its article, to follow "is"
}

// blocks4 and blocks6 are searched in order; the first block that holds an address
// names it. They follow the IANA special-purpose registries, with the fixed
// metadata addresses of cloud providers before them.
var blocks4 = []block{
	{prefix("100.100.100.200/32"), special, "a cloud metadata address"},
	{prefix("168.63.129.16/32"), special, "a cloud metadata address"},
	{prefix("169.254.0.0/16"), special, "a link-local or metadata address"},
	{prefix("127.0.0.0/8"), private, "a loopback address"},
	{prefix("10.0.0.0/8"), private, "a private address"},
	{prefix("172.16.0.0/12"), private, "a private address"},
	{prefix("192.168.0.0/16"), private, "a private address"},
	{prefix("100.64.0.0/10"), private, "a shared (CGNAT) address"},
	{prefix("0.0.0.0/8"), special, "an unspecified address"},
	{prefix("192.0.0.0/24"), special, "a reserved address"},
	{prefix("192.0.2.0/24"), special, "a documentation address"},
	{prefix("192.88.99.0/24"), special, "a reserved address"},
	{prefix("198.18.0.0/15"), special, "a benchmarking address"},
	{prefix("198.51.100.0/24"), special, "a documentation address"},
	{prefix("203.0.113.0/24"), special, "a documentation address"},
	{prefix("224.0.0.0/4"), special, "a multicast address"},
	{prefix("240.0.0.0/4"), special, "a reserved address"},
}

var blocks6 = []block{
	{prefix("fd00:ec2::254/128"), special, "a cloud metadata address"},
	{prefix("fd20:ce::254/128"), special, "a cloud metadata address"},
	{prefix("::1/128"), private, "a loopback address"},
	{prefix("fc00::/7"), private, "a private address"},
	{prefix("fe80::/10"), special, "a link-local address"},
	{prefix("ff00::/8"), special, "a multicast address"},
	{prefix("::/128"), special, "an unspecified address"},
	{prefix("2001::/23"), special, "a reserved address"},
	{prefix("2001:db8::/32"), special, "a documentation address"},
	{prefix("3fff::/20"), special, "a documentation address"},
}

var (
	globalUnicast = prefix("2000::/3")
	sixToFour     = prefix("2002::/16")
	nat64         = prefix("64:ff9b::/96")
)

func prefix(text string) netip.Prefix { return netip.MustParsePrefix(text) }

// classify returns who can be behind address, its name if it is not public, and
// the address that packets for it end at: IPv4 inside IPv6 is unwrapped.
func classify(address netip.Addr) (class, string, netip.Addr) {
	if address.Zone() != "" {
		return special, "a link-local address", address
	}
	address = unwrap(address)
	blocks := blocks6
	if address.Is4() {
		blocks = blocks4
	}
	for _, block := range blocks {
		if block.prefix.Contains(address) {
			return block.class, block.name, address
		}
	}
	if address.Is6() && !globalUnicast.Contains(address) {
		return special, "a reserved address", address
	}
	return public, "", address
}

// unwrap returns the IPv4 address that an IPv6 address is a form of (mapped,
// 6to4, NAT64), else the address itself.
func unwrap(address netip.Addr) netip.Addr {
	address = address.Unmap()
	if address.Is4() {
		return address
	}
	bytes := address.As16()
	switch {
	case sixToFour.Contains(address):
		return netip.AddrFrom4([4]byte(bytes[2:6]))
	case nat64.Contains(address):
		return netip.AddrFrom4([4]byte(bytes[12:16]))
	}
	return address
}

// splitAuthority splits host[:port], filling in the scheme's default port. The
// host comes without brackets, in lower case and without a final dot.
func splitAuthority(authority, scheme string) (host string, port uint16, err error) {
	parsed := url.URL{Host: authority}
	host = strings.TrimSuffix(strings.ToLower(parsed.Hostname()), ".")
	if host == "" {
		return "", 0, errors.New("no host")
	}
	if parsed.Port() == "" {
		switch scheme {
		case "http":
			return host, 80, nil
		case "https":
			return host, 443, nil
		case "socks5":
			return host, 1080, nil
		}
		return "", 0, errors.New("no port")
	}
	number, err := strconv.ParseUint(parsed.Port(), 10, 16)
	if err != nil || number == 0 {
		return "", 0, errors.New("no valid port")
	}
	return host, uint16(number), nil
}

// endsInNumber reports whether the last label of host is a number. Such a host is
// an IPv4 address in some notation (127.1, 0x7f000001) or nothing, never a name.
func endsInNumber(host string) bool {
	last := host[strings.LastIndexByte(host, '.')+1:]
	if last == "" {
		return false
	}
	if strings.HasPrefix(last, "0x") {
		_, err := strconv.ParseUint("0"+last[2:], 16, 64)
		return err == nil
	}
	return strings.Trim(last, "0123456789") == ""
}
