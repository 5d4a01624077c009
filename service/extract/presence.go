package extract

import (
	"sort"
	"strings"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/records"
	"assay/service/extract/tree"
)

// maxMark is how long, in bytes, a text is that marks a record.
const maxMark = 40

// presence answers the yes-or-no fields that no part of the records tells by whether
// a record bears a mark of the field's name: a class, a badge, a picture's name. It
// says something only if some records bear it and others do not.
func (e *engine) presence(w *want, list []answer) {
	if len(list) < 2 {
		return
	}
	for i, f := range w.children {
		if f.typ != query.Boolean || !f.field.IsLeaf() || f.field.List {
			continue
		}
		mark := markOf(f)
		if len(mark) == 0 {
			continue
		}
		answered := false
		nodes := make([]content.ID, len(list))
		marked := 0
		for r := range list {
			answered = answered || list[r].child[i].leaf.json != ""
			if nodes[r] = e.marked(mark, records.Span{From: list[r].from, To: list[r].to}); nodes[r] != content.None {
				marked++
			}
		}
		if answered || marked == 0 || marked == len(list) {
			continue
		}
		for r := range list {
			v := value{json: "false", node: list[r].from, kind: evidence.Record, score: e.w.Presence}
			if nodes[r] != content.None {
				v.json, v.node, v.text = "true", nodes[r], strings.TrimSpace(e.t.Text(nodes[r]))
			}
			list[r].child[i].leaf = v
		}
	}
}

// bearsMark reports whether a record bears the mark of a yes-or-no field of the list.
func (e *engine) bearsMark(w *want, sp records.Span) bool {
	for _, f := range w.children {
		if f.typ != query.Boolean || !f.field.IsLeaf() || f.field.List {
			continue
		}
		if mark := markOf(f); len(mark) > 0 && e.marked(mark, sp) != content.None {
			return true
		}
	}
	return false
}

// toldApart is what a yes-or-no field adds to a set of records of which some bear its
// mark.
func (e *engine) toldApart(f *want, sample []records.Span) float64 {
	mark := markOf(f)
	marked := 0
	for _, sp := range sample {
		if len(mark) > 0 && e.marked(mark, sp) != content.None {
			marked++
		}
	}
	if marked == 0 || marked == len(sample) {
		return 0
	}
	return e.w.Presence
}

// listed takes an item of a list in the page's main part that says no more than what a
// yes-or-no field is called: "Free Wi-Fi" among the facilities.
func (f *finder) listed() {
	e := f.e
	mark := markOf(f.w)
	if !f.s.whole || len(mark) == 0 {
		return
	}
	for i := range e.t.Nodes {
		id := content.ID(i)
		n := &e.t.Nodes[i]
		if n.Role != content.Item && !e.isBadge(id) || n.Hidden || e.t.Len(id) == 0 || e.t.Len(id) > maxMark || e.t.LinkLen(id) > 0 || e.t.Region(id)&(tree.Aside|tree.InComments) != 0 {
			continue
		}
		if text := e.t.Text(id); !isDenied(text) && bears(mark, lexicon.Compile(text)) {
			f.addRead(evidence.Typed, id, textReading{text, "true", 1, e.idOf("true")}, f.e.w.Presence)
			return
		}
	}
}

// isBadge reports whether an element is a badge of the page's subject.
func (e *engine) isBadge(id content.ID) bool {
	if e.t.Nodes[id].Kind != content.Element || e.x.H1 == content.None || e.t.Len(id) == 0 || e.t.Len(id) > maxMark {
		return false
	}
	class := strings.ToLower(e.t.Value(id, "class"))
	if !strings.Contains(class, "badge") && !strings.Contains(class, "flag") && !strings.Contains(class, "onsale") && !strings.Contains(class, "sticker") {
		return false
	}
	return !e.inCard(id) && !e.isConcealed(id)
}

// markOf returns the words of a yes-or-no field that a mark of it has.
func markOf(f *want) lexicon.Phrase {
	var words []string
	for _, word := range lexicon.Words(f.field.Name) {
		switch word {
		case "is", "has", "was", "are", "have", "can", "be", "does", "do", "it", "marked", "flag", "ist", "hat", "est", "es":
		default:
			words = append(words, word)
		}
	}
	return lexicon.CompileWords(words)
}

// isAdWord reports whether a yes-or-no field of this name asks for advertisements,
// which are marked in many words.
func isAdWord(stem string) bool {
	switch stem {
	case lexicon.Stem("sponsored"), lexicon.Stem("promoted"), lexicon.Stem("advertisement"), "ad", lexicon.Stem("anzeige"), lexicon.Stem("advertised"):
		return true
	}
	return false
}

// marked returns the first element of a record that bears a mark, or None.
func (e *engine) marked(mark lexicon.Phrase, sp records.Span) content.ID {
	t := e.t
	if len(mark) == 1 && isAdWord(mark[0].Word) {
		return e.adMark(sp)
	}
	limit := min(sp.To, sp.From+maxRecordSize)
	names := sort.Search(len(e.x.Names), func(i int) bool { return e.x.Names[i].Node >= sp.From })
	for id := sp.From; id < limit; id++ {
		n := &t.Nodes[id]
		if n.Kind != content.Element || n.Hidden {
			continue
		}
		for ; names < len(e.x.Names) && e.x.Names[names].Node <= id; names++ {
			for _, k := range e.x.KeysOf(names) {
				if e.x.Names[names].Node == id && bears(mark, e.x.Phrase(k)) {
					return id
				}
			}
		}
		texts := [...]string{t.Value(id, "title"), t.Value(id, "alt"), t.Value(id, "aria-label"), ""}
		if size := t.Len(id); size > 1 && size <= maxMark {
			texts[3] = t.Text(id)
		}
		for _, text := range texts {
			if text != "" && len(text) <= maxMark && !isDenied(text) && bears(mark, lexicon.Compile(text)) {
				return id
			}
		}
	}
	return content.None
}

// bears reports whether a name has all that tells a mark from others.
func bears(mark, have lexicon.Phrase) bool {
	if len(have) > 6 {
		return false
	}
	for i := range mark {
		if mark[i].Want < 0.5 && len(mark) > 1 {
			continue
		}
		found := false
		for j := range have {
			found = found || mark[i].Word == have[j].Word || j+1 < len(have) && mark[i].Word == have[j].Word+have[j+1].Word || mark[i].Concept != 0 && mark[i].Concept == have[j].Concept
		}
		if !found {
			return false
		}
	}
	return true
}

// isDenied reports whether a text says that something is not so.
func isDenied(text string) bool {
	word, _, _ := strings.Cut(strings.ToLower(text), " ")
	switch word {
	case "not", "no", "non", "without", "un", "nicht", "kein", "keine", "ohne", "pas", "sans", "sin", "senza", "mark", "make", "report", "become":
		return true
	}
	return false
}
