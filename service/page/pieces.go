package page

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// The tree that html.Parse makes takes more than twenty times the memory of the page.
// Large pages are therefore parsed in pieces: each tree is written before the next is
// made, which begins with the start tags of the elements that are open there. What
// comes out is what the page gives if it is parsed whole. That is made sure of at each
// cut, by elements that follow it and must come to lie where they do in a parser that
// knows of nothing but those open elements.
const (
	maxWhole  = 1 << 20   // bytes of the largest page that is parsed in one piece
	pieceSize = 256 << 10 // bytes
	maxTries  = 2         // places to cut that are tried before a piece is made larger
	maxTables = 3         // tables within one another at a cut
)

// errUncut is that a page cannot be parsed in pieces, or not cut at a place.
var errUncut = errors.New("the page cannot be cut")

// pieces is a page that is parsed piece by piece.
type pieces struct {
	w       *htmlWriter
	source  string
	size    int      // bytes of a piece
	mark    string   // a word that the page does not have
	doctype string   // as the page has it, or ""
	open    []string // the elements that are open where the next piece begins, from html on
}

// pieces writes a page in pieces of about size bytes. If it fails, what was written is
// of no use.
func (w *htmlWriter) pieces(source string, size int) error {
	p := &pieces{w: w, source: source, size: size, mark: "cut-here", doctype: doctypeOf(source)}
	for i := 0; strings.Contains(source, p.mark); i++ {
		p.mark = fmt.Sprintf("cut-here-%d", i)
	}
	for from := 0; ; {
		to, err := p.next(from)
		if err != nil || to == len(source) {
			return err
		}
		from = to
	}
}

// doctypeOf returns the doctype of a page as it is written, or "".
func doctypeOf(source string) string {
	z := html.NewTokenizer(strings.NewReader(source))
	for {
		switch z.Next() {
		case html.DoctypeToken:
			return string(z.Raw())
		case html.CommentToken:
		case html.TextToken:
			if strings.Trim(string(z.Text()), " \t\r\n\f") != "" {
				return ""
			}
		default:
			return ""
		}
	}
}

// next writes the piece that begins at from and returns where it ends. The piece is
// made larger until it can be cut off.
func (p *pieces) next(from int) (to int, err error) {
	for size := p.size; ; size *= 4 {
		at := from + size
		for range maxTries {
			at = p.cut(at)
			if err := p.piece(from, at); err != errUncut || at == len(p.source) {
				return at, err
			}
			at += 1 + size/64
		}
	}
}

// cut returns the place from at on where the page may best be cut: before the start of
// an element that is seldom within a formatting one.
func (p *pieces) cut(at int) int {
	const window = 8 << 10
	other := len(p.source)
	for i := at; i < len(p.source); i++ {
		next := strings.IndexByte(p.source[i:], '<')
		if next < 0 {
			break
		}
		i += next
		if !startsTag(p.source[i:]) {
			continue
		}
		switch tagAt(p.source[i:]) {
		case "p", "div", "li", "tr", "dt", "ul", "ol", "dl", "h1", "h2", "h3", "h4", "h5", "h6", "table", "section", "article":
			return i
		}
		if other == len(p.source) {
			other = i
		}
		if i > at+window {
			break
		}
	}
	return other
}

func startsTag(s string) bool {
	return len(s) > 1 && s[0] == '<' && (s[1]|0x20) >= 'a' && (s[1]|0x20) <= 'z'
}

// tagAt returns the name of the tag that starts a text, cut short if it is long.
func tagAt(s string) string {
	name := s[1:min(12, len(s))]
	if end := strings.IndexAny(name, " \t\r\n\f/>"); end >= 0 {
		name = name[:end]
	}
	return strings.ToLower(name)
}

// piece writes the piece from … to of the page. If it returns errUncut, nothing was
// written.
func (p *pieces) piece(from, to int) error {
	before, after := "", ""
	if from > 0 {
		before = p.reopen(p.open)
	}
	inTable := false
	if to < len(p.source) {
		inTable = isTablePart(tagAt(p.source[to:]))
		after = p.probes(inTable)
	}
	root, err := html.Parse(io.MultiReader(strings.NewReader(before), strings.NewReader(p.source[from:to]), strings.NewReader(after)))
	if err != nil {
		return err
	}
	var end *html.Node
	var open []string
	if after != "" {
		if end = p.lastMark(root); end == nil {
			return errUncut
		}
		if open = p.openAt(end, inTable); open == nil {
			return errUncut
		}
	}
	skip := 0
	if from > 0 {
		if !p.beginsWell(root) {
			return errUncut
		}
		skip = 1 + len(p.open)
	}
	if after != "" && !p.canReopen(open) {
		return errUncut
	}
	p.w.tree(root, skip, end)
	p.open = open
	return nil
}

// reopen returns the mark-up with which a piece begins in which elements are open.
func (p *pieces) reopen(open []string) string {
	var b strings.Builder
	b.WriteString(p.doctype)
	for _, tag := range open {
		b.WriteString("<" + tag + ">")
		if tag == "html" {
			b.WriteString("<head></head>")
		}
	}
	b.WriteString("<!--" + p.mark + beginning + "-->")
	return b.String()
}

