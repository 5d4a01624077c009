// Package filepicker is a list of the files of a folder to choose from, in one
// folder or several: with a fuzzy filter that also takes a path, recent files and
// folders, and paths that are pasted or dropped on the terminal. It reads the disk in
// commands only, so that a large, slow or dead folder keeps nobody waiting, and knows
// nothing of what the files are for.
package filepicker

import (
	"path/filepath"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/themes"
	"assay/ui/textline"
)

// Options is what a picker is made with.
type Options struct {
	Folder string // where it begins; absolute
	Home   string // the home folder, which is written as ~; "" for none
	// Fits reports whether a name is one of the types wanted; nil is all. Others
	// are listed only if asked for.
	Fits func(name string) bool
	Kind string // what fits, in the plural: "PDFs and images"
	// Detail tells more of a file on the screen, in a word or two; nil is nothing.
	Detail func(path string) string
}

// ChosenMsg tells that other files are chosen now.
type ChosenMsg struct{ Of *Model }

// NoticeMsg has something to tell the user.
type NoticeMsg struct{ Text string }

// NoPathsMsg is pasted text that is no paths: nothing is where it would lead.
type NoPathsMsg struct{ Text string }

// Model is the picker. It is changed in place.
type Model struct {
	options Options
	theme   *themes.Theme
	keys    *keymap.Map
	width   int
	height  int
	focused bool

	folder  string  // that is listed; "" is the recent files and folders
	reading *reader // nil while nothing is read
	latest  *reader // of what is listed
	err     error   // why the place cannot be listed
	entries []entry
	longest int  // as the reader found it
	looking bool // the entries on the screen are being looked at

	allTypes, hidden bool
	order            order

	shown   []match // what the list shows, in its order
	cursor  int     // in shown
	top     int
	goal    string            // the path that the cursor goes to when it is listed
	cursors map[string]string // the path under the cursor when a folder was left

	filter    *textline.Model
	filtering bool // the filter has the keys
	sifted    string
	sifting   bool // an answer for the filter is awaited
	opens     bool // what is under the cursor is opened once it is there

	chosen []string
	before []string // what was chosen before the last change, for undo
	isIn   map[string]bool
	recent []string
}

// New returns a picker. Init makes it read its folder.
func New(t *themes.Theme, keys *keymap.Map, options Options) *Model {
	if options.Fits == nil {
		options.Fits = func(string) bool { return true }
	}
	if options.Detail == nil {
		options.Detail = func(string) string { return "" }
	}
	m := &Model{
		options: options, theme: t, keys: keys, folder: options.Folder,
		filter: textline.New(t, keys), cursors: map[string]string{}, isIn: map[string]bool{},
	}
	m.filter.SetPlaceholder("part of a name, or a path")
	return m
}

// Init reads the folder.
func (m *Model) Init() tea.Cmd { return m.read() }

// Folder returns the folder that is listed; with the recent files, the one before.
func (m *Model) Folder() string {
	if m.folder == "" {
		return m.options.Folder
	}
	return m.folder
}

// Open lists another folder.
func (m *Model) Open(folder string) tea.Cmd { return m.goTo(folder, "") }

// Chosen returns the paths of the chosen files, in the order they were chosen in.
func (m *Model) Chosen() []string { return slices.Clone(m.chosen) }

// Choose adds files to those chosen.
func (m *Model) Choose(paths ...string) {
	m.before = m.Chosen()
	for _, path := range paths {
		if !m.isIn[path] {
			m.isIn[path] = true
			m.chosen = append(m.chosen, path)
		}
	}
}

// Drop takes files out of those chosen.
func (m *Model) Drop(paths ...string) {
	m.before = m.Chosen()
	for _, path := range paths {
		delete(m.isIn, path)
	}
	m.chosen = slices.DeleteFunc(m.chosen, func(path string) bool { return !m.isIn[path] })
}

// Selected returns the path under the cursor and whether it is a file; "" if the
// list is empty.
func (m *Model) Selected() (path string, file bool) {
	if e := m.at(); e != nil {
		return e.path, !e.folder
	}
	return "", false
}

// OnScreen returns the paths of the fitting files that are on the screen.
func (m *Model) OnScreen() []string {
	var paths []string
	for i := m.top; i < min(m.top+m.rows(), len(m.shown)); i++ {
		if e := &m.entries[m.shown[i].entry]; !e.folder && !e.odd && e.fits {
			paths = append(paths, e.path)
		}
	}
	return paths
}

// SetRecent gives the paths of recent files and folders, the latest first.
func (m *Model) SetRecent(paths []string) { m.recent = slices.Clone(paths) }

// SetSize gives the picker its size in cells.
func (m *Model) SetSize(width, height int) {
	m.width, m.height = width, height
	m.move(0)
}

// SetTheme changes the colours.
func (m *Model) SetTheme(t *themes.Theme) {
	m.theme = t
	m.filter.SetTheme(t)
}

