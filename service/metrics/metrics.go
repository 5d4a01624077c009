// Package metrics counts what an operator watches of a service, for Prometheus to
// read. No label holds what a client sent, so that the number of series is bounded
// and nothing secret is in them. An API key is told by its prefix.
package metrics

import (
	"bytes"
	"net/http"
	"strconv"
	"time"
)

// Metrics are the counters of one service. They are safe for concurrent use.
type Metrics struct {
	all       []collector
	operators []collector // what is no business of every client: see OperatorsHandler

	requests, duration, waited, charged, refunded, pages, ledger, failed, refused, model, keyRefused *family
}

// collector writes families in Prometheus' text format.
type collector interface{ write(*bytes.Buffer) }

// The bounds of histograms, in seconds.
var (
	requestSeconds = []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 120}
	waitSeconds    = []float64{.001, .01, .05, .1, .5, 1, 2, 5, 10}
	ledgerSeconds  = []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .5, 1, 5}
)

// New returns the counters of a build of the service.
func New(version string) *Metrics {
	m := &Metrics{}
	add := func(to *[]collector, f *family) *family { *to = append(*to, f); return f }
	counter := func(to *[]collector, name, help string, labels ...string) *family {
		return add(to, newFamily(counterKind, name, help, labels...))
	}
	histogram := func(name, help string, bounds []float64, labels ...string) *family {
		f := newFamily(histogramKind, name, help, labels...)
		f.bounds = bounds
		return add(&m.all, f)
	}
	m.requests = counter(&m.all, "http_requests_total", "Requests that were answered, by route and status.", "route", "status")
	m.duration = histogram("http_request_duration_seconds", "Time from a request's arrival to its answer, by route.", requestSeconds, "route")
	m.waited = histogram("query_wait_seconds", "Time that queries waited for their turn.", waitSeconds)
	m.charged = counter(&m.all, "calls_charged_total", "Calls that were answered and counted, by kind.", "kind")
	m.refunded = counter(&m.all, "calls_refunded_total", "Calls that were given back because the request failed, by kind.", "kind")
	m.pages = counter(&m.all, "pages_read_total", "Pages that were read: html as it was sent, url from its address, document of a PDF or an image.", "source")
	m.ledger = histogram("ledger_duration_seconds", "Time that the account's database took, by step.", ledgerSeconds, "step")
	m.failed = counter(&m.all, "ledger_unavailable_total", "Steps for which the account's database was not available, by step.", "step")
	m.refused = counter(&m.all, "egress_refused_total", "Addresses that pages or clients asked for and this service may not visit.")
	m.model = counter(&m.all, "llm_calls_total", "Calls of the language model, by outcome: answered, failed, or resting if it was left in peace after failures.", "outcome")
	m.keyRefused = counter(&m.operators, "key_refused_total", "Requests that were refused for a limit of their API key or of the account, by the key's prefix and the error's code.", "key", "code")
	m.refused.add(0) // there from the beginning
	m.waited.at()
	add(&m.all, newFamily(gaugeKind, "build_info", "Always 1; the version is a label.", "version")).add(1, version)
	m.all = append(m.all, process{})
	return m
}

// Gauge adds a figure that is asked for whenever the metrics are read. The name's
// prefix is added.
func (m *Metrics) Gauge(name, help string, read func() float64) {
	m.all = append(m.all, reader(func(to *bytes.Buffer) { newFamily(gaugeKind, name, help).add(read()).write(to) }))
}

// Quota is what the account may use in a cycle, which all nodes tell alike.
type Quota struct {
	Limit  int64     // calls
	Used   int64     // calls
	Resets time.Time // when the next cycle begins
}

// Quota adds the figures of the account's quota.
func (m *Metrics) Quota(read func() (Quota, error)) {
	m.all = append(m.all, reader(func(to *bytes.Buffer) {
		if q, err := read(); err == nil {
			newFamily(gaugeKind, "quota_limit_calls", "Calls that the account has in a cycle.").add(float64(q.Limit)).write(to)
			newFamily(gaugeKind, "quota_used_calls", "Calls of this cycle that are used, with those of requests that are running.").add(float64(q.Used)).write(to)
			newFamily(gaugeKind, "quota_reset_timestamp_seconds", "When the next cycle begins, in seconds since 1970.").add(float64(q.Resets.Unix())).write(to)
		}
	}))
}

// Keys is what there is of API keys, which all nodes tell alike.
type Keys struct {
	States map[string]int   // how many there are in a state
	Calls  map[string]int64 // of this cycle, by a key's prefix
}

// Keys adds the figures of the API keys, for OperatorsHandler alone. There are none of them,
// or of the quota, while they cannot be read.
func (m *Metrics) Keys(read func() (Keys, error)) {
	m.operators = append(m.operators, reader(func(to *bytes.Buffer) {
		k, err := read()
		if err != nil {
			return
		}
		states := newFamily(gaugeKind, "keys", "API keys, by state: active, expired or revoked.", "state")
		for state, count := range k.States {
			states.add(float64(count), state)
		}
		calls := newFamily(gaugeKind, "key_calls", "Calls of this cycle that are used, by the API key's prefix; keys without any are left out.", "key")
		for key, count := range k.Calls {
			calls.add(float64(count), key)
		}
		states.write(to)
		calls.write(to)
	}))
}

// reader is a collector that asks for its figures.
type reader func(*bytes.Buffer)

func (r reader) write(to *bytes.Buffer) { r(to) }

// Handler answers with the metrics of the service in Prometheus' text format.
func (m *Metrics) Handler() http.Handler { return handler(func() []collector { return m.all }) }

// OperatorsHandler answers with those of each API key as well.
func (m *Metrics) OperatorsHandler() http.Handler {
	return handler(func() []collector { return append(m.all[:len(m.all):len(m.all)], m.operators...) })
}

func handler(collectors func() []collector) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		var text bytes.Buffer
		for _, c := range collectors() {
			c.write(&text)
		}
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		w.Write(text.Bytes())
	})
}

// Request counts a request that was answered. A route is a path of the interface, not
// one that a client made up.
func (m *Metrics) Request(route string, status int, took time.Duration) {
	m.requests.add(1, route, strconv.Itoa(status))
	m.duration.observe(took, route)
}

// KeyRefused counts a request that a limit of its key, or of the account, refused.
func (m *Metrics) KeyRefused(keyPrefix, code string) { m.keyRefused.add(1, keyPrefix, code) }

// Waited counts a query that got its turn.
func (m *Metrics) Waited(took time.Duration) { m.waited.observe(took) }

// Charged counts calls that were answered.
func (m *Metrics) Charged(kind string, calls int64) { m.charged.add(float64(calls), kind) }

// Refunded counts calls that were given back.
func (m *Metrics) Refunded(kind string, calls int64) { m.refunded.add(float64(calls), kind) }

// Pages counts pages that were read.
func (m *Metrics) Pages(source string, count int) { m.pages.add(float64(count), source) }

// Ledger counts a step of the account's database.
func (m *Metrics) Ledger(step string, took time.Duration, unavailable bool) {
	m.ledger.observe(took, step)
	if unavailable {
		m.failed.add(1, step)
	}
}

// Refused counts an address that may not be visited.
func (m *Metrics) Refused() { m.refused.add(1) }

// Model counts a call of the language model.
func (m *Metrics) Model(outcome string) { m.model.add(1, outcome) }
