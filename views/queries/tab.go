package queries

import (
	"cmp"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
	"assay/views/ask"
	"assay/views/frame"
	"assay/views/proxy"
	"assay/views/result"
	"assay/wire"
	"assay/workspace/saved"
)

// tab is one open query: its page, what is asked, its params, and its answer. Each
// runs on its own.
type tab struct {
	source   *source
	ask      *ask.Pane
	settings settings
	result   *result.Pane

	focus   paneID
	zoomed  bool
	running *call
	watch   *watching // nil if it is not watched

	answered []string // the names of what the latest answer holds
	onPage   []string // what its page calls things, as names of fields
	named    place    // the page of these

	kept file
}

// file is the saved query that a tab belongs to.
type file struct {
	path    string     // "" if it belongs to none
	saved   saved.File // as it was read or written last
	content string     // of the file then
	draft   draft      // of the tab then
}

func (v *View) newTab() *tab {
	d := &tab{source: newSource(v.env), ask: ask.New(v.env), settings: defaults}
	d.source.field.SetTheme(v.theme)
	d.ask.SetTheme(v.theme)
	d.ask.SetNames(v.namesFor(d))
	d.ask.SetVariables(v.variables())
	d.result = result.New(v.env, result.Options{Start: v.drawStart, Again: keymap.QueryRun, Take: keymap.AskTake})
	d.result.SetTheme(v.theme)
	return d
}

// title names the tab by its file, or by its page.
func (d *tab) title() string {
	if d.kept.path != "" {
		return strings.TrimSuffix(filepath.Base(d.kept.path), saved.Extension)
	}
	name := d.source.place().name()
	if u, err := url.Parse(name); err == nil && u.Host != "" {
		return strings.TrimSuffix(u.Host+u.Path, "/")
	}
	return cmp.Or(name, "new")
}

// modified reports whether the tab holds what its file does not.
func (d *tab) modified() bool {
	return d.kept.path != "" && d.content().filed() != d.kept.draft.filed()
}

// pristine reports whether nothing was put into the tab yet.
func (d *tab) pristine() bool {
	empty := draft{Source: fromURL, Settings: defaults}
	return d.kept.path == "" && d.running == nil && d.result.Answer() == nil && d.content() == empty
}

// asFile returns the tab as a saved query that will be at the given path.
func (d *tab) asFile(path string) saved.File {
	f, asked := d.kept.saved, d.ask.Question()
	f.URL, f.HTML = "", ""
	switch p := d.source.place(); p.kind() {
	case fromURL:
		f.URL = strings.TrimSpace(p.text)
	case fromFile:
		f.HTML = beside(path, p.text)
	}
	f.Query, f.Prompt, f.IsPrompt = asked.Query, asked.Prompt, asked.IsPrompt
	if f.Query != "" && !strings.HasSuffix(f.Query, "\n") {
		f.Query += "\n"
	}
	f.Params = wire.Params{}
	if p := d.settings.withoutSecrets().params(); p != nil {
		f.Params = *p
	}
	return f
}

// beside writes the path of a page from the folder of a query, where it is in it.
func beside(query, page string) string {
	page = frame.Expand(page)
	absolute, err := filepath.Abs(page)
	if page == "" || err != nil {
		return page
	}
	relative, err := filepath.Rel(filepath.Dir(query), absolute)
	if err != nil || strings.HasPrefix(relative, "..") {
		return absolute
	}
	return filepath.ToSlash(relative)
}

// take fills the tab from a saved query.
func (d *tab) takeFile(path string, f saved.File, content string) {
	d.source.set(place{text: f.URL})
	if f.HTML != "" {
		page := filepath.FromSlash(f.HTML)
		if !filepath.IsAbs(page) {
			page = filepath.Join(filepath.Dir(path), page)
		}
		d.source.set(filePlace(page))
	}
	asked := ask.Question{Query: f.Query, Prompt: f.Prompt, IsPrompt: f.IsPrompt}
	if before := d.ask.Question(); before.Query != "" && before.IsPrompt == asked.IsPrompt && before.Prompt == asked.Prompt {
		d.ask.SetQuery(asked.Query) // can be undone
	} else {
		d.ask.SetQuestion(asked)
	}
	d.settings = settingsFrom(f.Params, d.settings.Password)
	d.kept = file{path: path, saved: f, content: content}
	d.kept.draft = d.content()
}

// settingsFrom returns the settings that params say, with a password for the proxy.
func settingsFrom(p wire.Params, password string) settings {
	return settings{
		Mode: p.Mode, Profile: p.BrowserProfile, WaitFor: p.WaitFor, Scroll: p.ScrollToBottom,
		Screenshot: p.Screenshot, Evidence: p.Evidence, Settings: proxy.From(p.Proxy, password),
	}.valid()
}

// changedOnDisk reports whether somebody else changed or removed the file.
func (d *tab) changedOnDisk() bool {
	data, err := os.ReadFile(d.kept.path)
	return err != nil && os.IsNotExist(err) || err == nil && string(data) != d.kept.content
}

// mark is the sign beside the title: of a watch, of a run, of a change that is not
// saved.
func (d *tab) mark(t *themes.Theme) string {
	watch := ""
	if d.watch != nil {
		watch = d.watch.mark(t)
	}
	switch {
	case d.running != nil:
		return watch + " " + t.Accent.Render(t.Glyphs.Ellipsis)
	case d.modified():
		return watch + " " + t.Warn.Render(t.Glyphs.Dot)
	}
	return watch
}

// label is the title as it is drawn, cut to a width.
func (d *tab) label(t *themes.Theme, width int) string {
	return strings.TrimRight(cells.Fit(cells.Visible(d.title()), min(width, cells.Width(d.title())), t.Glyphs.Ellipsis), " ")
}
