package sessions_test

import (
	"bufio"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"assay/client"
	"assay/service/browser"
	"assay/service/browser/sessions"
)

// direct starts a Chromium with a port of its own, to compare with.
func direct(b *testing.B) (address string, stop func()) {
	b.Helper()
	binary, err := browser.Find(browser.Light)
	if err != nil {
		b.Fatal(err)
	}
	command := exec.Command(binary.Path, "--no-sandbox", "--headless", "--remote-debugging-port=0", "--user-data-dir="+b.TempDir(),
		"--disable-background-networking", "--disable-gpu", "--no-first-run", "about:blank")
	said, err := command.StderrPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := command.Start(); err != nil {
		b.Fatal(err)
	}
	stop = sync.OnceFunc(func() {
		command.Process.Kill()
		command.Wait()
	})
	b.Cleanup(stop)
	lines := bufio.NewScanner(said)
	for lines.Scan() {
		if _, address, found := strings.Cut(lines.Text(), "DevTools listening on "); found {
			return address, stop
		}
	}
	b.Fatal("Chromium does not listen")
	return "", nil
}

// dial connects, offering compression or not, as clients do.
func dial(b *testing.B, address string, compression websocket.CompressionMode) (*devtools, string) {
	b.Helper()
	ws, _, err := websocket.Dial(b.Context(), address, &websocket.DialOptions{CompressionMode: compression})
	if err != nil {
		b.Fatal(err)
	}
	ws.SetReadLimit(-1)
	d := &devtools{t: b, ws: ws}
	page, _ := d.page()
	return d, page
}

// BenchmarkRelay compares a session with a browser that is spoken to directly, turn
// by turn: the time of a call and of messages of 10 MB both ways, in microseconds
// at the median, for clients that offer compression and that do not.
func BenchmarkRelay(b *testing.B) {
	manager := newBench(b)
	session := manager.create(b, usual())
	address, _ := direct(b)
	paths := []struct {
		name    string
		address string
		mode    websocket.CompressionMode
	}{
		{"direct", address, websocket.CompressionDisabled},
		{"relay", plain(session.Wire().CDPURL), websocket.CompressionDisabled},
		{"relay+offer", plain(session.Wire().CDPURL), websocket.CompressionContextTakeover},
	}
	const size = 10 << 20
	up := fmt.Sprintf(`{"expression":"'%s'.length"}`, strings.Repeat("u", size))
	down := fmt.Sprintf(`{"expression":"'d'.repeat(%d)"}`, size)
	tasks := []struct {
		name   string
		turns  int
		params string
	}{{"call", 1500, `{"expression":"1"}`}, {"up", 15, up}, {"down", 15, down}}

	clients := make([]*devtools, len(paths))
	pages := make([]string, len(paths))
	for i, path := range paths {
		clients[i], pages[i] = dial(b, path.address, path.mode)
		defer clients[i].ws.CloseNow()
	}
	for _, task := range tasks {
		times := make([][]time.Duration, len(paths))
		for range task.turns {
			for i := range paths {
				began := time.Now()
				if r := clients[i].call(pages[i], "Runtime.evaluate", task.params); r.Error != nil {
					b.Fatal(r.Error.Message)
				}
				times[i] = append(times[i], time.Since(began))
			}
		}
		for i, path := range paths {
			b.ReportMetric(float64(median(times[i]).Microseconds()), path.name+"-"+task.name+"-µs")
		}
	}
}

// BenchmarkCreate measures how long a session takes from a spare and without one,
// beside Chromium's own time until it listens, in milliseconds at the median.
func BenchmarkCreate(b *testing.B) {
	manager := newBench(b)
	manager.Warm()
	var warm, cold, own []time.Duration
	for range 10 {
		time.Sleep(time.Second) // for the spare
		began := time.Now()
		session := manager.create(b, usual())
		warm = append(warm, time.Since(began))
		if err := manager.Delete(b.Context(), session.ID); err != nil {
			b.Fatal(err)
		}
	}
	for range 7 {
		began := time.Now()
		_, stop := direct(b)
		own = append(own, time.Since(began))
		stop()

		alone := newBench(b)
		began = time.Now()
		session := alone.create(b, sessions.Request{Persona: browser.Linux, Timeout: time.Minute})
		cold = append(cold, time.Since(began))
		alone.await(b, session.ID, "idle", func(i client.SessionInfo) bool { return i.State == client.StateIdle })
		if err := alone.Shutdown(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
	for name, times := range map[string][]time.Duration{"warm": warm, "cold": cold, "chromium": own} {
		b.ReportMetric(float64(median(times).Microseconds())/1000, name+"-ms")
	}
}

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}
