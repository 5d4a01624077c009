package datadir

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

const secret = "assay_0123456789abcdefghijWXYZ"

func TestSecretHides(t *testing.T) {
	s := NewSecret(secret)
	type holder struct{ Key Secret }
	marshalled, err := json.Marshal(holder{s})
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).Info("key", "key", s, "holder", holder{s})
	shown := map[string]string{
		"%v":   fmt.Sprintf("%v", s),
		"%s":   fmt.Sprintf("%s", s),
		"%q":   fmt.Sprintf("%q", s),
		"%x":   fmt.Sprintf("%x", s),
		"%#v":  fmt.Sprintf("%#v", s),
		"%+v":  fmt.Sprintf("%+v", holder{s}),
		"%d":   fmt.Sprintf("%d", &s),
		"json": string(marshalled),
		"slog": log.String(),
	}
	for how, text := range shown {
		if strings.Contains(text, secret[:20]) || strings.Contains(text, fmt.Sprintf("%x", secret)) {
			t.Errorf("%s shows the secret: %s", how, text)
		}
	}
	if s.String() != "****WXYZ" || NewSecret("short").String() != "****" || NewSecret("").String() != "" {
		t.Errorf("masks = %q, %q, %q", s, NewSecret("short"), NewSecret(""))
	}
}
