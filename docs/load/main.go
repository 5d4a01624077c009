// Load puts queries to a running service and says what came of them, in one line of
// JSON: how many were answered a second, how long they took, and how many were
// refused.
//
//	assay serve --listen 127.0.0.1:8700 --data-dir /tmp/load --usage-limit 100000000 &
//	export ASSAY_API_KEY=$(cat /tmp/load/api-key)
//	go run ./docs/load --base-url http://127.0.0.1:8700 --html page.html --query '{ title }' --workers 2
//
// With --workers, so many clients send one query after the other. With --rate, queries
// are sent at that rate whatever comes back, as a crowd does that does not know of
// each other: what is sent beyond the service's capacity shows how it bears overload.
//
//	go run ./docs/load --measure
//
// builds the service, runs it on this machine with an empty account, and takes all the
// figures of a service under load, in some minutes, on a machine that has nothing else
// to do. They are printed as a table in Markdown.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"sync"
	"time"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

// result is what is printed.
type result struct {
	Seconds  float64        `json:"seconds"`
	Sent     int            `json:"sent"`
	Status   map[string]int `json:"status"` // answers by status; "error" for none
	PerSec   float64        `json:"answered_per_second"`
	P50      float64        `json:"p50_ms"` // of what was answered with 200
	P95      float64        `json:"p95_ms"`
	P99      float64        `json:"p99_ms"`
	Refusals float64        `json:"refused_p99_ms,omitempty"` // how long a 429 took
}

func run() error {
	baseURL := flag.String("base-url", "http://127.0.0.1:8700", "`address` of the service")
	html := flag.String("html", "", "`file` with the page that is sent")
	url := flag.String("url", "", "`address` of the page that is asked for, instead of --html")
	query := flag.String("query", "{ title }", "what is asked of it")
	workers := flag.Int("workers", 1, "clients that send one query after the other")
	rate := flag.Float64("rate", 0, "queries a `second`, instead of --workers")
	duration := flag.Duration("duration", 10*time.Second, "how long")
	all := flag.Bool("measure", false, "take all figures of a service that is started for that")
	flag.Parse()
	if *all {
		return measure(os.Stdout)
	}

	request := map[string]any{"query": *query}
	switch {
	case (*html == "") == (*url == ""):
		return errors.New("give either --html or --url")
	case *html != "":
		page, err := os.ReadFile(*html)
		if err != nil {
			return err
		}
		request["html"] = string(page)
	default:
		request["url"] = *url
	}
	l, err := newLoad(*baseURL, os.Getenv("ASSAY_API_KEY"), request)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), *duration)
	defer cancel()
	began := time.Now()
	if *rate > 0 {
		l.crowd(ctx, *rate)
	} else {
		l.loop(ctx, *workers)
	}
	return json.NewEncoder(os.Stdout).Encode(l.result(time.Since(began)))
}

// load is a run.
type load struct {
	client       *http.Client
	address, key string
	body         []byte

	mu       sync.Mutex
	sent     int
	status   map[string]int
	answered []time.Duration
	refused  []time.Duration
}

// newLoad returns a run that puts one query to a service again and again.
func newLoad(baseURL, key string, request map[string]any) (*load, error) {
	body, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	return &load{
		client:  &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 4096}, Timeout: 2 * time.Minute},
		address: baseURL + "/v1/query-data",
		key:     key,
		body:    body,
		status:  map[string]int{},
	}, nil
}

// loop lets clients send one query after the other until ctx ends.
func (l *load) loop(ctx context.Context, workers int) {
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for ctx.Err() == nil {
				l.send()
			}
		})
	}
	all.Wait()
}

// crowd sends queries at a rate until ctx ends, and waits for their answers.
func (l *load) crowd(ctx context.Context, rate float64) {
	var all sync.WaitGroup
	began := time.Now()
	for n := 0; ; n++ {
		due := began.Add(time.Duration(float64(n) / rate * float64(time.Second)))
		select {
		case <-ctx.Done():
			all.Wait()
			return
		case <-time.After(time.Until(due)):
		}
		all.Go(l.send)
	}
}

func (l *load) send() {
	began := time.Now()
	status := "error"
	request, err := http.NewRequest(http.MethodPost, l.address, bytes.NewReader(l.body))
	if err == nil {
		request.Header.Set("X-API-Key", l.key)
		request.Header.Set("Content-Type", "application/json")
		var response *http.Response
		if response, err = l.client.Do(request); err == nil {
			_, err = io.Copy(io.Discard, response.Body)
			response.Body.Close()
			if err == nil {
				status = fmt.Sprint(response.StatusCode)
			}
		}
	}
	took := time.Since(began)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sent++
	l.status[status]++
	switch status {
	case "200":
		l.answered = append(l.answered, took)
	case "429":
		l.refused = append(l.refused, took)
	}
}

func (l *load) result(took time.Duration) result {
	return result{
		Seconds: took.Seconds(), Sent: l.sent, Status: l.status,
		PerSec:   float64(len(l.answered)) / took.Seconds(),
		P50:      percentile(l.answered, .5),
		P95:      percentile(l.answered, .95),
		P99:      percentile(l.answered, .99),
		Refusals: percentile(l.refused, .99),
	}
}

// percentile returns a share of the times in milliseconds, 0 if there are none.
func percentile(times []time.Duration, share float64) float64 {
	if len(times) == 0 {
		return 0
	}
	slices.Sort(times)
	return float64(times[int(share*float64(len(times)-1))].Microseconds()) / 1000
}
