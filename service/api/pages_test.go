package api_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"image/png"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"assay/service/account"
	"assay/service/api"
	"assay/service/servicetest"
)

// site serves pages made by scripts, and others that make trouble.
func site(t *testing.T) *httptest.Server {
	mux := http.NewServeMux()
	html := func(path, body string) {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			io.WriteString(w, body)
		})
	}
	html("/made", `<title>t</title><body><script>document.body.innerHTML = '<h1>Made by script</h1><p class="price">Price: $5.25</p>'</script>`)
	html("/late", `<body><h1>Early</h1><script>setTimeout(() => { document.body.innerHTML = '<p>Status: late</p>' }, 1500)</script>`)
	html("/long", `<body style="height:3000px"><h1>Top</h1><script>addEventListener('scroll', () => {
		if (scrollY > 500) document.body.insertAdjacentHTML('beforeend', '<p>Status: scrolled</p>') }, {once: false})</script>`)
	html("/agent", `<body><script>document.body.innerHTML = '<p>Agent: ' + navigator.userAgent + '</p>'</script>`)
	html("/reduced", `<style>.a { text-decoration: line-through }</style><h1>Chair</h1><p>A chair of oak.</p><p><span class="a">$48.00</span> <b>$39.50</b></p>`)
	mux.HandleFunc("/plain", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		io.WriteString(w, "Colour: dark red\nPrice: 3 EUR\n")
	})
	mux.HandleFunc("/gone", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(http.StatusGone)
		io.WriteString(w, "<h1>No longer here</h1>")
	})
	mux.HandleFunc("/cut", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Length", "5000")
		io.WriteString(w, "<h1>What has arrived</h1>")
	})
	mux.HandleFunc("/paper.pdf", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/pdf")
		io.WriteString(w, "%PDF-1.4\n")
	})
	mux.HandleFunc("/to-metadata", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://169.254.169.254/latest/meta-data", http.StatusFound)
	})
	mux.HandleFunc("/hangs", func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	t.Cleanup(server.CloseClientConnections)
	return server
}

