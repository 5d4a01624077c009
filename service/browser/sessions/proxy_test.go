package sessions_test

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"assay/service/browser/sessions"
	"assay/service/browser/sessiontest"
	"assay/service/egress"
	"assay/service/servicetest"
)

const (
	proxyUser     = "ada"
	proxyPassword = "swordfish"
)

// proxy is an upstream proxy that wants credentials.
type proxy struct {
	address string // with its scheme
	tunnels atomic.Int32
	refused atomic.Int32
}

// ServeHTTP serves CONNECT.
func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	want := "Basic " + base64.StdEncoding.EncodeToString([]byte(proxyUser+":"+proxyPassword))
	if r.Method != http.MethodConnect || r.Header.Get("Proxy-Authorization") != want {
		p.refused.Add(1)
		w.Header().Set("Proxy-Authenticate", `Basic realm="proxy"`)
		w.WriteHeader(http.StatusProxyAuthRequired)
		return
	}
	near, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	p.tunnels.Add(1)
	sessiontest.Tunnel(near, buffered, r.Host, "HTTP/1.1 200 OK\r\n\r\n")
}

func httpProxy(t *testing.T) *proxy {
	p := &proxy{}
	server := httptest.NewServer(p)
	t.Cleanup(server.Close)
	p.address = server.URL
	return p
}

func httpsProxy(t *testing.T) (*proxy, *x509.CertPool) {
	p := &proxy{}
	server := httptest.NewUnstartedServer(p)
	server.TLS = &tls.Config{NextProtos: []string{"http/1.1"}}
	server.StartTLS()
	t.Cleanup(server.Close)
	p.address = server.URL
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	return p, roots
}

func socksProxy(t *testing.T) *proxy {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	p := &proxy{address: "socks5://" + listener.Addr().String()}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				target, err := p.greet(conn)
				if err != nil {
					p.refused.Add(1)
					conn.Close()
					return
				}
				p.tunnels.Add(1)
				sessiontest.Tunnel(conn, conn, target, "\x05\x00\x00\x01\x00\x00\x00\x00\x00\x00")
			}()
		}
	}()
	return p
}

// greet takes a SOCKS5 client's user name, password and target (RFC 1928, 1929).
func (p *proxy) greet(conn net.Conn) (target string, err error) {
	read := func(n int) []byte {
		part := make([]byte, n)
		if _, failure := io.ReadFull(conn, part); failure != nil && err == nil {
			err = failure
		}
		return part
	}
	methods := read(int(read(2)[1]))
	if err != nil || !bytes.Contains(methods, []byte{2}) {
		return "", errors.New("the client has no password")
	}
	conn.Write([]byte{5, 2})
	user := string(read(int(read(2)[1])))
	password := string(read(int(read(1)[0])))
	if err != nil || user != proxyUser || password != proxyPassword {
		conn.Write([]byte{1, 1})
		return "", errors.New("the password is wrong")
	}
	conn.Write([]byte{1, 0})
	var host string
	switch read(4)[3] {
	case 1:
		host = net.IP(read(4)).String()
	case 3:
		host = string(read(int(read(1)[0])))
	case 4:
		host = net.IP(read(16)).String()
	}
	port := read(2)
	return net.JoinHostPort(host, fmt.Sprint(int(port[0])<<8|int(port[1]))), err
}

// intercepting goes to a page with a client that lets each request on itself, and
// returns the page's title.
func intercepting(t *testing.T, d *sessiontest.Client, address string) any {
	t.Helper()
	defer d.WS.CloseNow()
	page, _ := d.Page()
	d.Must(page, "Fetch.enable", `{}`, nil)
	d.Must(page, "Page.enable", `{}`, nil)
	d.Ask(page, "Page.navigate", fmt.Sprintf(`{"url":%q}`, address))
	for {
		r, err := d.Next()
		if err != nil {
			t.Fatal(err)
		}
		switch r.Method {
		case "Fetch.requestPaused":
			var paused struct{ RequestID string }
			if err := json.Unmarshal(r.Params, &paused); err != nil {
				t.Fatal(err)
			}
			d.Ask(page, "Fetch.continueRequest", fmt.Sprintf(`{"requestId":%q}`, paused.RequestID))
		case "Page.loadEventFired":
			return d.Evaluate(page, "document.title")
		}
	}
}

