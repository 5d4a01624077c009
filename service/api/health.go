package api

import "net/http"

// health answers GET /healthz: this process is alive.
func (a *API) health(c *call) error {
	status := "ok"
	if a.leaving.Load() {
		status = "draining"
	}
	return c.reply(http.StatusOK, struct {
		Status  string `json:"status"`
		Version string `json:"version"`
	}{status, a.version})
}

// ready answers GET /readyz: whether this node can answer every request, and if not
// what it lacks.
func (a *API) ready(c *call) error {
	missing := append([]string{}, a.missing(c.r.Context())...)
	answer := struct {
		Status  string   `json:"status"`
		Missing []string `json:"missing"`
	}{"ready", missing}
	status := http.StatusOK
	switch {
	case a.leaving.Load():
		answer.Status, status = "draining", http.StatusServiceUnavailable
	case len(missing) > 0:
		answer.Status, status = "not ready", http.StatusServiceUnavailable
	}
	return c.reply(status, answer)
}

// showMetrics answers GET /metrics, in Prometheus' text format.
func (a *API) showMetrics(c *call) error {
	if !a.openMetrics || !a.rules.OwnHost(c.r) {
		if err := a.admit(c, c.r.Header.Get("X-API-Key"), "the header X-API-Key; an operator may give the metrics an address of their own with --metrics-listen"); err != nil {
			return err
		}
	}
	a.metrics.Handler().ServeHTTP(c, c.r)
	return nil
}
