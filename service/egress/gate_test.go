package egress

import (
	"bufio"
	"context"
	"crypto/x509"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"
)

// openGate opens a Gate and a client that uses it as a browser would.
func openGate(t *testing.T, dialer *Dialer, upstream *Upstream) (*Gate, *http.Client) {
	t.Helper()
	gate, err := OpenGate(dialer, Background)
	if err != nil {
		t.Fatal(err)
	}
	gate.SetUpstream(upstream)
	t.Cleanup(func() { gate.Close() })
	transport := &http.Transport{
		Proxy:              http.ProxyURL(&url.URL{Scheme: "http", Host: gate.Addr()}),
		DisableCompression: true,
	}
	t.Cleanup(transport.CloseIdleConnections)
	return gate, &http.Client{Transport: transport}
}

func local() *Dialer {
	return NewDialer(Config{AllowPrivate: true, Resolver: answers{"shop.test": {"127.0.0.1"}, "inside.test": {"169.254.169.254"}}})
}

func get(t *testing.T, client *http.Client, address string) (int, string, error) {
	t.Helper()
	response, err := client.Get(address)
	if err != nil {
		return 0, "", err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return response.StatusCode, string(body), err
}

// site answers with the request as it came in.
func site(t *testing.T) *httptest.Server {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "%s %s %s\n", r.Method, r.Host, r.URL.RequestURI())
		r.Header.Write(w)
	}))
	t.Cleanup(server.Close)
	return server
}

func TestPlainRequest(t *testing.T) {
	server := site(t)
	gate, _ := openGate(t, local(), nil)
	conn, err := net.Dial("tcp", gate.Addr())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	host := strings.Replace(server.Listener.Addr().String(), "127.0.0.1", "shop.test", 1)
	fmt.Fprintf(conn, "GET http://%s/a%%20b?x=1;y&z HTTP/1.1\r\nHost: %s\r\nProxy-Connection: keep-alive\r\nProxy-Authorization: Basic eA==\r\nX-Forwarded-For: 9.9.9.9\r\nAccept-Encoding: br\r\n\r\n", host, host)
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(response.Body)
	want := "GET " + host + " /a%20b?x=1;y&z\nAccept-Encoding: br\r\nX-Forwarded-For: 9.9.9.9\r\n"
	if string(body) != want {
		t.Errorf("the site got\n%q, want\n%q", body, want)
	}
	if len(response.Header["Via"]) > 0 {
		t.Error("the Gate names itself in the answer")
	}
}

func TestGateIsNoSite(t *testing.T) {
	gate, _ := openGate(t, local(), nil)
	if status, _, err := get(t, http.DefaultClient, "http://"+gate.Addr()+"/"); err != nil || status != http.StatusBadRequest {
		t.Errorf("asked as a site it answers %d, %v", status, err)
	}
}

func TestFailuresAreRecordedAndNeverAnswered(t *testing.T) {
	closed, _ := net.Listen("tcp", "127.0.0.1:0")
	refused := closed.Addr().String()
	closed.Close()
	drops := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	drops.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, 0)
	defer drops.Close()
	gate, client := openGate(t, local(), nil)
	own := gate.Addr()
	tests := []struct {
		authority string
		want      Kind
	}{
		{"169.254.169.254:80", Refused},
		{"inside.test:80", Refused},
		{"update.googleapis.com:80", Refused},
		{own, Refused},
		{"unknown.test:80", NotFound},
		{refused, Unreachable},
	}
	for _, test := range tests {
		for _, scheme := range []string{"http", "https"} {
			if status, body, err := get(t, client, scheme+"://"+test.authority+"/"); err == nil {
				t.Errorf("%s://%s: answered %d %q", scheme, test.authority, status, body)
			}
			if failure := gate.Failure(scheme + "://" + test.authority + "/x"); failure == nil || failure.Kind != test.want {
				t.Errorf("%s://%s: recorded %v, want kind %v", scheme, test.authority, failure, test.want)
			}
		}
	}
	if _, _, err := get(t, client, drops.URL); err == nil {
		t.Error("a dropped connection was answered")
	}
	if failure := gate.Failure(drops.URL); failure == nil || failure.Kind != Unreachable {
		t.Errorf("a dropped connection: recorded %v", failure)
	}
}

func TestClosingAGateEndsItsTunnels(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	gate, _ := openGate(t, local(), nil)
	conn, err := net.Dial("tcp", gate.Addr())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "CONNECT %s HTTP/1.1\r\nHost: %[1]s\r\n\r\nping", listener.Addr())
	far, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer far.Close()
	reader := bufio.NewReader(conn)
	if response, err := http.ReadResponse(reader, &http.Request{Method: "CONNECT"}); err != nil || response.StatusCode != 200 {
		t.Fatalf("CONNECT: %v, %v", response, err)
	}
	early := make([]byte, 4)
	if _, err := io.ReadFull(far, early); err != nil || string(early) != "ping" {
		t.Errorf("what was sent with CONNECT arrives as %q, %v", early, err)
	}
	fmt.Fprint(far, "pong")
	if _, err := io.ReadFull(reader, early); err != nil || string(early) != "pong" {
		t.Errorf("the answer arrives as %q, %v", early, err)
	}
	gate.Close()
	conn.SetReadDeadline(time.Now().Add(5 * time.Second))
	if _, err := reader.ReadByte(); err == nil || isTimeout(err) {
		t.Errorf("after Close: %v, want the tunnel ended", err)
	}
	far.SetReadDeadline(time.Now().Add(5 * time.Second))
	if _, err := far.Read(early); err == nil || isTimeout(err) {
		t.Errorf("after Close, at the far end: %v, want the tunnel ended", err)
	}
}

