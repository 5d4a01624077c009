package queries

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/ui/filepicker"
	"assay/ui/overlay"
	"assay/ui/pane"
	"assay/ui/suggest"
	"assay/views/frame"
	"assay/workspace/history"
)

// offers is the list of what could be typed into the source: sources that were asked
// before, and the names of files.
type offers struct {
	list   *suggest.List // nil while it is closed
	values []string      // what each of its lines would make of the field

	folder string // whose names are known, as it is typed
	names  []string
	known  bool

	extends bool // Tab waits for the names
}

func (o *offers) close() { o.list, o.values = nil, nil }

// namesOffered brings the names of a folder for a path that is being typed.
type namesOffered struct {
	to     *source
	folder string
	names  []string
}

// maxRecent is how many sources are remembered.
const maxRecent = 100

// recall puts a source before the others that were asked. One with a secret in it is not
// remembered.
func (v *View) recall(text string) {
	text = strings.TrimSpace(text)
	if !worthRecalling(text) {
		return
	}
	v.recent = slices.DeleteFunc(slices.Clone(v.recent), func(other string) bool { return other == text })
	v.recent = slices.Insert(v.recent, 0, text)
	v.recent = v.recent[:min(len(v.recent), maxRecent)]
}

// worthRecalling reports whether a source can be asked again later: it has no secrets in
// it, which are not kept, and is no session, which ends.
func worthRecalling(text string) bool {
	_, secrets := history.MaskURL(text)
	return text != "" && len(secrets) == 0 && !strings.Contains(text, history.Mask) && !isSession(text) && !strings.HasPrefix(text, "<")
}

// split cuts a path into the folder's part, with its separator, and what is typed of a
// name in it.
func split(text string) (folder, name string) {
	for i := len(text); i > 0; i-- {
		if os.IsPathSeparator(text[i-1]) {
			return text[:i], text[i:]
		}
	}
	return "", text
}

// namesFiles reports whether a text may be the beginning of a file's name.
func namesFiles(text string) bool {
	p := place{text: text}
	return p.kind() == fromFile || text != "" && p.kind() == fromURL && !strings.ContainsAny(text, ".:/{ ")
}

// offer shows what the source could go on with, the likeliest first; asked says that the
// user wants to see all there is. The names of another folder are read first.
func (v *View) offer(asked bool) tea.Cmd {
	s := v.source
	s.close()
	s.extends = false
	if s.pasted != "" {
		return nil
	}
	text := s.field.Value()
	if asked && s.field.Selected() { // what is typed takes its place
		text = ""
	}
	folder, name := split(text)
	wanted := namesFiles(text) || asked && text == ""
	if wanted && !(s.known && s.folder == folder) {
		return s.readNames(folder)
	}
	var items, files []suggest.Item
	var values, paths []string
	for _, recent := range v.recent {
		if recent != text && strings.Contains(strings.ToLower(recent), strings.ToLower(strings.TrimSpace(text))) {
			items, values = append(items, suggest.Item{Label: recent, Detail: "asked before"}), append(values, recent)
		}
	}
	if wanted {
		for _, known := range filepicker.Beginning(s.names, name) {
			value, detail := folder+known, "file"
			if strings.HasSuffix(known, "/") {
				detail = "folder"
			}
			if folder == "" {
				value = filePlace(known).text
			}
			if value != text {
				files, paths = append(files, suggest.Item{Label: known, Detail: detail}), append(paths, value)
			}
		}
	}
	if s.kind() == fromFile && text != "" {
		items, values = append(files, items...), append(paths, values...)
	} else {
		items, values = append(items, files...), append(values, paths...)
	}
	if len(items) == 0 && asked { // nothing goes on from there
		for _, recent := range v.recent {
			if recent != text {
				items, values = append(items, suggest.Item{Label: recent, Detail: "asked before"}), append(values, recent)
			}
		}
	}
	if len(items) > 0 {
		s.list, s.values = suggest.New(items), values
	}
	return nil
}

// readNames reads the names of a folder, as it is typed.
func (s *source) readNames(folder string) tea.Cmd {
	return func() tea.Msg {
		path := expand(folder)
		if path == "" {
			path = "."
		}
		return namesOffered{s, folder, filepicker.Names(path, isPage)}
	}
}

func (v *View) namesOffered(msg namesOffered) tea.Cmd {
	s := msg.to
	s.folder, s.names, s.known = msg.folder, msg.names, true
	if s != v.source || !s.typing {
		return nil
	}
	v.dirty = true
	if folder, _ := split(s.field.Value()); folder != msg.folder && !s.field.Selected() {
		return nil // typed on meanwhile
	}
	if s.extends {
		s.extends = false
		if cmd, more := v.extend(); more {
			return cmd
		}
		return v.focusOn(paneEditor)
	}
	return v.offer(s.field.Value() == "" || s.field.Selected())
}

