package extract

import (
	"math"
	"slices"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/paper"
	"assay/service/extract/rank"
	"assay/service/extract/words"
)

// onPaper appends what on a document may answer a leaf: what stands by words that may mean it, and
// what the roles of documents tell.
func (k *ranker) onPaper(out []ranking, at int, a *rankedLeaf, asked *words.Asked) []ranking {
	e, w := k.e, a.w
	if e.matches == nil {
		e.matchOffers()
	}
	taken := map[placed]bool{}
	for i := range e.matches[w] {
		m := &e.matches[w][i]
		r := e.reading(w, statedValue(w, m.Value))
		if m.Tick != paper.NoBox && w.shape == lexicon.Boolean {
			r = (&finder{e: e}).ticked(m.offered)
		}
		if !r.isValue() {
			continue
		}
		out = append(out, ranking{field: at, offer: -1, leaf: value{json: r.encoded, text: r.text, node: m.Node, kind: evidence.Label}})
		row := &out[len(out)-1].row
		row[rank.IsOnPaper], row[rank.Reads] = 1, float32(r.fit)
		k.e.compared(row, asked, k.m.New(m.Label, ""), k.m.FormsOf(r.text), m.Label, r.text, m.Node)
		row[rank.PaperMeans], row[rank.PaperRival], row[rank.PaperOther] = float32(m.logit), float32(m.rival), float32(m.other)
		row[rank.Paired], row[rank.PaperPlace], row[rank.PaperNearer] = float32(m.paired), float32(math.Log(m.Place)), float32(m.nearer)
		row[rank.PaperVague] = float32(vagueness(w, m.Value))
		if m.states {
			row[rank.PaperStates] = 1
		}
		if m.Tick == paper.Ticked {
			row[rank.PaperTicked] = 1
		}
		taken[placed{r.encoded, m.Node}] = true
	}
	for order, v := range e.candidates(w, e.page(nil)) {
		if taken[placed{v.json, v.node}] {
			for i := len(out) - 1; i >= 0 && out[i].field == at; i-- {
				if r := &out[i]; r.leaf.json == v.json && r.leaf.node == v.node {
					r.row[rank.Score], r.row[rank.ScoreOrder] = float32(v.score), float32(order)
				}
			}
			continue
		}
		out = append(out, ranking{field: at, offer: -1, leaf: v})
		row := &out[len(out)-1].row
		row[rank.IsFound], row[rank.Score], row[rank.ScoreOrder] = 1, float32(v.score), float32(order)
		k.e.compared(row, asked, k.m.New("", ""), k.m.FormsOf(v.text), "", v.text, v.node)
	}
	if e.t.Layout {
		for i := range out {
			if r := &out[i]; r.field == at && r.leaf.node != content.None {
				k.printed(&r.row, r.leaf.node)
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
		k.sheet = sizeOfSheet(k.e.t.Document)
	}
	b := &k.e.t.Boxes[node]
	r[rank.PrintedRight], r[rank.PrintedDown], r[rank.PrintedOn] = b.X/k.sheet.width, b.Y/k.sheet.height, float32(b.Page)
	r[rank.PrintedLarge] = b.Height / k.sheet.letters
}
