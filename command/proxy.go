package command

import (
	"fmt"
	"net/url"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"assay/wire"
)

// proxyPasswordVariable is the environment variable with the password of an own proxy.
const proxyPasswordVariable = "ASSAY_PROXY_PASSWORD"

// addProxy adds the flags for the proxy, to be read by readProxy.
func addProxy(f *pflag.FlagSet, proxy, username, password *string) {
	f.StringVar(proxy, "proxy", "", "`proxy` to use: managed, managed:CC, or the address of your own")
	f.StringVar(username, "proxy-username", "", "user `name` for your own proxy")
	f.StringVar(password, "proxy-password", "", "`password` for your own proxy; others can see it in the list of processes [$ASSAY_PROXY_PASSWORD]")
}

// readProxy reads the proxy's flags; without one for the password the environment
// is asked.
func readProxy(proxy, username, password string) (*wire.Proxy, error) {
	if password == "" && proxy != "" {
		password = os.Getenv(proxyPasswordVariable)
	}
	return ParseProxy(proxy, username, password)
}

// ParseProxy reads the proxy that a command was given: "" for none, "managed"
// or "managed:CC" for the service's own in the country CC, else the address of
// the caller's own proxy, with or without credentials in it. username and
// password, if given, are used instead of those.
//
// Errors do not repeat the address, which may hold a password.
func ParseProxy(proxy, username, password string) (*wire.Proxy, error) {
	if country, ok := strings.CutPrefix(proxy, wire.ProxyManaged); ok && (country == "" || country[0] == ':') {
		if username != "" || password != "" {
			return nil, &UsageError{"a managed proxy takes no username or password"}
		}
		if country = strings.TrimPrefix(country, ":"); country != "" && len(country) != 2 {
			return nil, &UsageError{fmt.Sprintf("the country %q of the managed proxy must have two letters, as in managed:DE", country)}
		}
		return wire.ManagedProxy(country), nil
	}
	if proxy == "" {
		if username != "" || password != "" {
			return nil, &UsageError{"--proxy-username and --proxy-password need --proxy"}
		}
		return nil, nil
	}
	u, err := url.Parse(proxy)
	if err != nil || u.Scheme == "" || u.Host == "" {
		return nil, &UsageError{"--proxy must be managed, managed:CC or an address such as http://proxy.example:8080"}
	}
	if username == "" {
		username = u.User.Username()
	}
	if inside, ok := u.User.Password(); ok && password == "" {
		password = inside
	}
	u.User = nil
	return wire.CustomProxy(u.String(), username, password), nil
}