// TestProxies goes through proxies that want credentials, with clients that intercept
// requests themselves. Neither the browser nor the log knows the credentials.
func TestProxies(t *testing.T) {
	t.Parallel()
	address := sessiontest.Site(t)
	plainProxy, socks := httpProxy(t), socksProxy(t)
	secure, roots := httpsProxy(t)
	log := &servicetest.Log{}
	b := sessiontest.New(t, func(c *sessions.Config) {
		c.Egress = egress.NewDialer(egress.Config{AllowPrivate: true, RootCAs: roots})
		c.Log = slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})
	parse := func(t *testing.T, address, password string) *egress.Upstream {
		upstream, err := egress.ParseUpstream(address, proxyUser, password)
		if err != nil {
			t.Fatal(err)
		}
		return upstream
	}
	through := func(t *testing.T, upstream *egress.Upstream) *sessions.Session {
		request := sessiontest.Usual()
		request.Proxy = upstream
		return b.Begin(t, request)
	}
	for name, p := range map[string]*proxy{"http": plainProxy, "https": secure, "socks5": socks} {
		t.Run(name, func(t *testing.T) {
			session := through(t, parse(t, p.address, proxyPassword))
			if title := intercepting(t, sessiontest.Connect(t, session), address+"/form"); title != "Form" {
				t.Errorf("the page is %v", title)
			}
			if p == secure { // and with a client as people write it
				joined(t, b, session, 0)
				b.StartScript(t, session, true, address, "puppeteer.mjs", "drive").Finish(t)
			}
			if p.tunnels.Load() == 0 {
				t.Error("the proxy was not asked")
			}
			if p.refused.Load() != 0 {
				t.Error("the proxy was asked without the credentials")
			}
			checkKnownNowhere(t, b, log)
		})
		t.Run(name+" with a wrong password", func(t *testing.T) {
			client := sessiontest.Connect(t, through(t, parse(t, p.address, "not-"+proxyPassword)))
			page, _ := client.Page()
			answer := client.Call(page, "Page.navigate", `{"url":"`+address+`/form"}`)
			if answer.Error != nil || !strings.Contains(string(answer.Result), "net::ERR_") || strings.Contains(string(answer.Result), proxyPassword) {
				t.Errorf("it goes somewhere: %s", answer.Result)
			}
			if p.refused.Load() == 0 {
				t.Error("the proxy did not refuse")
			}
		})
	}
	t.Run("managed, the first of two is dead", func(t *testing.T) {
		credentials := proxyUser + ":" + proxyPassword + "@"
		managed, err := egress.NewManaged([]egress.ManagedProxy{
			{Country: "de", URL: "http://" + credentials + servicetest.ClosedPort(t)},
			{Country: "DE", URL: "socks5://" + credentials + strings.TrimPrefix(socks.address, "socks5://")},
			{Country: "FR", URL: "http://" + credentials + strings.TrimPrefix(plainProxy.address, "http://")},
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, country := range []string{"De", "de"} {
			upstream, err := managed.Pick(country)
			if err != nil {
				t.Fatal(err)
			}
			before, elsewhere := socks.tunnels.Load(), plainProxy.tunnels.Load()
			if title := intercepting(t, sessiontest.Connect(t, through(t, upstream)), address+"/form"); title != "Form" {
				t.Errorf("the page is %v", title)
			}
			if socks.tunnels.Load() == before || plainProxy.tunnels.Load() != elsewhere {
				t.Error("it does not go through the country's other proxy")
			}
		}
		checkKnownNowhere(t, b, log)
	})
}

// checkKnownNowhere checks that no browser was started with a proxy's credentials and
// that the log does not have them.
func checkKnownNowhere(t *testing.T, b *sessiontest.Bench, log *servicetest.Log) {
	t.Helper()
	for _, pid := range sessiontest.Browsers(t, b.Dir) {
		line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if err != nil {
			t.Fatal(err)
		}
		environment, _ := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
		if known := string(line) + string(environment); strings.Contains(known, proxyPassword) || strings.Contains(known, proxyUser+":") {
			t.Errorf("the browser was started with the credentials: %q", known)
		}
	}
	if text := log.String(); strings.Contains(text, proxyPassword) || !strings.Contains(text, "a session began") {
		t.Errorf("the log has the credentials, or nothing:\n%s", text)
	}
}
