package profile

import (
	"errors"
	"fmt"
	"io/fs"

	"assay/client/tomlfile"
)

// SaveTheme makes a theme the one of the settings file, or with "" none. A theme of
// the profile's own is replaced; else it becomes the theme of all profiles.
func SaveTheme(file, profile, theme string) error {
	s, err := readSettings(file)
	if err != nil {
		return err
	}
	path := []string{"theme"}
	if s.Profiles[profile].Theme != "" {
		path = []string{"profiles", profile, "theme"}
	}
	return tomlfile.Edit(file, tomlfile.Change{Path: path, Value: theme, Remove: theme == ""})
}

// readSettings reads a settings file; one that does not exist is empty.
func readSettings(file string) (settings, error) {
	var s settings
	if err := tomlfile.Read(file, &s); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return s, fmt.Errorf("reading the settings: %w", err)
	}
	return s, nil
}
