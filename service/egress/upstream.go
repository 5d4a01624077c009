package egress

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// Upstream is a proxy that connections are chained through. The credentials are
// kept apart from the address, and no way of printing an Upstream shows them.
type Upstream struct {
	URL      *url.URL // scheme http, https or socks5 and a host; no userinfo, path or query
	Username string   // "" for a proxy without authentication
	Password string

	// Of a managed proxy:
	group  []*Upstream // all of its country, in the operator's order
	health *health
}

// ParseUpstream reads a proxy's address and checks it. A user name and password
// may be given apart or inside the address, not both; socks5h is read as socks5,
// for the proxy resolves names in any case. Errors never quote the address, since
// it may hold credentials.
func ParseUpstream(address, username, password string) (*Upstream, error) {
	parsed, err := url.Parse(address)
	if err != nil {
		return nil, errors.New("the proxy's address is not a URL")
	}
	scheme := strings.ToLower(parsed.Scheme)
	switch scheme {
	case "http", "https", "socks5":
	case "socks5h":
		scheme = "socks5"
	default:
		return nil, errors.New("the proxy's address must begin with http://, https:// or socks5://")
	}
	if parsed.Hostname() == "" {
		return nil, errors.New("the proxy's address has no host")
	}
	if (parsed.Path != "" && parsed.Path != "/") || parsed.RawQuery != "" || parsed.Fragment != "" {
		return nil, errors.New("the proxy's address must end after the host and port")
	}
	if _, _, err := splitAuthority(parsed.Host, scheme); err != nil {
		return nil, errors.New("the proxy's address has no valid port")
	}
	if parsed.User != nil {
		if username != "" || password != "" {
			return nil, errors.New("the proxy's credentials are given twice: in its address and beside it")
		}
		username = parsed.User.Username()
		password, _ = parsed.User.Password()
	}
	if scheme == "socks5" && (len(username) > 255 || len(password) > 255) {
		return nil, errors.New("a socks5 user name or password has at most 255 bytes")
	}
	return &Upstream{URL: &url.URL{Scheme: scheme, Host: parsed.Host}, Username: username, Password: password}, nil
}

// String returns the proxy's address without credentials.
func (u Upstream) String() string {
	if u.URL == nil {
		return ""
	}
	return u.URL.Scheme + "://" + u.URL.Host
}

// Format prints String for every verb.
func (u Upstream) Format(state fmt.State, _ rune) { fmt.Fprint(state, u.String()) }

// MarshalText is String, so that encoders show no credentials.
func (u Upstream) MarshalText() ([]byte, error) { return []byte(u.String()), nil }
