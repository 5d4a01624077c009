package result

import (
	"context"
	"strings"
	"sync/atomic"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/cells"
	"assay/ui/jsondoc"
	"assay/ui/picker"
	"assay/ui/table"
	"assay/ui/toast"
	"assay/views/frame"
)

// jump is the choice of a path to go to, by a few of its letters.
type jump struct {
	picker *picker.Picker // nil while it is closed
	doc    *jsondoc.Document
	shapes *jsondoc.Shapes // of doc; nil until they are known
	near   int             // where the reader is
	ticket int64           // of the search under way
	cancel context.CancelFunc
}

type (
	shapesRead struct {
		doc    *jsondoc.Document
		shapes *jsondoc.Shapes
	}
	pathsFound struct {
		ticket int64
		ways   []jsondoc.PathMatch
	}
)

var jumpTickets atomic.Int64

// maxPaths is how many paths are offered.
const maxPaths = 200

// openJump asks for a path. The document is gone through once, the first time.
func (p *Pane) openJump() tea.Cmd {
	j := &p.jump
	v := p.shown()
	doc := v.tree.Document()
	if doc == nil { // a large one is read in the background
		return frame.Notify(toast.Info, "the answer is still being read")
	}
	j.near = max(v.node(p.face), doc.Root())
	j.picker = picker.NewSearched(p.theme, p.env.Keys, "Go to a path", p.findPaths)
	list := p.over.Picker(j.picker, func(item *picker.Item) tea.Cmd {
		p.goTo(item.Value.(int))
		return nil
	})
	list.Closed = p.closeJump
	if j.doc == doc && j.shapes != nil {
		return p.findPaths("")
	}
	ctx, cancel := context.WithCancel(context.Background())
	j.doc, j.shapes, j.cancel = doc, nil, cancel
	return func() tea.Msg {
		defer cancel()
		shapes, err := jsondoc.NewShapes(ctx, doc)
		if err != nil { // the choice was closed
			return nil
		}
		return shapesRead{doc, shapes}
	}
}

// closeJump stops what is under way.
func (p *Pane) closeJump() {
	j := &p.jump
	j.picker, j.ticket = nil, 0
	if j.cancel != nil {
		j.cancel()
	}
}

func (p *Pane) shapesRead(msg shapesRead) tea.Cmd {
	j := &p.jump
	if j.picker == nil || msg.doc != j.doc {
		return nil
	}
	j.shapes, p.dirty = msg.shapes, true
	return p.findPaths(j.picker.Text())
}

// findPaths looks for the paths with the letters of a text, which ends the search before.
func (p *Pane) findPaths(text string) tea.Cmd {
	j := &p.jump
	if j.shapes == nil { // they are asked for when they are known
		return nil
	}
	j.cancel()
	ctx, cancel := context.WithCancel(context.Background())
	j.ticket, j.cancel = jumpTickets.Add(1), cancel
	ticket, shapes, near := j.ticket, j.shapes, j.near
	return func() tea.Msg {
		defer cancel()
		ways, err := shapes.Find(ctx, text, near, maxPaths)
		if err != nil { // another search has begun
			return nil
		}
		return pathsFound{ticket, ways}
	}
}

func (p *Pane) pathsFound(msg pathsFound) {
	j := &p.jump
	if j.picker == nil || msg.ticket != j.ticket {
		return
	}
	p.dirty = true
	items := make([]picker.Item, len(msg.ways))
	hits := make([][]int, len(msg.ways))
	for i, way := range msg.ways {
		items[i] = picker.Item{Name: way.Path, Detail: p.pathDetail(way), Note: j.doc.Path(way.Node), Value: way.Node}
		hits[i] = way.Hits
		if shown := cells.Visible(way.Path); shown != way.Path {
			items[i].Name, hits[i] = shown, nil
		}
	}
	status := cells.Group(int64(j.shapes.Len())) + " paths"
	if j.shapes.Cut() {
		status = "the first " + status
	}
	j.picker.Found(items, hits, status)
}

// maxPathValue is how much of a value stands beside its path, in bytes.
const maxPathValue = 40

// pathDetail says what is at a way: the value, or how many of them.
func (p *Pane) pathDetail(way jsondoc.PathMatch) string {
	doc := p.jump.doc
	var parts []string
	if way.Count > 1 {
		parts = append(parts, cells.Group(int64(way.Count))+" of them")
	}
	switch kind := doc.Kind(way.Node); kind {
	case jsondoc.Array, jsondoc.Object:
		parts = append(parts, frame.Counted(doc.Count(way.Node), map[jsondoc.Kind]string{jsondoc.Array: "element", jsondoc.Object: "key"}[kind]))
	default:
		text := doc.Raw(way.Node)
		if len(text) > maxPathValue {
			text = append(text[:maxPathValue:maxPathValue], p.theme.Glyphs.Ellipsis...)
		}
		parts = append(parts, strings.ToValidUTF8(string(text), ""))
	}
	return strings.Join(parts, p.theme.Glyphs.Separator)
}

// goTo goes to a node; goBack comes back from it.
func (p *Pane) goTo(n int) {
	p.leave()
	p.selectNode(n)
}

// selectNode shows a node in the text if that is what is shown, else in the tree.
func (p *Pane) selectNode(n int) {
	if p.face != asRaw {
		p.face = asTree
		p.layout()
		p.shown().tree.Select(n)
		return
	}
	p.shown().raw.Select(n)
}

// place is where the reader was.
type place struct {
	doc  *jsondoc.Document
	node int
}

// maxPast is how many places are remembered.
const maxPast = 100

// leave remembers where the reader is, before a jump.
func (p *Pane) leave() {
	v := p.shown()
	doc := v.tree.Document()
	if p.face == asMetadata || doc == nil {
		return
	}
	here := place{doc, v.node(p.face)}
	if n := len(p.past); here.node < 0 || n > 0 && p.past[n-1] == here {
		return
	}
	if p.past = append(p.past, here); len(p.past) > maxPast {
		p.past = p.past[1:]
	}
}

// goBack goes to where the reader was before the latest jump in what is shown.
func (p *Pane) goBack() {
	v := p.shown()
	for len(p.past) > 0 {
		last := p.past[len(p.past)-1]
		p.past = p.past[:len(p.past)-1]
		if last.doc == v.tree.Document() && last.node != v.node(p.face) {
			p.selectNode(last.node)
			return
		}
	}
}

// maxLists is how many lists are offered for the table.
const maxLists = 200

// openLists asks which list the table shows.
func (p *Pane) openLists() {
	doc := p.shown().tree.Document()
	var items []picker.Item
	for _, n := range table.Lists(doc, maxLists) {
		items = append(items, picker.Item{Name: cells.Visible(doc.Path(n)), Detail: cells.Group(int64(doc.Count(n))), Value: n})
	}
	p.over.List("Lists of objects", items, func(item *picker.Item) tea.Cmd {
		p.face = asTable
		v := p.shown()
		return v.showList(v.tree.Document(), item.Value.(int))
	})
}
