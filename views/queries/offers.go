package queries

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/themes"
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
	var files []suggest.Item
	var paths []string
	items, values := v.askedBefore(text, strings.TrimSpace(text))
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
		items, values = v.askedBefore(text, "")
	}
	if len(items) > 0 {
		s.list, s.values = suggest.New(items), values
	}
	return nil
}

// askedBefore lists the recent sources, but for one, that hold a text.
func (v *View) askedBefore(but, text string) (items []suggest.Item, values []string) {
	for _, recent := range v.recent {
		if recent != but && strings.Contains(strings.ToLower(recent), strings.ToLower(text)) {
			items, values = append(items, suggest.Item{Label: recent, Detail: "asked before"}), append(values, recent)
		}
	}
	return items, values
}

// readNames reads the names of a folder, as it is typed.
func (s *source) readNames(folder string) tea.Cmd {
	return func() tea.Msg {
		path := frame.Expand(folder)
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
	box := v.source.list.Box(v.theme, v.env.Key(keymap.CompletionDown), v.width-x, v.height-y)
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
		if path, err := filepath.Abs(frame.Expand(v.source.field.Value())); err == nil {
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
			recent = append(recent, frame.Expand(text))
		}
	}
	files.SetRecent(recent)
	files.Focus()
	v.source.close()
	v.over.Open(&fileBox{v, files})
	v.dirty = true
	return frame.Own(files, files.Init())
}

// filePicked puts the file that was chosen into the source.
func (v *View) filePicked(from *filepicker.Model) tea.Cmd {
	chosen := from.Chosen()
	if box, open := v.over.Over().(*fileBox); !open || box.Model != from || len(chosen) == 0 {
		return nil
	}
	v.over.Close()
	v.source.lost, v.source.pasted = v.source.pasted, ""
	v.source.field.Replace(shortPath(chosen[0]))
	v.source.wrong = ""
	v.move(paneSource, v.source.typing)
	return v.changed()
}

// fileBox is the choice of a file, over the view.
type fileBox struct {
	view *View
	*filepicker.Model
}

// Update handles keys and the mouse.
func (b *fileBox) Update(msg tea.Msg) tea.Cmd {
	switch event := msg.(type) {
	case tea.KeyMsg:
		if b.view.env.Keys.Find(event.String(), keymap.Global) == keymap.Cancel && !b.Editing() {
			cmd, closed := b.Close()
			if !closed {
				b.view.over.Close()
			}
			return frame.Own(b.Model, cmd)
		}
	case tea.MouseMsg:
		event.X -= 2 // the border
		event.Y--
		msg = event
	}
	return frame.Own(b.Model, b.Model.Update(msg))
}

// View draws the files in a box.
func (b *fileBox) View(t *themes.Theme, maxWidth, maxHeight int) []string {
	box := pane.Pane{Focused: true, Foot: t.Dim.Render(b.Status())}
	width, height := min(maxWidth-4, 90), min(maxHeight-2, 24)
	inner, rows := box.Inner(width, height)
	box.Title = "HTML file  " + t.Dim.Render(b.Title(max(inner-16, 1)))
	b.SetSize(inner, rows)
	return box.Draw(t, width, height, b.Model.View())
}
