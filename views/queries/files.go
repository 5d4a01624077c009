package queries

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/query"
	"assay/ui/dialog"
	"assay/ui/filepicker"
	"assay/ui/form"
	"assay/ui/picker"
	"assay/ui/toast"
	"assay/views/frame"
	"assay/workspace/saved"
)

type (
	filesListed struct {
		folder    string
		names     []string
		elsewhere []string // paths of others
		err       error
	}
	fileRead struct {
		path    string
		file    saved.File
		content string
		err     error
		into    *tab // whose text it takes the place of, or nil
	}
	saveAsked struct { // the answer to overwrite what is there
		tab  *tab
		path string
	}
	reloadAsked struct{ tab *tab }
)

// folder returns the folder of saved queries.
func (v *View) folder() string { return saved.Folder(v.options.Workspace, v.options.Folder) }

// listFiles lists the saved queries, to choose one.
func (v *View) listFiles() tea.Cmd {
	folder, elsewhere := v.folder(), slices.Clone(v.elsewhere)
	return func() tea.Msg {
		names, err := saved.List(folder)
		return filesListed{folder, names, stillThere(elsewhere, folder), err}
	}
}

func (v *View) filesListed(msg filesListed) tea.Cmd {
	if msg.err != nil {
		return frame.Notify(toast.Bad, msg.err.Error())
	}
	if len(msg.names)+len(msg.elsewhere) == 0 {
		return frame.Notify(toast.Info, "there are no saved queries in "+shortPath(msg.folder)+"; "+v.env.Key(keymap.QuerySave)+" saves this one there")
	}
	var items []picker.Item
	for _, name := range msg.names {
		folder, base := filepath.Split(name)
		items = append(items, picker.Item{Name: strings.TrimSuffix(base, saved.Extension), Detail: strings.TrimSuffix(folder, string(filepath.Separator)), Value: filepath.Join(msg.folder, name)})
	}
	for _, path := range msg.elsewhere {
		items = append(items, picker.Item{Name: strings.TrimSuffix(filepath.Base(path), saved.Extension), Detail: shortPath(filepath.Dir(path)), Value: path})
	}
	v.openPicker("Saved queries in "+shortPath(msg.folder), items, func(item *picker.Item) tea.Cmd {
		return v.openFile(item.Value.(string))
	})
	return nil
}

// openFile shows the query of a file, which is read if it is not open yet.
func (v *View) openFile(path string) tea.Cmd {
	for _, d := range v.tabs {
		if d.kept.path == path {
			return v.turn(d)
		}
	}
	return readFile(path, nil)
}

func readFile(path string, into *tab) tea.Cmd {
	return func() tea.Msg {
		read := fileRead{path: path, into: into}
		data, err := os.ReadFile(path)
		if err == nil {
			read.content = string(data)
			read.file, err = saved.Parse(filepath.Base(path), data)
		}
		read.err = err
		return read
	}
}

func (v *View) fileRead(msg fileRead) tea.Cmd {
	if msg.err != nil {
		return frame.Notify(toast.Bad, msg.err.Error())
	}
	v.dirty = true
	if msg.into != nil {
		msg.into.takeFile(msg.path, msg.file, msg.content)
		return tea.Batch(v.changed(), frame.Notify(toast.Info, msg.into.title()+" is read again; undo brings the query back"))
	}
	d := v.tab
	if !d.pristine() {
		if len(v.tabs) >= maxTabs {
			return v.openNew() // which says why not
		}
		d = v.newTab()
		v.open(d)
	}
	d.takeFile(msg.path, msg.file, msg.content)
	v.remember(msg.path)
	v.move(paneEditor, false)
	return v.changed()
}

// save writes the query to its file. What somebody else wrote there in the meantime
// is not overwritten unasked.
func (v *View) save() tea.Cmd {
	if v.kept.path == "" {
		v.saveAs()
		return nil
	}
	if v.changedOnDisk() {
		return frame.Show(&dialog.Dialog{
			Title: "Overwrite what was changed on disk?",
			Body:  []string{shortPath(v.kept.path) + " is not what was read from it: somebody else wrote or removed it."},
			Level: v.theme.Warn,
			Choices: []dialog.Choice{
				{Key: "o", Show: "o", Label: "overwrite it", Msg: saveAsked{v.tab, v.kept.path}},
				{Key: "r", Show: "r", Label: "read it again, losing what is here", Msg: reloadAsked{v.tab}},
				{Key: "esc", Show: "Esc", Label: "back"},
			},
		})
	}
	return v.write(v.tab, v.kept.path)
}

const fieldFile = "file"

// saveAs asks for the file to write to.
func (v *View) saveAs() {
	d, folder := v.tab, v.folder()
	name := strings.TrimSuffix(filepath.Base(d.kept.path), saved.Extension)
	if d.kept.path == "" {
		name = fileName(d.title())
	}
	v.openForm("Save as", []form.Field{{Name: fieldFile, Label: "File", Kind: form.Text, Value: name, Placeholder: "name", Check: checkFileName,
		Help: "in " + shortPath(folder) + "; " + saved.Extension + " is added; or give another path"}},
		func(values form.Values) tea.Cmd {
			path := frame.Expand(values[fieldFile])
			if filepath.Ext(path) != saved.Extension {
				path += saved.Extension
			}
			if !filepath.IsAbs(path) {
				path = filepath.Join(folder, path)
			}
			if _, err := os.Stat(path); err == nil && path != d.kept.path {
				return frame.Show(&dialog.Dialog{
					Title: "Overwrite the file?", Body: []string{"There is a file " + shortPath(path) + " already."}, Level: v.theme.Warn,
					Choices: []dialog.Choice{{Key: "o", Show: "o", Label: "overwrite it", Msg: saveAsked{d, path}}, {Key: "esc", Show: "Esc", Label: "back"}},
				})
			}
			return v.write(d, path)
		})
}

// fileName makes a title the name of a file.
func fileName(title string) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '-', r == '_', r == '.':
			return r
		case r >= 'A' && r <= 'Z':
			return r - 'A' + 'a'
		}
		return '-'
	}, title)
	return strings.Trim(name[:min(len(name), 60)], "-.")
}

func checkFileName(text string) error {
	if text == "" || strings.HasSuffix(text, "/") {
		return errors.New("a name is needed")
	}
	return nil
}

// write writes the query to a file, which it belongs to from then on.
func (v *View) write(d *tab, path string) tea.Cmd {
	v.dirty = true
	f := d.asFile(path)
	data, err := f.Encode()
	if err == nil {
		err = f.Write(path)
	}
	if err != nil {
		return frame.Notify(toast.Bad, err.Error())
	}
	d.kept = file{path: path, saved: f, content: string(data), draft: d.content()}
	v.remember(path)
	text := "saved " + shortPath(path)
	if d.source.kind() == fromHTML {
		text += " without the pasted HTML, which has no place in it"
	}
	return tea.Batch(frame.Notify(toast.Good, text), v.changed())
}

// shortPath writes a path from the home folder.
func shortPath(path string) string {
	home, _ := os.UserHomeDir() // without one, it is written in full
	return filepicker.Short(path, home)
}

// savedNames returns the names of fields in each of the saved queries of a folder.
func savedNames(folder string) [][]string {
	const most = 200 // files read
	files, err := saved.List(folder)
	if err != nil {
		return nil // the picker tells of it
	}
	var names [][]string
	for _, name := range files[:min(len(files), most)] {
		f, err := saved.Read(filepath.Join(folder, name))
		if err != nil {
			continue
		}
		q, _ := query.Parse(f.Query)
		names = append(names, query.FieldNames(q))
	}
	return names
}
