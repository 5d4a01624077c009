package certs_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/service/certs"
)

func allowLocalhost(host string) bool { return host == "localhost" }

// serve answers each request with its protocol on a loopback port that speaks
// TLS and plain text.
func serve(t *testing.T, config *tls.Config) net.Addr {
	t.Helper()
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{
		TLSConfig: config,
		ErrorLog:  slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug),
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprintf(w, "%s tls=%v", r.Proto, r.TLS != nil)
		}),
	}
	done := make(chan error, 1)
	go func() { done <- server.Serve(certs.Either(inner, config)) }()
	t.Cleanup(func() {
		server.Close()
		if err := <-done; err != http.ErrServerClosed {
			t.Errorf("Serve = %v", err)
		}
	})
	return inner.Addr()
}

func get(t *testing.T, transport *http.Transport, url string) (string, error) {
	t.Helper()
	defer transport.CloseIdleConnections()
	client := http.Client{Transport: transport, Timeout: 10 * time.Second}
	response, err := client.Get(url)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return string(body), err
}

// trusting returns a transport that trusts the authority in caFile alone.
func trusting(t *testing.T, caFile string) *http.Transport {
	t.Helper()
	pem, err := os.ReadFile(caFile)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(pem) {
		t.Fatalf("%s holds no certificate", caFile)
	}
	return &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}, ForceAttemptHTTP2: true}
}

func TestOnePortForBoth(t *testing.T) {
	authority, err := certs.OpenAuthority(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	address := serve(t, authority.Config(allowLocalhost))
	_, port, _ := net.SplitHostPort(address.String())
	tests := []struct{ name, url, want, wantErr string }{
		{"plain", "http://" + address.String(), "HTTP/1.1 tls=false", ""},
		{"TLS by address", "https://" + address.String(), "HTTP/2.0 tls=true", ""},
		{"TLS by name", "https://localhost:" + port, "HTTP/2.0 tls=true", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := get(t, trusting(t, authority.File()), tt.url)
			if err != nil || got != tt.want {
				t.Errorf("GET %s = %q, %v; want %q", tt.url, got, err, tt.want)
			}
		})
	}
	t.Run("a client that does not trust the authority", func(t *testing.T) {
		if _, err := get(t, &http.Transport{}, "https://"+address.String()); err == nil {
			t.Error("it connected, want a certificate error")
		}
	})
	t.Run("a host that is not ours", func(t *testing.T) {
		conn, err := tls.Dial("tcp", address.String(), &tls.Config{ServerName: "other.example", InsecureSkipVerify: true})
		if err == nil {
			conn.Close()
			t.Error("it got a certificate, want a refusal")
		}
	})
}

func TestSilentClientHoldsUpNoOther(t *testing.T) {
	authority, err := certs.OpenAuthority(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	address := serve(t, authority.Config(allowLocalhost))
	for range 3 {
		silent, err := net.Dial("tcp", address.String())
		if err != nil {
			t.Fatal(err)
		}
		defer silent.Close()
	}
	if got, err := get(t, &http.Transport{}, "http://"+address.String()); err != nil || got != "HTTP/1.1 tls=false" {
		t.Errorf("GET beside silent clients = %q, %v", got, err)
	}
}

func TestFirstByteAloneIsEnough(t *testing.T) {
	authority, err := certs.OpenAuthority(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	conn, err := net.Dial("tcp", serve(t, authority.Config(allowLocalhost)).String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for _, b := range []byte("GET / HTTP/1.1\r\nHost: x\r\n\r\n") {
		if _, err := conn.Write([]byte{b}); err != nil {
			t.Fatal(err)
		}
	}
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "HTTP/1.1 200") {
		t.Errorf("answer = %q, %v", line, err)
	}
}

func TestListenerCloses(t *testing.T) {
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := certs.Either(inner, &tls.Config{})
	accepted := make(chan error)
	go func() { _, err := l.Accept(); accepted <- err }()
	l.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	select {
	case err := <-accepted:
		if err == nil {
			t.Error("Accept returned a connection after Close")
		}
	case <-ctx.Done():
		t.Error("Accept did not return after Close")
	}
}

func TestAuthorityFiles(t *testing.T) {
	dir := t.TempDir()
	first, err := certs.OpenAuthority(dir)
	if err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(first.File())
	if err != nil {
		t.Fatal(err)
	}
	key := filepath.Join(dir, "ca-key.pem")
	info, err := os.Stat(key)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o600 {
		t.Errorf("the mode of %s is %o, want 600", key, info.Mode().Perm())
	}
	if _, err := certs.OpenAuthority(dir); err != nil {
		t.Fatalf("opening it again: %v", err)
	}
	if after, _ := os.ReadFile(first.File()); string(after) != string(before) {
		t.Error("opening the authority again made a new one")
	}
	if err := os.WriteFile(key, []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := certs.OpenAuthority(dir); err == nil || !strings.Contains(err.Error(), "remove "+first.File()) {
		t.Errorf("opening a damaged authority = %v, want to be told what to do", err)
	}
}

func TestFilesAreRenewed(t *testing.T) {
	dir := t.TempDir()
	certFile, keyFile := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	issue := func() string {
		t.Helper()
		made := t.TempDir()
		if _, err := certs.OpenAuthority(made); err != nil {
			t.Fatal(err)
		}
		for from, to := range map[string]string{"ca.pem": certFile, "ca-key.pem": keyFile} {
			data, err := os.ReadFile(filepath.Join(made, from))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(to, data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		pair, err := tls.LoadX509KeyPair(certFile, keyFile)
		if err != nil {
			t.Fatal(err)
		}
		return pair.Leaf.SerialNumber.String()
	}
	now := time.Now()
	first := issue()
	files, err := certs.OpenFiles(certFile, keyFile, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	serial := func(at time.Time) string { return files.Current(at).Leaf.SerialNumber.String() }
	if got := serial(now); got != first {
		t.Errorf("the certificate is %s, want %s", got, first)
	}
	second := issue()
	later := now.Add(2 * time.Minute)
	for _, path := range []string{certFile, keyFile} {
		if err := os.Chtimes(path, later, later); err != nil {
			t.Fatal(err)
		}
	}
	if got := serial(now.Add(time.Second)); got != first {
		t.Errorf("a second later the certificate is %s, want %s still", got, first)
	}
	if got := serial(later); got != second {
		t.Errorf("two minutes later the certificate is %s, want the new one, %s", got, second)
	}
	if err := os.WriteFile(keyFile, []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := serial(later.Add(2 * time.Minute)); got != second {
		t.Errorf("with a damaged key the certificate is %s, want the old one, %s", got, second)
	}
	files.Reload()
	if got := serial(time.Now()); got != second {
		t.Errorf("after reloading a damaged key the certificate is %s, want the old one, %s", got, second)
	}
	third := issue()
	files.Reload()
	if got := serial(time.Now()); got != third {
		t.Errorf("after reloading the certificate is %s, want the new one at once, %s", got, third)
	}
}
