package sessions

import (
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"

	"assay/service/ingress"
)

// discover answers at the root of a session's own port what base_url/json answers.
// Several clients look there whatever path they are given. The secret is missing then,
// so it must be known otherwise that the caller may have it: it runs on this machine as
// the service's user, who owns the service's keys, or as root; and it is neither a web
// page nor a proxy.
func (s *Session) discover(w http.ResponseWriter, r *http.Request) {
	path, isJSON := strings.CutPrefix(r.URL.Path, "/json")
	box := s.machine()
	if !isJSON || path != "" && path[0] != '/' || box == nil || !isOwnClient(r) {
		s.notFound(w)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	s.serveDiscovery(w, r, box, strings.Trim(path, "/"))
}

// isOwnClient reports whether a request comes straight from a process of the service's
// user, or of root, on this machine, and not from a page in somebody's browser: those say
// so, or take this machine for another by its name.
func isOwnClient(r *http.Request) bool {
	for _, name := range []string{"Origin", "Referer", "Sec-Fetch-Site"} {
		if r.Header.Get(name) != "" {
			return false
		}
	}
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		return false
	}
	address, err := netip.ParseAddr(host)
	isHere := host == "localhost" || err == nil && address.IsLoopback()
	return isHere && (ingress.Rules{}).Origin(r).Direct && isOwner(r)
}

// isOwner reports whether the other end of a request's connection is a process of the
// service's user, or of root, on this machine.
func isOwner(r *http.Request) bool {
	here, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return false
	}
	local, err := netip.ParseAddrPort(here.String())
	if err != nil {
		return false
	}
	remote, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil || !remote.Addr().IsLoopback() || !local.Addr().IsLoopback() {
		return false
	}
	uid, ok := socketOwner(remote, local)
	return ok && (uid == 0 || uid == os.Getuid())
}
