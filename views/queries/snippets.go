package queries

import (
	"context"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/themes"
	"assay/ui/code"
	"assay/ui/pane"
	"assay/ui/toast"
	"assay/views/frame"
	"assay/wire"
	"assay/wire/snippet"
)

// snippets is the choice of a language for the present request, with a preview.
type snippets struct {
	view      *View
	base      string
	request   wire.QueryRequest
	languages []snippet.Language
	chosen    int
	top       int // first line of the preview that is shown
	page      int // lines of it that are
}

// snippetsReady brings what snippets are made of.
type snippetsReady struct {
	base    string
	request wire.QueryRequest
	err     error
}

// makeSnippets reads the page and finds the service's address.
func (v *View) makeSnippets() tea.Cmd {
	filled, err := v.fill()
	if err == nil {
		err = v.ask.Check()
	}
	if err != nil {
		return frame.Notify(toast.Warn, err.Error())
	}
	request := wire.QueryRequest{Params: v.settings.params(), Query: filled.query, Prompt: filled.prompt}
	from, service := v.source.place(), v.env.Service
	return func() tea.Msg {
		p, err := from.read(filled.url)
		if err != nil {
			return snippetsReady{err: err}
		}
		request.URL, request.HTML = p.url, p.html
		api, err := service.Client(context.Background())
		if err != nil {
			return snippetsReady{err: err}
		}
		return snippetsReady{base: api.BaseURL(), request: request}
	}
}

func (v *View) snippetsReady(msg snippetsReady) tea.Cmd {
	if msg.err != nil {
		return frame.Notify(toast.Warn, msg.err.Error())
	}
	if !v.hasPopup() {
		v.over.Open(&snippets{view: v, base: msg.base, request: msg.request, languages: snippet.Languages()})
		v.dirty = true
	}
	return nil
}

func (s *snippets) text() string { return s.languages[s.chosen].Write(s.base, s.request) }

// choose goes to another language.
func (s *snippets) choose(by int) {
	s.chosen, s.top = (s.chosen+by+len(s.languages))%len(s.languages), 0
}

// Scopes returns the keys that hold in the box.
func (s *snippets) Scopes() []keymap.Scope { return []keymap.Scope{keymap.Snippets} }

// Update handles keys, and the wheel over the preview.
func (s *snippets) Update(msg tea.Msg) tea.Cmd {
	s.top += frame.Wheel(msg)
	key, ok := msg.(tea.KeyMsg)
	if !ok {
		return nil
	}
	action := s.view.env.Keys.Find(key.String(), keymap.Snippets)
	by, _ := keymap.Step(action, s.page+1, 0)
	s.top += by
	switch action {
	case keymap.SnippetNext:
		s.choose(1)
	case keymap.SnippetPrev:
		s.choose(-1)
	case keymap.SnippetCopy:
		s.view.over.Close()
		return frame.CopyText("snippet for "+s.languages[s.chosen].Name, s.text())
	case keymap.SnippetClose:
		s.view.over.Close()
	}
	return nil
}

// View draws the box to fit into the given size.
func (s *snippets) View(t *themes.Theme, maxWidth, maxHeight int) []string {
	width := min(maxWidth-2, 110)
	box := pane.Pane{Title: "Snippet", Focused: true}
	text := code.Lines(t, s.text())
	height := min(len(text)+4, maxHeight)
	inner, rows := box.Inner(width, height)
	var names []string
	for i, language := range s.languages {
		if i == s.chosen {
			names = append(names, t.Focus.Render(language.Name))
		} else {
			names = append(names, t.Dim.Render(language.Name))
		}
	}
	lines := []string{strings.Join(names, "   "), t.Border.Render(strings.Repeat(t.Glyphs.Horizontal, max(inner, 0)))}
	s.page = max(rows-len(lines), 1)
	s.top = max(min(s.top, len(text)-s.page), 0)
	lines = append(lines, text[s.top:min(s.top+s.page, len(text))]...)
	return box.Draw(t, width, height, lines)
}
