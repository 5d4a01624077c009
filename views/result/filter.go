package result

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/ui/cells"
	"assay/ui/jq"
	"assay/ui/jsondoc"
	"assay/ui/textline"
	"assay/ui/toast"
	"assay/views/frame"
)

// filter is the line a jq filter is typed into, and what the filter makes.
type filter struct {
	field  *textline.Model
	open   bool
	text   string  // the filter that is applied or tried; "" for none
	before string  // the one applied when the line was opened
	viewer *viewer // of what the filter makes; nil while there is none
	output []byte

	doc    *jsondoc.Document // what source is of
	source *jq.Input
	ticket int64
	cancel context.CancelFunc // of the run under way
	keep   bool               // the filter was accepted, and stands once its run has ended well
	err    error
	note   string // how many values there are

	history []string // filters that were kept, the latest last
	at      int      // the place in the history that is shown; its length for what is typed
	typed   string
	read    bool // the history of earlier runs was read
}

// filtered is the end of a run of a filter.
type filtered struct {
	ticket int64
	output jq.Output
	err    error
}

// filtersRead is the history of earlier runs of the program.
type filtersRead struct{ history []string }

var filterTickets atomic.Int64

func (f *filter) init(env *frame.Env) {
	f.field = textline.New(env.Theme, env.Keys)
	f.field.SetPlaceholder(".products[] | select(.price < 100)")
}

const (
	filtersName = "filters"
	maxFilters  = 100
)

func (p *Pane) openFilter() tea.Cmd {
	f := &p.filter
	f.open, f.before, f.at, f.typed = true, f.text, len(f.history), ""
	f.field.SetValue(f.text)
	f.field.Focus()
	if p.face == asMetadata || p.face == asTable {
		p.face = asTree
	}
	p.layout()
	if f.read {
		return nil
	}
	f.read = true
	store := p.env.State
	return func() tea.Msg {
		read := filtersRead{}
		if err := store.Load(filtersName, &read.history); err != nil {
			return frame.Notice{Level: toast.Warn, Text: err.Error()}
		}
		return read
	}
}

func (p *Pane) filtersRead(msg filtersRead) {
	f := &p.filter
	if len(f.history) == 0 {
		f.history = msg.history
		f.at = len(f.history)
	}
}

// filterKey handles a key while a filter is typed.
func (p *Pane) filterKey(msg tea.KeyMsg) tea.Cmd {
	f := &p.filter
	if f.keep && (msg.Paste || p.env.Keys.Find(msg.String(), keymap.Filter) != keymap.FilterCancel) {
		return nil
	}
	if !msg.Paste {
		switch p.env.Keys.Find(msg.String(), keymap.Filter) {
		case keymap.FilterAccept:
			return p.keepFilter()
		case keymap.FilterCancel:
			f.open = false
			f.field.Blur()
			p.layout()
			return p.applyFilter(f.before)
		case keymap.FilterOlder:
			return p.recallFilter(-1)
		case keymap.FilterNewer:
			return p.recallFilter(1)
		}
	}
	before := f.field.Value()
	cmd := f.field.Update(msg)
	if f.field.Value() == before {
		return cmd
	}
	f.at = len(f.history)
	return tea.Batch(cmd, p.applyFilter(f.field.Value()))
}

// recallFilter goes through the history.
func (p *Pane) recallFilter(step int) tea.Cmd {
	f := &p.filter
	to := f.at + step
	if to < 0 || to > len(f.history) {
		return nil
	}
	if f.at == len(f.history) {
		f.typed = f.field.Value()
	}
	f.at = to
	text := f.typed
	if to < len(f.history) {
		text = f.history[to]
	}
	f.field.SetValue(text)
	return p.applyFilter(text)
}

// keepFilter closes the line and lets the filter stand, once its run has ended. One with a fault stays
// open.
func (p *Pane) keepFilter() tea.Cmd {
	f := &p.filter
	if f.keep = f.cancel != nil; f.keep || f.err != nil {
		return nil
	}
	f.open = false
	f.field.Blur()
	p.layout()
	text := strings.TrimSpace(f.text)
	if text == "" {
		return nil
	}
	f.history = slices.DeleteFunc(f.history, func(s string) bool { return s == text })
	f.history = append(f.history, text)
	if len(f.history) > maxFilters {
		f.history = f.history[1:]
	}
	return p.env.Save(filtersName, slices.Clone(f.history))
}

