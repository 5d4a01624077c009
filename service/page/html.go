package page

import (
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"assay/service/content"
)

// Limits of a parsed page. What lies deeper is kept, flattened into the deepest
// element that fits; what comes after the last node or attribute is dropped.
const (
	maxDepth = 500
	maxNodes = 4 << 20
	maxAttrs = 1000 // of an element
)

// Parse turns HTML into content without a browser, as it shows with scripts
// turned off: noscript elements are part of it. base is the page's address and
// may be nil. Broken markup is never an error: it is read as a browser
// would read it, or as near as can be for pages nested beyond what browsers keep.
// A source that is JSON, or shows nothing but JSON, is read as such.
func Parse(source string, base *url.URL) (*content.Document, error) {
	if doc, ok := parseJSON(source, base); ok {
		return doc, nil
	}
	doc, err := parseHTML(source, base)
	if err != nil {
		return nil, err
	}
	return orJSON(doc), nil
}

func parseHTML(source string, base *url.URL) (*content.Document, error) {
	loaded := time.Now()
	if copiesMuch(source) {
		return fromTokens(source, base, loaded)
	}
	if len(source) > maxWhole {
		w := newHTMLWriter(base, loaded)
		w.expect(estimate(source))
		if w.pieces(source, pieceSize) == nil {
			return w.done(), nil
		}
	}
	root, err := html.Parse(strings.NewReader(source))
	if err != nil { // nested beyond what html.Parse accepts
		return fromTokens(source, base, loaded)
	}
	if strings.Contains(source, `id="S:`) {
		moveStreamed(root)
	}
	w := newHTMLWriter(base, loaded)
	w.expect(count(root))
	w.tree(root, 0, nil)
	return w.done(), nil
}

func fromTokens(source string, base *url.URL, loaded time.Time) (*content.Document, error) {
	w := newHTMLWriter(base, loaded)
	if err := w.tokens(source); err != nil {
		return nil, fmt.Errorf("reading the HTML: %w", err)
	}
	return w.done(), nil
}

func newHTMLWriter(base *url.URL, loaded time.Time) *htmlWriter {
	doc := &content.Document{Source: content.HTML, URL: base, Base: base, Loaded: loaded}
	return &htmlWriter{doc: doc, b: content.NewBuilder(doc)}
}

// expect makes room for so many nodes, and bytes of texts and attributes.
func (w *htmlWriter) expect(nodes, chars int) { w.b.Grow(min(nodes, maxNodes), chars) }

// count returns how many nodes a tree has, and how many bytes their texts and
// attributes, at most.
func count(root *html.Node) (nodes, chars int) {
	nodes = 1
	for n := range root.Descendants() {
		nodes++
		if n.Type == html.TextNode && !isOpaque(n.Parent.Data) {
			chars += len(n.Data)
		}
		for i := range n.Attr {
			chars += len(n.Attr[i].Val)
		}
	}
	return nodes, chars
}

// estimate returns about as much from the source of a page: rather more than less, for
// what is not used is never touched.
func estimate(source string) (nodes, chars int) {
	nodes = 16
	inTags := 0
	for at := 0; ; {
		start := strings.IndexByte(source[at:], '<')
		if start < 0 {
			break
		}
		if start > 0 {
			nodes++
		}
		at += start
		if startsTag(source[at:]) {
			nodes++
		}
		end := strings.IndexByte(source[at:], '>')
		if end < 0 {
			break
		}
		inTags += end
		at += end + 1
	}
	return nodes + nodes/64, len(source) - inTags*3/4
}

func (w *htmlWriter) done() *content.Document {
	if len(w.doc.Nodes) == 0 {
		w.b.Open(content.Start{Role: content.Block, Tag: "html"})
	}
	doc := w.b.Done()
	unfold(doc)
	return doc
}

// htmlWriter feeds elements and text to the content builder and picks up what
// the document as a whole takes from them.
type htmlWriter struct {
	doc     *content.Document
	b       *content.Builder
	hidden  []bool         // per open element
	attrs   []content.Attr // of the element being opened
	baseSet bool
	inner   bool // within a noscript element, where another is not read
}

