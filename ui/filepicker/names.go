package filepicker

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// Names returns the names in a folder that a path can go on with: of its folders, with a
// / at the end, and of the files that fit. A folder that cannot be read has none.
func Names(folder string, fits func(name string) bool) []string {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil
	}
	var names []string
	for _, d := range entries {
		name := d.Name()
		e := entry{path: filepath.Join(folder, name), folder: d.IsDir()}
		if d.Type()&fs.ModeSymlink != 0 {
			e.look()
		}
		switch {
		case e.folder:
			names = append(names, name+"/")
		case fits(name):
			names = append(names, name)
		}
	}
	return names
}

// Beginning returns the names that begin with what is typed of one, in whatever case.
// Hidden ones need their dot.
func Beginning(names []string, typed string) []string {
	var found []string
	for _, name := range names {
		hidden := strings.HasPrefix(name, ".") && !strings.HasPrefix(typed, ".")
		if len(name) >= len(typed) && strings.EqualFold(name[:len(typed)], typed) && !hidden {
			found = append(found, name)
		}
	}
	return found
}

// Agreed returns the beginning that names have in common; false if there are none.
func Agreed(names []string) (string, bool) {
	if len(names) == 0 {
		return "", false
	}
	common := names[0]
	for _, name := range names[1:] {
		for !strings.HasPrefix(name, common) {
			_, size := utf8.DecodeLastRuneInString(common)
			common = common[:len(common)-size]
		}
	}
	return common, true
}
