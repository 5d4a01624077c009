package documents

import (
	"context"
	"errors"
	"reflect"

	tea "github.com/charmbracelet/bubbletea"

	"assay/views/frame"
	"assay/wire/pages"
)

// count is what is known of a file: what a query of it costs, or why that is not
// known.
type count struct {
	file pages.File
	err  error
}

// unknown reports whether the file can be sent though what it costs is not known.
func (c *count) unknown() bool { return errors.Is(c.err, pages.ErrUncountable) }

// counts is what is known of files, by their paths.
type counts struct {
	known   map[string]*count
	running map[string]bool
}

// countRead is a file that was counted.
type countRead struct {
	path  string
	count *count
}

func newCounts() *counts {
	return &counts{known: map[string]*count{}, running: map[string]bool{}}
}

// forget has everything counted anew.
func (c *counts) forget() { c.known = map[string]*count{} }

func (c *counts) take(msg countRead) {
	delete(c.running, msg.path)
	c.known[msg.path] = msg.count
}

// atOnce is how many files are counted at a time.
const atOnce = 2

// count counts the chosen files and those on the screen, a few at a time.
func (v *View) count() tea.Cmd {
	var commands []tea.Cmd
	for _, path := range append(v.files.Chosen(), v.files.OnScreen()...) {
		if len(v.counts.running) >= atOnce {
			break
		}
		if v.counts.known[path] == nil && !v.counts.running[path] {
			v.counts.running[path] = true
			commands = append(commands, func() tea.Msg { return countRead{path, countFile(path)} })
		}
	}
	return tea.Batch(commands...)
}

func countFile(path string) *count {
	file, err := pages.CountFile(context.Background(), path)
	return &count{file, err}
}

// detail is what a row of the files says of the document.
func (v *View) detail(path string) string {
	c := v.counts.known[path]
	switch {
	case c == nil && fits(path):
		return ""
	case c == nil:
		return "no document"
	}
	return c.words()
}

// words says what the document is: "3 pages", "image", or why it is none.
func (c *count) words() string {
	switch {
	case c.unknown():
		return "cost unknown"
	case errors.Is(c.err, pages.ErrEncrypted):
		return "encrypted"
	case errors.Is(c.err, pages.ErrUnsupported):
		return "no document"
	case errors.Is(c.err, pages.ErrEmpty):
		return "empty"
	case c.err != nil:
		return "unreadable"
	case c.file.Kind != pages.PDF:
		return "image"
	}
	return frame.Counted(c.file.Pages, "page")
}

// sum is what a set of files comes to.
type sum struct {
	known    []string // files whose cost is known
	unknown  []string // files that may be sent though it is not
	refused  []string // files that cannot be sent
	counting int      // files that are not counted yet
	pages    int
	images   int
	calls    int64
}

func (v *View) sum(paths []string) sum {
	var s sum
	for _, path := range paths {
		switch c := v.counts.known[path]; {
		case c == nil:
			s.counting++
		case c.err == nil:
			s.known = append(s.known, path)
			s.calls += int64(c.file.Pages)
			if c.file.Kind == pages.PDF {
				s.pages += c.file.Pages
			} else {
				s.images++
			}
		case c.unknown():
			s.unknown = append(s.unknown, path)
		default:
			s.refused = append(s.refused, path)
		}
	}
	return s
}

// split tells files that are still to be sent from those that were sent as they are, with
// what is asked now, and did not fail: their calls are spent.
func (v *View) split(paths []string) (rest, sent []string) {
	asked := v.request()
	spent := map[string]bool{}
	for _, d := range v.batch.docs {
		c := v.counts.known[d.path]
		spent[d.path] = d.state != failed && d.state != cancelled && c != nil && c.file.Same(d.count.file) &&
			d.request.Query == asked.Query && d.request.Prompt == asked.Prompt && reflect.DeepEqual(d.request.Params, asked.Params)
	}
	for _, path := range paths {
		if spent[path] {
			sent = append(sent, path)
		} else {
			rest = append(rest, path)
		}
	}
	return rest, sent
}

// isSent reports whether all files that can be sent were: sum is of those that were not.
func (s *sum) isSent(sent []string) bool {
	return len(sent) > 0 && len(s.known)+len(s.unknown)+s.counting == 0
}

// cost says what the files cost, as far as that is known: "6 calls + ?".
func (s *sum) cost() string {
	text := frame.Counted(s.calls, "call")
	if len(s.unknown) > 0 {
		text += " + ?"
	}
	return text
}

// parts says what the files are: "5 pages · 1 image".
func (s *sum) parts(separator string) string {
	text := ""
	add := func(n int, what string) {
		if n == 0 {
			return
		}
		if text != "" {
			text += separator
		}
		text += frame.Counted(n, what)
	}
	add(s.pages, "page")
	add(s.images, "image")
	return text
}
