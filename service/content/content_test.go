package content

import "testing"

func TestBuilder(t *testing.T) {
	b := NewBuilder(new(Document))
	if id := b.Text("before any element"); id != None {
		t.Errorf("text outside any element became node %d", id)
	}
	html := b.Open(Start{Tag: "html"})
	head := b.Open(Start{Tag: "head", Hidden: true})
	title := b.Text("Title")
	b.Close()
	body := b.Open(Start{Tag: "body", Attrs: []Attr{{"class", "wide"}}})
	p := b.Open(Start{Tag: "p"})
	text := b.Text("one")
	doc := b.Done() // closes p, body and html

	type links struct{ parent, next, end, first ID }
	want := map[ID]links{
		html:  {None, None, 6, head},
		head:  {html, body, 3, title},
		title: {head, None, 3, None},
		body:  {html, None, 6, p},
		p:     {body, None, 6, text},
		text:  {p, None, 6, None},
	}
	if len(doc.Nodes) != len(want) {
		t.Fatalf("%d nodes, want %d", len(doc.Nodes), len(want))
	}
	for id, w := range want {
		n := doc.Nodes[id]
		if got := (links{n.Parent, doc.Next(id), n.End, doc.FirstChild(id)}); got != w {
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

func TestAttrs(t *testing.T) {
	b := NewBuilder(new(Document))
	first := b.Open(Start{Tag: "div", Attrs: []Attr{{"class", "card"}, {"id", "a"}, {"hidden", ""}}})
	second := b.Open(Start{Tag: "div", Attrs: []Attr{{"id", "b"}, {"class", "card"}, {"title", ""}}})
	text := b.Text("text")
	doc := b.Done()
	read := func(id ID) string {
		out := doc.Tag(id)
		for a := range doc.Attrs(id) {
			out += " " + a.Name + "=" + a.Value
		}
		return out
	}
	doc.DeleteAttrs(first, func(a Attr) bool { return a.Name == "class" })
	doc.DeleteAttrs(text, func(Attr) bool { return true })
	for id, want := range map[ID]string{first: "div id=a hidden=", second: "div id=b class=card title=", text: ""} {
		if got := read(id); got != want {
			t.Errorf("node %d: %q, want %q", id, got, want)
		}
	}
	if got := doc.Chars(text); got != "text" || doc.Chars(first) != "" {
		t.Errorf("text is %q, that of an element %q", got, doc.Chars(first))
	}
	if doc.Nodes[text].HasAttrs() || !doc.Nodes[second].HasAttrs() {
		t.Error("which nodes have attributes is wrong")
	}
}
