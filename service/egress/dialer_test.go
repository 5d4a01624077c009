package egress

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"
)

// answers is a resolver with made-up answers; any other name does not exist.
type answers map[string][]string

func (a answers) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	texts, ok := a[host]
	if !ok {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	var addresses []netip.Addr
	for _, text := range texts {
		addresses = append(addresses, netip.MustParseAddr(text))
	}
	return addresses, nil
}

// calls keeps what a Dialer dials; nothing leaves the test.
type calls struct {
	mu    sync.Mutex
	made  []string
	dead  string // an address that does not answer
	fails error
}

func (c *calls) dial(ctx context.Context, _, address string) (net.Conn, error) {
	c.mu.Lock()
	c.made = append(c.made, address)
	c.mu.Unlock()
	if address == c.dead {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	if c.fails != nil {
		return nil, c.fails
	}
	near, far := net.Pipe()
	far.Close()
	return near, nil
}

func newTestDialer(config Config) (*Dialer, *calls) {
	made := &calls{}
	dialer := NewDialer(config)
	dialer.dial = made.dial
	return dialer, made
}

func TestAddresses(t *testing.T) {
	tests := []struct {
		address string
		private bool // allowed with AllowPrivate
		public  bool // allowed always
	}{
		{"93.184.216.34", true, true},
		{"1.1.1.1", true, true},
		{"172.15.255.255", true, true},
		{"172.32.0.0", true, true},
		{"100.63.255.255", true, true},
		{"2606:4700::1111", true, true},
		{"2001:4860:4860::8888", true, true},
		{"64:ff9b::5db8:d822", true, true}, // NAT64 of 93.184.216.34
		{"2002:5db8:d822::1", true, true},  // 6to4 of the same

		{"127.0.0.1", true, false},
		{"127.255.255.254", true, false},
		{"10.0.0.1", true, false},
		{"172.16.0.1", true, false},
		{"172.31.255.255", true, false},
		{"192.168.1.1", true, false},
		{"100.64.0.1", true, false},
		{"100.127.255.255", true, false},
		{"::1", true, false},
		{"fd12:3456::1", true, false},
		{"::ffff:127.0.0.1", true, false},
		{"::ffff:10.0.0.1", true, false},
		{"64:ff9b::a00:1", true, false},
		{"2002:7f00:1::", true, false},

		{"169.254.169.254", false, false},
		{"169.254.0.1", false, false},
		{"100.100.100.200", false, false},
		{"168.63.129.16", false, false},
		{"fd00:ec2::254", false, false},
		{"::ffff:169.254.169.254", false, false},
		{"64:ff9b::a9fe:a9fe", false, false},
		{"2002:a9fe:a9fe::", false, false},
		{"fe80::1", false, false},
		{"fe80::1%eth0", false, false},
		{"fec0::1", false, false},
		{"0.0.0.0", false, false},
		{"0.1.2.3", false, false},
		{"::", false, false},
		{"::7f00:1", false, false}, // IPv4-compatible, deprecated
		{"64:ff9b:1::a00:1", false, false},
		{"2001:0:4136:e378:8000:63bf:3fff:fdd2", false, false}, // Teredo
		{"2001:db8::1", false, false},
		{"192.0.0.192", false, false},
		{"192.0.2.1", false, false},
		{"198.18.0.1", false, false},
		{"198.51.100.1", false, false},
		{"203.0.113.1", false, false},
		{"224.0.0.1", false, false},
		{"239.255.255.250", false, false},
		{"240.0.0.1", false, false},
		{"255.255.255.255", false, false},
		{"ff02::1", false, false},
		{"5f00::1", false, false},
		{"4000::1", false, false},
	}
	for _, allowPrivate := range []bool{false, true} {
		for _, test := range tests {
			want := test.public || allowPrivate && test.private
			for _, host := range []string{test.address, "name.test"} {
				dialer, made := newTestDialer(Config{AllowPrivate: allowPrivate, Resolver: answers{"name.test": {test.address}}})
				_, err := dialer.DialContext(t.Context(), "tcp", net.JoinHostPort(host, "80"))
				var failure *Error
				switch {
				case want && err != nil:
					t.Errorf("private %v, %s as %s: %v, want it allowed", allowPrivate, test.address, host, err)
				case !want && (!errors.As(err, &failure) || failure.Kind != Refused):
					t.Errorf("private %v, %s as %s: %v, want it refused", allowPrivate, test.address, host, err)
				case !want && len(made.made) > 0:
					t.Errorf("private %v, %s as %s: it was dialled before it was refused", allowPrivate, test.address, host)
				}
			}
		}
	}
}

func TestNames(t *testing.T) {
	resolver := answers{
		"mixed.test":    {"10.0.0.1", "93.184.216.34"},
		"all.test":      {"10.0.0.1", "192.168.0.1"},
		"none.test":     {},
		"2130706433":    {"93.184.216.34"},
		"public.test":   {"93.184.216.34"},
		"ip6.test":      {"2606:4700::1111", "2606:4700::1112", "93.184.216.34"},
		"metadata.goog": {"93.184.216.34"},
	}
	tests := []struct {
		address string
		kind    Kind
		dialled string // first address dialled, "" for none
	}{
		{"public.test:80", 0, "93.184.216.34:80"},
		{"PUBLIC.test.:80", 0, "93.184.216.34:80"},
		{"mixed.test:443", 0, "93.184.216.34:443"},
		{"ip6.test:443", 0, "[2606:4700::1111]:443"},
		{"all.test:80", Refused, ""},
		{"localhost:80", Refused, ""},
		{"a.b.localhost:80", Refused, ""},
		{"metadata.google.internal:80", Refused, ""},
		{"metadata.goog:80", Refused, ""},
		{"2130706433:80", Refused, ""},
		{"0x7f.1:80", Refused, ""},
		{"127.1:80", Refused, ""},
		{"1.2.3.04x.0x1f:80", Refused, ""},
		{"none.test:80", NotFound, ""},
		{"unknown.test:80", NotFound, ""},
		{"x.invalid:80", NotFound, ""},
		{"x.onion:80", NotFound, ""},
		{"public.test", Refused, ""},
		{"public.test:0", Refused, ""},
		{"public.test:70000", Refused, ""},
		{":80", Refused, ""},
	}
	for _, test := range tests {
		dialer, made := newTestDialer(Config{Resolver: resolver})
		_, err := dialer.DialContext(t.Context(), "tcp", test.address)
		var failure *Error
		if test.dialled != "" {
			if err != nil || len(made.made) == 0 || made.made[0] != test.dialled {
				t.Errorf("%s: %v, dialled %q, want %s first", test.address, err, made.made, test.dialled)
			}
			continue
		}
		if !errors.As(err, &failure) || failure.Kind != test.kind || len(made.made) > 0 {
			t.Errorf("%s: %v, dialled %q, want kind %v", test.address, err, made.made, test.kind)
		}
	}
}

func TestOwnPorts(t *testing.T) {
	dialer, _ := newTestDialer(Config{AllowPrivate: true, Resolver: answers{"me.test": {"127.0.0.1"}}})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	first, second := dialer.Protect(listener.Addr()), dialer.Protect(listener.Addr())
	first()
	first()
	hosts := []string{"127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "localhost", "me.test"}
	interfaces, _ := net.InterfaceAddrs()
	for _, address := range interfaces {
		prefix, err := netip.ParsePrefix(address.String())
		if err != nil {
			continue
		}
		if class, _, _ := classify(prefix.Addr()); class != special { // else it is refused in any case
			hosts = append(hosts, prefix.Addr().String())
		}
	}
	for _, host := range hosts {
		_, err := dialer.DialContext(t.Context(), "tcp", net.JoinHostPort(host, port))
		var failure *Error
		if !errors.As(err, &failure) || failure.Kind != Refused || !strings.Contains(failure.Reason, "port of this service") {
			t.Errorf("%s: %v, want it refused as a port of this service", host, err)
		}
		if _, err := dialer.DialContext(t.Context(), "tcp", net.JoinHostPort(host, "1")); err != nil {
			t.Errorf("%s, another port: %v", host, err)
		}
	}
	second()
	if _, err := dialer.DialContext(t.Context(), "tcp", net.JoinHostPort("127.0.0.1", port)); err != nil {
		t.Errorf("after release: %v", err)
	}
}

func TestNextAddressWhenOneIsSilent(t *testing.T) {
	dialer, made := newTestDialer(Config{Resolver: answers{"two.test": {"93.184.216.34", "93.184.216.35"}}})
	made.dead = "93.184.216.34:80"
	begin := time.Now()
	if _, err := dialer.DialContext(t.Context(), "tcp", "two.test:80"); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(begin); took > 5*time.Second {
		t.Errorf("it took %v", took)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := dialer.DialContext(ctx, "tcp", "two.test:80"); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestCheck(t *testing.T) {
	dialer, _ := newTestDialer(Config{})
	for address, allowed := range map[string]bool{
		"http://example.com/": true, "https://1.1.1.1": true,
		"http://127.0.0.1/": false, "http://[::1]:80/": false, "https://localhost/": false, "http://x:99999/": false,
	} {
		target, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if err := dialer.Check(target); (err == nil) != allowed {
			t.Errorf("%s: %v, want allowed %v", address, err, allowed)
		}
	}
}
