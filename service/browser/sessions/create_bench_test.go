//go:build unix

package sessions_test

import (
	"testing"
	"time"

	"assay/service/browser/sessiontest"
)

// BenchmarkCreate measures how long a session takes from a spare, and without one
// beside the same browser's own time until it listens, turn by turn, in milliseconds
// at the median.
func BenchmarkCreate(b *testing.B) {
	manager := sessiontest.New(b, keepSpares)
	manager.Warm()
	var warm, cold, own []time.Duration
	for range 10 {
		time.Sleep(time.Second) // for the spare
		began := time.Now()
		session := manager.Begin(b, sessiontest.Usual())
		warm = append(warm, time.Since(began))
		if err := manager.Delete(b.Context(), session.ID); err != nil {
			b.Fatal(err)
		}
	}
	if err := manager.Shutdown(b.Context()); err != nil {
		b.Fatal(err)
	}
	for range 15 {
		alone := sessiontest.New(b)
		began := time.Now()
		alone.Begin(b, sessiontest.Usual())
		cold = append(cold, time.Since(began))
		browser := sessiontest.Browsers(b, alone.Dir)[0]
		_, took, stop := sessiontest.StartTwin(b, browser)
		own = append(own, took)
		stop()
		if err := alone.Shutdown(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
	for name, times := range map[string][]time.Duration{"warm": warm, "cold": cold, "chromium": own} {
		b.ReportMetric(float64(sessiontest.Median(times).Microseconds())/1000, name+"-ms")
	}
}
