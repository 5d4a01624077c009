package filepicker

import (
	"net/url"
	"path/filepath"
	"strings"

	"mvdan.cc/sh/v3/shell"
)

// Pasted is one line of pasted text read as paths: a terminal pastes the paths of
// files that are dropped on it, each in a way of its own.
type Pasted struct {
	Whole string   // the line as one path, for a path with blanks that nothing quotes
	Words []string // the line as a shell or a list of file: addresses would be read
}

// ParsePaste reads pasted text as paths: plain, in quotes, with backslashes, or as
// file: addresses, any number of them on a line. A leading ~ is the home folder;
// a relative path is one of folder. Lines that are blank give nothing.
func ParsePaste(text, folder, home string) []Pasted {
	var out []Pasted
	for line := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '\n' || r == '\r' || r == 0 }) {
		line = strings.TrimSpace(line)
		var words []string
		for _, word := range shellWords(line, home) {
			if path := absolute(word, folder, ""); path != "" {
				words = append(words, path)
			}
		}
		if len(words) == 0 {
			continue
		}
		out = append(out, Pasted{absolute(line, folder, home), words})
	}
	return out
}

// LooksLikePaths reports whether every line of a text begins as an absolute path
// does in a paste, so that it can be taken for one where other text is expected.
func LooksLikePaths(text string) bool {
	lines := ParsePaste(text, "", "~")
	for _, line := range lines {
		if first := line.Words[0]; !filepath.IsAbs(first) && !strings.HasPrefix(first, "~/") {
			return false
		}
	}
	return len(lines) > 0
}

// absolute makes an absolute path of a text; "" if there is none in it.
func absolute(text, folder, home string) string {
	if address, ok := filePath(text); ok {
		return filepath.Clean(address)
	}
	if rest, ok := strings.CutPrefix(text, "~"); ok && home != "" && (rest == "" || rest[0] == '/') {
		text = home + rest
	}
	switch {
	case text == "":
		return ""
	case !filepath.IsAbs(text) && folder != "":
		text = filepath.Join(folder, text)
	}
	return filepath.Clean(text)
}

// filePath returns the path of a file: address on this machine.
func filePath(text string) (string, bool) {
	if len(text) < 5 || !strings.EqualFold(text[:5], "file:") {
		return "", false
	}
	address, err := url.Parse(text)
	if err != nil || address.Path == "" || address.Host != "" && !strings.EqualFold(address.Host, "localhost") {
		return "", false
	}
	return address.Path, true
}

// shellWords splits a line as a shell would, without variables but for ~. One that no shell
// could read, as with a quote that is not closed, is split at its blanks.
func shellWords(line, home string) []string {
	words, err := shell.Fields(line, func(name string) string {
		if name == "HOME" {
			return home
		}
		return "$" + name
	})
	if err != nil {
		return strings.Fields(line)
	}
	return words
}
