package jsondoc

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/cells"
)

// Finder is the search of a viewer: one text looked for in one document, its hits,
// and where the reader is among them. Small documents are searched at once, others
// in a command, and a new search stops the one before. The zero Finder has nothing
// to look for.
type Finder struct {
	text    string
	options SearchOptions
	matcher *Matcher
	hits    []uint32
	err     error
	ticket  int64 // of the search under way or last made
	busy    bool
	cancel  context.CancelFunc
}

// searchAtOnce is the size of a document, in bytes, up to which a search is quicker
// than a reader notices.
const searchAtOnce = 1 << 20

// typingPause is how long a large document is left alone after each change of the text:
// its search takes all processors, and most of what is typed is typed on.
const typingPause = 50 * time.Millisecond

type foundMsg struct {
	ticket int64
	hits   []uint32
	err    error
}

var tickets atomic.Int64

// Start looks for a text; an empty one ends the search. The command is nil if the
// search is already done; otherwise its message must reach Update.
func (f *Finder) Start(doc *Document, text string, options SearchOptions) tea.Cmd {
	f.Clear()
	f.text, f.options = text, options
	if text == "" || doc == nil {
		return nil
	}
	f.matcher, f.err = NewMatcher(text, options)
	if f.err != nil {
		return nil
	}
	matcher := f.matcher
	if len(doc.data) <= searchAtOnce && !options.Regexp {
		f.hits, f.err = doc.Search(context.Background(), matcher)
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	f.ticket, f.busy, f.cancel = tickets.Add(1), true, cancel
	ticket := f.ticket
	large := len(doc.data) > searchAtOnce
	return func() tea.Msg {
		defer cancel()
		if large {
			select {
			case <-ctx.Done():
			case <-time.After(typingPause):
			}
		}
		hits, err := doc.Search(ctx, matcher)
		return foundMsg{ticket, hits, err}
	}
}

// Again makes the same search in another document.
func (f *Finder) Again(doc *Document) tea.Cmd { return f.Start(doc, f.text, f.options) }

// Share makes the search of another viewer of the same document this one's too; the
// command is nil unless it has to be made anew because it is still under way there.
func (f *Finder) Share(other *Finder, doc *Document) tea.Cmd {
	if other.busy {
		return f.Start(doc, other.text, other.options)
	}
	f.Clear()
	*f = *other
	return nil
}

// Clear forgets the search and stops it if it is under way.
func (f *Finder) Clear() {
	if f.cancel != nil {
		f.cancel()
	}
	*f = Finder{}
}

// Update takes a message and reports whether it was the end of this search.
func (f *Finder) Update(msg tea.Msg) bool {
	found, ok := msg.(foundMsg)
	if !ok || !f.busy || found.ticket != f.ticket {
		return false
	}
	f.hits, f.err, f.busy, f.cancel = found.hits, found.err, false, nil
	return true
}

// Busy reports whether a search is under way.
func (f *Finder) Busy() bool { return f.busy }

// Err returns what is wrong with the text looked for, or nil.
func (f *Finder) Err() error { return f.err }

// Matcher returns what paints the hits, or nil if nothing is looked for.
func (f *Finder) Matcher() *Matcher { return f.matcher }

// Text returns what is looked for.
func (f *Finder) Text() string { return f.text }

// Hits returns the number of nodes found.
func (f *Finder) Hits() int { return len(f.hits) }

// Has reports whether a node is a hit.
func (f *Finder) Has(n int) bool {
	_, has := slices.BinarySearch(f.hits, uint32(n))
	return has
}

// From returns the first hit that is at least n, beginning again at the top.
func (f *Finder) From(n int) (hit int, ok bool) {
	if len(f.hits) == 0 {
		return 0, false
	}
	i, _ := slices.BinarySearch(f.hits, uint32(n))
	return int(f.hits[i%len(f.hits)]), true
}

// Next returns the hit after n, and Previous the one before it; both go round.
func (f *Finder) Next(n int) (hit int, ok bool) { return f.From(n + 1) }

// Previous returns the hit before n.
func (f *Finder) Previous(n int) (hit int, ok bool) {
	if len(f.hits) == 0 {
		return 0, false
	}
	i, _ := slices.BinarySearch(f.hits, uint32(n))
	return int(f.hits[(i-1+len(f.hits))%len(f.hits)]), true
}

// Status says how the search stands, for a reader who is at node n: "3 of 17".
func (f *Finder) Status(n int) string {
	switch {
	case f.text == "":
		return ""
	case f.err != nil:
		return f.err.Error()
	case f.busy:
		return "searching"
	case len(f.hits) == 0:
		return "no matches"
	}
	if i, has := slices.BinarySearch(f.hits, uint32(n)); has {
		return fmt.Sprintf("%s of %s", cells.Group(int64(i+1)), cells.Group(int64(len(f.hits))))
	}
	if len(f.hits) == 1 {
		return "1 match"
	}
	return cells.Group(int64(len(f.hits))) + " matches"
}