func isTimeout(err error) bool {
	timeout, ok := err.(net.Error)
	return ok && timeout.Timeout()
}

func TestUpgrade(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, buffered, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		defer conn.Close()
		fmt.Fprintf(conn, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: %s\r\n\r\n", r.Header.Get("Upgrade"))
		line, _ := buffered.ReadString('\n')
		fmt.Fprint(conn, strings.ToUpper(line))
	}))
	defer server.Close()
	gate, _ := openGate(t, local(), nil)
	conn, err := net.Dial("tcp", gate.Addr())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "GET %s/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n", server.URL)
	reader := bufio.NewReader(conn)
	if response, err := http.ReadResponse(reader, nil); err != nil || response.StatusCode != 101 {
		t.Fatalf("upgrade: %v, %v", response, err)
	}
	fmt.Fprint(conn, "hello\n")
	if line, err := reader.ReadString('\n'); line != "HELLO\n" {
		t.Errorf("through the upgraded connection: %q, %v", line, err)
	}
}

// testProxy is an upstream proxy that wants the user "user" with the password "pass".
type testProxy struct {
	refuse  int  // status of CONNECT, 0 to allow it
	forward bool // forwards requests that are sent to it
	status  int  // status of those, 0 for the site's
	header  string
}

func (p *testProxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Proxy-Authorization") != "Basic "+base64.StdEncoding.EncodeToString([]byte("user:pass")) {
		http.Error(w, "the proxy's own page", http.StatusProxyAuthRequired)
		return
	}
	if r.Method == http.MethodConnect {
		if p.refuse != 0 {
			http.Error(w, "the proxy's own page", p.refuse)
			return
		}
		far, err := net.Dial("tcp", strings.Replace(r.Host, "only-the-proxy-knows.test", "127.0.0.1", 1))
		if err != nil {
			http.Error(w, "the proxy's own page", http.StatusBadGateway)
			return
		}
		defer far.Close()
		near, _, _ := http.NewResponseController(w).Hijack()
		defer near.Close()
		fmt.Fprint(near, "HTTP/1.1 200 OK\r\n\r\n")
		go io.Copy(far, near)
		io.Copy(near, far)
		return
	}
	if !p.forward {
		http.Error(w, "the proxy's own page", http.StatusForbidden)
		return
	}
	if p.status != 0 {
		if p.header != "" {
			w.Header().Set(p.header, "error=dns_error")
		}
		http.Error(w, "the proxy's own page", p.status)
		return
	}
	fmt.Fprintf(w, "forwarded %s", r.URL)
}

func serveProxy(t *testing.T, proxy *testProxy, secure bool) (*Upstream, *x509.CertPool) {
	t.Helper()
	server := httptest.NewUnstartedServer(proxy)
	server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, 0)
	roots := x509.NewCertPool()
	if secure {
		server.StartTLS()
		roots.AddCert(server.Certificate())
	} else {
		server.Start()
	}
	t.Cleanup(server.Close)
	upstream, err := ParseUpstream(server.URL, "user", "pass")
	if err != nil {
		t.Fatal(err)
	}
	return upstream, roots
}

func TestUpstreams(t *testing.T) {
	server := site(t)
	secure := httptest.NewTLSServer(server.Config.Handler)
	t.Cleanup(secure.Close)
	_, port, _ := net.SplitHostPort(server.Listener.Addr().String())
	plain, roots := serveProxy(t, &testProxy{}, false)
	tls, tlsRoots := serveProxy(t, &testProxy{}, true)
	socks := serveSOCKS(t)
	for _, upstream := range []*Upstream{plain, tls, socks} {
		t.Run(upstream.URL.Scheme, func(t *testing.T) {
			config := Config{AllowPrivate: true, Resolver: answers{"inside.test": {"169.254.169.254"}}, RootCAs: roots}
			if upstream == tls {
				config.RootCAs = tlsRoots
			}
			gate, client := openGate(t, NewDialer(config), upstream)
			client.Transport.(*http.Transport).TLSClientConfig = secure.Client().Transport.(*http.Transport).TLSClientConfig
			for _, address := range []string{server.URL, secure.URL, "http://only-the-proxy-knows.test:" + port} {
				status, body, err := get(t, client, address+"/x")
				if err != nil || status != 200 || !strings.HasPrefix(body, "GET ") || strings.Contains(body, "Proxy") {
					t.Errorf("%s: %d %q %v (%v)", address, status, body, err, gate.Failure(address))
				}
			}
			for _, authority := range []string{"169.254.169.254:80", "inside.test:80", "localhost:" + gatePort(gate), gate.Addr()} {
				_, _, err := get(t, client, "http://"+authority)
				if failure := gate.Failure("http://" + authority); err == nil || failure == nil || failure.Kind != Refused {
					t.Errorf("%s: %v, recorded %v, want it refused here, not asked of the proxy", authority, err, failure)
				}
			}
			wrong := *upstream
			wrong.Password = "wrong"
			gate.SetUpstream(&wrong)
			client.CloseIdleConnections()
			_, _, err := get(t, client, server.URL)
			failure := gate.Failure(server.URL)
			if err == nil || failure == nil || failure.Kind != ProxyAuth {
				t.Fatalf("wrong password: %v, recorded %v", err, failure)
			}
			if text := fmt.Sprintf("%v %+v", failure, failure.Err); strings.Contains(text, "wrong") || strings.Contains(text, "user:") {
				t.Errorf("the error tells the credentials: %s", text)
			}
		})
	}
}