// Focus gives the picker the keys.
func (m *Model) Focus() { m.focused = true }

// Blur takes them away.
func (m *Model) Blur() {
	m.focused, m.filtering = false, false
	m.filter.Blur()
	m.move(0)
}

// Editing reports whether printable keys are text.
func (m *Model) Editing() bool { return m.filtering }

// Scopes returns the scopes of the keys that hold now.
func (m *Model) Scopes() []keymap.Scope {
	if m.filtering {
		return []keymap.Scope{keymap.List}
	}
	return []keymap.Scope{keymap.Files}
}

// Close closes the filter; false if it is not open.
func (m *Model) Close() (cmd tea.Cmd, closed bool) {
	if m.head() == 0 {
		return nil, false
	}
	cmd = m.endFilter()
	m.move(0)
	return cmd, true
}

// at returns the entry under the cursor, or nil.
func (m *Model) at() *entry {
	if m.cursor < len(m.shown) {
		return &m.entries[m.shown[m.cursor].entry]
	}
	return nil
}

// Update handles messages, keys, pastes, and mouse events with coordinates counted
// from the picker's first cell.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case readMsg:
		if msg.by != m.reading {
			return nil
		}
		cmd = m.list(msg)
	case lookedMsg:
		if msg.of != m {
			return nil
		}
		m.looking = false
		if msg.by == m.latest {
			for i, row := range msg.rows {
				m.entries[row] = msg.info[i]
			}
		}
	case siftedMsg:
		if msg.of != m {
			return nil
		}
		cmd = m.show(msg)
	case foundMsg:
		if msg.of != m {
			return nil
		}
		cmd = m.take(msg)
	case tea.KeyMsg:
		cmd = m.pressed(msg)
	case tea.MouseMsg:
		cmd = m.mouse(msg)
	default:
		return nil
	}
	return tea.Batch(cmd, m.lookAround())
}

func (m *Model) pressed(msg tea.KeyMsg) tea.Cmd {
	switch {
	case msg.Paste && (!m.Editing() || LooksLikePaths(string(msg.Runes))):
		return m.Paste(string(msg.Runes))
	case m.filtering:
		return m.filterKey(msg)
	}
	return m.Do(m.keys.Find(msg.String(), keymap.Files))
}

// Do performs an action of the Files scope.
func (m *Model) Do(action keymap.Action) tea.Cmd {
	if by, ok := keymap.Step(action, m.rows(), len(m.shown)); ok {
		m.move(by)
		return m.lookAround()
	}
	switch action {
	case keymap.FilesToggle:
		cmd := m.toggle()
		if cmd != nil {
			m.move(1)
		}
		return cmd
	case keymap.FilesOpen:
		return m.open()
	case keymap.FilesParent:
		return m.parent()
	case keymap.FilesHome:
		if m.options.Home != "" {
			return m.Open(m.options.Home)
		}
	case keymap.FilesFilter:
		m.filtering = true
		m.filter.Focus()
		m.move(0)
	case keymap.FilesRecent:
		if m.folder == "" {
			return m.goTo(m.options.Folder, "")
		}
		m.options.Folder = m.folder
		return m.goTo("", "")
	case keymap.FilesTypes:
		m.allTypes = !m.allTypes
		return m.sift()
	case keymap.FilesHidden:
		m.hidden = !m.hidden
		return m.sift()
	case keymap.FilesSort:
		m.order = (m.order + 1) % orders
		return m.read()
	case keymap.FilesRefresh:
		return m.read()
	case keymap.FilesAll:
		return m.chooseAll()
	case keymap.FilesUndo:
		before := m.before
		m.Drop(m.chosen...)
		now := m.before
		m.Choose(before...)
		m.before = now
		return m.tell()
	}
	return m.lookAround()
}

// Disabled says why an action cannot be done now, or "".
func (m *Model) Disabled(action keymap.Action) string {
	e := m.at()
	switch action {
	case keymap.FilesOpen, keymap.FilesAll:
		if e == nil {
			return "there is nothing in the list"
		}
	case keymap.FilesToggle:
		switch {
		case e == nil:
			return "there is nothing in the list"
		case e.folder:
			return "a folder cannot be chosen, only the files in it"
		}
	case keymap.FilesParent:
		if m.folder != "" && filepath.Dir(m.folder) == m.folder {
			return "there is no folder above"
		}
	case keymap.FilesUndo:
		if slices.Equal(m.before, m.chosen) {
			return "there is nothing to undo"
		}
	case keymap.FilesHome:
		if m.options.Home == "" {
			return "there is no home folder"
		}
	}
	return ""
}

// open opens the folder under the cursor, or chooses the file.
func (m *Model) open() tea.Cmd {
	if m.sifting || m.reading != nil {
		m.opens = true
		return nil
	}
	e := m.at()
	switch {
	case e == nil:
		return nil
	case e.up:
		return m.parent()
	case e.folder:
		return m.Open(e.path)
	}
	return m.toggle()
}

