package result

import (
	"context"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/themes"
	"assay/ui/jsondiff"
	"assay/ui/jsondoc"
	"assay/ui/rows"
	"assay/ui/table"
	"assay/ui/toast"
	"assay/views/frame"
)

// changes is how the answer differs from the one before it to the same question.
type changes struct {
	before  *jsondoc.Document // the earlier answer; nil if there was none
	answer  *Answer           // the later one
	cancel  context.CancelFunc
	diff    *jsondiff.Diff
	viewer  *viewer // of both in one, while the changes are shown
	first   bool    // the first change is still to be selected
	list    string  // the pointer of the list that is shown as a table then, if table
	table   bool
	pending bool // they are shown as soon as they are known
}

// compared is the end of comparing two answers.
type compared struct {
	answer *Answer
	diff   *jsondiff.Diff
}

// beforeRead is the end of reading the answer that another is compared with.
type beforeRead struct {
	answer *Answer
	before *jsondoc.Document
	err    error
}

// ShowChanges takes an answer and an earlier one, as JSON, and shows how they differ.
func (p *Pane) ShowChanges(answer Answer, before []byte) tea.Cmd {
	shown := p.Show(answer)
	p.changes = changes{answer: p.answer, pending: true}
	of := p.answer
	return tea.Batch(shown, frame.Own(p, func() tea.Msg {
		doc, err := jsondoc.Index(context.Background(), before, jsondoc.Options{})
		return beforeRead{of, doc, err}
	}))
}

func (p *Pane) beforeRead(msg beforeRead) tea.Cmd {
	switch {
	case msg.answer != p.changes.answer:
		return nil // another answer has come
	case msg.err != nil:
		return frame.Notify(toast.Bad, "reading the earlier answer: "+msg.err.Error())
	}
	p.changes.before = msg.before
	return p.compare()
}

// expectChanges keeps the answer that is shown, to compare the next one with it if it
// answers the same question.
func (p *Pane) expectChanges(next *Answer) {
	if p.changes.cancel != nil {
		p.changes.cancel()
	}
	before := p.whole.tree.Document()
	if p.answer == nil || next.Question == "" || next.Question != p.answer.Question {
		before = nil
	}
	p.changes = changes{before: before, answer: next}
}

// compare begins to compare the answer with the one before.
func (p *Pane) compare() tea.Cmd {
	c := &p.changes
	before, after, answer := c.before, p.whole.tree.Document(), p.answer
	if before == nil || after == nil || before == after || c.diff != nil {
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	c.cancel = cancel
	return func() tea.Msg {
		defer cancel()
		diff, err := jsondiff.Of(ctx, before, after)
		if err != nil {
			return nil // another answer has come
		}
		return compared{answer, diff}
	}
}

func (p *Pane) compared(msg compared) tea.Cmd {
	c := &p.changes
	if msg.answer != c.answer {
		return nil
	}
	pending := c.pending
	c.diff, c.cancel, c.before, c.pending, p.dirty = msg.diff, nil, nil, false, true
	switch {
	case !pending:
		return nil
	case len(c.diff.At) == 0:
		return frame.Notify(toast.Info, "the two answers are the same")
	}
	return p.openChanges()
}

// noChanges says why there are no changes to show, or "".
func (p *Pane) noChanges() string {
	switch c := &p.changes; {
	case c.diff == nil && c.before == nil:
		return "there is nothing to compare with: run the same query once more"
	case c.diff == nil:
		return "the answers are still being compared"
	case len(c.diff.At) == 0:
		return "the answer is the same as the one before"
	}
	return ""
}

// openChanges shows the answer with what was added, removed and changed marked in it.
func (p *Pane) openChanges() tea.Cmd {
	c := &p.changes
	if c.viewer != nil {
		p.closeChanges()
		return nil
	}
	p.clearFilter()
	c.viewer = newViewer(p.env)
	p.paint()
	c.viewer.tree.SetMarks(p.changeMark)
	c.viewer.table.SetMarks(p.changeMark)
	c.first = true
	if c.list, c.table = p.whole.listPointer(); p.face != asTable {
		c.table = false
	}
	p.face = asTree
	p.layout()
	return c.viewer.setData(c.diff.Data)
}

func (p *Pane) closeChanges() {
	p.changes.viewer = nil
	if p.face == asTable && p.plain().table.Document() == nil {
		p.face = asTree
	}
	p.layout()
}

// showFirstChange selects the first change once the document with both is there. Where a
// table was read, it is one of the same list.
func (p *Pane) showFirstChange() tea.Cmd {
	c := &p.changes
	if c.viewer == nil || !c.first || c.viewer.tree.Document() == nil {
		return nil
	}
	c.first = false
	c.viewer.tree.Select(c.diff.At[0])
	if !c.table {
		return nil
	}
	doc := c.viewer.tree.Document()
	list, ok := doc.Find(c.list)
	if !ok || table.Around(doc, list) != list {
		return nil
	}
	p.face = asTable
	cmd := c.viewer.showList(doc, list)
	if at := slices.IndexFunc(c.diff.At, func(n int) bool { return n > list && n < doc.End(list) }); at >= 0 {
		c.viewer.table.Select(c.diff.At[at])
	}
	return cmd
}

// jumpChange goes to the next or previous change, showing the changes first.
func (p *Pane) jumpChange(forward bool) tea.Cmd {
	c := &p.changes
	if c.viewer == nil {
		return p.openChanges()
	}
	if p.face == asTable {
		return p.jumpChangeInTable(forward)
	}
	n, at := c.viewer.node(asTree), c.diff.At
	next, on := slices.BinarySearch(at, n)
	if forward && on {
		next++
	} else if !forward {
		next += len(at) - 1
	}
	to := at[next%len(at)]
	c.viewer.tree.Select(to)
	if forward && to <= n || !forward && to >= n {
		return goneRound(forward)
	}
	return nil
}

func (p *Pane) jumpChangeInTable(forward bool) tea.Cmd {
	switch round, found := p.changes.viewer.table.NextMark(forward); {
	case !found:
		return frame.Notify(toast.Info, "nothing in this list has changed; "+p.env.Key(keymap.ResultTable)+" shows the tree")
	case round:
		return goneRound(forward)
	}
	return nil
}

func goneRound(forward bool) tea.Cmd {
	return frame.Notify(toast.Info, "wrapped around: this is the "+map[bool]string{true: "first", false: "last"}[forward]+" change")
}

// changeMark is the sign beside a node of the document with both.
func (p *Pane) changeMark(n int) rows.Sign {
	diff, t := p.changes.diff, p.theme
	if diff == nil || n >= len(diff.Changes) {
		return rows.Sign{}
	}
	mark := map[jsondiff.Change]struct {
		sign  string
		style themes.Style
	}{
		jsondiff.Added: {"+", t.Good}, jsondiff.Removed: {t.Glyphs.Minus, t.Bad}, jsondiff.Changed: {"~", t.Warn}, jsondiff.Within: {"~", t.Warn},
	}[diff.Changes[n]]
	note := ""
	if was, ok := diff.Was[n]; ok {
		note = "was " + was[:min(len(was), 200)]
	}
	return rows.Sign{Text: mark.sign, Style: mark.style, Note: note, Inside: diff.Changes[n] == jsondiff.Within}
}

// pathsMoved reports whether an action would copy a way that holds only in the
// document with both, where removed elements shift the others.
func (p *Pane) pathsMoved(action keymap.Action) bool {
	return p.changes.viewer != nil && (action == keymap.TreeCopyPath || action == keymap.TableCopyPath)
}
