package queries

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"assay/themes"
	"assay/ui/cells"
	"assay/ui/textline"
	"assay/views/frame"
	"assay/wire"
)

// kind is where the page comes from.
type kind string

const (
	fromURL  kind = "url"
	fromFile kind = "file"
	fromHTML kind = "html"
)

var kinds = []kind{fromURL, fromFile, fromHTML}

// maxHTML is the most the service takes, in bytes.
const maxHTML = 20 << 20

// source is the Source pane: an address, a file, or pasted HTML.
type source struct {
	kind kind
	url  *textline.Model
	file *textline.Model
	html string // pasted; kept when the kind changes

	typing bool // keys are text
}

func newSource(env *frame.Env) *source {
	s := &source{kind: fromURL, url: textline.New(env.Theme, env.Keys), file: textline.New(env.Theme, env.Keys)}
	s.url.SetPlaceholder("https://example.com/page")
	s.file.SetPlaceholder("path of an HTML file")
	return s
}

// field returns the text field of the kind, or nil for pasted HTML.
func (s *source) field() *textline.Model {
	switch s.kind {
	case fromURL:
		return s.url
	case fromFile:
		return s.file
	}
	return nil
}

func (s *source) setTheme(t *themes.Theme) {
	s.url.SetTheme(t)
	s.file.SetTheme(t)
}

// focus has the keys typed into the field, or not.
func (s *source) focus(on bool) {
	s.typing = on
	for _, f := range []*textline.Model{s.url, s.file} {
		if on && f == s.field() {
			f.Focus()
		} else {
			f.Blur()
		}
	}
}

// next goes to the next kind.
func (s *source) next() {
	for i, k := range kinds {
		if k == s.kind {
			s.kind = kinds[(i+1)%len(kinds)]
			return
		}
	}
}

// paste takes pasted text for what it is: HTML, the path of a file, or an address
// when one is not expected. It reports whether it took it.
func (s *source) paste(text string) bool {
	trimmed := strings.TrimSpace(text)
	if s.kind != fromURL && isURL(trimmed) {
		s.kind = fromURL
		s.url.SetValue(trimmed)
		return true
	}
	if strings.HasPrefix(trimmed, "<") && strings.Contains(trimmed, ">") || s.kind == fromHTML {
		s.kind, s.html = fromHTML, text
		return true
	}
	if len(trimmed) > 4096 { // no path
		return false
	}
	path := expand(strings.Trim(trimmed, `"'`))
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && filepath.IsAbs(path) {
		s.kind = fromFile
		s.file.SetValue(path)
		return true
	}
	return false
}

// isURL reports whether text is a web address and nothing else.
func isURL(text string) bool {
	return len(text) < 8192 && !strings.ContainsAny(text, " \t\r\n<") &&
		(strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://"))
}

// expand replaces a leading ~ by the home directory.
func expand(path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	return path
}

// page is what a request says of its page: its address or its HTML, which may be of
// the file at a path.
type page struct{ url, html, path string }

// read returns the page to ask about. It reads the file, and belongs in commands;
// the receiver is a copy for that.
func (s source) read(address, file string) (page, error) {
	switch s.kind {
	case fromURL:
		u, err := completeURL(address)
		return page{url: u}, err
	case fromFile:
		path, html, err := ReadHTML(file)
		return page{html: html, path: path}, err
	}
	if strings.TrimSpace(s.html) == "" {
		return page{}, errors.New("no HTML was pasted: paste some into the source, or switch to a URL")
	}
	return page{html: s.html}, nil
}

// completeURL makes an address of what was typed.
func completeURL(text string) (string, error) {
	if strings.TrimSpace(text) == "" {
		return "", errors.New("no URL was given: type one into the source")
	}
	if _, _, ok := (wire.QueryRequest{URL: strings.TrimSpace(text)}).OfSession(); ok {
		return strings.TrimSpace(text), nil
	}
	return wire.CompleteURL(text)
}

// ReadHTML reads a page that is to be sent, and returns its whole path, too.
func ReadHTML(path string) (whole, html string, err error) {
	path = expand(strings.TrimSpace(path))
	if path == "" {
		return "", "", errors.New("no file was given: type its path into the source")
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", "", fmt.Errorf("there is no file %s", path)
	case err != nil:
		return "", "", fmt.Errorf("reading the page: %w", err)
	case info.IsDir():
		return "", "", fmt.Errorf("%s is a folder, not a file", path)
	case info.Size() > maxHTML:
		return "", "", fmt.Errorf("%s has %s; the service takes at most %s of HTML", path, cells.Bytes(info.Size()), cells.Bytes(maxHTML))
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return "", "", fmt.Errorf("reading the page: %w", err)
	}
	if whole, err = filepath.Abs(path); err != nil {
		return "", "", fmt.Errorf("reading the page: %w", err)
	}
	return whole, string(data), nil
}

// draw returns the pane's line in the given width.
func (s *source) draw(t *themes.Theme, width int) string {
	label := map[kind]string{fromURL: "URL", fromFile: "File", fromHTML: "HTML"}[s.kind]
	head := t.Accent.Render(label) + cells.Blank(6-len(label))
	room := max(width-6, 1)
	if f := s.field(); f != nil {
		f.SetWidth(room)
		return head + f.View()
	}
	text := t.Dim.Render("paste HTML here")
	if s.html != "" {
		first := strings.Join(strings.Fields(cells.Visible(s.html[:min(len(s.html), 400)])), " ")
		text = t.Text.Render(cells.Bytes(int64(len(s.html)))+" pasted") + "  " + t.Faint.Render(first)
	}
	return head + cells.Fit(text, room, t.Glyphs.Ellipsis)
}

// name is a short name of the page for titles and history.
func (s *source) name() string {
	switch s.kind {
	case fromURL:
		return s.url.Value()
	case fromFile:
		return filepath.Base(s.file.Value())
	}
	return "pasted HTML"
}
