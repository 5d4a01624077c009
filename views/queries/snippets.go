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
	if !v.covered() {
		v.snippets = &snippets{base: msg.base, request: msg.request, languages: snippet.Languages()}
		v.dirty = true
	}
	return nil
}

func (s *snippets) text() string { return s.languages[s.chosen].Write(s.base, s.request) }

// choose goes to another language.
func (s *snippets) choose(by int) {
	s.chosen, s.top = (s.chosen+by+len(s.languages))%len(s.languages), 0
}

// snippetsKey handles a key while the snippets are open.
func (v *View) snippetsKey(msg tea.KeyMsg) tea.Cmd {
	s := v.snippets
	switch v.env.Keys.Find(msg.String(), keymap.Snippets) {
	case keymap.SnippetNext:
		s.choose(1)
	case keymap.SnippetPrev:
		s.choose(-1)
	case keymap.SnippetDown:
		s.top++
	case keymap.SnippetUp:
		s.top--
	case keymap.SnippetPageDown:
		s.top += s.page
	case keymap.SnippetPageUp:
		s.top -= s.page
	case keymap.SnippetCopy:
		v.snippets = nil
		name, text := s.languages[s.chosen].Name, s.text()
		return func() tea.Msg { return frame.Copy{What: "snippet for " + name, Text: text} }
	case keymap.SnippetClose:
		v.snippets = nil
	}
	return nil
}

// snippetsMouse scrolls the preview; a press closes the box.
func (v *View) snippetsMouse(msg tea.MouseMsg) {
	switch {
	case msg.Button == tea.MouseButtonWheelUp:
		v.snippets.top -= 3
	case msg.Button == tea.MouseButtonWheelDown:
		v.snippets.top += 3
	case msg.Action == tea.MouseActionPress:
		v.snippets = nil
	}
}

// draw draws the box to fit into the given size.
func (s *snippets) draw(t *themes.Theme, keys *keymap.Map, maxWidth, maxHeight int) []string {
	width := min(maxWidth-2, 110)
	key := func(action keymap.Action) string { return t.Strong.Render(keys.Key(action, t.Glyphs.ASCII)) }
	frame := pane.Pane{
		Title: "Snippet", Focused: true,
		Foot: key(keymap.SnippetCopy) + " copy" + t.Glyphs.Separator + key(keymap.SnippetNext) + " next" + t.Glyphs.Separator + key(keymap.SnippetClose) + " close",
	}
	text := code.Lines(t, s.text())
	height := min(len(text)+4, maxHeight)
	inner, rows := frame.Inner(width, height)
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
	return frame.Draw(t, width, height, lines)
}
