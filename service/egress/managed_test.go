package egress

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestManagedPick(t *testing.T) {
	m, err := NewManaged([]ManagedProxy{
		{"de", "http://u:p@one.example:1"}, {"DE", "socks5://two.example:2"}, {"Fr", "https://three.example:3"},
	})
	if err != nil {
		t.Fatal(err)
	}
	pick := func(code string) string {
		upstream, err := m.Pick(code)
		if err != nil {
			return err.Error()
		}
		return upstream.String()
	}
	for _, want := range []string{"http://one.example:1", "socks5://two.example:2", "http://one.example:1"} {
		if got := pick("dE"); got != want {
			t.Errorf("picked %s, want %s", got, want)
		}
	}
	if got := pick("fr"); got != "https://three.example:3" {
		t.Errorf("picked %s", got)
	}
	if _, err := m.Pick("US"); err != ErrNoManaged {
		t.Errorf("no proxy there: %v", err)
	}
	if upstream, err := m.Pick(""); upstream == nil || err != nil {
		t.Errorf("anywhere: %v, %v", upstream, err)
	}
	var none *Managed
	if upstream, err := none.Pick(""); upstream != nil || err != nil {
		t.Errorf("without a list: %v, %v", upstream, err)
	}
	if _, err := none.Pick("DE"); err != ErrNoManaged {
		t.Errorf("without a list: %v", err)
	}
	for _, wrong := range []ManagedProxy{{"DEU", "http://x:1"}, {"DE", "ftp://user:secret@x"}} {
		if _, err := NewManaged([]ManagedProxy{wrong}); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%v: %v", wrong, err)
		}
	}
}

// TestManagedFailover has two proxies that do not work before one that does.
func TestManagedFailover(t *testing.T) {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "site") }))
	defer site.Close()
	asked := 0
	proxies := func(ok bool) string {
		proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			asked++
			if !ok {
				w.WriteHeader(http.StatusProxyAuthRequired)
				return
			}
			far, err := net.Dial("tcp", r.Host)
			if err != nil {
				w.WriteHeader(http.StatusBadGateway)
				return
			}
			near, _, _ := http.NewResponseController(w).Hijack()
			fmt.Fprint(near, "HTTP/1.1 200 OK\r\n\r\n")
			go func() { defer near.Close(); io.Copy(near, far) }()
			defer far.Close()
			io.Copy(far, near)
		}))
		t.Cleanup(proxy.Close)
		return proxy.URL
	}
	gone := httptest.NewServer(nil)
	gone.Close()
	m, err := NewManaged([]ManagedProxy{{"DE", gone.URL}, {"DE", proxies(false)}, {"DE", proxies(true)}})
	if err != nil {
		t.Fatal(err)
	}
	upstream, err := m.Pick("DE")
	if err != nil {
		t.Fatal(err)
	}
	dialer := NewDialer(Config{AllowPrivate: true})
	target := strings.TrimPrefix(site.URL, "http://")
	for range 2 {
		conn, err := dialer.connect(t.Context(), target, upstream)
		if err != nil {
			t.Fatal(err)
		}
		conn.Close()
	}
	if asked != 3 { // both of those that answer, then only the one that works
		t.Errorf("proxies were asked %d times", asked)
	}
	next, err := m.Pick("DE")
	if err != nil || next.String() != m.countries["DE"].proxies[2].String() {
		t.Errorf("the next is %v, %v", next, err)
	}
	// That a site cannot be reached is no proxy's fault.
	var failure *Error
	if _, err := dialer.connect(t.Context(), gone.Listener.Addr().String(), upstream); !errors.As(err, &failure) || failure.Kind != ProxyFailed {
		t.Errorf("an unreachable site: %v", err)
	}
	if !m.countries["DE"].proxies[2].health.good() {
		t.Error("the proxy is blamed for the site")
	}
}
