package queries

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/client"
	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/filepicker"
	"assay/ui/textline"
	"assay/views/frame"
	"assay/wire"
	"assay/workspace/text"
	"assay/workspace/variables"
)

// kind is where the page comes from.
type kind string

const (
	fromURL  kind = "url" // or what stands for one: the page of a session
	fromFile kind = "file"
	fromHTML kind = "html"
)

// maxHTML is the most the service takes, in bytes.
const maxHTML = 20 << 20

// place is what a source says of its page.
type place struct {
	text string // as it was typed: an address, the path of a file, or HTML
	html string // pasted; in the place of a text
}

// kind tells what the source is from how it is written.
func (p place) kind() kind {
	text := strings.TrimSpace(p.text)
	switch {
	case p.html != "" || strings.HasPrefix(text, "<"):
		return fromHTML
	case isPath(text):
		return fromFile
	}
	return fromURL
}

// isPath reports whether a text is a path rather than an address: it begins as one does,
// or is the name of a page's file, in no folder that could be a host.
func isPath(text string) bool {
	if len(text) > 5 && strings.EqualFold(text[:5], "file:") || text == "." || text == ".." || text == "~" {
		return true
	}
	for _, start := range []string{"/", "./", "../", "~/", `\\`, `.\`, `..\`} {
		if strings.HasPrefix(text, start) {
			return true
		}
	}
	if filepath.VolumeName(text) != "" {
		return true
	}
	first, _, below := strings.Cut(text, "/")
	host := below && (strings.Contains(first, ".") || first == "localhost")
	return !host && !strings.ContainsAny(text, ":?#{") && isPage(text)
}

// isPage reports whether a name is that of a page's file.
func isPage(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".html", ".htm", ".xhtml", ".xht":
		return true
	}
	return false
}

// isURL reports whether text is a web address and nothing else.
func isURL(text string) bool {
	return len(text) < 8192 && !strings.ContainsAny(text, " \t\r\n<") &&
		(strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://"))
}

// isSession reports whether text stands for the page of a session.
func isSession(text string) bool {
	_, _, ok := (wire.QueryRequest{URL: strings.TrimSpace(text)}).OfSession()
	return ok
}

// name is a short name of the page for titles and history; "" for none.
func (p place) name() string {
	switch {
	case p.html != "":
		return "pasted HTML"
	case p.kind() == fromFile:
		return filepath.Base(frame.Expand(p.text))
	case p.kind() == fromHTML:
		return "HTML"
	}
	return strings.TrimSpace(p.text)
}

// page is what a request says of its page: its address or its HTML, which may be of
// the file at a path.
type page struct{ url, html, path string }

// read returns the page to ask about, at an address with its variables filled in. It reads
// the file, and belongs in commands.
func (p place) read(address string) (page, error) {
	switch {
	case p.html != "":
		return page{html: p.html}, nil
	case p.kind() == fromHTML:
		return page{html: p.text}, nil
	case p.kind() == fromFile:
		path, html, err := ReadHTML(p.text)
		return page{html: html, path: path}, err
	}
	u, err := completeURL(address)
	return page{url: u}, err
}

// source is the Source pane: one field that holds an address, the path of a file, or HTML.
type source struct {
	field  *textline.Model
	pasted string // HTML, in the place of the field's text
	lost   string // HTML that something was typed over, for undo

	typing bool   // keys are text
	wrong  string // what is wrong with the page, until another is named

	offers
}

func newSource(env *frame.Env) *source {
	s := &source{field: textline.New(env.Theme, env.Keys)}
	s.field.SetPlaceholder("an address, a file (~/page.html) or pasted HTML")
	return s
}

func (s *source) place() place { return place{s.field.Value(), s.pasted} }

func (s *source) kind() kind { return s.place().kind() }

// set puts a source in the place of the present one, with nothing to undo.
func (s *source) set(p place) {
	s.field.SetValue(p.text)
	s.pasted, s.lost, s.wrong = p.html, "", ""
	s.close()
}

// references returns the {{variables}} of an address.
func (s *source) references() []variables.Reference {
	if s.kind() != fromURL {
		return nil
	}
	return variables.References(s.field.Value())
}

// filePlace is the place of a file, written so that it is told from an address.
func filePlace(path string) place {
	p := place{text: path}
	if path != "" && p.kind() != fromFile {
		p.text = "." + string(filepath.Separator) + path
	}
	return p
}

// focus has the keys typed into the field, or not.
func (s *source) focus(on bool) {
	s.typing = on
	if on {
		s.field.Focus()
		return
	}
	s.field.Blur()
	s.close()
}

// update hands a message to the field. Pasted HTML is one piece there: what is typed takes
// its place.
func (s *source) update(keys *keymap.Map, msg tea.Msg) tea.Cmd {
	key, ok := msg.(tea.KeyMsg)
	if !ok {
		return s.field.Update(msg)
	}
	action := keys.Find(key.String(), keymap.Editor)
	if s.pasted != "" && action == keymap.EditorUndo {
		s.pasted = ""
		return s.field.Update(msg)
	}
	if s.pasted != "" {
		text := !key.Alt && (key.Type == tea.KeyRunes || key.Type == tea.KeySpace)
		switch action {
		case keymap.EditorBackspace, keymap.EditorDelete, keymap.EditorDeleteWordLeft, keymap.EditorDeleteWord,
			keymap.EditorDeleteToStart, keymap.EditorDeleteToEnd:
			s.lost, s.pasted = s.pasted, ""
			return nil
		}
		if !text {
			return nil
		}
		s.lost, s.pasted = s.pasted, ""
	}
	cmd := s.field.Update(msg)
	if action == keymap.EditorUndo && s.field.Value() == "" && s.lost != "" {
		s.lost, s.pasted = "", s.lost
	}
	return cmd
}

// paste takes pasted text for what it is: HTML, a file that is dropped on the terminal, an
// address, or a piece of what is being typed.
func (s *source) paste(keys *keymap.Map, text string) tea.Cmd {
	trimmed := strings.TrimSpace(text)
	whole := s.field.Value() == "" || s.field.Selected() || s.pasted != ""
	switch {
	case strings.HasPrefix(trimmed, "<") && strings.Contains(trimmed, ">") || strings.ContainsAny(trimmed, "\r\n") && strings.Contains(trimmed, "</"):
		s.field.Replace("")
		s.pasted = text
		return nil
	case whole && len(trimmed) <= 4096 && filepicker.LooksLikePaths(trimmed):
		first := filepicker.ParsePaste(trimmed, "", homeFolder())[0]
		if trimmed = first.Whole; len(first.Words) == 1 { // a shell's way of writing it
			trimmed = first.Words[0]
		}
		trimmed = shortPath(trimmed)
	case !whole && !(isURL(trimmed) && s.kind() != fromURL):
		return s.update(keys, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(trimmed), Paste: true})
	}
	if s.pasted != "" {
		s.lost, s.pasted = s.pasted, ""
	}
	s.field.Replace(trimmed)
	return nil
}

// check says why the source cannot be asked, as far as that can be told from it.
func (p place) check(address string) error {
	if p.kind() != fromURL {
		return nil
	}
	_, err := completeURL(address)
	return err
}

// completeURL makes an address of what was typed.
func completeURL(text string) (string, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return "", errors.New("no page was named: type an address or a file into the source, or paste HTML")
	}
	if isSession(text) {
		return text, nil
	}
	return wire.CompleteURL(text)
}

// aboutPage reports whether an error is of the page that was named, not of the query or
// the service.
func aboutPage(err error) bool {
	var refused *client.Error
	if !errors.As(err, &refused) {
		return false
	}
	switch refused.Code {
	case "page_unreachable", "forbidden_address", "unsupported_scheme", "unsupported_page":
		return true
	}
	return refused.Field == "url" || refused.Field == "html"
}

// shortly is an error without what the service says besides its sentence.
func shortly(err error) string {
	var refused *client.Error
	if errors.As(err, &refused) {
		return refused.Message
	}
	return err.Error()
}

func homeFolder() string {
	home, _ := os.UserHomeDir() // without one, ~ is a name
	return home
}

// ReadHTML reads a page that is to be sent, and returns its whole path, too.
func ReadHTML(path string) (whole, html string, err error) {
	path = frame.Expand(path)
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
	html, err = text.HTML(data)
	return whole, html, err
}

// fieldColumn is where the field begins in the pane's line.
const fieldColumn = 6

// draw returns the pane's line in the given width.
func (s *source) draw(t *themes.Theme, width int) string {
	style := t.Accent
	if s.wrong != "" {
		style = t.Bad
	}
	label := s.label()
	head := style.Render(label) + cells.Blank(fieldColumn-len(label))
	room := max(width-fieldColumn, 1)
	if s.pasted == "" {
		s.field.SetWidth(room)
		return head + s.field.View()
	}
	first := strings.Join(strings.Fields(cells.Visible(s.pasted[:min(len(s.pasted), 400)])), " ")
	style = t.Text
	if s.typing { // it is as a selected text
		style = t.Text.Over(t.Range)
	}
	return head + cells.Fit(style.Render(cells.Bytes(int64(len(s.pasted)))+" pasted")+"  "+t.Faint.Render(first), room, t.Glyphs.Ellipsis)
}

// label says what the field holds, in a word.
func (s *source) label() string {
	p := s.place()
	switch {
	case p.text == "" && p.html == "":
		return "Page"
	case p.kind() == fromFile:
		return "File"
	case p.kind() == fromHTML:
		return "HTML"
	case isSession(p.text):
		return "Live"
	}
	return "URL"
}