// tree writes a parsed tree in document order, without recursion. What is written
// is cut off, so that its memory can be used again. The first skip nodes are open from
// before; at the node stop, if it is not nil, writing ends, and what is open stays so.
func (w *htmlWriter) tree(root *html.Node, skip int, stop *html.Node) {
	for n := root; n != stop; {
		descend := skip > 0 || w.enter(n)
		skip--
		if descend && n.FirstChild != nil {
			n = n.FirstChild
			continue
		}
		if descend {
			w.leave(n)
		}
		for n != root && n.NextSibling == nil {
			n = n.Parent
			n.FirstChild, n.LastChild = nil, nil
			w.leave(n)
		}
		if n == root {
			return
		}
		next := n.NextSibling
		n.Parent.FirstChild, next.PrevSibling = next, nil
		n = next
	}
}

// enter writes the start of a node and reports whether to go on with its children.
func (w *htmlWriter) enter(n *html.Node) bool {
	switch n.Type {
	case html.DocumentNode:
		return true
	case html.TextNode:
		w.text(n.Data)
	case html.ElementNode:
		if n.Data == "template" && isShadowRoot(n.Attr) {
			return true
		}
		w.open(n.Data, n.Attr)
		if isOpaque(n.Data) {
			if n.Data == "script" && n.FirstChild != nil {
				w.data(n.Attr, n.FirstChild.Data)
			}
			w.close()
			return false
		}
		if n.Data == "noscript" && n.FirstChild != nil {
			w.fragment(n.FirstChild.Data)
			w.close()
			return false
		}
		return true
	}
	return false
}

// fragment writes the inside of a noscript element, which html.Parse leaves as
// text: parsed apart, a mistake in it does not reach the rest of the page.
func (w *htmlWriter) fragment(source string) {
	if w.inner || copiesMuch(source) {
		return
	}
	w.inner = true
	defer func() { w.inner = false }()
	nodes, err := html.ParseFragment(strings.NewReader(source), &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body})
	if err != nil {
		return
	}
	for _, n := range nodes {
		w.tree(n, 0, nil)
	}
}

func (w *htmlWriter) leave(n *html.Node) {
	if n.Type != html.ElementNode || n.Data == "template" && isShadowRoot(n.Attr) {
		return
	}
	w.close()
}

func (w *htmlWriter) open(tag string, attributes []html.Attribute) {
	attrs := w.attrs[:0]
	for _, a := range attributes[:min(len(attributes), maxAttrs)] {
		attrs = append(attrs, content.Attr{Name: a.Key, Value: a.Val})
	}
	w.attrs = attrs
	role, level := roleOf(tag, attrs)
	hidden := len(w.hidden) > 0 && w.hidden[len(w.hidden)-1] || isHidden(tag, attrs)
	if len(w.doc.Nodes) < maxNodes {
		w.b.Open(content.Start{Role: role, Level: level, Hidden: hidden, Tag: tag, Attrs: attrs})
	}
	w.hidden = append(w.hidden, hidden)

	switch tag {
	case "html":
		if w.doc.Lang == "" {
			w.doc.Lang = strings.TrimSpace(attr(attrs, "lang"))
		}
	case "base":
		w.base(attr(attrs, "href"))
	}
}

func (w *htmlWriter) close() {
	w.hidden = w.hidden[:len(w.hidden)-1]
	if len(w.doc.Nodes) < maxNodes {
		w.b.Close()
	}
}

func (w *htmlWriter) text(s string) {
	if len(w.doc.Nodes) < maxNodes {
		w.b.Text(s)
	}
}

func (w *htmlWriter) base(href string) {
	if w.baseSet || href == "" {
		return
	}
	u, err := url.Parse(strings.TrimSpace(href))
	if err != nil {
		return
	}
	if w.doc.URL != nil {
		u = w.doc.URL.ResolveReference(u)
	}
	w.doc.Base, w.baseSet = u, true
}

// data keeps the text of the script element just opened.
func (w *htmlWriter) data(attributes []html.Attribute, text string) {
	d := content.Data{Text: text, Node: content.ID(len(w.doc.Nodes) - 1)}
	for _, a := range attributes {
		switch a.Key {
		case "type":
			t, _, _ := strings.Cut(a.Val, ";")
			d.Type = strings.ToLower(strings.TrimSpace(t))
		case "id":
			d.ID = a.Val
		}
	}
	w.doc.Data = append(w.doc.Data, d)
}

