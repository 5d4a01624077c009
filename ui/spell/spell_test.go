package spell_test

import (
	"testing"

	"assay/ui/spell"
)

func TestNearest(t *testing.T) {
	names := []string{"base_url", "api_key", "api_key_command", "theme"}
	for name, want := range map[string]string{
		"baseurl":        "base_url",
		"BASE_URL":       "base_url",
		"api_kye":        "api_key",
		"api_key_comand": "api_key_command",
		"x":              "",
		"timeout":        "",
	} {
		if got := spell.Nearest(name, names); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", name, got, want)
		}
	}
}
