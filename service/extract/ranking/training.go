package ranking

import (
	"encoding/json"

	"assay/service/extract/fields"
	"assay/service/extract/rank"
)

// rankings returns what may answer leaves, those for a leaf one after the other.
func (k *ranker) rankings(leaves []rankedLeaf) []ranking {
	var out []ranking
	for i := range leaves {
		if k.e.Context.Err() != nil {
			break
		}
		out = k.field(out, i, &leaves[i])
	}
	rivals(out)
	return out
}

// Ranked is an offer for a field of a query, with what the ranker weighs.
type Ranked struct {
	Path   string // of the field: names joined by "."
	Answer json.RawMessage
	Row    *rank.Row
}

// Rankings are what may answer the fields of a query that ask for one value of the page: what the
// ranker is trained on.
type Rankings struct {
	Offers   []Ranked
	ranker   *ranker
	all      []ranking
	leaves   []rankedLeaf
	answered []fields.Answer
}

// forget drops what is not asked for once all rows are made: training keeps those of many pages.
func (k *ranker) forget() {
	k.kinds = make([]uint8, len(k.offers))
	for i := range k.offers {
		k.kinds[i] = uint8(k.offers[i].is)
	}
	k.offered, k.e, k.labels = &offered{in: k.in, spots: k.spots}, bare(k.e), nil
}

// Together sets what the rows say of the other fields, by a model that weighs the offers for each
// by themselves.
func (r *Rankings) Together(alone rank.Model) { r.ranker.together(r.all, r.leaves, r.answered, alone) }

// ListOffers is what a page offers for a list that is asked for.
type ListOffers struct {
	Path    string
	Flat    bool // its values are plain
	Columns []ColumnSet
	Sets    []SetOffer
}

// ColumnSet is the columns of a set of records for the fields of the list.
type ColumnSet struct {
	Fields []string
	Same   []int                 // by column, the first of the same values
	Pieces []int                 // by column, the other piece of the text that it is cut from, or -1
	Rows   [][]*rank.ColumnRow   // by field and column
	Values [][][]json.RawMessage // the same
}

// SetOffer is a set of records for the list.
type SetOffer struct {
	Answer json.RawMessage // an array
	Row    rank.SetRow
	At     rank.SetAt
}

// Ranked returns what may answer the fields of a query that ask for one value, which are answered
// by their names and by what they mean.
func (e *Engine) Ranked(answered, again []fields.Answer, labels fields.Pairs) *Rankings {
	r := &Rankings{ranker: newRanker(e, labels), leaves: e.RankedLeaves(answered, again), answered: answered}
	r.all = r.ranker.rankings(r.leaves)
	for i := range r.all {
		o := &r.all[i]
		r.Offers = append(r.Offers, Ranked{Path: r.leaves[o.field].path, Answer: json.RawMessage(o.leaf.JSON), Row: &o.row})
	}
	r.ranker.forget()
	for i := range r.leaves {
		r.leaves[i].Field.Sims = nil
	}
	return r
}

// RankedColumns returns the columns that may answer the lists of a query: what the models of them
// are trained on.
func (e *Engine) RankedColumns(answers, again []fields.Answer) (out []ListOffers) {
	rankedLists(e, answers, again, func(l *lists, asked *askedList, o ListOffers, answered []*fields.Answer) {
		l.weigh(asked, answered, nil, func(s *listed, rows [][]*rank.ColumnRow) {
			set := ColumnSet{Same: s.same, Pieces: s.pieces, Rows: rows, Values: make([][][]json.RawMessage, len(rows))}
			for i, f := range asked.fields {
				set.Fields = append(set.Fields, f.Query.Name)
				for k := range rows[i] {
					var values []json.RawMessage
					for _, p := range s.columns[k].Present() {
						if value, _ := partAnswer(l.engine, f, p); value != "" {
							values = append(values, json.RawMessage(value))
						}
					}
					set.Values[i] = append(set.Values[i], values)
				}
			}
			o.Columns = append(o.Columns, set)
		})
		out = append(out, o)
	})
	return out
}

// RankedLists returns what may answer the lists of a query: what the model of sets is trained on.
// The sets have the columns that models give them.
func (e *Engine) RankedLists(answers, again []fields.Answer, columns *rank.Stages) (out []ListOffers) {
	rankedLists(e, answers, again, func(l *lists, asked *askedList, o ListOffers, answered []*fields.Answer) {
		rows := l.weigh(asked, answered, columns, nil)
		for i := range rows {
			w := fields.Writer{}
			one := fields.Answer{Field: asked.Field, List: l.build(asked, &rows[i])}
			w.Field(&one, "")
			o.Sets = append(o.Sets, SetOffer{w.Buf, rows[i].row, rows[i].at})
		}
		out = append(out, o)
	})
	return out
}

// rankedLists visits the lists of a query that are open to the ranker.
func rankedLists(e *Engine, answers, again []fields.Answer, visit func(l *lists, asked *askedList, o ListOffers, answered []*fields.Answer)) {
	l := listsOf(e)
	listsAsked(answers, again, "", func(path string, a *fields.Answer, answered []*fields.Answer) {
		visit(l, l.ask(a.Field, answered), ListOffers{Path: path, Flat: a.Field.Children == nil}, answered)
	})
}
