package result

import (
	"context"
	"strings"
	"sync/atomic"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/cells"
	"assay/ui/jsondoc"
	"assay/ui/picker"
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
	waysFound struct {
		ticket int64
		ways   []jsondoc.PathMatch
	}
)

var jumpTickets atomic.Int64

// maxWays is how many paths are offered.
const maxWays = 200

// openJump asks for a path. The document is gone through once, the first time.
func (p *Pane) openJump() tea.Cmd {
	j := &p.jump
	v := p.shown()
	doc := v.tree.Document()
	if doc == nil { // a large one is read in the background
		return frame.Notify(toast.Info, "the answer is still being read")
	}
	j.near = max(v.node(p.face), doc.Root())
	j.picker = picker.NewSearched(p.theme, p.env.Keys, "Go to a path", p.findWays)
	if j.doc == doc && j.shapes != nil {
		return p.findWays("")
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
	return p.findWays(j.picker.Text())
}

// findWays looks for the paths with the letters of a text, which ends the search before.
func (p *Pane) findWays(text string) tea.Cmd {
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
		ways, err := shapes.Find(ctx, text, near, maxWays)
		if err != nil { // another search has begun
			return nil
		}
		return waysFound{ticket, ways}
	}
}

func (p *Pane) waysFound(msg waysFound) {
	j := &p.jump
	if j.picker == nil || msg.ticket != j.ticket {
		return
	}
	p.dirty = true
	items := make([]picker.Item, len(msg.ways))
	hits := make([][]int, len(msg.ways))
	for i, way := range msg.ways {
		items[i] = picker.Item{Name: way.Path, Detail: p.wayDetail(way), Note: j.doc.Path(way.Node), Value: way.Node}
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

// maxWayValue is how much of a value stands beside its path, in bytes.
const maxWayValue = 40

// wayDetail says what is at a way: the value, or how many of them.
func (p *Pane) wayDetail(way jsondoc.PathMatch) string {
	doc := p.jump.doc
	var parts []string
	if way.Count > 1 {
		parts = append(parts, cells.Group(int64(way.Count))+" of them")
	}
	switch kind := doc.Kind(way.Node); kind {
	case jsondoc.Array, jsondoc.Object:
		parts = append(parts, counted(doc.Count(way.Node), map[jsondoc.Kind]string{jsondoc.Array: "element", jsondoc.Object: "key"}[kind]))
	default:
		text := doc.Raw(way.Node)
		if len(text) > maxWayValue {
			text = append(text[:maxWayValue:maxWayValue], p.theme.Glyphs.Ellipsis...)
		}
		parts = append(parts, strings.ToValidUTF8(string(text), ""))
	}
	return strings.Join(parts, p.theme.Glyphs.Separator)
}

func (p *Pane) jumpUpdate(msg tea.Msg) tea.Cmd {
	result, cmd := p.jump.picker.Update(msg)
	switch {
	case result.Closed:
		p.closeJump()
	case result.Chosen != nil:
		p.closeJump()
		p.goTo(result.Chosen.Value.(int))
	}
	return cmd
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
