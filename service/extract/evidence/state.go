package evidence

import (
	"strings"

	"assay/service/content"
)

// Limits of reading embedded state.
const (
	maxState       = 8 << 20 // bytes of scripts read
	maxStateThings = 400
	maxStateProps  = 200
	bareText       = 1500 // a page with less visible text is drawn by its scripts
)

// state reads the data that a page's scripts start from: JSON scripts and object
// literals that scripts assign. Such data describe all the application may show
// and much it does not; only objects that are called what the page is called are
// taken, and, on a page that shows next to nothing without its scripts, lists.
func (x *Index) state() {
	name := strings.ToLower(x.Title)
	heading := ""
	if x.H1 != content.None {
		heading = strings.ToLower(x.Tree.Text(x.H1))
	}
	bare := x.Tree.Size() < bareText
	if len(name) < 3 && len(heading) < 3 && !bare {
		return
	}
	s := stateReader{x: x, title: name, heading: heading, bare: bare}
	left := maxState
	for i := range x.Tree.Data {
		d := &x.Tree.Data[i]
		if d.Type == "application/ld+json" || d.Type == "importmap" || d.Type == "speculationrules" || left < len(d.Text) {
			continue
		}
		if !bare && !s.mayName(d.Text) {
			continue
		}
		left -= len(d.Text)
		s.node = d.Node
		if strings.HasSuffix(d.Type, "json") {
			if n, ok := parseJSON(d.Text); ok {
				s.visit(unflatten(d.ID, &n), 0)
			}
			continue
		}
		if d.Type == "" || strings.Contains(d.Type, "javascript") || d.Type == "module" {
			for _, literal := range literals(d.Text) {
				s.visit(literal, 0)
			}
		}
	}
}

type stateReader struct {
	x              *Index
	title, heading string
	bare           bool
	node           content.ID
	count          int
}

// mayName reports whether a script can hold an object named like the page: the
// longest plain word of the heading is in it.
func (s *stateReader) mayName(script string) bool {
	from := s.heading
	if from == "" {
		from = s.title
	}
	longest := ""
	for word := range strings.FieldsFuncSeq(from, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }) {
		if len(word) > len(longest) {
			longest = word
		}
	}
	if len(longest) < 3 || len(longest) > 60 {
		return false
	}
	return strings.Contains(script, longest[1:]) // whatever the case of its first letter
}

func (s *stateReader) visit(n *node, depth int) {
	if depth > 24 || s.count >= maxStateThings {
		return
	}
	switch n.kind {
	case '{':
		if s.named(n) {
			s.x.Things = append(s.x.Things, s.thing(n, 0))
			return
		}
		for i := range n.values {
			if s.bare && n.values[i].kind == '[' && ofObjects(&n.values[i]) {
				holder := &Thing{Kind: State, Node: s.node}
				for k := range n.values[i].values {
					holder.add(n.names[i], Value{Thing: s.thing(&n.values[i].values[k], 1), Node: s.node})
				}
				s.x.Things = append(s.x.Things, holder)
			}
		}
		for i := range n.values {
			s.visit(&n.values[i], depth+1)
		}
	case '[':
		for i := range n.values {
			s.visit(&n.values[i], depth+1)
		}
	case '"':
		if text := strings.TrimSpace(n.text); len(text) > 40 && (text[0] == '{' || text[0] == '[') {
			if inner, ok := parseJSON(text); ok {
				s.visit(&inner, depth+6)
			}
		}
	}
}

// named reports whether an object is called what the page is called and says
// more than that.
func (s *stateReader) named(n *node) bool {
	plain := 0
	found := false
	for i, name := range n.names {
		v := &n.values[i]
		if v.kind == '{' || v.kind == '[' || v.text == "" {
			continue
		}
		plain++
		found = found || isNaming(name) && s.isName(v.text)
	}
	return found && plain >= 3
}

// ofObjects reports whether an array is a list of things with names.
func ofObjects(n *node) bool {
	if len(n.values) < 2 {
		return false
	}
	for i := range n.values[:2] {
		v := &n.values[i]
		if v.kind != '{' || len(v.names) < 2 {
			return false
		}
	}
	return true
}

