package profile

import (
	"os"
	"path/filepath"

	"github.com/adrg/xdg"
)

// ConfigFile returns the path of the settings file when neither a flag nor
// ASSAY_CONFIG names another: $XDG_CONFIG_HOME/assay/config.toml.
func ConfigFile() string {
	return filepath.Join(base("XDG_CONFIG_HOME", xdg.ConfigHome), "assay", "config.toml")
}

// StateDir returns the folder of what the dashboard remembers between starts:
// $XDG_STATE_HOME/assay.
func StateDir() string {
	return filepath.Join(base("XDG_STATE_HOME", xdg.StateHome), "assay")
}

// base reads the environment at each call, which xdg does only when the
// program starts. A relative path is ignored, as the XDG specification asks.
func base(variable, fallback string) string {
	if dir := os.Getenv(variable); filepath.IsAbs(dir) {
		return dir
	}
	return fallback
}
