// Package tree gives extraction a fast view of a document's content: the visible
// text of any subtree in constant time, the lines the text falls into, how much
// of it is links, and which part of the page a node belongs to.
package tree

import (
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/service/content"
)

// Tree is a content.Document with its visible text laid out as one string.
// It is read-only once made.
type Tree struct {
	*content.Document
	Lines []Line

	text    string     // visible text: blanks collapsed, '\n' between blocks
	from    []int32    // per node and for the end: where its text starts; it ends where that of the next node outside starts
	linked  []linkedAt // nodes before which there are more visible bytes inside links than before the one before
	regions []Region   // per node
}

// linkedAt is how many visible bytes inside links there are before a node.
type linkedAt struct {
	node   content.ID
	before int32
}

// Line is a run of text without a block boundary in it.
type Line struct {
	From, To int32      // span in the visible text
	First    content.ID // its first text node
}

// maxText bounds the visible text of a page; what comes after it is not read.
const maxText = 32 << 20

// New lays out the document's text.
func New(doc *content.Document) *Tree {
	t := &Tree{Document: doc, from: make([]int32, len(doc.Nodes)+1)}
	l := layout{t: t}
	l.makeRoom()
	l.run()
	t.markRegions()
	return t
}

type layout struct {
	t       *Tree
	buf     strings.Builder
	gap     byte // separator owed before the next character: 0, ' ' or '\n'
	last    rune
	inLink  int
	linkLen int32
	line    Line
	closing []content.ID // open elements, innermost last
	skip    content.ID   // nodes before it are inside a form field
	pre     content.ID   // nodes before it are inside pre: its lines are lines
	classy  bool         // the element just closed was inline and had a class
	boxed   bool         // the element just closed was a box in the line: a span, a link or a button
	beside  bool         // another such box begins right after it
	ordinal bool         // the element just closed was inline and the number its line begins with
}

// makeRoom makes as much room as the text and the lines take at most: of a large page
// they would else be copied again and again.
func (l *layout) makeRoom() {
	t := l.t
	texts, size := 0, 0
	for i := range t.Nodes {
		if n := &t.Nodes[i]; n.Kind != content.Text || n.Hidden {
			continue
		}
		if text := strings.TrimLeft(t.Chars(content.ID(i)), " \n\t\r"); text != "" {
			texts++
			size += len(text) + len("\n")
		}
	}
	t.Lines = make([]Line, 0, texts)
	l.buf.Grow(min(size, maxText))
}

func (l *layout) run() {
	t := l.t
	l.line.First = content.None
	for id := range t.Nodes {
		id := content.ID(id)
		for len(l.closing) > 0 && id >= t.Nodes[l.closing[len(l.closing)-1]].End {
			l.close()
		}
		n := &t.Nodes[id]
		t.from[id] = int32(l.buf.Len())
		l.markLinked(id)
		if n.Kind == content.Text {
			if id >= l.skip && !n.Hidden {
				l.write(id, t.Chars(id))
			}
			continue
		}
		if n.Role == content.Field && n.End > l.skip {
			l.skip = n.End // the choices of a form are not the page's text
		}
		l.open(id, n)
	}
	for len(l.closing) > 0 {
		l.close()
	}
	l.endLine()
	t.from[len(t.Nodes)] = int32(l.buf.Len())
	l.markLinked(content.ID(len(t.Nodes)))
	t.text = l.buf.String()
	if len(t.text) < l.buf.Cap()*3/4 {
		t.text = strings.Clone(t.text)
	}
	if len(t.Lines) < cap(t.Lines)*3/4 {
		t.Lines = slices.Clone(t.Lines)
	}
}

// markLinked notes the visible bytes inside links before a node.
func (l *layout) markLinked(id content.ID) {
	if marks := l.t.linked; l.linkLen > 0 && (len(marks) == 0 || marks[len(marks)-1].before < l.linkLen) {
		l.t.linked = append(marks, linkedAt{id, l.linkLen})
	}
}

func (l *layout) open(id content.ID, n *content.Node) {
	switch {
	case n.Hidden, id < l.skip:
	case l.isAside(id, n):
		l.skip = n.End
	case l.t.IsBlock(id):
		l.breakLine()
		if n.Role == content.Code {
			l.pre = n.End
		}
	case l.classy && l.gap == 0 && n.HasAttrs():
		l.gap = ' ' // styled boxes side by side are set apart by their style
	case l.boxed && l.gap == 0 && l.isBox(id):
		l.beside = true
	}
	l.classy, l.boxed, l.ordinal = false, false, false
	if n.Role == content.Link {
		l.inLink++
	}
	l.closing = append(l.closing, id)
}

