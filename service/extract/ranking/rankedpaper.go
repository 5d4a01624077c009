package ranking

import (
	"math"
	"slices"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/find"
	"assay/service/extract/lexicon"
	"assay/service/extract/paper"
	"assay/service/extract/rank"
	"assay/service/extract/words"
)

// onPaper appends what on a document may answer a leaf: what stands by words that may mean it, and
// what the roles of documents tell.
func (k *ranker) onPaper(out []ranking, at int, a *rankedLeaf, asked *words.Asked) []ranking {
	e, w := k.e, a.Field
	if e.Matches == nil {
		e.MatchOffers()
	}
	taken := map[placed]bool{}
	for i := range e.Matches[w] {
		m := &e.Matches[w][i]
		r := e.Reading(w, find.StatedValue(w, m.Value))
		if m.Tick != paper.NoBox && w.Shape == lexicon.Boolean {
			r = e.Ticked(m.Offered)
		}
		if !r.IsValue() {
			continue
		}
		out = append(out, ranking{field: at, offer: -1, leaf: fields.Value{JSON: r.Encoded, Text: r.Text, Node: m.Node, Kind: evidence.Label}})
		row := &out[len(out)-1].row
		row[rank.IsOnPaper], row[rank.Reads] = 1, float32(r.Fit)
		compared(k.e, row, asked, k.m.New(m.Label, ""), k.m.FormsOf(r.Text), m.Label, r.Text, m.Node)
		row[rank.PaperMeans], row[rank.PaperRival], row[rank.PaperOther] = float32(m.Logit), float32(m.Rival), float32(m.Other)
		row[rank.Paired], row[rank.PaperPlace], row[rank.PaperNearer] = float32(m.Paired), float32(math.Log(m.Place)), float32(m.Nearer)
		row[rank.PaperVague] = float32(find.Vagueness(w, m.Value))
		if m.States {
			row[rank.PaperStates] = 1
		}
		if m.Tick == paper.Ticked {
			row[rank.PaperTicked] = 1
		}
		taken[placed{r.Encoded, m.Node}] = true
	}
	for order, v := range e.Candidates(w, e.Whole(nil)) {
		if taken[placed{v.JSON, v.Node}] {
			for i := len(out) - 1; i >= 0 && out[i].field == at; i-- {
				if r := &out[i]; r.leaf.JSON == v.JSON && r.leaf.Node == v.Node {
					r.row[rank.Score], r.row[rank.ScoreOrder] = float32(v.Score), float32(order)
				}
			}
			continue
		}
		out = append(out, ranking{field: at, offer: -1, leaf: v})
		row := &out[len(out)-1].row
		row[rank.IsFound], row[rank.Score], row[rank.ScoreOrder] = 1, float32(v.Score), float32(order)
		compared(k.e, row, asked, k.m.New("", ""), k.m.FormsOf(v.Text), "", v.Text, v.Node)
	}
	if e.Tree.Layout {
		for i := range out {
			if r := &out[i]; r.field == at && r.leaf.Node != content.None {
				k.printed(&r.row, r.leaf.Node)
			}
		}
	}
	return out
}

// sheetSize is how large the pages of a document are, and its letters.
type sheetSize struct{ width, height, letters float32 }

// sizeOfSheet returns how far right and down a document is printed on, and the median height of
// what is printed; of at least 1.
func sizeOfSheet(doc *content.Document) sheetSize {
	size := sheetSize{1, 1, 1}
	var heights []float32
	for i := range doc.Nodes {
		if b := &doc.Boxes[i]; doc.Nodes[i].Kind == content.Text && b.Height > 0 {
			size.width, size.height = max(size.width, b.X+b.Width), max(size.height, b.Y+b.Height)
			heights = append(heights, b.Height)
		}
	}
	if len(heights) > 0 {
		slices.Sort(heights)
		size.letters = max(1, heights[len(heights)/2])
	}
	return size
}

// printed sets what a row says of where and how large a value is printed.
func (k *ranker) printed(r *rank.Row, node content.ID) {
	if k.sheet == (sheetSize{}) {
		k.sheet = sizeOfSheet(k.e.Tree.Document)
	}
	b := &k.e.Tree.Boxes[node]
	r[rank.PrintedRight], r[rank.PrintedDown], r[rank.PrintedOn] = b.X/k.sheet.width, b.Y/k.sheet.height, float32(b.Page)
	r[rank.PrintedLarge] = b.Height / k.sheet.letters
}
