package profile

import (
	"fmt"
	"time"

	"assay/workspace/history"
)

// historySection is the [history] table of the settings file. What is not set has its
// default, and 0 is no bound.
type historySection struct {
	Keep            *bool  `toml:"keep"`
	Calls           *int64 `toml:"calls"`
	Days            *int64 `toml:"days"`
	Megabytes       *int64 `toml:"megabytes"`        // of all answers
	AnswerMegabytes *int64 `toml:"answer_megabytes"` // of one
}

// limits returns what the table says.
func (h historySection) limits(file string) (history.Limits, error) {
	limits := history.DefaultLimits
	limits.Off = h.Keep != nil && !*h.Keep
	const most = 1_000_000 // of anything: more would overflow
	for _, setting := range []struct {
		name  string
		value *int64
		set   func(int64)
	}{
		{"calls", h.Calls, func(n int64) { limits.Calls = int(n) }},
		{"days", h.Days, func(n int64) { limits.Age = min(time.Duration(n), 100_000) * 24 * time.Hour }},
		{"megabytes", h.Megabytes, func(n int64) { limits.Bytes = n << 20 }},
		{"answer_megabytes", h.AnswerMegabytes, func(n int64) { limits.AnswerBytes = n << 20 }},
	} {
		if setting.value == nil {
			continue
		}
		if *setting.value < 0 || *setting.value > most {
			return limits, fmt.Errorf("%s: history.%s must be between 0, which is no bound, and %d", file, setting.name, most)
		}
		setting.set(*setting.value)
	}
	return limits, nil
}
