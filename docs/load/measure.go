package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	// settle is how long a service is left in peace before its memory is looked at.
	settle = 3 * time.Second
	// boundP99, in milliseconds, is how long the slowest of a hundred may take for a
	// throughput to count.
	boundP99 = 50

	manyQueries  = 10_000
	manySessions = 500
)

const rawQuery = "{ products[] { name price(number) rating(number) } }"

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

// livePage is a page whose content only a browser sees.
const livePage = `<!doctype html><title>Lamps</title><ul id=list></ul><script>
for (let i = 0; i < 20; i++) list.insertAdjacentHTML('beforeend', '<li class=product><b class=name>Lamp ' + i + '</b> <i class=price>' + (10 + i) + '.50</i></li>')
</script>`

// subject is the service that is measured.
type subject struct {
	process *exec.Cmd
	baseURL string
	key     string
}

// startSubject builds the service and starts it on an empty account in dir.
func startSubject(ctx context.Context, dir string) (*subject, error) {
	binary := filepath.Join(dir, "assay")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", binary, "assay").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building the service: %w: %s", err, out)
	}
	data := filepath.Join(dir, "data")
	s := &subject{process: exec.CommandContext(ctx, binary, "serve", "--listen", "127.0.0.1:0", "--data-dir", data, "--usage-limit", "1000000000")}
	out, err := s.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.process.Start(); err != nil {
		return nil, err
	}
	var info struct {
		BaseURL string `json:"base_url"`
	}
	line, err := bufio.NewReader(out).ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, &info)
	}
	var key []byte
	if err == nil {
		key, err = os.ReadFile(filepath.Join(data, "api-key"))
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the service did not start: %w", err), s.stop())
	}
	s.baseURL, s.key = info.BaseURL, strings.TrimSpace(string(key))
	return s, nil
}

func (s *subject) stop() error {
	if err := s.process.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	return s.process.Wait()
}

// put puts a query to the service for a while, by clients that send one after the
// other, or at a rate if that is given.
func (s *subject) put(request map[string]any, workers int, rate float64, duration time.Duration) (result, error) {
	l, err := newLoad(s.baseURL, s.key, request)
	if err != nil {
		return result{}, err
	}
	defer l.client.CloseIdleConnections()
	ctx, cancel := context.WithTimeout(context.Background(), duration)
	defer cancel()
	began := time.Now()
	if rate > 0 {
		l.crowd(ctx, rate)
	} else {
		l.loop(ctx, workers)
	}
	return l.result(time.Since(began)), nil
}

// many puts a query to the service so many times.
func (s *subject) many(request map[string]any, count int) error {
	l, err := newLoad(s.baseURL, s.key, request)
	if err != nil {
		return err
	}
	defer l.client.CloseIdleConnections()
	inTurn(count, func(int) error { l.send(); return nil })
	if l.status["200"] != count {
		return fmt.Errorf("of %d queries these came back: %v", count, l.status)
	}
	return nil
}

// sessions makes and ends so many browser sessions.
func (s *subject) sessions(count int) error {
	return inTurn(count, func(int) error {
		var made struct {
			ID string `json:"session_id"`
		}
		if err := s.call(http.MethodPost, "/v1/managed/sessions", http.StatusCreated, &made); err != nil {
			return err
		}
		return s.call(http.MethodDelete, "/v1/managed/sessions/"+made.ID, http.StatusNoContent, nil)
	})
}

// inTurn does something so many times, four at a time.
func inTurn(count int, do func(int) error) error {
	var all sync.WaitGroup
	numbers, failed := make(chan int), make(chan error, count)
	for range 4 {
		all.Go(func() {
			for n := range numbers {
				if err := do(n); err != nil {
					failed <- err
				}
			}
		})
	}
	for n := range count {
		numbers <- n
	}
	close(numbers)
	all.Wait()
	select {
	case err := <-failed:
		return err
	default:
		return nil
	}
}

// call makes a request with an empty object as its body.
func (s *subject) call(method, path string, want int, answer any) error {
	request, err := http.NewRequest(method, s.baseURL+path, bytes.NewReader([]byte("{}")))
	if err != nil {
		return err
	}
	request.Header.Set("X-API-Key", s.key)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != want {
		err = fmt.Errorf("%s %s: %s: %s", method, path, response.Status, text)
	}
	if err == nil && answer != nil {
		err = json.Unmarshal(text, answer)
	}
	return err
}

