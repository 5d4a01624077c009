package batch_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"assay/client"
	"assay/wire"
	"assay/workspace/batch"
)

// service answers in the time of a synctest bubble, without a network.
type service struct {
	answer func(url string, try int) (status int, header string, body string)
	took   time.Duration // of every answer
	down   func() bool

	mu      sync.Mutex
	asked   []string    // the pages, as they came
	at      []time.Time // when
	tries   map[string]int
	now     int
	most    int // at once
	hosts   map[string]int
	perHost int // at once at one host
}

func (s *service) RoundTrip(r *http.Request) (*http.Response, error) {
	var request wire.QueryRequest
	if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
		return nil, err
	}
	host := strings.Split(request.URL, "/")[2]
	s.mu.Lock()
	if s.tries == nil {
		s.tries, s.hosts = map[string]int{}, map[string]int{}
	}
	s.asked, s.at = append(s.asked, request.URL), append(s.at, time.Now())
	s.tries[request.URL]++
	try := s.tries[request.URL]
	s.now++
	s.hosts[host]++
	s.most, s.perHost = max(s.most, s.now), max(s.perHost, s.hosts[host])
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		s.now--
		s.hosts[host]--
		s.mu.Unlock()
	}()
	select {
	case <-time.After(s.took):
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
	if s.down != nil && s.down() {
		return nil, syscall.ECONNREFUSED
	}
	status, header, body := http.StatusOK, "", `{"title":"A","items":[{"n":1},{"n":2}]}`
	if s.answer != nil {
		status, header, body = s.answer(request.URL, try)
	}
	w := httptest.NewRecorder()
	if name, value, ok := strings.Cut(header, ": "); ok {
		w.Header().Set(name, value)
	}
	w.WriteHeader(status)
	if status == http.StatusOK {
		fmt.Fprintf(w, `{"data":%s,"metadata":{"request_id":"r"}}`, body)
	} else {
		fmt.Fprint(w, body)
	}
	return w.Result(), nil
}

func (s *service) client(t *testing.T) *client.Client {
	t.Helper()
	c, err := client.New(client.Config{BaseURL: "http://service.example", APIKey: "key", Transport: s})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func urls(n, hosts int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("https://h%d.example/%d", i%hosts, i)
	}
	return list
}

func plan(urls ...string) batch.Plan { return batch.Plan{Query: "{ items[] { n } }", URLs: urls} }

