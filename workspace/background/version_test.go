package background

import "testing"

func TestOlder(t *testing.T) {
	tests := []struct {
		a, b string
		want bool
	}{
		{"v1.0.0+20260101000000000", "v1.1.0+20260102000000000", true},
		{"v1.1.0+20260102000000000", "v1.0.0+20260101000000000", false},
		{"devel+20260101000000000", "devel+20260101000000001", true},
		{"devel+20260101000000000", "devel+20260101000000000", false},
		{"v0.0.0-20260101-abc+dirty.20260101000000000", "devel+20260101000000001", true},
		{"devel", "devel+20260101000000001", false},
		{"devel+20260101000000000", "devel", false},
		{"", "devel+20260101000000000", false},
		{"v1.0.0", "v1.1.0", false},
	}
	for _, tt := range tests {
		if got := older(tt.a, tt.b); got != tt.want {
			t.Errorf("older(%q, %q) = %v", tt.a, tt.b, got)
		}
	}
}

func TestVersionEndsInBuildTime(t *testing.T) {
	if buildTime(Version()) == "" {
		t.Errorf("Version() = %q, want a build time at its end", Version())
	}
}
