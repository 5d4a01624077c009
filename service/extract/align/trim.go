package align

import (
	"slices"
	"strings"

	"assay/service/content"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/tree"
)

// Limits of trimming the text of a record.
const (
	maxHeadLines = 6  // lines at its head or foot that are taken off
	maxTailLine  = 40 // bytes of a line of buttons at its foot
)

// TrimRecord takes off a record's text the lines that answer other fields of the record, as who
// wrote it and when, and the links at its foot: the longest text between these lines stays.
func TrimRecord(e *Engine, a *fields.Answer, answers []fields.Answer) {
	t := e.Tree
	node := a.Leaf.Node
	if node == content.None || a.Leaf.JSON == "" || t.Nodes[node].Kind != content.Element {
		return
	}
	if prose := t.Prose(node); onpage.IsDescription(a.Field) && onpage.Written(prose) != prose {
		return // nothing of the record's other fields is left in it
	}
	if AfterName(e, a, answers) || beforeName(e, a, answers) {
		return
	}
	first, last := t.LinesOf(node)
	held := make([]bool, last-first) // the lines that other fields stand in
	for i := range answers {
		f := &answers[i].Leaf
		if &answers[i] == a || f.JSON == "" || f.Node <= node || f.Node >= t.Nodes[node].End || t.Len(f.Node) == 0 {
			continue
		}
		for k := range held { // an element may begin with the break before its line
			if line := &t.Lines[first+k]; line.From <= t.From(f.Node)+1 && t.To(f.Node) <= line.To {
				held[k] = true
				break
			}
		}
	}
	head, tail, size := first, first, int32(0) // the most text that they leave between them
	for from, k := first, first; k <= last; k++ {
		if k < last && !held[k-first] {
			continue
		}
		to := k
		for to > from && isButtons(e, to-1) {
			to--
		}
		if to > from && t.Lines[to-1].To-t.Lines[from].From > size {
			head, tail, size = from, to, t.Lines[to-1].To-t.Lines[from].From
		}
		from = k + 1
	}
	if head == tail || head-first > maxHeadLines || last-tail > maxHeadLines || !slices.Contains(held, true) {
		return
	}
	text := t.Raw(t.Lines[head].From, t.Lines[tail-1].To)
	if encoded, fit := e.Read(a.Field, text); fit > 0 {
		a.Leaf.JSON, a.Leaf.Text = encoded, text
	}
}

// AfterName takes off a record's text of one line the words at its head that answer another
// field of the record: "<b>Flour</b> the base of it all", "E14 – out of memory".
func AfterName(e *Engine, a *fields.Answer, answers []fields.Answer) bool {
	t := e.Tree
	leaf := &a.Leaf
	for i := range answers {
		f := &answers[i].Leaf
		if &answers[i] == a || leaf.JSON == "" || f.JSON == "" || answers[i].Field.Shape == lexicon.URL {
			continue
		}
		text, parted := strings.CutPrefix(leaf.Text, f.Text+" ")
		if parted = parted && strings.IndexAny(text, "–—-") == 0; !parted {
			text, parted = strings.CutPrefix(leaf.Text, f.Text+": ")
		}
		if !parted && f.Node > leaf.Node && f.Node < t.Nodes[leaf.Node].End && !t.IsBlock(f.Node) && t.From(f.Node) <= t.From(leaf.Node)+1 {
			text, parted = t.Raw(t.To(f.Node), t.To(leaf.Node)), true
		}
		if text = strings.TrimLeft(text, " :–—-"); !parted || a.Field.IsNaming() || text == "" || strings.Contains(text, "\n") {
			continue
		}
		if encoded, fit := e.Read(a.Field, text); fit > 0 {
			leaf.JSON, leaf.Text = encoded, text
			return true
		}
	}
	return false
}

// beforeName takes off a record's text the name at its end that answers another field of the record:
// "Less is more.<cite>Ann Lee</cite>".
func beforeName(e *Engine, a *fields.Answer, answers []fields.Answer) bool {
	t := e.Tree
	leaf := &a.Leaf
	for i := range answers {
		f := &answers[i].Leaf
		if shape := answers[i].Field.Shape; f.JSON == "" || shape != lexicon.Person && shape != lexicon.Org && shape != lexicon.Date {
			continue
		}
		if f.Node <= leaf.Node || f.Node >= t.Nodes[leaf.Node].End || t.IsBlock(f.Node) || t.To(f.Node)+1 < t.To(leaf.Node) {
			continue
		}
		text := strings.TrimRight(t.Raw(t.From(leaf.Node), t.From(f.Node)), " \n–—-")
		if encoded, fit := e.Read(a.Field, text); fit > 0 && text != "" {
			leaf.JSON, leaf.Text = encoded, text
			return true
		}
	}
	return false
}

// isButtons reports whether a line is short and nothing but links or buttons.
func isButtons(e *Engine, i int) bool {
	t := e.Tree
	line := &t.Lines[i]
	if line.To-line.From > maxTailLine {
		return false
	}
	id := t.LineNode(i)
	if t.LinkLen(id) >= t.Len(id) {
		return true
	}
	for at := t.Nodes[line.First].Parent; at != content.None && at >= id; at = t.Nodes[at].Parent {
		switch n := &t.Nodes[at]; {
		case n.Role == content.Button || n.Role == content.Link:
			return true
		case t.Region(at)&tree.InForm != 0:
			return true
		}
	}
	return false
}