// bubble runs a test in a time of its own, with a batch that keeps a journal.
func bubble(t *testing.T, s *service, p batch.Plan, settings batch.Settings, test func(t *testing.T, b *batch.Batch)) {
	synctest.Test(t, func(t *testing.T) {
		b, err := batch.New(filepath.Join(t.TempDir(), "batch.ndjson"), p, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		if err := b.SetSettings(settings); err != nil {
			t.Fatal(err)
		}
		test(t, b)
	})
}

func TestRunAsksAboutAll(t *testing.T) {
	s := &service{took: 100 * time.Millisecond}
	bubble(t, s, plan(urls(100, 20)...), batch.Settings{Jobs: 5, PerHost: 2, Tries: 1}, func(t *testing.T, b *batch.Batch) {
		began, told := time.Now(), 0
		err := b.Run(t.Context(), s.client(t).Query, func(int, *wire.QueryResponse, error) { told++ })
		if err != nil {
			t.Fatal(err)
		}
		if p := b.Progress(time.Now()); p.Done != 100 || p.Records != 200 || p.Active || told != 100 {
			t.Errorf("after the run: %+v, %d told", p, told)
		}
		if s.most != 5 || s.perHost > 2 {
			t.Errorf("%d pages at once, %d of one host", s.most, s.perHost)
		}
		if took := time.Since(began); took != 2*time.Second {
			t.Errorf("it took %v with five at once, want 2s", took)
		}
		data, err := b.Data(7)
		if err != nil || string(data) != `{"title":"A","items":[{"n":1},{"n":2}]}` {
			t.Errorf("the data of a page is %s (%v)", data, err)
		}
	})
}

func TestRunIsPolite(t *testing.T) {
	s := &service{took: time.Millisecond}
	bubble(t, s, plan(urls(6, 2)...), batch.Settings{Jobs: 6, PerHost: 1, Delay: time.Second, Tries: 1}, func(t *testing.T, b *batch.Batch) {
		if err := b.Run(t.Context(), s.client(t).Query, nil); err != nil {
			t.Fatal(err)
		}
		last := map[string]time.Time{}
		for i, u := range s.asked {
			host := strings.Split(u, "/")[2]
			if gap := s.at[i].Sub(last[host]); !last[host].IsZero() && gap < time.Second {
				t.Errorf("%s is asked about %v after the page before of its host", u, gap)
			}
			last[host] = s.at[i]
		}
		if s.perHost != 1 {
			t.Errorf("%d pages of one host at once", s.perHost)
		}
	})
}

func TestRunTriesAgain(t *testing.T) {
	for _, test := range []struct {
		name   string
		status int
		header string
		body   string
		until  int // the try that is answered
		tries  int // the plan's
		state  batch.State
		asked  int
		least  time.Duration // that the run takes
	}{
		{"a page that is reached the second time", 502, "", `{"error_info":"reset"}`, 2, 3, batch.Done, 2, time.Second},
		{"a page that is never reached", 504, "", `{"error_info":"late"}`, 99, 3, batch.Failed, 3, 3 * time.Second},
		{"a busy service", 429, "Retry-After: 7", `{"error_info":"busy"}`, 4, 1, batch.Done, 4, 21 * time.Second},
		{"a service that shuts down", 503, "Retry-After: 30", `{"error_info":"later"}`, 2, 2, batch.Done, 2, 30 * time.Second},
		{"a page that may not be visited", 403, "", `{"error_info":"private"}`, 99, 3, batch.Failed, 1, 0},
		{"a wrong address", 422, "", `{"error_info":"no page","field":"url"}`, 99, 3, batch.Failed, 1, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := &service{answer: func(_ string, try int) (int, string, string) {
				if try >= test.until {
					return 200, "", `{"a":1}`
				}
				return test.status, test.header, test.body
			}}
			bubble(t, s, plan("https://a.example/"), batch.Settings{Jobs: 2, Tries: test.tries}, func(t *testing.T, b *batch.Batch) {
				began := time.Now()
				if err := b.Run(t.Context(), s.client(t).Query, nil); err != nil {
					t.Fatal(err)
				}
				p := b.Pages(0, 1)[0]
				if p.State != test.state || len(s.asked) != test.asked || (p.Err != nil) != (test.state == batch.Failed) {
					t.Errorf("the page is %+v after %d calls", p, len(s.asked))
				}
				if took := time.Since(began); took < test.least {
					t.Errorf("it took %v, want at least %v", took, test.least)
				}
			})
		})
	}
}

// A service that bears two calls at once is not asked for more than that for long.
func TestRunLearnsWhatTheServiceBears(t *testing.T) {
	var s *service
	s = &service{took: time.Second, answer: func(string, int) (int, string, string) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.now > 2 {
			return 429, "Retry-After: 1", `{"error_info":"busy"}`
		}
		return 200, "", `{"a":1}`
	}}
	bubble(t, s, plan(urls(40, 40)...), batch.Settings{Jobs: 16, Tries: 1}, func(t *testing.T, b *batch.Batch) {
		if err := b.Run(t.Context(), s.client(t).Query, nil); err != nil {
			t.Fatal(err)
		}
		if p := b.Progress(time.Now()); p.Done != 40 || len(s.asked) > 80 {
			t.Errorf("%d are done after %d calls", p.Done, len(s.asked))
		}
	})
}

func TestRunStops(t *testing.T) {
	for _, test := range []struct {
		name   string
		status int
		body   string
		is     error
	}{
		{"the quota is used up", 402, `{"error_info":"no calls left"}`, client.ErrQuotaExhausted},
		{"the key was revoked", 401, `{"error_info":"no such key"}`, client.ErrUnauthorized},
		{"the query is refused", 422, `{"error_info":"too deep","field":"query"}`, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			refuse := true
			s := &service{took: time.Second}
			s.answer = func(url string, _ int) (int, string, string) {
				if refuse && url == "https://h3.example/3" {
					return test.status, "", test.body
				}
				return 200, "", `{"a":1}`
			}
			bubble(t, s, plan(urls(20, 20)...), batch.Settings{Jobs: 4, Tries: 3}, func(t *testing.T, b *batch.Batch) {
				err := b.Run(t.Context(), s.client(t).Query, nil)
				var stopped *batch.Stopped
				if !errors.As(err, &stopped) || test.is != nil && !errors.Is(err, test.is) {
					t.Fatalf("the run ends with %v", err)
				}
				if p := b.Progress(time.Now()); p.Done+p.Waiting != 20 || p.Done > 7 || p.Stopped == nil || p.Failed != 0 {
					t.Errorf("after it stopped: %+v", p)
				}
				refuse = false
				if err := b.Run(t.Context(), s.client(t).Query, nil); err != nil {
					t.Fatal(err)
				}
				if p := b.Progress(time.Now()); p.Done != 20 || p.Stopped != nil {
					t.Errorf("after it went on: %+v", p)
				}
			})
		})
	}
}

