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
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics are the counters of one service. They are safe for concurrent use.
type Metrics struct {
	registry  *prometheus.Registry
	operators *prometheus.Registry // what is no business of every client: see OperatorsHandler

	requests *prometheus.CounterVec
	duration *prometheus.HistogramVec
	waited   *prometheus.HistogramVec
	charged  *prometheus.CounterVec
	refunded *prometheus.CounterVec
	pages    *prometheus.CounterVec
	ledger   *prometheus.HistogramVec
	failed   *prometheus.CounterVec
	refused  *prometheus.CounterVec
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
	m := &Metrics{registry: prometheus.NewRegistry(), operators: prometheus.NewRegistry()}
	all, operators := promauto.With(m.registry), promauto.With(m.operators)
	counter := func(to promauto.Factory, name, help string, labels ...string) *prometheus.CounterVec {
		return to.NewCounterVec(prometheus.CounterOpts{Name: "assay_" + name, Help: help}, labels)
	}
	histogram := func(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
		return all.NewHistogramVec(prometheus.HistogramOpts{Name: "assay_" + name, Help: help, Buckets: buckets}, labels)
	}
	m.requests = counter(all, "http_requests_total", "Requests that were answered, by route and status.", "route", "status")
	m.duration = histogram("http_request_duration_seconds", "Time from a request's arrival to its answer, by route.", requestSeconds, "route")
	m.waited = histogram("query_wait_seconds", "Time that queries waited for their turn.", waitSeconds)
	m.charged = counter(all, "calls_charged_total", "Calls that were answered and counted, by kind.", "kind")
	m.refunded = counter(all, "calls_refunded_total", "Calls that were given back because the request failed, by kind.", "kind")
	m.pages = counter(all, "pages_read_total", "Pages that were read: html as it was sent, url from its address, document of a PDF or an image.", "source")
	m.ledger = histogram("ledger_duration_seconds", "Time that the account's database took, by step.", ledgerSeconds, "step")
	m.failed = counter(all, "ledger_unavailable_total", "Steps for which the account's database was not available, by step.", "step")
	m.refused = counter(all, "egress_refused_total", "Addresses that pages or clients asked for and this service may not visit.")
	m.model = counter(all, "llm_calls_total", "Calls of the language model, by outcome: answered, failed, or resting if it was left in peace after failures.", "outcome")
	m.keyRefused = counter(operators, "key_refused_total", "Requests that were refused for a limit of their API key or of the account, by the key's prefix and the error's code.", "key", "code")
	m.refused.WithLabelValues() // there from the beginning
	m.waited.WithLabelValues()
	m.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	all.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "assay_build_info", Help: "Always 1; the version is a label.", ConstLabels: prometheus.Labels{"version": version},
	}, func() float64 { return 1 })
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
func (m *Metrics) Waited(took time.Duration) { m.waited.WithLabelValues().Observe(took.Seconds()) }

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
func (m *Metrics) Refused() { m.refused.WithLabelValues().Inc() }

// Model counts a call of the language model.
func (m *Metrics) Model(outcome string) { m.model.WithLabelValues(outcome).Inc() }
