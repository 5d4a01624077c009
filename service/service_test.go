package service_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"assay/command/runtest"
	"assay/service"
	"assay/service/account"
	"assay/service/servicetest"
	"assay/wire/datadir"
)

// usage asks for the usage, trusting the service's authority, and returns the
// answer's status.
func usage(r *runtest.Service, baseURL string) (int, error) {
	transport := &http.Transport{}
	if r.CAFile != "" {
		pem, err := os.ReadFile(r.CAFile)
		if err != nil {
			return 0, err
		}
		pool := x509.NewCertPool()
		pool.AppendCertsFromPEM(pem)
		transport.TLSClientConfig = &tls.Config{RootCAs: pool}
	}
	defer transport.CloseIdleConnections()
	client := http.Client{Transport: transport, Timeout: 10 * time.Second}
	response, err := client.Get(baseURL + "/v1/usage?api_key=" + r.Key.Reveal())
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	return response.StatusCode, nil
}

// slowQuery begins a query, and returns when the service reads it. end lets the
// query go on, or fails if the service closed the connection, and returns the
// answer's status.
func slowQuery(t *testing.T, r *runtest.Service) (end func() int) {
	t.Helper()
	body, send := io.Pipe()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, r.BaseURL+"/v1/query-data", body)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("X-API-Key", r.Key.Reveal())
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Expect", "100-continue") // the service says so when it reads the body
	status := make(chan int, 1)
	go func() {
		response, err := http.DefaultTransport.RoundTrip(request)
		body.CloseWithError(errors.New("the request is over"))
		if err != nil {
			status <- 0
			return
		}
		response.Body.Close()
		status <- response.StatusCode
	}()
	if _, err := io.WriteString(send, `{"query": "{ title }", "html": `); err != nil {
		t.Fatal(err)
	}
	return func() int {
		io.WriteString(send, `"<title>A</title>"}`)
		send.Close()
		return <-status
	}
}

// events is a log handler that passes each message on.
type events chan string

func (e events) Enabled(context.Context, slog.Level) bool { return true }
func (e events) Handle(_ context.Context, r slog.Record) error {
	select {
	case e <- r.Message:
	default:
	}
	return nil
}
func (e events) WithAttrs([]slog.Attr) slog.Handler { return e }
func (e events) WithGroup(string) slog.Handler      { return e }

// await waits for a message that begins with a text.
func (e events) await(t *testing.T, text string) {
	t.Helper()
	limit := time.After(20 * time.Second)
	for {
		select {
		case message := <-e:
			if strings.HasPrefix(message, text) {
				return
			}
		case <-limit:
			t.Fatalf("the service never logs %q", text)
		}
	}
}

func TestReadyLine(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	r := runtest.Start(t, service.Config{DataDir: dir, Version: "v1"})
	if r.PID != os.Getpid() || r.Version != "v1" || !strings.HasPrefix(r.BaseURL, "http://127.0.0.1:") || r.CAFile != filepath.Join(dir, "ca.pem") {
		t.Errorf("the ready line is %+v", r.Info)
	}
	if info, err := datadir.ReadInfo(dir); err != nil || info != r.Info {
		t.Errorf("service.json = %+v, %v; want what the ready line says", info, err)
	}
	port := r.BaseURL[strings.LastIndex(r.BaseURL, ":"):]
	for _, baseURL := range []string{r.BaseURL, "https://127.0.0.1" + port, "https://localhost" + port} {
		if status, err := usage(r, baseURL); status != http.StatusOK {
			t.Errorf("%s answers %d, %v", baseURL, status, err)
		}
	}
	r.Stop()
	if err := r.Wait(t); err != nil {
		t.Errorf("Run = %v", err)
	}
	if _, err := datadir.ReadInfo(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("after the stop, service.json: %v; want it gone", err)
	}
}

