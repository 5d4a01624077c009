package onpage

import (
	"sort"
	"strings"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/records"
)

// MaxMark is how long, in bytes, a text is that marks a record.
const MaxMark = 40

// Presence answers the yes-or-no fields that no part of the records tells by whether
// a record bears a mark of the field's name: a class, a badge, a picture's name. It
// says something only if some records bear it and others do not.
func (e *Engine) Presence(w *fields.Field, list []fields.Answer) {
	if len(list) < 2 {
		return
	}
	for i, f := range w.Children {
		if f.Type != query.Boolean || !f.Query.IsLeaf() || f.Query.List {
			continue
		}
		mark := MarkOf(f)
		if len(mark) == 0 {
			continue
		}
		answered := false
		nodes := make([]content.ID, len(list))
		marked := 0
		for r := range list {
			answered = answered || list[r].Children[i].Leaf.JSON != ""
			if nodes[r] = e.marked(mark, records.Span{From: list[r].From, To: list[r].To}); nodes[r] != content.None {
				marked++
			}
		}
		if answered || marked == 0 || marked == len(list) {
			continue
		}
		for r := range list {
			v := fields.Value{JSON: "false", Node: list[r].From, Kind: evidence.Record, Score: e.Weights.Presence}
			if nodes[r] != content.None {
				v.JSON, v.Node, v.Text = "true", nodes[r], strings.TrimSpace(e.Tree.Text(nodes[r]))
			}
			list[r].Children[i].Leaf = v
		}
	}
}

// BearsMark reports whether a record bears the mark of a yes-or-no field of the list.
func (e *Engine) BearsMark(w *fields.Field, sp records.Span) bool {
	for _, f := range w.Children {
		if f.Type != query.Boolean || !f.Query.IsLeaf() || f.Query.List {
			continue
		}
		if mark := MarkOf(f); len(mark) > 0 && e.marked(mark, sp) != content.None {
			return true
		}
	}
	return false
}

// ToldApart is what a yes-or-no field adds to a set of records of which some bear its
// mark.
func (e *Engine) ToldApart(f *fields.Field, sample []records.Span) float64 {
	mark := MarkOf(f)
	marked := 0
	for _, sp := range sample {
		if len(mark) > 0 && e.marked(mark, sp) != content.None {
			marked++
		}
	}
	if marked == 0 || marked == len(sample) {
		return 0
	}
	return e.Weights.Presence
}

// MarkOf returns the words of a yes-or-no field that a mark of it has.
func MarkOf(f *fields.Field) lexicon.Phrase {
	var words []string
	for _, word := range lexicon.Words(f.Query.Name) {
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
func (e *Engine) marked(mark lexicon.Phrase, sp records.Span) content.ID {
	t := e.Tree
	if len(mark) == 1 && isAdWord(mark[0].Word) {
		return adMark(e, sp)
	}
	limit := min(sp.To, sp.From+MaxRecordSize)
	names := sort.Search(len(e.Index.Names), func(i int) bool { return e.Index.Names[i].Node >= sp.From })
	for id := sp.From; id < limit; id++ {
		n := &t.Nodes[id]
		if n.Kind != content.Element || n.Hidden {
			continue
		}
		for ; names < len(e.Index.Names) && e.Index.Names[names].Node <= id; names++ {
			for _, k := range e.Index.KeysOf(names) {
				if e.Index.Names[names].Node == id && Bears(mark, e.Index.Phrase(k)) {
					return id
				}
			}
		}
		texts := [...]string{t.Value(id, "title"), t.Value(id, "alt"), t.Value(id, "aria-label"), ""}
		if size := t.Len(id); size > 1 && size <= MaxMark {
			texts[3] = t.Text(id)
		}
		for _, text := range texts {
			if text != "" && len(text) <= MaxMark && !IsDenied(text) && Bears(mark, lexicon.Compile(text)) {
				return id
			}
		}
	}
	return content.None
}

// Bears reports whether a name has all that tells a mark from others.
func Bears(mark, have lexicon.Phrase) bool {
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

// IsDenied reports whether a text says that something is not so.
func IsDenied(text string) bool {
	word, _, _ := strings.Cut(strings.ToLower(text), " ")
	switch word {
	case "not", "no", "non", "without", "un", "nicht", "kein", "keine", "ohne", "pas", "sans", "sin", "senza", "mark", "make", "report", "become":
		return true
	}
	return false
}
