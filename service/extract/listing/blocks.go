package listing

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/tree"
)

// Limits of the lines that a list is told by.
const (
	maxBlockName = 100 // bytes of the line over a block that says what it is about
	leastBlocks  = 2   // times that the labels of a list come
)

// saidLabel is a label with its value, as a line says it.
type saidLabel struct {
	line        int
	fact        *evidence.Fact
	name, value string
}

// blockRows answers a list of records from lines that say the same labels over and over, each time
// of another thing, whose name may stand over them: "Metformin", "Dose: 1 g", "Frequency: daily".
func blockRows(e *Engine, w *fields.Field, s onpage.Scope) []fields.Answer {
	said := repeatedLabels(e, w, s)
	if len(said) < leastBlocks {
		return nil
	}
	columns, title := blockColumns(e, w, said)
	if len(columns) == 0 || title < 0 && len(columns) < 2 {
		return nil
	}
	var starts []int // in said, of the blocks
	most := 0
	count := map[evidence.Key]int{}
	for _, l := range said {
		count[l.fact.Key]++
		most = max(most, count[l.fact.Key])
	}
	var first evidence.Key // the first label of a block
	for i, l := range said {
		if len(starts) == 0 && count[l.fact.Key] == most {
			first = l.fact.Key
		}
		if l.fact.Key == first {
			starts = append(starts, i)
		}
	}
	var out []fields.Answer
	for b, from := range starts {
		to, after := len(said), -1
		if b+1 < len(starts) {
			to = starts[b+1]
		}
		if from > 0 {
			after = said[from-1].line
		}
		row := fields.Answer{Children: make([]fields.Answer, len(w.Children)), From: said[from].fact.Node, To: said[to-1].fact.Node + 1}
		for k, c := range w.Children {
			row.Children[k] = fields.Answer{Field: c, Leaf: fields.Value{Node: content.None}}
			for _, l := range said[from:to] {
				if key, ok := columns[k]; ok && l.fact.Key == key {
					give(e, &row.Children[k], l.value, l.fact.Node, evidence.Label)
					break
				}
			}
		}
		if over := said[from].line - 1; title >= 0 && over > after {
			text := e.Tree.LineText(over)
			if len(text) > maxBlockName {
				return nil
			}
			give(e, &row.Children[title], text, e.Tree.LineNode(over), evidence.Record)
			row.From = min(row.From, e.Tree.LineNode(over))
		}
		out = append(out, row)
	}
	return out
}

// blockScore is how far a value of a block is believed.
const blockScore = 0.6

func give(e *Engine, a *fields.Answer, text string, node content.ID, kind evidence.Kind) {
	if encoded, fit := e.Read(a.Field, text); fit > 0 {
		a.Leaf = fields.Value{JSON: encoded, Text: text, Node: node, Kind: kind, Score: blockScore * fit}
	}
}

// repeatedLabels returns the labels that lines say more than once, one after the other.
func repeatedLabels(e *Engine, w *fields.Field, s onpage.Scope) []saidLabel {
	t := e.Tree
	type place struct {
		line int
		key  evidence.Key
	}
	var said []saidLabel
	seen, count := map[place]bool{}, map[evidence.Key]int{}
	first := 0
	if !s.Whole {
		first = sort.Search(len(e.Labels), func(i int) bool { return e.Index.Facts[e.Labels[i]].Node >= s.From })
	}
	for _, i := range e.Labels[first:] {
		f := &e.Index.Facts[i]
		if !s.Holds(f.Node) {
			break
		}
		line := t.LineAt(t.From(f.Node))
		if f.Paging || line < 0 || len(f.Values) != 1 || seen[place{line, f.Key}] || !e.InPlace(w, f.Node) || t.Region(f.Node)&(tree.InNav|tree.InFooter) != 0 {
			continue
		}
		name := cmp.Or(f.Name, e.Index.NameText(f.Key))
		if name == "" || !strings.Contains(t.LineText(line), name+":") {
			continue
		}
		seen[place{line, f.Key}] = true
		said = append(said, saidLabel{line, f, name, f.Values[0]})
		count[f.Key]++
	}
	said = slices.DeleteFunc(said, func(l saidLabel) bool { return count[l.fact.Key] < leastBlocks })
	slices.SortStableFunc(said, func(a, b saidLabel) int { return a.line - b.line })
	for i := range said { // "500 mg Frequency: daily"
		for k := i + 1; k < len(said) && said[k].line == said[i].line; k++ {
			if at := strings.Index(said[i].value, said[k].name); at > 0 {
				said[i].value = strings.TrimSpace(said[i].value[:at])
			}
		}
	}
	return said
}

// blockColumns gives fields of a list the labels that name them, and returns the field that what
// stands over the labels answers: their name, or the only text that is left; -1 if there is none.
func blockColumns(e *Engine, w *fields.Field, said []saidLabel) (columns map[int]evidence.Key, title int) {
	columns, title = map[int]evidence.Key{}, -1
	type pair struct {
		field int
		key   evidence.Key
		fit   float64
	}
	var pairs []pair
	met := map[evidence.Key]bool{}
	for _, l := range said {
		if met[l.fact.Key] {
			continue
		}
		met[l.fact.Key] = true
		for k, c := range w.Children {
			if fit := e.Similarity(c, l.fact.Key); fit >= e.Weights.MinSimilarity && c.Query.IsLeaf() && !c.Query.List {
				pairs = append(pairs, pair{k, l.fact.Key, fit})
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(b.fit, a.fit) })
	taken := map[evidence.Key]bool{}
	for _, p := range pairs {
		if _, ok := columns[p.field]; !ok && !taken[p.key] {
			columns[p.field], taken[p.key] = p.key, true
		}
	}
	open := 0
	for k, c := range w.Children {
		if _, ok := columns[k]; !ok && c.Query.IsLeaf() && !c.Query.List && c.Type == 0 && c.Shape != lexicon.URL && c.Shape != lexicon.Image {
			open++
			if title < 0 || c.IsNaming() {
				title = k
			}
		}
	}
	if open > 1 && !w.Children[title].IsNaming() {
		title = -1
	}
	return columns, title
}

// answered counts the values of records.
func answered(w *fields.Field, rows []fields.Answer) int {
	list, n := fields.Answer{List: rows}, 0
	for k := range w.Children {
		n += list.AnsweredIn(k)
	}
	return n
}
