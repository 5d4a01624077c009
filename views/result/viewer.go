package result

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/jsondoc"
	"assay/ui/jsontree"
	"assay/ui/rawjson"
	"assay/ui/table"
	"assay/ui/toast"
	"assay/views/frame"
)

// viewer shows one document as a tree, as raw JSON, or a list in it as a table.
type viewer struct {
	tree  *jsontree.Model
	raw   *rawjson.Model
	table *table.Model
}

func newViewer(env *frame.Env) *viewer {
	return &viewer{
		tree: jsontree.New(env.Theme, env.Keys), raw: rawjson.New(env.Theme, env.Keys), table: table.New(env.Theme, env.Keys),
	}
}

// shape is what shows a document in one form.
type shape interface {
	SetSize(width, height int)
	SetTheme(t *themes.Theme)
	Focus()
	Blur()
	Finder() *jsondoc.Finder
	ShareSearch(*jsondoc.Finder) tea.Cmd
	Search(text string, options jsondoc.SearchOptions) tea.Cmd
	EndSearch(back bool)
	SearchStatus() (status string, wrong bool)
	Status() string
	View() string
}

// in returns what shows a face.
func (v *viewer) in(f face) shape {
	switch f {
	case asRaw:
		return v.raw
	case asTable:
		return v.table
	}
	return v.tree
}

func (v *viewer) shapes() []shape { return []shape{v.tree, v.raw, v.table} }

func (v *viewer) setSize(width, height int) {
	for _, s := range v.shapes() {
		s.SetSize(width, height)
	}
}

func (v *viewer) setTheme(t *themes.Theme) {
	for _, s := range v.shapes() {
		s.SetTheme(t)
	}
}

func (v *viewer) focus(focused bool) {
	for _, s := range v.shapes() {
		if focused {
			s.Focus()
		} else {
			s.Blur()
		}
	}
}

// setData shows other data. The table shows the list at the same place in it, if
// there is one.
func (v *viewer) setData(data []byte) tea.Cmd {
	return frame.Own(v, v.tree.SetData(data))
}

// Update takes the messages of what shows the document.
func (v *viewer) Update(msg tea.Msg) tea.Cmd {
	if loaded, ok := msg.(jsontree.LoadedMsg); ok {
		return v.loaded(loaded)
	}
	return tea.Batch(v.tree.Update(msg), v.raw.Update(msg), v.table.Update(msg))
}

func (v *viewer) loaded(msg jsontree.LoadedMsg) tea.Cmd {
	cmd := v.tree.Update(msg)
	if !msg.Of(v.tree) {
		return cmd
	}
	pointer, had := v.listPointer()
	if msg.Document == nil {
		v.table.Clear()
		return tea.Batch(cmd, v.raw.SetDocument(nil))
	}
	commands := []tea.Cmd{cmd, v.raw.SetDocument(msg.Document)}
	if msg.Broken != nil {
		commands = append(commands, frame.Notify(toast.Warn, msg.Broken.Error()))
	}
	if !had {
		return tea.Batch(commands...)
	}
	if list, found := msg.Document.Find(pointer); found && table.Around(msg.Document, list) == list {
		return tea.Batch(append(commands, v.table.Show(msg.Document, list))...)
	}
	v.table.Clear()
	return tea.Batch(commands...)
}

// listPointer returns where the list is that the table shows.
func (v *viewer) listPointer() (pointer string, ok bool) {
	list, doc := v.table.List(), v.table.Document()
	if list < 0 || doc == nil {
		return "", false
	}
	return doc.Pointer(list), true
}

// node returns the node that the reader is on in a face, or -1.
func (v *viewer) node(f face) int {
	switch f {
	case asRaw:
		return v.raw.Node()
	case asTable:
		return v.table.Node()
	}
	return v.tree.Node()
}

// showList shows a list as a table.
func (v *viewer) showList(doc *jsondoc.Document, list int) tea.Cmd {
	return frame.Own(v, v.table.Show(doc, list))
}

// openTable shows a list of objects as a table: the one that the node is in, else the
// outermost of the document. ok is false if there is none.
func (v *viewer) openTable(n int) (cmd tea.Cmd, ok bool) {
	doc := v.tree.Document()
	if doc == nil || n < 0 {
		return nil, false
	}
	list := table.Around(doc, n)
	if list < 0 {
		list = table.Outermost(doc)
	}
	if list < 0 {
		return nil, false
	}
	cmd = v.showList(doc, list)
	v.table.Select(n)
	return cmd, true
}

// follow takes the reader's place and search from one face to another.
func (v *viewer) follow(from, to face) tea.Cmd {
	switch n := v.node(from); to {
	case asTree:
		v.tree.Select(n)
	case asRaw:
		v.raw.Select(n)
	}
	return frame.Own(v, v.in(to).ShareSearch(v.in(from).Finder()))
}

func (v *viewer) search(f face, text string, options jsondoc.SearchOptions) tea.Cmd {
	return frame.Own(v, v.in(f).Search(text, options))
}

func (v *viewer) endSearch(back bool) {
	for _, s := range v.shapes() {
		s.EndSearch(back)
	}
}

// searchStatus says how the search of a face stands.
func (v *viewer) searchStatus(f face) (status string, wrong bool) { return v.in(f).SearchStatus() }

// status says where in the data the reader is.
func (v *viewer) status(f face) string {
	if f == asMetadata {
		return ""
	}
	return v.in(f).Status()
}

// lines draws a face.
func (v *viewer) lines(f face) []string { return strings.Split(v.in(f).View(), "\n") }

// do performs an action of the tree's or the table's scope on a face.
func (v *viewer) do(f face, action keymap.Action, ellipsis string) tea.Cmd {
	switch {
	case action.Scope() == keymap.Table:
		return frame.Own(v, copied(v.table.Do(action), ellipsis))
	case f == asRaw:
		v.raw.Do(action)
		return nil
	}
	return frame.Own(v, copied(v.tree.Do(action), ellipsis))
}

// copied has what a viewer copies put on the clipboard.
func copied(cmd tea.Cmd, ellipsis string) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg {
		switch msg := cmd().(type) {
		case jsontree.CopyMsg:
			what := msg.What
			switch what {
			case "value", "JSON":
				what += " of " + cells.CutMiddle(cells.Visible(msg.Path), 40, ellipsis)
			case "path", "key": // short, and told itself
				what += " " + cells.CutMiddle(cells.Visible(msg.Text), 40, ellipsis)
			}
			return frame.Copy{What: what, Text: msg.Text}
		case table.CopyMsg:
			what := msg.What
			if what == "path" {
				what += " " + msg.Text
			}
			return frame.Copy{What: cells.CutMiddle(cells.Visible(what), 50, ellipsis), Text: msg.Text}
		default:
			return msg
		}
	}
}
