package api

import (
	"bytes"
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"assay/service/account"
)

// Mount gives a path, and what is below it, to a handler that is no part of the
// JSON interface. Its requests get an id, count as activity, and are in the log and
// the metrics as all others are. It is called before the first request.
func (a *API) Mount(prefix string, h http.Handler) {
	serve := handler(func(c *call) error {
		h.ServeHTTP(c, c.r)
		return nil
	})
	a.mux.Handle(prefix, serve)
	a.mux.Handle(prefix+"/", serve)
	a.mounted = append(a.mounted, prefix)
}

// isMounted reports whether a path is another handler's.
func (a *API) isMounted(p string) bool {
	return slices.ContainsFunc(a.mounted, func(prefix string) bool { return strings.HasPrefix(p, prefix+"/") })
}

// Query answers a web query, whose body is that of POST /v1/query-data, for a key
// that the caller vouches for. It is limited, charged, counted and logged as a
// request with that key is, and answered with the same bodies.
func (a *API) Query(ctx context.Context, key account.Key, body []byte) (status int, header http.Header, answer []byte) {
	const route = "/v1/query-data"
	began := time.Now()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, route, bytes.NewReader(body))
	if err != nil {
		panic(err) // of a constant
	}
	r.Pattern = route
	sent := &memory{header: make(http.Header), status: http.StatusOK}
	a.activity.begin()
	defer a.activity.end()
	a.answerInside(&call{ResponseWriter: sent, r: r, id: uuid.NewString(), key: key}, began)
	return sent.status, sent.header, sent.body.Bytes()
}

// answerInside answers a query that came no further than from this process.
func (a *API) answerInside(c *call, began time.Time) {
	defer a.finish(c, began)
	if c.err = a.takesWork(); c.err == nil {
		c.err = a.answerQuery(c, a.parseWebQuery)
	}
}

// memory keeps an answer instead of sending it.
type memory struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (m *memory) Header() http.Header         { return m.header }
func (m *memory) WriteHeader(status int)      { m.status = status }
func (m *memory) Write(p []byte) (int, error) { return m.body.Write(p) }