func gatePort(gate *Gate) string {
	_, port, _ := net.SplitHostPort(gate.Addr())
	return port
}

func TestProxyOnAForbiddenAddress(t *testing.T) {
	upstream, _ := serveProxy(t, &testProxy{}, false)
	dialer := NewDialer(Config{})
	gate, client := openGate(t, dialer, upstream)
	_, _, err := get(t, client, "http://93.184.216.34/")
	if failure := gate.Failure("http://93.184.216.34/"); err == nil || failure == nil || failure.Kind != ProxyRefused || !strings.Contains(failure.Reason, "proxy") {
		t.Errorf("%v, recorded %v, want the proxy refused", err, failure)
	}
}

func TestProxiesThatOpenNoTunnelToPlainPorts(t *testing.T) {
	server := site(t)
	tests := []struct {
		name  string
		proxy testProxy
		want  string // body, "" if the proxy failed
	}{
		{"forwards", testProxy{refuse: 403, forward: true}, "forwarded " + server.URL + "/x"},
		{"forwards a page of status 404", testProxy{refuse: 405, forward: true, status: 404}, "the proxy's own page\n"},
		{"fails with 502", testProxy{refuse: 403, forward: true, status: 502}, ""},
		{"fails and says so", testProxy{refuse: 403, forward: true, status: 503, header: "Proxy-Status"}, ""},
		{"fails as squid", testProxy{refuse: 403, forward: true, status: 403, header: "X-Squid-Error"}, ""},
		{"refuses the request as it refused the tunnel", testProxy{refuse: 403, forward: true, status: 403}, ""},
		{"passes a refusal on", testProxy{refuse: 403, forward: true, status: 403, header: "Via"}, "the proxy's own page\n"},
		{"cannot reach the site", testProxy{refuse: 502}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			upstream, _ := serveProxy(t, &test.proxy, false)
			gate, client := openGate(t, local(), upstream)
			for range 2 {
				_, body, err := get(t, client, server.URL+"/x")
				failure := gate.Failure(server.URL)
				if test.want != "" && (err != nil || body != test.want) {
					t.Errorf("%q, %v, want %q", body, err, test.want)
				}
				if test.want == "" && (err == nil || failure == nil || failure.Kind != ProxyFailed) {
					t.Errorf("%q, %v, recorded %v, want the proxy's failure", body, err, failure)
				}
			}
		})
	}
}

// serveSOCKS is a socks5 proxy for the user "user" with the password "pass".
func serveSOCKS(t *testing.T) *Upstream {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go serveSOCKSConn(conn)
		}
	}()
	upstream, err := ParseUpstream("socks5://"+listener.Addr().String(), "user", "pass")
	if err != nil {
		t.Fatal(err)
	}
	return upstream
}

func serveSOCKSConn(conn net.Conn) {
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
	user := string(take(int(take(1)[0])))
	password := string(take(int(take(1)[0])))
	if user != "user" || password != "pass" {
		conn.Write([]byte{1, 1})
		return
	}
	conn.Write([]byte{1, 0})
	var host string
	switch take(4)[3] {
	case 1:
		host = net.IP(take(4)).String()
	case 3:
		host = string(take(int(take(1)[0])))
	case 4:
		host = net.IP(take(16)).String()
	}
	host = strings.Replace(host, "only-the-proxy-knows.test", "127.0.0.1", 1)
	far, err := (&net.Dialer{}).DialContext(context.Background(), "tcp", net.JoinHostPort(host, fmt.Sprint(binary.BigEndian.Uint16(take(2)))))
	if err != nil {
		conn.Write([]byte{5, 5, 0, 1, 0, 0, 0, 0, 0, 0})
		return
	}
	defer far.Close()
	conn.Write([]byte{5, 0, 0, 1, 0, 0, 0, 0, 0, 0})
	go io.Copy(far, reader)
	io.Copy(conn, far)
}