const (
	// filterAtOnce is the size of an answer, in bytes, up to which a filter is done before
	// its user types on.
	filterAtOnce = 1 << 20
	// typingPause is how long a larger one is left alone after each change of the filter.
	typingPause = 150 * time.Millisecond
)

// applyFilter runs a filter on the answer; an empty one shows the answer itself.
func (p *Pane) applyFilter(text string) tea.Cmd {
	f := &p.filter
	f.stop()
	f.text, f.err, p.dirty = text, nil, true
	defer p.layout()
	if strings.TrimSpace(text) == "" {
		p.clearFilter()
		return nil
	}
	doc := p.whole.tree.Document()
	if doc == nil {
		return nil
	}
	if f.source == nil || f.doc != doc {
		f.doc, f.source = doc, jq.NewInput(doc)
	}
	ctx, cancel := context.WithCancel(context.Background())
	f.ticket, f.cancel = filterTickets.Add(1), cancel
	ticket, source := f.ticket, f.source
	large := len(doc.Data()) > filterAtOnce
	return func() tea.Msg {
		defer cancel()
		if large {
			select {
			case <-ctx.Done():
			case <-time.After(typingPause):
			}
		}
		output, err := source.Run(ctx, text)
		return filtered{ticket, output, err}
	}
}

func (f *filter) stop() {
	if f.cancel != nil {
		f.cancel()
	}
	f.cancel, f.ticket, f.keep = nil, 0, false
}

func (p *Pane) filterEnded(msg filtered) tea.Cmd {
	f := &p.filter
	if msg.ticket != f.ticket {
		return nil
	}
	keep := f.keep
	f.cancel, f.keep, p.dirty = nil, false, true
	defer p.layout()
	if errors.Is(msg.err, context.Canceled) {
		return nil
	}
	if f.err = msg.err; f.err != nil {
		return nil
	}
	f.note = frame.Counted(msg.output.Values, "value")
	if msg.output.Cut != "" {
		f.note = msg.output.Cut
	}
	if f.viewer == nil {
		f.viewer = newViewer(p.env)
		f.viewer.tree.AcceptMany(true)
		f.viewer.setTheme(p.theme)
		f.viewer.focus(p.focused)
	}
	f.output = msg.output.Data
	var kept tea.Cmd
	if keep {
		kept = p.keepFilter()
	}
	p.layout()
	if msg.output.Values == 0 {
		f.viewer.tree.Clear()
		return tea.Batch(kept, f.viewer.raw.SetDocument(nil))
	}
	return tea.Batch(kept, f.viewer.setData(msg.output.Data))
}

// clearFilter shows the answer itself again, where the reader left it.
func (p *Pane) clearFilter() {
	f := &p.filter
	f.stop()
	f.text, f.viewer, f.output, f.err, f.note = "", nil, nil, nil, ""
	f.doc, f.source = nil, nil // values of all of it may be kept
	if p.face == asTable && p.whole.table.Document() == nil {
		p.face = asTree
	}
	p.layout()
}

// bottomLines returns the lines of the text field that is open, if one is: they take
// the place of the last lines of what is shown.
func (p *Pane) bottomLines() []string {
	inner, _ := border.Inner(p.width, p.height)
	switch {
	case p.answer == nil:
	case p.search.open:
		return []string{p.drawSearch(inner)}
	case p.filter.open:
		return p.drawFilter(inner)
	}
	return nil
}

func (p *Pane) drawFilter(inner int) []string {
	t, f := p.theme, &p.filter
	state := t.Dim.Render(f.note)
	switch {
	case f.cancel != nil:
		state = t.Accent.Render("filtering")
	case f.err != nil:
		state = t.Bad.Render(t.Glyphs.Cross)
	case f.text == "":
		state = t.Faint.Render("jq")
	}
	f.field.SetWidth(max(inner-4-cells.Width(state)-1, 8))
	lines := []string{" " + t.Accent.Render("|") + " " + f.field.View() + " " + state}
	if f.err == nil {
		return lines
	}
	const start = 3 // where the filter begins on its line
	message := cells.Visible(f.err.Error())
	indent := 1
	var fault *jq.Error
	if errors.As(f.err, &fault) && fault.Offset >= 0 {
		at := start + cells.Width(f.text[:min(fault.Offset, len(f.text))])
		if at+2+cells.Width(message) < inner {
			indent, message = at, "^ "+message
		}
	}
	return append(lines, cells.Blank(indent)+t.Bad.Render(cells.Fit(message, max(inner-indent, 1), t.Glyphs.Ellipsis)))
}
