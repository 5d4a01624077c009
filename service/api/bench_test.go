package api_test

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/query"
	"assay/service/extract"
	"assay/service/page"
)

const benchQuery = "{ heading products[] { name price(number) link(url) } }"

// benchPage is a page of 100 KB: a shop's list of products.
func benchPage() string {
	var b strings.Builder
	b.WriteString("<!doctype html><html><head><title>Shop</title></head><body><h1>All kettles</h1><ul class=products>\n")
	for i := 0; b.Len() < 100<<10; i++ {
		fmt.Fprintf(&b, `<li class="product"><a href="/kettles/%d"><h2 class="name">Kettle number %d</h2></a>
<p class="text">A kettle that boils %d litres of water, in steel, with a lid and a handle.</p><span class="price">$%d.99</span></li>
`, i, i, i%5, 10+i%90)
	}
	b.WriteString("</ul></body></html>")
	return b.String()
}

// BenchmarkRawHTML100KB is a query of raw HTML over HTTP, one at a time. Besides
// the whole (p50-ms, p99-ms) it gives what parsing the page (parse-ms) and the
// engine (engine-ms) take of it, measured on the same page between the requests,
// and what is left for the service without the engine (overhead-ms): HTTP on both
// sides, JSON, authentication, the ledger and the parsing.
func BenchmarkRawHTML100KB(b *testing.B) {
	s := start(b, usageLimit(1<<40))
	html := benchPage()
	body := object("query", benchQuery, "html", html)
	parsed, err := query.Parse(benchQuery)
	if err != nil {
		b.Fatal(err)
	}
	var whole, parse, engine []time.Duration
	for b.Loop() {
		began := time.Now()
		s.ask(body)
		whole = append(whole, time.Since(began))

		b.StopTimer()
		began = time.Now()
		document, err := page.Parse(html, nil)
		if err != nil {
			b.Fatal(err)
		}
		parse = append(parse, time.Since(began))
		began = time.Now()
		if _, err := extract.Run(b.Context(), document, parsed, extract.Options{}); err != nil {
			b.Fatal(err)
		}
		engine = append(engine, time.Since(began))
		b.StartTimer()
	}
	b.ReportMetric(percentile(whole, 50), "p50-ms")
	b.ReportMetric(percentile(whole, 99), "p99-ms")
	b.ReportMetric(percentile(parse, 50), "parse-ms")
	b.ReportMetric(percentile(engine, 50), "engine-ms")
	b.ReportMetric(percentile(whole, 50)-percentile(engine, 50), "overhead-ms")
}

// BenchmarkRawHTML100KBParallel is the throughput of the same query, 8 at a time
// on each core.
func BenchmarkRawHTML100KBParallel(b *testing.B) {
	s := start(b, usageLimit(1<<40))
	body := object("query", benchQuery, "html", benchPage())
	b.SetParallelism(8)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			s.ask(body)
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "queries/s")
}

// ask sends a query that must be answered.
func (s *service) ask(body string) {
	request, err := http.NewRequest(http.MethodPost, s.url+"/v1/query-data", strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	request.Header.Set("X-API-Key", s.key)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		s.t.Error(err)
		return
	}
	defer response.Body.Close()
	if text, err := io.ReadAll(response.Body); err != nil || response.StatusCode != http.StatusOK {
		s.t.Errorf("status %d, %v: %s", response.StatusCode, err, text)
	}
}

// percentile returns a percentile in milliseconds.
func percentile(durations []time.Duration, p int) float64 {
	slices.Sort(durations)
	return float64(durations[(len(durations)-1)*p/100]) / float64(time.Millisecond)
}