// offerKey handles a key while the list is open, and reports whether it was the list's.
func (v *View) offerKey(name string) (tea.Cmd, bool) {
	s := v.source
	switch v.env.Keys.Find(name, keymap.Completion) {
	case keymap.CompletionDown:
		s.list.Move(1)
	case keymap.CompletionUp:
		s.list.Move(-1)
	case keymap.CompletionAccept, keymap.CompletionChoose:
		if s.list.Chosen() < 0 {
			return nil, false
		}
		return v.takeOffer(s.list.Chosen()), true
	case keymap.CompletionClose:
		if s.list.Chosen() < 0 { // Esc leaves the field too
			return nil, false
		}
		s.close()
	default:
		return nil, false
	}
	return nil, true
}

// takeOffer puts a line of the list into the field; that of a folder goes on in it.
func (v *View) takeOffer(i int) tea.Cmd {
	value := v.source.values[i]
	v.source.field.Replace(value)
	v.source.wrong = ""
	v.source.close()
	if strings.HasSuffix(value, "/") {
		return tea.Batch(v.offer(false), v.changed())
	}
	return v.changed()
}

// extend completes the name of a file as far as those that fit agree. It reports whether
// there is more to complete: then Tab goes nowhere.
func (v *View) extend() (tea.Cmd, bool) {
	s := v.source
	text := s.field.Value()
	folder, name := split(text)
	switch {
	case !namesFiles(text) || s.pasted != "":
		return nil, false
	case isPage(text) && (!s.known || s.folder != folder): // a whole name
		return nil, false
	case !s.known || s.folder != folder:
		s.extends = true
		return s.readNames(folder), true
	}
	fitting := filepicker.Beginning(s.names, name)
	common, ok := filepicker.Agreed(fitting)
	switch {
	case !ok || len(fitting) == 1 && common == name:
		return nil, false
	case len(common) <= len(name): // they differ from here on: the list shows how
		return v.offer(true), true
	}
	value := folder + common
	if folder == "" {
		value = filePlace(common).text
	}
	s.field.Replace(value)
	s.wrong = ""
	return tea.Batch(v.offer(false), v.changed()), true
}

// drawOffers puts the list over the view, below the source.
func (v *View) drawOffers(lines []string) []string {
	if v.source.list == nil || v.focus != paneSource || !v.source.typing {
		return lines
	}
	at := v.areas()[paneSource]
	y := at.y + min(at.height, sourceHeight)
	x := at.x + fieldColumn - 1 // its words stand under the field's
	box := v.source.list.Box(v.theme, v.key(keymap.CompletionDown), v.width-x, v.height-y)
	if len(box) == 0 {
		return lines
	}
	v.source.list.Place(x, y)
	return overlay.Place(lines, box, x, y)
}

// pickFile lets the user choose the file of the source.
func (v *View) pickFile() tea.Cmd {
	folder, err := os.Getwd()
	if err != nil {
		folder = string(filepath.Separator)
	}
	if v.source.kind() == fromFile {
		if path, err := filepath.Abs(expand(v.source.field.Value())); err == nil {
			folder = path
			if info, err := os.Stat(path); err != nil || !info.IsDir() {
				folder = filepath.Dir(path)
			}
		}
	}
	files := filepicker.New(v.theme, v.env.Keys, filepicker.Options{Folder: folder, Home: homeFolder(), Fits: isPage, Kind: "HTML files"})
	var recent []string
	for _, text := range v.recent {
		if (place{text: text}).kind() == fromFile {
			recent = append(recent, expand(text))
		}
	}
	files.SetRecent(recent)
	files.Focus()
	v.source.close()
	v.files, v.dirty = files, true
	return frame.Own(files, files.Init())
}

// filesKey hands a key to the file picker.
func (v *View) filesKey(msg tea.KeyMsg) tea.Cmd {
	open := v.files
	if v.env.Keys.Find(msg.String(), keymap.Global) == keymap.Cancel && !open.Editing() {
		if cmd, closed := open.Close(); closed {
			return frame.Own(open, cmd)
		}
		v.files = nil
		return nil
	}
	return frame.Own(open, open.Update(msg))
}

// filePicked puts the file that was chosen into the source.
func (v *View) filePicked(from *filepicker.Model) tea.Cmd {
	chosen := from.Chosen()
	if v.files != from || len(chosen) == 0 {
		return nil
	}
	v.files = nil
	v.source.lost, v.source.pasted = v.source.pasted, ""
	v.source.field.Replace(shortPath(chosen[0]))
	v.source.wrong = ""
	v.move(paneSource, v.source.typing)
	return v.changed()
}

// drawFiles draws the file picker in its box.
func (v *View) drawFiles() []string {
	frame := pane.Pane{Focused: true, Foot: v.theme.Dim.Render(v.files.Status())}
	width, height := min(v.width-4, 90), min(v.height-2, 24)
	inner, rows := frame.Inner(width, height)
	frame.Title = "HTML file  " + v.theme.Dim.Render(v.files.Title(max(inner-16, 1)))
	v.files.SetSize(inner, rows)
	return frame.Draw(v.theme, width, height, v.files.View())
}

// filesMouse hands a mouse event to the file picker; a press beside it closes it.
func (v *View) filesMouse(msg tea.MouseMsg) tea.Cmd {
	msg, beside := overlay.Mouse(msg, v.width, v.height, v.drawFiles())
	if beside {
		v.files = nil
		return nil
	}
	msg.X -= 2 // the border
	msg.Y--
	return frame.Own(v.files, v.files.Update(msg))
}
