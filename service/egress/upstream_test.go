package egress

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

func TestParseUpstream(t *testing.T) {
	tests := []struct {
		address, username, password string
		want                        string // "" if it is refused
	}{
		{"http://proxy.test:3128", "", "", "http://proxy.test:3128 |"},
		{"HTTPS://proxy.test/", "u", "p", "https://proxy.test u|p"},
		{"socks5://[::1]:1080", "u", "", "socks5://[::1]:1080 u|"},
		{"socks5h://proxy.test", "", "", "socks5://proxy.test |"},
		{"http://u:p%40@proxy.test:1", "", "", "http://proxy.test:1 u|p@"},
		{"http://u:p@proxy.test:1", "u", "p", ""},
		{"ftp://proxy.test", "", "", ""},
		{"proxy.test:3128", "", "", ""},
		{"http://", "", "", ""},
		{"http://proxy.test:0", "", "", ""},
		{"http://proxy.test:99999", "", "", ""},
		{"http://proxy.test/path", "", "", ""},
		{"http://proxy.test?x", "", "", ""},
		{"socks5://proxy.test", strings.Repeat("u", 256), "", ""},
		{"http://sec ret:x@", "", "", ""},
	}
	for _, test := range tests {
		upstream, err := ParseUpstream(test.address, test.username, test.password)
		got := ""
		if err == nil {
			got = upstream.String() + " " + upstream.Username + "|" + upstream.Password
		} else if strings.Contains(err.Error(), "ret") {
			t.Errorf("%q: the error quotes the address: %v", test.address, err)
		}
		if got != test.want {
			t.Errorf("%q: %q, %v, want %q", test.address, got, err, test.want)
		}
	}
}

func TestCredentialsAreNeverShown(t *testing.T) {
	upstream, err := ParseUpstream("http://proxy.test:1", "alice", "hunter2")
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("x", "proxy", upstream)
	slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "proxy", upstream, "in", struct{ P *Upstream }{upstream})
	encoded, _ := json.Marshal(upstream)
	all := fmt.Sprintf("%v %+v %#v %s %q %d %v %+v", upstream, upstream, upstream, upstream, upstream, upstream, *upstream, struct{ P Upstream }{*upstream}) +
		log.String() + string(encoded)
	if strings.Contains(all, "hunter2") || strings.Contains(all, "alice") {
		t.Errorf("credentials are shown: %s", all)
	}
}
