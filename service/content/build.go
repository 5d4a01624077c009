package content

// Builder makes a Document in one pass in document order.
//
// Use: Open for each element, Text for each run of text inside it, Close when the
// element ends; Done gives the finished document. Calls must nest; Done closes
// what is still open.
type Builder struct {
	doc   *Document
	stack []frame
}

type frame struct {
	id   ID
	last ID // the last child added, to link siblings
}

// NewBuilder returns a Builder that fills in the nodes of doc, whose other
// fields are the caller's to set. sizeHint is the expected number of nodes, or 0.
func NewBuilder(doc *Document, sizeHint int) *Builder {
	doc.Nodes = make([]Node, 0, sizeHint)
	return &Builder{doc: doc}
}

// Open adds an element and makes it the parent of what follows, until Close.
// Depth, Parent, Next and End of node are filled in here.
func (b *Builder) Open(node Node) ID {
	id := b.add(node)
	b.stack = append(b.stack, frame{id: id, last: None})
	return id
}

// Text adds a run of text. Text outside any element is not kept.
func (b *Builder) Text(text string) ID {
	if len(b.stack) == 0 || text == "" {
		return None
	}
	parent := b.doc.Nodes[b.stack[len(b.stack)-1].id]
	return b.add(Node{Kind: Text, Role: Inline, Text: text, Hidden: parent.Hidden})
}

// Close ends the innermost open element.
func (b *Builder) Close() {
	top := len(b.stack) - 1
	b.doc.Nodes[b.stack[top].id].End = ID(len(b.doc.Nodes))
	b.stack = b.stack[:top]
}

// Done closes what is open and returns the document.
func (b *Builder) Done() *Document {
	for len(b.stack) > 0 {
		b.Close()
	}
	return b.doc
}

func (b *Builder) add(node Node) ID {
	id := ID(len(b.doc.Nodes))
	node.Parent, node.Next, node.End = None, None, id+1
	if top := len(b.stack) - 1; top >= 0 {
		parent := &b.stack[top]
		node.Parent = parent.id
		node.Depth = b.doc.Nodes[parent.id].Depth + 1
		if parent.last != None {
			b.doc.Nodes[parent.last].Next = id
		}
		parent.last = id
	}
	b.doc.Nodes = append(b.doc.Nodes, node)
	return id
}
