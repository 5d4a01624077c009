package queries

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// maxElsewhere is how many files outside the folder of saved queries are remembered.
const maxElsewhere = 20

// remember notes a file that was opened or saved outside the folder of saved queries: it
// is listed with those in there.
func (v *View) remember(path string) {
	if within(path, v.folder()) {
		return
	}
	v.elsewhere = slices.DeleteFunc(slices.Clone(v.elsewhere), func(other string) bool { return other == path })
	v.elsewhere = slices.Insert(v.elsewhere, 0, path)
	v.elsewhere = v.elsewhere[:min(len(v.elsewhere), maxElsewhere)]
}

// within reports whether a path is in a folder or in one in it.
func within(path, folder string) bool {
	relative, err := filepath.Rel(folder, path)
	return err == nil && relative != ".." && !strings.HasPrefix(relative, ".."+string(filepath.Separator))
}

// stillThere returns the paths that are still files, outside the folder.
func stillThere(paths []string, folder string) []string {
	return slices.DeleteFunc(paths, func(path string) bool {
		info, err := os.Stat(path)
		return err != nil || info.IsDir() || within(path, folder)
	})
}
