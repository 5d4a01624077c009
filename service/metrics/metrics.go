// Package metrics counts what an operator watches of a service, for Prometheus to
// read. No label holds what a client sent, so that the number of series is bounded
// and nothing secret is in them. An API key is told by its prefix.
package metrics

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics are the counters of one service. They are safe for concurrent use.
type Metrics struct {
	registry  *prometheus.Registry
	operators *prometheus.Registry // what is no business of every client: see OperatorsHandler

	requests *prometheus.CounterVec
	duration *prometheus.HistogramVec
	waited   prometheus.Histogram
	charged  *prometheus.CounterVec
	refunded *prometheus.CounterVec
	pages    *prometheus.CounterVec
	ledger   *prometheus.HistogramVec
	failed   *prometheus.CounterVec
	refused  prometheus.Counter
	model    *prometheus.CounterVec

	keyRefused *prometheus.CounterVec
}

// The bounds of histograms, in seconds.
var (
	requestSeconds = []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 120}
	waitSeconds    = []float64{.001, .01, .05, .1, .5, 1, 2, 5, 10}
	ledgerSeconds  = []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .5, 1, 5}
)

// New returns the counters of a build of the service.
func New(version string) *Metrics {
	m := &Metrics{
		registry:  prometheus.NewRegistry(),
		operators: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "assay_http_requests_total", Help: "Requests that were answered, by route and status.",
		}, []string{"route", "status"}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "assay_http_request_duration_seconds", Help: "Time from a request's arrival to its answer, by route.", Buckets: requestSeconds,
		}, []string{"route"}),
		waited: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "assay_query_wait_seconds", Help: "Time that queries waited for their turn.", Buckets: waitSeconds,
		}),
		charged: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "assay_calls_charged_total", Help: "Calls that were answered and counted, by kind.",
		}, []string{"kind"}),
		refunded: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "assay_calls_refunded_total", Help: "Calls that were given back because the request failed, by kind.",
		}, []string{"kind"}),
		pages: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "assay_pages_read_total", Help: "Pages that were read: html as it was sent, url from its address, document of a PDF or an image.",
		}, []string{"source"}),
		ledger: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "assay_ledger_duration_seconds", Help: "Time that the account's database took, by step.", Buckets: ledgerSeconds,
		}, []string{"step"}),
		failed: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "assay_ledger_unavailable_total", Help: "Steps for which the account's database was not available, by step.",
		}, []string{"step"}),
		refused: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "assay_egress_refused_total", Help: "Addresses that pages or clients asked for and this service may not visit.",
		}),
		model: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "assay_llm_calls_total", Help: "Calls of the language model, by outcome: answered, failed, or resting if it was left in peace after failures.",
		}, []string{"outcome"}),
		keyRefused: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "assay_key_refused_total", Help: "Requests that were refused for a limit of their API key or of the account, by the key's prefix and the error's code.",
		}, []string{"key", "code"}),
	}
	m.operators.MustRegister(m.keyRefused)
	m.registry.MustRegister(m.requests, m.duration, m.waited, m.charged, m.refunded, m.pages, m.ledger, m.failed, m.refused, m.model,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	build := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "assay_build_info", Help: "Always 1; the version is a label.", ConstLabels: prometheus.Labels{"version": version},
	}, func() float64 { return 1 })
	m.registry.MustRegister(build)
	return m
}

// Gauge adds a figure that is asked for whenever the metrics are read. The name's
// prefix is added.
func (m *Metrics) Gauge(name, help string, read func() float64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "assay_" + name, Help: help}, read))
}

// Handler answers with the metrics of the service in Prometheus' text format.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// OperatorsHandler answers with those of each API key as well.
func (m *Metrics) OperatorsHandler() http.Handler {
	return promhttp.HandlerFor(prometheus.Gatherers{m.registry, m.operators}, promhttp.HandlerOpts{})
}

// Request counts a request that was answered. A route is a path of the interface, not
// one that a client made up.
func (m *Metrics) Request(route string, status int, took time.Duration) {
	m.requests.WithLabelValues(route, strconv.Itoa(status)).Inc()
	m.duration.WithLabelValues(route).Observe(took.Seconds())
}

// KeyRefused counts a request that a limit of its key, or of the account, refused.
func (m *Metrics) KeyRefused(keyPrefix, code string) {
	m.keyRefused.WithLabelValues(keyPrefix, code).Inc()
}

// Waited counts a query that got its turn.
func (m *Metrics) Waited(took time.Duration) { m.waited.Observe(took.Seconds()) }

// Charged counts calls that were answered.
func (m *Metrics) Charged(kind string, calls int64) {
	m.charged.WithLabelValues(kind).Add(float64(calls))
}

// Refunded counts calls that were given back.
func (m *Metrics) Refunded(kind string, calls int64) {
	m.refunded.WithLabelValues(kind).Add(float64(calls))
}

// Pages counts pages that were read.
func (m *Metrics) Pages(source string, count int) {
	m.pages.WithLabelValues(source).Add(float64(count))
}

// Ledger counts a step of the account's database.
func (m *Metrics) Ledger(step string, took time.Duration, unavailable bool) {
	m.ledger.WithLabelValues(step).Observe(took.Seconds())
	if unavailable {
		m.failed.WithLabelValues(step).Inc()
	}
}

// Refused counts an address that may not be visited.
func (m *Metrics) Refused() { m.refused.Inc() }

// Model counts a call of the language model.
func (m *Metrics) Model(outcome string) { m.model.WithLabelValues(outcome).Inc() }
