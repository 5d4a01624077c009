package api

import (
	"net/http"
	"strings"
)

// The paths that machines ask for every few seconds.
const (
	healthPath  = "/healthz"
	readyPath   = "/readyz"
	metricsPath = "/metrics"
)

func isProbe(route string) bool {
	return route == healthPath || route == readyPath || route == metricsPath
}

// health answers GET /healthz: this process is alive.
func (a *API) health(c *call) error {
	status := "ok"
	if a.leaving.Load() {
		status = "draining"
	}
	return c.reply(http.StatusOK, struct {
		Status  string `json:"status"`
		Version string `json:"version"`
	}{status, a.cfg.Version})
}

// ready answers GET /readyz: whether this node can answer every request, and if not
// what it lacks. The log says so when that changes.
func (a *API) ready(c *call) error {
	missing := append([]string{}, a.cfg.Missing(c.r.Context())...)
	lacks := strings.Join(missing, ", ")
	if lacked, _ := a.lacking.Swap(lacks).(string); lacks != lacked {
		if lacks == "" {
			a.cfg.Log.Info("ready again", "lacked", lacked)
		} else {
			a.cfg.Log.Warn("not ready", "missing", lacks)
		}
	}
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
	if !a.cfg.OpenMetrics || !a.cfg.Rules.OwnHost(c.r) {
		if err := a.takesWork(); err != nil {
			return err
		}
		how := "the header X-API-Key; an operator may give the metrics an address of their own with --metrics-listen"
		if err := a.authenticate(c, c.r.Header.Get("X-API-Key"), how, ""); err != nil {
			return err
		}
	}
	a.cfg.Metrics.Handler().ServeHTTP(c, c.r)
	return nil
}
