package extract

import (
	"net/url"
	"strings"

	"assay/service/extract/evidence"
)

// hosts takes the links on which nothing is written but the host that they lead to: the
// website of whom or what the page is about.
func (f *finder) hosts() {
	e := f.e
	for _, id := range e.x.Links {
		if !f.s.holds(id) || e.t.Len(id) > maxPattern || e.t.Len(id) == 0 {
			continue
		}
		host := strings.TrimSuffix(strings.ToLower(e.t.Text(id)), "/")
		if !isHost(host) {
			continue
		}
		if to, err := url.Parse(e.t.Value(id, "href")); err == nil && strings.TrimPrefix(to.Host, "www.") == strings.TrimPrefix(host, "www.") {
			f.add(evidence.Typed, id, e.t.Value(id, "href"), e.w.LinkText*e.place(f.w, id, f.s))
		}
	}
}