// beginsWell reports whether the elements that were opened again are there as they
// were, and nothing of the piece came to lie before or on them. The head, which was
// written long ago, is taken out.
func (p *pieces) beginsWell(root *html.Node) bool {
	at := root.FirstChild
	if at != nil && at.Type == html.DoctypeNode {
		root.RemoveChild(at)
		at = root.FirstChild
	}
	for i, tag := range p.open {
		if at == nil || at.Type != html.ElementNode || at.Data != tag || len(at.Attr) > 0 {
			return false
		}
		if i == 0 {
			head := at.FirstChild
			if head == nil || head.Data != "head" || head.FirstChild != nil {
				return false
			}
			at.RemoveChild(head)
		}
		at = at.FirstChild
	}
	// Text right at the beginning would have gone on in the text before it.
	return p.isMark(at, beginning) && (at.NextSibling == nil || at.NextSibling.Type != html.TextNode)
}

// beginning and ending tell the mark before a piece from the one after it.
const (
	beginning = "-begin"
	ending    = "-end"
)

func (p *pieces) isMark(n *html.Node, which string) bool {
	return n != nil && n.Type == html.CommentNode && n.Data == p.mark+which
}

// canReopen reports whether the elements are open after their start tags.
func (p *pieces) canReopen(open []string) bool {
	root, err := html.Parse(strings.NewReader(p.reopen(open)))
	return err == nil && (&pieces{mark: p.mark, open: open}).beginsWell(root)
}

// probes returns what is put after a piece: the mark, and elements that show what the
// parser knows beside the open elements. They must each come to lie in the innermost
// of those, else there are formatting elements still to be opened again; also after
// each of the tables that are open is closed. A form that begins shows whether the
// parser knows of one, a frameset whether it could still replace the page.
func (p *pieces) probes(inTable bool) string {
	probe := "<" + p.mark + "></" + p.mark + ">"
	after := "<!--" + p.mark + ending + "-->"
	if !inTable {
		after += probe
	}
	return after + strings.Repeat("</td></th></caption></table>"+probe, maxTables) + "<form><frameset>"
}

// openAt returns the names of the elements that are open at the mark at the end of a
// piece, or nil if the page cannot be cut there.
func (p *pieces) openAt(end *html.Node, inTable bool) []string {
	var open []string
	hasForm, tables := false, 0
	for n := end.Parent; n != nil && n.Type == html.ElementNode; n = n.Parent {
		if n.Namespace != "" || isFormatting(n.Data) || isOpaque(n.Data) || n.Data == "template" || n.Data == "noscript" {
			return nil
		}
		open = append(open, n.Data)
		hasForm = hasForm || n.Data == "form"
		if n.Data == "table" {
			tables++
		}
	}
	slices.Reverse(open)
	if len(open) < 2 || open[0] != "html" || open[1] != "body" || inTable && tables == 0 || tables > maxTables {
		return nil
	}
	if !p.probed(end, inTable, hasForm) {
		return nil
	}
	return open
}

// probed reports whether the elements after the mark at the end of a piece lie where
// they do if the parser knows of nothing but the open elements.
func (p *pieces) probed(end *html.Node, inTable, hasForm bool) bool {
	var probes []*html.Node
	newForm := false
	for n := following(end); n != nil; n = following(n) {
		switch n.Data {
		case p.mark:
			probes = append(probes, n)
		case "form":
			newForm = true
		}
	}
	var holders []*html.Node
	in := end.Parent
	if !inTable {
		holders = append(holders, in)
	}
	for range maxTables {
		if table := enclosing(in, "table"); table != nil {
			in = table.Parent
		}
		holders = append(holders, in)
	}
	return newForm != hasForm && slices.EqualFunc(probes, holders, func(probe, holder *html.Node) bool { return probe.Parent == holder })
}

// lastMark returns the mark at the end of a piece.
func (p *pieces) lastMark(root *html.Node) *html.Node {
	n := root
	for n.LastChild != nil {
		n = n.LastChild
	}
	for n != root && !p.isMark(n, ending) {
		if n.PrevSibling == nil {
			n = n.Parent
			continue
		}
		for n = n.PrevSibling; n.LastChild != nil; {
			n = n.LastChild
		}
	}
	if n == root {
		return nil
	}
	return n
}

// following returns the node after n and what is in it, in document order.
func following(n *html.Node) *html.Node {
	if n.FirstChild != nil {
		return n.FirstChild
	}
	for ; n != nil; n = n.Parent {
		if n.NextSibling != nil {
			return n.NextSibling
		}
	}
	return nil
}

// enclosing returns the nearest element of a name that n is or lies in.
func enclosing(n *html.Node, name string) *html.Node {
	for ; n != nil; n = n.Parent {
		if n.Data == name && n.Type == html.ElementNode {
			return n
		}
	}
	return nil
}

// isTablePart reports whether the start of an element ends what is in the cell before.
func isTablePart(tag string) bool {
	switch tag {
	case "tr", "td", "th", "tbody", "thead", "tfoot", "caption", "colgroup", "col":
		return true
	}
	return false
}

// isFormatting reports whether an element is opened again, by rules of its own, after
// the end of a block that it was open in.
func isFormatting(tag string) bool {
	switch tag {
	case "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u":
		return true
	}
	return false
}
