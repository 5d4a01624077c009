package wire_test

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"assay/wire"
)

func TestSecretsOfSessionsAreMasked(t *testing.T) {
	s := wire.Session{ID: "7f3a", CDPURL: "wss://host.example:9/SECRET/devtools/browser/7f3a", BaseURL: "https://host.example:9/SECRET"}
	info := wire.SessionInfo{Session: s, State: wire.StateIdle}
	var log strings.Builder
	logger := slog.New(slog.NewTextHandler(&log, nil))
	logger.Info("x", "session", s, "info", info)
	for _, text := range []string{fmt.Sprint(s), fmt.Sprintf("%+v", &s), fmt.Sprintf("%#v", s), fmt.Sprint(info), fmt.Sprintf("%+v", []wire.SessionInfo{info}), fmt.Sprintf("%#v", info), log.String()} {
		if strings.Contains(text, "SECRET") || !strings.Contains(text, "host.example:9") {
			t.Errorf("printed %s", text)
		}
	}
	if got := wire.MaskURL("no address with SECRET"); strings.Contains(got, "SECRET") {
		t.Errorf("masked %q", got)
	}
}

func TestPlainURL(t *testing.T) {
	for address, want := range map[string]string{
		"wss://127.0.0.1:4/x":     "ws://127.0.0.1:4/x",
		"https://[::1]:4/x?y":     "http://[::1]:4/x?y",
		"wss://localhost:4/x":     "ws://localhost:4/x",
		"wss://a.example:4/x":     "wss://a.example:4/x",
		"https://10.0.0.1:4/x":    "https://10.0.0.1:4/x",
		"wss://127.0.0.1.example": "wss://127.0.0.1.example",
		"":                        "",
	} {
		if got := wire.PlainURL(address); got != want {
			t.Errorf("%s became %s, want %s", address, got, want)
		}
	}
}
