package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"assay/query"
	"assay/service/extract/rank"
	"assay/service/extract/ranking"
)

// listAsking is what a page offers for a list of a case.
type listAsking struct {
	set  string
	by   float32 // weight
	sets []setOffered
	none float64 // how right it is to answer nothing: 0 or 1
	more bool    // it is of the same query as the one before
	part int     // of two, lists of one site in the same
}

// setOffered is a set for a list, with how right it is, 0 to 1.
type setOffered struct {
	row   rank.SetRow
	at    rank.SetAt
	right float64
}

// casesOfOthers is how many cases of a set lists are learned from at most, on either side, that
// asks much the same of all its pages.
const casesOfOthers = 60

// Bounds of what is kept of the columns of sets that have none that is right.
const (
	wrongSets  = 3
	halfRight  = 0.5
	leastRight = 0.3 // of a column that may be chosen
)

// columnAsking is the columns of a set of records for a list of a case.
type columnAsking struct {
	rows [][]*rank.ColumnRow
	same []int // by column, the first of the same values

	pieces []int // by column, the other piece of the text that it is cut from, or -1
	with   []columnExample
	part   int // of two, lists of one site in the same
	list   int // the number of the list
}

type columnExample struct {
	row   *rank.ColumnRow
	field int
	right float32
	by    float32 // weight
}

// columnsOf returns what the pages of cases offer as columns of the lists that are asked for, and for
// some fields that their records have not.
func (m *measurer) columnsOf(ctx context.Context, of []*testCase, strange *strangers, r *rand.Rand) ([]columnAsking, error) {
	var out []columnAsking
	weights := listWeights(of)
	lists := 0
	for _, c := range of {
		page, err := m.page(ctx, c)
		if err != nil {
			return nil, err
		}
		asked, added := strange.columnsAskedWith(c, r)
		for _, l := range page.RankedColumns(ctx, asked) {
			path, kind := c.listPath(l.Path)
			if kind == "" || isEmpty(at(c.Expected, path)) {
				continue
			}
			lists++
			wrong := 0
			for _, set := range l.Columns {
				a := columnAsking{rows: set.Rows, same: set.Same, pieces: set.Pieces, part: c.part(), list: lists}
				right := false
				for i, field := range set.Fields {
					for k, values := range set.Values[i] {
						share, judged := c.columnRight(path, field, l.Flat, values)
						by := weights[c.Set]
						if added[field] { // to invent is worse than to leave out
							share, judged, by = 0, true, 2*by
						}
						if judged {
							a.with = append(a.with, columnExample{set.Rows[i][k], i, float32(share), by})
							right = right || share >= halfRight
						}
					}
				}
				if !right {
					wrong++
				}
				if right || wrong <= wrongSets {
					out = append(out, a)
				}
			}
		}
	}
	return out, ctx.Err()
}

// renumber numbers the lists anew, after those of several parts were put together.
func renumber(of []columnAsking) {
	last, n := -1, -1
	for i := range of {
		if own := of[i].list; own != last {
			last = own
			n++
		}
		of[i].list = n
	}
}

// columnExamples returns the columns of sets with the first of their features, up to an end. With
// all of them, one column of a set is chosen for a field, or none.
func columnExamples(of []columnAsking, end int) (out []example) {
	choice := -1
	for i := range of {
		field := -1
		for _, e := range of[i].with {
			if e.field != field {
				field = e.field
				choice++
			}
			one := example{row: e.row[:end], right: e.right, weight: e.by, asked: of[i].list}
			if end == rank.ColumnCount {
				if one.asked = choice; one.right < leastRight {
					one.right = 0
				}
			}
			out = append(out, one)
		}
	}
	return out
}

// besideColumns sets what columns say of the other fields', by a model of each alone.
func besideColumns(of []columnAsking, alone rank.Model) {
	for i := range of {
		rank.Beside(of[i].rows, of[i].same, of[i].pieces, alone)
	}
}