// parent lists the folder above, with the cursor on the one it came from.
func (m *Model) parent() tea.Cmd {
	if m.folder == "" {
		return m.Open(m.options.Folder)
	}
	parent := filepath.Dir(m.folder)
	if parent == m.folder {
		return nil
	}
	return m.goTo(parent, m.folder)
}

// toggle chooses the file under the cursor, or takes it out.
func (m *Model) toggle() tea.Cmd {
	e := m.at()
	switch {
	case e == nil || e.folder:
		return nil
	case e.odd:
		return m.notice(e.name + " is no file")
	case m.isIn[e.path]:
		m.Drop(e.path)
	default:
		m.Choose(e.path)
	}
	return m.tell()
}

// chooseAll chooses the files that are listed, or takes them out if all are chosen.
func (m *Model) chooseAll() tea.Cmd {
	var paths []string
	all := true
	for _, s := range m.shown {
		if e := &m.entries[s.entry]; !e.folder && !e.odd {
			paths = append(paths, e.path)
			all = all && m.isIn[e.path]
		}
	}
	if all {
		m.Drop(paths...)
	} else {
		m.Choose(paths...)
	}
	return m.tell()
}

func (m *Model) tell() tea.Cmd { return func() tea.Msg { return ChosenMsg{m} } }

func (m *Model) notice(text string) tea.Cmd {
	return func() tea.Msg { return NoticeMsg{text} }
}

// goTo lists a place, with the cursor on goal or where it was when the place was
// left.
func (m *Model) goTo(folder, goal string) tea.Cmd {
	if e := m.at(); e != nil && m.err == nil {
		m.cursors[m.folder] = e.path
	}
	m.filtering, m.opens = false, false
	m.filter.Blur()
	m.filter.SetValue("")
	if m.folder = folder; goal == "" {
		goal = m.cursors[folder]
	}
	m.goal, m.err, m.entries, m.shown, m.cursor, m.top = goal, nil, nil, nil, 0, 0
	m.latest, m.sifting = nil, false // what is still to come is of another place
	return m.read()
}

// read reads the place that is listed.
func (m *Model) read() tea.Cmd {
	if m.reading != nil {
		m.reading.stopped.Store(true)
	}
	if e := m.at(); e != nil && m.goal == "" {
		m.goal = e.path
	}
	m.reading = &reader{folder: m.folder, order: m.order}
	return m.reading.cmd(m.options.Fits, m.recent, m.options.Home)
}

// list takes over what a reader found.
func (m *Model) list(msg readMsg) tea.Cmd {
	m.latest, m.reading = msg.by, nil
	m.err, m.entries, m.longest = msg.err, msg.entries, msg.longest
	m.shown = nil
	return m.sift()
}

// mouse chooses at the left edge, moves the cursor elsewhere, and opens what is
// already under it.
func (m *Model) mouse(msg tea.MouseMsg) tea.Cmd {
	const edge = 3 // columns of the mark
	switch msg.Button {
	case tea.MouseButtonWheelUp:
		m.move(-3)
	case tea.MouseButtonWheelDown:
		m.move(3)
	case tea.MouseButtonLeft:
		row := msg.Y - m.head() + m.top
		if msg.Action != tea.MouseActionPress || msg.Y < m.head() || msg.Y >= m.height || row >= len(m.shown) {
			return nil
		}
		again := row == m.cursor
		m.cursor = row
		switch {
		case msg.X < edge && !m.at().folder:
			return m.toggle()
		case again:
			return m.open()
		}
	}
	return nil
}

func (m *Model) move(by int) {
	m.cursor = min(max(m.cursor+by, 0), max(len(m.shown)-1, 0))
	m.top = max(min(m.top, m.cursor, len(m.shown)-m.rows()), m.cursor-m.rows()+1, 0)
}

// LookAgain looks again at files that may have changed since they were listed.
func (m *Model) LookAgain(paths ...string) tea.Cmd {
	for i := range m.entries {
		if e := &m.entries[i]; e.known && slices.Contains(paths, e.path) {
			e.known = false
		}
	}
	return m.lookAround()
}

// lookAround looks at the entries on the screen and near it that nothing is known
// of yet.
func (m *Model) lookAround() tea.Cmd {
	const around = 100
	if m.looking || m.latest == nil {
		return nil
	}
	msg := lookedMsg{of: m, by: m.latest}
	for i := max(m.top-around, 0); i < min(m.top+m.rows()+around, len(m.shown)); i++ {
		if row := m.shown[i].entry; !m.entries[row].known {
			msg.rows = append(msg.rows, row)
			msg.info = append(msg.info, m.entries[row])
		}
	}
	if len(msg.rows) == 0 {
		return nil
	}
	m.looking = true
	return func() tea.Msg {
		for i := range msg.info {
			msg.info[i].look()
		}
		return msg
	}
}
