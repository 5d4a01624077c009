package content

import "testing"

func TestBuilder(t *testing.T) {
	b := NewBuilder(new(Document), 0)
	if id := b.Text("before any element"); id != None {
		t.Errorf("text outside any element became node %d", id)
	}
	html := b.Open(Node{Tag: "html"})
	head := b.Open(Node{Tag: "head", Hidden: true})
	title := b.Text("Title")
	b.Close()
	body := b.Open(Node{Tag: "body", Attrs: []Attr{{"class", "wide"}}})
	p := b.Open(Node{Tag: "p"})
	text := b.Text("one")
	doc := b.Done() // closes p, body and html

	type links struct{ parent, next, end, first, depth ID }
	want := map[ID]links{
		html:  {None, None, 6, head, 0},
		head:  {html, body, 3, title, 1},
		title: {head, None, 3, None, 2},
		body:  {html, None, 6, p, 1},
		p:     {body, None, 6, text, 2},
		text:  {p, None, 6, None, 3},
	}
	if len(doc.Nodes) != len(want) {
		t.Fatalf("%d nodes, want %d", len(doc.Nodes), len(want))
	}
	for id, w := range want {
		n := doc.Nodes[id]
		if got := (links{n.Parent, n.Next, n.End, doc.FirstChild(id), n.Depth}); got != w {
			t.Errorf("node %d: %+v, want %+v", id, got, w)
		}
	}
	if !doc.Nodes[title].Hidden || doc.Nodes[text].Hidden {
		t.Error("text is not hidden as its parent is")
	}
	if value, ok := doc.Attr(body, "class"); !ok || value != "wide" {
		t.Errorf("class is %q, %v", value, ok)
	}
	if _, ok := doc.Attr(body, "id"); ok {
		t.Error("an attribute that is not there was found")
	}
	for _, tt := range []struct {
		a, b ID
		want bool
	}{{html, text, true}, {body, body, true}, {head, text, false}, {text, html, false}} {
		if got := doc.Contains(tt.a, tt.b); got != tt.want {
			t.Errorf("Contains(%d, %d) = %v", tt.a, tt.b, got)
		}
	}
}
