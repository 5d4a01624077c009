package api

import (
	"net/http"
	"strings"
)

const (
	compatPath  = "/v1/tetra/" // before sessions and usage
	compatProxy = "tetra"      // the proxy type managed
)

// routeCompat adds what clients of another service with this interface ask for, whose
// other paths compatible translates.
func (a *API) routeCompat() {
	a.route("/api/validate-api-key", methods{http.MethodGet: a.validateKey})
	missing := handler(func(c *call) error {
		return fail(notFound, "This service has no %s: send the url or the html of the page to /v1/query-data, which answers at once.", c.r.URL.Path)
	})
	a.mux.Handle("/v1/query-data-async", missing)
	a.mux.Handle("/api/v2/", missing)
}

// compatible gives a request the path that this service has for what it asks for.
func compatible(r *http.Request) *http.Request {
	path, ok := strings.CutPrefix(r.URL.Path, compatPath)
	if !ok {
		return r
	}
	to, address := *r, *r.URL
	if address.Path, address.RawPath = "/v1/managed/"+path, ""; path == "usage" {
		address.Path = "/v1/usage"
	}
	to.URL = &address
	return &to
}

// validateKey answers GET /api/validate-api-key: with 200 for a valid key, else 401.
func (a *API) validateKey(c *call) error {
	if err := a.admit(c, ""); err != nil {
		return err
	}
	return c.reply(http.StatusOK, struct{}{})
}
