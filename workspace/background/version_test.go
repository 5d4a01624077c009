package background

import (
	"testing"
	"time"
)

func TestOlder(t *testing.T) {
	tests := []struct {
		a, b string
		want bool
	}{
		{"v1.0.0", "v1.1.0", true},
		{"v1.9.0", "v1.10.0", true},
		{"v1.1.0", "v1.0.0", false},
		{"v1.0.0", "v1.0.0", false},
		{"v1.0.0", "v1.0.1-0.20261121074210-bb89281b3c4d", true},
		{"v1.0.1-0.20261121074210-bb89281b3c4d", "v1.0.1-0.20261122074210-aa89281b3c4d", true},
		{"v1.0.1-0.20261122074210-aa89281b3c4d", "v1.0.1-0.20261121074210-bb89281b3c4d", false},
		{"devel+20260101000000000", "devel+20260101000000001", true},
		{"devel+20260101000000000", "devel+20260101000000000", false},
		{"devel+20260101000000001", "devel+20260101000000000", false},
		{"v0.0.0-20260101000000-abc+dirty.20260101000000000", "devel+20260101000000001", true},
		{"v1.0.0", "devel+20260101000000000", true},
		{"devel+20260101000000000", "v1.0.0", true},
		{"devel", "devel+20260101000000001", false},
		{"devel+20260101000000000", "devel", false},
		{"", "devel+20260101000000000", false},
		{"", "v1.0.0", true},
	}
	for _, tt := range tests {
		if got := older(tt.a, tt.b); got != tt.want {
			t.Errorf("older(%q, %q) = %v", tt.a, tt.b, got)
		}
	}
}

func TestVersionOf(t *testing.T) {
	built := time.Date(2026, 11, 21, 7, 42, 10, 123e6, time.UTC)
	for main, want := range map[string]string{
		"v1.2.0":                               "v1.2.0",
		"v1.2.1-0.20261121074210-bb89281b3c4d": "v1.2.1-0.20261121074210-bb89281b3c4d",
		"v1.2.1-0.20261121074210-bb89281b3c4d+dirty": "v1.2.1-0.20261121074210-bb89281b3c4d+dirty.20261121074210123",
		"(devel)": "devel+20261121074210123",
		"":        "devel+20261121074210123",
	} {
		if got := versionOf(main, built); got != want {
			t.Errorf("versionOf(%q) = %q, want %q", main, got, want)
		}
	}
	if got := versionOf("(devel)", time.Time{}); got != "devel" {
		t.Errorf("the version of an executable that cannot be found is %q", got)
	}
}

// What tests run is built of no commit.
func TestVersionTellsBuildsApart(t *testing.T) {
	if buildTime(Version()) == "" {
		t.Errorf("Version() = %q, want a build time at its end", Version())
	}
}
