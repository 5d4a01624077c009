package result

import (
	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/ui/cells"
	"assay/ui/jsondoc"
	"assay/ui/textline"
)

// searchLine is the line a text to search is typed into.
type searchLine struct {
	field   *textline.Model
	open    bool
	options jsondoc.SearchOptions
}

func (p *Pane) openSearch() {
	p.search.open = true
	p.search.field.Focus()
	p.search.field.SetValue("")
	p.layout()
}

func (p *Pane) closeSearch() {
	p.search.open = false
	p.search.field.Blur()
	p.layout()
}

// searchKey handles a key while a text to search is typed.
func (p *Pane) searchKey(msg tea.KeyMsg) tea.Cmd {
	next, previous := keymap.TreeNextHit, keymap.TreePrevHit
	if p.face == asTable {
		next, previous = keymap.TableNextHit, keymap.TablePrevHit
	}
	if !msg.Paste {
		switch p.env.Keys.Find(msg.String(), keymap.Search) {
		case keymap.SearchCancel:
			p.closeSearch()
			p.shown().endSearch(true)
			return nil
		case keymap.SearchAccept:
			p.closeSearch()
			return nil
		case keymap.SearchNext:
			return p.doShown(next)
		case keymap.SearchPrev:
			return p.doShown(previous)
		case keymap.SearchRegexp:
			p.search.options.Regexp = !p.search.options.Regexp
			return p.find()
		}
	}
	before := p.search.field.Value()
	cmd := p.search.field.Update(msg)
	if p.search.field.Value() != before {
		return tea.Batch(cmd, p.find())
	}
	return cmd
}

// find makes the search of the line in what is shown.
func (p *Pane) find() tea.Cmd {
	return p.shown().search(p.face, p.search.field.Value(), p.search.options)
}

func (p *Pane) drawSearch(inner int) string {
	t := p.theme
	status, wrong := p.shown().searchStatus(p.face)
	style := t.Dim
	if wrong {
		style = t.Bad
	}
	mode := ""
	switch {
	case p.search.options.Regexp:
		mode = " " + t.Accent.Render("regexp")
	case inner >= 48:
		mode = " " + t.Faint.Render("regexp "+p.env.Key(keymap.SearchRegexp))
	}
	room := inner - 5 - cells.Width(mode)
	status = cells.Visible(status)
	if cells.Width(status) > room/2 {
		status = cells.Fit(status, room/2, t.Glyphs.Ellipsis)
	}
	p.search.field.SetWidth(max(room-cells.Width(status), 8))
	return " " + t.Accent.Render("/") + " " + p.search.field.View() + " " + style.Render(status) + mode
}