// tokens writes a page that is too much for html.Parse straight from its tokens: end tags
// close the nearest open element of their name, and the end tags that HTML lets one leave
// out are implied.
func (w *htmlWriter) tokens(source string) error {
	t := tokenWriter{htmlWriter: w, in: html.NewTokenizer(strings.NewReader(source)), depths: map[string]int{}}
	t.in.SetMaxBuf(0)
	if len(w.doc.Nodes) == 0 {
		w.open("html", nil)
	}
	for {
		switch t.in.Next() {
		case html.ErrorToken:
			if err := t.in.Err(); err != io.EOF {
				return err
			}
			return nil
		case html.TextToken:
			w.text(string(t.in.Text()))
		case html.StartTagToken, html.SelfClosingTagToken:
			t.start(t.in.Token())
		case html.EndTagToken:
			name, _ := t.in.TagName()
			t.end(string(name))
		}
	}
}

// tokenWriter writes a page from its tokens.
type tokenWriter struct {
	*htmlWriter
	in     *html.Tokenizer
	stack  []openTag      // innermost last
	depths map[string]int // how many of each name are on the stack
}

type openTag struct {
	name string
	flat bool // too deep: stands as an empty element
}

// start writes the start of an element, and all of one without an inside.
func (t *tokenWriter) start(token html.Token) {
	switch {
	case token.Data == "html":
		for _, a := range token.Attr {
			if a.Key == "lang" && t.doc.Lang == "" {
				t.doc.Lang = a.Val
			}
		}
		return
	case token.Data == "template" && isShadowRoot(token.Attr):
		return
	}
	for len(t.stack) > 0 && impliesEnd(t.stack[len(t.stack)-1].name, token.Data) {
		t.pop()
	}
	t.open(token.Data, token.Attr)
	if isVoid(token.Data) || isOpaque(token.Data) || token.Data == "noscript" {
		if token.Type == html.StartTagToken && !isVoid(token.Data) {
			t.skip(token)
		}
		t.close()
		return
	}
	tag := openTag{token.Data, len(t.stack) >= maxDepth}
	if tag.flat {
		t.close()
	}
	t.stack = append(t.stack, tag)
	t.depths[tag.name]++
}

// end closes the nearest open element of a name, and those in it.
func (t *tokenWriter) end(name string) {
	for closed := t.depths[name] == 0; !closed; {
		closed = t.stack[len(t.stack)-1].name == name
		t.pop()
	}
}

// pop closes the innermost element.
func (t *tokenWriter) pop() {
	top := t.stack[len(t.stack)-1]
	t.stack = t.stack[:len(t.stack)-1]
	t.depths[top.name]--
	if !top.flat {
		t.close()
	}
}

// skip passes over the inside of an opaque element, keeping the text of a script.
func (t *tokenWriter) skip(start html.Token) {
	for depth := 1; depth > 0; {
		switch t.in.Next() {
		case html.ErrorToken:
			return
		case html.TextToken:
			if start.Data == "script" {
				t.data(start.Attr, string(t.in.Text()))
			}
		case html.StartTagToken:
			if name, _ := t.in.TagName(); string(name) == start.Data {
				depth++
			}
		case html.EndTagToken:
			if name, _ := t.in.TagName(); string(name) == start.Data {
				depth--
			}
		}
	}
}

// endedBy are the elements whose start ends an open one.
var endedBy = map[string][]string{
	"li": {"li"}, "dt": {"dt", "dd"}, "dd": {"dt", "dd"}, "td": {"td", "th", "tr"}, "th": {"td", "th", "tr"},
	"tr": {"tr", "tbody", "tfoot"}, "option": {"option", "optgroup"}, "head": {"body"},
}

// impliesEnd reports whether the start of an element ends the open one.
func impliesEnd(open, start string) bool {
	if open != "p" {
		return slices.Contains(endedBy[open], start)
	}
	switch role, _ := roleOf(start, nil); role {
	case content.Inline, content.Link, content.ImageRole, content.Label, content.Field, content.Button, content.Time, content.Break:
		return false
	}
	return start != "code"
}

func isVoid(tag string) bool {
	switch tag {
	case "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr":
		return true
	}
	return false
}

// isOpaque reports whether an element's inside is not content: code for the
// browser, drawings, and what stands in for them.
func isOpaque(tag string) bool {
	switch tag {
	case "script", "style", "svg", "iframe", "object", "canvas":
		return true
	}
	return false
}

func isShadowRoot(attributes []html.Attribute) bool {
	for _, a := range attributes {
		if a.Key == "shadowrootmode" || a.Key == "shadowroot" {
			return true
		}
	}
	return false
}