// thing makes a Thing of an object, with what is near enough to its top.
func (s *stateReader) thing(n *node, depth int) *Thing {
	t := &Thing{Kind: State, Node: s.node}
	s.count++
	for i, name := range n.names {
		if len(t.Props) >= maxStateProps {
			break
		}
		v := &n.values[i]
		if strings.HasPrefix(name, "_") { // what the data layer tells of itself
			continue
		}
		if depth == 0 && isNaming(name) && !s.isName(v.text) {
			continue // a title for search engines
		}
		s.values(t, name, v, depth)
	}
	return t
}

// isNaming reports whether members of that name say what an object is called.
func isNaming(name string) bool {
	switch strings.ToLower(name) {
	case "name", "title", "headline", "productname", "product_name", "displayname":
		return true
	}
	return false
}

func (s *stateReader) isName(text string) bool {
	text = strings.ToLower(clean(text))
	return len(text) > 2 && (text == s.heading || s.heading == "" && strings.HasPrefix(s.title, text))
}

func (s *stateReader) values(t *Thing, name string, v *node, depth int) {
	switch v.kind {
	case '{':
		if inner := connection(v); inner != nil {
			s.values(t, name, inner, depth)
			return
		}
		if depth < 2 && s.count < maxStateThings {
			t.add(name, Value{Thing: s.thing(v, depth+1), Node: s.node})
		}
	case '[':
		for i := range v.values[:min(len(v.values), 100)] {
			if v.values[i].kind != '[' {
				s.values(t, name, &v.values[i], depth)
			}
		}
	default:
		switch v.text {
		case "", "null", "undefined":
			return
		}
		t.add(name, Value{Text: clean(v.text), Node: s.node})
	}
}

// connection returns what a GraphQL wrapper holds: the nodes of a connection, the
// node of an edge.
func connection(v *node) *node {
	for _, name := range [...]string{"edges", "nodes", "node"} {
		if inner := v.member(name); inner != nil && (inner.kind == '[' || name == "node") && len(v.names) <= 4 {
			return inner
		}
	}
	return nil
}

// maxFailed bounds how often a script is read for a literal that is none.
const maxFailed = 2000

// literals returns the object literals that a script assigns to a name, passes
// to JSON.parse, or pushes. What is not a literal through and through is left out.
func literals(script string) []*node {
	var out []*node
	failed := 0
	for at := 0; at < len(script) && len(out) < 50 && failed < maxFailed; {
		k := strings.IndexAny(script[at:], "={(")
		if k < 0 {
			break
		}
		at += k
		lead := script[at]
		at++
		if lead == '{' {
			continue
		}
		rest := strings.TrimLeft(script[at:min(len(script), at+20)], " \t\r\n")
		if lead == '=' && strings.HasPrefix(rest, "JSON.parse(") {
			continue // the parenthesis is next
		}
		if rest == "" || rest[0] != '{' && rest[0] != '[' && !(lead == '(' && (rest[0] == '"' || rest[0] == '\'') && strings.HasSuffix(script[:at], "JSON.parse(")) {
			continue
		}
		start := at + strings.IndexByte(script[at:], rest[0])
		p := jsonParser{s: script, i: start}
		v := p.value(0)
		if p.bad || v.kind == 'n' {
			failed++
			continue
		}
		if v.kind != '"' && len(v.values) == 0 {
			continue
		}
		at = p.i
		out = append(out, &v)
	}
	return out
}

// unflatten undoes the form in which Nuxt writes its state: one array whose
// objects name their members' values by index.
func unflatten(id string, n *node) *node {
	if id != "__NUXT_DATA__" || n.kind != '[' {
		return n
	}
	count := 0
	var build func(index string, depth int) node
	build = func(index string, depth int) node {
		i := number(index)
		if index == "" || i < 0 || i >= len(n.values) || depth > 20 || count > 50000 {
			return node{}
		}
		count++
		v := n.values[i]
		switch v.kind {
		case '{':
			out := node{kind: '{', names: v.names}
			for k := range v.values {
				out.values = append(out.values, build(v.values[k].text, depth+1))
			}
			return out
		case '[':
			members := v.values
			if len(members) == 2 && members[0].kind == '"' { // a wrapper: ["Reactive", 1]
				return build(members[1].text, depth+1)
			}
			out := node{kind: '['}
			for k := range members {
				out.values = append(out.values, build(members[k].text, depth+1))
			}
			return out
		}
		return v
	}
	root := build("0", 0)
	return &root
}