// isAside reports whether an inline element is for screen readers only and stands after
// text of its own parent: it says again, or adds to, what the page shows. One that
// stands first is a label that the page does without, and is read.
func (l *layout) isAside(id content.ID, n *content.Node) bool {
	if n.Parent == content.None || l.t.Tag(id) != "span" || l.line.First == content.None || l.gap == '\n' || int(l.t.from[n.Parent]) >= l.buf.Len() {
		return false
	}
	class := l.t.Value(id, "class")
	for _, name := range [...]string{"sr-only", "visually-hidden", "visuallyhidden", "screen-reader", "screenreader"} {
		if strings.Contains(class, name) {
			return true
		}
	}
	return false
}

func (l *layout) close() {
	t := l.t
	id := l.closing[len(l.closing)-1]
	l.closing = l.closing[:len(l.closing)-1]
	n := &t.Nodes[id]
	if n.Role == content.Link {
		l.inLink--
	}
	if n.Hidden || id < l.skip {
		return
	}
	if t.IsBlock(id) {
		l.breakLine()
		return
	}
	l.classy = (t.Tag(id) == "span" || t.Tag(id) == "a") && n.HasAttrs()
	l.boxed = l.isBox(id) && l.buf.Len()-int(t.from[id]) > 1 // not a letter that moves on its own
	l.ordinal = t.Tag(id) == "span" && l.line.First != content.None && t.Nodes[l.line.First].Parent == id && isNumber(l.buf.String()[l.line.From:])
}

// isBox reports whether an element is one that pages lay out side by side in a line.
func (l *layout) isBox(id content.ID) bool {
	tag := l.t.Tag(id)
	return tag == "span" || tag == "a" || tag == "button" || tag == "time" || tag == "small"
}

// IsBlock reports whether a node starts on a line of its own.
func (t *Tree) IsBlock(id content.ID) bool {
	switch t.Nodes[id].Role {
	case content.Inline, content.Link, content.ImageRole, content.Label, content.Field, content.Button, content.Time, content.Head:
		return false
	case content.Code:
		return t.Tag(id) == "pre"
	}
	return true
}

func (l *layout) breakLine() {
	if l.line.First != content.None {
		l.gap = '\n'
	}
}

func (l *layout) endLine() {
	if l.line.First == content.None {
		return
	}
	l.line.To = int32(l.buf.Len())
	l.t.Lines = append(l.t.Lines, l.line)
	l.line.First = content.None
}

func (l *layout) write(id content.ID, s string) {
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == 0 {
				if c == '\n' && id < l.pre {
					l.breakLine()
				} else if l.gap == 0 && l.last != 0 {
					l.gap = ' '
				}
				i++
				continue
			}
			j := i + 1
			for j < len(s) && s[j] > ' ' && s[j] < utf8.RuneSelf {
				j++
			}
			l.put(id, s[i:j])
			i = j
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case unicode.IsSpace(r):
			if l.gap == 0 && l.last != 0 {
				l.gap = ' '
			}
		case r == '\u200b' || r == '\ufeff' || r == '\u00ad' || r == '\u200c' || r == '\u2060':
		default:
			l.put(id, s[i:i+size])
		}
		i += size
	}
}

func (l *layout) put(id content.ID, s string) {
	if l.buf.Len() > maxText {
		return
	}
	if first, _ := utf8.DecodeRuneInString(s); l.ordinal && l.gap == 0 && unicode.IsUpper(first) {
		l.gap = ' ' // the place in a list, and what has it
	}
	if l.gap == '\n' {
		l.endLine()
	}
	if l.line.First == content.None {
		if l.buf.Len() > 0 {
			l.buf.WriteByte('\n')
		}
		l.line = Line{From: int32(l.buf.Len()), First: id}
	} else if l.gap == ' ' || l.beside && l.gap == 0 && areWords(l.last, s) {
		l.buf.WriteByte(' ')
	}
	l.gap, l.classy, l.boxed, l.beside, l.ordinal = 0, false, false, false, false
	l.buf.WriteString(s)
	l.last, _ = utf8.DecodeLastRuneInString(s)
	if l.inLink > 0 {
		l.linkLen += int32(len(s))
	}
}

// areWords reports whether a text goes on with another word after a character: not with a
// mark, nor with the unit of a number.
func areWords(last rune, next string) bool {
	first, size := utf8.DecodeRuneInString(next)
	switch {
	case unicode.IsDigit(last):
		second, _ := utf8.DecodeRuneInString(next[size:])
		return unicode.IsDigit(first) || unicode.IsUpper(first) && unicode.IsLower(second)
	case unicode.IsLetter(last):
		return unicode.IsDigit(first) || unicode.IsLetter(first)
	}
	return false
}

