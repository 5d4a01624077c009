//go:build unix

package relay_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"assay/service/browser/sessiontest"
	"assay/wire"

	"github.com/coder/websocket"
)

// BenchmarkRelay compares a session with the same browser spoken to directly: the time
// of a call and of messages of 10 MB both ways, in microseconds at the median and as a
// multiple of the direct way's, for clients that offer compression and that do not. The
// ways take turns, beginning with another one each time, so that what else the machine
// does falls on all of them.
func BenchmarkRelay(b *testing.B) {
	manager := sessiontest.New(b)
	session := manager.Begin(b, sessiontest.Usual())
	address, _, stop := sessiontest.StartTwin(b, sessiontest.Browsers(b, manager.Dir)[0])
	defer stop()
	ways := []struct {
		name    string
		address string
		mode    websocket.CompressionMode
	}{
		{"direct", address, websocket.CompressionDisabled},
		{"relay", wire.PlainURL(session.Wire().CDPURL), websocket.CompressionDisabled},
		{"relay+offer", wire.PlainURL(session.Wire().CDPURL), websocket.CompressionContextTakeover},
	}
	const size = 10 << 20
	up := fmt.Sprintf(`{"expression":"'%s'.length"}`, strings.Repeat("u", size))
	down := fmt.Sprintf(`{"expression":"'d'.repeat(%d)"}`, size)
	tasks := []struct {
		name   string
		turns  int
		params string
	}{{"call", 3000, `{"expression":"1"}`}, {"up", 21, up}, {"down", 21, down}}

	clients := make([]*sessiontest.Client, len(ways))
	pages := make([]string, len(ways))
	for i, way := range ways {
		clients[i] = sessiontest.Dial(b, way.address, &websocket.DialOptions{CompressionMode: way.mode})
		pages[i], _ = clients[i].Page()
	}
	for _, task := range tasks {
		times := make([][]time.Duration, len(ways))
		for turn := range task.turns {
			for k := range ways {
				i := (turn + k) % len(ways)
				began := time.Now()
				if r := clients[i].Call(pages[i], "Runtime.evaluate", task.params); r.Error != nil {
					b.Fatal(r.Error.Message)
				}
				times[i] = append(times[i], time.Since(began))
			}
		}
		for i, way := range ways {
			b.ReportMetric(float64(sessiontest.Median(times[i]).Microseconds()), way.name+"-"+task.name+"-µs")
			if i > 0 {
				b.ReportMetric(float64(sessiontest.Median(times[i]))/float64(sessiontest.Median(times[0])), way.name+"-"+task.name+"-x")
			}
		}
	}
}

// BenchmarkPlaywright compares the two as BenchmarkRelay does, but by what Playwright's
// user waits for: a call, and 5 MB both ways.
func BenchmarkPlaywright(b *testing.B) {
	manager := sessiontest.New(b)
	session := manager.Begin(b, sessiontest.Usual())
	address, _, stop := sessiontest.StartTwin(b, sessiontest.Browsers(b, manager.Dir)[0])
	defer stop()
	script := manager.StartScript(b, session, true, "", "playwright.mjs", "measure", "DIRECT_URL="+address)
	var medians map[string]float64 // microseconds
	if err := json.NewDecoder(script.Lines).Decode(&medians); err != nil {
		b.Fatalf("%v: %s", err, script.Errors.String())
	}
	script.Finish(b)
	for _, task := range []string{"call", "up", "down"} {
		direct, relay := medians["direct-"+task], medians["relay-"+task]
		b.ReportMetric(direct, "direct-"+task+"-µs")
		b.ReportMetric(relay, "relay-"+task+"-µs")
		b.ReportMetric(relay/direct, "relay-"+task+"-x")
	}
}
