package nodes_test

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"

	"assay/command/runtest"
	"assay/service/servicetest"
	"assay/wire"
)

func TestRollBehindNginx(t *testing.T) {
	t.Parallel()
	testRoll(t, "nginx-nodes.conf", startNginx)
}

func TestRollBehindCaddy(t *testing.T) {
	t.Parallel()
	testRoll(t, "Caddyfile.nodes", startCaddy)
}

const rollDrain = 6 * time.Second

// testRoll replaces two of three busy nodes one after the other behind a proxy of deploy/proxy: no
// request fails, and a session goes on until its time is up, is told so, and can be asked for
// until then.
func testRoll(t *testing.T, file string, start func(t *testing.T, text, dir string) *exec.Cmd) {
	c, clients := startPeers(t, []int{2, 2, 2}, "--drain", rollDrain.String(), "--lame-duck", "4s")
	text, err := os.ReadFile(filepath.Join("..", "..", "deploy", "proxy", file))
	if err != nil {
		t.Fatal(err)
	}
	port, dir := servicetest.FreePort(), t.TempDir()
	config := string(text)
	for i, node := range c.nodes {
		config = strings.ReplaceAll(config, fmt.Sprintf("node%[1]d.assay.example:870%[1]d", i+1), "localhost"+node.URL[strings.LastIndex(node.URL, ":"):])
	}
	config = strings.NewReplacer(
		"/etc/assay/tls/nodes.pem", c.trusted,
		"server_name assay.example", "server_name localhost",
		"proxy_ssl_name                assay.example", "proxy_ssl_name localhost",
		"/var/log/nginx/", dir+"/",
		"listen 443 ssl http2", "listen 127.0.0.1:"+port, // plain, and the certificate is not asked for
		"ssl_certificate ", "# ", "ssl_certificate_key", "# ",
		"tls_server_name assay.example", "tls_server_name localhost",
		"tls /etc/assay/tls/fullchain.pem /etc/assay/tls/privkey.pem", "",
		"assay.example {", "http://localhost:"+port+" {",
	).Replace(config)
	proxy := start(t, config, dir)
	t.Cleanup(func() { proxy.Process.Signal(syscall.SIGTERM); _ = proxy.Wait() })
	front := &runtest.Process{URL: "http://localhost:" + port, Key: c.nodes[0].Key}
	servicetest.Eventually(t, "the proxy answers", func() bool { return front.Post(runtest.RawQuery) == http.StatusOK })

	var answered atomic.Int64
	done := make(chan struct{})
	var busy sync.WaitGroup
	for range 3 {
		busy.Go(func() {
			for {
				select {
				case <-done:
					return
				case <-time.After(100 * time.Millisecond): // a client's pace
				}
				if status := front.Post(runtest.RawQuery); status != http.StatusOK {
					t.Errorf("a query was answered with %d", status)
				}
				answered.Add(1)
			}
		})
	}
	for i, node := range c.nodes[:2] {
		var session *wire.Session
		for session == nil || c.nodeOf(session) != i { // what is made elsewhere ends at once
			if session, err = clients[i].CreateSession(t.Context(), wire.SessionRequest{}); err != nil {
				t.Fatal(err)
			}
			if c.nodeOf(session) != i {
				if err := clients[i].EndSession(t.Context(), session.ID); err != nil {
					t.Fatal(err)
				}
			}
		}
		driver, _, err := websocket.Dial(t.Context(), session.CDPURL, &websocket.DialOptions{HTTPClient: c.outside})
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		if err := node.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		time.Sleep(rollDrain - 2*time.Second) // it is a time that is tested
		if info, err := clients[(i+1)%3].Session(t.Context(), session.ID); err != nil || !info.Alive() {
			t.Errorf("a session whose node leaves: %v, %v", info, err)
		}
		before := answered.Load()
		_, _, err = driver.Read(t.Context())
		told := websocket.CloseError{}
		if took := time.Since(began); !errors.As(err, &told) || told.Code != websocket.StatusGoingAway || took < rollDrain {
			t.Errorf("after %s the session's client is told %v, want 1001 after %s", took, err, rollDrain)
		}
		if err := node.Cmd.Wait(); err != nil {
			t.Errorf("node %d ended with %v", i, err)
		}
		servicetest.Eventually(t, "others answer", func() bool { return answered.Load() > before })
		c.restart(i)
	}
	close(done)
	busy.Wait()
	t.Logf("%d queries were answered", answered.Load())
}

func startNginx(t *testing.T, text, dir string) *exec.Cmd {
	t.Helper()
	path := filepath.Join(dir, "nginx.conf")
	whole := "daemon off;\nmaster_process off;\npid " + dir + "/pid;\nerror_log " + dir + "/error.log;\nevents {}\nhttp {\n"
	for _, folder := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		whole += folder + "_temp_path " + dir + "/" + folder + ";\n"
	}
	if err := os.WriteFile(path, []byte(whole+text+"}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return startProxy(t, "nginx", "-c", path, "-e", filepath.Join(dir, "start.log"))
}

func startCaddy(t *testing.T, text, dir string) *exec.Cmd {
	t.Helper()
	path := filepath.Join(dir, "Caddyfile")
	text = strings.Replace(text, "{\n", "{\n\tadmin off\n\tauto_https off\n", 1)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return startProxy(t, "caddy", "run", "--adapter", "caddyfile", "--config", path)
}

func startProxy(t *testing.T, name string, args ...string) *exec.Cmd {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		if path, err = exec.LookPath("/usr/sbin/" + name); err != nil {
			t.Fatalf("the tests need %s, which .ci/test installs: %v", name, err)
		}
	}
	cmd := exec.Command(path, args...)
	log, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	t.Cleanup(func() {
		if text, err := os.ReadFile(log.Name()); t.Failed() && err == nil {
			t.Logf("%s said:\n%s", name, text)
		}
	})
	cmd.Stderr, cmd.Env = log, append(os.Environ(), "HOME="+t.TempDir())
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd
}
