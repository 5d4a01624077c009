package filepicker

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"mvdan.cc/sh/v3/shell"
)

// foundMsg is what pasted paths led to.
type foundMsg struct {
	of      *Model
	pasted  string // what it was read from, if that may be something else than paths
	files   []string
	folder  string // the last of the folders among them
	missing []string
}

// Paste takes the paths in pasted text: files are chosen, a folder is listed. Text that
// leads nowhere, and does not look like paths either, comes back as a NoPathsMsg.
func (m *Model) Paste(text string) tea.Cmd {
	lines := ParsePaste(text, m.Folder(), m.options.Home)
	if len(lines) == 0 {
		return nil
	}
	if LooksLikePaths(text) {
		text = ""
	}
	return m.find(foundMsg{of: m, pasted: text}, lines)
}

// find looks where paths lead, and completes msg with it.
func (m *Model) find(msg foundMsg, lines []Pasted) tea.Cmd {
	return func() tea.Msg {
		for _, line := range lines {
			if msg.add(line.Whole) {
				continue
			}
			if len(line.Words) == 0 {
				msg.missing = append(msg.missing, line.Whole)
			}
			for _, word := range line.Words {
				if !msg.add(word) {
					msg.missing = append(msg.missing, word)
				}
			}
		}
		return msg
	}
}

// add takes a path if it leads somewhere.
func (f *foundMsg) add(path string) bool {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return false
	case info.IsDir():
		f.folder = path
	case info.Mode().IsRegular():
		f.files = append(f.files, path)
	default:
		return false
	}
	return true
}

// take chooses the files that were found and goes to where they are.
func (m *Model) take(msg foundMsg) tea.Cmd {
	if msg.pasted != "" && len(msg.files) == 0 && msg.folder == "" {
		return func() tea.Msg { return NoPathsMsg{msg.pasted} }
	}
	var commands []tea.Cmd
	if n := len(msg.files); n > 0 {
		m.Choose(msg.files...)
		last := msg.files[n-1]
		commands = append(commands, m.tell(), m.goTo(filepath.Dir(last), last))
	} else if msg.folder != "" {
		commands = append(commands, m.Open(msg.folder))
	}
	switch n := len(msg.missing); {
	case n == 1:
		commands = append(commands, m.notice("there is no file "+msg.missing[0]))
	case n > 1:
		commands = append(commands, m.notice("these are not there: "+strings.Join(msg.missing, ", ")))
	}
	m.move(0)
	return tea.Batch(commands...)
}

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

// Path reads what was typed for a path: ~ is the home folder, and a file: address is the
// path in it. A relative path stays one.
func Path(text, home string) string {
	return absolute(strings.TrimSpace(text), "", home)
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
