package sessions_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"assay/service/egress"
)

// TestProxy goes through a proxy that wants credentials, of which the browser knows
// nothing.
func TestProxy(t *testing.T) {
	address := site(t)
	var tunnels atomic.Int32
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodConnect || r.Header.Get("Proxy-Authorization") != "Basic YWRhOnN3b3JkZmlzaA==" {
			w.WriteHeader(http.StatusProxyAuthRequired)
			return
		}
		tunnels.Add(1)
		far, err := net.Dial("tcp", r.Host)
		if err != nil {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		defer far.Close()
		near, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		defer near.Close()
		fmt.Fprint(near, "HTTP/1.1 200 OK\r\n\r\n")
		go io.Copy(far, near)
		io.Copy(near, far)
	}))
	defer proxy.Close()
	upstream, err := egress.ParseUpstream(proxy.URL, "ada", "swordfish")
	if err != nil {
		t.Fatal(err)
	}
	b := newBench(t)
	request := usual()
	request.Proxy = upstream
	session := b.create(t, request)
	client := connect(t, plain(session.Wire().CDPURL))
	page, _ := client.page()
	client.must(page, "Fetch.enable", `{"patterns":[{"urlPattern":"*/intercepted"}]}`, nil)
	client.must(page, "Page.navigate", `{"url":"`+address+`/form"}`, nil)
	eventually(t, "the page is there", func() bool { return client.evaluate(page, "document.title") == "Form" })
	if tunnels.Load() == 0 {
		t.Error("the proxy was not asked")
	}
	for _, pid := range leaders(t, b.dir) {
		line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if strings.Contains(string(line), "swordfish") || strings.Contains(string(line), "ada:") {
			t.Errorf("the browser was started with the credentials: %q", line)
		}
	}
}
