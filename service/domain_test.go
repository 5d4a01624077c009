package service_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/remote"
	"github.com/coder/websocket"
	"golang.org/x/net/dns/dnsmessage"

	"assay/command/runtest"
	"assay/service"
	"assay/wire"
)

// wildcardDNS makes every name under a domain mean this machine, for programs that
// look names up the usual way, until the end of the test.
func wildcardDNS(t *testing.T, domain string) {
	t.Helper()
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		packet := make([]byte, 512)
		for {
			n, from, err := server.ReadFrom(packet)
			if err != nil {
				return
			}
			var query dnsmessage.Message
			if query.Unpack(packet[:n]) != nil || len(query.Questions) != 1 {
				continue
			}
			question := query.Questions[0]
			answer := dnsmessage.Message{Header: dnsmessage.Header{ID: query.ID, Response: true, RecursionAvailable: true}, Questions: query.Questions}
			switch {
			case !strings.HasSuffix(question.Name.String(), "."+domain+"."):
				answer.RCode = dnsmessage.RCodeNameError
			case question.Type == dnsmessage.TypeA:
				answer.Answers = []dnsmessage.Resource{{
					Header: dnsmessage.ResourceHeader{Name: question.Name, Class: dnsmessage.ClassINET, TTL: 1},
					Body:   &dnsmessage.AResource{A: netip.MustParseAddr("127.0.0.1").As4()},
				}}
			}
			if packed, err := answer.Pack(); err == nil {
				server.WriteTo(packed, from)
			}
		}
	}()
	usual := net.DefaultResolver
	net.DefaultResolver = &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", server.LocalAddr().String())
	}}
	t.Cleanup(func() {
		net.DefaultResolver = usual
		server.Close()
	})
}

// wildcard makes a certificate of an operator's for a service's name and those of its
// sessions.
func wildcard(t *testing.T, dir string, names ...string) (certFile, keyFile string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: names[0]}, DNSNames: names,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	certFile, keyFile = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for path, block := range map[string]*pem.Block{certFile: {Type: "CERTIFICATE", Bytes: cert}, keyFile: {Type: "PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return certFile, keyFile
}

// TestSessionDomain uses sessions whose addresses are names under a domain, on the
// service's own port.
func TestSessionDomain(t *testing.T) {
	t.Parallel()
	const domain = "sessions.assay.test"
	wildcardDNS(t, domain)
	for _, whose := range []string{"the private authority", "the operator's wildcard certificate"} {
		t.Run(whose, func(t *testing.T) {
			dir, err := os.MkdirTemp("/tmp", "d")
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { os.RemoveAll(dir) })
			if err := os.Chmod(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			cfg := service.Config{DataDir: filepath.Join(dir, "data"), SessionDomain: "*." + domain}
			trusted := filepath.Join(cfg.DataDir, "ca.pem")
			if strings.Contains(whose, "wildcard") {
				cfg.TLSCert, cfg.TLSKey = wildcard(t, dir, "assay.test", "*."+domain)
				trusted = cfg.TLSCert
			}
			r := runtest.Start(t, cfg)
			authority, err := os.ReadFile(trusted)
			if err != nil {
				t.Fatal(err)
			}
			roots := x509.NewCertPool()
			roots.AppendCertsFromPEM(authority)
			web := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}, Timeout: 20 * time.Second}
			defer web.CloseIdleConnections()

			create := func() wire.Session {
				request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, r.BaseURL+"/v1/managed/sessions", strings.NewReader(`{"shutdown_mode": "on_inactivity_timeout"}`))
				if err != nil {
					t.Fatal(err)
				}
				request.Header.Set("X-API-Key", r.Key.Reveal())
				answer, err := web.Do(request)
				if err != nil {
					t.Fatal(err)
				}
				defer answer.Body.Close()
				var session wire.Session
				if err := json.NewDecoder(answer.Body).Decode(&session); err != nil || answer.StatusCode != http.StatusCreated {
					t.Fatalf("creating a session: %s, %v", answer.Status, err)
				}
				return session
			}
			one, other := create(), create()
			at, err := url.Parse(one.CDPURL)
			if err != nil {
				t.Fatal(err)
			}
			service, err := url.Parse(r.BaseURL)
			if err != nil {
				t.Fatal(err)
			}
			if at.Scheme != "wss" || at.Hostname() != one.ID+"."+domain || at.Port() != service.Port() {
				t.Errorf("the address %s names no host of its own on port %s", at.Redacted(), service.Port())
			}

			// With the certificate checked against the name.
			answer, err := web.Get(one.BaseURL + "/json/version")
			if err != nil {
				t.Fatal(err)
			}
			text, _ := io.ReadAll(answer.Body)
			answer.Body.Close()
			if !strings.Contains(string(text), `"`+one.CDPURL+`"`) {
				t.Errorf("discovery answers %s %s", answer.Status, text)
			}
			ws, _, err := websocket.Dial(t.Context(), one.CDPURL, &websocket.DialOptions{HTTPClient: web})
			if err != nil {
				t.Fatal(err)
			}
			ws.CloseNow()

			// What is not that session's is not there, whatever the host is.
			for _, address := range []string{
				strings.Replace(one.BaseURL, at.Hostname(), other.ID+"."+domain, 1) + "/devtools/browser/" + other.ID,
				"https://" + at.Host + "/json/version",
				"https://" + at.Host + "/" + other.ID,
			} {
				answer, err := web.Get(address)
				if err != nil {
					t.Fatal(err)
				}
				answer.Body.Close()
				if answer.StatusCode != http.StatusNotFound {
					t.Errorf("%s answers %s", address, answer.Status)
				}
			}

			for name, options := range map[string][]remote.Option{"NoModifyURL": {remote.NoModifyURL}, "by address": nil} {
				ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
				// In plain text, which a port on loopback speaks too: chromedp trusts the
				// system's authorities only.
				ctx, free := remote.NewAllocator(ctx, strings.Replace(one.CDPURL, "wss:", "ws:", 1), options...)
				ctx, leave := chromedp.NewContext(ctx)
				sum, err := chromedp.Run(ctx, chromedp.Evaluate[int](`20 + 3`))
				if err != nil || sum != 23 {
					t.Errorf("chromedp, %s: %d, %v", name, sum, err)
				}
				leave()
				free()
				cancel()
			}
		})
	}
}