func TestRunOutlivesARestartOfTheService(t *testing.T) {
	s := &service{took: time.Millisecond}
	synctestDown(t, s, 2*time.Second, func(err error, p batch.Progress) {
		if err != nil || p.Done != 10 {
			t.Errorf("with the service away for two seconds: %v, %+v", err, p)
		}
	})
	synctestDown(t, &service{took: time.Millisecond}, time.Hour, func(err error, p batch.Progress) {
		if !errors.Is(err, client.ErrUnreachable) || p.Waiting != 10 {
			t.Errorf("with the service away for good: %v, %+v", err, p)
		}
	})
}

func synctestDown(t *testing.T, s *service, away time.Duration, check func(error, batch.Progress)) {
	bubble(t, s, plan(urls(10, 10)...), batch.Settings{Jobs: 4, Tries: 3}, func(t *testing.T, b *batch.Batch) {
		back := time.Now().Add(away)
		s.down = func() bool { return time.Now().Before(back) }
		err := b.Run(t.Context(), s.client(t).Query, nil)
		check(err, b.Progress(time.Now()))
	})
}

func TestPauseAndCancel(t *testing.T) {
	s := &service{took: time.Second}
	bubble(t, s, plan(urls(20, 20)...), batch.Settings{Jobs: 4, Tries: 3}, func(t *testing.T, b *batch.Batch) {
		ended := make(chan error, 1)
		start := func() {
			go func() { ended <- b.Run(t.Context(), s.client(t).Query, nil) }()
		}
		start()
		time.Sleep(1500 * time.Millisecond)
		b.Pause()
		if err := <-ended; err != batch.ErrPaused {
			t.Fatalf("a paused run ends with %v", err)
		}
		if p := b.Progress(time.Now()); p.Done != 8 || p.Running != 0 || p.Waiting != 12 {
			t.Fatalf("paused after two rounds of four: %+v", p)
		}
		start()
		time.Sleep(500 * time.Millisecond)
		if err := b.Run(t.Context(), s.client(t).Query, nil); err != batch.ErrRunning {
			t.Errorf("a second run gives %v", err)
		}
		if err := b.Cancel(); err != nil {
			t.Fatal(err)
		}
		<-ended
		if p := b.Progress(time.Now()); p.Done != 8 || p.Cancelled != 12 {
			t.Fatalf("cancelled: %+v", p)
		}
		if err := b.Again(b.Find(batch.Cancelled)); err != nil {
			t.Fatal(err)
		}
		start()
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		if p := b.Progress(time.Now()); p.Done != 20 {
			t.Errorf("tried again: %+v", p)
		}
	})
}

// A service that stalls is left alone when the run's context ends; its page waits.
func TestInterruptedPagesWait(t *testing.T) {
	s := &service{took: time.Hour}
	bubble(t, s, plan(urls(3, 3)...), batch.Settings{Jobs: 2, Tries: 3}, func(t *testing.T, b *batch.Batch) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if err := b.Run(ctx, s.client(t).Query, nil); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the run ends with %v", err)
		}
		if p := b.Progress(time.Now()); p.Waiting != 3 {
			t.Errorf("interrupted: %+v", p)
		}
	})
}

func TestPace(t *testing.T) {
	s := &service{took: time.Second}
	bubble(t, s, plan(urls(40, 40)...), batch.Settings{Jobs: 4, Tries: 3}, func(t *testing.T, b *batch.Batch) {
		ended := make(chan error, 1)
		go func() { ended <- b.Run(t.Context(), s.client(t).Query, nil) }()
		time.Sleep(5500 * time.Millisecond)
		p := b.Progress(time.Now())
		if p.Rate < 3.5 || p.Rate > 5 || p.Left < 4*time.Second || p.Left > 6*time.Second {
			t.Errorf("of four pages a second with twenty left, rate %.2f and %v left", p.Rate, p.Left)
		}
		<-ended
	})
}