// teachColumns returns what columns teach.
func teachColumns(of []columnAsking) rank.Stages {
	var parts [2][]columnAsking
	for _, a := range of {
		parts[a.part] = append(parts[a.part], a)
	}
	for i := range parts {
		besideColumns(parts[i], first.boost(columnExamples(parts[1-i], rank.ColumnAlone), alone))
	}
	return rank.Stages{
		Alone:  first.boost(columnExamples(of, rank.ColumnAlone), alone),
		Beside: last.boost(columnExamples(of, rank.ColumnCount), anyRight),
	}
}

// lists returns the paths of the lists that a case asks for.
func (c *testCase) lists() (out []string) {
	for path, kind := range c.Compare {
		if kind == "list" || strings.HasPrefix(kind, "records") {
			out = append(out, path)
		}
	}
	return out
}

// listPath returns the path of a list as the case writes it, and how it is compared.
func (c *testCase) listPath(path string) (string, string) {
	for _, p := range [...]string{path, path + "[]"} {
		if kind := c.Compare[p]; kind == "list" || strings.HasPrefix(kind, "records") {
			return p, kind
		}
	}
	return path, ""
}

// columnRight returns the share of a column's values that the expected records have.
func (c *testCase) columnRight(path, field string, flat bool, values []json.RawMessage) (float64, bool) {
	expected, _ := at(c.Expected, path).([]any)
	kind := "text"
	var want []any
	for _, e := range expected {
		if !flat {
			record, _ := e.(map[string]any)
			if e = record[field]; e == nil {
				continue
			}
		}
		want = append(want, e)
	}
	if !flat {
		kind = c.Compare[path+"."+field]
	}
	if kind == "" {
		return 0, false
	}
	hits := 0
	used := make([]bool, len(want))
	for _, v := range values {
		var have any
		if json.Unmarshal(v, &have) != nil {
			continue
		}
		for i := range want {
			if !used[i] && (kind != "text" || mayBeSame(want[i], have)) && credit(kind, want[i], have, c.base) >= halfRight {
				used[i] = true
				hits++
				break
			}
		}
	}
	if len(values) == 0 {
		return 0, true
	}
	return float64(hits) / float64(len(values)), true
}

// mayBeSame reports whether two texts are of about one length, as those must be that are taken
// for the same: to compare all words of all texts takes minutes.
func mayBeSame(a, b any) bool {
	x, y := len(plain(a)), len(plain(b))
	return 3*x >= y && 3*y >= x
}

// listsOf returns what the pages of cases offer for the lists that are asked for, and of cases that
// people asked what they liked of, for a list that is asked of another page: among the fields of the
// case, and alone, as is one of the case's own: being alone tells nothing.
func (m *measurer) listsOf(ctx context.Context, of []*testCase, columns *rank.Stages, r *rand.Rand) ([]listAsking, error) {
	strange := strangeLists(of)
	weights := listWeights(of)
	var out []listAsking
	for _, c := range of {
		page, err := m.page(ctx, c)
		if err != nil {
			return nil, err
		}
		asked := []*query.Query{c.query}
		if own := c.query.Root.Fields; isAskedFreely(c.Set) {
			if one := own[r.IntN(len(own))]; one.List && len(own) > 1 {
				asked = append(asked, onlyFor(one))
			}
			if other := strange[r.IntN(len(strange))]; other.of.foldKey() != c.foldKey() && isStranger(c, other.list.Name) {
				asked[0] = &query.Query{Root: &query.Container{Fields: slices.Insert(slices.Clone(own), r.IntN(len(own)+1), other.list)}}
				asked = append(asked, onlyFor(other.list))
			}
		}
		for _, q := range asked {
			more := false
			for _, l := range page.RankedLists(ctx, q, columns) {
				a, ok, err := c.judgeSets(&l)
				if err != nil {
					return nil, err
				}
				if ok {
					a.by, a.more = weights[a.set], more
					out, more = append(out, a), true
				}
			}
		}
	}
	return out, ctx.Err()
}