// memory returns the MiB that the service's own process has in use, when it has come
// to rest, and the files that it has open.
func (s *subject) memory() (mib, files float64, err error) {
	time.Sleep(settle)
	response, err := http.Get(s.baseURL + "/metrics")
	if err != nil {
		return 0, 0, err
	}
	defer response.Body.Close()
	lines := bufio.NewScanner(response.Body)
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), " ")
		switch name {
		case "process_resident_memory_bytes":
			mib, err = strconv.ParseFloat(value, 64)
			mib /= 1 << 20
		case "process_open_fds":
			files, err = strconv.ParseFloat(value, 64)
		}
		if err != nil {
			return 0, 0, err
		}
	}
	return mib, files, lines.Err()
}

// measure takes all figures and writes them as a table.
func measure(out io.Writer) (err error) {
	dir, err := os.MkdirTemp("", "assay-load-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	s, err := startSubject(ctx, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer listener.Close()
	go http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		io.WriteString(w, livePage)
	}))
	raw := map[string]any{"query": rawQuery, "html": rawPage()}
	rendered := map[string]any{"query": "{ products[] { name price(number) } }", "url": "http://" + listener.Addr().String() + "/"}

	fmt.Fprintf(out, "| what | figure |\n|---|---|\n")
	row := func(what, format string, args ...any) {
		fmt.Fprintf(out, "| %s | %s |\n", what, fmt.Sprintf(format, args...))
	}
	if err := s.throughput(row, raw, rendered); err != nil {
		return err
	}
	return s.steadiness(row, raw)
}

// throughput measures how much the service answers, and what of that it still does
// when three times as much is asked.
func (s *subject) throughput(row func(what, format string, args ...any), raw, rendered map[string]any) error {
	if _, err := s.put(raw, 4, 0, 5*time.Second); err != nil { // to warm up
		return err
	}
	var best, peak result
	for _, workers := range []int{1, 2, 3, 4, 8, 16} {
		r, err := s.put(raw, workers, 0, 10*time.Second)
		if err != nil {
			return err
		}
		if r.P99 <= boundP99 && r.PerSec > best.PerSec {
			best = r
		}
		if r.PerSec > peak.PerSec {
			peak = r
		}
	}
	if bounded := fmt.Sprintf("raw HTML, 100 KB, at p99 ≤ %d ms", boundP99); best.Sent > 0 {
		row(bounded, "%.0f queries/s (p50 %.0f ms, p99 %.0f ms)", best.PerSec, best.P50, best.P99)
	} else {
		row(bounded, "not reached: the machine is too slow or busy")
	}
	row("raw HTML, peak", "%.0f queries/s (p50 %.0f ms, p99 %.0f ms)", peak.PerSec, peak.P50, peak.P99)
	over, err := s.put(raw, 0, 3*peak.PerSec, 20*time.Second)
	if err != nil {
		return err
	}
	row("overload, 3 × the peak for 20 s", "%.0f queries/s answered, %.0f %% of the peak (p99 %.0f ms; a refusal %.0f ms at p99): %v",
		over.PerSec, 100*over.PerSec/peak.PerSec, over.P99, over.Refusals, over.Status)

	if _, err := s.put(rendered, 2, 0, 5*time.Second); err != nil {
		return err
	}
	for _, workers := range []int{1, 4} {
		r, err := s.put(rendered, workers, 0, 15*time.Second)
		if err != nil {
			return err
		}
		row(fmt.Sprintf("a page made by JavaScript, %d at a time", workers), "%.1f queries/s (p50 %.0f ms, p99 %.0f ms): %v", r.PerSec, r.P50, r.P99, r.Status)
	}
	return nil
}

// steadiness measures what is left in memory after much work, by halves.
func (s *subject) steadiness(row func(what, format string, args ...any), raw map[string]any) error {
	for _, work := range []struct {
		what  string
		count int
		do    func(count int) error
	}{
		{"queries", manyQueries, func(count int) error { return s.many(raw, count) }},
		{"sessions", manySessions, s.sessions},
	} {
		before, filesBefore, err := s.memory()
		if err != nil {
			return err
		}
		if err := work.do(work.count / 2); err != nil {
			return err
		}
		half, _, err := s.memory()
		if err != nil {
			return err
		}
		if err := work.do(work.count / 2); err != nil {
			return err
		}
		end, filesEnd, err := s.memory()
		if err != nil {
			return err
		}
		row(fmt.Sprintf("memory before, after %d and after %d %s", work.count/2, work.count, work.what),
			"%.0f, %.0f and %.0f MiB; %.0f and then %.0f open files", before, half, end, filesBefore, filesEnd)
	}
	return nil
}
