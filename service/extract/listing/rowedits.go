package listing

import (
	"strings"

	"assay/service/content"
	"assay/service/extract/align"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/records"
	"assay/service/extract/tree"
)

// madeLike returns the most records in a scope that are made as a member of another
// record's list: the same tag and class in the same kind of element.
func madeLike(e *Engine, member content.ID, s onpage.Scope) []records.Span {
	var best []records.Span
	for _, set := range e.Sets {
		if spans := align.Within(set.Spans, s); len(spans) > len(best) && build(e, spans[0].From) == build(e, member) && build(e, e.Tree.Nodes[spans[0].From].Parent) == build(e, e.Tree.Nodes[member].Parent) {
			best = spans
		}
	}
	return best
}

// Polish takes off the texts of records what answers other fields, and takes out records that only
// repeat others.
func (e *Engine) Polish(w *fields.Field, rows []fields.Answer) []fields.Answer {
	if w.Children == nil {
		return partedInLine(e, w, rows)
	}
	for r := range rows {
		child := rows[r].Children
		for i, f := range w.Children {
			switch {
			case f.Shape == lexicon.Prose && child[i].Leaf.Kind == evidence.Record:
				trimRecord(e, &child[i], child)
			case f.Type == 0 && (f.Shape == lexicon.Text || f.Shape == lexicon.AnyShape):
				afterName(e, &child[i], child)
			case f.Shape == lexicon.Rating && child[i].Leaf.JSON == "" && rows[r].To > rows[r].From:
				child[i].Leaf = drawnRating(e, f, records.Span{From: rows[r].From, To: rows[r].To})
			}
		}
	}
	return shownOnce(ratedOnly(w, rows))
}

// partedInLine parts the only value of a list if it is a series.
func partedInLine(e *Engine, w *fields.Field, rows []fields.Answer) []fields.Answer {
	if len(rows) != 1 || w.Type != 0 {
		return rows
	}
	pieces := inLine(w, rows[0].Leaf.Text)
	if len(pieces) == 1 {
		return rows
	}
	var out []fields.Answer
	for _, text := range pieces {
		if encoded, fit := e.Read(w, strings.TrimSpace(text)); fit > 0 {
			row := rows[0]
			row.Leaf.JSON, row.Leaf.Text = encoded, strings.TrimSpace(text)
			out = append(out, row)
		}
	}
	return out
}

// trimRecord takes off a record's text the lines at its head that answer other
// fields of the record, as who wrote it and when, and the links at its foot.
func trimRecord(e *Engine, a *fields.Answer, answers []fields.Answer) {
	t := e.Tree
	node := a.Leaf.Node
	if node == content.None || a.Leaf.JSON == "" || t.Nodes[node].Kind != content.Element {
		return
	}
	if prose := t.Prose(node); onpage.IsDescription(a.Field) && onpage.Written(prose) != prose {
		return // nothing of the record's other fields is left in it
	}
	if afterName(e, a, answers) || beforeName(e, a, answers) {
		return
	}
	first, last := t.LinesOf(node)
	from, to, held := last, first, false // the lines that other fields stand in
	for i := range answers {
		f := &answers[i].Leaf
		if &answers[i] == a || f.JSON == "" || f.Node <= node || f.Node >= t.Nodes[node].End {
			continue
		}
		held = true
		for k := first; k < last; k++ {
			if line := &t.Lines[k]; line.From <= t.From(f.Node) && t.To(f.Node) <= line.To && t.Len(f.Node) > 0 {
				from, to = min(from, k), max(to, k+1)
				break
			}
		}
	}
	if !held {
		return
	}
	head := first
	switch {
	case from >= to:
	case t.Lines[last-1].To-t.Lines[to-1].To >= t.Lines[from].From-t.Lines[first].From: // more comes after them
		if to-first <= maxHeadLines {
			head = to
		}
	case last-from <= maxHeadLines:
		last = from
	}
	for last > head+1 && isButtons(e, last-1) {
		last--
	}
	if head >= last || head == first && t.Lines[last-1].To == t.To(node) {
		return
	}
	text := t.Raw(t.Lines[head].From, t.Lines[last-1].To)
	if encoded, fit := e.Read(a.Field, text); fit > 0 {
		a.Leaf.JSON, a.Leaf.Text = encoded, text
	}
}

// afterName takes off a record's text of one line the words at its head that answer another
// field of the record: "<b>Flour</b> the base of it all", "E14 – out of memory".
func afterName(e *Engine, a *fields.Answer, answers []fields.Answer) bool {
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

// minDoubled is the share of records that repeat others, from which on all are taken to
// be shown once for wide and once for narrow screens.
const minDoubled = 0.4

// shownOnce takes out the records that repeat others word for word, if that is how the
// list is made; a row or two that happen to be the same stay.
func shownOnce(rows []fields.Answer) []fields.Answer {
	seen := make(map[string]bool, len(rows))
	repeats := make([]bool, len(rows))
	n := 0
	for r := range rows {
		said := string(appendSaid(nil, rows[r].Children))
		if repeats[r] = seen[said]; repeats[r] {
			n++
		}
		seen[said] = true
	}
	if len(seen) < 2 || float64(n) < minDoubled*float64(len(rows)) {
		return rows
	}
	once := rows[:0]
	for r := range rows {
		if !repeats[r] {
			once = append(once, rows[r])
		}
	}
	return once
}

// appendSaid appends all that a record says.
func appendSaid(b []byte, answers []fields.Answer) []byte {
	for i := range answers {
		b = append(append(b, answers[i].Leaf.JSON...), 0)
		b = appendSaid(b, answers[i].Children)
		b = appendSaid(append(b, 1), answers[i].List)
	}
	return b
}

// build is how an element is made: its tag and classes.
func build(e *Engine, id content.ID) string {
	if id == content.None {
		return ""
	}
	return e.Tree.Tag(id) + " " + e.Tree.Value(id, "class")
}

// Limits of trimming the text of a record.
const (
	maxHeadLines = 6  // lines at its head or foot that other fields may stand in
	maxTailLine  = 40 // bytes of a line of buttons at its foot
)

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