func TestStopLetsRunningRequestsFinish(t *testing.T) {
	t.Parallel()
	log := make(events, 100)
	dir := t.TempDir()
	r := runtest.Start(t, service.Config{DataDir: dir, Log: slog.New(log)})
	end := slowQuery(t, r)
	r.Stop()
	log.await(t, "stopping")
	if _, err := datadir.ReadInfo(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("while it stops, service.json: %v; want it gone", err)
	}
	if status, err := usage(r, r.BaseURL); status != http.StatusServiceUnavailable {
		t.Errorf("while it stops, a new request is answered with %d, %v; want 503", status, err)
	}
	if running, err := datadir.Running(dir); !running || err != nil {
		t.Errorf("while it stops, Running = %v, %v", running, err)
	}
	if status := end(); status != http.StatusOK {
		t.Errorf("the running request was answered with %d", status)
	}
	if err := r.Wait(t); err != nil {
		t.Errorf("Run = %v", err)
	}
	if running, err := datadir.Running(dir); running || err != nil {
		t.Errorf("after the stop, Running = %v, %v", running, err)
	}
}

func TestStopAbortsRequestsThatDoNotFinish(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r := runtest.Start(t, service.Config{DataDir: dir, DrainTimeout: 50 * time.Millisecond})
	end := slowQuery(t, r)
	r.Stop()
	if err := r.Wait(t); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Run = %v, want it to say that requests were aborted", err)
	}
	if status := end(); status == http.StatusOK {
		t.Error("the request was answered after all")
	}
	runtest.Start(t, service.Config{DataDir: dir})
}

func TestSecondServiceSaysWhoHoldsTheDirectory(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r := runtest.Start(t, service.Config{DataDir: dir})
	err := service.Run(t.Context(), service.Config{DataDir: dir, Listen: "127.0.0.1:0", Log: slog.New(slog.DiscardHandler)}, io.Discard)
	if err == nil {
		t.Fatal("a second service ran")
	}
	for _, want := range []string{dir, fmt.Sprintf("process %d", os.Getpid()), r.BaseURL, "another --data-dir"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the error does not contain %q: %v", want, err)
		}
	}
	if status, err := usage(r, r.BaseURL); status != http.StatusOK {
		t.Errorf("the first service answers %d, %v", status, err)
	}
}

// TestNodeIsCalledByItsName starts a node whose certificate names the load balancer first.
func TestNodeIsCalledByItsName(t *testing.T) {
	t.Parallel()
	cert, key := wildcard(t, t.TempDir(), "assay.test", "node1.assay.test")
	port := servicetest.FreePort()
	for node, want := range map[string]string{
		"https://node1.assay.test:" + port: "https://node1.assay.test:" + port,
		"https://proxy.test":               "https://assay.test:" + port,
	} {
		r := runtest.Start(t, service.Config{DataDir: t.TempDir(), Listen: "0.0.0.0:" + port, TLSCert: cert, TLSKey: key, NodeURL: node})
		if r.BaseURL != want {
			t.Errorf("with the node_url %s, base_url is %s, want %s", node, r.BaseURL, want)
		}
		r.Stop()
		if err := r.Wait(t); err != nil {
			t.Error(err)
		}
	}
}

func TestPortBeyondLoopbackSpeaksOnlyTLS(t *testing.T) {
	t.Parallel()
	r := runtest.Start(t, service.Config{DataDir: t.TempDir(), Listen: "0.0.0.0:0"})
	if !strings.HasPrefix(r.BaseURL, "https://127.0.0.1:") {
		t.Errorf("base_url is %s, want https", r.BaseURL)
	}
	if status, err := usage(r, r.BaseURL); status != http.StatusOK {
		t.Errorf("over TLS it answers %d, %v", status, err)
	}
	if status, _ := usage(r, strings.Replace(r.BaseURL, "https", "http", 1)); status == http.StatusOK {
		t.Error("it answers in plain text too")
	}
}

func TestKeysOfTheDirectory(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name       string
		background bool
		remakes    bool
	}{
		{"a foreground service leaves a removed key alone", false, false},
		{"a background service makes a removed key again", true, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			cfg := service.Config{DataDir: dir, Background: tt.background}
			r := runtest.Start(t, cfg)
			first := r.Key
			r.Stop()
			r.Wait(t)
			if r = runtest.Start(t, cfg); r.Key != first {
				t.Error("the second start made another key")
			}
			r.Stop()
			r.Wait(t)
			if err := os.Remove(datadir.KeyFile(dir)); err != nil {
				t.Fatal(err)
			}
			s, err := service.New(t.Context(), service.Config{DataDir: dir, Listen: "127.0.0.1:0", Background: tt.background, Log: slog.New(slog.DiscardHandler)})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Shutdown(t.Context())
			if _, err := datadir.ReadKey(dir); (err == nil) != tt.remakes {
				t.Errorf("reading the key: %v", err)
			}
		})
	}
}

