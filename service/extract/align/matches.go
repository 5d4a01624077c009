package align

import (
	"regexp"
	"slices"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/read"
	"assay/service/extract/records"
)

// match is what a record says of two sides that play: their names and, once they have played, how
// often each scored.
type match struct {
	names, scores [2]string
	node          content.ID
}

// leastMatches is the share of a set's records that are matches, for it to be a list of these.
const leastMatches = 0.8

var (
	inLine   = regexp.MustCompile(`^(\pL[^\n]*?)\s+(\d{1,3})\s?[-–]\s?(\d{1,3})\s+(\pL[^\n]*)$`) // Leeds 2 – 1 Hull
	unplayed = regexp.MustCompile(`^(\pL[^\n]*?) (?:–|-|vs?\.?|gegen|contre|contra) (\pL[^\n]*)$`)
)

// maxSide is how long, in bytes, the name of a side is at most.
const maxSide = 60

// FillMatches answers the fields of a list of matches for the home and the away side, their names
// and scores, from the results that the records say: "Leeds", "2 – 1", "Hull". A list that has no
// other answer is made of the records of the page that are matches.
func (e *Engine) FillMatches(a *fields.Answer) {
	sides, both := sidesOf(a.Field)
	if !both || !a.Field.Filter.None() {
		return
	}
	if len(a.List) == 0 {
		e.listMatches(a)
	}
	found, played := make([]match, len(a.List)), 0
	for r := range a.List {
		found[r] = e.matchIn(a.List[r].From, a.List[r].To)
		if found[r].scores[0] != "" {
			played++
		}
	}
	for k, w := range a.Field.Children {
		counts := countsScores(w)
		if sides[k] < 0 || counts && 2*played < len(a.List) || !counts && a.AnsweredIn(k) > 0 {
			continue
		}
		for r := range a.List {
			text := found[r].names[sides[k]]
			if counts {
				text = found[r].scores[sides[k]]
			}
			if encoded, fit := e.Read(w, text); fit > 0 && text != "" {
				a.List[r].Children[k].Leaf = fields.Value{JSON: encoded, Text: text, Node: found[r].node, Kind: evidence.Record, Score: e.Weights.ColumnForm}
			}
		}
	}
}

// sidesOf returns for each field of a list which side of a match it asks for, 0 the home side, 1 the
// away side, or -1, and whether there are fields for both.
func sidesOf(w *fields.Field) (sides []int, both bool) {
	var asked [2]bool
	for _, c := range w.Children {
		side := -1
		if c.Query.IsLeaf() && !c.Query.List {
			side = lexicon.SideOfMatch(c.Query.Name)
		}
		if sides = append(sides, side); side >= 0 {
			asked[side] = true
		}
	}
	return sides, asked[0] && asked[1]
}

// countsScores reports whether a field of a side asks how often it scored.
func countsScores(w *fields.Field) bool {
	return w.Type == query.Number || w.Type == query.Integer || slices.ContainsFunc(lexicon.Words(w.Query.Name), func(word string) bool {
		switch word {
		case "goals", "score", "points", "goles", "tore", "buts", "gol", "reti":
			return true
		}
		return false
	})
}

// listMatches answers a list with the largest set of records that are matches.
func (e *Engine) listMatches(a *fields.Answer) {
	var best *records.Set
	for _, set := range e.Sets {
		n := 0
		for _, sp := range set.Spans {
			if e.matchIn(sp.From, sp.To).names[1] != "" {
				n++
			}
		}
		if n > 1 && float64(n) >= leastMatches*float64(len(set.Spans)) && (best == nil || len(set.Spans) > len(best.Spans) || len(set.Spans) == len(best.Spans) && set.Size > best.Size) {
			best = set
		}
	}
	if best == nil {
		return
	}
	for _, sp := range best.Spans {
		row := fields.Answer{Children: make([]fields.Answer, len(a.Field.Children)), From: sp.From, To: sp.To}
		for k, w := range a.Field.Children {
			row.Children[k] = fields.Answer{Field: w, Leaf: fields.Value{Node: content.None}}
		}
		a.List = append(a.List, row)
	}
}

// matchIn returns the match that a record is; none if it says several results.
func (e *Engine) matchIn(from, to content.ID) (out match) {
	t := e.Tree
	first, last := t.LinesBetween(from, to)
	for id := from; id < to; id++ {
		n := &t.Nodes[id]
		if n.Hidden || t.Len(id) == 0 || t.Len(id) > 2*maxSide+maxResult {
			continue
		}
		text := t.Text(id)
		if n.Kind == content.Text {
			if parts := inLine.FindStringSubmatch(text); parts != nil && out.scores[0] == "" {
				out = match{[2]string{parts[1], parts[4]}, [2]string{parts[2], parts[3]}, id}
			} else if parts := unplayed.FindStringSubmatch(text); parts != nil && out.names[0] == "" && len(parts[1]) <= maxSide && len(parts[2]) <= maxSide {
				out = match{names: [2]string{parts[1], parts[2]}, node: id}
			}
			continue
		}
		home, away, ok := result(text)
		if !ok || read.IsClock(text) { // 15:30 is when they play
			continue
		}
		if out.scores[0] != "" {
			return match{node: content.None}
		}
		before, after := e.beside(id)
		if at := t.LineAt(t.From(id) + 1); before == "" && at > first {
			before = t.LineText(at - 1)
		}
		if at := t.LineAt(t.To(id) - 1); after == "" && at+1 < last {
			after = t.LineText(at + 1)
		}
		out.scores, out.node = [2]string{home, away}, id
		if isSide(before) && isSide(after) {
			out.names = [2]string{before, after}
		}
		id = n.End - 1
	}
	return out
}

// beside returns the texts of what stands before and after an element in the same one.
func (e *Engine) beside(id content.ID) (before, after string) {
	t := e.Tree
	for c := t.FirstChild(t.Nodes[id].Parent); c != content.None; c = t.Next(c) {
		switch text := t.Text(c); {
		case c < id && text != "":
			before = text
		case c > id && text != "":
			return before, text
		}
	}
	return before, ""
}

// isSide reports whether a text may be the name of a side.
func isSide(s string) bool { return len(s) <= maxSide && onpage.Letters(s) > 1 }
