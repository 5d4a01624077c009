package metrics

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Quota is what the account may use in a cycle, which all nodes tell alike.
type Quota struct {
	Limit  int64     // calls
	Used   int64     // calls
	Resets time.Time // when the next cycle begins
}

// Keys is what there is of API keys, which all nodes tell alike.
type Keys struct {
	States map[string]int   // how many there are in a state
	Calls  map[string]int64 // of this cycle, by a key's prefix
}

var (
	quotaLimit  = prometheus.NewDesc("assay_quota_limit_calls", "Calls that the account has in a cycle.", nil, nil)
	quotaUsed   = prometheus.NewDesc("assay_quota_used_calls", "Calls of this cycle that are used, with those of requests that are running.", nil, nil)
	quotaResets = prometheus.NewDesc("assay_quota_reset_timestamp_seconds", "When the next cycle begins, in seconds since 1970.", nil, nil)
	keyCount    = prometheus.NewDesc("assay_keys", "API keys, by state: active, expired or revoked.", []string{"state"}, nil)
	keyCalls    = prometheus.NewDesc("assay_key_calls", "Calls of this cycle that are used, by the API key's prefix; keys without any are left out.", []string{"key"}, nil)
)

// Quota adds the figures of the account's quota.
func (m *Metrics) Quota(read func() (Quota, error)) {
	m.registry.MustRegister(prometheus.CollectorFunc(func(sent chan<- prometheus.Metric) {
		if q, err := read(); err == nil {
			sent <- prometheus.MustNewConstMetric(quotaLimit, prometheus.GaugeValue, float64(q.Limit))
			sent <- prometheus.MustNewConstMetric(quotaUsed, prometheus.GaugeValue, float64(q.Used))
			sent <- prometheus.MustNewConstMetric(quotaResets, prometheus.GaugeValue, float64(q.Resets.Unix()))
		}
	}))
}

// Keys adds the figures of the API keys, for OperatorsHandler alone. There are none of them,
// or of the quota, while they cannot be read.
func (m *Metrics) Keys(read func() (Keys, error)) {
	m.operators.MustRegister(prometheus.CollectorFunc(func(sent chan<- prometheus.Metric) {
		if k, err := read(); err == nil {
			for state, count := range k.States {
				sent <- prometheus.MustNewConstMetric(keyCount, prometheus.GaugeValue, float64(count), state)
			}
			for key, calls := range k.Calls {
				sent <- prometheus.MustNewConstMetric(keyCalls, prometheus.GaugeValue, float64(calls), key)
			}
		}
	}))
}
