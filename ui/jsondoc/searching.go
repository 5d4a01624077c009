package jsondoc

import tea "github.com/charmbracelet/bubbletea"

// Searching is what a viewer of documents searches with: the search, and where its reader
// was when it began. It is made by NewSearching.
type Searching struct {
	viewer Viewer
	finder Finder
	anchor int
	stay   bool // the search under way moves nothing: it is of new data, or another viewer's
}

// Viewer is a viewer that is searched in.
type Viewer struct {
	Document func() *Document
	Node     func() int  // where the reader is
	Visit    func(n int) // brings the reader to a hit
	Return   func(n int) // brings the reader back to where the search began
	Redraw   func()      // what is marked has changed
}

// NewSearching returns the search of a viewer.
func NewSearching(v Viewer) Searching { return Searching{viewer: v} }

// Finder returns the search, for ShareSearch of another viewer of the document.
func (s *Searching) Finder() *Finder { return &s.finder }

// Search looks for a text in keys and values while it is typed: the reader goes to the
// first hit from where they were when the search began. An empty text ends the search.
func (s *Searching) Search(text string, options SearchOptions) tea.Cmd {
	doc := s.viewer.Document()
	if doc == nil {
		return nil
	}
	if s.finder.Text() == "" {
		s.anchor = s.viewer.Node()
	}
	s.stay = false
	cmd := s.finder.Start(doc, text, options)
	s.viewer.Redraw()
	if cmd == nil {
		s.found()
	}
	return cmd
}

// SearchAgain makes the search in another document; it moves nothing.
func (s *Searching) SearchAgain(doc *Document) tea.Cmd {
	s.stay, s.anchor = true, s.viewer.Node()
	return s.finder.Again(doc)
}

// ShareSearch takes over the search of another viewer of the same document; it moves
// nothing.
func (s *Searching) ShareSearch(from *Finder) tea.Cmd {
	s.stay = true
	s.viewer.Redraw()
	return s.finder.Share(from, s.viewer.Document())
}

// EndSearch takes the marks of the hits away; with back the reader returns to where the
// search began.
func (s *Searching) EndSearch(back bool) {
	if back && s.viewer.Document() != nil && s.finder.Text() != "" {
		s.viewer.Return(s.anchor)
	}
	s.finder.Clear()
	s.viewer.Redraw()
}

// SearchStatus says how the search stands, as "3 of 17", and whether the text looked for
// is at fault; it is "" without a search.
func (s *Searching) SearchStatus() (status string, wrong bool) {
	return s.finder.Status(s.viewer.Node()), s.finder.Err() != nil
}

// Searched takes a message, which may be the end of the search.
func (s *Searching) Searched(msg tea.Msg) {
	if s.finder.Update(msg) {
		s.viewer.Redraw()
		s.found()
	}
}

func (s *Searching) found() {
	if n, ok := s.finder.From(max(s.anchor, 0)); ok && !s.stay {
		s.viewer.Visit(n)
	}
}
