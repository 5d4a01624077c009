package align

import (
	"strings"

	"assay/service/content"
	"assay/service/extract/onpage"
	"assay/service/extract/records"
	"assay/service/extract/tree"
)

// nameForm is columnForm for what the records are called.
func nameForm(e *Engine, col *onpage.Column, sample []records.Span, x *example) float64 {
	t, form := e.Tree, e.Weights.ColumnForm
	tag := t.Tag(x.ID)
	switch {
	case x.node.Role == content.Heading:
		if isUnder(e, x.ID, x.record) {
			return (form + 0.15) * e.Weights.PartHeading
		}
		return form + 0.15
	case x.node.Role == content.Link && t.Region(x.ID)&tree.InHeading != 0 && t.Len(x.ID) > 2 && !isUnder(e, x.ID, x.record):
		return form + 0.1 // the rest of the heading tells something else
	case x.node.Role == content.Link && t.Len(x.ID) > 2:
		return form*0.6 + 0.2*min(1, x.share*2) + headingBonus(e, x.ID)
	case isEmphasis(tag):
		return form * 0.6
	case x.node.Role == content.Term || x.node.Role == content.HeaderCell:
		return form * 0.8
	case x.share > 0.98 && t.Len(x.ID) < 120 && !isDivided(e, x.Part):
		return form * 0.5
	case leads(e, col, sample):
		return form * e.Weights.FirstWords
	case tag == "img":
		if alt := t.Value(x.ID, "alt"); len(alt) > 2 && len(alt) <= onpage.MaxPattern {
			return form * 0.5
		}
		return 0
	}
	if isEmphasis(t.Tag(e.OnlyPart(x.ID))) { // a cell around a bold text
		return form * 0.6
	}
	return 0
}

// isEmphasis reports whether a tag sets off the words in it, as the name of what is told
// after it.
func isEmphasis(tag string) bool {
	switch tag {
	case "b", "strong", "code", "dfn":
		return true
	}
	return false
}

// leads reports whether the parts of a column are the first plain words of their
// records: what a thing is called where no heading, link or bold text says it. The
// cells of a table have headers.
func leads(e *Engine, col *onpage.Column, sample []records.Span) bool {
	n := 0
	for r, p := range col.Present() {
		if p.IsText() {
			continue
		}
		n++
		if e.Tree.Nodes[p.ID].Role == content.Cell {
			return false
		}
		if inner := e.Tree.FirstChild(p.ID); inner != content.None && isEmphasis(e.Tree.Tag(inner)) && e.Tree.Len(inner) < e.Tree.Len(p.ID) {
			return false // it begins with what it is called
		}
		if size := e.PartLen(p); size < 2 || size > onpage.MaxPattern || !IsPlainText(e, e.PartText(p)) || isDivided(e, p) {
			return false
		}
		if !nothingSaidBefore(e, sample[r], p.ID) {
			return false
		}
	}
	return n > 1 && n*5 >= len(sample)*4
}

// nothingSaidBefore reports whether no plain words stand in a record before an element.
func nothingSaidBefore(e *Engine, sp records.Span, id content.ID) bool {
	for k := sp.From; k < id; k++ {
		n := &e.Tree.Nodes[k]
		if n.Kind != content.Text || n.Hidden {
			continue
		}
		if text := strings.TrimSpace(e.Tree.Raw(e.Tree.From(k), e.Tree.To(k))); text != "" && IsPlainText(e, text) {
			return false
		}
	}
	return true
}

// maxNameText is how long, in bytes, the text of a link or heading may be that names a
// record.
const maxNameText = 200

// beginsName reports whether an element is the first part of the link or heading that
// names a record, and not all of it.
func beginsName(e *Engine, id content.ID, sp records.Span) bool {
	t := e.Tree
	for at := t.Nodes[id].Parent; at > sp.From; at = t.Nodes[at].Parent {
		if t.From(at) != t.From(id) {
			return false
		}
		if role := t.Nodes[at].Role; role == content.Link || role == content.Heading {
			return t.Len(id)+2 < t.Len(at) && t.Len(at) <= maxNameText
		}
	}
	return false
}

// isUnder reports whether a heading of a record, or a part of one, has a higher one
// before it in the record: it is that of a part.
func isUnder(e *Engine, id content.ID, sp records.Span) bool {
	at := id
	for at > sp.From && e.Tree.Nodes[at].Role != content.Heading {
		at = e.Tree.Nodes[at].Parent
	}
	for k := sp.From; k < at; k++ {
		if n := &e.Tree.Nodes[k]; n.Role == content.Heading && !n.Hidden && e.Tree.Len(k) > 0 && n.Level < e.Tree.Nodes[at].Level {
			return true
		}
	}
	return false
}

// headingBonus favours links in, around or beside a record's heading.
func headingBonus(e *Engine, id content.ID) float64 {
	t := e.Tree
	if t.Region(id)&tree.InHeading != 0 {
		return 0.15
	}
	for k := id + 1; k < t.Nodes[id].End && k < id+20; k++ {
		if t.Nodes[k].Role == content.Heading {
			return 0.15
		}
	}
	return 0
}
