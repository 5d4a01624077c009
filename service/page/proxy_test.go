package page_test

import (
	"bufio"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"assay/service/egress"
	"assay/service/page"
	"assay/service/servicetest"
)

// proxy is an http proxy that wants a user and password and knows one name that
// nobody else does.
type proxy struct{ connections atomic.Int32 }

const secretName = "only-the-proxy-knows.test"

func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Proxy-Authorization") != "Basic "+base64.StdEncoding.EncodeToString([]byte("user:pass")) {
		http.Error(w, "the proxy's own page", http.StatusProxyAuthRequired)
		return
	}
	far, err := net.Dial("tcp", strings.Replace(r.Host, secretName, "127.0.0.1", 1))
	if err != nil {
		http.Error(w, "the proxy's own page", http.StatusBadGateway)
		return
	}
	defer far.Close()
	p.connections.Add(1)
	near, _, _ := http.NewResponseController(w).Hijack()
	defer near.Close()
	fmt.Fprint(near, "HTTP/1.1 200 OK\r\n\r\n")
	go io.Copy(far, near)
	io.Copy(near, far)
}

// serveSOCKS is the same as a socks5 proxy.
func (p *proxy) serveSOCKS(listener net.Listener) {
	for {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		go func() {
			defer conn.Close()
			reader := bufio.NewReader(conn)
			take := func(n int) []byte {
				bytes := make([]byte, n)
				io.ReadFull(reader, bytes)
				return bytes
			}
			take(int(take(2)[1]))
			conn.Write([]byte{5, 2})
			take(1)
			if user, password := take(int(take(1)[0])), take(int(take(1)[0])); string(user)+":"+string(password) != "user:pass" {
				conn.Write([]byte{1, 1})
				return
			}
			conn.Write([]byte{1, 0})
			host := ""
			if take(4)[3] == 1 {
				host = net.IP(take(4)).String()
			} else {
				host = strings.Replace(string(take(int(take(1)[0]))), secretName, "127.0.0.1", 1)
			}
			far, err := net.Dial("tcp", net.JoinHostPort(host, fmt.Sprint(binary.BigEndian.Uint16(take(2)))))
			if err != nil {
				conn.Write([]byte{5, 5, 0, 1, 0, 0, 0, 0, 0, 0})
				return
			}
			defer far.Close()
			p.connections.Add(1)
			conn.Write([]byte{5, 0, 0, 1, 0, 0, 0, 0, 0, 0})
			go io.Copy(far, reader)
			io.Copy(conn, far)
		}()
	}
}

func upstream(t *testing.T, address, password string) *egress.Upstream {
	t.Helper()
	parsed, err := egress.ParseUpstream(address, "user", password)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

func TestProxies(t *testing.T) {
	t.Parallel()
	served := &proxy{}
	plain := httptest.NewServer(served)
	t.Cleanup(plain.Close)
	secure := httptest.NewUnstartedServer(served)
	secure.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, 0)
	secure.StartTLS()
	t.Cleanup(secure.Close)
	socks, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { socks.Close() })
	go served.serveSOCKS(socks)

	target := serve(t, `<p>through</p><script>fetch('/').then(r => document.body.append(' the proxy'))</script>`)
	target.Host = secretName + ":" + target.Port()
	nobody := servicetest.ClosedPort(t)

	for _, address := range []string{plain.URL, secure.URL, "socks5://" + socks.Addr().String()} {
		scheme, _, _ := strings.Cut(address, ":")
		t.Run(scheme, func(t *testing.T) {
			before := served.connections.Load()
			request := page.Request{URL: target, Proxy: upstream(t, address, "pass")}
			if got := shown(load(t, request).Document); got != "through the proxy" || served.connections.Load() == before {
				t.Errorf("shown text %q with %d connections through the proxy", got, served.connections.Load()-before)
			}
			request.Proxy = upstream(t, address, "wrong")
			if failure := fails(t, request, page.ProxyFailed); !strings.Contains(failure.Message, "user name and password") {
				t.Errorf("wrong password: message %q", failure.Message)
			}
			request.Proxy = upstream(t, address, "pass")
			request.URL = parse(t, "http://"+nobody+"/")
			fails(t, request, page.ProxyFailed)
			request.URL = parse(t, "http://169.254.169.254/")
			fails(t, request, page.Forbidden)
			request.URL = target
			request.Proxy = upstream(t, scheme+"://"+nobody, "pass")
			if failure := fails(t, request, page.ProxyFailed); !strings.Contains(failure.Message, "refused") {
				t.Errorf("no proxy there: message %q", failure.Message)
			}
			request.Proxy = upstream(t, scheme+"://169.254.169.254:3128", "pass")
			fails(t, request, page.ProxyForbidden)
		})
	}
}