// onlyFor returns a query for one list and nothing else.
func onlyFor(list *query.Field) *query.Query {
	return &query.Query{Root: &query.Container{Fields: []*query.Field{list}}}
}

// judgeSets says how right the sets are that a page offers for a list, unless the case does not tell.
func (c *testCase) judgeSets(l *ranking.ListOffers) (listAsking, bool, error) {
	a := listAsking{set: c.Set, part: c.part()}
	path, kind := c.listPath(l.Path)
	expected := at(c.Expected, path)
	switch {
	case isStranger(c, l.Path):
		a.set, a.none = strangersSet, 1
	case kind == "":
		return a, false, nil
	default:
		a.none = truth(isEmpty(expected))
	}
	for _, s := range l.Sets {
		var v any
		if err := json.Unmarshal(s.Answer, &v); err != nil {
			return a, false, fmt.Errorf("%s: %s: %w", c.ID, l.Path, err)
		}
		right := 0.0
		switch {
		case a.set == strangersSet:
		case kind == "list":
			right = listCredit(expected, v)
		default:
			right = recordsCredit(c, path, kind, expected, v)
		}
		a.sets = append(a.sets, setOffered{s.Row, s.At, right})
	}
	return a, true, nil
}

// strangersSet is the set, in reports, of what is asked that a page has not.
const strangersSet = "strangers"

// strangeList is a list that a case asks for.
type strangeList struct {
	of   *testCase
	list *query.Field
}

// strangeLists returns the lists that people asked for as they liked.
func strangeLists(of []*testCase) (out []strangeList) {
	for _, c := range of {
		if !isAskedFreely(c.Set) {
			continue
		}
		for _, f := range c.query.Root.Fields {
			if f.List {
				out = append(out, strangeList{c, f})
			}
		}
	}
	return out
}

// isAskedFreely reports whether people asked what they liked of the pages of a set.
func isAskedFreely(set string) bool { return set == "natural" || set == askedSet }

// setExamples returns the sets with the first of their features, up to an end.
func setExamples(all []listAsking, end int) (out []example) {
	for i := range all {
		for k := range all[i].sets {
			s := &all[i].sets[k]
			out = append(out, example{row: s.row[:end], right: float32(s.right), weight: all[i].by, asked: i})
		}
	}
	return out
}

// besideSets sets what sets say of the other lists' of their queries, by a model of each alone.
func besideSets(of []listAsking, alone rank.Model) {
	for from, to := 0, 0; from < len(of); from = to {
		var rows [][]*rank.SetRow
		var at [][]rank.SetAt
		for to = from; to < len(of) && (to == from || of[to].more); to++ {
			r, p := of[to].rows()
			rows, at = append(rows, r), append(at, p)
		}
		rank.BesideSets(rows, at, alone)
	}
}

// rows returns the features and places of the sets.
func (a *listAsking) rows() ([]*rank.SetRow, []rank.SetAt) {
	rows, at := make([]*rank.SetRow, len(a.sets)), make([]rank.SetAt, len(a.sets))
	for i := range a.sets {
		rows[i], at[i] = &a.sets[i].row, a.sets[i].at
	}
	return rows, at
}

// Kinds of pages of which there are few count for more.
const (
	fewCases   = 80 // cases of a kind from which on each counts once
	mostWeight = 5  // how often one counts at most
)

// kindOf returns the kind of the pages of a set, whoever asks.
func kindOf(set string) string { return set[strings.LastIndexByte(set, '-')+1:] }

