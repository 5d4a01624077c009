package importer

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"assay/workspace/saved"
	"assay/workspace/wholefile"
)

// Save writes the request as a saved query into a folder, under a name that is free
// there, and returns its path. HTML that is asked becomes a file beside it.
func (r Request) Save(folder string) (path string, err error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return "", fmt.Errorf("saving the query: %w", err)
	}
	name := r.fileName()
	for n := 1; ; n++ {
		if n > 1 {
			name = fmt.Sprintf("%s-%d", r.fileName(), n)
		}
		path = filepath.Join(folder, name+saved.Extension)
		file := r.File
		if r.Page != "" {
			file.HTML = name + ".html"
			if _, err = os.Stat(filepath.Join(folder, file.HTML)); err == nil {
				continue
			}
		}
		data, err := file.Encode()
		if err != nil {
			return "", err
		}
		switch err = wholefile.Create(path, data, 0o666); {
		case errors.Is(err, fs.ErrExist):
			continue
		case err == nil && r.Page != "":
			err = wholefile.Create(filepath.Join(folder, file.HTML), []byte(r.Page), 0o666)
		}
		if err != nil {
			return "", fmt.Errorf("saving the query: %w", err)
		}
		return path, nil
	}
}

// fileName returns what the file of the request is called, without its extension: by its
// page.
func (r Request) fileName() string {
	name := ""
	if u, err := url.Parse(r.URL); err == nil {
		name = u.Host + u.Path
	}
	words := strings.FieldsFunc(strings.ToLower(name), func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '_' && c != '.'
	})
	const longest = 60 // characters
	letters := []rune(strings.Join(words, "-"))
	if name = strings.Trim(string(letters[:min(len(letters), longest)]), ".-"); name == "" {
		return "query"
	}
	return name
}
