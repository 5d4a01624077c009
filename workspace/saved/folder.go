package saved

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const (
	maxFiles = 2000 // of a folder
	maxDepth = 6    // of folders in it
)

// Folder returns the folder that saved queries are looked for in: the configured one;
// else the current folder if it holds some, as the clone of a repository does; else
// the fallback.
func Folder(configured, fallback string) string {
	if configured != "" {
		return configured
	}
	if here, err := os.Getwd(); err == nil {
		if found, err := filepath.Glob(filepath.Join(escape(here), "*"+Extension)); err == nil && len(found) > 0 {
			return here
		}
	}
	return fallback
}

// escape makes a path a pattern that only it matches.
func escape(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}

// List returns the paths of the saved queries in a folder and the folders in it, from
// the folder, sorted. Hidden folders are left out. A folder that is not there has none.
func List(folder string) ([]string, error) {
	var found []string
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		name, _ := filepath.Rel(folder, path)
		switch {
		case err != nil && path == folder:
			return err
		case err != nil: // a folder that may not be read holds nothing for us
			return fs.SkipDir
		case entry.IsDir() && path != folder && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "node_modules" || strings.Count(name, string(filepath.Separator)) >= maxDepth):
			return fs.SkipDir
		case !entry.IsDir() && filepath.Ext(path) == Extension:
			found = append(found, name)
		}
		if len(found) == maxFiles {
			return fs.SkipAll
		}
		return nil
	})
	if os.IsNotExist(err) {
		return nil, nil
	}
	slices.Sort(found)
	return found, err
}