// isNumber reports whether a text is digits and nothing else.
func isNumber(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// Text returns the visible text of a subtree on one line.
func (t *Tree) Text(id content.ID) string { return oneLine(t.Prose(id)) }

// Prose returns the visible text of a subtree with its line breaks.
func (t *Tree) Prose(id content.ID) string { return strings.Trim(t.text[t.from[id]:t.To(id)], " \n") }

// LineText returns the text of a line.
func (t *Tree) LineText(i int) string { return t.text[t.Lines[i].From:t.Lines[i].To] }

// Span returns a piece of the visible text on one line.
func (t *Tree) Span(from, to int32) string { return oneLine(strings.Trim(t.text[from:to], " \n")) }

// Len returns the size of a subtree's visible text in bytes.
func (t *Tree) Len(id content.ID) int { return int(t.To(id) - t.from[id]) }

// LinkLen returns how much of a subtree's visible text is in links.
func (t *Tree) LinkLen(id content.ID) int {
	return int(t.linkedBefore(t.Nodes[id].End) - t.linkedBefore(id))
}

func (t *Tree) linkedBefore(id content.ID) int32 {
	next := sort.Search(len(t.linked), func(i int) bool { return t.linked[i].node > id })
	if next == 0 {
		return 0
	}
	return t.linked[next-1].before
}

// From returns where a subtree's text begins in the visible text.
func (t *Tree) From(id content.ID) int32 { return t.from[id] }

// To returns where a subtree's text ends in the visible text.
func (t *Tree) To(id content.ID) int32 { return t.from[t.Nodes[id].End] }

// Size returns the length of the page's visible text.
func (t *Tree) Size() int { return len(t.text) }

// LinesOf returns the range [first, last) of lines that lie within a subtree.
func (t *Tree) LinesOf(id content.ID) (first, last int) {
	from, to := t.from[id], t.To(id)
	first = sort.Search(len(t.Lines), func(i int) bool { return t.Lines[i].From >= from })
	last = sort.Search(len(t.Lines), func(i int) bool { return t.Lines[i].To > to })
	return first, max(first, last)
}

// LineAt returns the line that holds a place in the text, or else the first after it.
func (t *Tree) LineAt(at int32) int {
	return sort.Search(len(t.Lines), func(i int) bool { return t.Lines[i].To > at })
}

// LineNode returns the deepest element that holds a whole line.
func (t *Tree) LineNode(i int) content.ID {
	line := &t.Lines[i]
	id := t.Nodes[line.First].Parent
	for t.To(id) < line.To && t.Nodes[id].Parent != content.None {
		id = t.Nodes[id].Parent
	}
	return id
}

// IsStruck reports whether an element strikes its text through: by its tag, by the style that it was
// drawn with, or by its own style or class.
func (t *Tree) IsStruck(id content.ID) bool {
	switch t.Tag(id) {
	case "":
		return false
	case "del", "s", "strike":
		return true
	}
	return len(t.Styles) > 0 && t.Styles[id].Strike ||
		strings.Contains(t.Value(id, "style"), lineThrough) || strings.Contains(t.Value(id, "class"), lineThrough)
}

// lineThrough is how CSS calls it, and the classes of Tailwind and Bootstrap.
const lineThrough = "line-through"

// Value returns an attribute of a node, or "".
func (t *Tree) Value(id content.ID, name string) string {
	v, _ := t.Attr(id, name)
	return v
}

func oneLine(s string) string {
	if strings.IndexByte(s, '\n') < 0 {
		return s
	}
	return strings.ReplaceAll(s, "\n", " ")
}

// Raw returns a piece of the visible text with its line breaks.
func (t *Tree) Raw(from, to int32) string { return t.text[from:to] }

// SpanLen returns the size of the visible text of the nodes from ≤ id < to, which
// are whole subtrees side by side.
func (t *Tree) SpanLen(from, to content.ID) int { return int(t.spanEnd(to) - t.from[from]) }

// SpanText returns that text with its line breaks.
func (t *Tree) SpanText(from, to content.ID) string {
	return strings.Trim(t.text[t.from[from]:t.spanEnd(to)], " \n")
}

func (t *Tree) spanEnd(to content.ID) int32 {
	if int(to) < len(t.from) {
		return t.from[to]
	}
	return int32(len(t.text))
}

// LinesBetween returns the range [first, last) of lines that start in the nodes
// from ≤ id < to.
func (t *Tree) LinesBetween(from, to content.ID) (first, last int) {
	first = sort.Search(len(t.Lines), func(i int) bool { return t.Lines[i].First >= from })
	last = sort.Search(len(t.Lines), func(i int) bool { return t.Lines[i].First >= to })
	return first, max(first, last)
}
