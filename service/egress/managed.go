package egress

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// benchTime is how long a managed proxy that failed is tried only after the others.
const benchTime = 30 * time.Second

// ManagedProxy is a proxy of the operator's.
type ManagedProxy struct {
	Country string // two letters, any case
	URL     string // as ParseUpstream reads it, with credentials inside; a secret
}

// ErrNoManaged is the error of a country that has no managed proxy.
var ErrNoManaged = errors.New("no managed proxy")

// Managed are the operator's proxies by country. Nil has none. It is safe for
// concurrent use.
type Managed struct {
	countries map[string]*country // by upper-case code; "" has those of all
}

// country is the proxies of one country, taken in turn.
type country struct {
	proxies []*Upstream
	next    atomic.Uint64
}

// health remembers when a proxy last failed.
type health struct{ since atomic.Int64 }

func (h *health) failed() { h.since.Store(time.Now().UnixNano()) }

func (h *health) good() bool {
	since := h.since.Load()
	return since == 0 || time.Since(time.Unix(0, since)) > benchTime
}

// NewManaged reads the operator's list. Errors name the entry, never its address.
func NewManaged(list []ManagedProxy) (*Managed, error) {
	m := &Managed{countries: map[string]*country{}}
	for i, entry := range list {
		code := strings.ToUpper(entry.Country)
		if !isCountry(code) {
			return nil, fmt.Errorf("managed proxy %d: the country %q must be two letters", i+1, entry.Country)
		}
		upstream, err := ParseUpstream(strings.TrimSpace(entry.URL), "", "")
		if err != nil {
			return nil, fmt.Errorf("managed proxy %d (%s): %w", i+1, code, err)
		}
		upstream.health = &health{}
		for _, of := range []string{code, ""} {
			if m.countries[of] == nil {
				m.countries[of] = &country{}
			}
			m.countries[of].proxies = append(m.countries[of].proxies, upstream)
		}
	}
	for code, c := range m.countries {
		for _, upstream := range c.proxies {
			if code != "" {
				upstream.group = c.proxies
			}
		}
	}
	return m, nil
}

func isCountry(code string) bool {
	return len(code) == 2 && 'A' <= code[0] && code[0] <= 'Z' && 'A' <= code[1] && code[1] <= 'Z'
}

// Pick returns the next proxy of a country, given in any case; of all countries if
// it is "". Connections through it go through another of its country when it fails.
// Without any proxy and country the way out is direct, which is nil. A country
// without proxies is ErrNoManaged.
func (m *Managed) Pick(code string) (*Upstream, error) {
	if code == "" && m.Empty() {
		return nil, nil
	}
	if m.Empty() || m.countries[strings.ToUpper(code)] == nil {
		return nil, ErrNoManaged
	}
	from := m.countries[strings.ToUpper(code)]
	n := len(from.proxies)
	first := int((from.next.Add(1) - 1) % uint64(n))
	for i := range n {
		if upstream := from.proxies[(first+i)%n]; upstream.health.good() {
			return upstream, nil
		}
	}
	return from.proxies[first], nil
}

// Empty reports whether there is no managed proxy at all.
func (m *Managed) Empty() bool { return m == nil || len(m.countries) == 0 }

// order returns the proxies of a managed proxy's country as they are to be tried:
// itself first, and those that failed lately last.
func (u *Upstream) order() []*Upstream {
	at := slices.Index(u.group, u)
	var good, bad []*Upstream
	for i := range u.group {
		if member := u.group[(at+i)%len(u.group)]; member.health.good() {
			good = append(good, member)
		} else {
			bad = append(bad, member)
		}
	}
	return append(good, bad...)
}

// isProxyFault reports whether another proxy may do better: this one could not be
// reached, broke off, or did not accept the credentials. A status other than that
// may be about the site.
func isProxyFault(err error) bool {
	var failure *Error
	if !errors.As(err, &failure) {
		return false
	}
	var status errConnectStatus
	return failure.Kind == ProxyAuth ||
		failure.Kind == ProxyFailed && !errors.As(err, &status) && !errors.Is(err, errBeyondProxy)
}