// listWeights returns how much a list of a case of each set counts.
func listWeights(of []*testCase) map[string]float32 {
	cases := map[string]int{}
	for _, c := range of {
		cases[kindOf(c.Set)]++
	}
	out := map[string]float32{strangersSet: setWeight(strangersSet)}
	for _, c := range of {
		few := min(mostWeight, max(1, fewCases/float32(cases[kindOf(c.Set)])))
		out[c.Set] = setWeight(c.Set) * few
	}
	return out
}

// setWeight is how much a case of a set counts beside those in the corpus' own words.
func setWeight(set string) float32 {
	switch {
	case isAskedFreely(set), set == "names", strings.HasPrefix(set, renamedSet), set == strangersSet:
		return 2
	case strings.HasPrefix(set, "people"):
		return 3
	case set == madeSet:
		return madeWeight
	}
	return 1
}

// listSum is how right the lists of a set are answered, summed: by their names, by what the other
// side of the fitted half teaches, and at best.
type listSum struct{ named, ranked, best, n float64 }

func sumLists(asked [2][]listAsking, models [2]rank.Model) map[string]*listSum {
	total := map[string]*listSum{}
	for k := range asked {
		for i := range asked[k] {
			a := &asked[k][i]
			t := total[a.set]
			if t == nil {
				t = &listSum{}
				total[a.set] = t
			}
			named, chosen, best := a.none, a.none, a.none
			for j := range a.sets {
				s := &a.sets[j]
				best = max(best, s.right)
				if s.row[rank.SetIsAnswer] > 0 {
					named = s.right
				}
			}
			if j, _ := models[1-k].Choose(a.rows()); j >= 0 {
				chosen = a.sets[j].right
			}
			t.n++
			t.named += named
			t.ranked += chosen
			t.best += best
		}
	}
	return total
}

// measureLists prints that.
func measureLists(out io.Writer, asked [2][]listAsking, models [2]rank.Model) {
	total := sumLists(asked, models)
	fmt.Fprint(out, "lists:")
	for _, set := range slices.Sorted(maps.Keys(total)) {
		t := total[set]
		fmt.Fprintf(out, "  %s %.3f → %.3f (best %.3f, %.0f)", set, t.named/t.n, t.ranked/t.n, t.best/t.n, t.n)
	}
	fmt.Fprintln(out)
}

// askedLists returns what both sides of the fitted half offer for lists, with the columns that the
// other side teaches, and the model of columns that both do.
func (m *measurer) askedLists(ctx context.Context, sides [2][]*testCase, strange *strangers) (asked [2][]listAsking, columns rank.Stages, err error) {
	for k := range sides {
		count := map[string]int{}
		sides[k] = slices.DeleteFunc(slices.Clone(sides[k]), func(c *testCase) bool {
			count[c.Set]++
			most := casesOfOthers
			if c.original != nil {
				most *= timesRenamed
			}
			return count[c.Set] > most && !isAskedFreely(c.Set) || len(c.lists()) == 0
		})
	}
	found, err := bothSides(func(k int) ([]columnAsking, error) {
		return inParts(sides[k], func(of []*testCase, r *rand.Rand) ([]columnAsking, error) { return m.columnsOf(ctx, of, strange, r) })
	})
	if err != nil {
		return asked, columns, err
	}
	for k := range found {
		renumber(found[k])
	}
	taught, _ := bothSides(func(k int) (rank.Stages, error) { return teachColumns(found[k]), nil })
	asked, err = bothSides(func(k int) ([]listAsking, error) {
		return inParts(sides[k], func(of []*testCase, r *rand.Rand) ([]listAsking, error) { return m.listsOf(ctx, of, &taught[1-k], r) })
	})
	if err != nil {
		return asked, columns, err
	}
	for k := range found {
		besideColumns(found[k], taught[1-k].Alone)
	}
	all := slices.Concat(found[0], found[1])
	renumber(all)
	return asked, rank.Stages{Alone: first.boost(columnExamples(all, rank.ColumnAlone), alone), Beside: last.boost(columnExamples(all, rank.ColumnCount), anyRight)}, nil
}
