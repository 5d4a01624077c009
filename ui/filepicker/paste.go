package filepicker

import (
	"net/url"
	"path/filepath"
	"strings"
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
		for _, word := range shellWords(line) {
			if path := word.path(folder, home); path != "" {
				words = append(words, path)
			}
		}
		if len(words) == 0 {
			continue
		}
		out = append(out, Pasted{shellWord{text: line, plain: line}.path(folder, home), words})
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

// shellWord is a word and what of its beginning was neither quoted nor escaped.
type shellWord struct {
	text  string
	plain string
}

// path makes an absolute path of a word; "" if there is none in it.
func (w shellWord) path(folder, home string) string {
	text := w.text
	if address, ok := filePath(text); ok {
		return clean(address)
	}
	if rest, ok := strings.CutPrefix(w.plain, "~"); ok && home != "" && (rest == "" || rest[0] == '/') {
		text = home + text[1:]
	}
	switch {
	case text == "":
		return ""
	case !filepath.IsAbs(text) && folder != "":
		text = filepath.Join(folder, text)
	}
	return clean(text)
}

func clean(path string) string {
	if path == "" {
		return ""
	}
	return filepath.Clean(path)
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

// shellWords splits a line as a shell would: blanks separate, quotes and
// backslashes keep them. A quote that is not closed reaches to the end.
func shellWords(line string) []shellWord {
	var words []shellWord
	var text, plain strings.Builder
	var quote byte
	inWord, isPlain := false, true
	end := func() {
		if inWord {
			words = append(words, shellWord{text.String(), plain.String()})
		}
		text.Reset()
		plain.Reset()
		inWord, isPlain = false, true
	}
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case quote == 0 && (c == ' ' || c == '\t'):
			end()
			continue
		case quote == 0 && (c == '\'' || c == '"'):
			quote, inWord, isPlain = c, true, false
			continue
		case c == quote:
			quote = 0
			continue
		case c == '\\' && quote != '\'' && i+1 < len(line) && (quote == 0 || strings.IndexByte("\"\\$`", line[i+1]) >= 0):
			i++
			c, isPlain = line[i], false
		}
		inWord = true
		text.WriteByte(c)
		if isPlain {
			plain.WriteByte(c)
		}
	}
	end()
	return words
}
