package service_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/client"
	"assay/command/runtest"
	"assay/wire"
)

const (
	loadQuery = "{ products[] { name price(number) rating(number) } }"
	loadP99   = 50 * time.Millisecond // the throughput within which it counts
)

// BenchmarkLoad measures a service under load: how much it answers, what it does with three
// times as much, and whether its memory grows. It takes some minutes, and the machine should
// have nothing else to do.
func BenchmarkLoad(b *testing.B) {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		io.WriteString(w, scriptedPage)
	}))
	defer site.Close()
	s := runtest.Serve(b, b.TempDir(), "--usage-limit", "1000000000")
	transport := &http.Transport{MaxIdleConnsPerHost: 4096}
	c, err := client.New(client.Config{BaseURL: s.URL, APIKey: s.Key, Timeout: 2 * time.Minute, Transport: transport})
	if err != nil {
		b.Fatal(err)
	}
	l := &load{B: b, client: c, idle: transport.CloseIdleConnections}
	raw := wire.QueryRequest{Query: loadQuery, HTML: rawPage()}
	l.throughput(raw)
	l.scripted(wire.QueryRequest{Query: loadQuery, URL: site.URL})

	l.memory(s, 10_000, "queries", func() error {
		_, err := c.Query(b.Context(), raw)
		return err
	})
	l.memory(s, 500, "sessions", func() error {
		session, err := c.CreateSession(b.Context(), wire.SessionRequest{})
		if err != nil {
			return err
		}
		return c.EndSession(b.Context(), session.ID)
	})
}

// rawPage is a page of 100 KB with 400 products.
func rawPage() string {
	var page strings.Builder
	page.WriteString("<!doctype html><html><head><title>Lamps</title></head><body><h1>All lamps</h1><ul class=products>")
	for i := range 400 {
		fmt.Fprintf(&page, `<li class="product card"><a class="title" href="/lamps/%d"><h3 class="name">Lamp number %d of alder</h3></a>`+
			`<p class="text">It lights a desk of any size and folds away at night.</p><span class="price">€ %d.%02d</span>`+
			`<span class="rating" title="rating">%d.%d</span></li>`, i, i, 10+i, i%100, 1+i%5, i%10)
	}
	page.WriteString("</ul></body></html>")
	return page.String()
}

// scriptedPage is a page whose content only a browser sees.
const scriptedPage = `<!doctype html><title>Lamps</title><ul id=list></ul><script>
for (let i = 0; i < 20; i++) list.insertAdjacentHTML('beforeend', '<li class=product><b class=name>Lamp ' + i + '</b> <i class=price>' + (10 + i) + '.50</i></li>')
</script>`

// load puts load on a service.
type load struct {
	*testing.B
	client *client.Client
	idle   func() // closes connections that are not used
}

// loaded is what came of a load.
type loaded struct {
	mu       sync.Mutex
	took     time.Duration
	answered []time.Duration
	refused  []time.Duration // with 429
	failed   int             // in any other way
}

func (r *loaded) perSecond() float64 { return float64(len(r.answered)) / r.took.Seconds() }

func (r *loaded) String() string {
	text := fmt.Sprintf("%.1f queries/s (p50 %v, p99 %v)", r.perSecond(), percentile(r.answered, .5), percentile(r.answered, .99))
	if len(r.refused) > 0 {
		text += fmt.Sprintf(", %d refused (p99 %v)", len(r.refused), percentile(r.refused, .99))
	}
	if r.failed > 0 {
		text += fmt.Sprintf(", %d failed", r.failed)
	}
	return text
}

// percentile returns a share of the times, 0 if there are none.
func percentile(times []time.Duration, share float64) time.Duration {
	if len(times) == 0 {
		return 0
	}
	slices.Sort(times)
	return times[int(share*float64(len(times)-1))].Round(time.Millisecond)
}

// put sends a query again and again for a while: by clients that each wait for their
// answer, or, if a rate is given, so many a second whatever comes back.
func (l *load) put(request wire.QueryRequest, clients int, rate float64, duration time.Duration) *loaded {
	r := &loaded{}
	one := func() {
		began := time.Now()
		_, err := l.client.Query(l.Context(), request)
		took := time.Since(began)
		r.mu.Lock()
		defer r.mu.Unlock()
		switch {
		case err == nil:
			r.answered = append(r.answered, took)
		case errors.Is(err, client.ErrBusy):
			r.refused = append(r.refused, took)
		default:
			r.failed++
		}
	}
	began := time.Now()
	ctx, cancel := context.WithDeadline(l.Context(), began.Add(duration))
	defer cancel()
	var all sync.WaitGroup
	for range clients {
		all.Go(func() {
			for ctx.Err() == nil {
				one()
			}
		})
	}
	for n := 0; rate > 0 && ctx.Err() == nil; n++ {
		time.Sleep(time.Until(began.Add(time.Duration(float64(n) / rate * float64(time.Second)))))
		all.Go(one)
	}
	all.Wait()
	r.took = time.Since(began)
	l.idle()
	return r
}

// throughput measures how much the service answers, and how much of that when three
// times as much is asked.
func (l *load) throughput(raw wire.QueryRequest) {
	l.put(raw, 4, 0, 5*time.Second) // to warm up
	best, peak := &loaded{took: time.Second}, &loaded{took: time.Second}
	for _, clients := range []int{1, 2, 3, 4, 8, 16} {
		r := l.put(raw, clients, 0, 10*time.Second)
		if percentile(r.answered, .99) <= loadP99 && r.perSecond() > best.perSecond() {
			best = r
		}
		if r.perSecond() > peak.perSecond() {
			peak = r
		}
	}
	l.Logf("raw HTML, 100 KB, at p99 ≤ %v: %v", loadP99, best)
	l.Logf("raw HTML, peak: %v", peak)
	l.Logf("overload, three times the peak for 20 s: %v", l.put(raw, 0, 3*peak.perSecond(), 20*time.Second))
	l.ReportMetric(peak.perSecond(), "queries/s")
}

func (l *load) scripted(request wire.QueryRequest) {
	l.put(request, 2, 0, 5*time.Second)
	for _, clients := range []int{1, 4} {
		l.Logf("a page made by JavaScript, %d at a time: %v", clients, l.put(request, clients, 0, 15*time.Second))
	}
}

// memory measures what is left in memory and what files are open after much work, which is
// done by four at a time.
func (l *load) memory(s *runtest.Process, count int, what string, do func() error) {
	var told [3]string
	for half := range told {
		var all sync.WaitGroup
		for range 4 * min(half, 1) {
			all.Go(func() {
				for range count / 2 / 4 {
					if err := do(); err != nil {
						l.Error(err)
						return
					}
				}
			})
		}
		all.Wait()
		l.idle()
		time.Sleep(3 * time.Second) // until it has come to rest
		told[half] = l.usage(s)
	}
	l.Logf("before, after %d and after %d %s: %s", count/2, count, what, strings.Join(told[:], "; "))
}

// usage returns the memory that the service's own process has in use, and the files that it
// has open.
func (l *load) usage(s *runtest.Process) string {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.PID))
	if err != nil {
		l.Fatal(err)
	}
	_, rest, _ := bytes.Cut(status, []byte("VmRSS:"))
	var kib int
	if _, err := fmt.Sscan(string(rest), &kib); err != nil {
		l.Fatal(err)
	}
	files, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", s.PID))
	if err != nil {
		l.Fatal(err)
	}
	return fmt.Sprintf("%d MiB, %d open files", kib>>10, len(files))
}
