//go:build unix

package sessions_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"
)

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

// BenchmarkRelay compares a session with the same browser spoken to directly: the time
// of a call and of messages of 10 MB both ways, in microseconds at the median and as a
// multiple of the direct way's, for clients that offer compression and that do not. The
// ways take turns, beginning with another one each time, so that what else the machine
// does falls on all of them.
func BenchmarkRelay(b *testing.B) {
	manager := newBench(b)
	session := manager.create(b, usual())
	address, _, stop := startTwin(b, leaders(b, manager.dir)[0])
	defer stop()
	ways := []struct {
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
	}{{"call", 3000, `{"expression":"1"}`}, {"up", 21, up}, {"down", 21, down}}

	clients := make([]*devtools, len(ways))
	pages := make([]string, len(ways))
	for i, way := range ways {
		clients[i], pages[i] = dial(b, way.address, way.mode)
		defer clients[i].ws.CloseNow()
	}
	for _, task := range tasks {
		times := make([][]time.Duration, len(ways))
		for turn := range task.turns {
			for k := range ways {
				i := (turn + k) % len(ways)
				began := time.Now()
				if r := clients[i].call(pages[i], "Runtime.evaluate", task.params); r.Error != nil {
					b.Fatal(r.Error.Message)
				}
				times[i] = append(times[i], time.Since(began))
			}
		}
		for i, way := range ways {
			b.ReportMetric(float64(median(times[i]).Microseconds()), way.name+"-"+task.name+"-µs")
			if i > 0 {
				b.ReportMetric(float64(median(times[i]))/float64(median(times[0])), way.name+"-"+task.name+"-x")
			}
		}
	}
}

// BenchmarkPlaywright compares the two as BenchmarkRelay does, but by what Playwright's
// user waits for: a call, and 5 MB both ways.
func BenchmarkPlaywright(b *testing.B) {
	manager := newBench(b)
	session := manager.create(b, usual())
	address, _, stop := startTwin(b, leaders(b, manager.dir)[0])
	defer stop()
	script := manager.startScript(b, session, true, "", "playwright.mjs", "measure", "DIRECT_URL="+address)
	var medians map[string]float64 // microseconds
	if err := json.NewDecoder(script.lines).Decode(&medians); err != nil {
		b.Fatalf("%v: %s", err, script.errors.String())
	}
	script.finish(b)
	for _, task := range []string{"call", "up", "down"} {
		direct, relay := medians["direct-"+task], medians["relay-"+task]
		b.ReportMetric(direct, "direct-"+task+"-µs")
		b.ReportMetric(relay, "relay-"+task+"-µs")
		b.ReportMetric(relay/direct, "relay-"+task+"-x")
	}
}

// startTwin starts the browser that runs as a process once more, on its own: the same
// program, switches, user and kind of folder, but with a port in the place of the pipe.
// It returns the address that it listens on and how long it took until then.
func startTwin(b *testing.B, pid int) (address string, took time.Duration, stop func()) {
	b.Helper()
	line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	if err != nil {
		b.Fatal(err)
	}
	var owner syscall.Stat_t
	if err := syscall.Stat(fmt.Sprintf("/proc/%d", pid), &owner); err != nil {
		b.Fatal(err)
	}
	folder, err := os.MkdirTemp("/tmp", "raw")
	if err != nil {
		b.Fatal(err)
	}
	if err := os.Chown(folder, int(owner.Uid), int(owner.Gid)); err != nil {
		b.Fatal(err)
	}
	// Chromium joins its arguments with spaces to show them.
	joined, _ := strings.CutSuffix(strings.Trim(strings.ReplaceAll(string(line), "\x00", " "), " "), " about:blank")
	args := strings.Split(joined, " --")
	for i, arg := range args[1:] {
		switch {
		case arg == "remote-debugging-pipe":
			arg = "remote-debugging-port=0"
		case strings.HasPrefix(arg, "user-data-dir="):
			arg = "user-data-dir=" + filepath.Join(folder, "profile")
		}
		args[i+1] = "--" + arg
	}
	args = append(args, "about:blank")
	command := exec.Command(args[0], args[1:]...)
	command.Dir = folder
	command.Env = []string{"PATH=" + os.Getenv("PATH"), "LANG=en_US.UTF-8", "HOME=" + folder, "TMPDIR=" + folder,
		"XDG_CONFIG_HOME=" + folder, "XDG_CACHE_HOME=" + folder, "DBUS_SESSION_BUS_ADDRESS=disabled:"}
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if os.Getuid() == 0 {
		command.SysProcAttr.Credential = &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid}
	}
	said, err := command.StderrPipe()
	if err != nil {
		b.Fatal(err)
	}
	began := time.Now()
	if err := command.Start(); err != nil {
		b.Fatal(err)
	}
	stop = func() {
		syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
		command.Wait()
		os.RemoveAll(folder)
	}
	for lines := bufio.NewScanner(said); lines.Scan(); {
		if _, address, found := strings.Cut(lines.Text(), "DevTools listening on "); found {
			return address, time.Since(began), stop
		}
	}
	stop()
	b.Fatal("Chromium does not listen")
	return "", 0, nil
}

// BenchmarkCreate measures how long a session takes from a spare, and without one
// beside the same browser's own time until it listens, turn by turn, in milliseconds
// at the median.
func BenchmarkCreate(b *testing.B) {
	manager := newBench(b, keepSpares)
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
	if err := manager.Shutdown(b.Context()); err != nil {
		b.Fatal(err)
	}
	for range 15 {
		alone := newBench(b)
		began := time.Now()
		alone.create(b, usual())
		cold = append(cold, time.Since(began))
		browser := leaders(b, alone.dir)[0]
		_, took, stop := startTwin(b, browser)
		own = append(own, took)
		stop()
		if err := alone.Shutdown(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
	for name, times := range map[string][]time.Duration{"warm": warm, "cold": cold, "chromium": own} {
		b.ReportMetric(float64(median(times).Microseconds())/1000, name+"-ms")
	}
}
