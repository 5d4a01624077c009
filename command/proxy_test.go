package command

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/wire"
)

func TestParseProxy(t *testing.T) {
	tests := []struct {
		proxy, username, password string
		want                      *wire.Proxy
		wantErr                   string
	}{
		{"", "", "", nil, ""},
		{"managed", "", "", &wire.Proxy{Type: "managed"}, ""},
		{"managed:DE", "", "", &wire.Proxy{Type: "managed", CountryCode: "DE"}, ""},
		{"managed:Germany", "", "", nil, "must have two letters"},
		{"managed", "u", "", nil, "takes no username or password"},
		{"http://proxy.example:8080", "", "", &wire.Proxy{Type: "custom", URL: "http://proxy.example:8080"}, ""},
		{"socks5://u:p%40@proxy.example:1080", "", "", &wire.Proxy{Type: "custom", URL: "socks5://proxy.example:1080", Username: "u", Password: "p@"}, ""},
		{"https://u:p@proxy.example", "v", "q", &wire.Proxy{Type: "custom", URL: "https://proxy.example", Username: "v", Password: "q"}, ""},
		{"", "u", "", nil, "need --proxy"},
		{"proxy.example:8080", "", "", nil, "--proxy must be"},
		{"u:hunter2@proxy.example", "", "", nil, "--proxy must be"},
	}
	for _, tt := range tests {
		got, err := ParseProxy(tt.proxy, tt.username, tt.password)
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("ParseProxy(%q) (-want +got):\n%s", tt.proxy, diff)
		}
		var usage *UsageError
		if (err != nil) != (tt.wantErr != "") || err != nil && (!errors.As(err, &usage) || !strings.Contains(err.Error(), tt.wantErr)) {
			t.Errorf("ParseProxy(%q) = %v, want a usage error with %q", tt.proxy, err, tt.wantErr)
		}
		if err != nil && strings.Contains(err.Error(), "hunter2") {
			t.Errorf("the error shows a password: %v", err)
		}
	}
}