func TestPages(t *testing.T) {
	t.Parallel()
	s := start(t)
	pageAt := site(t).URL
	for _, test := range []struct {
		name, path, query string
		params            map[string]any
		want              string
	}{
		{"content made by a script", "/made", "{ price(number) }", nil, `{"price":5.25}`},
		{"stealth", "/made", "{ price(number) }", map[string]any{"browser_profile": "stealth"}, `{"price":5.25}`},
		{"managed proxy without a list: directly", "/made", "{ price(number) }", map[string]any{"proxy": map[string]any{"type": "managed"}}, `{"price":5.25}`},
		{"standard", "/made", "{ price(number) }", map[string]any{"mode": "standard"}, `{"price":5.25}`},
		{"wait_for", "/late", "{ status }", map[string]any{"wait_for": 2.5}, `{"status":"late"}`},
		{"scroll", "/long", "{ status }", map[string]any{"is_scroll_to_bottom_enabled": true}, `{"status":"scrolled"}`},
		{"a price that the style strikes through", "/reduced", "{ price old_price }", nil, `{"price":"$39.50","old_price":"$48.00"}`},
		{"a text file", "/plain", "{ colour price(number) }", nil, `{"colour":"dark red","price":3}`},
		{"an error page is a page", "/gone", "{ heading }", nil, `{"heading":"No longer here"}`},
		{"a page that is cut short", "/cut", "{ heading }", nil, `{"heading":"What has arrived"}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := s.in(t)
			before := s.used()
			body := s.answered(s.query(object("query", test.query, "url", pageAt+test.path, "params", test.params)))
			if string(body.Data) != test.want {
				t.Errorf("data = %s, want %s", body.Data, test.want)
			}
			if cut := test.path == "/cut"; body.Metadata.PageUnfinished != cut {
				t.Errorf("page_unfinished is %v, want %v", body.Metadata.PageUnfinished, cut)
			}
			if used := s.used() - before; used != 1 {
				t.Errorf("used %d calls, want 1", used)
			}
		})
	}
}

func TestScreenshot(t *testing.T) {
	t.Parallel()
	s := start(t)
	params := map[string]any{"is_screenshot_enabled": true}
	for name, request := range map[string]string{
		"of a page": object("query", "{ price(number) }", "url", site(t).URL+"/made", "params", params),
		"of html":   object("query", "{ price(number) }", "html", productPage, "params", params),
	} {
		t.Run(name, func(t *testing.T) {
			body := s.in(t).answered(s.in(t).query(request))
			if body.Metadata.Screenshot == nil {
				t.Fatal("screenshot is null")
			}
			picture, err := png.DecodeConfig(base64.NewDecoder(base64.StdEncoding, strings.NewReader(*body.Metadata.Screenshot)))
			if err != nil {
				t.Fatal(err)
			}
			if picture.Width != 1280 || picture.Height != 800 {
				t.Errorf("the picture has %d by %d pixels, want 1280 by 800", picture.Width, picture.Height)
			}
		})
	}
}

// TestCustomProxy goes through a proxy that asks for a password.
func TestCustomProxy(t *testing.T) {
	t.Parallel()
	s := start(t)
	var asked atomic.Int64
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		want := "Basic " + base64.StdEncoding.EncodeToString([]byte("me:p@ss word"))
		if r.Header.Get("Proxy-Authorization") != want {
			w.Header().Set("Proxy-Authenticate", "Basic")
			w.WriteHeader(http.StatusProxyAuthRequired)
			return
		}
		asked.Add(1)
		through(t, w, r)
	}))
	t.Cleanup(proxy.Close)
	request := func(password string) string {
		return object("query", "{ price(number) }", "url", site(t).URL+"/made", "params", map[string]any{
			"proxy": map[string]any{"type": "custom", "url": proxy.URL, "username": "me", "password": password}})
	}
	body := s.answered(s.query(request("p@ss word")))
	if string(body.Data) != `{"price":5.25}` {
		t.Errorf("data = %s", body.Data)
	}
	if asked.Load() == 0 {
		t.Error("the proxy was not asked")
	}
	refused := s.failed(s.query(request("wrongsecret")), 502, "proxy_failed")
	if strings.Contains(refused.ErrorInfo, "wrongsecret") || strings.Contains(s.logged(refused.Metadata.RequestID), "wrongsecret") {
		t.Error("the proxy's password is in the error or in the log")
	}
}

// through forwards a proxy's request, plain or by CONNECT, to the tests' own site.
func through(t *testing.T, w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodConnect {
		r.RequestURI = ""
		response, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		defer response.Body.Close()
		w.Header().Set("Content-Type", response.Header.Get("Content-Type"))
		w.WriteHeader(response.StatusCode)
		io.Copy(w, response.Body)
		return
	}
	target, err := net.Dial("tcp", r.Host)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	defer target.Close()
	client, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		t.Error(err)
		return
	}
	defer client.Close()
	io.WriteString(client, "HTTP/1.1 200 OK\r\n\r\n")
	go io.Copy(target, buffered)
	io.Copy(client, target)
}

// TestPagesThatFail has a row of the error table each. None is counted.
func TestPagesThatFail(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *api.Config, _ *account.Config) { c.QueryTimeout = 3 * time.Second })
	pageAt := site(t).URL
	closed := servicetest.ClosedPort(t)
	custom := func(address string) map[string]any {
		return map[string]any{"proxy": map[string]any{"type": "custom", "url": address}}
	}
	for _, test := range []struct {
		name, url string
		params    map[string]any
		status    int
		code      string
		says      string
	}{
		{"nothing listens there", "http://" + closed + "/", nil, 502, "page_unreachable", closed},
		{"no TLS there", strings.Replace(pageAt, "http:", "https:", 1), nil, 502, "page_unreachable", ""},
		{"no proxy listens there", pageAt + "/made", custom("http://" + closed), 502, "proxy_failed", "proxy"},
		{"no socks proxy listens there", pageAt + "/made", custom("socks5://" + closed), 502, "proxy_failed", "proxy"},
		{"a proxy at a metadata address", pageAt + "/made", custom("http://169.254.169.254:80"), 403, "forbidden_address", "proxy"},
		{"the page hangs", pageAt + "/hangs", nil, 504, "timeout", ""},
		{"a metadata address", "http://169.254.169.254/latest", nil, 403, "forbidden_address", "169.254.169.254"},
		{"a redirect to a metadata address", pageAt + "/to-metadata", nil, 403, "forbidden_address", ""},
		{"a PDF is no page", pageAt + "/paper.pdf", nil, 422, "unsupported_page", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := s.in(t)
			body := s.failed(s.query(object("query", "{ title }", "url", test.url, "params", test.params)), test.status, test.code)
			if !strings.Contains(body.ErrorInfo, test.says) {
				t.Errorf("error_info = %q, want it to mention %q", body.ErrorInfo, test.says)
			}
			if used := s.used(); used != 0 {
				t.Errorf("used = %d, want 0", used)
			}
		})
	}
}

// TestPrivateAddress asks a service that is not its user's own machine.
func TestPrivateAddress(t *testing.T) {
	t.Parallel()
	strict, end, err := servicetest.Pages(false)
	if err != nil {
		t.Fatal(err)
	}
	defer end()
	s := start(t, withPages(strict))
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]", "10.0.0.1", "192.168.1.1", "2130706433", "0x7f.1"} {
		s.failed(s.query(object("query", "{ title }", "url", fmt.Sprintf("http://%s/", host))), 403, "forbidden_address")
	}
	if used := s.used(); used != 0 {
		t.Errorf("used = %d, want 0", used)
	}
}

// TestClientThatLeaves is refunded, and its work ends.
func TestClientThatLeaves(t *testing.T) { onEach(t, testClientThatLeaves) }

func testClientThatLeaves(t *testing.T, on option) {
	s := start(t, on)
	arrived := make(chan struct{}, 1)
	left := make(chan struct{}, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case arrived <- struct{}{}:
		default:
		}
		<-r.Context().Done()
		select {
		case left <- struct{}{}:
		default:
		}
	}))
	t.Cleanup(server.Close)

	ctx, cancel := context.WithCancel(t.Context())
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+"/v1/query-data",
		strings.NewReader(object("query", "{ title }", "url", server.URL+"/")))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("X-API-Key", s.key)
	gone := make(chan error)
	go func() {
		_, err := http.DefaultTransport.RoundTrip(request)
		gone <- err
	}()
	<-arrived
	if used := s.used(); used != 1 {
		t.Errorf("used = %d while the page loads, want 1 reserved", used)
	}
	cancel()
	if err := <-gone; err == nil {
		t.Error("the request was answered")
	}
	<-left
	if err := s.api.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	if used := s.used(); used != 0 {
		t.Errorf("used = %d after the client left, want 0", used)
	}
	if !strings.Contains(s.log.String(), `"code":"client_closed_request"`) {
		t.Errorf("the log does not say that the client left:\n%s", s.log.String())
	}
}

// hanging is a site whose pages never come, and what says that one is asked for.
func hanging(t *testing.T) (address string, asked <-chan struct{}) {
	arrived := make(chan struct{}, 1)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case arrived <- struct{}{}:
		default:
		}
		<-r.Context().Done()
	}))
	t.Cleanup(server.Close)
	return server.URL + "/", arrived
}

// slowPage is a page that comes when release is called, and what says that it is
// asked for.
func slowPage(t *testing.T) (address string, asked <-chan struct{}, release func()) {
	arrived, come := make(chan struct{}, 1), make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case arrived <- struct{}{}:
		default:
		}
		select {
		case <-come:
			io.WriteString(w, "<title>At last</title>")
		case <-r.Context().Done():
		}
	}))
	t.Cleanup(server.Close)
	return server.URL + "/", arrived, sync.OnceFunc(func() { close(come) })
}

// TestClientThatShutsItsHalf sends a request and no more, which looks like leaving:
// it must not read an empty success.
func TestClientThatShutsItsHalf(t *testing.T) { onEach(t, testClientThatShutsItsHalf) }

func testClientThatShutsItsHalf(t *testing.T, on option) {
	s := start(t, on)
	address, asked := hanging(t)
	connection, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	body := object("query", "{ title }", "url", address)
	fmt.Fprintf(connection, "POST /v1/query-data HTTP/1.1\r\nHost: x\r\nX-API-Key: %s\r\nContent-Length: %d\r\n\r\n%s", s.key, len(body), body)
	<-asked
	if err := connection.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	if answer, err := io.ReadAll(connection); len(answer) > 0 {
		t.Errorf("answered with %q, %v", answer, err)
	}
	if used := s.used(); used != 0 {
		t.Errorf("used = %d, want 0", used)
	}
}

// TestAbortedRequest is what a client sees that the service gives up on at its end.
func TestAbortedRequest(t *testing.T) { onEach(t, testAbortedRequest) }

func testAbortedRequest(t *testing.T, on option) {
	s := start(t, on)
	address, asked := hanging(t)
	requests, abort := context.WithCancelCause(t.Context())
	server := httptest.NewUnstartedServer(s.api)
	server.Config.BaseContext = func(net.Listener) context.Context { return requests }
	server.Start()
	t.Cleanup(server.Close)
	s.url = server.URL
	go func() {
		<-asked
		abort(api.ErrAborted)
	}()
	r := s.query(object("query", "{ title }", "url", address))
	s.failed(r, 503, "shutting_down")
	if r.header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	if used := s.used(); used != 0 {
		t.Errorf("used = %d, want 0", used)
	}
}
