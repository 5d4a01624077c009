package filepicker

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/ui/textline"
)

// typed is a path being typed.
type typed struct {
	input  *textline.Model
	wrong  string // what is wrong with it
	folder string // whose names are known
	names  []string
}

// completedMsg has the names of a folder to complete a path with.
type completedMsg struct {
	of     *typed
	folder string
	names  []string // folders with a / at the end
}

// foundMsg is what typed or pasted paths led to.
type foundMsg struct {
	of      *Model
	typed   bool
	pasted  string // what it was read from, if that may be something else than paths
	files   []string
	folder  string // the last of the folders among them
	missing []string
}

func (m *Model) startTyping() tea.Cmd {
	t := &typed{input: textline.New(m.theme, m.keys)}
	t.input.SetValue(withSlash(Short(m.Folder(), m.options.Home)))
	t.input.Focus()
	m.typed = t
	m.move(0)
	return m.complete()
}

func withSlash(path string) string {
	if strings.HasSuffix(path, "/") {
		return path
	}
	return path + "/"
}

// absolute is the path that was typed so far.
func (m *Model) absolute(text string) string {
	return absolute(text, m.Folder(), m.options.Home)
}

// split cuts the text into the folder's part, with its slash, and what is typed of
// a name in it.
func split(text string) (folder, name string) {
	at := strings.LastIndexByte(text, '/') + 1
	return text[:at], text[at:]
}

// complete offers the first name that the path can go on with. The names of
// another folder are read first.
func (m *Model) complete() tea.Cmd {
	t := m.typed
	head, _ := split(t.input.Value())
	folder := m.absolute(head)
	if head == "" {
		folder = m.Folder()
	}
	if folder == t.folder {
		t.suggest()
		return nil
	}
	fits := m.options.Fits
	return func() tea.Msg { return completedMsg{of: t, folder: folder, names: Names(folder, fits)} }
}

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

func (t *typed) offer(msg completedMsg) {
	t.folder, t.names = msg.folder, msg.names
	t.suggest()
}

// suggest shows the rest of the first name that fits.
func (t *typed) suggest() {
	head, name := split(t.input.Value())
	t.input.SetSuggestion("")
	if name == "" {
		return
	}
	for _, known := range t.names {
		if strings.HasPrefix(known, name) {
			t.input.SetSuggestion(head + known)
			return
		}
	}
}

// extend completes the path as far as all the names that fit agree.
func (t *typed) extend() {
	head, name := split(t.input.Value())
	if common, ok := Agreed(Beginning(t.names, name)); ok {
		t.input.SetValue(head + common)
		t.input.CursorEnd()
	}
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

// Path reads what was typed for a path: ~ is the home folder, and a file: address is the
// path in it. A relative path stays one.
func Path(text, home string) string {
	return absolute(strings.TrimSpace(text), "", home)
}

func (m *Model) typedKey(msg tea.KeyMsg) tea.Cmd {
	t := m.typed
	before := t.input.Value()
	var cmd tea.Cmd
	switch m.keys.Find(msg.String(), keymap.Path) {
	case keymap.PathComplete:
		t.extend()
	case keymap.PathAccept:
		if strings.TrimSpace(before) == "" {
			m.typed = nil
			return nil
		}
		return m.find(foundMsg{of: m, typed: true}, []Pasted{{Whole: m.absolute(before)}})
	case keymap.PathCancel:
		cmd, _ = m.Close()
		return cmd
	default:
		cmd = t.input.Update(msg)
	}
	if t.input.Value() == before {
		return cmd
	}
	t.wrong = ""
	return tea.Batch(cmd, m.complete())
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
	if msg.typed && m.typed == nil {
		return nil // given up meanwhile
	}
	if msg.typed && len(msg.missing) > 0 {
		m.typed.wrong = "there is no such file"
		m.move(0)
		return nil
	}
	if msg.pasted != "" && len(msg.files) == 0 && msg.folder == "" {
		return func() tea.Msg { return NoPathsMsg{m, msg.pasted} }
	}
	m.typed = nil
	var commands []tea.Cmd
	if n := len(msg.files); n > 0 {
		m.Choose(msg.files...)
		last := msg.files[n-1]
		commands = append(commands, m.tell(), m.goTo(place{filepath.Dir(last)}, last))
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