func TestKeyCommandsWhileTheServiceRuns(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r := runtest.Start(t, service.Config{DataDir: dir})
	var made strings.Builder
	if err := service.CreateKey(t.Context(), dir, "", account.KeyChange{Name: new("second")}, false, &made); err != nil {
		t.Fatal(err)
	}
	r.Key = datadir.NewSecret(strings.TrimSpace(made.String()))
	if status, err := usage(r, r.BaseURL); status != http.StatusOK {
		t.Errorf("a new key is answered with %d, %v", status, err)
	}
	var table strings.Builder
	if err := service.ListKeys(t.Context(), dir, "", &table); err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimSpace(table.String()), "\n")
	if len(rows) != 3 || !strings.Contains(rows[1], "this machine") || !strings.Contains(rows[2], "second") {
		t.Fatalf("the keys are\n%s\nwant a heading and two keys", &table)
	}
	id := rows[2][strings.LastIndex(rows[2], " ")+1:]
	if _, err := service.RevokeKey(t.Context(), dir, "", id); err != nil {
		t.Fatal(err)
	}
	if status, err := usage(r, r.BaseURL); status != http.StatusUnauthorized {
		t.Errorf("a revoked key is answered with %d, %v", status, err)
	}
	if _, err := service.RevokeKey(t.Context(), dir, "", "none"); err == nil || !strings.Contains(err.Error(), "assay keys list") {
		t.Errorf("revoking no key = %v, want to be told where keys are shown", err)
	}
}

func TestConfigErrors(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		cfg  service.Config
		want string
	}{
		{"half a certificate", service.Config{TLSCert: "cert.pem"}, "must be given together"},
		{"certificate files that are not there", service.Config{TLSCert: "/none.pem", TLSKey: "/none.pem"}, "reading the TLS certificate"},
		{"private", service.Config{AllowPrivate: "perhaps"}, "must be auto, yes or no"},
		{"format of the log", service.Config{LogFormat: "xml"}, "must be text or json"},
		{"level of the log", service.Config{LogLevel: "loud"}, "must be debug, info, warn or error"},
		{"limit", service.Config{UsageLimit: -1}, "must not be negative"},
		{"sessions of a key", service.Config{KeySessions: -1}, "must not be negative"},
		{"session memory", service.Config{SessionMemory: 10}, "too little for a browser"},
		{"session disk", service.Config{SessionDisk: 10}, "too little for a browser"},
		{"database", service.Config{Database: "mysql://me:hush@db"}, "not with mysql://"},
		{"database that is none", service.Config{Database: "postgres://me:hush@127.0.0.1:port/assay"}, "postgres://me@127.0.0.1:port/assay"},
		{"lease", service.Config{Lease: 2}, "too short: give at least 3"},
		{"node", service.Config{NodeURL: "http://node"}, "must be https://HOST"},
		{"node with a path", service.Config{NodeURL: "https://node/a"}, "must be https://HOST"},
		{"trusted proxy", service.Config{TrustedProxy: []string{"10.0.0.0/8", "proxy.example"}}, `"proxy.example" is no network such as 10.0.0.0/8`},
		{"everybody a trusted proxy", service.Config{TrustedProxy: []string{"0.0.0.0/0"}}, "is everybody"},
		{"session domain", service.Config{SessionDomain: "bad domain"}, "must be a name such as"},
		{"session domain with a port", service.Config{SessionDomain: "s.example:443"}, "must be a name such as"},
		{"listen", service.Config{Listen: "127.0.0.1:99999"}, "must be HOST:PORT"},
		{"listen without a port", service.Config{Listen: "localhost"}, "must be HOST:PORT"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			tt.cfg.DataDir, tt.cfg.Log = dir, slog.New(slog.DiscardHandler)
			if tt.cfg.Listen == "" {
				tt.cfg.Listen = "127.0.0.1:0"
			}
			_, err := service.New(t.Context(), tt.cfg)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("New = %v, want an error with %q", err, tt.want)
			}
			if running, err := datadir.Running(dir); running || err != nil {
				t.Errorf("after the failure, Running = %v, %v", running, err)
			}
		})
	}
}

func TestReadFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "service.toml")
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("listen = '0.0.0.0:443'\nusage_limit = 7\nmax_sessions = 3\nkey_sessions = 2\nsession_memory = 512\nsession_disk = 4096\nsession_domain = 'a.example'\nnode_url = 'https://n.example'\nmax_queries = 9\nlease = 60\ncompat = true\nkey_queries = 4\nlog_format = 'json'\nlog_level = 'warn'\ndatabase = 'postgres://db/assay'\ntls_cert = 'tls/cert.pem'\ntls_key = '/etc/key.pem'\nallow_private = 'no'\ntrusted_proxy = ['10.0.0.0/8', '::1']\n" +
		"[[managed_proxy]]\ncountry = 'DE'\nurl = 'http://u:p@proxy.example:3128'\n")
	cfg := service.Config{DataDir: "/data", UsageLimit: 3}
	if err := cfg.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	want := service.Config{
		Listen: "0.0.0.0:443", DataDir: "/data", UsageLimit: 7, AllowPrivate: service.AllowPrivateNo,
		MaxSessions: 3, KeySessions: 2, SessionMemory: 512, SessionDisk: 4096, SessionDomain: "a.example",
		NodeURL: "https://n.example", MaxQueries: 9, Lease: 60, Compat: true, KeyQueries: 4, LogFormat: service.LogJSON, LogLevel: "warn", Database: "postgres://db/assay",
		ManagedProxy: []service.ManagedProxy{{Country: "DE", URL: "http://u:p@proxy.example:3128"}},
		TLSCert:      filepath.Join(dir, "tls", "cert.pem"), TLSKey: "/etc/key.pem",
		TrustedProxy: []string{"10.0.0.0/8", "::1"},
	}
	if diff := cmp.Diff(want, cfg, cmpopts.IgnoreUnexported(service.Config{})); diff != "" {
		t.Errorf("ReadFile (-want +got):\n%s", diff)
	}
	write("\nlisten_on = 'x'\n")
	if err := cfg.ReadFile(path); err == nil || !strings.Contains(err.Error(), `service.toml:2: unknown setting "listen_on"`) {
		t.Errorf("ReadFile of an unknown setting = %v", err)
	}
	for _, value := range []string{"5", "'5'", "'soon'", "1.5"} {
		write("drain = " + value + "\n")
		want := `"` + strings.Trim(value, "'") + `" is no time: write it as "90s" or "10m"`
		if err := cfg.ReadFile(path); err == nil || !strings.Contains(err.Error(), "service.toml:") || !strings.Contains(err.Error(), want) {
			t.Errorf("ReadFile of drain = %s: %v, want %s", value, err, want)
		}
	}
	write("drain = '90s'\n")
	if err := cfg.ReadFile(path); err != nil || cfg.Drain.Duration != 90*time.Second {
		t.Errorf("drain is %v (%v), want 90s", cfg.Drain, err)
	}
	write("background = true\n")
	if err := cfg.ReadFile(path); err == nil {
		t.Error("a setting that is not for the file was read")
	}
}

// TestStopWithUnusedConnections: connections that clients opened in advance hold up no stop.
func TestStopWithUnusedConnections(t *testing.T) {
	t.Parallel()
	r := runtest.Start(t, service.Config{DataDir: t.TempDir(), Listen: "0.0.0.0:0"})
	for range 3 {
		conn, err := net.Dial("tcp", strings.TrimPrefix(r.BaseURL, "https://"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
	}
	if status, err := usage(r, r.BaseURL); status != http.StatusOK { // they were accepted before
		t.Fatal(status, err)
	}
	r.Stop()
	if err := r.Wait(t); err != nil {
		t.Error(err)
	}
}
