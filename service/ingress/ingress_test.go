package ingress_test

import (
	"net/http"
	"strings"
	"testing"

	"assay/service/ingress"
)

func TestClient(t *testing.T) {
	proxies, err := ingress.ParseNetworks([]string{"10.0.0.0/8", "192.0.2.1", "2001:db8:aa::/48"})
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		from    string
		headers []string // X-Forwarded-For
		want    string
	}{
		"no proxy":                       {"203.0.113.7:1234", nil, "203.0.113.7"},
		"a client that claims":           {"203.0.113.7:1234", []string{"198.51.100.1"}, "203.0.113.7"},
		"a client that claims a proxy's": {"203.0.113.7:1234", []string{"198.51.100.1, 10.0.0.1"}, "203.0.113.7"},
		"a proxy":                        {"10.1.2.3:1234", []string{"203.0.113.7"}, "203.0.113.7"},
		"a proxy named by its address":   {"192.0.2.1:1234", []string{"203.0.113.7"}, "203.0.113.7"},
		"its neighbour":                  {"192.0.2.2:1234", []string{"203.0.113.7"}, "192.0.2.2"},
		"a proxy and what was claimed":   {"10.1.2.3:1234", []string{"198.51.100.1, 203.0.113.7"}, "203.0.113.7"},
		"a proxy's address was claimed":  {"10.1.2.3:1234", []string{"10.9.9.9, 203.0.113.7"}, "203.0.113.7"},
		"two proxies":                    {"10.1.2.3:1234", []string{"198.51.100.1, 203.0.113.7, 10.4.5.6"}, "203.0.113.7"},
		"two proxies, two lines":         {"10.1.2.3:1234", []string{"198.51.100.1,203.0.113.7", " 10.4.5.6 "}, "203.0.113.7"},
		"IPv6":                           {"[2001:db8:aa::1]:1234", []string{"2001:db8:bb::7"}, "2001:db8:bb::7"},
		"IPv6 with a port":               {"[2001:db8:aa::1]:1234", []string{"[2001:db8:bb::7]:443"}, "2001:db8:bb::7"},
		"IPv6 in brackets":               {"[2001:db8:aa::1]:1234", []string{"[2001:db8:bb::7]"}, "2001:db8:bb::7"},
		"IPv4 with a port":               {"10.1.2.3:1234", []string{"203.0.113.7:5678"}, "203.0.113.7"},
		"IPv4 in IPv6":                   {"[::ffff:10.1.2.3]:1234", []string{"::ffff:203.0.113.7"}, "203.0.113.7"},
		"a zone":                         {"[fe80::1%eth0]:1234", nil, "fe80::1"},
		"a proxy that does not say":      {"10.1.2.3:1234", nil, "10.1.2.3"},
		"a proxy that hides it":          {"10.1.2.3:1234", []string{"203.0.113.7, unknown"}, "10.1.2.3"},
		"nothing but proxies":            {"10.1.2.3:1234", []string{"10.4.5.6, 10.7.8.9"}, "10.4.5.6"},
		"an empty end":                   {"10.1.2.3:1234", []string{"203.0.113.7,"}, "10.1.2.3"},
		"no address":                     {"@", []string{"203.0.113.7"}, "invalid IP"},
	} {
		r := &http.Request{RemoteAddr: test.from, Header: http.Header{"X-Forwarded-For": test.headers}}
		if got := (ingress.Rules{Proxies: proxies}).Origin(r).Client.String(); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
		if got := (ingress.Rules{}).Origin(r).Client; len(test.headers) > 0 && got.String() == "203.0.113.7" && !strings.HasPrefix(test.from, "203.0.113.7:") {
			t.Errorf("%s: %s without a trusted proxy", name, got)
		}
	}
}

func TestDirect(t *testing.T) {
	for name, want := range map[string]bool{
		"Accept": true, "X-Forwarded-For": false, "X-Forwarded-Host": false, "X-Forwarded-Proto": false, "X-Real-IP": false, "Forwarded": false, "Via": false,
	} {
		for _, value := range []string{"", "x"} {
			r := &http.Request{RemoteAddr: "127.0.0.1:1234", Header: http.Header{}}
			r.Header.Set(name, value)
			if got := (ingress.Rules{}).Origin(r).Direct; got != want {
				t.Errorf("%s: %q: direct is %v", name, value, got)
			}
		}
	}
}

func TestOwnHost(t *testing.T) {
	rules := ingress.Rules{Named: func(host string) bool { return host == "assay.example" }}
	for host, want := range map[string]bool{
		"127.0.0.1:8700":       true,
		"127.0.0.1":            true,
		"[::1]:8700":           true,
		"[::1]":                true,
		"10.1.2.3:8701":        true,
		"localhost:8700":       true,
		"LOCALHOST.":           true,
		"x.localhost:8700":     true,
		"assay.example":        true,
		"Assay.Example.:8700":  true,
		"evil.test:8700":       false,
		"assay.example.evil":   false,
		"localhost.evil.test":  false,
		"127.0.0.1.evil.test":  false,
		"":                     false,
		":8700":                false,
		"sub.assay.example:80": false,
	} {
		if got := rules.OwnHost(&http.Request{Host: host}); got != want {
			t.Errorf("%q: %v, want %v", host, got, want)
		}
	}
	if (ingress.Rules{}).OwnHost(&http.Request{Host: "assay.example"}) {
		t.Error("without names, one is its own")
	}
}

func TestParseNetworks(t *testing.T) {
	for text, says := range map[string]string{
		"10.0.0.0/33":          "no network",
		"10.0.0.0/8,10.1.0.0":  "no network",
		"proxy.example":        "no network",
		"":                     "no network",
		"0.0.0.0/0":            "everybody",
		"::/0":                 "everybody",
		"::ffff:10.0.0.0/104":  "IPv4",
		"::ffff:10.0.0.1":      "IPv4",
		"2001:db8::/32%eth0":   "no network",
		"10.0.0.0 / 8":         "no network",
		"2001:db8::/129":       "no network",
		"10.0.0.0/8 # private": "no network",
	} {
		if got, err := ingress.ParseNetworks([]string{"10.0.0.0/8", text}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, %v; want an error with %q", text, got, err, says)
		}
	}
}
